"""What a run asks of a method."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.record import LAST_ERROR, T_END, H, StepRecord, T
from ...numerics.integrators.step_control import first_step as begin_with
from ...numerics.integrators.step_control import gate
from ...numerics.status import RUN_DONE, RUNNING
from ..common.bound_kernels import BoundKernels
from .extension import Extension

PIECE_STEPS = 20_000
"""Steps in a piece of a run, after which it is seen to: progress, interruption, checkpoints."""
PYTHON_PIECE = 200
"""The same where every step is called for from Python."""
SLOW_PIECE = 10
"""The same where a step takes many milliseconds."""
StepInterpolator = Callable[[np.ndarray], np.ndarray]
"""times → rows (q, u, z, w)."""


class Engine(Protocol):
    """What a run asks of a method."""

    name: str

    @property
    def powers(self) -> int:
        """How many powers of the polynomial of each step have to be kept; 0 where steps can be computed again."""

    @property
    def y(self) -> np.ndarray:
        """The present state, which `restart` sets and `advance` moves."""

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from; DONE, or why that is impossible."""

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Leaves a step to begin with in the record."""

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps; returns a status."""

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps, which hold for some time beyond the present time t."""

    def leave(self) -> None:
        """Lets others have the memory; nothing is asked of the engine any more."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The states between the ends of steps that were kept."""


def advance_by_steps(step: Callable[[Watch, StepRecord], int], watch: Watch, record: StepRecord, steps: int) -> int:
    """Goes on for up to so many steps, each called for from Python; returns a status."""
    while True:
        code = gate(record, watch, steps)
        if code == RUNNING:
            code = step(watch, record)
            steps -= 1
        if code != RUN_DONE or record.clock[T] >= record.clock[T_END]:
            return code


def rms(x: np.ndarray) -> float:
    """The root of the mean square."""
    return math.sqrt(float(x @ x) / max(len(x), 1))


def set_first_step(
    bound: BoundKernels,
    t: float,
    y: np.ndarray,
    rates: np.ndarray,
    scale: np.ndarray,
    order: int,
    span: float,
    record: StepRecord,
) -> None:
    """Leaves a step to begin with, from the size of the rates and their change."""
    weights, f = scale[:-1], rates[:-1]

    def change(h: float) -> float | None:
        ahead = bound.rates(t + h, y + h * rates)
        return None if ahead is None else rms((ahead[:-1] - f) / weights) / h

    record.clock[LAST_ERROR] = 1e-4
    record.clock[H] = begin_with(rms(y[:-1] / weights), rms(f / weights), change, order, span)
