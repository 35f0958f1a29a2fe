"""What follows from one function: forms of hinges and constraints."""

import numpy as np
import pytest

import linkwork.elements as lw
from linkwork.contract import (
    ConstraintForm,
    Hinge,
    HingeForm,
    ImplicitHinge,
    Joint,
    ModelError,
    Parameter,
    parameter,
    value_of,
)
from linkwork.contract.derived.hinge_numbers import hinge_function, hinge_values
from linkwork.contract.derived.probe import fold_constants
from linkwork.expr import asin, atan2, cos, sin, sqrt, symbols, where
from linkwork.spatial import Pose, rotation_z
from linkwork.testing.constraints import random_motion, satisfied_motion, value_function
from linkwork.testing.examples import HINGES


@pytest.mark.seed("S0.2", passage="§3.3 (3.3.8)–(3.3.20)")
def test_rows_of_a_distance() -> None:
    form = ConstraintForm(lw.FixedDistance(2.0))
    at = form.function(f=form.f, P=form.P, P_0=form.P_0, P_00=form.P_00)
    found = at(np.eye(3), [0, 0, 2.0], [1, 2, 3], [0.5, 0, 0], [], [], 0.0, [])
    assert found.f.tolist() == [0.0]
    assert found.P.tolist() == [[0, 0, 0, 0, 0, 1.0]]
    assert found.P_0.tolist() == [0.0]
    assert found.P_00.tolist() == [0.5**2 / 2.0]


@pytest.mark.seed("S0.2")
def test_rheonomic_rows_have_a_part_of_time() -> None:
    form = ConstraintForm(lw.PrescribedAttitude((lw.Sine(0.3, omega=2.0), 0.0, 0.0)))
    t = 0.4
    found = form.function(P_0=form.P_0, P_00=form.P_00)(np.eye(3), [0, 0, 0], [0, 0, 0], [0, 0, 0], [], [], t, [])
    np.testing.assert_allclose(found.P_0, [-0.6 * np.cos(2 * t), 0, 0])
    np.testing.assert_allclose(found.P_00, [1.2 * np.sin(2 * t), 0, 0])


def test_implicit_form_needs_a_residual() -> None:
    with pytest.raises(ModelError, match="has no implicit form"):
        ImplicitHinge(lw.RollingWheel(0.3))


CLOSING = [hinge for group in HINGES.values() for hinge in group if hinge.writes("residual")]


@pytest.mark.few(19)
@pytest.mark.parametrize("hinge", [*CLOSING, lw.Fixed(), lw.Spherical(), lw.Translation()], ids=lambda e: e.kind)
def test_residuals_lead_to_the_hinge_from_far_away(hinge: Hinge) -> None:
    """From random poses Newton finds poses of the hinge: some coordinates give them."""
    form = ConstraintForm(ImplicitHinge(hinge))
    values, rng = value_function(form), np.random.default_rng(8)
    found = [satisfied_motion(values, random_motion(form, rng)) for _ in range(5)]
    assert None not in found
    for motion in found:
        np.testing.assert_allclose(values(motion).f, 0.0, atol=1e-9)
        assert distance_to_poses(hinge, motion) < 1e-6


def distance_to_poses(hinge: Hinge, motion: object) -> float:
    """How far a pose is from those that the hinge can have: least squares over its coordinates from several starts."""
    form, rng = HingeForm(hinge), np.random.default_rng(3)
    function = hinge_function(form, R=form.pose.R, p=form.pose.p)
    known = np.array([p.value for p in form.parameters])

    def gap(q: np.ndarray) -> np.ndarray:
        now = function(q, np.zeros(len(form.u)), motion.t, known)
        return np.concatenate([(now.R - motion.R).ravel(), now.p - motion.p])

    best = np.inf
    for _ in range(40):
        q = hinge.rest_values + rng.uniform(-3, 3, len(form.q))
        if isinstance(hinge, lw.Screw):  # it may be many turns away
            q = np.array([2 * np.pi * np.dot(hinge.axis, motion.p) / value_of(hinge.pitch)])
        for _ in range(60 if len(q) else 1):
            r = gap(q)
            if np.abs(r).max() < 1e-7 or not len(q):
                break
            slopes = np.array([(gap(q + 1e-6 * e) - gap(q - 1e-6 * e)) / 2e-6 for e in np.eye(len(q))]).T
            step = np.linalg.lstsq(slopes, -r, rcond=1e-8)[0]
            q = q + step * min(1.0, 0.7 / max(np.abs(step).max(), 1e-12))
        best = min(best, float(np.abs(gap(q)).max()))
        if best < 1e-7:
            break
    return best


def test_a_branch_is_not_taken_for_a_constant() -> None:
    """Between the samples and the rest of the world there may be a `where`."""
    q = symbols("q", 1)
    points = [{"q[0]": x} for x in (0.1, 0.2, 0.5)]
    kept = fold_constants([where(q[0] > 1.0, q[0], 2.0), cos(q[0]) ** 2 + sin(q[0]) ** 2], points)
    assert kept[1] == 1.0
    assert not isinstance(kept[0], float)


def test_an_inverse_function_is_not_taken_for_its_argument() -> None:
    """asin(sin q) is q near zero only, and √(q − 2)² is 2 − q on one side of 2."""
    q = symbols("q", 1)
    points = [{"q[0]": x, "k": 2.0 + x} for x in (0.1, 0.2, 0.5)]
    k = Parameter("k", 2.0)
    disguised = [
        asin(sin(q[0])) - q[0],
        sqrt((q[0] - 2.0) ** 2) + q[0],
        ((q[0] - 2.0) ** 2) ** 0.5 + q[0],
        atan2(sin(q[0]), cos(q[0])) - q[0],
    ]
    assert not any(isinstance(x, float) for x in fold_constants(disguised, points))
    assert fold_constants([asin(sin(q[0]))], points, [q[0]])[0] is not q[0]
    assert fold_constants([sqrt(k) * (cos(q[0]) ** 2 + sin(q[0]) ** 2) / sqrt(k)], points)[0] == 1.0


class Ratchet(Hinge):
    """Stands still up to one radian, then turns."""

    coordinates = ("angle",)

    def pose(self, q, t):
        return Pose(rotation_z(where(q.angle > 1.0, q.angle - 1.0, 0.0)))


def test_modes_behind_a_branch() -> None:
    form = HingeForm(Ratchet())
    assert hinge_values(form, [0.5], phi=form.phi).phi[2, 0] == 0.0
    assert hinge_values(form, [2.0], phi=form.phi).phi[2, 0] == 1.0


class Crank(Hinge):
    """M on a crank of a given radius."""

    coordinates = ("angle",)
    radius = parameter(unit="m")

    def pose(self, q, t):
        return Pose(rotation_z(q.angle), (self.radius * cos(q.angle), self.radius * sin(q.angle), 0))


def test_a_parameter_is_no_constant_of_the_modes() -> None:
    radius = Parameter("radius", 0.5)
    form = HingeForm(Crank(radius))
    assert [p.name for p in form.parameters] == ["radius"]
    assert not isinstance(form.phi[4, 0], float)
    assert hinge_values(form, [0.3], phi=form.phi).phi[4, 0] == pytest.approx(0.5, rel=1e-15)
    assert hinge_function(form, phi=form.phi)([0.3], [0.0], 0.0, [0.7]).phi[4, 0] == pytest.approx(0.7, rel=1e-15)


@pytest.mark.seed("S0.3", passage="§3.3 (3.3.36)")
def test_rank_test_in_words() -> None:
    class Twice(Hinge):
        coordinates = ("first", "second")

        def pose(self, q, t):
            return Pose(p=(q.first + q.second, 0, 0))

    assert (
        str(Joint(Twice()).rank([0.0, 0.0]))
        == "2 speeds, but only 1 are necessary: the coordinates are not independent."
    )
    assert str(Joint(lw.Universal()).rank([0.1, 0.2])) == "2 independent speeds."


def test_locked_and_driven_modes_are_set_apart() -> None:
    joint = Joint(lw.Planar(), drive={"x": lw.Sine(0.1, omega=2.0)}, lock={"angle": 0.0})
    modes = joint.modes([0.1, 0.2, 0.3])
    assert joint.velocity_states == ("y",)
    np.testing.assert_allclose(modes.free.T, [[0, 0, 0, 0, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(modes.excited.T, [[0, 0, 0, 1, 0, 0]], atol=1e-15)
    np.testing.assert_allclose(modes.locked[:, 0], [0, 0, 1, 0, 0, 0])
