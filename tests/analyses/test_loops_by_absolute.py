"""Mechanisms with loops against a program in absolute coordinates that shares nothing with the formulation."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.absolute import Joint, Mechanism, Part, Solved, X, joint_rates, solve, turn
from tests.analyses.absolute import balance as unbalanced

TOLERANCE = 1e-8
PLAIN = np.eye(3)
HERE = (PLAIN, np.zeros(3))


def bar(length: float, mass: float) -> Part:
    """A bar along x that is thick enough to turn about itself, with products of inertia."""
    skew = np.array([[0.02, 0.003, -0.002], [0.003, 0.08, 0.004], [-0.002, 0.004, 0.09]])
    return Part(mass, np.array([length / 2, 0.02, -0.03]), mass * skew)


def tip(length: float, rotation: np.ndarray = PLAIN) -> tuple[np.ndarray, np.ndarray]:
    return rotation, np.array([length, 0.0, 0.0])


def planar(drive: tuple[float, float, float] | None = None) -> Mechanism:
    """Four parallel revolutes about z, gravity in the plane: three rows repeat."""
    parts = {"crank": bar(0.4, 1.0), "coupler": bar(1.2, 2.0), "rocker": bar(0.9, 1.5)}
    joints = {
        "A": Joint("revolute", None, HERE, "crank", HERE, drive=drive),
        "B": Joint("revolute", "crank", tip(0.4), "coupler", HERE),
        "C": Joint("revolute", "coupler", tip(1.2), "rocker", HERE),
        "D": Joint("revolute", "rocker", tip(0.9), None, tip(1.1), cut=True),
    }
    return Mechanism(parts, joints, np.array([0.3, -9.81, 0.0]))


def rssr() -> Mechanism:
    """Crank and rocker on skew axes, a rod between two balls: nothing repeats, the rod may turn about itself."""
    parts = {"crank": bar(0.3, 1.0), "rod": bar(1.2, 2.0), "rocker": bar(0.8, 1.5)}
    joints = {
        "A": Joint("revolute", None, HERE, "crank", HERE),
        "B": Joint("spherical", "crank", tip(0.3), "rod", HERE),
        "D": Joint("revolute", None, (turn(X, -1.4), np.array([1.0, 0.2, 0.1])), "rocker", HERE),
        "C": Joint("spherical", "rod", tip(1.2), "rocker", tip(0.8), cut=True),
    }
    return Mechanism(parts, joints)


def bennett() -> Mechanism:
    """Opposite links alike, sin(twist) / length the same for all: moves although six rows for three would forbid it."""
    short, long = (0.5, np.pi / 6), (1.0, np.pi / 2)
    parts = {"one": bar(0.5, 1.0), "two": bar(1.0, 2.0), "three": bar(0.5, 1.5)}
    ends = [tip(a, turn(X, twist)) for a, twist in (short, long, short)]
    joints = {
        "A": Joint("revolute", None, HERE, "one", HERE),
        "B": Joint("revolute", "one", ends[0], "two", HERE),
        "C": Joint("revolute", "two", ends[1], "three", HERE),
        "D": Joint("revolute", "three", ends[2], None, tip(-long[0], turn(X, -long[1])), cut=True),
    }
    return Mechanism(parts, joints)


def stewart() -> Mechanism:
    """A platform on six legs, each with a universal joint on the ground, a slide, and a ball."""
    parts = {"platform": Part(4.0, np.array([0.02, -0.01, 0.05]), np.diag([0.3, 0.35, 0.5]))}
    joints: dict[str, Joint] = {}
    for k in range(6):
        parts[f"cylinder{k}"], parts[f"rod{k}"] = bar(0.2, 0.8), bar(0.3, 0.5)
        low, high = (np.deg2rad(60 * (k // 2 * 2) + side * (1 - 2 * (k % 2))) for side in (12, 48))
        foot = np.array([np.cos(low), np.sin(low), 0.0])
        head = 0.5 * np.array([np.cos(high), np.sin(high), 0.0])
        joints[f"U{k}"] = Joint("universal", None, (PLAIN, foot), f"cylinder{k}", HERE)
        joints[f"P{k}"] = Joint("prismatic", f"cylinder{k}", HERE, f"rod{k}", HERE)
        joints[f"S{k}"] = Joint("spherical", f"rod{k}", HERE, "platform", (PLAIN, head), cut=k > 0)
    return Mechanism(parts, joints)


CASES: dict[str, tuple[Mechanism, dict[str, float], dict[str, float], int]] = {
    "planar": (planar(), {"A.angle": 0.7}, {"B.angle": -0.4, "C.angle": -1.5}, 3),
    "spatial": (rssr(), {"A.angle": 0.4}, {"D.angle": 1.5, "B.e1": 0.2, "B.w_x": 1.3}, 0),
    "bennett": (bennett(), {"A.angle": 1.0}, {"B.angle": 2.0, "C.angle": -1.0}, 3),
    "stewart": (stewart(), {}, {f"P{k}.displacement": 0.9 + 0.02 * k for k in range(6)}, 0),
    "driven": (planar((0.7, 2.0, 1.5)), {}, {"B.angle": -0.4, "C.angle": -1.5}, 3),
}


def started(name: str) -> tuple[Mechanism, lw.System, lw.State]:
    """A case in a closed configuration, with consistent speeds that are not zero."""
    mechanism, fixed, guess, _ = CASES[name]
    system = lw.compile_model(mechanism.model())
    rng = np.random.default_rng(4)
    speeds = {n: rng.normal() for n in system.layout.u} | {n: v for n, v in guess.items() if n in system.layout.u}
    return mechanism, system, lw.assemble(system, fixed=fixed, guess=speeds | guess)


SLOW = [pytest.param(name, marks=pytest.mark.slow) if name == "stewart" else name for name in CASES]


@pytest.fixture(scope="module", params=SLOW)
def case(request: pytest.FixtureRequest) -> tuple[str, Mechanism, lw.System, lw.State, Solved]:
    mechanism, system, state = started(request.param)
    return request.param, mechanism, system, state, solve(mechanism, state)


def test_the_state_meets_the_rows_of_both(case) -> None:
    name, _, system, state, solved = case
    assert solved.gap < 1e-9
    assert np.abs(state.u).max() > 0.1
    assert solved.redundant == CASES[name][3] == lw.mobility(system, state).redundant_rows


@pytest.mark.seed("S0.9", "S2.5")
def test_accelerations(case) -> None:
    _, mechanism, system, state, solved = case
    found = lw.accelerations(system, state)
    theirs = joint_rates(mechanism, state, solved)
    assert set(theirs) == set(system.layout.u)
    size = 1 + max(map(abs, theirs.values()))
    for name, value in theirs.items():
        assert found[name] == pytest.approx(value, abs=TOLERANCE * size), name


@pytest.mark.seed("S0.14")
def test_reactions(case) -> None:
    """The same loads where nothing repeats; else loads that move the bodies alike and leave free directions free."""
    _, mechanism, system, state, solved = case
    found = lw.loads(system, state)
    ours = {name: np.concatenate([found[name].moment, found[name].force]) for name in mechanism.joints}
    size = 1 + max(float(np.abs(load).max()) for load in ours.values())
    assert unbalanced(mechanism, solved, ours) < TOLERANCE * size
    assert found.unique == (solved.redundant == 0)
    for name, j in mechanism.joints.items():
        if solved.redundant == 0:
            np.testing.assert_allclose(ours[name], solved.loads[name], atol=TOLERANCE * size)
        elif j.drive is None:  # what is left are revolutes
            assert abs(ours[name][2]) < TOLERANCE * size, name


@pytest.mark.seed("S0.14")
@pytest.mark.parametrize("name", ["planar", "driven"])
def test_reactions_in_the_plane_are_unique_although_others_are_not(name: str) -> None:
    mechanism, system, state = started(name)
    found, solved = lw.loads(system, state), solve(mechanism, state)
    for joint in mechanism.joints:
        np.testing.assert_allclose(found[joint].force[:2], solved.loads[joint][3:5], atol=1e-7)
        assert found[joint].moment[2] == pytest.approx(solved.loads[joint][2], abs=1e-7)
    assert {f"{joint}.angle" for joint in solved.drives} == set(found.drives)
    for joint, torque in solved.drives.items():
        assert abs(torque) > 1.0
        assert found.drives[f"{joint}.angle"] == pytest.approx(torque, abs=1e-7)


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
