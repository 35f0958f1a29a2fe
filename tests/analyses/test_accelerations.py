"""Accelerations and loads with loops, repeated constraints and massless parts."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.accelerations import accelerations
from linkwork.analyses.loads import inverse_dynamics, loads

METHODS = ("auto", "multipliers", "pseudo-inverse", "complement")


def four_bar(axis: str = "y") -> lw.Model:
    model = lw.Model("four-bar")
    crank = model.body("crank", lw.Rod(length=0.2, mass=1.0))
    coupler = model.body("coupler", lw.Rod(length=0.9, mass=2.0))
    rocker = model.body("rocker", lw.Rod(length=0.5, mass=1.5))
    model.connect("A", lw.Revolute(axis), model.ground, crank)
    model.connect("B", lw.Revolute(axis), crank.at(0.2, 0, 0), coupler)
    model.connect("C", lw.Revolute(axis), coupler.at(0.9, 0, 0), rocker)
    model.connect("D", lw.Revolute(axis), model.ground.at(0.8, 0, 0), rocker.at(0.5, 0, 0))
    return model


def closed(system: lw.System) -> lw.State:
    """The four-bar at crank angle 0.3, by the law of cosines; positive turns about y go from z to x."""
    angle = 0.3
    tip = 0.2 * np.array([np.cos(angle), -np.sin(angle)])
    d = np.array([0.8, 0.0]) - tip
    reach = np.linalg.norm(d)
    base = np.arctan2(-d[1], d[0])
    at_b = np.arccos((0.9**2 + reach**2 - 0.5**2) / (2 * 0.9 * reach))
    at_c = np.arccos((0.9**2 + 0.5**2 - reach**2) / (2 * 0.9 * 0.5))
    coupler = base - at_b
    values = {"A.angle": angle, "B.angle": coupler - angle, "C.angle": np.pi - at_c}
    return system.state(values)


@pytest.mark.seed("S2.6")
@pytest.mark.parametrize("method", METHODS)
def test_a_redundant_loop_moves_alike_by_all_methods(method: str) -> None:
    """Five rows close the loop, three of them repeat: energy is conserved all the same."""
    system = lw.compile_model(four_bar())
    state = closed(system)
    assert np.abs(system.evaluate("position", state).g).max() < 1e-12
    found = accelerations(system, state, method)
    reference = accelerations(system, state, "multipliers")
    np.testing.assert_allclose(found.u_dot, reference.u_dot, rtol=1e-9)
    assert (found.rows, found.redundant) == (5, 3)
    p, _, p_00 = system.constraint_rows(state)
    np.testing.assert_allclose(p @ found.u_dot + p_00, 0.0, atol=1e-10)


@pytest.mark.seed("S0.14")
def test_loads_from_the_ground_and_weight_move_the_whole() -> None:
    """Newton for the whole mechanism: weight and the forces in A and D give Σ m a."""
    system = lw.compile_model(four_bar())
    state = closed(system)
    found = loads(system, state)
    assert not found.unique
    rate = _momentum_rate(system, state, found.motion.u_dot)
    weight = np.array([0.0, 0.0, -4.5 * 9.81])
    np.testing.assert_allclose(found["A"].force + found["D"].force + weight, rate, atol=1e-5)


def _momentum_rate(system: lw.System, state: lw.State, u_dot: np.ndarray) -> np.ndarray:
    """Σ m a of the centres of mass, by second differences along the motion."""
    equations = system.equations
    tree = equations.tree
    total = sum(link.mass * tree.world(link.number).p + tree.world(link.number).R @ link.moment for link in tree.links)
    place = equations.tracer.function("first_moment", c=total)
    h = 1e-4

    def at(s: float) -> np.ndarray:
        q = state.q + s * h * state.u + 0.5 * (s * h) ** 2 * u_dot
        return np.asarray(place(q, state.u, [], [], 0.0, np.zeros(0)).c)

    return (at(1) - 2 * at(0) + at(-1)) / h**2


def test_inverse_dynamics_undoes_forward_dynamics() -> None:
    system = lw.compile_model(four_bar())
    state = closed(system)
    free = accelerations(system, state)
    np.testing.assert_allclose(inverse_dynamics(system, state, free.u_dot), 0.0, atol=1e-10)
    with pytest.raises(lw.ModelError, match="break the constraints"):
        inverse_dynamics(system, state, free.u_dot + 1.0)
    with pytest.raises(lw.ModelError, match="needs 3 accelerations"):
        inverse_dynamics(system, state, [1.0])


@pytest.mark.seed("S0.9")
def test_a_driven_crank_reports_its_torque() -> None:
    """Power of the drive = rate of energy, with the motion of the loop following the crank."""
    model = four_bar()
    model.remove("A")
    crank = model["crank"]
    model.connect("A", lw.Revolute("y"), model.ground, crank, drive={"angle": lw.Ramp(slope=0.0, offset=0.3)})
    system = lw.compile_model(model)
    assert "A.angle" in loads(system, closed(system)).drives


def test_unknown_methods_and_connections_are_named() -> None:
    system = lw.compile_model(four_bar())
    state = closed(system)
    with pytest.raises(lw.ModelError, match="Did you mean 'complement'"):
        accelerations(system, state, "complment")
    with pytest.raises(lw.ModelError, match="there is no joint or constraint 'Z'"):
        _ = loads(system, state)["Z"]


def test_a_thin_rod_that_floats_is_not_determined() -> None:
    model = lw.Model("loose")
    model.body("rod", lw.Rod(length=1.0, mass=1.0))
    system = lw.compile_model(model)
    with pytest.raises(lw.ModelError, match=r"rod \(free\).w_x of body 'rod' can change without moving any mass"):
        accelerations(system, system.rest)


@pytest.mark.seed("S0.9")
def test_a_driven_gear_turns_the_other_wheel() -> None:
    """θ₁ = 2 θ₂ driven by θ₁: the motor feels I₁ + I₂ / 4, and inverse dynamics asks for the same torque."""
    model = lw.Model("gears", gravity=(0, 0, 0))
    one, two = (model.body(name, mass=1.0, inertia=(0.5, 0.5, moment)) for name, moment in (("one", 0.3), ("two", 0.8)))
    drive = {"angle": lw.Polynomial((0.0, 0.0, 1.5))}
    model.connect("A", lw.Revolute("z"), model.ground, one, drive=drive)
    model.connect("B", lw.Revolute("z"), model.ground.at(0.5, 0, 0), two)
    model.connect("gear", lw.LinearCoupling((1.0, -2.0)), "A.angle", "B.angle")
    system = lw.compile_model(model)
    torque = (0.3 + 0.8 / 4) * 3.0
    assert lw.loads(system, system.state()).drives == {"A.angle": pytest.approx(torque)}
    # Forces of least norm: the motor alone is one solution, and what is orthogonal to the row (1, −2) is the nearest.
    shared = lw.inverse_dynamics(system, system.state(), [3.0, 1.5])
    np.testing.assert_allclose(shared, torque * np.array([4.0, 2.0]) / 5.0)
