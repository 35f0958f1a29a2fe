"""Connections are drawn as what they do, whoever wrote them."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.testing.examples import examples_of
from linkwork.views.symbols import drawn_constraint, drawn_force, drawn_hinge, free_length, obstacles_of

HINGES = {
    "pin": lw.Revolute("y"),
    "slider": lw.Prismatic("y"),
    "cylindrical": lw.Cylindrical("y"),
    "screw": lw.Screw(pitch=0.1, axis="y"),
    "plane": lw.Planar("y"),
    "ball": lw.Spherical(),
    "universal": lw.Universal("y", "x"),
    "fixed": lw.Fixed(),
    "free": lw.Free(),
    "joint": lw.Translation(),
}


@pytest.mark.parametrize("drawn", HINGES)
def test_a_hinge_is_drawn_by_its_motion(drawn: str) -> None:
    found, axes = drawn_hinge(HINGES[drawn])
    assert found == drawn
    for axis in axes[:1]:
        np.testing.assert_allclose(np.abs(axis), [0.0, 1.0, 0.0], atol=1e-12)


def every(kind: type) -> list[Any]:
    """The examples of all of the catalogue that are of this kind."""
    return [example for c in lw.registered().values() if issubclass(c, kind) for example in examples_of(c)]


def test_every_hinge_of_the_catalogue_is_drawn() -> None:
    for hinge in every(lw.Hinge):
        drawn, axes = drawn_hinge(hinge)
        assert drawn in HINGES, hinge
        assert all(abs(np.linalg.norm(axis) - 1.0) < 1e-12 for axis in axes), hinge


class Swing(lw.Hinge):
    """A user's own: turns about a tilted axis, by twice its coordinate."""

    coordinates = ("half",)

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation((0.6, 0.0, 0.8), 2.0 * q.half))


class Rail(lw.Hinge):
    """A user's own: slides and swings together, in and about different directions."""

    coordinates = ("s", "turn")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        return lw.Pose(lw.rotation_z(q.turn), (q.s, 0.0, 0.0))


def test_a_hinge_of_ones_own_is_drawn_as_what_it_does() -> None:
    drawn, axes = drawn_hinge(Swing())
    assert drawn == "pin"
    np.testing.assert_allclose(axes[0], (0.6, 0.0, 0.8))
    assert drawn_hinge(Rail())[0] == "joint"


class Stop(lw.Force):
    """A user's own law on a distance."""

    measure = lw.Distance()

    def law(self, e: Any) -> Any:
        return lw.where(e < 0.1, 1e4 * (0.1 - e), 0.0)


class Drag(lw.Force):
    """A user's own wrench."""

    def wrench(self, rel: Any, t: Any) -> Any:
        return np.zeros(3), -1.0 * rel.v


class Motor(lw.Active):
    """A user's own actuator."""

    inputs = ("force",)
    measure = lw.Distance()

    def law(self, i: Any) -> Any:
        return i.force


class Wheel(lw.Active):
    """A user's own motor on an angle."""

    inputs = ("moment",)
    measure = lw.RelativeAngle()

    def law(self, i: Any) -> Any:
        return i.moment


class Ground(lw.Force):
    """A user's own floor: a law on the height."""

    measure = lw.Displacement("y")

    def law(self, e: Any) -> Any:
        return lw.where(e < 0.0, -1e4 * e, 0.0)


class VectorGround(lw.Force):
    """The same as a law on a vector, which does not point from end to end."""

    measure = lw.Vector()

    def law(self, e: Any) -> Any:
        return [0.0, lw.where(e[1] < 0.0, -1e4 * e[1], 0.0), 0.0]

    def kinks(self, e: Any) -> Any:
        return [e[1]]


@pytest.mark.parametrize(
    ("force", "drawn"),
    [
        (lw.Spring(stiffness=1.0, length=0.1), "spring"),
        (lw.Spring(stiffness=1.0, length=0.0), "spring"),
        (lw.Spring(stiffness=1.0, length=0.1, damping=2.0), "spring-damper"),
        (lw.Damper(damping=1.0), "damper"),
        (lw.TorsionSpring(stiffness=1.0), "torsion"),
        (lw.UnilateralSpring(stiffness=1.0, length=1.0), "spring"),
        (Stop(), "contact"),
        (Drag(), "mark"),
        (Motor(), "actuator"),
        (Wheel(), "torsion"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.kind,
)
def test_a_force_is_drawn_by_what_it_depends_on(force: lw.Force, drawn: str) -> None:
    assert drawn_force(force)[0] == drawn


@pytest.mark.parametrize(
    ("force", "normal"),
    [
        (Ground(), (0, 1, 0)),
        (VectorGround(), (0, 1, 0)),
        (lw.PointPlaneContact(stiffness=1e4, normal="x"), (1, 0, 0)),
        (lw.SpherePlaneContact(stiffness=1e4, radius=0.1), (0, 0, 1)),
        (lw.SphereSphereContact(stiffness=1e4, first=0.1, second=0.2), None),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_a_contact_stands_across_what_it_touches(force: lw.Force, normal: Any) -> None:
    drawn, axes = drawn_force(force)
    assert drawn == "contact"
    assert len(axes) == (normal is not None)
    for axis in axes:
        np.testing.assert_allclose(np.abs(axis), normal, atol=1e-12)


@pytest.mark.parametrize(
    ("constraint", "drawn"),
    [
        (lw.PointInPlane("y", offset=0.3), "guide"),
        (lw.DiscOnPlane(radius=0.2), "guide"),
        (lw.FixedDistance(1.0), "bar"),
        (lw.PointCoincidence(), "constraint"),
        (lw.KnifeEdge("y"), "mark"),
        (lw.RollingDisc(radius=0.3), "mark"),
        (lw.ParallelAxes(), "mark"),
        (lw.Gear(ratio=2.0), "none"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.kind,
)
def test_a_constraint_is_drawn_by_what_it_holds(constraint: lw.Constraint, drawn: str) -> None:
    found, axes = drawn_constraint(constraint)
    assert found == drawn
    assert len(axes) == (drawn == "guide")


def test_every_constraint_of_the_catalogue_is_drawn() -> None:
    for constraint in every(lw.Constraint):
        assert drawn_constraint(constraint)[0] in ("guide", "constraint", "bar", "mark", "none"), constraint


@pytest.mark.parametrize("hinge", [lw.RollingWheel(radius=0.3), lw.LeaningWheel(radius=0.3)], ids=lambda h: h.kind)
def test_a_rolling_wheel_is_no_pin(hinge: lw.Hinge) -> None:
    """Its centre leaves the place where it started."""
    assert drawn_hinge(hinge)[0] == "joint"


@pytest.mark.parametrize(
    ("element", "length"),
    [
        (lw.Spring(stiffness=3.0, length=0.4, damping=1.0), 0.4),
        (lw.Spring(stiffness=3.0, length=0.0), None),
        (lw.Bar(axial=10.0, length=0.7), 0.7),
        (lw.Damper(damping=1.0), None),
        (lw.UnilateralSpring(stiffness=1.0, length=1.0), None),
        (lw.FunctionForce(lambda e: -5.0 * (e - 0.3)), 0.3),
        (lw.FunctionForce(lambda e: -(e**3)), None),
        (lw.FunctionForce(lambda e: lw.log(e)), None),
        (lw.FunctionForce(lambda e, t: -e * t), None),
        (lw.FunctionForce(lambda t: 3.0 * t), None),
        (lw.Revolute("y"), None),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_the_length_at_which_a_spring_is_free(element: lw.Element, length: float | None) -> None:
    assert free_length(element) == (None if length is None else pytest.approx(length))


def test_every_force_of_the_catalogue_is_drawn() -> None:
    for force in every(lw.Force):
        drawn_force(force)
        free_length(force)


def test_a_path_says_what_it_runs_over_and_what_guides_its_last_point() -> None:
    over = [lw.WrapEllipsoid((0.3, 0.1, 0.2)), "via"]
    assert obstacles_of(lw.Spring(1.0, 1.0, on=lw.WrappingPath(over)), 4) == [
        {"kind": "ellipsoid", "radius": 0.3, "radii": [0.3, 0.1, 0.2], "way": "shortest", "lifts": True},
        None,
    ]
    knee = lw.GuidedPath(((0.05, 0.0, 0.02), (-0.06, 0.0, 0.0)), between=(0.0, 2.0))
    assert obstacles_of(lw.Spring(1.0, 1.0, on=knee), 4) == [
        None,
        {"kind": "guide", "axis": [0, 1, 0], "place": [[0.05, 0, 0.02], [-0.06, 0, 0]], "between": [0, 2]},
    ]
    assert obstacles_of(lw.Spring(1.0, 1.0), 2) == []
