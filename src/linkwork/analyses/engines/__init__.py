"""Integrators as a run uses them: one object a method, with the same few functions."""

from .engine import Engine, StepInterpolator
from .native import NativeEngine
from .release import RECORD, release

__all__ = ["RECORD", "Engine", "NativeEngine", "StepInterpolator", "release"]
