"""Parameters are found wherever they stand: in values, in functions, in a user's own code, on points, in gravity."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.spatial import rotation_z

LEVER = lw.Parameter("lever", 0.3)


class Arm(lw.Hinge):
    """A user's hinge with a Parameter of its module."""

    coordinates = ("angle",)

    def pose(self, q, t):
        return lw.Pose(rotation_z(q.angle), (LEVER, 0, 0))


class Pull(lw.Force):
    """A user's force with a Parameter of its module."""

    measure = lw.Distance()

    def law(self, e):
        return -LEVER * e


class Hold(lw.Constraint):
    """A user's constraint with a Parameter of its module."""

    def position(self, rel, t):
        return rel.p[0] - LEVER


class Wave(lw.Signal):
    """A user's signal with a Parameter of its module."""

    def value(self, t):
        return LEVER * lw.sin(t)


@pytest.mark.parametrize(
    "element",
    [
        Arm(),
        Pull(),
        Hold(),
        Wave(),
        lw.Coupling(lambda a, b: a - LEVER * b),
        lw.FunctionCurve(lambda s: (LEVER * s, s, 0)),
        lw.AlongCurve(lambda s: (LEVER * s, s, 0)),
        lw.AppliedForce(lambda rel, t: (LEVER * rel.p[0], 0, 0)),
        lw.Wheel(0.1, motor=lambda angle, spin, t: -LEVER * spin),
        lw.Expression(lambda t: LEVER * t),
    ],
    ids=lambda e: e.kind,
)
def test_parameters_in_functions(element: lw.Element) -> None:
    assert [p.name for p in element.parameters] == ["lever"]


def test_a_model_finds_them() -> None:
    k = lw.Parameter("k", 2.0)
    m = lw.Model("m", gravity=lambda p, t: (0, 0, -k * p[2]))
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("A", Arm(), m.ground, body)
    assert sorted(m.parameters) == ["k", "lever"]


def test_an_arc_length_with_a_parameter_is_refused() -> None:
    curve = lw.FunctionCurve(lambda s: (LEVER * s, s, 0), (0.0, 1.0))
    with pytest.raises(lw.ModelError, match="'lever' is a Parameter"):
        curve.arc(0.5)


def test_points_claim_their_parameters() -> None:
    m = lw.Model("m")
    body = m.body("b", mass=lw.Parameter("a", 1.0))
    for owner in (body, m.ground):
        with pytest.raises(lw.ModelError, match="two Parameters are called 'a'"):
            owner.point("tip", (lw.Parameter("a", 2.0), 0, 0))
        assert not owner.points


def test_two_objects_of_one_name_never_become_one() -> None:
    m = lw.Model("m")
    body = m.body("b", mass=lw.Parameter("a", 1.0))
    body.points["tip"] = lw.Point(body, lw.Pose(np.eye(3), (lw.Parameter("a", 2.0), 0, 0)), "tip")
    with pytest.raises(lw.ModelError, match="two Parameters are called 'a'"):
        _ = m.parameters


def test_gravity_claims_its_parameters() -> None:
    m = lw.Model("m", gravity=(0, 0, -lw.Parameter("g", 9.81)))
    m.gravity = (0, 0, -lw.Parameter("g", 1.6))
    m.body("b", mass=lw.Parameter("m_b", 1.0))
    with pytest.raises(lw.ModelError, match="two Parameters are called 'm_b'"):
        m.gravity = (0, 0, lw.Parameter("m_b", 1.0))
    assert m.parameters["g"].value == 1.6
