r"""A geometrically exact beam between two ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import (
    Hinge,
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
from ...spatial import Pose, matrix, rotation_of_vector, shortest_turn, turning_of_vector
from ..forces.exact_beam_element import ExactBeamElement
from ..measures.beam_strain import HIGHEST_ORDER
from .node_line import (
    NodeLine,
    check_massive,
    checked_count,
    element_borders,
    free_strains,
    node_places,
    node_shapes,
    node_shares,
)

MOST_ELEMENTS = 100_000
PLANES = ("y", "z")
"""Axes across which a beam may have its plane."""
HALF_TURN = 0.9 * np.pi
"""The bend of an unloaded element from which on it is refused."""


@register
class ExactBeam(Structure):
    r"""A beam that bends, twists, shears and stretches by any amount, as one connection (Reissner, Simo).

    `elements` exact elements of an `order` join nodes, which are bodies with the mass and inertia of the section:
    "shaft/node1", "shaft/node2", …; the elements are "shaft/element1", … with channels such as
    "shaft/element1.moment_z". Errors fall as (1/elements)² with order 1; higher orders gain many digits per node where
    the motion is smooth.

    Without a `length` the beam is straight and free of stress between its ends as they stand at the start; both must
    be held by joints that were connected before. With a `length` it leaves the first end along x of its frame,
    with the `curvature` κ₀ (twist, about y, about z, 1/m), and its far end is fixed to the frame of the second end, or
    free where there is none. `prestrain` is the strain γ at the start against which it is stressed: (0.001, 0, 0) is a
    tension of 0.001 EA. It is clamped at its ends, unless `first` or `last` is a joint. `damping` β adds β times the
    rate of strains. Its nodes are equally far apart, but for `stations`: arc lengths at which one stands, so that
    `beam.at(0.3)` is an end for any connection. With `plane` "z" or "y" nodes move in the plane across that axis of the
    first one, and have three coordinates instead of six: in tree coordinates a mechanism in a plane is several times
    as fast.
    """

    section = option(doc="such as lw.Tube(0.02, 0.001)")
    material = option(default=None, doc="such as lw.STEEL")
    elements = option(default=8, doc="how many")
    length = parameter(unit="m", default=None, check="positive", doc="L, unstretched")
    order = option(default=1, doc=f"of the elements, 1 to {HIGHEST_ORDER}")
    curvature = parameter(unit="1/m", default=(0.0, 0.0, 0.0), shape=3, doc="κ₀ of the unloaded beam")
    prestrain = parameter(default=(0.0, 0.0, 0.0), shape=3, doc="γ at the start, from tension")
    damping = parameter(unit="s", default=0.0, check="nonnegative", doc="β")
    first = option(default=None, doc="joint at its first end; clamped without")
    last = option(default=None, doc="joint at its second end; clamped without")
    stations = parameter(unit="m", default=(), shape=(None,), doc="s at which nodes stand, for ends along it")
    plane = option(default=None, doc='"y" or "z": the one axis about which it bends; in space without')

    def validate(self) -> None:
        """Everything is of its kind."""
        for what, kind, example in (("section", Section, "lw.Circle(0.01)"), ("material", Material, "lw.STEEL")):
            given = getattr(self, what)
            if not isinstance(given, kind) and not (what == "material" and given is None):
                raise ModelError(f"{self.kind}: {what} = {given!r} is not a {what}; give one such as {example}.")
        for what in ("first", "last"):
            if getattr(self, what) is not None and not isinstance(getattr(self, what), Hinge):
                raise ModelError(
                    f"{self.kind}: {what} = {getattr(self, what)!r} is not a joint, such as lw.Spherical()."
                )
        checked_count(self.kind, "elements", self.elements, MOST_ELEMENTS)
        checked_count(self.kind, "order", self.order, HIGHEST_ORDER)
        if self.plane not in (None, *PLANES):
            raise ModelError(f"{self.kind}: plane = {self.plane!r}; give the axis about which it bends, 'y' or 'z'.")
        out = [x for x, axis in zip(self.curvature, "xyz", strict=True) if axis != self.plane]
        if self.plane is not None and any(np.asarray(value_of(matrix(out)), dtype=float)):
            raise ModelError(
                f"{self.kind}: curvature = {tuple(self.curvature)!r} leaves the plane across {self.plane!r}; leave "
                "`plane` out, or the other curvatures."
            )
        across = [x for x, axis in zip(self.prestrain, "xyz", strict=True) if axis == self.plane]
        if across and float(value_of(across[0])):
            raise ModelError(
                f"{self.kind}: prestrain = {tuple(self.prestrain)!r} leaves the plane across {self.plane!r}; leave "
                f"`plane` out, or the strain along {self.plane}."
            )
        self.section.stiffness(self.material)

    @property
    def doubts(self) -> tuple[tuple[str, str], ...]:
        """A section as thick as the beam is long."""
        if self.length is None or self.section.outline is None:
            return ()
        thick, length = max(float(value_of(side)) for side in self.section.outline), float(value_of(self.length))
        said = f"its section is {thick:.3g} m across, and it is {length:.3g} m long. Are both in metres?"
        return () if thick < length else (("lengths", said),)

    def plan(self, site: StructureSite) -> StructurePlan:
        """Nodes and elements."""
        check_massive(site.label, self.section, self.material)
        if self.length is None:
            length, frames, turn = self._between(site)
        else:
            length, frames, turn = self.length, self._leaving(site), np.eye(3)
        borders, order = self._borders(site, length), self.order
        sizes, made = np.diff(borders), dict[float, ExactBeamElement]()
        for k, size in enumerate(np.round(sizes, 12).tolist()):
            if size not in made:
                made[size] = self._element(size * length, frames[k * order : (k + 1) * order + 1])
        elements = [made[size] for size in np.round(sizes, 12).tolist()]
        shapes = node_shapes(self.section, self.material, length, borders, order)
        lengths, shares = ([float(x) * length for x in part(borders, order)] for part in (node_places, node_shares))
        return NodeLine(frames, elements, lengths, shares, shapes, self.first, self.last, turn, self.plane).plan(site)

    def _borders(self, site: StructureSite, length: Any) -> np.ndarray:
        return element_borders(site.label, self.elements, self.stations, float(value_of(length)))

    def _element(self, size: Any, frames: list[Pose]) -> ExactBeamElement:
        """An element of this length between nodes that stand like this, free of all but the stress of the start."""
        strains = free_strains(float(value_of(size)), self.order, frames)
        free = matrix(strains) - matrix([*self.prestrain, 0.0, 0.0, 0.0] * self.order)
        plain = not any(np.abs(np.ravel(np.asarray(value_of(free), dtype=float))) > 1e-12)
        stiffness = self.section.stiffness(self.material)
        seen = [frames[0].inverse @ frame for frame in frames[1:]]
        built = [float(x) for own in seen for x in (*np.ravel(np.asarray(own.R)), *np.asarray(own.p))]
        free_of_stress = None if plain else free
        return ExactBeamElement(size, stiffness, free_of_stress, self.damping, self.order, self.section, built)

    def _between(self, site: StructureSite) -> tuple[float, list[Pose], Any]:
        """(length, frames in that of the first end, turn of the last in that of the second): straight between both."""
        if len(site.poses) < 2:
            raise ModelError(f"{site.label}: {self.kind} with a free end needs its length.")
        for body, pose in zip(site.bodies, site.poses, strict=True):
            if pose is None:
                raise ModelError(
                    f"{site.label}: body {body!r} is not held by a joint yet, so nobody knows how far the ends are "
                    "apart. Connect its joint first, or give the length of the beam."
                )
        if np.any(self.curvature):
            raise ModelError(f"{site.label}: a beam with curvature needs its length.")
        start, end = (pose for pose in site.poses if pose is not None)
        across = start.R.T @ (end.p - start.p)
        length = float(np.linalg.norm(across))
        if not length > 0.0:
            raise ModelError(f"{site.label}: its ends stand in the same place; put them apart, or give the length.")
        turn = shortest_turn(np.array([1.0, 0.0, 0.0]), across / length)
        frames = [Pose(turn, x * across) for x in node_places(self._borders(site, length), self.order)]
        return length, frames, end.R.T @ start.R @ turn

    def _leaving(self, site: StructureSite) -> list[Pose]:
        """Frames along the line of constant curvature that leaves the first end along x."""
        length, bend = float(value_of(self.length)), np.asarray(value_of(matrix(self.curvature)), dtype=float)
        borders = self._borders(site, length)
        total = float(np.linalg.norm(bend)) * length * float(np.diff(borders).max())
        if total > HALF_TURN:
            raise ModelError(
                f"{site.label}: unloaded, each element bends by {total:.3g} rad (limit pi): use more elements (now "
                f"{self.elements}, try {int(np.ceil(2.0 * total * self.elements))})."
            )
        along = length * node_places(borders, self.order)
        return [Pose(rotation_of_vector(s * bend), s * turning_of_vector(-s * bend)[:, 0]) for s in along]
