"""A bar on a spring with a damper, linear or stiffening, in its middle or at its end."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.adams.distance import WAYS, start
from validation.adams.tables import GRAVITY, LONG_BAR, figures
from validation.case import Case

THREE_SPRINGS = lw.Bushing(stiffness=(0, 0, 0, 10, 10, 10), damping=(0, 0, 0, 0.5, 0.5, 0.5))
"""The first spring starts without a length, and so without a direction; three across each other have the same force."""
LINEAR = lw.Spring(stiffness=100.0, length=2.0, damping=5.0)
STIFFENING = lw.NonlinearSpring("50*x + 10*abs(x)*x", length=2.0, damping=5.0)
FALLING = ((0, 0, 0), (0, 0, 0), (0, 0, 0), 0.0)
SPRINGS: dict[str, Any] = {
    "TranSpring_Case01": (THREE_SPRINGS, FALLING),
    "TranSpring_Case02": (LINEAR, WAYS[1]),
    "TranSpringCB_Case01": (THREE_SPRINGS, FALLING),
    "TranSpringCB_Case02": (LINEAR, WAYS[1]),
    "TranSpringCB_Case03": (STIFFENING, WAYS[2]),
    "TranSpringCB_Case04": (STIFFENING, WAYS[3]),
}
DRIFT = {"TranSpringCB_Case04": 2e-4}


def model(spring: lw.Force, place: tuple[float, float, float], hold: tuple[float, float, float]) -> lw.Model:
    m = lw.Model("spring", gravity=GRAVITY)
    bar = m.body("bar", **LONG_BAR)
    m.connect("spring", spring, m.ground.at(*place), bar.at(*hold))
    return m


def felt(run: lw.Trajectory, place: tuple[float, float, float], hold: tuple[float, float, float]) -> np.ndarray:
    """What the ground feels: the force of a spring pushes its ends apart where it is positive."""
    force = run["spring.force"]
    if force.ndim == 2:
        return np.asarray(-force[:, 3:])
    along = run["bar.position"] + run["bar.rotation"] @ np.asarray(hold, dtype=float) - np.asarray(place)
    return np.asarray(-force[:, None] * along / np.linalg.norm(along, axis=1)[:, None])


def cases() -> Iterator[Case]:
    for table, (spring, (place, hold, centre, turn)) in SPRINGS.items():

        def check(table=table, spring=spring, place=place, hold=hold, centre=centre, turn=turn):
            loads = {"Rforce": lambda run: felt(run, place, hold)}
            return figures(model(spring, place, hold), table, loads, start(centre, turn), DRIFT.get(table, 0.0))

        name = table.replace("TranSpringCB_Case0", "spring_law_").replace("TranSpring_Case0", "spring_")
        remark = "the table drifts slightly" if table in DRIFT else ""
        yield Case(name, "bar on a spring with a damper", check, (model,), remark)
