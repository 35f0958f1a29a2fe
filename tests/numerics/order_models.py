"""Models whose motion is smooth, to measure orders on."""

from __future__ import annotations

from functools import cache

import linkwork as lw
from linkwork.system import System, compile_model


@cache
def double_pendulum() -> System:
    m = lw.Model("double pendulum")
    upper, lower = m.body("upper", lw.Rod(length=1.0, mass=1.0)), m.body("lower", lw.Rod(length=0.7, mass=0.5))
    m.connect("A", lw.Revolute("y"), m.ground, upper)
    m.connect("B", lw.Revolute("y"), upper.at(1, 0, 0), lower)
    return compile_model(m)


@cache
def top() -> System:
    """A heavy top, whose orientation is in Euler parameters."""
    m = lw.Model("top")
    body = m.body("top", lw.Box(size=(0.1, 0.2, 0.5), mass=1.0))
    m.connect("S", lw.Spherical(), m.ground, body.at(0, 0, -0.4))
    return compile_model(m)


@cache
def four_bar() -> System:
    """A closed loop with three redundant rows."""
    m = lw.Model("four-bar")
    crank, coupler, rocker = (
        m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("crank", 0.3), ("coupler", 0.9), ("rocker", 0.7))
    )
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(0.3, 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(0.9, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(0.7, 0, 0), m.ground.at(0.8, 0, 0))
    m.connect("spring", lw.Spring(stiffness=50, length=0.5), m.ground.at(0, 0.5, 0), coupler.at(0.4, 0, 0))
    return compile_model(m)


@cache
def hung_ball() -> System:
    """A mass on a spring in space: constant mass, forces of position only."""
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("T", lw.Translation(), m.ground, ball)
    m.connect("spring", lw.Spring(stiffness=30, length=0.5), m.ground.at(0, 0, 1), ball)
    return compile_model(m)


def start(system: System) -> lw.State:
    if system is double_pendulum():
        return system.state({"A.angle": 0.3, "B.angle": 1.0})
    if system is top():
        return system.state({"S.w_x": 1.0, "S.w_y": 2.0, "S.w_z": 12.0})
    if system is hung_ball():
        return system.state(dict(zip(system.layout.q, (0.3, 0.2, 0.0), strict=True)))
    return lw.assemble(system, {"A.angle": 0.7}, guess={"B.angle": -0.5}, velocities={"A.angle_dot": 2.0})
