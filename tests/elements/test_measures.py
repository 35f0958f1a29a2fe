"""Measures against geometry, and the loads that follow from them against statics."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.spatial import rotation

from .acting import acting, moving


@pytest.mark.parametrize("axis", ["x", "-y", (1.0, 2.0, -2.0)])
@pytest.mark.parametrize("angle", [-3.0, -0.4, 0.0, 1.3, 3.1])
def test_angle_about_any_axis(axis, angle):
    measure = lw.RelativeAngle(axis)
    turned = moving((0, 0, 0), rotation(measure.axis, angle))
    assert measure.value(turned) == pytest.approx(angle, abs=1e-12)
    # A swing about an axis across leaves it, before or after the turn.
    across = np.cross(measure.axis, (0.3, 0.5, 0.7))
    swing = rotation(across / np.linalg.norm(across), 0.8)
    for R in (swing @ turned.R, turned.R @ swing):
        assert measure.value(moving((0, 0, 0), R)) == pytest.approx(angle, abs=1e-12)


@pytest.mark.parametrize("size", [0.0, 1e-9, 1e-4, 0.03, 0.0317, 0.5, 1.7, 3.0])
def test_rotation_vector(size):
    vector = size * np.array([0.36, -0.48, 0.8])
    R = Rotation.from_rotvec(vector).as_matrix()
    np.testing.assert_allclose(lw.RotationVector().value(moving((0, 0, 0), R)), vector, rtol=1e-9, atol=1e-14)
    pose = lw.RelativePose().value(moving((1, 2, 3), R))
    np.testing.assert_allclose(pose, [*vector, 1, 2, 3], rtol=1e-9, atol=1e-14)


@pytest.mark.parametrize("size", [0.0, 1e-6, 0.02, 0.04, 1.5])
def test_the_moment_on_a_rotation_vector_is_that_of_statics(size):
    """A bushing with the same stiffness all round turns back along the axis of the turn, at any angle."""
    n = np.array([0.36, -0.48, 0.8])
    found = acting(lw.Bushing((7, 7, 7, 0, 0, 0)), moving((0, 0, 0), rotation(n, size)))
    np.testing.assert_allclose(found.wrenches[0, :3], -7 * size * n, rtol=1e-9, atol=1e-13)
    turning = acting(lw.Bushing((0,) * 6, (7, 7, 7, 0, 0, 0)), moving((0, 0, 0), rotation(n, size), w=2 * n))
    np.testing.assert_allclose(turning.e_dot[:3], 2 * n, rtol=1e-9, atol=1e-13)


@pytest.mark.seed("S0.4")
def test_a_path_bends_at_its_via_points():
    places = [np.array(p, dtype=float) for p in ((1, 0, 0), (1, 2, 0), (1, 2, -3))]
    found = acting(lw.Spring(10.0, 5.0, on=lw.Path()), *(moving(p) for p in places))
    assert found.e[0] == pytest.approx(6.0)
    tension = 10.0
    assert found.F[0] == pytest.approx(-tension)
    # Each via point gets the two pulls along the line, the insertion one.
    np.testing.assert_allclose(
        found.wrenches[:, 3:], tension * np.array([[-1, 1, 0], [0, -1, -1], [0, 0, 1]]), atol=1e-13
    )
    np.testing.assert_allclose(found.wrenches[:, :3], 0.0, atol=1e-13)


def test_lines_are_paths_of_their_own():
    first, second, third = moving((1, 0, 0)), moving((0, 1, 0)), moving((0, 1, 4))
    measure = lw.Lines((2, 2))
    assert measure.ends == 4 and measure.units == ("m", "m")
    np.testing.assert_allclose(measure.value([first, second, third]), [1.0, 4.0])
    assert lw.Lines((3,)).value([first, second]) == pytest.approx(1 + np.sqrt(2))


def test_displacement_is_along_an_axis():
    assert lw.Displacement((3, 0, 4)).value(moving((1, 5, 2))) == pytest.approx(11 / 5)
    found = acting(lw.Spring(10.0, 0.0, on=lw.Displacement("y")), moving((1, -0.2, 3)))
    np.testing.assert_allclose(found.wrenches[0, 3:], [0, 2, 0], atol=1e-14)


def test_deformation_of_a_beam_and_of_a_membrane_is_that_of_s0():
    R = rotation("z", 0.1)
    np.testing.assert_allclose(
        lw.BeamDeformation(0.9).value(moving((1, 0.02, 0), R)), [0.1, 0.02, 0, 0, 0, 0.1], atol=1e-15
    )
    turn = Rotation.from_rotvec([0.4, -1.2, 2.0]).as_matrix()
    ends = [moving(turn @ p) for p in (np.array([1.1, 0, 0]), np.array([0.5, 0.8, 0]))]
    measure = lw.MembraneDeformation(1.0, 0.9, 0.4)
    np.testing.assert_allclose(measure.value(ends), [0.1, -0.1, 0.1], atol=1e-14)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.Lines((2, 1)), "Lines: points = (2, 1): give how many points each line has, two or more"),
        (lambda: lw.Lines(()), "give how many points each line has"),
        (lambda: lw.Spring(1.0, 0.1, on=lw.Vector()), "measures 3 numbers; this law takes one"),
        (lambda: lw.Spring(1.0, 0.1, on=lw.Path), "is not a measure; did you forget the brackets?"),
        (lambda: lw.MembraneDeformation(1.0, 0.0, 0.1), "MembraneDeformation: height = 0 must be positive"),
    ],
)
def test_bad_measures_are_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


class Short(lw.Force):
    """Three ends, a measure of two."""

    ends = 3
    measure = lw.Distance()

    def law(self, e):
        return -e


def test_ends_that_do_not_fit_are_explained():
    m = lw.Model("m")
    bodies = [m.body(name, mass=1.0) for name in "abc"]
    with pytest.raises(ModelError, match=r"connection 'x': Short: has 3 ends, but Distance, .* has 2\."):
        m.connect("x", Short(), *bodies)
    with pytest.raises(ModelError, match=r"connection 'x': Muscle has 4 ends, not 3"):
        m.connect("x", lw.Muscle(1.0, 0.1, 0.1, on=lw.Lines((2, 2))), *bodies, inputs={"excitation": 0.1})
    with pytest.raises(ModelError, match=r"connection 'x': Spring takes two ends or more, 1 given"):
        m.connect("x", lw.Spring(1.0, 0.1, on=lw.Path()), bodies[0])
