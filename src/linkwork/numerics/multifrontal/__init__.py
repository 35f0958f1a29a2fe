"""Sparse factors by dense fronts: the order of elimination, the plan of all fronts, the loops that work through it."""

from .fronts import FrontHelper, Fronts
from .plan import UnknownBlocks

__all__ = ["FrontHelper", "Fronts", "UnknownBlocks"]
