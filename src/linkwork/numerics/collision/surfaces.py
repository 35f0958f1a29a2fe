r"""Surfaces on bodies as plain tables that native loops read.

Each surface stands on a body (−1: the ground) with a pose $X_{BS}$ relative to its centre of mass, and belongs to a
group: surfaces of one group on different bodies may touch. In its own axes S a surface is

| kind | set of points | size |
|---|---|---|
| plane | z ≤ 0, normal z | – |
| sphere | \|x\| ≤ r | r |
| capsule | within r of the segment \|z\| ≤ l, x = y = 0 | r, l |
| box | \|x\| ≤ a, \|y\| ≤ b, \|z\| ≤ c | a, b, c |
| cylinder | x² + y² ≤ r², \|z\| ≤ l | r, l |
| disc | x² + y² ≤ r², z = 0 | r |
| hull | convex hull of its vertices | – |
| ellipsoid | (x/a)² + (y/b)² + (z/c)² ≤ 1 | a, b, c |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

PLANE, SPHERE, SURFACES_CAPSULE, SURFACES_BOX, SURFACES_CYLINDER, SURFACES_DISC, HULL, ELLIPSOID = range(8)
SURFACE_KINDS = ("plane", "sphere", "capsule", "box", "cylinder", "disc", "hull", "ellipsoid")
SIZE_COUNTS = {"plane": 0, "sphere": 1, "capsule": 2, "box": 3, "cylinder": 2, "disc": 1, "hull": 0, "ellipsoid": 3}
"""How many sizes each kind has."""
GROUND_BODY = -1


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface on a body: its kind and sizes (half lengths), pose X_BS at the centre of mass, group and name."""

    kind: str
    body: int
    size: tuple[float, ...] = ()
    position: Sequence[float] = (0.0, 0.0, 0.0)
    rotation: Any = field(default_factory=lambda: np.eye(3))
    vertices: Any = None
    group: int = 0
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in SURFACE_KINDS:
            raise ValueError(
                f"surface {self.name!r}: {self.kind!r} is not a kind of surface; {', '.join(SURFACE_KINDS)} are."
            )
        if len(self.size) != SIZE_COUNTS[self.kind] or not all(x > 0.0 for x in self.size):
            raise ValueError(
                f"surface {self.name!r}: a {self.kind} has {SIZE_COUNTS[self.kind]} positive sizes, not {self.size}."
            )
        if (self.kind == "hull") != (self.vertices is not None):
            raise ValueError(f"surface {self.name!r}: vertices are given for hulls, and only for them.")

    @property
    def thickness(self) -> float:
        """Half of what it is thick; infinite for planes and discs."""
        if self.kind == "hull":
            return float(0.5 * np.ptp(self.vertices, axis=0).min())
        return min(self.size, default=np.inf) if self.kind != "disc" else np.inf

    @property
    def reach(self) -> float:
        """How far it reaches from the frame in which it is given."""
        offset = float(np.linalg.norm(self.position))
        if self.kind == "hull":
            return offset + float(np.linalg.norm(self.vertices, axis=1).max())
        return offset + (sum(self.size) if self.kind == "capsule" else float(np.linalg.norm(self.size)))


def may_meet(one: Surface, two: Surface) -> bool:
    """Whether surfaces are of one group, on different bodies, and not both planes."""
    return one.group == two.group and one.body != two.body and {one.kind, two.kind} != {"plane"}


class SurfaceTable(NamedTuple):
    """Surfaces as arrays, one row each."""

    kind: Any
    body: Any
    group: Any
    size: Any
    """(surfaces × 3)."""
    pose: Any
    """(surfaces × 12): R_BS row by row, then p."""
    first: Any
    """Where the vertices of each surface begin; one more entry than surfaces."""
    vertices: Any
    """(vertices × 3), in axes of their surfaces."""


def surface_table(surfaces: Sequence[Surface]) -> SurfaceTable:
    """The arrays of surfaces."""
    n = len(surfaces)
    size, pose, first = np.zeros((n, 3)), np.zeros((n, 12)), np.zeros(n + 1, dtype=np.int64)
    vertices = [np.zeros((0, 3))]
    for s, surface in enumerate(surfaces):
        size[s, : len(surface.size)] = surface.size
        pose[s, :9], pose[s, 9:] = np.asarray(surface.rotation, dtype=float).ravel(), surface.position
        if surface.vertices is not None:
            vertices.append(np.asarray(surface.vertices, dtype=float).reshape(-1, 3))
        first[s + 1] = sum(map(len, vertices))
    kinds, bodies, groups = (
        np.array(x, dtype=np.int64)
        for x in (
            [SURFACE_KINDS.index(surface.kind) for surface in surfaces],
            [surface.body for surface in surfaces],
            [surface.group for surface in surfaces],
        )
    )
    return SurfaceTable(kinds, bodies, groups, size, pose, first, np.concatenate(vertices))
