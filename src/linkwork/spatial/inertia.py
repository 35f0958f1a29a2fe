"""Mass properties of a rigid body, on numbers or symbols."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .pose import Pose
from .rotations import matrix


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Mass, centre of mass in the body frame, and inertia tensor about the centre of mass in the axes of the body."""

    mass: Any
    com: Any
    inertia: Any

    def moved(self, pose: Pose) -> MassProperties:
        """The same body seen from a frame in which its own stands at `pose`."""
        return MassProperties(self.mass, pose.at(self.com), pose.R @ self.inertia @ pose.R.T)

    def inertia_about(self, point: Any) -> Any:
        """The inertia tensor about another point of the body: I + m (d·d E − d dᵀ) (Steiner)."""
        return self.inertia + point_inertia(self.mass, matrix(self.com) - matrix(point))


def point_inertia(mass: Any, d: Any) -> Any:
    """The inertia tensor of a point mass at distance d: m (d·d E − d dᵀ)."""
    x, y, z = matrix(d)
    xx, yy, zz = x * x, y * y, z * z
    return mass * matrix([[yy + zz, -x * y, -x * z], [-x * y, xx + zz, -y * z], [-x * z, -y * z, xx + yy]])


def combined(parts: Iterable[MassProperties]) -> MassProperties:
    """Several rigid parts as one body: masses add, inertias add about the common centre of mass."""
    parts = list(parts)
    mass = sum(p.mass for p in parts)
    if isinstance(mass, (int, float)) and mass == 0.0:
        return MassProperties(0.0, np.zeros(3), np.zeros((3, 3)))  # there to be seen
    com = sum(p.mass * matrix(p.com) for p in parts) / mass
    inertia = sum(p.inertia + point_inertia(p.mass, matrix(p.com) - com) for p in parts)
    return MassProperties(mass, matrix(com), matrix(inertia))


def inertia_matrix(value: Any) -> Any:
    """A 3 × 3 tensor from three principal moments, six entries (xx, yy, zz, xy, xz, yz of the tensor), or all nine."""
    entries = matrix(value)
    if entries.shape == (3,):
        return (
            matrix(np.diag(entries))
            if entries.dtype != object
            else matrix([[entries[0], 0, 0], [0, entries[1], 0], [0, 0, entries[2]]])
        )
    if entries.shape == (6,):
        xx, yy, zz, xy, xz, yz = entries
        return matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if entries.shape == (3, 3):
        return entries
    raise ValueError("an inertia is three principal moments, six entries (xx, yy, zz, xy, xz, yz), or a 3 × 3 tensor")
