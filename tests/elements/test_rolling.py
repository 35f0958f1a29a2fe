"""Rolling: hinges, velocity conditions and arc lengths say the same."""

import numpy as np
import pytest

import linkwork.elements as lw
from linkwork.contract import Constraint, ConstraintForm, Hinge, HingeForm, Joint
from linkwork.contract.derived.hinge_numbers import hinge_values, sample_coordinates
from linkwork.contract.errors import ModelError
from linkwork.contract.parameters import parameter_values
from linkwork.testing.constraints import random_motion, satisfied_motion, value_function
from linkwork.testing.examples import OVAL, STADIUM, ellipse


def along(hinge: Hinge, constraint: Constraint, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Residual and velocity row of a constraint on a random motion of a hinge."""
    rng, form, c = np.random.default_rng(seed), HingeForm(hinge), ConstraintForm(constraint)
    u = rng.normal(size=len(hinge.speed_names))
    now = hinge_values(form, sample_coordinates(form, rng), u, 0.0, R=form.pose.R, p=form.pose.p, V=form.V)
    w, v = now.R @ now.V[:3], now.R @ now.V[3:]
    found = c.function(f=c.f, rows=c.rows)(now.R, now.p, w, v, [], [], 0.0, parameter_values(c.parameters))
    return found.f, found.rows


@pytest.mark.seed("S1.2", passage="§3 (3.27)")
@pytest.mark.parametrize("hinge", [lw.RollingWheel(0.3), lw.LeaningWheel(0.3)], ids=lambda e: e.kind)
@pytest.mark.parametrize("seed", range(4))
def test_rolling_hinges_satisfy_the_rolling_conditions(hinge: Hinge, seed: int) -> None:
    touching, _ = along(hinge, lw.DiscOnPlane(0.3), seed)
    _, slip = along(hinge, lw.RollingDisc(0.3), seed)
    np.testing.assert_allclose(touching, 0.0, atol=1e-15)
    np.testing.assert_allclose(slip, 0.0, atol=1e-14)


def test_a_wheel_of_another_radius_slips() -> None:
    _, slip = along(lw.LeaningWheel(0.3), lw.RollingDisc(0.25), 1)
    assert np.abs(slip).max() > 1e-3


def test_rolling_hinge_is_nonholonomic() -> None:
    assert not lw.RollingWheel(0.3).is_holonomic
    assert lw.Spherical().is_holonomic


@pytest.mark.parametrize("name", ["x", "y"])
def test_place_of_a_rolling_wheel_cannot_be_driven(name: str) -> None:
    with pytest.raises(ModelError, match=f"RollingWheel: drive: the rate of '{name}' is not a speed of its own"):
        Joint(lw.RollingWheel(0.3), drive={name: lw.Sine(1.0, omega=2.0)})


def test_roll_of_a_wheel_can_be_driven() -> None:
    joint = Joint(lw.RollingWheel(0.3), drive={"roll": lw.Sine(1.0, omega=2.0)})
    assert joint.velocity_states == ("heading_dot",)
    _, y_2 = joint.kinematics([0.0, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(y_2, [0.3 * 2.0, 0.0, 0.0, 2.0])


PAIRS = [
    lw.RollingCurves(lw.CircleCurve(0.4), lw.CircleCurve(0.2)),
    lw.RollingCurves(lw.LineCurve(), lw.FunctionCurve(ellipse, (0.0, 2 * np.pi), True), opposite=False),
    lw.RollingCurves(lw.SplineCurve(OVAL, closed=True), lw.CircleCurve(0.1)),
    lw.RollingCurves(lw.ArcsAndLines(STADIUM, closed=True), lw.CircleCurve(0.1)),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda e: e.first.kind)
def test_rolling_curves_do_not_slip(pair: lw.RollingCurves) -> None:
    """In the plane one motion is left, and on it the material points of the contact have the same velocity."""
    form = ConstraintForm(pair)
    values = value_function(form)
    rng = np.random.default_rng(4)
    for _ in range(60):
        start = random_motion(form, rng)
        angle = rng.uniform(-1, 1)
        flat = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        start = type(start)(flat, start.p * [1, 1, 0], start.w, start.v, start.s, start.s_dot, start.t)
        there = satisfied_motion(values, start)
        if there is not None and np.abs(there.R[2, :2]).max() < 1e-9 and _sense(pair, there) == pair.opposite:
            break
    else:
        pytest.fail("no contact was found")
    planar = values(there).P[:, [2, 3, 4, 6, 7]]
    assert np.linalg.matrix_rank(planar, tol=1e-8) == 4
    w, x, y, *_ = np.linalg.svd(planar)[2][-1]
    arm = there.R @ pair.second.point(float(there.s[1]))
    slip = np.array([x, y, 0.0]) + np.cross([0.0, 0.0, w], arm)
    np.testing.assert_allclose(slip, 0.0, atol=2e-7)


def _sense(pair: lw.RollingCurves, motion: object) -> bool:
    s1, s2 = (float(x) for x in motion.s)
    return bool(pair.first.tangent(s1) @ (motion.R @ pair.second.tangent(s2)) < 0)


def test_two_circles_touch_at_the_sum_or_difference_of_radii() -> None:
    form = ConstraintForm(lw.CurveOnCurve(lw.CircleCurve(0.4), lw.CircleCurve(0.3)))
    values, rng = value_function(form), np.random.default_rng(2)
    found = []
    for _ in range(12):
        start = random_motion(form, rng)
        there = satisfied_motion(values, type(start)(np.eye(3), start.p * [1, 1, 0], *list(vars(start).values())[2:]))
        if there is not None:
            found.append(np.linalg.norm(there.p[:2]))
    assert len(found) >= 6
    assert all(min(abs(d - 0.7), abs(d - 0.1)) < 1e-8 for d in found)


def test_rolling_needs_arc_lengths() -> None:
    with pytest.raises(ModelError, match=r"FunctionCurve: its arc length needs span=\(start, end\)"):
        lw.RollingCurves(ellipse, lw.CircleCurve(0.1))
