"""Mistakes in the description of a model."""

from typing import Any

import numpy as np

import linkwork as lw
from tests.mistakes.mechanisms import block, four_bar, pendulum
from tests.mistakes.table import mistake


@mistake("a name is misspelt", "cranck.position", "crank.position", "Did you mean")
def misspelt() -> Any:
    _, system = four_bar()
    run = lw.simulate(system, lw.assemble(system, guess={"B.angle": -0.4}), 0.01)
    return run["cranck.position"]


@mistake("an attribute is misspelt", "Revolut", "Did you mean", "Revolute")
def misspelt_class() -> Any:
    return lw.Revolut("y")


@mistake("a body is asked for by a wrong name", "cranck", "Did you mean", "crank")
def misspelt_body() -> Any:
    m, _ = four_bar()
    return m.bodies["cranck"]


@mistake("negative mass", "crank", "mass", "-1", "must not be negative")
def negative_mass() -> Any:
    return lw.Model("m").body("crank", mass=-1.0)


@mistake("inertia that no body can have", "crank", "triangle inequality", "units")
def triangle() -> Any:
    return lw.Model("m").body("crank", mass=1.0, inertia=(1.0, 1.0, 5.0))


@mistake("an axis of zero length", "axis", "zero length", "three numbers")
def zero_axis() -> Any:
    return lw.Revolute((0, 0, 0))


@mistake("a door with two hinges")
def door() -> Any:
    m = lw.Model("door")
    leaf = m.body("leaf", lw.Box(size=(0.9, 0.04, 2.0), mass=20.0))
    m.connect("bottom", lw.Revolute("z"), m.ground, leaf.at(-0.45, 0, -0.8))
    m.connect("top", lw.Revolute("z"), m.ground.at(0, 0, 1.6), leaf.at(-0.45, 0, 0.8))
    system = lw.compile_model(m)
    run = lw.simulate(system, lw.assemble(system, velocities={"bottom.angle_dot": 1.0}), 1.0)
    assert run.success
    assert abs(run["bottom.angle"][-1] - 1.0) < 1e-6
    text = str(lw.mobility(system, run.final))
    assert "top" in text
    assert "bottom" in text
    return run


@mistake("four parallel revolute joints in a loop")
def planar_loop() -> Any:
    _, system = four_bar()
    run = lw.simulate(system, lw.assemble(system, guess={"B.angle": -0.4}), 0.5)
    assert run.success
    assert run.certificate.energy_error < 1e-5
    return run


@mistake("a bar too short for its gap", "stays open by", "0.5", "Check the dimensions")
def too_short() -> Any:
    m, _ = four_bar(coupler=0.05)
    m.remove("D")
    m.connect("D", lw.Revolute("y"), m.ground.at(1.25, 0, 0), m.bodies["rocker"])
    return lw.assemble(lw.compile_model(m))


@mistake("a massless body at the end of a chain", "end", "no mass", "Give the body mass")
def massless() -> Any:
    m = lw.Model("chain")
    rod, end = m.body("rod", lw.Rod(length=1.0, mass=1.0)), m.body("end", mass=0.0)
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("B", lw.Revolute("y"), rod.at(1, 0, 0), end)
    system = lw.compile_model(m)
    return lw.simulate(system, system.state(), 0.1)


@mistake("a body that nothing holds", "lost", "holds", "falls")
def unconnected() -> Any:
    m, _ = pendulum()
    m.body("lost", lw.Box(size=(0.1, 0.1, 0.1), mass=1.0))
    system = lw.compile_model(m)
    return lw.simulate(system, system.state(), 1.0)


@mistake("inertia in kg·mm²", "crank", "radius of gyration", "kg·m²")
def millimetres() -> Any:
    _, system = four_bar(crank={"mass": 1.0, "com": (0.1, 0, 0), "inertia": (1.0e4, 1.33e4, 1.33e4)})
    return lw.simulate(system, lw.assemble(system, guess={"B.angle": -0.4}), 0.1)


@mistake("a spring with both ends on one body", "both ends", "crank", "two bodies")
def one_body() -> Any:
    m, _ = four_bar()
    crank = m.bodies["crank"]
    return m.connect("k", lw.Spring(stiffness=100.0, length=0.1), crank, crank.at(0.2, 0, 0))


@mistake("one joint of a planar loop turns about another axis", "axes", "C")
def other_axis() -> Any:
    _, system = four_bar(axis="x")
    return lw.assemble(system, guess={"A.angle": 0.5, "B.angle": -0.4})


@mistake("gravity as one number", "gravity", "three")
def one_number() -> Any:
    return lw.Model("m", gravity=9.81)


@mistake("two bars of different lengths between the same points", "one", "other", "open by")
def two_lengths() -> Any:
    m = lw.Model("bars")
    ball = m.body("ball", mass=1.0)
    m.connect("slide", lw.Prismatic("x"), m.ground, ball)
    for name, length in (("one", 1.0), ("other", 1.2)):
        m.connect(name, lw.FixedDistance(length), m.ground, ball)
    system = lw.compile_model(m)
    return lw.assemble(system, guess={"slide.displacement": 1.0})


@mistake("one element in two connections")
def twice() -> Any:
    spring = lw.Spring(stiffness=50.0, length=1.0)
    both = block(("one", spring), ("other", spring))
    single = block(("one", lw.Spring(stiffness=100.0, length=1.0)))
    ends = [lw.simulate(system, start, 1.0)["slide.displacement"][-1] for system, start in (both, single)]
    assert np.isclose(*ends, rtol=1e-6)


@mistake("a Parameter is changed after compiling", "k", "compile")
def changed_parameter() -> Any:
    k = lw.Parameter("k", 100.0)
    system, start = block(("spring", lw.Spring(stiffness=k, length=1.0)))
    lw.simulate(system, start, 1.0)
    k.value = 400.0
    run = lw.simulate(system, start, 1.0)
    # Either it is refused with a sentence, or it is the spring of 400 N/m.
    assert np.isclose(run["slide.displacement"][-1], 0.1 * np.cos(20.0), rtol=1e-5)
    return "k is 400 N/m without compiling again"
