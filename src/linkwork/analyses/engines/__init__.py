"""Integrators as a run uses them: one object a method, with the same few functions."""

from .choice import engine_of
from .engine import Engine, Interpolator

__all__ = ["Engine", "Interpolator", "engine_of"]
