"""Integrators as a run uses them: one object a method, with the same few functions."""

from .contact_steps import AlphaContactEngine
from .engine import Engine
from .heap import heap_engine
from .moreau import moreau_engine
from .native import NativeEngine
from .polynomials import StepInterpolator
from .weak import WeakEngine, WeakRecord

__all__ = [
    "AlphaContactEngine",
    "Engine",
    "NativeEngine",
    "StepInterpolator",
    "WeakEngine",
    "WeakRecord",
    "heap_engine",
    "moreau_engine",
]
