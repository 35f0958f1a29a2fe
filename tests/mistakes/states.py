"""Mistakes in states that are given, and analyses that need a better one."""

from typing import Any

import numpy as np

import linkwork as lw
from tests.mistakes.mechanisms import four_bar, pendulum
from tests.mistakes.table import mistake


@mistake("speeds that the loop does not allow", "A.angle_dot", "velocities")
def speeds() -> Any:
    _, system = four_bar()
    start = lw.assemble(system, fixed={"A.angle": 0.5}, guess={"B.angle": -0.4})
    return lw.simulate(system, start.with_values({"A.angle_dot": 2.0}), 0.1)


@mistake("a flat parallelogram")
def flat() -> Any:
    m = lw.Model("parallelogram")
    rods = [m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("one", 0.2), ("bar", 0.5), ("other", 0.2))]
    m.connect("A", lw.Revolute("y"), m.ground, rods[0])
    m.connect("B", lw.Revolute("y"), rods[0].at(0.2, 0, 0), rods[1])
    m.connect("C", lw.Revolute("y"), rods[1].at(0.5, 0, 0), rods[2].at(0.2, 0, 0))
    m.connect("D", lw.Revolute("y"), m.ground.at(0.5, 0, 0), rods[2])
    system = lw.compile_model(m)
    start = system.state({"A.angle_dot": 2.0, "B.angle_dot": -2.0, "C.angle_dot": 2.0})
    run = lw.simulate(system, start, 0.3)
    assert run.success
    assert run.certificate.energy_error < 1e-4
    return run


@mistake("a quaternion that is not of unit length", "free.e", "norm", "1.414")
def quaternion() -> Any:
    m = lw.Model("free")
    box = m.body("box", lw.Box(size=(0.1, 0.2, 0.3), mass=1.0))
    m.connect("free", lw.Free(), m.ground, box)
    system = lw.compile_model(m)
    state = system.state({"free.e0": 1.0, "free.e1": 1.0})
    found = lw.accelerations(system, state)
    assert np.isclose(np.linalg.norm(found.u_dot), 9.81)
    return lw.simulate(system, state, 0.1)


@mistake("degrees for radians", "A.angle", "60", "degrees")
def degrees() -> Any:
    _, system = four_bar()
    start = lw.assemble(system, fixed={"A.angle": 60.0}, guess={"B.angle": -0.4})
    return lw.simulate(system, start, 0.1)


@mistake("assembled without a guess")
def no_guess() -> Any:
    _, system = four_bar()
    start = lw.assemble(system, fixed={"A.angle": 0.5})
    assert np.isfinite(start.q).all()
    assert len(lw.assembly_modes(system, fixed={"A.angle": 0.5})) == 2


@mistake("accelerations of a loop that is open", "D", "open by", "assemble")
def open_loop() -> Any:
    _, system = four_bar()
    return lw.accelerations(system, system.state({"A.angle": 0.5}))


@mistake("loads of a loop that is open", "D", "open by", "assemble")
def open_loads() -> Any:
    _, system = four_bar()
    return lw.loads(system, system.state({"A.angle": 0.5}))


@mistake("modes away from an equilibrium", "equilibrium")
def moving_modes() -> Any:
    _, system = pendulum()
    return lw.linearize(system, system.state({"hinge.angle": 0.3})).modes()


@mistake("sensitivity to what is not a Parameter", "mass", "there is no Parameter", "k")
def no_parameter() -> Any:
    k = lw.Parameter("k", 100.0)
    m, _ = pendulum()
    m.connect("spring", lw.Spring(stiffness=k, length=0.5), m.ground.at(1, 0, 1), m.bodies["rod"].at(1, 0, 0))
    system = lw.compile_model(m)
    return lw.sensitivities(system, system.state(), 0.1, parameters=["mass"])
