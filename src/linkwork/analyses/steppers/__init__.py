"""Steppers of runs: trees by native engines, and one-step methods that Python drives, each step a sparse system."""

from .absolute import simulate_absolute
from .one_step import AlphaStepper, WeakStepper
from .python_stepper import PythonStepper
from .tree import TreeStepper

__all__ = ["AlphaStepper", "PythonStepper", "TreeStepper", "WeakStepper", "simulate_absolute"]
