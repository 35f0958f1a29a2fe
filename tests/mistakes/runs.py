"""Mistakes in what is asked of a run."""

from typing import Any

import numpy as np

import linkwork as lw
from tests.mistakes.laws import law
from tests.mistakes.mechanisms import block, four_bar, pendulum
from tests.mistakes.table import mistake


@mistake("a very stiff spring")
def stiff_spring() -> Any:
    system, start = block(("spring", lw.Spring(stiffness=1e10, length=1.0)), x=1e-6)
    run = lw.simulate(system, start, 1e-3)
    assert np.isclose(run["slide.displacement"][-1], 1e-6 * np.cos(1e5 * 1e-3), atol=1e-11)


@mistake("driven past a dead point", "A", "dead point", "infinitely fast")
def dead_point() -> Any:
    _, system = four_bar(coupler=0.35, A=lw.Polynomial((1.0, 3.0)))
    start = lw.assemble(system, guess={"B.angle": 0.4})
    return lw.simulate(system, start, 3.0)


@mistake("crank and rocker both driven", "A.angle", "D.angle", "prescribed")
def both_driven() -> Any:
    _, system = four_bar(A=lw.Polynomial((0.5, 1.0)), D=lw.Polynomial((1.0, 1.0)))
    start = lw.assemble(system, guess={"B.angle": -0.4})
    return lw.simulate(system, start, 1.0)


@mistake("two axles geared together and both driven", "mesh", "drive")
def both_axles() -> Any:
    m = lw.Model("gears")
    wheels = [m.body(name, lw.Cylinder(radius=0.1, length=0.02, mass=1.0)) for name in ("one", "other")]
    for name, wheel, x, speed in (("A", wheels[0], 0.0, 1.0), ("B", wheels[1], 0.2, 1.0)):
        drive = {"angle": lw.Polynomial((0.0, speed))}
        m.connect(name, lw.Revolute("z"), m.ground.at(x, 0, 0), wheel, drive=drive)
    m.connect("mesh", lw.LinearCoupling((1.0, 1.0)), "A.angle", "B.angle")
    system = lw.compile_model(m)
    return lw.simulate(system, system.state(), 1.0)


@mistake("a time beyond the end of the run", "0 to 1", "1.5")
def beyond() -> Any:
    _, system = pendulum()
    return lw.simulate(system, system.state(), 1.0).at(1.5)


@mistake("a channel of a joint where the loop was cut")
def cut_channel() -> Any:
    _, system = four_bar()
    run = lw.simulate(system, lw.assemble(system, guess={"B.angle": -0.4}), 0.01)
    turned = run["A.angle"] + run["B.angle"] + run["C.angle"]
    np.testing.assert_allclose(np.cos(run["D.angle"] - turned), 1.0, rtol=1e-9)


@mistake("a run that ends before it starts", "t = 0", "-1")
def backwards() -> Any:
    _, system = pendulum()
    return lw.simulate(system, system.state(), -1.0)


@mistake("a stiff law with an explicit method", "stiff", "radau")
def stiff_law() -> Any:
    system, start = block(("law", law(lambda self, e, e_dot, t: -1e4 * e_dot - 1e4 * (e - 1.0))))
    return lw.simulate(system, start, 2.0, method="dopri5", rtol=1e-4, atol=1e-6)


@mistake("a fixed step that is too long", "law", "h = 0.001", "too long")
def long_step() -> Any:
    system, start = block(("law", law(lambda self, e, e_dot, t: -1e4 * e_dot - 1e4 * (e - 1.0))))
    return lw.simulate(system, start, 2.0, method="rk4", h=1e-3)


@mistake("a tolerance below rounding", "rtol", "round-off", "1e-14")
def tolerance() -> Any:
    _, system = pendulum()
    return lw.simulate(system, system.state(), 1.0, rtol=1e-16)


@mistake("an event given as a condition", "low")
def condition() -> Any:
    _, system = pendulum()
    low = lw.Event("low", lambda c: c["hinge.angle"] > 1.0, terminal=True)
    run = lw.simulate(system, system.state(), 5.0, events=[low])
    assert run.events, "the condition never fired"
    assert abs(run["hinge.angle"][-1] - 1.0) < 1e-6
    return f"low happened where hinge.angle is {run['hinge.angle'][-1]}"
