"""Assembly: from rough guesses, with values kept, from roughly known bodies, other modes; and failures explained."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import AssemblyError, assemble, assembly_modes
from linkwork.contract import ModelError
from linkwork.spatial import Pose, rotation_z
from linkwork.system import System, compile_model
from tests.analyses.mechanisms import bennett, door, four_bar

CRANK_ROCKER = ((1.0, 3.0, 2.5), 3.2)


def residuals(system: System, state: lw.State) -> float:
    """The largest residual on position and velocity level."""
    P, P_0, _ = system.constraint_rows(state)
    return max(np.abs(system.evaluate("position", state).g).max(), np.abs(P @ state.u + P_0).max())


@pytest.mark.seed("S0.12")
def test_what_is_fixed_is_kept_and_the_rest_closes() -> None:
    system = four_bar(*CRANK_ROCKER)
    state = assemble(
        system,
        fixed={"A.angle": np.pi / 2},
        guess={"B.angle": -1.0, "C.angle": -2.0},
        velocities={"A.angle_dot": -10.0},
    )
    assert state["A.angle"] == np.pi / 2 and state["A.angle_dot"] == -10.0
    assert residuals(system, state) < 1e-13
    # The first row of reference C1.
    assert np.pi / 2 - (state["A.angle"] + state["B.angle"]) == pytest.approx(1.07196958996591051, abs=1e-14)


def test_speeds_change_as_little_as_possible_in_the_mass_metric() -> None:
    system = four_bar(*CRANK_ROCKER)
    guess = {"A.angle": 1.0, "B.angle": -1.0, "C.angle": -2.0, "A.angle_dot": 1.0}
    state = assemble(system, guess=guess)
    P, M = system.constraint_rows(state)[0], system.mass_matrix(state)
    change = M @ (state.u - [1.0, 0.0, 0.0])
    # M Δu is a combination of the rows.
    np.testing.assert_allclose(P.T @ np.linalg.lstsq(P.T, change, rcond=None)[0], change, atol=1e-12)
    assert residuals(system, state) < 1e-13


@pytest.mark.seed("S0.12")
@pytest.mark.parametrize("guess", [{"B.angle": -2.6, "C.angle": 1.8}, {"B.angle": 1.0, "C.angle": 2.0}])
def test_from_roughly_known_bodies(guess: dict[str, float]) -> None:
    """Both ways to close the four-bar: bodies that are roughly known decide which it is."""
    system = four_bar(*CRANK_ROCKER)
    wanted = assemble(system, fixed={"A.angle": 0.7}, guess=guess)
    found = system.evaluate("body_poses", wanted)
    turn = rotation_z(0.15)
    rough = {name: Pose(turn @ found.R[k], found.p[k] + 0.1) for name, k in (("coupler", 2), ("rocker", 3))}
    state = assemble(system, fixed={"A.angle": 0.7}, bodies=rough)
    np.testing.assert_allclose(np.sin(state.q - wanted.q), 0.0, atol=1e-9)
    pairs = assemble(system, fixed={"A.angle": 0.7}, bodies={name: (pose.R, pose.p) for name, pose in rough.items()})
    np.testing.assert_array_equal(pairs.q, state.q)
    positions = assemble(system, fixed={"A.angle": 0.7}, bodies={"rocker": found.p[3]})
    np.testing.assert_allclose(np.sin(positions.q - wanted.q), 0.0, atol=1e-9)


@pytest.mark.seed("S0.12")
def test_a_free_body_goes_where_it_is_said_to_be() -> None:
    m = lw.Model("free")
    body = m.body("body", lw.Box(size=(1, 2, 3), mass=1.0))
    m.connect("hold", lw.PointCoincidence(), m.ground.at(1, 1, 1), body.at(0.5, 0, 0))
    system = compile_model(m)
    R = rotation_z(2.5)
    state = assemble(system, bodies={"body": Pose(R, (1.0, 1.2, 1.1))})
    found = system.evaluate("body_poses", state)
    np.testing.assert_allclose(found.p[1] + found.R[1] @ [0.5, 0, 0], [1, 1, 1], atol=1e-12)
    assert (
        np.linalg.norm(state.q[:4]) == pytest.approx(1.0, abs=1e-12)
        or np.abs(system.evaluate("closure", state).invariants).max() < 1e-12
    )
    assert np.trace(found.R[1].T @ R) > 2.5


def test_both_modes_of_a_four_bar() -> None:
    system = four_bar(*CRANK_ROCKER)
    modes = assembly_modes(system, fixed={"A.angle": 1.0}, guess={"B.angle": -1.0, "C.angle": -2.0})
    assert len(modes) == 2
    assert modes[0]["C.angle"] == pytest.approx(-modes[1]["C.angle"], abs=1e-12)
    assert modes[0]["C.angle"] < 0


def test_an_overconstrained_loop_is_assembled_without_a_switch() -> None:
    system = bennett()
    state = assemble(system, fixed={"A.angle": 1.0}, guess={"B.angle": 2.0, "C.angle": -1.0})
    assert np.tan(state["A.angle"] / 2) * np.tan(state["B.angle"] / 2) == pytest.approx(np.sqrt(3.0), abs=1e-12)


def test_a_loop_that_is_too_short() -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(four_bar((0.2, 3.0, 0.5), 5.0))
    text = str(caught.value)
    assert "joint 'D' stays open by 1.3 m in translation along x." in text
    assert caught.value.state.q.shape == (3,)


def test_a_fixed_value_out_of_reach() -> None:
    with pytest.raises(AssemblyError, match=r"Held were A.angle = 3\. Left free, they close at A.angle = ") as caught:
        assemble(four_bar((2.5, 3.0, 1.0), 3.2), fixed={"A.angle": 3.0})
    assert "joint 'D' stays open by 1.6" in str(caught.value)


def test_contradictory_hinges() -> None:
    with pytest.raises(AssemblyError, match=r"joint 'bottom' stays open by 0.05 m in translation along x"):
        assemble(door(offset=0.05))


def test_speeds_that_the_loop_does_not_allow() -> None:
    with pytest.raises(ModelError, match=r"no velocities meet joint 'D' with A.angle_dot and B.angle_dot given"):
        assemble(four_bar(*CRANK_ROCKER), fixed={"A.angle": 1.0}, velocities={"A.angle_dot": 3.0, "B.angle_dot": 1.0})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"fixed": {"D.angle": 1.0}}, "Connect 'D' with tree='branch'"),
        ({"fixed": {"A.angel": 1.0}}, "Did you mean 'A.angle'"),
        ({"fixed": {"A.angle": 1.0}, "guess": {"A.angle": 1.0}}, "both fixed and guessed"),
        ({"velocities": {"A.angle": 1.0}}, "Did you mean 'A.angle_dot'"),
        ({"bodies": {"cranck": (0, 0, 0)}}, "Did you mean 'crank'"),
        ({"bodies": {"crank": (0, 0)}}, "three finite coordinates"),
        ({"bodies": {"crank": "left"}}, r"give a lw.Pose, \(R, p\), or three finite coordinates"),
        ({"bodies": {"crank": (2.0 * np.eye(3), (0, 0, 0))}}, "'crank': its R is not a rotation matrix"),
        ({"bodies": {"crank": (np.eye(3), (0, 0))}}, "'crank': its position p must be finite numbers of shape"),
        ({"fixed": {"A.angle": np.nan}}, "finite"),
    ],
)
def test_bad_input(given: dict, expected: str) -> None:
    with pytest.raises(ModelError, match=expected):
        assemble(four_bar(*CRANK_ROCKER), **given)


def test_driven_coordinates_cannot_be_fixed() -> None:
    with pytest.raises(ModelError, match="the model drives or locks it"):
        assemble(four_bar(*CRANK_ROCKER, drive=lw.Polynomial((1.0,))), fixed={"A.angle": 0.0})


class OnEllipsoid(lw.Constraint):
    def position(self, rel, t):
        return rel.p[0] ** 2 + rel.p[1] ** 2 + 4.0 * rel.p[2] ** 2 - 1.0


class LogOfHeight(lw.Constraint):
    lowest = lw.parameter(unit="m")

    def position(self, rel, t):
        return lw.log(rel.p[2] - self.lowest)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_pose_that_fits_is_kept(coordinates: str) -> None:
    """The weight of the coordinates as they were moved a ball on an ellipsoid by 4e-7 m."""
    m = lw.Model("ellipsoid")
    ball = m.body("ball", lw.Sphere(0.05, mass=1.0))
    m.connect("on", OnEllipsoid(), m.ground, ball)
    system = compile_model(m, coordinates)
    state = assemble(system, bodies={"ball": (0.6, 0.0, -0.4)})
    np.testing.assert_allclose(system.channels(state)["ball.position"], (0.6, 0.0, -0.4), rtol=0, atol=1e-15)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_constraint_that_is_no_number_is_named(coordinates: str) -> None:
    """Other starts are tried; where it is no number at any of them, it was "A.angle is nan"."""
    for lowest in (10.0, -0.9):
        m = lw.Model("log")
        rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
        m.connect("A", lw.Revolute("y"), m.ground, rod, initial={"angle": 1.4})
        m.connect("high", LogOfHeight(lowest=lowest), m.ground, rod.at(1, 0, 0))
        system = compile_model(m, coordinates)
        if lowest < 0.0:
            assert system.channels(assemble(system))["rod.position"] == pytest.approx(0.0, abs=1e-9)
            continue
        with pytest.raises(AssemblyError, match="constraint 'high' gives nan where the search begins: keep roots"):
            assemble(system)
        with pytest.raises(ModelError, match=r"starting state is far .*: constraint 'high' gives no number here"):
            lw.simulate(system, None, 0.1)
