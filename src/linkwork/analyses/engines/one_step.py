"""One-step methods written in Python, as a run uses them: error control, projection, events and dense output around a
function that makes one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError
from ...numerics.integrators.event_search import TAKE, Watch
from ...numerics.integrators.event_step import first_landing
from ...numerics.integrators.explicit import CAUTION
from ...numerics.integrators.flow import Tangent, differentiate
from ...numerics.integrators.projection import project
from ...numerics.integrators.record import H_BEFORE, LAST_ERROR, H, StepRecord, T, meets_singularity
from ...numerics.integrators.step_control import (
    end_of,
    is_collapsed,
    landing_step,
    next_step,
    reject,
    shorter,
    step_growth,
    stop_of,
    take_step,
)
from ...numerics.integrators.step_ends import HERMITE_POWERS, conclude_hermite, follow, step_ends
from ...numerics.status import (
    CONSTRAINTS_OPEN,
    EVENT,
    NEWTON_FAILED,
    NOT_FINITE,
    RANK_LOST,
    RUN_DONE,
    STEP_COLLAPSED,
    STEP_NOT_FINITE,
)
from ..common.bound_kernels import BoundKernels
from .engine import PYTHON_PIECE, StepInterpolator, advance_by_steps, rms, set_first_step
from .extension import FEW_NODES, Extension, extensions
from .polynomials import piecewise

StepFunction = Callable[["RightHandSide", float, np.ndarray, float], Any]
"""(f, t, y, h) → y at the end of the step; with its error entry by entry, where that is estimated; None where the
equations of the step have no solution."""


class RightHandSide:
    """f of ẏ = f(t, y) with y = (q, u, z): accelerations solved for, constraint rows in use met."""

    def __init__(self, bound: BoundKernels) -> None:
        self._bound = bound
        self.nq, self.nu, self.nz = bound.sizes

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        """The rates; not numbers where they cannot be computed."""
        found = self._bound.rates(t, np.append(y, 0.0))
        return np.full(len(y), np.nan) if found is None else found[:-1]

    @cached_property
    def _tangent(self) -> Tangent:
        return self._bound.tangent()

    def jacobian(self, t: float, y: np.ndarray) -> np.ndarray:
        """∂f/∂y, exact."""
        differentiate(self._bound.flow, self._tangent, t, np.append(y, 0.0))
        return np.array(self._tangent.f_y)


class OneStepEngine:
    """A method of one's own."""

    powers = 3

    def __init__(
        self,
        bound: BoundKernels,
        name: str,
        step: StepFunction,
        error_order: int,
        rtol: float,
        atol: np.ndarray,
        is_fixed: bool,
    ) -> None:
        """`error_order` is that of the error that steps return, 0 where they return none."""
        self.bound, self.name, self.returns_error = bound, name, error_order > 0
        self.order = 0 if is_fixed else error_order
        """That of the error estimate; 0 has the length of steps given."""
        self.rtol, self.atol = rtol, atol
        self._step, self._f = step, RightHandSide(bound)
        self._ends, self._f_half = step_ends(bound.n, HERMITE_POWERS, rtol, atol), np.zeros(bound.n)

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._ends.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PYTHON_PIECE

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self._ends.y[:] = y
        self._ends.track[:] = np.nan
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._ends.f_0[:] = found
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """A step to begin with."""
        ends, scale = self._ends, self.atol + self.rtol * np.abs(self._ends.y)
        record.clock[H_BEFORE] = 0.0
        set_first_step(self.bound, t, ends.y, ends.f_0, scale, self.order, span, record)

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return advance_by_steps(self._next, watch, record, steps)

    def _next(self, watch: Watch, record: StepRecord) -> int:
        """One step that is taken: as often shorter as its error asks for, cut off where an event lies in it."""
        clock, ends, adaptive = record.clock, self._ends, self.order > 0
        stop = stop_of(record)
        h, shortened, rejected = next_step(record, stop, adaptive), False, False
        code = RUN_DONE
        while True:
            if adaptive and is_collapsed(record, h):
                return STEP_NOT_FINITE if code == STEP_NOT_FINITE else STEP_COLLAPSED
            t, t_new = float(clock[T]), end_of(record, stop, h)
            code, error = self._try(t, h, t_new)
            if code != RUN_DONE or not error <= 1.0:
                if not adaptive:
                    return code
                h, rejected, shortened = h * (0.25 if code != RUN_DONE else shorter(error, self.order)), True, False
                reject(record, h)
                continue
            watch.fired[1] = -1
            part = TAKE
            if len(watch.value):
                part = first_landing(self.bound.flow, watch, record, ends, t, h)
            if part >= TAKE:
                break
            h, shortened = landing_step(record, part, h), True
        if adaptive and not shortened:
            last, before = float(clock[LAST_ERROR]), float(clock[H_BEFORE])
            clock[H] = h * step_growth(error, last, h, before, self.order, 0.0, rejected)
            clock[LAST_ERROR], clock[H_BEFORE] = error, h
        return self._take(watch, record, h, t_new)

    def _try(self, t: float, h: float, t_new: float) -> tuple[int, float]:
        """(status, error in tolerances) of a step, projected on constraints."""
        ends, bound = self._ends, self.bound
        found = self._step(self._f, t, ends.y[:-1].copy(), h)
        if found is None:
            return NEWTON_FAILED, 0.0
        y_new, error = self._checked(found)
        if not np.isfinite(y_new).all():
            return STEP_NOT_FINITE, 0.0
        size = 0.0
        if error is not None and self.order:
            scale = self.atol[:-1] + self.rtol * np.maximum(np.abs(ends.y[:-1]), np.abs(y_new))
            size = CAUTION * rms(error / scale)
            if not size <= 1.0:
                return RUN_DONE, size
        ends.y_new[:-1], ends.y_new[-1] = y_new, ends.y[-1]
        if bound.projection.active[0] and not project(bound.flow, bound.projection, t_new, ends.y_new):
            return CONSTRAINTS_OPEN, size
        if not conclude_hermite(bound.flow, ends, self._f_half, t, h, t_new):
            return NOT_FINITE, size
        return RUN_DONE, size

    def _checked(self, found: Any) -> tuple[np.ndarray, np.ndarray | None]:
        """(y, its error) as a step returned them."""
        y, error = found if isinstance(found, tuple) and len(found) == 2 else (found, None)
        if self.order and error is None:
            raise ModelError(f"method {self.name!r}: it has an error_order; its step must return (y, error).")
        if error is not None and not self.returns_error:
            raise ModelError(
                f"method {self.name!r}: its step returns (y, error), but it has no error_order; give its class one, or "
                "return y alone."
            )
        shape = (len(self._ends.y) - 1,)
        for what, values in (("y", y), ("error", error)):
            if values is not None and np.shape(values) != shape:
                raise ModelError(
                    f"method {self.name!r}: its step returns {what} of shape {np.shape(values)}; the state has {shape}."
                )
        return np.asarray(y, dtype=float), None if error is None else np.asarray(error, dtype=float)

    def _take(self, watch: Watch, record: StepRecord, h: float, t_new: float) -> int:
        """Goes to the end of a step."""
        ends, bound = self._ends, self.bound
        if bound.projection.active[0]:
            follow(ends.track, record, ends.y, ends.f_0)
        take_step(bound.flow, record, h, t_new, ends.y, ends.y_new, ends.dense, ends.shift)
        ends.f_0[:] = ends.f_1
        if watch.fired[1] >= 0:
            return EVENT
        return (
            RANK_LOST
            if bound.projection.active[0] and meets_singularity(bound.flow, record, self.order > 0)
            else RUN_DONE
        )

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps."""
        ends, tolerance = self._ends, self.atol + self.rtol * np.abs(self._ends.y)
        return extensions(ends.track, t, ends.y, ends.f_0, tolerance, FEW_NODES)

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """Cubics through the ends of the steps."""
        return piecewise(t, y, dense)
