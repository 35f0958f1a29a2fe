"""Constraints and poses with corners or jumps in time are told, as drives are; hinges have independent coordinates."""

import numpy as np
import pytest

import linkwork as lw

LATER = lw.Parameter("later", 0.7)


def moved(function) -> lw.Constraint:
    class Moved(lw.Constraint):
        def position(self, rel, t):
            return rel.p[0] - function(t)

    return Moved()


def connected(element: lw.Constraint | lw.Hinge) -> lw.Connection:
    m = lw.Model("m")
    return m.connect("c", element, m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)))


@pytest.mark.parametrize(
    ("function", "moment"),
    [
        (lambda t: 0.1 + lw.maximum(t - 0.5, 0.0), "0.5"),
        (lambda t: lw.where(t < 0.25, 0.1, 0.2), "0.25"),
        (lambda t: lw.where(t < 0.25, 0.0, (t - 0.25) ** 2), "0.25"),
        (lambda t: abs(lw.sin(3.0 * t)), "1.0472"),
        (lambda t: lw.floor(2.0 * t), "0.5"),
        (lambda t: lw.maximum(t - LATER, 0.0), "0.7"),
        (lambda t: lw.Ramp(2.0, 0.0, 1.5).value(t), "1.5"),
    ],
)
def test_corners_and_jumps_are_told_with_their_time(function, moment) -> None:
    with pytest.raises(
        lw.ModelError, match=f"connection 'c': Moved.position: breaks at t = {moment}: what moves bodies"
    ):
        connected(moved(function))


@pytest.mark.parametrize(
    "function",
    [
        lambda t: lw.where(t < 0.25, 0.0, (t - 0.25) ** 3),
        lambda t: lw.SmoothStep(0.0, 1.0, 0.0, 1.0).value(t),
        lambda t: lw.sin(3.0 * t),
        lambda t: abs(LATER) * t,
    ],
)
def test_what_is_smooth_enough_is_not(function) -> None:
    assert connected(moved(function)).name == "c"


def test_velocities_and_poses_that_break_are_told_too() -> None:
    class Speed(lw.Constraint):
        def velocity(self, rel, t):
            return rel.v[0] - lw.maximum(t - 0.5, 0.0)

    class Lifted(lw.Hinge):
        coordinates = ("x",)

        def pose(self, q, t):
            return lw.Pose(np.eye(3), [q.x, lw.maximum(t - 1.0, 0.0), 0.0])

    class ByPlace(lw.Constraint):
        def position(self, rel, t):
            return lw.where(rel.p[1] < 0.3, rel.p[0], 2.0 * rel.p[0])

    with pytest.raises(lw.ModelError, match=r"Speed.velocity: breaks at t = 0.5"):
        connected(Speed())
    with pytest.raises(lw.ModelError, match=r"Lifted.pose: breaks at t = 1"):
        connected(Lifted())
    assert connected(ByPlace()).name == "c"


class Sloped(lw.Hinge):
    """Two coordinates that are one where the slope is 1."""

    coordinates = ("x", "y")
    slope = lw.parameter()

    def pose(self, q, t):
        return lw.Pose(np.eye(3), [q.x + self.slope * q.y, q.y * (self.slope - 1.0), 0.0])


def test_coordinates_that_depend_on_each_other_are_refused() -> None:
    assert connected(Sloped(2.0)).name == "c"
    # Its class is known by now; its numbers are tried all the same.
    with pytest.raises(lw.ModelError, match=r"Sloped.pose: its 2 speeds \(x, y\) give only 1 independent motion"):
        connected(Sloped(1.0))
