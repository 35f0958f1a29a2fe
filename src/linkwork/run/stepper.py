"""What a run asks of a method that goes on in time: pieces of one step or of thousands, whatever the formulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..diagnosis import Note
from ..results import State, Trajectory
from .crawl import Crawl
from .event_log import EventLog
from .events import Event
from .recorder import Recorder, StepSource

Saved = tuple[dict[str, np.ndarray], dict[str, Any]]
"""Arrays by path, and plain data."""


class Plan(NamedTuple):
    """What is wanted of a run."""

    t_start: float
    t_end: float
    times: np.ndarray
    """Where samples are wanted; empty where all steps are kept."""
    h: float | None
    """The length of steps where it is fixed."""
    h_max: float
    rtol: float
    atol: float
    keeps_steps: bool
    """Whether the ends of steps are kept, and states between them can be had."""
    solution: tuple[str, Mapping[str, float]] = ("auto", {})
    """How accelerations are solved for, and the weights of connections."""
    options: Callable[[], Mapping[str, Any]] = dict
    """Gives all of that and the method as plain data, for certificates."""

    @property
    def tolerance(self) -> float:
        """The error that a step may have where coordinates are of the order of one, as those of poses are."""
        return self.rtol + self.atol


class Statistics(NamedTuple):
    """What a stepper knows of the accuracy of its steps; the fields are those of `Certificate`."""

    method: str
    t_end: float
    steps: int
    rejected: int
    evaluations: int
    jacobians: int
    step_range: tuple[float, float]
    energy: Mapping[str, Any]
    """`energy_scale`, `energy_error`, `energy_size` and `energy_grew`."""
    position_error: float
    velocity_error: float
    correction: float
    rank: int | None
    rows: int
    freedoms: int | None
    notes: tuple[Note, ...]
    measures_rows: bool = False
    """Whether what constraints leave is to be measured at the rows that were kept."""


class Stepper(Protocol):
    """A method at a state of a system. Rows go to its recorder, events to its log, as it advances."""

    system: Any
    start: State
    """Where the run begins."""
    plan: Plan
    recorder: Recorder
    log: EventLog
    crawl: Crawl
    notes: list[Note]
    """What was worth telling so far."""
    piece: int
    """How many steps a piece may have at most."""

    @property
    def t(self) -> float:
        """The present time."""

    @property
    def state(self) -> State:
        """The present state."""

    @property
    def accepted(self) -> int:
        """Steps so far."""

    @property
    def landed(self) -> Sequence[Event]:
        """The events at which the last piece ended."""

    def begin(self) -> int:
        """Records the start and looks at events there: RUNNING, or EVENT."""

    def advance(self, steps: int) -> int:
        """Goes on for up to so many steps: RUNNING, EVENT where `landed` says which, DONE, or why it cannot go on."""

    def jump(self, event: Event, state: State) -> State:
        """Goes on from what the action of an event leads to; the state after it, which meets the constraints."""

    def settle(self, landed: Sequence[Event], has_jumped: bool) -> None:
        """Prepares for the next step after events at which a step ended."""

    def is_leaping(self) -> bool:
        """Whether some law leaps at the present state, or just beyond."""

    def explain(self, code: int) -> str:
        """Why it cannot go on, in a sentence with names."""

    def collect(self) -> None:
        """Hands all rows that are still its own to the recorder."""

    def finish(self, code: int) -> None:
        """Records what is left to record at the end of a run."""

    def statistics(self) -> Statistics:
        """What is known of its steps."""

    def close(self, run: Trajectory) -> None:
        """Leaves memory to later runs."""

    def saved(self) -> Saved:
        """All it consists of, for a checkpoint; `signature` in the data tells equations, method and tolerances."""

    def restore(
        self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]
    ) -> Callable[[Mapping[str, Any]], StepSource]:
        """Goes on from there; gives what makes the sources of steps from what a checkpoint holds of them."""
