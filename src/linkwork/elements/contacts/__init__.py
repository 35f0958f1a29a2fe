"""Rigid contacts: bodies that touch, strike and slide, and do not enter each other."""

from ...contract import register
from .contact_group import ContactGroup
from .surface_contact import SurfaceContact
from .unilateral_contact import UnilateralContact

__all__ = ["ContactGroup", "SurfaceContact", "UnilateralContact"]

for _contact in (ContactGroup, SurfaceContact, UnilateralContact):
    register(_contact)
