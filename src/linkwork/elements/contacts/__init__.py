"""Rigid contacts: bodies that touch, strike and slide, and do not enter each other."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .contact_group import ContactGroup
from .surface_contact import SurfaceContact
from .unilateral_contact import UnilateralContact

__all__ = ["ContactGroup", "SurfaceContact", "UnilateralContact"]
