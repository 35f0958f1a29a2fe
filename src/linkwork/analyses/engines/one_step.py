"""One-step methods written in Python, as a run uses them: error control, projection, events and dense output around a
function that makes one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError
from ...numerics.integrators.explicit import CAUTION
from ...numerics.integrators.flow import Tangent, differentiate
from ...numerics.integrators.projection import project
from ...numerics.integrators.record import H_BEFORE, LAST_ERROR, H, StepRecord, T
from ...numerics.integrators.step_control import shorter, step_growth
from ...numerics.integrators.step_ends import HERMITE_POWERS, conclude_hermite, step_ends
from ...numerics.status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, RUN_DONE, STEP_NOT_FINITE
from ..common.bound_kernels import BoundKernels
from .engine import PythonEngine, PythonMethod, rms

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
        return self._bound.implicit.tangent()

    def jacobian(self, t: float, y: np.ndarray) -> np.ndarray:
        """∂f/∂y, exact."""
        differentiate(self._bound.flow, self._tangent, t, np.append(y, 0.0))
        return np.array(self._tangent.f_y)


class OneStepEngine(PythonEngine):
    """A method of one's own."""

    powers = HERMITE_POWERS

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
        ends, order = step_ends(bound.n, HERMITE_POWERS, rtol, atol), 0 if is_fixed else error_order
        own = {"try_step": self._try, "shorten": self._shorten, "grow": self._grow}
        super().__init__(
            bound, name, order, ends, bound.projection, start=self.start_with_rates, landing=self.land, **own
        )
        self.returns_error = error_order > 0
        self._step, self._f, self._f_half = step, RightHandSide(bound), np.zeros(bound.n)

    def _try(
        self, method: PythonMethod, record: StepRecord, h: float, t_new: float, shortened: bool
    ) -> tuple[int, float]:
        """(status, error in tolerances) of a step, projected on constraints."""
        ends, bound, t = self.ends, self.bound, float(record.clock[T])
        found = self._step(self._f, t, ends.y[:-1].copy(), h)
        if found is None:
            return NEWTON_FAILED, 0.0
        y_new, error = self._checked(found)
        if not np.isfinite(y_new).all():
            return STEP_NOT_FINITE, 0.0
        size = 0.0
        if error is not None and method.order:
            scale = ends.scale[:-1] + ends.rtol * np.maximum(np.abs(ends.y[:-1]), np.abs(y_new))
            size = CAUTION * rms(error / scale)
            if not size <= 1.0:
                return RUN_DONE, size
        ends.y_new[:-1], ends.y_new[-1] = y_new, ends.y[-1]
        if bound.projection.active[0] and not project(bound.flow, bound.projection, t_new, ends.y_new):
            return CONSTRAINTS_OPEN, size
        if not conclude_hermite(bound.flow, ends, self._f_half, t, h, t_new):
            return NOT_FINITE, size
        return RUN_DONE, size

    def _shorten(self, method: PythonMethod, code: int, error: float, h: float) -> float:
        """The step to try after one that failed."""
        return h * (0.25 if code != RUN_DONE else shorter(error, method.order))

    def _grow(self, method: PythonMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
        """The step after one that was good."""
        clock = record.clock
        last, before = float(clock[LAST_ERROR]), float(clock[H_BEFORE])
        clock[H] = h * step_growth(error, last, h, before, method.order, 0.0, rejected)
        clock[LAST_ERROR], clock[H_BEFORE] = error, h

    def _checked(self, found: Any) -> tuple[np.ndarray, np.ndarray | None]:
        """(y, its error) as a step returned them."""
        y, error = found if isinstance(found, tuple) and len(found) == 2 else (found, None)
        if self.method.order and error is None:
            raise ModelError(f"method {self.name!r}: it has an error_order; its step must return (y, error).")
        if error is not None and not self.returns_error:
            raise ModelError(
                f"method {self.name!r}: its step returns (y, error), but it has no error_order; give its class one, or "
                "return y alone."
            )
        shape = (len(self.y) - 1,)
        for what, values in (("y", y), ("error", error)):
            if values is not None and np.shape(values) != shape:
                raise ModelError(
                    f"method {self.name!r}: its step returns {what} of shape {np.shape(values)}; the state has {shape}."
                )
        return np.asarray(y, dtype=float), None if error is None else np.asarray(error, dtype=float)
