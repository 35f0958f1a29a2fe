"""Bad input to hinges, constraints and curves: each error names the element and field, and says what to do."""

import re
from typing import ClassVar

import numpy as np
import pytest

import linkwork.elements as lw
from linkwork.contract import Constraint, Hinge, Joint, ModelError, Signal, try_element
from linkwork.expr import TraceError, symbols
from linkwork.spatial import Pose, rotation_z


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.Revolute((0, 0, 0)), "Revolute: axis = (0, 0, 0): an axis of zero length has no direction"),
        (lambda: lw.Revolute("w"), "Revolute: axis = 'w': 'w' is not an axis; use 'x', 'y', 'z'"),
        (lambda: lw.Revolute((1, 0)), "Revolute: axis = (1, 0)"),
        (lambda: lw.Revolute((np.nan, 0, 1)), "three finite numbers"),
        (lambda: lw.Revolute(), "Revolute: axis is missing"),
        (lambda: lw.Revolute("x", "y"), "Revolute takes 1 values (axis), got 2"),
        (lambda: lw.Screw(0.0), "Screw: pitch = 0 must not be zero"),
        (lambda: lw.Screw(np.inf), "Screw: pitch = inf: must be finite"),
        (lambda: lw.Screw(pich=0.1), "Screw: there is no field 'pich'. Did you mean 'pitch'?"),
        (lambda: lw.Universal("x", (1, 1, 0)), "must be perpendicular to"),
        (lambda: lw.Gimbal("xxz"), "Gimbal: sequence = xxz is not a sequence"),
        (lambda: lw.Gimbal("xy"), "use three of x, y, z without equal neighbours"),
        (lambda: lw.Gimbal(3), "Gimbal: sequence = 3 is not a sequence"),
        (lambda: lw.RollingWheel(-0.1), "RollingWheel: radius = -0.1 must be positive"),
        (lambda: lw.AlongCurve("line"), "AlongCurve: curve = 'line': is not a curve"),
        (lambda: lw.AlongCurve(lw.LineCurve), "is not a curve; give one such as CircleCurve(0.1)"),
        (lambda: lw.AlongCurve(lw.LineCurve(), "frenet"), "frame = 'frenet': choose one of 'fixed', 'tangent'"),
        (lambda: lw.AlongCurve([(0, 0, 0), (1, 0, 0)]), "needs three or more points"),
        (lambda: lw.SplineCurve([(0, 0), (1, 0), (1, 0)]), "two neighbouring points that are the same"),
        (lambda: lw.ArcsAndLines([(1.0, 0.0), (-1.0, 2.0)]), "needs pairs (length, curvature) with positive lengths"),
        (lambda: lw.ArcsAndLines([(1.0, 1.0)], closed=True), "is not closed: it ends 0.958851 m from its start"),
        (lambda: lw.FunctionCurve(np.sin, (1.0, 0.0)), "must be (start, end) with start < end"),
        (lambda: lw.CircleCurve(0.0), "CircleCurve: radius = 0 must be positive"),
        (lambda: lw.FixedDistance(0.0), "FixedDistance: length = 0 must be positive"),
        (lambda: lw.Gear(0.0), "Gear: ratio = 0 must not be zero"),
        (lambda: lw.Coupling(3), "Coupling: function = 3: is not a function of coordinates"),
        (lambda: lw.Coupling(lambda *q: 0), "must name each coordinate it takes"),
        (lambda: lw.Coupling(lambda t: t), "the function takes no coordinates"),
        (lambda: lw.LinearCoupling(()), "needs one coefficient for each coordinate"),
        (lambda: lw.PrescribedAttitude(), "PrescribedAttitude: give place=, angles=, or both"),
        (lambda: lw.PrescribedAttitude((0.0, 1.0)), "needs three signals or numbers"),
        (lambda: lw.PrescribedAttitude((lw.Ramp(1.0, 0.0, 1.0), 0, 0)), "is not smooth enough"),
        (lambda: lw.PrescribedAttitude(angles=(0, 0, 0), sequence="aab"), "sequence = aab is not a sequence"),
    ],
)
def test_values_that_cannot_be(make: object, message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        make()


class Branching(Hinge):
    coordinates = ("angle",)

    def pose(self, q, t):
        return Pose(rotation_z(q.angle if q.angle > 0 else 0.0))


class TwoRows(Hinge):
    coordinates = ("angle",)

    def pose(self, q, t):
        return Pose([[1, 0], [0, 1]])


class FlatPlace(Hinge):
    coordinates = ("x",)

    def pose(self, q, t):
        return Pose(p=(q.x, 0))


class Bare(Hinge):
    coordinates = ("x",)

    def pose(self, q, t):
        return np.eye(3)


class ShortRates(Hinge):
    coordinates = ("x", "y")

    def pose(self, q, t):
        return Pose(p=(q.x, q.y, 0))

    def q_dot(self, q, u, t):
        return [u.x]


class NoPose(Hinge):
    coordinates = ("x",)


class NoReturn(Constraint):
    def position(self, rel, t):
        rel.p @ rel.p


class SlidingRow(Hinge):
    coordinates = ("x", "y")

    def pose(self, q, t):
        return Pose(p=(q.x, q.y, 0))

    def velocity(self, q, u, t):
        return [u.x * u.y]


class TwoNumbers(Signal):
    def value(self, t):
        return symbols("x", 2)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        (Branching(), "Branching: "),
        (TwoRows(), "TwoRows: the rotation of a pose needs shape (3, 3), got (2, 2)"),
        (FlatPlace(), "FlatPlace: the position of a pose needs shape (3,), got (2,)"),
        (Bare(), "Bare.pose: must return lw.Pose(rotation, position), returned ndarray"),
        (ShortRates(), "ShortRates.q_dot: must return 2 rates"),
        (NoPose(), "NoPose: a joint must have pose(self, q, t)"),
        (NoReturn(), "NoReturn.position: returned nothing. Is a `return` missing?"),
        (SlidingRow(), "SlidingRow.velocity: row 1 is not linear in the velocities"),
        (TwoNumbers(), "TwoNumbers.value: must return one number"),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_functions_that_return_the_wrong_thing(element: object, message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        try_element(element)


def test_a_branch_on_a_symbol_says_what_to_write_instead() -> None:
    with pytest.raises(ModelError, match="where"):
        try_element(Branching())


def test_two_levels_in_one_constraint() -> None:
    with pytest.raises(ModelError, match="Both: writes position and coupling; a constraint is one of them"):

        class Both(Constraint):
            def position(self, rel, t):
                return rel.p

            def coupling(self, q, t):
                return [q[0] - q[1]]


def test_unknown_coordinate_is_driven() -> None:
    with pytest.raises(ModelError, match=r"Revolute: drive: there is no coordinate 'angel'\. Did you mean 'angle'\?"):
        Joint(lw.Revolute("x"), drive={"angel": lw.Sine(1.0, omega=1.0)})


def test_rough_drive() -> None:
    with pytest.raises(ModelError, match="not smooth enough: a driven coordinate needs two"):
        Joint(lw.Revolute("x"), drive={"angle": lw.Ramp(1.0, 0.0, 1.0)})


@pytest.mark.parametrize("hinge", [lw.Spherical(), lw.Free()], ids=lambda e: e.kind)
def test_euler_parameters_cannot_be_locked(hinge: Hinge) -> None:
    with pytest.raises(ModelError, match="lock: the rate of 'e1' is not a speed of its own"):
        Joint(hinge, lock={"e1": 0.0})


def test_modes_at_a_singular_configuration_are_refused() -> None:
    joint = Joint(lw.Gimbal("zxz"))
    assert (
        str(joint.rank([0.1, 0.0, 0.2]))
        == "3 speeds, of which 2 are independent at this configuration: it is singular."
    )
    with pytest.raises(ModelError, match="of which 2 are independent at this configuration: it is singular"):
        joint.modes([0.1, 0.0, 0.2])


def test_function_curve_of_the_wrong_shape() -> None:
    with pytest.raises(ModelError, match=r"the function must return three numbers, returned shape \(1,\)"):
        try_element(lw.AlongCurve(lambda s: [s]))


def test_values_are_fixed() -> None:
    hinge = lw.Screw(0.1)
    with pytest.raises(ModelError, match="values are fixed; make another with with_values"):
        hinge.pitch = 0.2
    assert hinge.with_values(pitch=0.2) == lw.Screw(0.2)
    curve = lw.FunctionCurve(np.sin)
    assert curve.with_values(closed=False) == curve


def test_rotations_with_a_wrong_shape_are_trace_errors() -> None:
    with pytest.raises(TraceError, match="needs shape"):
        Pose(np.eye(2))


def test_what_an_author_writes_and_nothing_would_use_is_refused() -> None:
    class Unnamed(lw.Spring):
        def state_dot(self, e):
            return e

    with pytest.raises(ModelError, match="Unnamed: writes state_dot but names no states"):
        try_element(Unnamed(stiffness=1.0, length=0.0))
    with pytest.raises(ModelError, match="start: there is no state 'x'; there is s"):

        class Elsewhere(lw.Spring):
            states = ("s",)
            start: ClassVar = {"x": 1.0}

            def state_dot(self, e, z):
                return e - z.s


def test_the_time_is_the_second_argument_of_a_constraint() -> None:
    with pytest.raises(ModelError, match=r"Swapped\.position: the time t is its second argument"):

        class Swapped(Constraint):
            def position(self, t, rel):
                return rel.p[2]


@pytest.mark.parametrize(
    "residual",
    [
        lambda p: (p[2] + 0.9) ** 2,
        lambda p: -3.0 * p[2] ** 4 / 2.0,
        lambda p: p[0] * p[0] + 2.0 * p[1] ** 2,
        lambda p: p @ p,
    ],
)
def test_a_constraint_that_touches_zero_without_crossing_it_is_refused(residual) -> None:
    """Its derivative vanishes where it holds: runs were good, of 1.3 million steps for 0.2 s."""

    class Square(Constraint):
        def position(self, rel, t):
            return residual(rel.p)

    with pytest.raises(
        ModelError, match=r"Square\.position: it is a square, or a sum of squares, whose derivative vani"
    ):
        try_element(Square())


def test_what_crosses_zero_may_have_squares() -> None:
    class Ellipsoid(Constraint):
        def position(self, rel, t):
            return rel.p[0] ** 2 + rel.p[1] ** 2 / 4.0 - 1.0, rel.p[2] ** 3, rel.p[0] * rel.p[1]

    try_element(Ellipsoid())


def test_a_plain_attribute_is_no_field() -> None:
    class Soft(lw.Spring):
        slack = 0.1

    with pytest.raises(ModelError, match=r"'slack'.*a plain attribute of the class: write slack = lw\.parameter\(…\)"):
        Soft(stiffness=1.0, length=0.0, slack=0.2)
    with pytest.raises(ModelError, match=r"there is no field 'slck'; there is stiffness, [a-z, ]+\.$"):
        Soft(stiffness=1.0, length=0.0, slck=0.2)


def test_a_pose_is_defined_at_rest() -> None:
    class Inverse(Hinge):
        coordinates = ("a",)

        def pose(self, q, t):
            return Pose(rotation_z(1 / q.a))

    class Elsewhere(Inverse):
        rest = (1.0,)

    with pytest.raises(
        ModelError, match=r"Inverse\.pose: is not defined at q = \(0\) \(float division by zero\).*`rest`"
    ):
        try_element(Inverse())
    try_element(Elsewhere())
