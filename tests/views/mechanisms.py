"""Models and scenes that the tests of the views share."""

from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.system import System, compile_model


def four_bar(driven: bool = False) -> lw.Model:
    """A crank-rocker with a return spring and a load, gravity along z, all hinges about y."""
    m = lw.Model("four-bar")
    lengths = {"crank": 0.2, "coupler": 0.9, "rocker": 0.5}
    crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=1.0 + x)) for name, x in lengths.items())
    drive = {"angle": lw.Polynomial((0.3, 3.0))} if driven else None
    m.connect("A", lw.Revolute("y"), m.ground, crank, drive=drive)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    m.connect("return", lw.Spring(stiffness=200, damping=3, length=0.4), m.ground.at(0, 0, 0.45), rocker.at(0.2, 0, 0))
    m.connect("push", lw.AppliedForce(lw.Sine(amplitude=20, frequency=1.0), along="z"), coupler.at(0.45, 0, 0))
    return m


def moving_four_bar(samples: int = 85) -> tuple[System, lw.Kinematics]:
    """The crank turns twice."""
    system = compile_model(four_bar(driven=True))
    start = lw.assemble(system, guess={"B.angle": -0.9, "C.angle": 2.0})
    return system, lw.kinematics(system, start, times=np.linspace(0.0, 4.2, samples))


def pendulum() -> lw.Model:
    """A rod on a hinge; made to swing by `swinging`."""
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    return m


def swinging(times: np.ndarray, turns: np.ndarray, bodies: tuple[str, ...] = ("rod",)) -> lw.Poses:
    """Bodies on the origin, turned about y by the same angle."""
    half = np.repeat(np.asarray(turns)[:, None] / 2.0, len(bodies), axis=1)
    zero = np.zeros_like(half)
    return lw.Poses(
        times, bodies, np.zeros((*half.shape, 3)), np.stack([np.cos(half), zero, np.sin(half), zero], axis=-1)
    )


@dataclass(frozen=True)
class Result:
    """A result of somebody else's, which knows its own scene."""

    document: lw.Scene

    def scene(self) -> lw.Scene:
        return self.document


class Floor(lw.Contact):
    """A ball of some radius above the plane z = 0 of the first end."""

    radius = lw.parameter(unit="m")

    def gap(self, rel: Any, t: Any) -> Any:
        return rel.p[2] - self.radius

    def point(self, rel: Any, t: Any) -> Any:
        return rel.p[0], rel.p[1], 0.0


def ball_on_slope(slope: float = 0.2, friction: float = 0.05, restitution: float = 0.5) -> lw.Model:
    """A ball of 2 kg that falls on a plane that is inclined about y, bounces, slides and at last would roll."""
    m = lw.Model("ball")
    radius = lw.Parameter("radius", 0.1, unit="m")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=2.0))
    m.connect("J", lw.Planar("y"), m.ground, ball, initial={"x": 0.5})
    floor = Floor(radius=radius, restitution=restitution, friction=friction)
    m.connect("floor", floor, m.ground.at(0, 0, 0, rotate={"y": slope}), ball)
    return m
