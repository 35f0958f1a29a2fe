"""Small hinges, constraints and forces for tests of the topology; the catalogue is not needed for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from linkwork.contract import Assembly, Constraint, Force, Hinge, Load, Rotor, Signal
from linkwork.model import Body, Model
from linkwork.spatial import Pose, rotation_euler_parameters, rotation_z


class Pin(Hinge):
    """Turns about z."""

    coordinates = ("angle",)

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_z(q.angle))

    def residual(self, rel: Any, t: Any) -> Any:
        return [*rel.p, rel.R[0, 2], rel.R[1, 2]]


class Slide(Hinge):
    """Shifts along z."""

    coordinates = ("shift",)

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(p=(0.0, 0.0, q.shift))

    def residual(self, rel: Any, t: Any) -> Any:
        return [rel.p[0], rel.p[1], rel.R[0, 1], rel.R[0, 2], rel.R[1, 2]]


class Tube(Hinge):
    """Turns about z and shifts along it."""

    coordinates = ("angle", "shift")

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_z(q.angle), (0.0, 0.0, q.shift))

    def residual(self, rel: Any, t: Any) -> Any:
        return [rel.p[0], rel.p[1], rel.R[0, 2], rel.R[1, 2]]


class Ball(Hinge):
    """Turns freely: four coordinates, three speeds, one invariant."""

    coordinates = ("e0", "e1", "e2", "e3")
    speeds = ("w_x", "w_y", "w_z")
    rest = (1.0, 0.0, 0.0, 0.0)

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_euler_parameters(q))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        a, b, c, d = q
        x, y, z = u
        half = 0.5
        return [
            -half * (b * x + c * y + d * z),
            half * (a * x + c * z - d * y),
            half * (a * y + d * x - b * z),
            half * (a * z + b * y - c * x),
        ]

    def invariants(self, q: Any) -> Any:
        return [sum(x * x for x in q) - 1.0]

    def residual(self, rel: Any, t: Any) -> Any:
        return rel.p


class Explicit(Hinge):
    """Two coordinates and no implicit form."""

    coordinates = ("a", "b")

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_z(q.a), (q.b, q.a * q.b, 0.0))


class Roller(Hinge):
    """Rolls on a line: two coordinates, one speed. Its residual does not know that it rolls."""

    coordinates = ("x", "angle")
    speeds = ("spin",)

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_z(q.angle), (q.x, 0.0, 0.0))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        return [0.1 * u.spin, u.spin]

    def residual(self, rel: Any, t: Any) -> Any:
        return [rel.p[1], rel.p[2], rel.R[0, 2], rel.R[1, 2]]


class Skate(Hinge):
    """Slides in a plane without sideways slip: a velocity row."""

    coordinates = ("x", "y", "angle")

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose(rotation_z(q.angle), (q.x, q.y, 0.0))

    def velocity(self, q: Any, u: Any, t: Any) -> Any:
        return [u.x * q.angle - u.y]

    def residual(self, rel: Any, t: Any) -> Any:
        return [rel.p[2], rel.R[0, 2], rel.R[1, 2]]


class Solid(Hinge):
    """No coordinates."""

    def pose(self, q: Any, t: Any) -> Pose:
        return Pose()


class Together(Constraint):
    """Origins coincide."""

    def position(self, rel: Any, t: Any, s: Any = None) -> Any:
        return rel.p


class OnCurve(Constraint):
    """A point on a parabola; where on it is an unknown."""

    auxiliary = ("s",)

    def position(self, rel: Any, t: Any, s: Any = None) -> Any:
        return [rel.p[0] - s.s, rel.p[1] - s.s * s.s]


class Equal(Constraint):
    """Two coordinates are equal."""

    def coupling(self, q: Any, t: Any) -> Any:
        return q[0] - q[1]


class Elastic(Force):
    """Pulls origins together."""

    def wrench(self, rel: Any, t: Any) -> Any:
        return (0.0, 0.0, 0.0), -10.0 * rel.p


class Triangle(Force):
    """A force with three ends."""

    ends: ClassVar[int | None] = 3

    def energy(self, rel: Any, t: Any) -> Any:
        return rel[0].p @ rel[1].p


class Push(Load):
    """A constant force."""

    def wrench(self, rel: Any, t: Any) -> Any:
        return (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)


class Wheel(Rotor):
    """A free rotor."""

    def axial_inertia(self) -> Any:
        return 0.1


class Gyro(Wheel):
    """A rotor whose spin is prescribed."""

    def speed(self, t: Any) -> Any:
        return 100.0


class Strut(Assembly):
    """Two springs in a row."""

    nodes = ("middle",)

    def parts(self) -> Any:
        return {"a": (Elastic(), 0, "middle"), "b": (Elastic(), "middle", 1)}


class Steady(Signal):
    """t, twice as fast."""

    def value(self, t: Any) -> Any:
        return 2.0 * t


def bodies(model: Model, *names: str) -> list[Body]:
    """Bodies of one kilogram."""
    return [model.body(name, mass=1.0, inertia=(1.0, 1.0, 1.0)) for name in names]


def tree_model(lower: Sequence[int], hinge: Hinge | None = None) -> Model:
    """Bodies "1", "2", … on the lower bodies given, by hinges "H1", "H2", …"""
    model = Model("tree")
    made = [model.ground, *bodies(model, *(str(k) for k in range(1, len(lower) + 1)))]
    for k, i in enumerate(lower, 1):
        model.connect(f"H{k}", hinge or Pin(), made[i], made[k])
    return model


def four_bar(hinge: Hinge | None = None, **options: Any) -> Model:
    """Ground, crank, coupler, rocker in a ring of hinges A, B, C, D; `options` are for D."""
    model = Model("four-bar")
    crank, coupler, rocker = bodies(model, "crank", "coupler", "rocker")
    ring = [model.ground, crank, coupler, rocker, model.ground]
    for k, name in enumerate("ABCD"):
        model.connect(name, hinge or Pin(), ring[k], ring[k + 1], **(options if name == "D" else {}))
    return model
