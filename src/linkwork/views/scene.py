"""The scene document: everything a page shows, as plain data that `json` can write. Version 2.

It is the boundary between results and the viewer: whoever makes one can use the page, and the page reads nothing else.
Bodies are numbered from 0, which is the ground; positions are in metres and in world axes unless said otherwise,
quaternions are Euler parameters with the scalar first, arrays are `PackedArray`. Names and texts may contain anything.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from .base64_array import PackedArray

SCENE_FORMAT = "linkwork-scene"
VERSION = 2

Drawn = Literal[
    "pin", "slider", "cylindrical", "screw", "plane", "ball", "universal", "fixed", "free", "joint",
    "spring", "damper", "spring-damper", "torsion", "actuator", "contact", "load", "rotor", "constraint", "guide",
    "line", "mark", "none",
]  # fmt: skip
"""How a connection is drawn: a hinge by the motion it allows, a force by what it depends on, a constraint by its rows.

"contact" and "guide" stand at the second end, across the first of `axes`; a "mark" stands there without a direction.
"""


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


class EndPart(TypedDict):
    """An end of a connection: a frame on a body."""

    body: int
    position: list[float]
    quaternion: list[float]


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


class GhostPart(TypedDict):
    """A second configuration, drawn transparent: positions (bodies × 3), quaternions (bodies × 4)."""

    label: str
    positions: PackedArray
    quaternions: PackedArray


class ChannelPart(TypedDict):
    """A number over its own kept times."""

    name: str
    unit: str
    times: PackedArray
    values: PackedArray


class TracePart(TypedDict):
    """A point whose path is drawn."""

    name: str
    body: int
    point: list[float]


class ArrowPart(TypedDict):
    """A vector over its own kept times (n × 3), at a point of a body."""

    name: str
    kind: Literal["force", "moment"]
    body: int
    point: list[float]
    times: PackedArray
    values: PackedArray


class ModePart(TypedDict):
    """A mode shape: real and imaginary parts of displacements and turns, each bodies × 3."""

    name: str
    frequency: float | None
    damping: float | None
    displacements: tuple[PackedArray, PackedArray]
    turns: tuple[PackedArray, PackedArray]


class PanelPart(TypedDict):
    """A text beside the picture."""

    title: str
    text: str


class Scene(TypedDict):
    """A scene document."""

    format: str
    version: int
    name: str
    up: list[float]
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
