"""Springs with a delay, and their motion in closed form."""

from __future__ import annotations

from functools import cache
from typing import Any

from numpy.polynomial import Polynomial

import linkwork as lw

STIFFNESS, DELAY, START, END = 20.0, 0.3, 0.1, 1.4


def on_a_rail(element: lw.Force, name: str = "delayed", place: float = 0.0) -> lw.Model:
    m = lw.Model(name, gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider, initial={"displacement": place})
    m.connect("spring", element, m.ground, slider)
    return m


@cache
def spring() -> lw.Model:
    text = f"-{STIFFNESS}*e_delayed"
    return on_a_rail(lw.DelayedFormula(text, delay=DELAY, history=START, on=lw.Displacement("x")))


@cache
def spring_system() -> Any:
    return lw.compile_model(spring())


@cache
def absolute_system() -> Any:
    return lw.compile_model(spring(), "absolute")


@cache
def spring_pieces(place: float) -> list[Polynomial]:
    """ẍ(t) = −k x(t − τ), x = x₀ before: on each interval of length τ the motion is a polynomial."""
    found, before, speed = [], Polynomial([START]), 0.0
    for _ in range(int(END / DELAY) + 1):
        velocity = (-STIFFNESS * before).integ() + speed
        before = velocity.integ() + place
        found.append(before)
        place, speed = float(before(DELAY)), float(velocity(DELAY))
    return found


def exact(t: float, place: float = START) -> float:
    if t < 0.0:
        return START
    pieces = spring_pieces(place)
    k = min(int(t / DELAY + 1e-12), len(pieces) - 1)
    return float(pieces[k](t - k * DELAY))
