"""Surfaces that ends carry. Those of solids are defined in the contract, so that bodies can make them."""

from ...contract import (
    SURFACES,
    BoxSurface,
    CapsuleSurface,
    CylinderSurface,
    DiscSurface,
    EllipsoidSurface,
    HullSurface,
    OutlineSurface,
    PlaneSurface,
    PointsSurface,
    SphereSurface,
    register,
)

__all__ = [
    "SURFACES",
    "BoxSurface",
    "CapsuleSurface",
    "CylinderSurface",
    "DiscSurface",
    "EllipsoidSurface",
    "HullSurface",
    "OutlineSurface",
    "PlaneSurface",
    "PointsSurface",
    "SphereSurface",
]

for _surface in SURFACES:
    register(_surface)
