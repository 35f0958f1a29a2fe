"""A given torque or force at any hinge: in the tree or cut, by numbers, time and channels, in both formulations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.consistency.machines import four_bar


@pytest.mark.few(1)
@pytest.mark.parametrize("hinge", "ABCD")
def test_it_works_along_the_coordinate_of_any_hinge(hinge: str) -> None:
    """Its power is F ε̇, by which the kinetic energy grows; cut or not, in both formulations."""
    plain, m = four_bar(), four_bar()
    m.connect("motor", lw.HingeForce(3.0), f"{hinge}.angle")
    system, other = lw.compile_model(m), lw.compile_model(m, "absolute")
    assert system.layout.cut == ("D.angle", "D.angle_dot")
    state = lw.assemble(system, {"A.angle": -1.0}, velocities={"A.angle_dot": 2.0})
    at = system.channels(state)
    assert at["motor.power"] == pytest.approx(3.0 * at[f"{hinge}.angle_dot"], rel=1e-12)
    # The kinetic energy grows by that power: u·M Δu̇ = F ε̇.
    free = lw.compile_model(plain)
    gain = lw.accelerations(system, state).u_dot - lw.accelerations(free, free.state(dict(state.values))).u_dot
    assert state.u @ system.mass_matrix(state) @ gain == pytest.approx(at["motor.power"], rel=1e-9)
    bodies = {n: (at[f"{n}.rotation"], at[f"{n}.position"]) for n in m.bodies}
    moving = {n: (at[f"{n}.angular_velocity"], at[f"{n}.velocity"]) for n in m.bodies}
    placed = other.placed(bodies, moving)
    assert other.channels(placed)["motor.power"] == pytest.approx(at["motor.power"], rel=1e-9)
    assert other.channels(placed)["B.force"] == pytest.approx(at["B.force"], abs=1e-7)


GIVEN: dict[str, tuple[Any, dict[str, Any]]] = {
    "a number": (lw.HingeForce(5.0), {}),
    "a Parameter": (lw.HingeForce(lw.Parameter("F", 5.0)), {}),
    "a signal": (lw.HingeForce(lw.Polynomial((2.0, 3.0))), {}),
    "a function of time": (lw.HingeForce(lambda t: 2.0 + 3.0 * t), {}),
    "an expression": (lw.HingeForce(2.0 + 3.0 * lw.t), {}),
    "an input": (lw.HingeForce(), {"force": 5.0}),
    "an input of time": (lw.HingeForce(), {"force": 2.0 + 3.0 * lw.t}),
    "a channel": (lw.HingeForce(), {"force": lambda c: 5.0 + c["x.displacement"]}),
}


@pytest.mark.parametrize("what", GIVEN)
def test_forces_are_numbers_signals_or_inputs(what: str) -> None:
    element, inputs = GIVEN[what]
    m = lw.Model("slider", gravity=(0, 0, 0))
    m.connect("x", lw.Prismatic("x"), m.ground, m.body("b", lw.Sphere(radius=0.1, mass=2.0)))
    m.connect("jack", element, "x.displacement", inputs=inputs)
    system = lw.compile_model(m)
    assert lw.accelerations(system, system.state(t=1.0))["x.displacement_dot"] == pytest.approx(2.5)


def test_other_laws_act_along_coordinates_too() -> None:
    m = lw.Model("pendulum")
    m.connect("A", lw.Revolute("x"), m.ground, m.body("b", lw.Sphere(radius=0.1, mass=1.0)))
    m.connect("friction", lw.HingeFriction(coulomb=0.0, viscous=2.0), "A.angle")
    m.connect("spring", lw.TorsionSpring(stiffness=4.0), m.ground, m.bodies["b"])
    system = lw.compile_model(m)
    found = system.channels(system.state({"A.angle": 0.3, "A.angle_dot": 0.5}))
    assert found["friction.force"] == pytest.approx(-1.0)
    assert m.connections["friction"].element.on == lw.RelativeAngle("x")


@pytest.mark.parametrize(
    ("hinge", "coordinate", "unit"),
    [
        (lw.Cylindrical("z"), "angle", "rad"),
        (lw.Cylindrical("z"), "displacement", "m"),
        (lw.Screw(0.1), "angle", "rad"),
        (lw.Planar("y"), "x", "m"),
        (lw.Planar("y"), "angle", "rad"),
        (lw.Translation(), "z", "m"),
    ],
)
def test_measures_of_hinges_are_their_coordinates(hinge: Any, coordinate: str, unit: str) -> None:
    rng = np.random.default_rng(3)
    measure = hinge.measure(coordinate)
    assert measure.units == (unit,)
    for _ in range(5):
        q = hinge.q(rng.uniform(-1.5, 1.5, size=len(hinge.coordinates)))
        pose = hinge.pose(q, 0.0)
        assert float(measure.value(pose)) == pytest.approx(getattr(q, coordinate), abs=1e-12)


def test_what_cannot_be_is_said() -> None:
    m = lw.Model("m")
    m.connect("A", lw.Spherical(), m.ground, m.body("b", lw.Sphere(radius=0.1, mass=2.0)))
    with pytest.raises(lw.ModelError, match=r"Spherical does not say how 'A.e1' is measured .* write measure"):
        m.connect("motor", lw.HingeForce(1.0), "A.e1")
    m.connect("x", lw.Prismatic("x"), m.ground, m.body("c", lw.Sphere(radius=0.1, mass=2.0)))
    with pytest.raises(lw.ModelError, match="Bushing: acts between points, not along the coordinate"):
        m.connect("bush", lw.Bushing((1.0,) * 6), "x.displacement")
    with pytest.raises(lw.ModelError, match="is not a force; give a number, a signal"):
        lw.HingeForce("5")
    with pytest.raises(lw.ModelError, match="nobody drives the input 'force'"):
        m.connect("jack", lw.HingeForce(), "x.displacement")


def test_a_torsion_spring_on_a_coordinate_names_the_spring_that_does_it() -> None:
    """And that spring has the period of a torsion spring, 2π √(J/k)."""
    m = lw.Model("rotor", gravity=(0, 0, 0))
    rotor = m.body("rotor", mass=1.0, inertia=(1.0, 2.0, 1.5))
    m.connect("A", lw.Revolute("y"), m.ground, rotor)
    with pytest.raises(lw.ModelError, match=r"lw.Spring\(stiffness=8.0, length=0.1, damping=0.0\)"):
        m.connect("S", lw.TorsionSpring(stiffness=8.0, angle=0.1), "A.angle")
    m.connect("S", lw.Spring(stiffness=8.0, length=0.1, damping=0.0), "A.angle")
    found = lw.equilibrium(lw.compile_model(m))
    assert found["A.angle"] == pytest.approx(0.1)
    assert found.linearization.modes().frequencies[0] == pytest.approx((8.0 / 2.0) ** 0.5 / (2 * np.pi))
