"""Steppers of runs: trees by native engines, and one-step methods that Python drives, each step a sparse system."""

from .absolute import absolute_stepper, consistent
from .called_events import events_by_calls, events_by_code
from .tree_elements import elements_stepper

__all__ = ["absolute_stepper", "consistent", "elements_stepper", "events_by_calls", "events_by_code"]
