r"""A cable between two ends: an exact beam with little bending stiffness, on ball joints, hanging at the start."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ...contract import (
    Material,
    ModelError,
    Section,
    Structure,
    StructurePlan,
    StructureSite,
    option,
    parameter,
    register,
    value_of,
)
from ...spatial import Pose, matrix, shortest_turn
from ..forces.exact_beam_element import ExactBeamElement
from ..hinges.spherical import Spherical
from .catenary import hanging_links
from .exact_beam import MOST_ELEMENTS
from .node_line import (
    NodeLine,
    check_massive,
    checked_count,
    element_borders,
    node_places,
    node_shapes,
    node_shares,
)

SMALLEST_BENDING = 1e-9
"""Part of EA h² below which the stiffness of elements in bending would be rounding."""


@register
class Cable(Structure):
    r"""A cable of exact beam elements as one connection: it stretches, bends a little, and ends on ball joints.

    `length` L is unstretched. `bending` EI and `torsion` GJ replace those of the section, which for a rope of many
    wires are far below those of a full bar. It starts as its elements hang between its ends, straight where
    these are farther apart than L, and hangs down from one end where there is no other. Nodes are called "rope/node0",
    …, elements "rope/element1", … with channels such as "rope/element1.normal_force".
    """

    section = option(doc="such as lw.Circle(0.01)")
    material = option(default=None, doc="such as lw.STEEL")
    length = parameter(unit="m", check="positive", doc="L, unstretched")
    elements = option(default=40, doc="how many")
    bending = parameter(unit="N*m**2", default=None, check="positive", doc="E I")
    torsion = parameter(unit="N*m**2", default=None, check="positive", doc="G J")
    damping = parameter(unit="s", default=0.0, check="nonnegative", doc="β")
    stations = parameter(unit="m", default=(), shape=(None,), doc="s at which nodes stand, for ends along it")

    def validate(self) -> None:
        """Everything is of its kind."""
        if not isinstance(self.section, Section):
            raise ModelError(f"{self.kind}: section = {self.section!r} is not a section, such as lw.Circle(0.01).")
        if self.material is not None and not isinstance(self.material, Material):
            raise ModelError(f"{self.kind}: material = {self.material!r} is not a material; give one such as lw.STEEL.")
        checked_count(self.kind, "elements", self.elements, MOST_ELEMENTS)
        self.section.stiffness(self.material)

    @property
    def stiffness(self) -> Any:
        """EA, GA_y, GA_z, GJ, EI_y, EI_z."""
        found = matrix(self.section.stiffness(self.material)).copy()
        parts: list[Any] = list(found)
        if self.torsion is not None:
            parts[3] = self.torsion
        if self.bending is not None:
            parts[4] = parts[5] = self.bending
        return matrix(parts)

    def plan(self, site: StructureSite) -> StructurePlan:
        """Nodes and elements."""
        check_massive(site.label, self.section, self.material)
        length = float(value_of(self.length))
        borders = element_borders(site.label, self.elements, self.stations, length)
        size = self.length * float(np.diff(borders).max())
        axial, bending = (float(value_of(self.stiffness[k])) for k in (0, 4))
        if bending < SMALLEST_BENDING * axial * value_of(size) ** 2:
            raise ModelError(
                f"{site.label}: bending = {bending:.3g} N·m² is nothing beside EA h² of elements of h = "
                f"{value_of(size):.3g} m: slack elements would turn without any stiffness. Give more bending, or "
                "fewer elements."
            )
        frames, turn = self._hanging(site, np.diff(borders))
        sizes = np.round(np.diff(borders), 12).tolist()
        made = {
            x: ExactBeamElement(x * self.length, self.stiffness, None, self.damping, 1, self.section) for x in sizes
        }
        shapes = node_shapes(self.section, self.material, self.length, borders, 1)
        last = Spherical() if len(site.bodies) == 2 else None
        lengths, shares = ([float(x) * self.length for x in part(borders, 1)] for part in (node_places, node_shares))
        elements = [made[x] for x in sizes]
        return NodeLine(frames, elements, lengths, shares, shapes, Spherical(), last, turn).plan(site)

    def _hanging(self, site: StructureSite, sizes: np.ndarray) -> tuple[list[Pose], Any]:
        """(frames in that of the first end, turn of the last in that of the second)."""
        for body, pose in zip(site.bodies, site.poses, strict=True):
            if pose is None:
                raise ModelError(
                    f"{site.label}: body {body!r} is not held by a joint yet, so that nobody knows where the cable "
                    "hangs. Connect its joint first, lw.Free() with initial values where it is free."
                )
        poses = [pose for pose in site.poses if pose is not None]
        start, length = poses[0], float(value_of(self.length))
        weight = float(np.linalg.norm(site.gravity))
        down = site.gravity / weight if weight else np.array([0.0, 0.0, -1.0])
        span = down * length if len(poses) == 1 else poses[1].p - start.p
        if np.linalg.norm(span) >= length * (1.0 - 1e-9):
            steps = np.outer(sizes, span)
        else:
            # Chords of the catenary are shorter than its arcs: elements along them would be pressed, and buckle.
            mass, axial = (float(value_of(x)) for x in (self.section.inertia(self.material)[0], self.stiffness[0]))
            steps = hanging_links(span, length * sizes, down, mass * weight / axial)
        axes = _node_axes(start.R.T, steps)
        places = np.vstack([np.zeros(3), np.cumsum(steps, axis=0)]) @ start.R
        frames = [Pose(R, p) for R, p in zip(axes, places, strict=True)]
        return frames, poses[-1].R.T @ start.R @ axes[-1]


def _node_axes(world: np.ndarray, steps: np.ndarray) -> list[np.ndarray]:
    """Rotations of all nodes in the frame of the first end, x along the line, without twist from one to the next."""
    units = [step / np.linalg.norm(step) for step in steps]
    middles = [a + b for a, b in pairwise(units)]
    tangents = [units[0], *(x / (np.linalg.norm(x) or 1.0) for x in middles), units[-1]]
    found: list[np.ndarray] = []
    before, axes = np.array([1.0, 0.0, 0.0]), np.eye(3)
    for tangent in tangents:
        now = world @ tangent
        axes = shortest_turn(before, now) @ axes
        found.append(axes)
        before = now
    return found
