"""Obstacles: surfaces over which paths run."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .obstacle import Obstacle
from .wrap_cone import WrapCone
from .wrap_cylinder import WrapCylinder
from .wrap_ellipsoid import WrapEllipsoid
from .wrap_sphere import WrapSphere
from .wrap_torus import WrapTorus

__all__ = ["Obstacle", "WrapCone", "WrapCylinder", "WrapEllipsoid", "WrapSphere", "WrapTorus"]
