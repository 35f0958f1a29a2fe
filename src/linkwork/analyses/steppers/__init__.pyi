"""Steppers of runs: trees and absolute systems, one step or thousands at a time."""

from .called_events import events_by_calls, events_by_code

__all__ = ["events_by_calls", "events_by_code"]
