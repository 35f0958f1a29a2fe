"""The scene document: everything a page shows, as plain data that `json` can write. Version 3.

It is the boundary between results and the viewer: what writes one can use the page, which reads nothing else.
Bodies are numbered from 0, which is the ground; positions are in metres and in world axes unless said otherwise,
quaternions are Euler parameters with the scalar first, arrays are `PackedArray`. Names and texts may contain anything.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from .base64_array import PackedArray

SCENE_FORMAT = "linkwork-scene"
VERSION = 3

Drawn = Literal[
    "pin", "slider", "cylindrical", "screw", "plane", "ball", "universal", "fixed", "free", "joint",
    "spring", "damper", "spring-damper", "torsion", "actuator", "muscle", "contact", "load", "rotor",
    "constraint", "bar", "guide", "line", "mark", "none",
]  # fmt: skip
"""How a connection is drawn: a joint by the motion it allows, a force by what it depends on, a constraint by its rows.

A "line" and a "muscle" run through all of their ends. "contact" and "guide" stand at the second end, across the first
of `axes`; a "mark" stands there without a direction.
"""


class ElasticPart(TypedDict):
    """What deforms of a body: a node at X of its frame stands at X + Φ e, e its elastic coordinates."""

    nodes: PackedArray
    """X (n × 3)."""
    shapes: PackedArray
    """Φ (n × 3 × ne)."""
    faces: PackedArray
    """Corners of triangles (m × 3)."""
    stress: NotRequired[PackedArray]
    """Stresses xx, yy, zz, yz, xz, xy at the nodes per elastic coordinate (n × 6 × ne)."""


class FrameShapesPart(TypedDict):
    """How a frame of an elastic body moves: by Φ e, and turned by Θ e."""

    Phi: list[list[float]]
    Theta: list[list[float]]


class BodyPart(TypedDict):
    """A body: what it weighs, what it looks like, where things are attached to it (all in its own frame)."""

    name: str
    mass: float
    com: list[float]
    inertia: list[list[float]]
    looks: list[dict[str, Any]]
    """Primitives of its shapes, as `Solid` describes them; "wire" (points, segments) where it has none."""
    size: float
    """How far from its origin it reaches."""
    elastic: NotRequired[ElasticPart]
    """Drawn in place of its looks, where it deforms."""


class EndPart(TypedDict):
    """An end of a connection: a frame on a body."""

    body: int
    position: list[float]
    quaternion: list[float]
    elastic: NotRequired[FrameShapesPart]
    """Of a frame that moves with the deformation of its body."""


class TravelPart(TypedDict):
    """How far the ends of a connection are apart over the motion, and how far the second slides along the axis."""

    shortest: float
    longest: float
    stroke: list[float]


class ObstaclePart(TypedDict):
    """What a path runs over, in the frame of the end that it stands for: a cylinder about z, a sphere, an ellipsoid."""

    kind: Literal["cylinder", "sphere", "ellipsoid"]
    radius: float
    """Of an ellipsoid the largest."""
    radii: NotRequired[list[float]]
    over: NotRequired[list[float]]
    """Of an ellipsoid, along x, y and z, and the side that the path is asked to take."""
    way: Literal["shortest", "positive", "negative"]
    """Round z, from the first end on."""
    lifts: bool


class GuidePart(TypedDict):
    """A body that guides the last point of a path and is not a point of it: that stands at Σ c_k φᵏ in its own body."""

    kind: Literal["guide"]
    axis: list[float]
    """Of φ, the angle of the last end against this one."""
    place: list[list[float]]
    """Rows c₀, c₁, …"""
    between: list[float]
    """Beyond these angles it stays where it is."""


class ConnectionPart(TypedDict):
    """A connection: what it is called, what kind of element it is, how it is drawn, where its ends are."""

    name: str
    kind: str
    drawn: Drawn
    axes: list[list[float]]
    """Directions of its motion, or across what it touches, in the axes of the first end."""
    ends: list[EndPart]
    gap: float
    """How far it is from being closed in the first pose: the largest residual on position level."""
    free: float | None
    """The length at which it is free of force, where it has one."""
    about: str
    """The element with its values, in words."""
    travel: TravelPart
    over: NotRequired[list[ObstaclePart | GuidePart | None]]
    """For each end between the first and the last, where a path runs over obstacles: what that is, None for a point."""


class ExtentsPart(TypedDict):
    """Corners of the box in which everything stays, over the whole motion; living pages give one with room to move."""

    min: list[float]
    max: list[float]


class PosesPart(TypedDict):
    """Poses of all bodies at kept times (n), positions (n × bodies × 3), quaternions (n × bodies × 4)."""

    times: PackedArray
    positions: PackedArray
    quaternions: PackedArray
    given: int
    """How many samples there were."""
    tolerance: float
    """How far, in metres, any point of a body may be from where it was, between kept samples."""


class RatesPart(TypedDict):
    """Angular velocity and velocity (n × 6) of the frame of one body over its own kept times."""

    times: PackedArray
    values: PackedArray


class StrandPart(TypedDict):
    """A beam or a cable: a line through frames on bodies, along the x axes of these."""

    name: str
    ends: list[EndPart]
    """All of its nodes, in order."""
    elements: list[int]
    """How many nodes each of its elements spans beyond the first."""
    channels: list[str]
    """Ids of the stresses of its elements; none where they are not known."""
    outline: list[float] | None
    """Width along y and height along z of its section."""
    is_round: bool


class DeformationPart(TypedDict):
    """Elastic coordinates of a body (n × ne) over their own kept times."""

    body: int
    times: PackedArray
    values: PackedArray


class GhostPart(TypedDict):
    """A second configuration, drawn transparent: positions (bodies × 3), quaternions (bodies × 4)."""

    label: str
    positions: PackedArray
    quaternions: PackedArray


class ChannelPart(TypedDict):
    """A row of the table of channels: one or several numbers of one unit over their own kept times."""

    id: str
    """Unique among the channels."""
    name: str
    components: list[str]
    """Names of its numbers, "x" or "[0]"; none where it is a single one."""
    unit: str
    group: str
    """The body or the connection that it belongs to; "" for the whole model."""
    times: PackedArray
    values: PackedArray
    """(n), or n × components."""


class TracePart(TypedDict):
    """A point whose path is drawn."""

    name: str
    body: int
    point: list[float]


class LitPart(TypedDict):
    """A body that a channel lights up: in its own colour at the lower end of the range, red at the upper."""

    body: int
    channel: str
    range: list[float]


class ArrowPart(TypedDict):
    """A vector over its own kept times (n × 3), at a point of a body."""

    name: str
    kind: Literal["force", "moment"]
    body: int
    point: list[float]
    times: PackedArray
    values: PackedArray
    shown: bool
    """Whether it is drawn to begin with; others are drawn when a reader asks for them."""
    elastic: NotRequired[FrameShapesPart]
    """Of a point that moves with the deformation of its body."""


class TouchingPart(TypedDict):
    """A point of a contact over its own kept times, in world axes; rows that are not finite are times apart."""

    name: str
    """"floor", or "floor.corner 3" where a contact has several points."""
    connection: int
    """Its place among the connections."""
    times: PackedArray
    places: PackedArray
    """Where bodies touch (n × 3)."""
    normal: PackedArray
    """The normal force on the body at the second end (n × 3); zero where they touch for one moment, in an impact."""
    friction: PackedArray
    """Friction on it (n × 3)."""


class TimeMarkPart(TypedDict):
    """Something that happened, as a mark on the time line."""

    t: float
    kind: Literal["impact", "change", "event"]
    """An impact; a contact that opens, closes, sticks or slides; another event of the run."""
    sentence: str


class TimeMarksPart(TypedDict):
    """All marks, in order of time."""

    marks: list[TimeMarkPart]
    given: int
    """How many there were: where there are very many, the smallest impacts and changes are left out."""


class ModePart(TypedDict):
    """A mode shape: real and imaginary parts of displacements and turns, each bodies × 3."""

    name: str
    frequency: float | None
    damping: float | None
    displacements: tuple[PackedArray, PackedArray]
    turns: tuple[PackedArray, PackedArray]
    deformation: NotRequired[tuple[PackedArray, PackedArray]]
    """Elastic coordinates of all elastic bodies, one behind the other."""
    reach: NotRequired[float]
    """How far these move a point."""


class VerdictPart(TypedDict):
    """Whether a result can be trusted, and why."""

    level: str
    reasons: list[str]


class PanelPart(TypedDict):
    """A text beside the picture; of a certificate also its verdict and its rows, each a label and what is said."""

    title: str
    text: str
    verdict: NotRequired[VerdictPart]
    rows: NotRequired[list[list[str]]]


class OtherRunPart(TypedDict):
    """Another run of the same bodies, which is drawn and plotted beside the first."""

    label: str
    poses: PosesPart
    rates: list[RatesPart]
    channels: list[ChannelPart]


class Scene(TypedDict):
    """A scene document."""

    format: str
    version: int
    name: str
    up: list[float]
    extents: ExtentsPart
    bodies: list[BodyPart]
    connections: list[ConnectionPart]
    poses: PosesPart
    rates: list[RatesPart]
    """Of all bodies, the ground first; empty where there is one pose."""
    differences: bool
    """Whether rates are differences of poses, which were given without them."""
    ghost: GhostPart | None
    channels: list[ChannelPart]
    traces: list[TracePart]
    arrows: list[ArrowPart]
    modes: list[ModePart]
    """They swing about the ghost where there is one, else about the first pose."""
    panels: list[PanelPart]
    touching: NotRequired[list[TouchingPart]]
    """Where bodies touch; none where it is missing."""
    happened: NotRequired[TimeMarksPart]
    """What happened on the way; nothing where it is missing."""
    floor: NotRequired[bool]
    """Whether a floor is drawn to begin with: where there is gravity."""
    look: NotRequired[list[float]]
    """Azimuth and elevation (degrees) from which it is looked at to begin with."""
    followed: NotRequired[list[int]]
    """The body that the camera goes with to begin with; none, or one."""
    lit: NotRequired[list[LitPart]]
    plots: NotRequired[list[str]]
    """Ids of the channels that are plotted to begin with."""
    strands: NotRequired[list[StrandPart]]
    deformation: NotRequired[list[DeformationPart]]
    """Of the bodies that deform, in their order."""
    label: NotRequired[str]
    """What the run is called where there are others."""
    others: NotRequired[list[OtherRunPart]]
    program: NotRequired[dict[str, Any]]
    """What a living page runs; a page with one may compile WebAssembly and start workers of its own."""
    note: NotRequired[str]
    """A sentence that stands above the picture: why a page is a replay."""
