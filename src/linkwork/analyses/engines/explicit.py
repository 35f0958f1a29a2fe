"""Explicit Runge–Kutta methods as a run uses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators import explicit
from ...numerics.integrators.event_search import Watch
from ...numerics.integrators.record import H, StepRecord
from ...numerics.integrators.stages import Stages, stage_table, stages_of
from ...numerics.status import NOT_FINITE, RUN_DONE
from ...numerics.tableaus import Tableau
from ..common.bound_kernels import BoundKernels
from .engine import PIECE_STEPS, StepInterpolator
from .extension import Extension, extensions


class ExplicitEngine:
    """An explicit Runge–Kutta method."""

    powers = 0
    loop = staticmethod(explicit.advance_explicit)
    restart_loop = staticmethod(explicit.restart_explicit)

    def __init__(self, bound: BoundKernels, tableau: Tableau, rtol: float, atol: Any) -> None:
        self.bound, self.tableau = bound, tableau
        self.name = tableau.name
        self._table = stage_table(tableau)
        self._memory = self._spare(rtol, atol)
        self._advance = compiled_loop(self.loop)

    def _spare(self, rtol: float, atol: Any) -> Stages:
        """Memory that a run before has left, or new."""
        found = self.bound.spare.pop(self.tableau.digest, None)
        if found is None:
            return stages_of(self._table, self.bound.n, rtol, atol, self.bound.calls_into)
        found.scale[:] = atol
        # The very tuple of the run before is known to compiled code already.
        memory: Stages = found if found.rtol == rtol else found._replace(rtol=float(rtol))
        return memory

    def leave(self) -> None:
        """Lets the next run have the memory."""
        self.bound.spare[self.tableau.digest] = self._memory

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._memory.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PIECE_STEPS

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self._memory.y[:] = y
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._memory.k[0, :-1] = found
        self._memory.track.fill(np.nan)
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Leaves the step to begin with to compiled code."""
        record.clock[H] = 0.0

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return int(self._advance(*self.arguments(watch, record, steps)))

    def arguments(self, watch: Watch, record: StepRecord, steps: int) -> tuple[Any, ...]:
        """What the loop is called with."""
        return self.bound.flow, self._table, self._memory, self.bound.closing, watch, record, steps

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps."""
        memory = self._memory
        tolerance = memory.scale + memory.rtol * np.abs(memory.y)
        return extensions(memory.track, t, memory.y, memory.k[0, :-1], tolerance)

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The states between the ends of steps: each step is computed again when a time in it is asked for."""
        times, states = np.ascontiguousarray(t), np.ascontiguousarray(y)
        memory = stages_of(self._table, self.bound.n, 1.0, 1.0, self.bound.calls_into)

        def between(wanted: np.ndarray) -> np.ndarray:
            order = np.argsort(wanted, kind="stable")
            rows = np.zeros((len(wanted), self.bound.n))
            asked = np.ascontiguousarray(wanted[order])
            bound = self.bound
            compiled_loop(explicit.interpolate)(
                bound.flow, self._table, memory, bound.closing, times, states, asked, rows
            )
            result = np.empty_like(rows)
            result[order] = rows
            return result

        return between
