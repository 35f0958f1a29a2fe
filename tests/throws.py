"""Throws whose motion is known: a ball straight up against a stop, and swings of a pendulum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import linkwork as lw

G = 9.81


@dataclass(frozen=True)
class Throw:
    """A ball of 1 kg thrown up with a speed, below a stop at a part of the height that it would reach."""

    speed: float
    part: float
    rate: float
    """The circular frequency of the ball on the stop, in rad/s."""

    @property
    def level(self) -> float:
        """The height of the stop."""
        return self.part * self.speed**2 / (2.0 * G)

    @property
    def duration(self) -> float:
        """Of the flight without a stop, back to the start."""
        return 2.0 * self.speed / G

    @property
    def met(self) -> float:
        """When the stop is met."""
        return (self.speed - self._meets_with) / G

    @property
    def left(self) -> float:
        """When it is left."""
        return self.met + 2.0 / self.rate * float(np.arctan(self._meets_with * self.rate / G))

    @property
    def _meets_with(self) -> float:
        return float(np.sqrt(self.speed**2 - 2.0 * G * self.level))

    def height(self, t: float) -> float:
        """Where the ball is under the stop, a spring of stiffness ω² that only pushes."""
        v, w = self._meets_with, self.rate
        if t <= self.met:
            return self.speed * t - 0.5 * G * t * t
        if t <= self.left:
            phase = w * (t - self.met)
            return float(self.level - G / w**2 * (1.0 - np.cos(phase)) + v / w * np.sin(phase))
        past = t - self.left
        return self.level - v * past - 0.5 * G * past * past


def throws(count: int, seed: int, hardest: float = 1e3) -> Iterator[Throw]:
    """Random ones; the stop is between 84 % and 99.95 % of the height reached, and from soft to hard."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        speed, short = rng.uniform(1.0, 30.0), 10.0 ** rng.uniform(-3.3, -0.8)
        yield Throw(speed, 1.0 - short, 10.0 ** rng.uniform(1.0, np.log10(hardest)))


@cache
def ball(formulation: str, stopped: bool) -> Any:
    """The system of the ball, below a stop or not."""
    m = lw.Model("throw")
    body = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("flight", lw.Prismatic("z"), m.ground, body)
    if stopped:
        stop = lw.UnilateralSpring(lw.Parameter("k", 1e4), lw.Parameter("level", 1.0), on=lw.Displacement("z"))
        m.connect("stop", stop, m.ground, body)
    return lw.compile_model(m, formulation)


def start(formulation: str, throw: Throw, stopped: bool) -> Any:
    """(the system, the state in which the ball is thrown)."""
    system = ball(formulation, stopped)
    speed = "flight.displacement_dot" if formulation == "tree" else "ball.v_z"
    values = {speed: throw.speed}
    if stopped:
        values |= {"k": throw.rate**2, "level": throw.level}
    return system, system.state(values)
