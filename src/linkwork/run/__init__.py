"""What runs of all formulations consist of: rows, events, the past, inputs over time, checkpoints, certificate."""

from .event_log import EventLog
from .events import Event
from .progress import Crawl
from .recorder import Recorder, StepChannels, StepSource
from .stepper import Plan, Statistics

__all__ = [
    "Crawl",
    "Event",
    "EventLog",
    "Plan",
    "Recorder",
    "Statistics",
    "StepChannels",
    "StepSource",
]
