"""Equations of motion, traced: the recursion over the tree, forces, constraints, energies."""

from .equations.motion_equations import MotionEquations
from .tree_equations import TreeEquations, derive_equations

__all__ = ["MotionEquations", "TreeEquations", "derive_equations"]
