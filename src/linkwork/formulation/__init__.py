"""Equations of motion, traced: the recursion over the tree, forces, constraints, energies."""

from .equations import Equations, derive

__all__ = ["Equations", "derive"]
