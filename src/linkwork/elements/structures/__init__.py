"""Structures: connections that bring bodies of their own."""

from ...contract import register
from .cable import Cable
from .exact_beam import ExactBeam

__all__ = ["Cable", "ExactBeam"]

for _structure in (Cable, ExactBeam):
    register(_structure)
