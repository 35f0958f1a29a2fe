"""One-step methods that Python drives: generalized-α and finite elements in time, each step a sparse system."""

from .absolute import simulate_absolute
from .drive import Plan, drive
from .steppers import AlphaStepper, WeakStepper

__all__ = ["AlphaStepper", "Plan", "WeakStepper", "drive", "simulate_absolute"]
