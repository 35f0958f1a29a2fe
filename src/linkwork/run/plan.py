"""What is wanted of a run: its span of time, the rows to keep, and how accurate its steps are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Plan:
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

    @property
    def tolerance(self) -> float:
        """The error that a step may have where coordinates are of the order of one, as those of poses are."""
        return self.rtol + self.atol
