"""Shapes: what bodies are made of; mass properties and looks follow."""

from ...contract import register
from .box import Box
from .composite import Composite
from .cone import Cone
from .cylinder import Cylinder
from .ellipsoid import Ellipsoid
from .mesh import Mesh
from .plate import Plate
from .point_mass import PointMass
from .rod import Rod
from .solid import Solid
from .sphere import Sphere

__all__ = [
    "Box",
    "Composite",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "Mesh",
    "Plate",
    "PointMass",
    "Rod",
    "Solid",
    "Sphere",
]

for _shape in (Box, Composite, Cone, Cylinder, Ellipsoid, Mesh, Plate, PointMass, Rod, Sphere):
    register(_shape)
