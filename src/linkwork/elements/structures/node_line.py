"""Nodes along a line, with exact beam elements between them: what beams and cables are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ...contract import (
    Hinge,
    Material,
    ModelError,
    Section,
    StructureLine,
    StructurePart,
    StructurePlan,
    StructureSite,
    value_of,
)
from ...contract.derived.assembly_places import AssemblyPoint
from ...spatial import Pose, Relative, across, euler_parameters, matrix
from ..forces.exact_beam_element import ExactBeamElement
from ..hinges.fixed import Fixed
from ..hinges.free import Free
from ..hinges.planar import Planar
from ..measures.beam_strain import BeamStrain, lobatto_points
from ..shapes.beam_node import BeamNode

SHORTEST_PIECE = 1e-6
"""Part of the whole length that stations are apart at least."""
NodePlace = int | str | AssemblyPoint


@dataclass(frozen=True, eq=False)
class NodeLine:
    """The nodes of a beam as they stand at the start, and what is between and at the ends of them."""

    frames: Sequence[Pose]
    """Of all nodes, in the frame of the first end."""
    elements: Sequence[ExactBeamElement]
    lengths: Sequence[Any]
    """Of all nodes, along the line."""
    shares: Sequence[Any]
    """The length that each node stands for."""
    shapes: Sequence[BeamNode]
    first: Hinge | None
    last: Hinge | None
    turn: Any
    """R of the last node in the frame of the second end."""
    normal: str | None = None
    """The axis of all nodes across which their plane lies; None where they move in space."""

    @property
    def _hinge(self) -> Hinge:
        """How nodes move, seen from the first."""
        return Free() if self.normal is None else Planar(self.normal)

    def plan(self, site: StructureSite) -> StructurePlan:
        """Bodies and connections: nodes that the ground holds firmly are not bodies."""
        final, ends = len(self.frames) - 1, len(site.bodies)
        held = {0: not self._is_body(site, 0, self.first), final: ends == 2 and not self._is_body(site, 1, self.last)}
        bodies = {f"node{k}": shape for k, shape in enumerate(self.shapes) if not held.get(k)}
        base: NodePlace = AssemblyPoint(0, Pose(self.frames[0].R)) if held[0] else "node0"
        parts: dict[str, StructurePart] = {}
        if not held[0]:
            turned = AssemblyPoint("node0", Pose(np.asarray(self.frames[0].R).T))
            parts["first"] = StructurePart(self.first or Fixed(), (0, turned))
        for k in range(1, final if ends == 2 else final + 1):
            parts[f"hinge{k}"] = StructurePart(self._hinge, (base, f"node{k}"), self._initial(k))
        if ends == 2:
            if site.poses[1] is None:
                ends_there = base, AssemblyPoint(1, Pose(self.turn))
                parts["end"] = StructurePart(self._hinge, ends_there, self._initial(final))
            if not held[final]:
                turned = AssemblyPoint(f"node{final}", Pose(np.asarray(self.turn).T))
                parts["last"] = StructurePart(self.last or Fixed(), (1, turned))
        places: list[NodePlace] = [f"node{k}" for k in range(final + 1)]
        places[0] = base
        if held[final]:
            places[final] = AssemblyPoint(1, Pose(self.turn))
        for k, element in enumerate(self.elements):
            order = element.order
            parts[f"element{k + 1}"] = StructurePart(element, tuple(places[k * order : (k + 1) * order + 1]))
        line = StructureLine(tuple(places), tuple(self.lengths), tuple(self.shares))
        return StructurePlan(bodies, parts, line)

    @staticmethod
    def _is_body(site: StructureSite, end: int, hinge: Hinge | None) -> bool:
        """Whether the node at an end is a body: it has a hinge of its own, or its mass moves with the body there."""
        return hinge is not None or not site.on_ground[end]

    def _initial(self, k: int) -> Mapping[str, float]:
        """Where a node starts, seen from the first."""
        seen = self.frames[0].inverse @ self.frames[k]
        if self.normal is not None:
            a, b = (np.asarray(x, dtype=float) for x in across(self.normal))
            angle = np.arctan2(b @ seen.R @ a, a @ seen.R @ a)
            return {"x": float(a @ seen.p), "y": float(b @ seen.p), "angle": float(angle)}
        e = euler_parameters(seen.R)
        numbers = [*e, *np.asarray(seen.p, dtype=float)]
        names = ("e0", "e1", "e2", "e3", "x", "y", "z")
        return {name: float(x) for name, x in zip(names, numbers, strict=True)}


def element_borders(label: str, elements: int, stations: Sequence[float], length: float) -> np.ndarray:
    """Where elements begin and end, as parts of the whole: equally long but for `stations`, each of which is one.

    Every piece between stations has at least one element; the others go, one by one, to where they are longest.
    """
    inside = sorted(float(s) / length for s in stations)
    cuts = np.array([0.0, *inside, 1.0])
    pieces = np.diff(cuts)
    if (pieces < SHORTEST_PIECE).any():
        given = ", ".join(f"{float(s):g}" for s in stations)
        raise ModelError(f"{label}: stations are different lengths between 0 and {length:g} m; got {given}.")
    if elements < len(pieces):
        raise ModelError(f"{label}: {len(inside)} stations need {len(pieces)} elements or more; it has {elements}.")
    counts = np.ones(len(pieces), dtype=int)
    for _ in range(elements - len(pieces)):
        # The piece with the longest elements; rounding does not choose between equal ones.
        counts[int(np.argmax(np.round(pieces / counts, 12)))] += 1
    steps = [np.linspace(a, b, n + 1)[1:] for a, b, n in zip(cuts, cuts[1:], counts, strict=False)]
    return np.concatenate([[0.0], *steps])


def node_places(borders: np.ndarray, order: int) -> np.ndarray:
    """Arc lengths of all nodes, as parts of the whole."""
    inside = lobatto_points(order)[0]
    return np.array([0.0, *(a + (b - a) * x for a, b in pairwise(borders) for x in inside[1:])])


def node_shares(borders: np.ndarray, order: int) -> np.ndarray:
    """The part of the whole length that each node carries."""
    weights, found = lobatto_points(order)[1], np.zeros((len(borders) - 1) * order + 1)
    for k, size in enumerate(np.diff(borders)):
        found[k * order : (k + 1) * order + 1] += size * weights
    return found


def node_shapes(
    section: Section, material: Material | None, length: Any, borders: np.ndarray, order: int
) -> tuple[BeamNode, ...]:
    """What all nodes carry; equal ones are one object."""
    mass, moments = section.inertia(material)
    places = node_places(borders, order)
    edges = np.array([0.0, *(0.5 * (places[1:] + places[:-1])), 1.0])
    drawn, shifts = np.diff(edges), 0.5 * (edges[1:] + edges[:-1]) - places
    known: dict[tuple[float, ...], BeamNode] = {}
    keys = [tuple(np.round(x, 12).tolist()) for x in zip(node_shares(borders, order), drawn, shifts, strict=True)]
    for key in keys:
        if key not in known:
            piece = key[0] * length
            masses = mass * piece, matrix(moments) * piece
            known[key] = BeamNode(key[1] * length, *masses, section, key[2] * length)
    return tuple(known[key] for key in keys)


def free_strains(length: Any, order: int, frames: Sequence[Pose]) -> Any:
    """The strains of an element whose nodes stand as these frames do: those at which it is free of stress."""
    first = frames[0].inverse
    rels = [Relative(x.R, x.p, np.zeros(3), np.zeros(3)) for x in (first @ frame for frame in frames[1:])]
    return BeamStrain(length, order).value(rels[0] if order == 1 else rels)


def check_massive(label: str, section: Section, material: Material | None) -> None:
    """Raises where nodes would have no inertia in some direction."""
    mass, moments = section.inertia(material)
    if not value_of(mass) > 0.0 or not (np.asarray(value_of(moments), dtype=float) > 0.0).all():
        raise ModelError(
            f"{label}: its nodes are bodies and need mass and inertia; give the material a density, or the section its "
            "mass and inertia_moments."
        )


def checked_count(kind: str, what: str, value: Any, most: int) -> None:
    """Raises where a count is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ModelError(f"{kind}: {what} = {value!r}; give a whole number from 1 to {most}.")
