"""Structures: connections that bring bodies of their own."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .cable import Cable
from .exact_beam import ExactBeam

__all__ = ["Cable", "ExactBeam"]
