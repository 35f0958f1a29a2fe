"""Connections are drawn as what they do, whoever wrote them."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.testing.examples import examples
from linkwork.views.drawn import drawn_force, drawn_hinge

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


@pytest.mark.parametrize("name", sorted(n for n, c in lw.registered().items() if issubclass(c, lw.Hinge)))
def test_every_hinge_of_the_catalogue_is_drawn(name: str) -> None:
    for hinge in examples(lw.registered()[name]):
        drawn, axes = drawn_hinge(hinge)
        assert drawn in HINGES
        assert all(abs(np.linalg.norm(axis) - 1.0) < 1e-12 for axis in axes)


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


@pytest.mark.parametrize(
    ("force", "drawn"),
    [
        (lw.Spring(stiffness=1.0, length=0.1), "spring"),
        (lw.Spring(stiffness=1.0, length=0.0), "spring"),
        (lw.Spring(stiffness=1.0, length=0.1, damping=2.0), "spring-damper"),
        (lw.Damper(damping=1.0), "damper"),
        (lw.TorsionSpring(stiffness=1.0), "torsion"),
        (Stop(), "spring"),
        (Drag(), "line"),
        (Motor(), "actuator"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.kind,
)
def test_a_force_is_drawn_by_what_it_depends_on(force: lw.Force, drawn: str) -> None:
    assert drawn_force(force) == drawn
