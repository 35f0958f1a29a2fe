"""Rotations, poses, motion and mass properties against SciPy, differences and each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from linkwork import spatial as sp
from linkwork.expr import TraceError, symbols
from linkwork.expr.evaluate import evaluate

angles = st.floats(-10.0, 10.0)
vectors = st.tuples(*[st.floats(-2.0, 2.0)] * 3).filter(lambda v: np.linalg.norm(v) > 1e-3)


@given(angle=angles, axis=vectors)
def test_turns_are_those_of_scipy(angle: float, axis: tuple[float, ...]) -> None:
    unit = sp.axis_vector(axis)
    np.testing.assert_allclose(sp.rotation(unit, angle), Rotation.from_rotvec(angle * unit).as_matrix(), atol=1e-14)
    for name in "xyz":
        np.testing.assert_allclose(sp.rotation(name, angle), Rotation.from_euler(name, angle).as_matrix(), atol=1e-15)


@given(turns=st.tuples(angles, angles, angles), axes=st.sampled_from(["xyz", "zxz", "zyx", "yxy"]))
def test_sequences_turn_about_carried_axes(turns: tuple[float, ...], axes: str) -> None:
    expected = Rotation.from_euler(axes.upper(), turns).as_matrix()
    np.testing.assert_allclose(sp.rotation_sequence(axes, turns), expected, atol=1e-14)


@pytest.mark.seed("S2.4")
@given(axis=vectors, angle=st.floats(-3.14159, 3.14159))
def test_euler_parameters_go_round(axis: tuple[float, ...], angle: float) -> None:
    r = sp.rotation(sp.axis_vector(axis), angle)
    e = sp.euler_parameters(r)
    assert e @ e == pytest.approx(1.0, abs=1e-15)
    np.testing.assert_allclose(sp.rotation_euler_parameters(e), r, atol=1e-14)


@pytest.mark.seed("S2.4", passage="§6 (30)")
def test_rates_of_euler_parameters_are_those_of_the_rotation() -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        e, w = sp.normalised(rng.normal(size=4)), rng.normal(size=3)
        h = 1e-6
        rate = np.array(sp.euler_parameter_rates(e, w))
        assert rate @ e == pytest.approx(0.0, abs=1e-15)
        up, down = (sp.rotation_euler_parameters(e + s * h * rate) for s in (1, -1))
        r = sp.rotation_euler_parameters(e)
        np.testing.assert_allclose(r.T @ (up - down) / (2 * h), sp.tilde(w), atol=1e-9)


@given(axis=vectors)
def test_frames_with_a_given_z_are_frames(axis: tuple[float, ...]) -> None:
    r = sp.frame_with_z(axis)
    np.testing.assert_allclose(r @ r.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(r) == pytest.approx(1.0)
    np.testing.assert_allclose(r[:, 2], sp.axis_vector(axis), atol=1e-15)


@pytest.mark.parametrize("axis", ["x", "-x", "y", "-y", "z", "-z"])
def test_frames_of_named_axes_have_only_zeros_and_ones(axis: str) -> None:
    assert set(np.abs(sp.frame_with_z(axis)).ravel()) == {0.0, 1.0}
    assert np.linalg.det(sp.frame_with_z(axis)) == pytest.approx(1.0)


def test_poses_compose_and_invert() -> None:
    rng = np.random.default_rng(0)
    x, y = (sp.Pose(sp.rotation(sp.axis_vector(rng.normal(size=3)), 1.3), rng.normal(size=3)) for _ in range(2))
    point = rng.normal(size=3)
    np.testing.assert_allclose((x @ y).at(point), x.at(y.at(point)), atol=1e-14)
    np.testing.assert_allclose((x.inverse @ x).at(point), point, atol=1e-14)
    assert sp.Pose().is_identity and not x.is_identity
    assert x == sp.Pose(x.R, x.p) and x != y


@pytest.mark.seed("S2.2", passage="§3 (13)")
def test_the_twist_is_the_rate_of_the_pose() -> None:
    """ω̃ = Ṙ Rᵀ by multiplication, compared with differences."""
    q = symbols("q", 3)
    pose = sp.Pose(sp.rotation_sequence("zyx", q), (q[0] * q[1], q[2] ** 2, 1.0))
    rates = dict(zip(q, (0.3, -0.7, 1.1), strict=True))
    w, v = sp.twist_of(pose, rates)

    def at(h: float) -> list[np.ndarray]:
        values = {f"q[{k}]": x + h * r for k, (x, r) in enumerate(zip((0.4, 0.2, -0.5), rates.values(), strict=True))}
        return [np.array(evaluate(list(np.ravel(a)), values), dtype=float) for a in (pose.R, pose.p, w, v)]

    h = 1e-6
    (ru, pu, *_), (rd, pd, *_), (r, _, w0, v0) = at(h), at(-h), at(0.0)
    spin = ((ru - rd) / (2 * h)).reshape(3, 3) @ r.reshape(3, 3).T
    np.testing.assert_allclose(spin, sp.tilde(w0), atol=1e-9)
    np.testing.assert_allclose((pu - pd) / (2 * h), v0, atol=1e-9)


def test_mass_properties_add_and_move() -> None:
    rng = np.random.default_rng(5)
    masses, places = rng.uniform(1, 2, 6), rng.normal(size=(6, 3))
    points = [sp.MassProperties(m, p, np.zeros((3, 3))) for m, p in zip(masses, places, strict=True)]
    whole = sp.combined(points)
    assert whole.mass == pytest.approx(masses.sum())
    about_origin = sum(sp.point_inertia(m, p) for m, p in zip(masses, places, strict=True))
    np.testing.assert_allclose(whole.inertia_about((0, 0, 0)), about_origin, rtol=1e-12)
    pose = sp.Pose(sp.rotation("x", 0.7), (1, 2, 3))
    moved = sp.combined([p.moved(pose) for p in points])
    np.testing.assert_allclose(moved.inertia, whole.moved(pose).inertia, atol=1e-12)
    np.testing.assert_allclose(moved.com, whole.moved(pose).com, atol=1e-12)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: sp.axis_vector("w"), "is not an axis"),
        (lambda: sp.axis_vector((0, 0, 0)), "an axis of zero length"),
        (lambda: sp.axis_vector((1, np.nan, 0)), "is not an axis"),
        (lambda: sp.Pose(np.eye(2)), "the rotation of a pose needs shape"),
        (lambda: sp.as_rotation(np.diag([1, 1, -1])), "proper orthogonal"),
    ],
)
def test_mistakes_are_explained(mistake, message: str) -> None:
    with pytest.raises(TraceError, match=message):
        mistake()


def test_turns_may_come_twice_about_one_axis() -> None:
    """Pairs of axis and angle, one after the other: R = R_z(a) R_x(b) R_z(c)."""
    found = sp.as_rotation([("z", 0.3), ("x", 1.2), ("z", -0.4)])
    about = {
        "x": lambda a: [[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]],
        "z": lambda a: [[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]],
    }
    expected = np.array(about["z"](0.3)) @ about["x"](1.2) @ about["z"](-0.4)
    np.testing.assert_allclose(found, expected, atol=1e-15)
    np.testing.assert_allclose(sp.as_rotation((("z", 0.3), ("x", 1.2))), sp.as_rotation({"z": 0.3, "x": 1.2}))


def test_wrong_turns_are_refused_with_the_pairs_that_are_right() -> None:
    with pytest.raises(TraceError, match="turns are about 'x', 'y' or 'z', not 'z', 'w'"):
        sp.as_rotation([("z", 0.3), ("w", 1.2)])
    with pytest.raises(TraceError, match=r"if an axis comes twice, \[\('z', 0.3\), \('x', 1.2\), \('z', 0.1\)\]"):
        sp.as_rotation([0.1, 0.2, 0.3])
