"""Integrators as a run uses them: one object a method, with the same few functions."""

from .engine import Engine, NativeEngine, StepInterpolator
from .release import RECORD, release

__all__ = ["RECORD", "Engine", "NativeEngine", "StepInterpolator", "release"]
