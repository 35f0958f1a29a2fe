"""A pendulum on a revolute joint, about an axis that is horizontal, or leans by 45°."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, LONG_BAR, felt_by_ground, figures
from validation.case import Case


def model(place: tuple[float, float, float], lean: float) -> lw.Model:
    m = lw.Model("revolute", gravity=GRAVITY)
    bar = m.body("bar", **LONG_BAR)
    m.connect("joint", lw.Revolute("z"), m.ground.at(*place, rotate={"x": lean}), bar.at(-2, 0, 0))
    return m


def cases() -> Iterator[Case]:
    for k, given in enumerate([((0, 0, 0), -np.pi / 2), ((1, 2, 3), -np.pi / 4)], start=1):
        yield Case(
            f"revolute_{k}",
            "pendulum on a revolute joint",
            lambda k=k, given=given: figures(model(*given), f"Revolute_Case{k:02}", felt_by_ground("joint")),
            (model,),
        )
