"""Methods of integration as values: the base class, those that are shipped, one's own, and the registry of names."""

from .trial_steppers import WeakStepper, end_difference

__all__ = ["WeakStepper", "end_difference"]
