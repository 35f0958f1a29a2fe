"""A cable of finite segments: rigid rods on ball joints or crosses, one behind the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..contract import Hinge, ModelError, value_of
from ..contract.arguments import NAME_ARGUMENT, REAL, ArgumentKind, takes
from ..elements import PointCoincidence, Rod, RotationSpring, Spherical, SubmergedRod, Universal
from ..elements.forces.compliant_contact import CompliantContact
from ..elements.structures.catenary import catenary_directions
from ..model import Body, Model, Point
from ..spatial import euler_parameters, rotation_y, rotation_z, shortest_turn

JOINTS = ("ball", "cross")


@dataclass(frozen=True)
class Water:
    """What a cable hangs in: density in kg/m³, drag coefficients across and along, velocity of the current in m/s."""

    density: float = 1025.0
    normal: float = 1.2
    tangential: float = 0.01
    current: tuple[float, float, float] = (0.0, 0.0, 0.0)


END = ArgumentKind(lambda value: isinstance(value, (Point, Body)), "a body, or a point of one, body.at(x, y, z)")
WATER = ArgumentKind(lambda value: isinstance(value, Water), "lw.Water(…)", (Water,))


@dataclass(frozen=True, eq=False)
class FiniteSegmentCable:
    """A cable in a model: its segments, from the start to the end."""

    model: Model
    name: str
    segments: tuple[Body, ...]
    piece: float
    """Length of a segment: each goes from (0, 0, 0) to (piece, 0, 0) of its frame."""

    @property
    def nodes(self) -> tuple[Point, ...]:
        """The ends of segments: the start, the joints in order, the end."""
        return (*(body.at(0, 0, 0) for body in self.segments), self.segments[-1].at(self.piece, 0, 0))

    def touch(self, surface: Any, contact: CompliantContact, nodes: Sequence[int] | None = None) -> None:
        """Lets the nodes (all, or those of these numbers) meet a surface: a pulley, the sea bed, by `contact`.

        `surface` is the first end of the contact. A contact follows each node, so that segments must be short beside
        the radius of a pulley. The contacts are called name_touch0, name_touch1, … in their order.
        """
        every, taken = self.nodes, self.model.connections
        free = (name for name in (f"{self.name}_touch{k}" for k in count()) if name not in taken)
        for k in range(len(every)) if nodes is None else nodes:
            self.model.connect(next(free), contact, surface, every[k])


@takes(name=NAME_ARGUMENT, start=END, end=END | None, length=REAL, mass=REAL, diameter=REAL, water=WATER | None)
def finite_segment_cable(
    model: Model,
    name: str,
    start: Point | Body,
    end: Point | Body | None = None,
    *,
    length: float,
    segments: int,
    mass: float,
    diameter: float,
    bending: float = 0.0,
    torsion: float = 0.0,
    damping: float = 0.0,
    water: Water | None = None,
    shape: ArrayLike | None = None,
    joint: str = "ball",
) -> FiniteSegmentCable:
    """A cable of `length` in m from `start`, put into a model as rigid `segments` called name1, name2, …

    `mass` is that of all of it in kg. `bending` EI and `torsion` GJ in N·m² become springs EI/l and GJ/l at the joints
    between segments of length l, `damping` in N·m²·s dampers beside them; ends are free to turn. The joints are balls,
    or "cross"es, which leave no twist. `end` is held by the last node, which closes a loop. In `water` segments are
    lifted and dragged. `shape` has the direction of every segment, or one for all, at the start of the motion, in axes
    of the world while `start` stands in its own frame; without it a cable hangs along gravity
    (that at the start; along −z where there is none), or in a catenary from a start to an end that both are on the
    ground. A cable does not stretch: it is as long as its segments.
    """
    _check(name, length, segments, mass, diameter, joint)
    piece = float(length) / segments
    first = start if isinstance(start, Point) else start.at(0.0, 0.0, 0.0)
    axes = _axes(_directions(name, first, end, length, segments, shape, _down(model)))
    rod = Rod(length=piece, radius=0.5 * diameter, mass=mass / segments)
    stiffness = (torsion / piece, bending / piece, bending / piece)
    spring = RotationSpring(stiffness, (damping / piece,) * 3) if any((*stiffness, damping)) else None
    submerged = None if water is None else _submerged(model, piece, diameter, water)
    before, turn = first, np.asarray(first.X.R, dtype=float)
    bodies: list[Body] = []
    for k, own in enumerate(axes, start=1):
        body = model.body(f"{name}{k}", rod)
        hinge, initial, turn = _joint(joint, turn, own)
        model.connect(f"{name}_joint{k}", hinge, before, body, initial=initial)
        if spring is not None and bodies:
            model.connect(f"{name}_spring{k}", spring, before, body)
        if submerged is not None:
            model.connect(f"{name}_water{k}", submerged, model.ground, body.at(piece / 2, 0, 0))
        bodies.append(body)
        before = body.at(piece, 0, 0)
    if end is not None:
        model.connect(f"{name}_end", PointCoincidence(), end, before)
    return FiniteSegmentCable(model, name, tuple(bodies), piece)


def _check(name: str, length: float, segments: int, mass: float, diameter: float, joint: str) -> None:
    label = f"cable {name!r}"
    for what, value in (("length", length), ("mass", mass), ("diameter", diameter)):
        if not (np.isfinite(value) and value > 0):
            raise ModelError(f"{label}: {what} = {value!r}: must be positive.")
    if not isinstance(segments, (int, np.integer)) or segments < 1:
        raise ModelError(f"{label}: segments = {segments!r}: must be a whole number, 1 or more.")
    if joint not in JOINTS:
        raise ModelError(f"{label}: joint = {joint!r}: choose one of {', '.join(map(repr, JOINTS))}.")


def _submerged(model: Model, piece: float, diameter: float, water: Water) -> SubmergedRod:
    return SubmergedRod(
        piece, diameter, water.density, water.normal, water.tangential, water.current, tuple(model.first_gravity)
    )


def _down(model: Model) -> NDArray[np.float64]:
    """The direction of gravity at the start."""
    gravity = np.array([float(value_of(x)) for x in model.first_gravity])
    size = float(np.linalg.norm(gravity))
    return gravity / size if size else np.array([0.0, 0.0, -1.0])


def _directions(
    name: str, start: Point, end: Any, length: float, segments: int, shape: ArrayLike | None, down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Unit vectors along the segments at the start of the motion."""
    if shape is None and end is not None:
        last = end if isinstance(end, Point) else end.at(0.0, 0.0, 0.0)
        if not (start.body.is_ground and last.body.is_ground):
            raise ModelError(
                f"cable {name!r}: its ends are on bodies, which may stand anywhere: give the directions of its "
                "segments as shape, and close the loop with lw.assemble."
            )
        return catenary_directions(np.asarray(last.X.p, float) - np.asarray(start.X.p, float), length, segments, down)
    given = np.asarray(down if shape is None else shape, dtype=float)
    if given.shape not in ((3,), (segments, 3)) or not np.linalg.norm(given, axis=-1).all():
        raise ModelError(
            f"cable {name!r}: shape has shape {given.shape}; give one direction (3 numbers, not all zero), or one for "
            f"each of the {segments} segments."
        )
    unit: NDArray[np.float64] = given / np.linalg.norm(given, axis=-1, keepdims=True)
    return np.broadcast_to(unit, (segments, 3))


def _axes(directions: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Rotations whose x axes have these directions, each turned from the one before by the shortest way: no twist."""
    found = [np.eye(3)]
    for before, after in pairwise([found[0][:, 0], *directions]):
        found.append(shortest_turn(before, after) @ found[-1])
    return found[1:]


def _joint(
    kind: str, inner: NDArray[np.float64], outer: NDArray[np.float64]
) -> tuple[Hinge, dict[str, float], NDArray[np.float64]]:
    """A joint, the coordinates at which it brings the x axis of `inner` to that of `outer`, and the axes it leads to.

    A cross leads to axes that may be turned about that x axis.
    """
    R = inner.T @ outer
    if kind == "ball":
        return Spherical(), {f"e{k}": float(e) for k, e in enumerate(euler_parameters(R))}, outer
    # R_y(a) R_z(b) has the first column (cos a cos b, sin b, −sin a cos b).
    x, y, z = R[:, 0]
    a, b = float(np.arctan2(-z, x)), float(np.arcsin(np.clip(y, -1.0, 1.0)))
    led: NDArray[np.float64] = inner @ rotation_y(a) @ rotation_z(b)
    return Universal("y", "z"), {"first": a, "second": b}, led
