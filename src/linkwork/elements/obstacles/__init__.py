"""Obstacles: surfaces over which paths run."""

from ...contract import register
from .obstacle import Obstacle, PathPassage
from .wrap_cone import WrapCone
from .wrap_cylinder import WrapCylinder
from .wrap_sphere import WrapSphere
from .wrap_torus import WrapTorus

__all__ = ["Obstacle", "PathPassage", "WrapCone", "WrapCylinder", "WrapSphere", "WrapTorus"]

for _obstacle in (WrapCone, WrapCylinder, WrapSphere, WrapTorus):
    register(_obstacle)
