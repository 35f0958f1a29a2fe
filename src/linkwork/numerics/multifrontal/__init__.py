"""Sparse factors by dense fronts: the order of elimination, the plan of all fronts, the loops that work through it."""

from .fronts import Fronts
from .order import Blocks

__all__ = ["Blocks", "Fronts"]
