"""Backward differentiation formulas of variable order: CVODE of SUNDIALS, through scikit-sundae.

A. C. Hindmarsh and others, SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363–396. Steps are called for from Python.
States that are handed out are projected on constraints; the formulas go on with their own past, which only begins anew
where projection has to move a state by far more than its tolerance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError
from ...kernels.loops import compiled_loop
from ...numerics.integrators.event_search import blend
from ...numerics.integrators.flow import differentiate
from ...numerics.integrators.march import sample_path
from ...numerics.integrators.projection import pivot_is_new, project
from ...numerics.integrators.record import H_MAX, H, StepRecord, T
from ...numerics.integrators.step_control import longest_step, stop_of
from ...numerics.integrators.step_ends import step_ends
from ...numerics.status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, RUN_DONE, STEP_COLLAPSED
from ..common.bound_kernels import BoundKernels
from .engine import PythonEngine, PythonMethod, rms
from .polynomials import work_by_nodes

POWERS = 5
"""Powers of the polynomial that is kept of each step: as many as the highest order."""
_INSIDE = np.arange(1, POWERS) / POWERS
_TO_POWERS = np.linalg.inv((np.arange(1, POWERS + 1)[:, None] / POWERS) ** np.arange(1, POWERS + 1))
LOW_ORDER_STEPS = 5
"""Steps from a start on in which formulas are of order one or two."""
DRIFT = 100.0
"""How far, in units of the tolerance, the formulas' own states may leave the constraints before they begin anew."""
SHORTEST_BDF_STEP = 1e-15
"""Steps shorter than this, relative to the time, are not steps. Near zero the formulas begin with far shorter ones."""
FAILURES = {-1: STEP_COLLAPSED, -3: STEP_COLLAPSED, -4: NEWTON_FAILED, -8: NOT_FINITE, -9: NOT_FINITE, -10: NOT_FINITE}
"""What CVODE's flags mean."""


class BdfEngine(PythonEngine):
    """CVODE's formulas of order 1 to 5, with exact Jacobians. They choose their steps: the march ends its own there."""

    powers = POWERS

    def __init__(self, bound: BoundKernels, rtol: float, atol: np.ndarray) -> None:
        try:
            from sksundae.cvode import CVODE
        except ImportError as error:
            raise ModelError(
                "method='bdf' needs scikit-sundae; install it with: pip install linkwork[sundials].", "simulate"
            ) from error
        super().__init__(
            bound,
            "bdf",
            0,
            step_ends(bound.n, POWERS, rtol, atol),
            bound.projection,
            start=self._start,
            stop=self._go,
            try_step=self._try,
            landing=self.land,
            sample=self._sample,
            pass_on=self._pass_on,
            forget=self._forget,
            sense=self._sense,
        )
        self.rtol, self.atol = rtol, atol
        self._tangent = bound.implicit.tangent()
        self._raw, self._raw_new = np.zeros(bound.n), np.zeros(bound.n)
        """The formulas' own states, before projection."""
        self._make = CVODE
        self._solver: Any = None
        self._age = 0
        """Steps since it began."""
        self._aim = (np.nan, np.nan)
        """The stop and the longest step that it knows of."""
        self._code, self._h, self._begins_anew = RUN_DONE, 0.0, False
        """Of the step under way."""

    def _start(self, method: PythonMethod, t: float) -> int:
        self._solver = None
        return self.start_with_rates(method, t)

    def _forget(self, method: PythonMethod) -> None:
        self._solver = None

    def _rates(self, t: float, y: np.ndarray, result: np.ndarray) -> None:
        found = self.bound.rates(t, y)
        result[:] = np.nan if found is None else found

    def _jacobian(self, t: float, y: np.ndarray, rates: np.ndarray, result: np.ndarray) -> None:
        differentiate(self.bound.flow, self._tangent, t, y)
        result[:] = 0.0
        result[:-1, :-1] = self._tangent.f_y

    def _begin(self, t: float, longest: float) -> None:
        """A solver with no past; the energy integral does not take part in step control."""
        weights = self.atol.copy()
        weights[-1] = 1e30
        limit = longest if np.isfinite(longest) else 0.0
        options = {"method": "BDF", "rtol": self.rtol, "atol": weights, "max_step": limit, "jacfn": self._jacobian}
        self._solver = self._make(self._rates, **options)
        self._solver.init_step(t, self.y.copy())
        self._raw[:], self._age = self.y, 0

    def _go(self, record: StepRecord) -> float:
        """A step of the formulas; where it ends."""
        t, ends = float(record.clock[T]), self.ends
        stop, longest = stop_of(record), longest_step(record)
        if self._solver is None or (stop, longest) != self._aim:
            self._begin(t, longest)
            self._aim = stop, longest
        found = self._solver.step(stop, "onestep", stop)
        self._code = RUN_DONE if found.success else FAILURES.get(int(found.status), NEWTON_FAILED)
        t_new = float(np.ravel(found.t)[-1]) if found.success else stop
        if t_new - t <= SHORTEST_BDF_STEP * abs(t):
            self._code, t_new = STEP_COLLAPSED, stop
        if self._code == RUN_DONE:
            self._h, self._raw_new[:] = t_new - t, np.ravel(found.y)
            is_young = self._age < LOW_ORDER_STEPS
            ends.dense[:] = (self._by_rates if is_young else self._polynomial)(t, self._h, self._raw_new)
            self._age += 1
        return self.as_far_as(record, t_new)

    def _try(
        self, method: PythonMethod, record: StepRecord, h: float, t_new: float, shortened: bool
    ) -> tuple[int, float]:
        """The end of the step on the constraints; where it is cut off at an event, the polynomial there."""
        ends, raw = self.ends, self._raw_new
        record.clock[[H, H_MAX]] = self.asked
        if self._code != RUN_DONE:
            return self._code, 0.0
        if shortened:
            part, self._h, self._begins_anew = h / self._h, h, True
            blend(ends.dense, ends.y, ends.shift, part, ends.y_new)
            ends.dense[:] *= part ** np.arange(1, POWERS + 1)[:, None]
            ends.shift[:] *= part
            return RUN_DONE, 0.0
        ends.y_new[:] = raw
        if method.projection.active[0] and not project(method.flow, method.projection, t_new, ends.y_new):
            return CONSTRAINTS_OPEN, 0.0
        ends.shift[:] = (ends.y_new - raw) - (ends.y - self._raw)
        self._begins_anew = rms(((ends.y_new - raw) / (self.atol + self.rtol * np.abs(raw)))[:-1]) > DRIFT
        return RUN_DONE, 0.0

    def _sample(self, method: PythonMethod, record: StepRecord, h: float, t_new: float) -> None:
        """The work of the step, and samples. Only now: beyond an event the power may be anything.

        The formulas' own work is of any accuracy: nothing controls the error of what takes no part in step control.
        """
        ends = self.ends
        work_by_nodes(self.bound.rates, float(record.clock[T]), h, self._raw, ends.dense)
        self._raw_new[-1] = ends.y_new[-1] = ends.y[-1] + ends.dense[:, -1].sum()
        ends.shift[-1] = 0.0
        sample_path(method, record, h, t_new)

    def _pass_on(self, method: PythonMethod, record: StepRecord, h: float, shortened: bool) -> None:
        """Goes on from the end of the step; the formulas begin anew where projection moved them far."""
        self._raw[:] = self._raw_new
        if self._begins_anew:
            self._solver = None
        if method.projection.active[0]:
            self.ends.f_0[:] = self.ends.f_1

    def _sense(self, method: PythonMethod, t_new: float) -> bool:
        """Rates at the end of the step, which go on from there where rows nearly depend on each other; their pivot."""
        if not method.projection.active[0]:
            return False
        self._rates(t_new, self.ends.y_new, self.ends.f_1)
        method.flow.pivot[2] = self.bound.f[-1]
        return bool(compiled_loop(pivot_is_new)(method.flow, method.projection, t_new, self.ends.y_new))

    def _by_rates(self, t: float, h: float, raw: np.ndarray) -> np.ndarray:
        """The powers of a step's polynomial by the rates at its ends (Hermite), where the formulas have no past.

        Their own is that of Euler's at first, a straight line with the slope at the end: on that a ball that has just
        bounced sinks at once.
        """
        begin, end, whole = np.zeros_like(raw), np.zeros_like(raw), raw - self._raw
        self._rates(t, self._raw, begin)
        self._rates(t + h, raw, end)
        dense = np.zeros((POWERS, len(raw)))
        first, last = h * begin, h * (end if np.isfinite(end).all() else begin)
        dense[0], dense[1], dense[2] = first, 3.0 * whole - 2.0 * first - last, first + last - 2.0 * whole
        return dense

    def _polynomial(self, t: float, h: float, raw: np.ndarray) -> np.ndarray:
        """The powers of the step's own polynomial, from its values inside.

        Its end is asked for last: the solver would give it once more instead of a step otherwise.
        """
        values = np.array([raw, *(self._value(t + theta * h) for theta in _INSIDE)])
        self._value(t + h)
        return np.ascontiguousarray(_TO_POWERS @ (np.roll(values, -1, axis=0) - self._raw))

    def _value(self, t: float) -> np.ndarray:
        return np.array(self._solver.step(t, "normal").y, dtype=float).ravel()
