"""The whole catalogue: every registered element has an example and keeps the promises of its contract."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import (
    Constraint,
    Element,
    Hinge,
    HingeForm,
    Joint,
    axis,
    option,
    parameter,
    register,
    registered,
)
from linkwork.contract.derived.hinge_numbers import sample_coordinates
from linkwork.contract.element import _registered
from linkwork.elements import catalogue as catalogue  # so that what ships is registered
from linkwork.expr import pi
from linkwork.formulation import derive_equations
from linkwork.model import Model
from linkwork.spatial import Pose, rotation, rotation_z
from linkwork.testing import ConformanceError, check_element, examples_of

SHIPPED = {name: kind for name, kind in registered().items() if kind.__module__.startswith("linkwork.elements")}
CASES = [example for kind in SHIPPED.values() for example in examples_of(kind)]
HINGES = [case for case in CASES if isinstance(case, Hinge)]


@pytest.mark.seed("S0.2")
@pytest.mark.seed("S0.3")
@pytest.mark.few(40)
@pytest.mark.parametrize("element", CASES, ids=lambda e: e.kind)
def test_conforms(element: Element) -> None:
    check_element(element)


def test_classes_are_documented_field_by_field_and_say_units_and_ends() -> None:
    assert [name for name, kind in SHIPPED.items() if not kind.__doc__ or len(kind.__doc__) <= 40] == []
    fields = {f"{name}.{x}": field for name, kind in SHIPPED.items() for x, field in kind.fields.items()}
    assert [name for name, field in fields.items() if not field.doc] == []
    assert [hinge.kind for hinge in HINGES if hinge.coordinates and hinge.units is None] == []
    constraints = [case for case in CASES if isinstance(case, Constraint)]
    assert [constraint.kind for constraint in constraints if constraint.ends is None or constraint.ends < 1] == []


def test_registered_class_without_an_example_fails_with_a_sentence() -> None:
    class Nameless(Hinge):
        coordinates = ("x",)
        curve = option()

    register(Nameless)
    try:
        with pytest.raises(ConformanceError, match=r"Nameless: example: .*EXAMPLES has none.*curve is missing"):
            examples_of(Nameless)
    finally:
        del _registered["Nameless"]


@pytest.mark.seed("S1.1")
@pytest.mark.parametrize("hinge", HINGES, ids=lambda e: e.kind)
def test_every_hinge_answers_what_s1_asks(hinge: Hinge) -> None:
    joint = Joint(hinge)
    q = sample_coordinates(joint.form, np.random.default_rng(7))
    assert joint.position_states == hinge.coordinates
    assert joint.velocity_states == hinge.speed_names
    y_1, y_2 = joint.kinematics(q, 0.3)
    assert y_1.shape == (len(hinge.coordinates), len(hinge.speed_names))
    assert y_2.shape == (len(hinge.coordinates),)
    rotated, placed = joint.pose(q, 0.3)
    assert rotated.shape == (3, 3)
    assert placed.shape == (3,)
    assert joint.rank(q).is_regular
    modes = joint.modes(q, 0.3)
    assert modes.basis.shape == modes.dual.shape == (6, 6)


class MyRevolute(Hinge):
    """A user's own."""

    coordinates = ("angle",)
    axis = axis()

    def pose(self, q, t):
        return Pose(rotation(self.axis, q.angle))


class MyScrew(Hinge):
    """The one of the design page."""

    coordinates = ("angle",)
    pitch = parameter(unit="m")

    def pose(self, q, t):
        return Pose(rotation_z(q.angle), (0, 0, self.pitch * q.angle / (2 * pi)))


class MySpherical(Hinge):
    """A user's own ball joint, with speeds and an invariant."""

    coordinates = ("a", "b", "c", "d")
    speeds = ("x", "y", "z")
    rest = (1.0, 0.0, 0.0, 0.0)

    def pose(self, q, t):
        a, b, c, d = q
        rows = [
            [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
        ]
        return Pose(rows)

    def q_dot(self, q, u, t):
        a, b, c, d = q
        x, y, z = u
        rates = (-b * x - c * y - d * z, a * x + c * z - d * y, a * y + d * x - b * z, a * z + b * y - c * x)
        return [0.5 * rate for rate in rates]

    def invariants(self, q):
        return sum(e * e for e in q) - 1.0


def test_a_ball_joint_of_ones_own_moves_a_model_alike() -> None:
    check_element(MySpherical())
    found = []
    for hinge in (MySpherical(), lw.Spherical()):
        m = Model("m")
        m.connect("ball", hinge, m.ground, m.body("b", mass=2.0, com=(0.3, 0.1, -0.2), inertia=(0.2, 0.3, 0.25)))
        equations = derive_equations(m)
        function = equations.tracer.function("both", M=equations.dynamics.M, h=equations.dynamics.h)
        found.append(function([0.8, 0.4, -0.2, 0.4], [0.3, -1.0, 0.7], [], [], 0.0, []))
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("own", "shipped"),
    [
        (MyRevolute("y"), lw.Revolute("y")),
        (MyRevolute((1, 2, 2)), lw.Revolute((1, 2, 2))),
        (MyScrew(0.02), lw.Screw(0.02)),
    ],
)
def test_user_written_copy_behaves_identically(own: Hinge, shipped: Hinge) -> None:
    check_element(own)
    mine, theirs = HingeForm(own), HingeForm(shipped)
    for name in ("phi", "V_0", "bias", "Y_1", "Y_2"):
        assert getattr(mine, name).tolist() == getattr(theirs, name).tolist()
    for q in (0.0, 0.4, -2.0):
        for one, other in zip(Joint(own).pose([q]), Joint(shipped).pose([q]), strict=True):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(Joint(own).modes([q]).dual, Joint(shipped).modes([q]).dual)


@pytest.mark.parametrize(
    ("hinge", "phi"),
    [
        (lw.Revolute("y"), [[0, 1, 0, 0, 0, 0]]),
        (lw.Prismatic("x"), [[0, 0, 0, 1, 0, 0]]),
        (lw.Cylindrical("z"), [[0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1]]),
        (lw.Spherical(), np.eye(6)[:3]),
        (lw.Translation(), np.eye(6)[3:]),
        (lw.Free(), np.eye(6)),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_modes_that_are_constant_are_known_to_be(hinge: Hinge, phi: object) -> None:
    form = HingeForm(hinge)
    np.testing.assert_array_equal(form.phi.T.astype(float), phi)
    np.testing.assert_array_equal(form.bias.astype(float), 0.0)
