"""A pendulum on a ball joint."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, LONG_BAR, felt_by_ground, figures
from validation.case import Case

DRIFT = "the table loses 7.9e-3 J in 5 s; linkwork keeps the energy"


def model(place: tuple[float, float, float], lean: float) -> lw.Model:
    m = lw.Model("spherical", gravity=GRAVITY)
    bar = m.body("bar", **LONG_BAR)
    m.connect("joint", lw.Spherical(), m.ground.at(*place, rotate={"x": lean}), bar.at(-2, 0, 0))
    return m


def cases() -> Iterator[Case]:
    loads = felt_by_ground("joint")
    yield Case(
        "spherical_1",
        "pendulum on a ball joint",
        lambda: figures(model((0, 0, 0), 0.0), "Spherical_Case01", loads, drift=1e-3),
        (model,),
        remark=DRIFT,
    )
    yield Case(
        "spherical_2",
        "pendulum on a ball joint",
        lambda: figures(model((1, 2, 3), -np.pi / 4), "Spherical_Case02", loads),
        (model,),
    )
