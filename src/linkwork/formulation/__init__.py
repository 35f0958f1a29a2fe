"""Equations of motion, traced: the recursion over the tree, forces, constraints, energies."""

from .derive import derive
from .equations import Equations

__all__ = ["Equations", "derive"]
