"""What is wanted of a run, and what is known of its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..diagnosis import Note


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
