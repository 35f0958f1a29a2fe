"""Loads from outside on bodies and points."""

from ...contract import register
from .applied_force import AppliedForce
from .applied_moment import AppliedMoment
from .wrench import Wrench

__all__ = ["AppliedForce", "AppliedMoment", "Wrench"]

for _load in (AppliedForce, AppliedMoment, Wrench):
    register(_load)
