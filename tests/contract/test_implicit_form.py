"""The implicit form of joints against the explicit one: f(B, z, t) = 0 of S1 (3.1) and w of S1 (3.5)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import HingeForm
from linkwork.contract.derived.hinge_numbers import meet_invariants, sample_coordinates
from linkwork.contract.derived.implicit_form import ImplicitForm
from linkwork.spatial import Pose, matrix, rotation_x, rotation_z

CURVE = lw.FunctionCurve(lambda s: (lw.cos(s), lw.sin(s), 0.3 * s))


class Lissajous(lw.Hinge):
    """M's origin on a surface that rises with time, turned with its place."""

    coordinates = ("a", "b")

    def pose(self, q, t):
        return Pose(rotation_z(q.a) @ rotation_x(0.5 * q.b), (lw.sin(q.a), q.b, q.a * q.b + 0.2 * t * t))


class Ball(lw.Hinge):
    """A ball of radius 0.2 that rolls on the plane z = 0: six speeds would be five, rolling leaves three."""

    coordinates = ("x", "y", "e0", "e1", "e2", "e3")
    speeds = ("w_x", "w_y", "w_z")
    rest = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)

    def pose(self, q, t):
        return Pose(lw.rotation_euler_parameters([q.e0, q.e1, q.e2, q.e3]), (q.x, q.y, 0.2))

    def q_dot(self, q, u, t):
        e = [q.e0, q.e1, q.e2, q.e3]
        w = lw.rotation_euler_parameters(e) @ matrix([u.w_x, u.w_y, u.w_z])
        rates = lw.spatial.euler_parameter_rates(e, [u.w_x, u.w_y, u.w_z])
        return [0.2 * w[1], -0.2 * w[0], *rates]

    def invariants(self, q):
        return [q.e0**2 + q.e1**2 + q.e2**2 + q.e3**2 - 1.0]


HINGES: dict[str, tuple[Any, int]] = {
    "Fixed": (lw.Fixed(position=(0.1, 0.2, 0.3), axis="x", angle=0.4), 6),
    "Free": (lw.Free(), 0),
    "Revolute": (lw.Revolute((1.0, 2.0, 2.0)), 5),
    "Prismatic": (lw.Prismatic("x"), 5),
    "Screw": (lw.Screw(pitch=0.02), 5),
    "Cylindrical": (lw.Cylindrical("y"), 4),
    "Universal": (lw.Universal(), 4),
    "Planar": (lw.Planar("z"), 3),
    "Spherical": (lw.Spherical(), 3),
    "Gimbal": (lw.Gimbal("zxz"), 3),
    "Translation": (lw.Translation(), 3),
    "AlongCurve": (lw.AlongCurve(CURVE), 5),
    "AlongCurve, tangent": (lw.AlongCurve(CURVE, frame="tangent"), 5),
    "RollingWheel": (lw.RollingWheel(0.3), 2),
    "LeaningWheel": (lw.LeaningWheel(0.3), 1),
    "own, of time": (Lissajous(), 4),
    "own, rolling": (Ball(), 1),
}
"""With the number of equations: six less the dimension of the manifold of poses."""


@dataclass(frozen=True, eq=False)
class Derived(ImplicitForm):
    """The form by elimination, whatever the hinge writes."""

    @property
    def is_written(self) -> bool:
        return False


def forms_of(joint: lw.Joint) -> list[ImplicitForm]:
    """The form, and the one by elimination where the hinge writes its own."""
    return [joint.implicit, Derived(joint)] if joint.implicit.is_written else [joint.implicit]


def off_the_manifold(B: np.ndarray, z: np.ndarray, size: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    e = size * np.random.default_rng(seed).normal(size=6)
    return turned(B, e[:3]), z + e[3:]


def turned(B: np.ndarray, by: Any) -> np.ndarray:
    angle = float(np.linalg.norm(by))
    return np.asarray(lw.rotation(np.asarray(by) / angle, angle) @ B, dtype=float) if angle else B


def position_modes(joint: lw.Joint, q: np.ndarray, t: float) -> np.ndarray:
    """Columns of [ω; v] for changes of coordinates along the invariants, by differences of the pose."""
    form, h = joint.form, 1e-6
    columns = []
    for direction in np.eye(len(q)):
        ends = [joint.pose(meet_invariants(form, q + s * h * direction), t) for s in (1.0, -1.0)]
        spin = (ends[0][0] - ends[1][0]) / (2 * h) @ joint.pose(q, t)[0].T
        columns.append([spin[2, 1], spin[0, 2], spin[1, 0], *((ends[0][1] - ends[1][1]) / (2 * h))])
    return np.array(columns).T.reshape(6, len(q))


@pytest.mark.seed("S1.1")
@pytest.mark.parametrize("name", HINGES)
def test_every_hinge_has_an_implicit_form(name: str) -> None:
    """Zero on poses of the joint, as many independent equations as it forbids positions, modes their null space."""
    hinge, count = HINGES[name]
    joint, rng = lw.Joint(hinge), np.random.default_rng(5)
    for t in (0.0, 0.7):
        q = sample_coordinates(HingeForm(hinge), rng)
        B, z = joint.pose(q, t)
        for form in forms_of(joint):
            at = form.at(B, z, t, q)
            assert at.f.shape == (count,) and at.w.shape == (count, 6)
            np.testing.assert_allclose(at.f, 0.0, atol=1e-13)
            assert np.linalg.matrix_rank(at.w, tol=1e-6) == count if count else True
            modes = position_modes(joint, q, t)
            np.testing.assert_allclose(at.w @ modes, 0.0, atol=1e-8)
            assert (np.linalg.matrix_rank(modes, tol=1e-6) if modes.size else 0) == 6 - count
            if count > 0:
                away = form.residual(*off_the_manifold(B, z, 0.05, 3), t, q)
                assert np.abs(away).max() > 1e-4


@pytest.mark.seed("S1.1")
@pytest.mark.parametrize("name", HINGES)
def test_the_jacobian_is_that_of_the_residual_off_the_manifold_too(name: str) -> None:
    hinge, count = HINGES[name]
    joint, t, h = lw.Joint(hinge), 0.4, 1e-6
    q = sample_coordinates(HingeForm(hinge), np.random.default_rng(8))
    B, z = off_the_manifold(*joint.pose(q, t), 0.05, 4)
    for form in forms_of(joint):
        at = form.at(B, z, t, q)
        w = np.zeros((count, 6))
        for k, step in enumerate(h * np.eye(6)):
            ends = [form.residual(turned(B, s * step[:3]), z + s * step[3:], t, q) for s in (1.0, -1.0)]
            w[:, k] = (ends[0] - ends[1]) / (2 * h)
        np.testing.assert_allclose(at.w, w, atol=2e-8)
        late, soon = (form.residual(B, z, t + s * h, q) for s in (1.0, -1.0))
        np.testing.assert_allclose(at.rate, (late - soon) / (2 * h), atol=2e-8)


PRESCRIBED: dict[str, tuple[Any, dict[str, Any], dict[str, float]]] = {
    "revolute, driven": (lw.Revolute("z"), {"angle": lw.Sine(0.4, omega=2.0)}, {}),
    "planar, driven and locked": (lw.Planar(), {"x": lw.Sine(0.1, omega=2.0)}, {"angle": 0.3}),
    "gimbal, driven": (lw.Gimbal(), {"second": lw.Polynomial((0.1, 0.5))}, {}),
    "universal, locked": (lw.Universal(), {}, {"first": 0.4}),
    "wheel, driven": (lw.RollingWheel(0.3), {"roll": lw.Polynomial((0.0, 2.0))}, {}),
    "own, driven": (Lissajous(), {"b": lw.Sine(0.3, omega=1.0)}, {}),
}


@pytest.mark.seed("S1.1")
@pytest.mark.seed("S1.2")
@pytest.mark.parametrize("name", PRESCRIBED)
def test_driven_and_locked_coordinates_are_equations_too(name: str) -> None:
    """f = 0 also holds κ: (3.5) with w = ψ̄ (3.21) and ζ = (κ, 0) (3.17)."""
    hinge, drive, lock = PRESCRIBED[name]
    joint, t = lw.Joint(hinge, drive, lock), 0.6
    q = sample_coordinates(HingeForm(hinge), np.random.default_rng(2))
    for name, value in {**{n: x[0] for n, x in joint.excitation(t).items()}, **lock}.items():
        q[hinge.coordinates.index(name)] = value
    at = joint.implicit.at(*joint.pose(q, t), t, q)
    prescribed = len(drive) + len(lock)
    assert len(at.f) == 6 - len(hinge.coordinates) + prescribed
    np.testing.assert_allclose(at.f, 0.0, atol=1e-13)
    np.testing.assert_allclose(at.q, q, atol=1e-12)
    modes = joint.modes(q, t)
    rows, zeta = joint.implicit.velocity_rows(q, t)
    np.testing.assert_allclose(rows @ modes.free, 0.0, atol=1e-13)
    np.testing.assert_allclose(zeta[: len(drive)], [x[1] for x in joint.excitation(t).values()], atol=1e-13)
    if hinge.is_holonomic:
        np.testing.assert_allclose(at.w, np.hstack([modes.dual_excited, modes.dual_locked]).T, atol=1e-12)
        np.testing.assert_allclose(at.rate, -zeta, atol=1e-12)
    # A value of the driven coordinate that is not the signal's is off, and by just that to first order.
    wrong = q.copy()
    wrong[hinge.coordinates.index([*drive, *lock][0])] += 1e-5
    off = joint.implicit.residual(*joint.pose(wrong, t), t, q)
    assert off[0] == pytest.approx(1e-5, rel=1e-3)


@pytest.mark.seed("S1.1")
@pytest.mark.seed("S1.5")
def test_the_skewed_trough_of_the_document() -> None:
    """S1 §5: the first equation is z₂/cos α − η(t), the others hold B = E and z₃."""
    skew, eta = 0.4, lw.Sine(0.1, omega=5.0)

    class Trough(lw.Hinge):
        coordinates = ("s", "eta")

        def pose(self, q, t):
            return Pose(p=(q.s + q.eta * np.sin(skew), q.eta * np.cos(skew), 0.2))

    form, t = lw.Joint(Trough(), drive={"eta": eta}).implicit, 0.3
    at = form.at(np.eye(3), (0.7, 0.05, 0.23), t)
    np.testing.assert_allclose(at.f, [0.05 / np.cos(skew) - eta(t), 0.0, 0.0, 0.0, 0.03], atol=1e-14)
    np.testing.assert_allclose(at.w[0], [0, 0, 0, 0, 1 / np.cos(skew), 0], atol=1e-14)  # S1 (5.4b)
    assert at.q[0] == pytest.approx(0.7 - 0.05 * np.tan(skew), rel=1e-14)


@pytest.mark.seed("S1.1")
def test_velocity_conditions_of_rolling_are_more_than_those_of_positions() -> None:
    """The wheel forbids two positions and four velocities: no sliding along and across (S1 (3.7), (3.9))."""
    joint = lw.Joint(lw.RollingWheel(0.3))
    q = np.array([0.1, -0.2, 0.5, 0.9])
    rows, zeta = joint.implicit.velocity_rows(q)
    positions = joint.implicit.jacobian(*joint.pose(q))
    assert rows.shape == (4, 6) and positions.shape == (2, 6) and not zeta.any()
    np.testing.assert_allclose(rows @ joint.modes(q).free, 0.0, atol=1e-14)
    # What holds positions holds velocities: the two rows lie in the span of the four.
    assert np.linalg.matrix_rank(np.vstack([rows, positions]), tol=1e-10) == 4
    skid = [0.0, 0.0, 0.0, -np.sin(0.5), np.cos(0.5), 0.0]
    assert np.abs(positions @ skid).max() < 1e-14 < np.abs(rows @ skid).max()


@pytest.mark.seed("S1.1")
def test_conditions_that_a_hinge_writes_on_its_speeds_are_among_the_rows() -> None:
    class Skate(lw.Planar):
        def velocity(self, q, u, t):
            return [u.y * lw.cos(q.angle) - u.x * lw.sin(q.angle) - 0.1 * t]

    joint, q = lw.Joint(Skate()), np.array([0.3, 0.1, 0.4])
    rows, zeta = joint.implicit.velocity_rows(q, 2.0)
    assert rows.shape == (4, 6)
    np.testing.assert_allclose(rows[-1], [0, 0, 0, -np.sin(0.4), np.cos(0.4), 0], atol=1e-14)
    np.testing.assert_allclose(zeta, [0, 0, 0, 0.2], atol=1e-14)


class Links(lw.Assembly):
    """A bar between two ball joints: its spin moves neither end, and five of the six motions of the ends are free."""

    nodes = ("a", "b")

    def parts(self):
        bar = lw.Fixed(position=(0.4, 0.0, 0.0))
        return {"first": (lw.Spherical(), 0, "a"), "bar": (bar, "a", "b"), "second": (lw.Spherical(), "b", 1)}


@pytest.mark.seed("S1.1")
def test_an_assembly_is_a_joint_with_an_implicit_form_too() -> None:
    """A massless bar keeps a distance, S0 §7.2: one equation, whose slope is the direction of the bar."""
    m = lw.Model("bar")
    m.connect("bar", Links(), m.ground, m.body("end", mass=1.0, inertia=(1, 1, 1)))
    form = m.connections["bar"].joint.implicit
    direction = np.array([2.0, 1.0, 2.0]) / 3.0
    at = form.at(turned(np.eye(3), (0.3, 0.2, -0.4)), 0.4 * direction)
    assert at.f == pytest.approx([0.0], abs=1e-13)
    np.testing.assert_allclose(at.w[0, 3:] / np.linalg.norm(at.w[0]), direction * np.sign(at.w[0, 3]), atol=1e-12)
    # A longer distance is reached by the constrained mode alone: a displacement along x.
    x, *others = 0.41 * direction
    along = x - np.sqrt(0.16 - np.dot(others, others))
    assert form.residual(np.eye(3), 0.41 * direction) == pytest.approx([along], rel=1e-12)


def test_a_singular_configuration_has_no_dual_basis_to_eliminate_by() -> None:
    joint = lw.Joint(lw.Gimbal(), drive={"first": lw.Polynomial((0.2, 1.0))})
    q = np.array([0.2, np.pi / 2, 0.3])
    with pytest.raises(lw.ModelError, match=r"Gimbal: 2 of 3 motions .* singular there"):
        joint.implicit.residual(*joint.pose(q), 0.0, q)


def test_what_is_no_pose_is_told() -> None:
    form = lw.Joint(lw.Revolute("z")).implicit
    with pytest.raises(lw.ModelError, match="must be a rotation"):
        form.residual(2.0 * np.eye(3), np.zeros(3))
    with pytest.raises(lw.ModelError, match=r"got \(3, 3\) and \(2,\)"):
        form.residual(np.eye(3), np.zeros(2))
    for B, z in ((np.full((3, 3), np.nan), np.zeros(3)), (np.eye(3), (np.inf, 0.0, 0.0))):
        with pytest.raises(lw.ModelError, match="must be finite"):
            form.jacobian(B, z)
    with pytest.raises(lw.ModelError, match="must be a rotation"):
        form.coordinates(np.diag([1.0, 1.0, -1.0]), np.zeros(3))
    with pytest.raises(lw.ModelError, match="all of them numbers"):
        form.residual("upright", np.zeros(3))


@pytest.mark.parametrize("given", [lw.Spring(10.0, 1.0), lw.Revolute, "z"])
def test_a_joint_is_made_of_a_hinge(given: Any) -> None:
    with pytest.raises(lw.ModelError, match=r"Joint: hinge = .* is not a joint; give one with its arguments"):
        lw.Joint(given)


def test_coordinates_may_be_given_by_name() -> None:
    joint = lw.Joint(lw.Universal())
    np.testing.assert_array_equal(joint.pose({"second": 0.2, "first": 0.3})[0], joint.pose([0.3, 0.2])[0])
    with pytest.raises(lw.ModelError, match=r"Universal: .*'firts'.*Did you mean 'first'"):
        joint.pose({"firts": 0.3, "second": 0.2})
    with pytest.raises(lw.ModelError, match="'second' is missing"):
        joint.modes({"first": 0.3})
    with pytest.raises(lw.ModelError, match="as numbers"):
        joint.pose("up")


def test_a_lock_may_be_a_parameter() -> None:
    m = lw.Model("locked")
    body = m.body("body", mass=1.0, inertia=(1, 1, 1))
    m.connect("j", lw.Cylindrical("z"), m.ground, body, lock={"displacement": lw.Parameter("L", 0.3)})
    implicit = m.connections["j"].joint.implicit
    np.testing.assert_allclose(implicit.residual(np.eye(3), [0.0, 0.0, 0.3]), 0.0, atol=1e-14)
    assert np.abs(implicit.residual(np.eye(3), [0.0, 0.0, 0.4])).max() == pytest.approx(0.1)
