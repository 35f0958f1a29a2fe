"""Steppers of runs: trees by native engines, and one-step methods that Python drives, each step a sparse system."""

from .tree_elements import elements_stepper

__all__ = ["elements_stepper"]
