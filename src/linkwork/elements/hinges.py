"""Joints: relative poses as functions of coordinates."""

from typing import Any

import numpy as np

from ..contract import Hinge, Measure, ModelError, SixCoordinates, axis, option, parameter, register
from ..expr import cos, cross, pi, sin
from ..spatial import (
    Pose,
    Relative,
    across,
    axis_error,
    euler_parameter_rates,
    matrix,
    normalised,
    rotation,
    rotation_error,
    rotation_euler_parameters,
    rotation_sequence,
    rotation_x,
    rotation_y,
    rotation_z,
)
from .curves import as_curve
from .measures.distances import Displacement
from .measures.rotations import RelativeAngle


@register
class Fixed(Hinge):
    """M stays where it is in F: p = `position`, R = R(`axis`, `angle`). No coordinates.

    Between bodies the ends say where the frames are, and nothing needs to be given; between nodes of an assembly it is
    a rigid bar from one to the other.
    """

    position = parameter(unit="m", default=(0.0, 0.0, 0.0), shape=(3,), doc="where M's origin is in F")
    axis = axis(default="z", doc="the axis about which M is turned")
    angle = parameter(unit="rad", default=0.0, doc="by how much M is turned")

    def pose(self, q: Any, t: Any) -> Pose:
        """X_FM, which does not change."""
        return Pose(rotation(self.axis, self.angle), self.position)

    def residual(self, rel: Relative, t: Any) -> Any:
        """How far M is from its place, in F, and the turn that is left."""
        return [*(rel.p - matrix(self.position)), *rotation_error(rotation(self.axis, self.angle).T @ rel.R)]


@register
class Revolute(Hinge):
    """M turns in F by `angle` about `axis` a: R = c E + (1 − c) a aᵀ + s ã, p = 0. One mode, (a; 0)."""

    coordinates = ("angle",)
    units = ("rad",)
    axis = axis(doc="axis of the turn, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """A turn about the axis."""
        return Pose(rotation(self.axis, q.angle))

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide and so do the axes."""
        return [*rel.p, *axis_error(rel.R, self.axis)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the axis."""
        return RelativeAngle(self.axis)


@register
class Prismatic(Hinge):
    """M slides in F by `displacement` d along `axis` a: R = E, p = d a. One mode, (0; a)."""

    coordinates = ("displacement",)
    units = ("m",)
    axis = axis(doc="direction of sliding, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """A displacement along the axis."""
        return Pose(p=matrix(self.axis) * q.displacement)

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement across the axis, no turn."""
        return [*(across(self.axis) @ rel.p), *rotation_error(rel.R)]

    def measure(self, coordinate: str) -> Measure | None:
        """The displacement along the axis."""
        return Displacement(self.axis)


@register
class Cylindrical(Hinge):
    """M turns by `angle` about `axis` a and slides by `displacement` d along it: R = R(a, angle), p = d a.

    Two modes that are independent of each other, (a; 0) and (0; a).
    """

    coordinates = ("angle", "displacement")
    units = ("rad", "m")
    axis = axis(doc="axis of turning and sliding, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """Turn and displacement."""
        return Pose(rotation(self.axis, q.angle), matrix(self.axis) * q.displacement)

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement across the axis; the axes are aligned."""
        return [*(across(self.axis) @ rel.p), *axis_error(rel.R, self.axis)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the axis, the displacement along it."""
        return RelativeAngle(self.axis) if coordinate == "angle" else Displacement(self.axis)


@register
class Screw(Hinge):
    """M turns by `angle` about `axis` a and advances `pitch` h per revolution: R = R(a, angle), p = a h angle/2π.

    One mode, (a; a h/2π). In the implicit form the advance d says which turn there must be, R(a, 2πd/h); so it holds
    for any number of revolutions.
    """

    coordinates = ("angle",)
    units = ("rad",)
    pitch = parameter(unit="m", check="nonzero", doc="advance per revolution; negative for a left-hand thread")
    axis = axis(default="z", doc="axis of the screw, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """Turn and advance."""
        return Pose(rotation(self.axis, q.angle), matrix(self.axis) * (self.pitch * q.angle / (2 * pi)))

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement across the axis; the turn is that of the advance."""
        advance = matrix(self.axis) @ rel.p
        turn = rotation(self.axis, 2 * pi * advance / self.pitch)
        return [*(across(self.axis) @ rel.p), *rotation_error(turn.T @ rel.R)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the axis."""
        return RelativeAngle(self.axis)


@register
class Planar(Hinge):
    """M moves in the plane across `axis` n: p = x a + y b, R = R(n, angle), with a, b, n a right-handed frame.

    a and b are the next axes round: x and y for n = z, z and x for n = y, y and z for n = x.
    """

    coordinates = ("x", "y", "angle")
    units = ("m", "m", "rad")
    axis = axis(default="z", doc="normal of the plane, the same in F and M")

    def pose(self, q: Any, t: Any) -> Pose:
        """Displacement in the plane and turn about its normal."""
        a, b = across(self.axis)
        return Pose(rotation(self.axis, q.angle), a * q.x + b * q.y)

    def residual(self, rel: Relative, t: Any) -> Any:
        """No displacement along the normal; the normals are aligned."""
        return [matrix(self.axis) @ rel.p, *axis_error(rel.R, self.axis)]

    def measure(self, coordinate: str) -> Measure | None:
        """The angle about the normal, displacements in the plane."""
        if coordinate == "angle":
            return RelativeAngle(self.axis)
        return Displacement(across(self.axis)["xy".index(coordinate)])


@register
class Translation(Hinge):
    """M is displaced in F and does not turn: R = E, p = (x, y, z). Three constant modes."""

    coordinates = ("x", "y", "z")
    units = ("m", "m", "m")

    def pose(self, q: Any, t: Any) -> Pose:
        """A displacement."""
        return Pose(p=(q.x, q.y, q.z))

    def residual(self, rel: Relative, t: Any) -> Any:
        """No turn."""
        return rotation_error(rel.R)

    def measure(self, coordinate: str) -> Measure | None:
        """The displacement along an axis."""
        return Displacement(coordinate)


@register
class Spherical(Hinge):
    """M turns freely about F's origin: R of Euler parameters (e0; e1, e2, e3), p = 0. Nowhere singular.

    The speeds are the angular velocity in the axes of M, ė = ½ E(e) ω (S2 (30)); the norm e·e = 1 is an invariant.
    Modes are the unit rotations. To prescribe an angle, use a `Gimbal`.
    """

    coordinates = ("e0", "e1", "e2", "e3")
    speeds = ("w_x", "w_y", "w_z")
    units = ("", "", "", "")
    rest = (1.0, 0.0, 0.0, 0.0)

    def pose(self, q: Any, t: Any) -> Pose:
        """The rotation of the Euler parameters."""
        return Pose(rotation_euler_parameters(q))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """ė = ½ E(e) ω."""
        return euler_parameter_rates(q, u)

    def invariants(self, q: Any) -> Any:
        """e·e − 1."""
        return [sum(e * e for e in q) - 1.0]

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide."""
        return rel.p


@register
class Universal(Hinge):
    """A cross with two perpendicular arms: a is held in F, b in M. R = R(a, first) R(b, second), p = 0.

    M turns by `first` about a, then by `second` about b, which was carried along. What remains true is a · R b = 0.
    """

    coordinates = ("first", "second")
    units = ("rad", "rad")
    first_axis = axis(default="x", doc="the arm of the cross that turns in F")
    second_axis = axis(default="y", doc="the arm of the cross that turns in M, perpendicular to the first")

    def validate(self) -> None:
        """The arms of a cross are perpendicular."""
        if abs(np.dot(self.first_axis, self.second_axis)) > 1e-9:
            raise ModelError(f"Universal: second_axis = {self.second_axis} must be perpendicular to {self.first_axis}.")

    def pose(self, q: Any, t: Any) -> Pose:
        """Two turns."""
        return Pose(rotation(self.first_axis, q.first) @ rotation(self.second_axis, q.second))

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide and the arms stay perpendicular."""
        return [*rel.p, matrix(self.first_axis) @ rel.R @ matrix(self.second_axis)]


def valid_sequence(sequence: Any) -> bool | str:
    """True for three of x, y, z without two equal neighbours; else a sentence."""
    letters = isinstance(sequence, str) and len(sequence) == 3 and set(sequence) <= set("xyz")
    if not letters or sequence[0] == sequence[1] or sequence[1] == sequence[2]:
        return "is not a sequence; use three of x, y, z without equal neighbours: 'xyz' (Bryant), 'zxz' (Euler)"
    return True


@register
class Gimbal(Hinge):
    """M turns about F's origin by three angles about carried axes: R = R₁(first) R₂(second) R₃(third), p = 0.

    "xyz" are Bryant (Cardan) angles, singular at second = ±π/2; "zxz" are Euler angles, singular at second = 0. The
    plain configuration is the regular one half-way between singular ones: there Euler angles have second = π/2.
    """

    coordinates = ("first", "second", "third")
    units = ("rad", "rad", "rad")
    sequence = option(default="xyz", check=valid_sequence, doc="axes of the turns, in order")

    @property
    def rest_values(self) -> np.ndarray:
        """All zero, or second = π/2 where zero is singular."""
        is_euler = self.sequence[0] == self.sequence[2]
        return np.array([0.0, np.pi / 2 if is_euler else 0.0, 0.0])

    def pose(self, q: Any, t: Any) -> Pose:
        """Three turns."""
        return Pose(rotation_sequence(self.sequence, q))

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide."""
        return rel.p


@register
class Free(SixCoordinates):
    """M moves freely: R of Euler parameters e0…e3, p = (x, y, z) in F. Seven coordinates, six speeds.

    The speeds are angular velocity and velocity of M's origin, both in the axes of M: ė = ½ E(e) ω, ṗ = R v. So the
    six modes are the unit vectors, everywhere. Bodies that no joint leads to get the same joint; connect one to name
    it, or to give it initial values.
    """


@register
class AlongCurve(Hinge):
    """M's origin moves along a curve fixed in F: p = c(s). One coordinate, the curve's parameter s.

    With `frame` "fixed", M keeps the axes of F. With "tangent", x of M points along c′(s), y is across it and `up`,
    and z completes them; so `up` must never be the direction of the curve. There is no residual, since the implicit
    form has an unknown of its own: use `PointOnCurve`.
    """

    coordinates = ("s",)
    units = ("m",)
    curve = option(convert=as_curve, doc="a curve, points to draw a spline through, or a function of s")
    frame = option(default="fixed", choices=("fixed", "tangent"), doc="orientation of M: as F, or along the tangent")
    up = axis(default="z", doc="the direction of F that z of M is closest to, for the tangent frame")

    def pose(self, q: Any, t: Any) -> Pose:
        """The point of the curve, and the frame there."""
        point = self.curve.point(q.s)
        if self.frame == "fixed":
            return Pose(p=point)
        x = normalised(self.curve.tangent(q.s))
        y = normalised(cross(self.up, x))
        return Pose(matrix([x, y, cross(x, y)]).T, point)


@register
class RollingWheel(Hinge):
    r"""A wheel of `radius` r that stands upright on the xy plane of F and rolls without slipping.

    M is at the centre, its y axis the axle: R = R_z(heading) R_y(roll), p = (x, y, r). Rolling ties the place to the
    turns, ẋ = r cos(heading) roll_dot, ẏ = r sin(heading) roll_dot: four coordinates, two speeds (S1.2). The conditions
    cannot be integrated, so there is no residual on position level.
    """

    coordinates = ("x", "y", "heading", "roll")
    speeds = ("heading_dot", "roll_dot")
    units = ("m", "m", "rad", "rad")
    radius = parameter(unit="m", check="positive", doc="radius of the wheel")

    def pose(self, q: Any, t: Any) -> Pose:
        """The wheel above the point of contact (x, y)."""
        return Pose(rotation_z(q.heading) @ rotation_y(q.roll), (q.x, q.y, self.radius))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """Rolling without slipping."""
        speed = self.radius * u.roll_dot
        return [speed * cos(q.heading), speed * sin(q.heading), u.heading_dot, u.roll_dot]


@register
class LeaningWheel(Hinge):
    r"""A thin wheel (a coin) of `radius` r that rolls without slipping on the xy plane of F and may lean.

    M is at the centre, its y axis the axle: R = R_z(heading) R_x(lean) R_y(roll). (x, y) is the point of contact, the
    centre is r R_z R_x e_z above it. The contact moves along the heading by as much rim as rolls off, ẋ = r
    cos(heading) roll_dot, ẏ = r sin(heading) roll_dot: five coordinates, three speeds (S1.2). At lean = ±π/2 the
    wheel lies flat and the coordinates are singular.
    """

    coordinates = ("x", "y", "heading", "lean", "roll")
    speeds = ("heading_dot", "lean_dot", "roll_dot")
    units = ("m", "m", "rad", "rad", "rad")
    radius = parameter(unit="m", check="positive", doc="radius of the wheel")

    def pose(self, q: Any, t: Any) -> Pose:
        """The wheel on its point of contact."""
        frame = rotation_z(q.heading) @ rotation_x(q.lean)
        return Pose(frame @ rotation_y(q.roll), matrix([q.x, q.y, 0.0]) + self.radius * frame[:, 2])

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """Rolling without slipping."""
        speed = self.radius * u.roll_dot
        return [speed * cos(q.heading), speed * sin(q.heading), u.heading_dot, u.lean_dot, u.roll_dot]
