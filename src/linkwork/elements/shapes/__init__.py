"""Shapes: what bodies are made of; mass properties and looks follow."""

from ...contract import register
from .beam_node import BeamNode
from .box import Box
from .composite import Composite
from .cone import Cone
from .cylinder import Cylinder
from .ellipsoid import Ellipsoid
from .flexible_shapes import FlexiblePlate, FlexibleRod
from .gear_wheel import GearWheel
from .mesh import Mesh
from .modal_body import ModalBody
from .plate import Plate
from .point_mass import PointMass
from .rod import Rod
from .solid import Solid
from .sphere import Sphere

__all__ = [
    "BeamNode",
    "Box",
    "Composite",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "FlexiblePlate",
    "FlexibleRod",
    "GearWheel",
    "Mesh",
    "ModalBody",
    "Plate",
    "PointMass",
    "Rod",
    "Solid",
    "Sphere",
]

for _shape in (
    BeamNode, Box, Composite, Cone, Cylinder, Ellipsoid, GearWheel, Mesh, ModalBody, Plate, PointMass, Rod, Sphere,
):  # fmt: skip
    register(_shape)
