"""Integrators as a run uses them: one object a method, with the same few functions."""

from .contact_steps import AlphaContactEngine
from .engine import Engine, StepInterpolator
from .heap import heap_engine
from .moreau import moreau_engine
from .native import NativeEngine
from .release import RECORD, release

__all__ = [
    "RECORD",
    "AlphaContactEngine",
    "Engine",
    "NativeEngine",
    "StepInterpolator",
    "heap_engine",
    "moreau_engine",
    "release",
]
