"""A pendulum on a cylindrical joint: it falls along the axis, swings about it, or both."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, LONG_BAR, felt_by_ground, figures
from validation.case import Case

PLACES = [((0, 0, 0), 0.0), ((0, 0, 0), -np.pi / 2), ((1, 2, 3), -np.pi / 4)]


def model(place: tuple[float, float, float], lean: float) -> lw.Model:
    m = lw.Model("cylindrical", gravity=GRAVITY)
    bar = m.body("bar", **LONG_BAR)
    m.connect("joint", lw.Cylindrical("z"), m.ground.at(*place, rotate={"x": lean}), bar.at(-2, 0, 0))
    return m


def cases() -> Iterator[Case]:
    for k, (place, lean) in enumerate(PLACES, start=1):

        def check(k=k, place=place, lean=lean):
            loads = felt_by_ground("joint", place, hold=(-2, 0, 0))
            return figures(model(place, lean), f"Cylindrical_Case{k:02}", loads)

        yield Case(f"cylindrical_{k}", "pendulum on a cylindrical joint", check, (model,))
