"""A bar that is held at a distance from a point, by a massless rod with balls at its ends."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, LONG_BAR, felt_by_ground, figures
from validation.case import Case

WAYS: dict[int, Any] = {
    1: ((0, 0, 0), (0, 0, 0), (0, 2, 0), 0.0),
    2: ((1, 2, 3), (2, 0, 0), (-1, 4, 3), 0.0),
    3: ((0, 0, 0), (2, 0, 0), (0, 4, 0), -np.pi / 2),
}
"""Where the rod begins, where it holds the bar, where the bar's centre is at first, and how it is turned about z."""

DRIFT = {2: 5e-5}
REMARK = "the table drifts slightly: the bar whips round 20 times as fast as it falls"


def model(place: tuple[float, float, float], hold: tuple[float, float, float]) -> lw.Model:
    m = lw.Model("distance", gravity=GRAVITY)
    bar = m.body("bar", **LONG_BAR)
    m.connect("joint", lw.FixedDistance(2.0), m.ground.at(*place), bar.at(*hold))
    return m


def start(centre: tuple[float, float, float], turn: float) -> dict[str, float]:
    """The free body's coordinates: where its centre is, and its Euler parameters."""
    place = dict(zip(("bar (free).x", "bar (free).y", "bar (free).z"), centre, strict=True))
    return place | {"bar (free).e0": np.cos(turn / 2), "bar (free).e3": np.sin(turn / 2)}


def cases() -> Iterator[Case]:
    for k, (place, hold, centre, turn) in WAYS.items():

        def check(k=k, place=place, hold=hold, centre=centre, turn=turn):
            loads = felt_by_ground("joint", place, hold)
            return figures(model(place, hold), f"Distance_Case{k:02}", loads, start(centre, turn), DRIFT.get(k, 0.0))

        yield Case(
            f"distance_{k}", "bar at a fixed distance from a point", check, (model,), REMARK if k in DRIFT else ""
        )
