"""Mechanisms with closed loops for benchmarks of simulation: each with a state to start from and a time to end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import linkwork as lw

Run = tuple[lw.System, lw.State, float]
GRAVITY = (0.0, -9.81, 0.0)


def four_bar() -> Run:
    """Crank, coupler and rocker, falling."""
    m = lw.Model("four-bar", gravity=GRAVITY)
    sizes = {"crank": 1.0, "coupler": 2.0, "rocker": 2.0}
    crank, coupler, rocker = (m.body(name, lw.Rod(length=x, mass=1.0)) for name, x in sizes.items())
    m.connect("A", lw.Revolute("z"), m.ground, crank)
    m.connect("B", lw.Revolute("z"), crank.at(1.0, 0, 0), coupler)
    m.connect("C", lw.Revolute("z"), coupler.at(2.0, 0, 0), rocker)
    m.connect("D", lw.Revolute("z"), rocker.at(2.0, 0, 0), m.ground.at(2.5, 0, 0))
    return _assembled(m, {"A.angle": 1.0}, 2.0)


def three_loops() -> Run:
    """A ladder of three cells of parallel cranks with unequal couplers: three loops, one degree of freedom."""
    m = lw.Model("three loops", gravity=GRAVITY)
    cranks = [m.body(f"crank {k}", lw.Rod(length=1.0 + 0.1 * k, mass=1.0)) for k in range(4)]
    couplers = [m.body(f"coupler {k}", lw.Rod(length=2.0 + 0.05 * k, mass=1.0)) for k in range(3)]
    for k, crank in enumerate(cranks):
        m.connect(f"A{k}", lw.Revolute("z"), m.ground.at(2.0 * k, 0, 0), crank)
    for k, coupler in enumerate(couplers):
        m.connect(f"B{k}", lw.Revolute("z"), cranks[k].at(1.0 + 0.1 * k, 0, 0), coupler)
        m.connect(f"C{k}", lw.Revolute("z"), coupler.at(2.0 + 0.05 * k, 0, 0), cranks[k + 1].at(1.1 + 0.1 * k, 0, 0))
    return _assembled(m, {"A0.angle": 1.2}, 1.0)


def bennett() -> Run:
    """Bennett's loop: four skew revolutes whose rows repeat each other."""
    links = [(0.5, np.pi / 6), (1.0, np.pi / 2)] * 2
    m = lw.Model("Bennett", gravity=GRAVITY)
    bodies = [m.body(f"link {k}", lw.Rod(length=a, mass=1.0)) for k, (a, _) in enumerate(links[:-1])]
    ends = [b.at(a, 0, 0, rotate={"x": twist}) for b, (a, twist) in zip(bodies, links, strict=False)]
    m.connect("A", lw.Revolute("z"), m.ground, bodies[0])
    for k in (1, 2):
        m.connect("ABC"[k], lw.Revolute("z"), ends[k - 1], bodies[k])
    a, twist = links[-1]
    m.connect("D", lw.Revolute("z"), ends[-1], m.ground.at(-a, 0, 0, rotate={"x": -twist}))
    return _assembled(m, {"A.angle": 1.0}, 2.0)


def _assembled(model: lw.Model, values: dict[str, float], t_end: float) -> Run:
    system = lw.compile_model(model)
    return system, lw.assemble(system, values), t_end


LOOPS: dict[str, Callable[[], Run]] = {
    "four-bar": four_bar,
    "three loops": three_loops,
    "Bennett's loop": bennett,
}
