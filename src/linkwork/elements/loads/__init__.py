"""Loads from outside on bodies and points."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .applied_force import AppliedForce
from .applied_moment import AppliedMoment
from .pressure_load import PressureLoad
from .volume_load import VolumeLoad
from .wrench import Wrench

__all__ = ["AppliedForce", "AppliedMoment", "PressureLoad", "VolumeLoad", "Wrench"]
