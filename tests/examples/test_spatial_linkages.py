"""Spatial linkages of the gallery against their geometry in closed form."""

import numpy as np
import pytest

from examples import bennett_linkage, cardan_shaft, delta_robot, double_wishbone, robot_arm, stewart_platform

from .planar import meet


def test_bennett_linkage_moves_and_keeps_its_proportion() -> None:
    found = bennett_linkage.numbers()
    a, b = bennett_linkage.ALPHA, bennett_linkage.BETA
    assert found["degrees of freedom"] == 1
    assert found["repeated rows"] == 3  # five rows close the loop, of which two are left
    assert abs(found["tan tan"]) == pytest.approx(np.sin((a + b) / 2) / np.sin((a - b) / 2), rel=1e-9)
    assert abs(found["opposite"]) < 1e-9


def test_cardan_shaft_wavers() -> None:
    found, bend = cardan_shaft.numbers(), cardan_shaft.BEND
    assert found["slowest"] == pytest.approx(np.cos(bend), rel=1e-6)
    assert found["fastest"] == pytest.approx(1 / np.cos(bend), rel=1e-6)
    assert np.tan(found["angle"]) == pytest.approx(np.tan(found["of"]) / np.cos(bend), rel=1e-6)


@pytest.mark.slow
def test_stewart_platform_has_the_legs_it_was_given() -> None:
    e, found = stewart_platform, stewart_platform.numbers()
    for k in range(6):
        wanted = e.LENGTHS[k] + 0.04 * np.sin(2 * np.pi * (0.5 + 0.1 * k) * 0.4)
        assert found[f"length {k}"] == pytest.approx(wanted, abs=1e-8)
    assert found["left free"] == 0


def test_delta_robot_is_where_three_spheres_meet() -> None:
    e, found = delta_robot, delta_robot.numbers()
    centres = []
    for k, offset in enumerate(e.ANGLES):
        angle = offset + 0.3 * np.sin(2 * np.pi * (0.5 + 0.25 * k) * 0.3)
        out = e.BASE - e.PLATE + e.ARM * np.cos(angle)
        turn = 2 * np.pi * k / 3
        centres.append([out * np.cos(turn), out * np.sin(turn), -e.ARM * np.sin(angle)])
    # The spheres' differences are planes: a line, of which the lower point is the plate.
    c = np.array(centres)
    rows, right = 2 * (c[1:] - c[0]), (c[1:] ** 2).sum(1) - (c[0] ** 2).sum()
    start, direction = np.linalg.lstsq(rows, right, rcond=None)[0], np.cross(*rows)
    direction /= np.linalg.norm(direction)
    offset = start - c[0]
    half = offset @ direction
    root = np.sqrt(half**2 - offset @ offset + e.BAR**2)
    lower = min((start + (-half + side * root) * direction for side in (-1, 1)), key=lambda p: p[2])
    np.testing.assert_allclose([found["x"], found["y"], found["z"]], lower, atol=1e-8)
    assert found["turn"] < 1e-8


@pytest.mark.few(1)
@pytest.mark.parametrize("angle", [-0.1, 0.1])
def test_wishbones_camber_as_their_front_view_says_and_do_not_steer(angle: float) -> None:
    e, found = double_wishbone, double_wishbone.numbers()
    lower, upper = np.array(e.LOWER), np.array(e.UPPER)
    ball_lower, ball_upper = np.array(e.BALL_LOWER), np.array(e.BALL_UPPER)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    low = lower + turn @ (ball_lower - lower)
    up = meet(low, np.linalg.norm(ball_upper - ball_lower), upper, np.linalg.norm(ball_upper - upper), ball_upper)
    before, after = ball_upper - ball_lower, up - low
    camber = np.arctan2(after[1], after[0]) - np.arctan2(before[1], before[0])
    assert found[f"camber at {angle:+}"] == pytest.approx(camber, abs=1e-9)
    assert abs(found[f"steer at {angle:+}"]) < 1e-9


def test_robot_arm_is_held_against_the_slope_of_its_potential() -> None:
    def height(angles: np.ndarray) -> float:
        """The potential energy, from Denavit–Hartenberg matrices; each link's centre is half way to its hinge."""
        T, energy = np.eye(4), 0.0
        for (a, alpha, d, mass), q in zip(robot_arm.TABLE, angles, strict=True):
            c, s, ca, sa = np.cos(q), np.sin(q), np.cos(alpha), np.sin(alpha)
            before = T
            T = T @ np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]])
            energy += mass * 9.81 * (before[2, 3] + T[2, 3]) / 2
        return energy

    q, step = np.array(robot_arm.POSTURE), 1e-6
    slopes = [(height(q + step * e) - height(q - step * e)) / (2 * step) for e in np.eye(6)]
    found = robot_arm.numbers()
    np.testing.assert_allclose([found[f"torque {k}"] for k in range(1, 7)], slopes, atol=1e-7)
