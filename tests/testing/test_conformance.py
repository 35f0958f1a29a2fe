"""The conformance checks catch what they promise: each faulty element fails with the property's name."""

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import (
    Constraint,
    Curve,
    Force,
    Hinge,
    Measure,
    ModelError,
    Parameter,
    Shape,
    Signal,
    parameter,
    try_element,
)
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
        (Loose(), "invariants"),
        (SingularRest(), "rank"),
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


class Moving(Good):
    def residual(self, rel, t):
        return [rel.p[0], rel.p[1], rel.v[2] - 0.1, rel.R[0, 2], rel.R[1, 2]]


class Yes(Good):
    def residual(self, rel, t):
        return [rel.p[0] == 0, rel.p[1], rel.p[2], rel.R[0, 2], rel.R[1, 2]]


@pytest.mark.parametrize(
    ("hinge", "message"),
    [
        (NotOrthogonal(), "NotOrthogonal.pose: the rotation at q = (-0.3959) is not orthogonal"),
        (Mirrored(), "Mirrored.pose: the rotation at q = (0) mirrors"),
        (Quadratic(), "Quadratic.q_dot: row 1 is not linear in the velocities (look at u[0])"),
        (Incomplete(), "Incomplete.residual: has 3 rows, needs 5: 6 less its speeds"),
        (Wrong(), "Wrong.residual: is not zero on the joint's own pose at q = (0); it is (-0.1, 0, 0, 0, 0)"),
        (Moving(), "Moving.residual: reads rel.w or rel.v"),
        (Yes(), "Yes.residual: returned a comparison"),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_faults_that_connect_itself_refuses(hinge: Hinge, message: str) -> None:
    model = lw.Model("m")
    body = model.body("b", mass=1.0)
    with pytest.raises(ModelError, match=re.escape(f"connection 'A': {message}")):
        model.connect("A", hinge, model.ground, body)
    with pytest.raises(ModelError, match=re.escape(message)):
        check_element(hinge)


def test_the_quick_check_is_that_of_connect() -> None:
    check_element(Dependent(), strict=False)
    with pytest.raises(ModelError, match=re.escape("Mirrored.pose: the rotation at q = (0) mirrors")):
        check_element(Mirrored(), strict=False)


class Sized(Hinge):
    """Right for one value of its number, wrong for others."""

    coordinates = ("angle",)
    size = parameter(default=1.0)
    bend = parameter(default=0.0)
    offset = parameter(default=0.0)

    def pose(self, q, t):
        return Pose(self.size * rotation_z(q.angle))

    def q_dot(self, q, u, t):
        return u.angle + self.bend * u.angle**2

    def residual(self, rel, t):
        return [rel.p[0], rel.p[1] - self.offset, rel.p[2], rel.R[0, 2], rel.R[1, 2]]


def test_numbers_that_make_a_hinge_wrong_are_found_after_others_were_right() -> None:
    try_element(Sized())
    try_element(Sized(1.0, 0.0, 0.0))
    for wrong, message in (
        (Sized(1.1), "not orthogonal"),
        (Sized(bend=0.1), "not linear"),
        (Sized(offset=0.1), "not zero on the joint's own pose"),
        (Sized(Parameter("size", 1.1)), "not orthogonal"),
    ):
        with pytest.raises(ModelError, match=message):
            try_element(wrong)


class Row(Constraint):
    factor = parameter(default=1.0)

    def position(self, rel, t):
        return [rel.p[0], self.factor * rel.p[1] + t]


class Still(Constraint):
    def velocity(self, rel, t):
        return rel.p[0]


class Stepped(Constraint):
    def position(self, rel, t):
        return where(rel.p[0] > 0, 1.0, 0.0)


class Fast(Constraint):
    def position(self, rel, t):
        return rel.p[0] + rel.w[1]


def test_rows_that_restrict_nothing_are_refused() -> None:
    try_element(Row())
    for constraint, message in (
        (Row(0.0), r"Row\.position: row 2 restricts nothing"),
        (Still(), r"Still\.velocity: row 1 restricts nothing"),
        (Stepped(), r"Stepped\.position: row 1 restricts nothing"),
        (lw.LinearCoupling((0.0, 0.0)), r"LinearCoupling\.coupling: row 1 restricts nothing"),
        (Fast(), r"Fast\.position: reads rel\.w or rel\.v"),
    ):
        with pytest.raises(ModelError, match=message):
            try_element(constraint)


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


class Clipped(Constraint):
    def velocity(self, rel, t):
        return lw.clip(rel.v[0], -5.0, 5.0)


class Small(Constraint):
    def velocity(self, rel, t):
        return 1e-12 * rel.v[0] ** 2


def test_velocities_in_branches_and_small_squares_are_refused() -> None:
    for constraint in (Clipped(), Small()):
        with pytest.raises(ModelError, match=r"velocity: row 1 is not linear in the velocities"):
            try_element(constraint)


def test_large_and_gated_rows_are_linear() -> None:
    class Large(Constraint):
        def velocity(self, rel, t):
            return [1e9 * (rel.R @ rel.v)[0] + 1e8, where(rel.p[0] > 0, rel.v[0], rel.v[1])]

    try_element(Large())


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


class Tiny(Constraint):
    """Rows of very different size are independent all the same."""

    def position(self, rel, t):
        return [1e-10 * rel.p[0], 1e6 * rel.p[1]]


def test_small_rows_count() -> None:
    check_element(Tiny())


class Speed(Measure):
    units = ("m/s",)

    def value(self, rel):
        return rel.v[0]


class Drag(Force):
    measure = Speed()

    def law(self, e):
        return -e


class Torn(Force):
    measure = lw.Distance()

    def law(self, e):
        return -e

    def kinks(self, rel):
        return lw.log(-(rel.p @ rel.p))


class Warm(Force):
    def energy(self, rel):
        return rel.v @ rel.v


@pytest.mark.parametrize(
    ("force", "name"), [(Drag(), "measure"), (Torn(), "values"), (Warm(), "energy")], ids=lambda x: str(x)
)
def test_faulty_force_is_caught(force: Force, name: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_element(force)
    assert caught.value.property == name
