"""The conformance checks catch what they promise: each faulty element fails with the property's name."""

import numpy as np
import pytest

from linkwork.contract import Constraint, Curve, Hinge, ModelError, Shape, Signal
from linkwork.expr import cos, sin, where
from linkwork.spatial import MassProperties, Pose, rotation_x, rotation_z
from linkwork.testing import ConformanceError, check_element


class Good(Hinge):
    coordinates = ("angle",)

    def pose(self, q, t):
        return Pose(rotation_z(q.angle), (0, 0, 0.1 * t))

    def residual(self, rel, t):
        return [rel.p[0], rel.p[1], rel.p[2] - 0.1 * t, rel.R[0, 2], rel.R[1, 2]]


def test_good_hinge_that_moves_with_time_passes() -> None:
    check_element(Good())


class NotOrthogonal(Good):
    def pose(self, q, t):
        return Pose((1.0 + 0.1 * q.angle**2) * rotation_z(q.angle), (0, 0, 0.1 * t))


class Mirrored(Good):
    def pose(self, q, t):
        return Pose(np.diag([1.0, 1.0, -1.0]) @ rotation_z(q.angle))


class Loose(Hinge):
    coordinates = ("c", "s")
    speeds = ("w",)
    rest = (1.0, 0.0)

    def pose(self, q, t):
        return Pose([[q.c, -q.s, 0], [q.s, q.c, 0], [0, 0, 1]])

    def q_dot(self, q, u, t):
        return [-q.s * u.w, 0.9 * q.c * u.w]

    def invariants(self, q):
        return [q.c * q.c + q.s * q.s - 1.0]


class Quadratic(Good):
    def q_dot(self, q, u, t):
        return [u.angle * u.angle]


class Twice(Hinge):
    coordinates = ("first", "second")

    def pose(self, q, t):
        return Pose(rotation_z(q.first) @ rotation_z(q.second))


class SingularRest(Hinge):
    coordinates = ("first", "second", "third")

    def pose(self, q, t):
        return Pose(rotation_z(q.first) @ rotation_x(q.second) @ rotation_z(q.third))


class Incomplete(Good):
    def residual(self, rel, t):
        return rel.p


class Wrong(Good):
    def residual(self, rel, t):
        return [rel.p[0] - 0.1, rel.p[1], rel.p[2] - 0.1 * t, rel.R[0, 2], rel.R[1, 2]]


class Dependent(Good):
    def residual(self, rel, t):
        return [rel.p[0], rel.p[1], rel.p[0] + rel.p[1], rel.R[0, 2], rel.R[1, 2]]


class Squared(Good):
    """Zero in the right place, but flat there: a solver cannot follow it."""

    def residual(self, rel, t):
        return [rel.p[0], rel.p[1], (rel.p[2] - 0.1 * t) ** 2, rel.R[0, 2], rel.R[1, 2]]


@pytest.mark.parametrize(
    ("hinge", "name"),
    [
        (NotOrthogonal(), "rotation"),
        (Mirrored(), "rotation"),
        (Loose(), "invariants"),
        (Quadratic(), "kinematical equations"),
        (Twice(), "rank"),
        (SingularRest(), "rank"),
        (Incomplete(), "residual"),
        (Wrong(), "residual"),
        (Dependent(), "residual"),
        (Squared(), "residual"),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_faulty_hinge_is_caught(hinge: Hinge, name: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_element(hinge)
    assert caught.value.property == name
    assert str(caught.value).startswith(f"{hinge}: {name}: ")


class Redundant(Constraint):
    def position(self, rel, t):
        return [rel.p[0], 2.0 * rel.p[0]]


class Impossible(Constraint):
    def position(self, rel, t):
        return rel.p @ rel.p + 1.0


@pytest.mark.parametrize(("constraint", "name"), [(Redundant(), "rank"), (Impossible(), "rank")], ids=lambda x: str(x))
def test_faulty_constraint_is_caught(constraint: Constraint, name: str) -> None:
    with pytest.raises(ConformanceError, match=name):
        check_element(constraint)


def test_nonlinear_velocity_row_is_refused() -> None:
    class Drag(Constraint):
        def velocity(self, rel, t):
            return rel.v[0] ** 2

    with pytest.raises(ModelError, match=r"Drag\.velocity: row 1 is not linear in the velocities \(look at v\[0\]\)"):
        check_element(Drag())


def test_velocity_row_with_an_absolute_value_is_refused() -> None:
    class Size(Constraint):
        def velocity(self, rel, t):
            return [rel.v[1], abs(rel.v[0])]

    with pytest.raises(ModelError, match=r"Size\.velocity: row 2 is not linear in the velocities"):
        check_element(Size())


class Slow(Curve):
    """Its arc length is that of another circle."""

    def point(self, s):
        return [cos(s), sin(s), 0.0]

    def arc(self, s):
        return 0.9 * s


class Heavy(Shape):
    def properties(self):
        return MassProperties(1.0, np.zeros(3), np.diag([1.0, 1.0, 3.0]))


class Smooth(Signal):
    """Says it is smoother than it is."""

    smoothness = 2.0

    def value(self, t):
        return where(t < 0.731, 0.0, t)


@pytest.mark.parametrize(
    ("element", "name"), [(Slow(), "arc"), (Heavy(), "inertia"), (Smooth(), "derivative 1")], ids=str
)
def test_other_faults_are_caught(element: object, name: str) -> None:
    with pytest.raises(ConformanceError, match=name):
        check_element(element)
