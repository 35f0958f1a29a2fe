"""Flexible bodies: from a finite-element model to the data of a modal body."""

from .finite_elements import FiniteElementModel, nodal_model
from .interfaces import Interface
from .plate import plate_data
from .read import mesh_data, read_finite_elements, read_modal_data
from .readers.npz import write_finite_elements
from .reduce import reduce_model
from .rod import rod_data
from .solid import solid_model

__all__ = [
    "FiniteElementModel",
    "Interface",
    "mesh_data",
    "nodal_model",
    "plate_data",
    "read_finite_elements",
    "read_modal_data",
    "reduce_model",
    "rod_data",
    "solid_model",
    "write_finite_elements",
]
