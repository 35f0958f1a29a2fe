"""Surfaces that ends carry. They are defined in the contract, so that bodies can make them."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
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
from .function_surface import FunctionSurface
from .height_surface import HeightSurface
from .polynomial_surface import PolynomialSurface
from .revolved_surface import RevolvedSurface
from .swept_surface import SweptSurface
from .torus_surface import TorusSurface

__all__ = [
    "SURFACES",
    "BoxSurface",
    "CapsuleSurface",
    "CylinderSurface",
    "DiscSurface",
    "EllipsoidSurface",
    "FunctionSurface",
    "HeightSurface",
    "HullSurface",
    "OutlineSurface",
    "PlaneSurface",
    "PointsSurface",
    "PolynomialSurface",
    "RevolvedSurface",
    "SphereSurface",
    "SweptSurface",
    "TorusSurface",
]

for _surface in SURFACES:
    register(_surface)
