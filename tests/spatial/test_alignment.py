"""Residuals of alignment, and rotations about any axis."""

import numpy as np
import pytest

from linkwork.expr import symbols
from linkwork.spatial import across, axis_error, axis_vector, rotation, rotation_error, rotation_x, rotation_y

AXES = ["x", "-y", (1.0, 2.0, -2.0), (0.3, 0.0, 0.4)]


@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.5, 2.0, 3.1, -3.1])
def test_rotation_error_is_twice_the_sine_of_half_the_angle(axis: object, angle: float) -> None:
    n = axis_vector(axis)
    np.testing.assert_allclose(rotation_error(rotation(n, angle)), 2 * np.sin(angle / 2) * n, atol=1e-14)


@pytest.mark.parametrize("axis", AXES, ids=str)
def test_nothing_but_alignment_is_zero(axis: object) -> None:
    n = axis_vector(axis)
    flipped = 2.0 * np.outer(n, n) - np.eye(3)
    assert np.abs(rotation_error(flipped)).max() > 1.0
    side = across(axis)[0]
    assert np.abs(axis_error(2.0 * np.outer(side, side) - np.eye(3), axis)).max() > 1.0


@pytest.mark.parametrize("axis", AXES, ids=str)
def test_axis_error_does_not_see_turns_about_the_axis(axis: object) -> None:
    n = axis_vector(axis)
    np.testing.assert_allclose(axis_error(rotation(n, 1.3), axis), 0.0, atol=1e-15)
    tilted = rotation(across(axis)[1], 0.8) @ rotation(n, 1.3)
    np.testing.assert_allclose(axis_error(tilted, axis), [2 * np.sin(0.4), 0.0], atol=1e-15)


def test_across_is_right_handed() -> None:
    for axis in AXES:
        a, b = across(axis)
        np.testing.assert_allclose(np.cross(a, b), axis_vector(axis), atol=1e-15)


def test_turns_about_plain_axes_are_plain() -> None:
    q = symbols("q")
    assert rotation((0, 1, 0), q).tolist() == rotation_y(q).tolist()
    assert rotation("-x", q).tolist() == rotation_x(-q).tolist()
    np.testing.assert_allclose(rotation((1.0, 2.0, -2.0) / np.array(3.0), 0.4) @ [1, 2, -2], [1, 2, -2])
