"""Rotors inside bodies."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .wheel import Wheel

__all__ = ["Wheel"]
