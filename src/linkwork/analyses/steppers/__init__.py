"""Steppers of runs: trees by native engines, and one-step methods that Python drives, each step a sparse system."""

from .trial_steppers import AlphaStepper, WeakStepper

__all__ = ["AlphaStepper", "WeakStepper"]
