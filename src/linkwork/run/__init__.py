"""One run for all formulations: the loop over pieces of a stepper, rows, events, checkpoints, certificate."""

from .crawl import Crawl
from .event_log import EventLog
from .events import Event
from .loop import Run
from .recorder import Recorder, StepChannels, StepSource
from .stepper import Plan, Statistics, Stepper

__all__ = [
    "Crawl",
    "Event",
    "EventLog",
    "Plan",
    "Recorder",
    "Run",
    "Statistics",
    "StepChannels",
    "StepSource",
    "Stepper",
]
