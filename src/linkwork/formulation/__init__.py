"""Equations of motion, traced: the recursion over the tree, forces, constraints, energies."""

from .derive import derive_equations
from .equations import Equations, of_tree
from .motion_equations import MotionEquations

__all__ = ["Equations", "MotionEquations", "derive_equations", "of_tree"]
