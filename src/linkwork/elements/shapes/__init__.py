"""Shapes: what bodies are made of; mass properties and looks follow."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .beam_node import BeamNode
from .box import Box
from .composite import Composite
from .cone import Cone
from .cylinder import Cylinder
from .ellipsoid import Ellipsoid
from .extrusion import Extrusion
from .flexible_shapes import FlexiblePlate, FlexibleRod
from .gear_wheel import GearWheel
from .mesh import Mesh
from .modal_body import ModalBody
from .plate import Plate
from .point_mass import PointMass
from .revolution import Revolution
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
    "Extrusion",
    "FlexiblePlate",
    "FlexibleRod",
    "GearWheel",
    "Mesh",
    "ModalBody",
    "Plate",
    "PointMass",
    "Revolution",
    "Rod",
    "Solid",
    "Sphere",
]
