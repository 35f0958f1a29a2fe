"""A pendulum on a universal joint (Hooke's), its cross in three positions."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, felt_by_ground, figures
from validation.case import Case

TURNS: list[Any] = [
    {"x": np.pi / 2},
    {"y": np.pi / 2},
    [("z", -np.pi / 4), ("x", np.pi / 2), ("z", np.pi / 4)],
]
"""The third is the body-fixed 3-1-3 rotation of the deck: the axis z comes twice, so turns are pairs."""


def model(turn: Any) -> lw.Model:
    m = lw.Model("universal", gravity=GRAVITY)
    bar = m.body("bar", mass=1.0, inertia=(0.1, 0.1, 0.04))
    m.connect("joint", lw.Universal("x", "y"), m.ground.at(0, 0, 0, rotate=turn), bar.at(0, 0, 2))
    return m


def cases() -> Iterator[Case]:
    for k, turn in enumerate(TURNS, start=1):
        yield Case(
            f"universal_{k}",
            "pendulum on a universal joint",
            lambda k=k, turn=turn: figures(model(turn), f"Universal_Case{k:02}", felt_by_ground("joint"), drift=2e-3),
            (model,),
            remark="the table loses 7.9e-3 J in 5 s; linkwork keeps the energy",
        )
