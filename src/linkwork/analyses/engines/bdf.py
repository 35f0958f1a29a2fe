"""Backward differentiation formulas of variable order: CVODE of SUNDIALS, through scikit-sundae.

A. C. Hindmarsh and others, SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363–396. Steps are called for from Python.
States that are handed out are projected on constraints; the formulas go on with their own past, which only begins anew
where projection has to move a state by far more than its tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...contract import ModelError
from ...numerics.integrators.event_search import TAKE, StepPath, Watch, blend
from ...numerics.integrators.event_step import first_landing
from ...numerics.integrators.flow import differentiate
from ...numerics.integrators.projection import project
from ...numerics.integrators.record import StepRecord, T, meets_singularity
from ...numerics.integrators.step_control import landing_step, longest_step, stop_of, take_step
from ...numerics.integrators.step_ends import follow, new_track
from ...numerics.status import (
    CONSTRAINTS_OPEN,
    EVENT,
    NEWTON_FAILED,
    NOT_FINITE,
    RANK_LOST,
    RUN_DONE,
    STEP_COLLAPSED,
)
from ..common.bound_kernels import BoundKernels
from .engine import PYTHON_PIECE, StepInterpolator, advance_by_steps, rms
from .extension import FEW_NODES, Extension, extensions
from .polynomials import piecewise

POWERS = 5
"""Powers of the polynomial that is kept of each step: as many as the highest order."""
_INSIDE = np.arange(1, POWERS) / POWERS
_TO_POWERS = np.linalg.inv((np.arange(1, POWERS + 1)[:, None] / POWERS) ** np.arange(1, POWERS + 1))
WORK_NODES = 0.5 * (1.0 + np.polynomial.legendre.leggauss(3)[0])
"""Parts of a step at which the power is asked for."""
_TO_WORK = np.linalg.inv(WORK_NODES[:, None] ** np.arange(3)) / np.arange(1, 4)[:, None]
"""Powers of the integral of the polynomial through values there."""
LOW_ORDER_STEPS = 5
"""Steps from a start on in which formulas are of order one or two."""
DRIFT = 100.0
"""How far, in units of the tolerance, the formulas' own states may leave the constraints before they begin anew."""
SHORTEST_BDF_STEP = 1e-15
"""Steps shorter than this, relative to the time, are not steps. Near zero the formulas begin with far shorter ones."""
FAILURES = {-1: STEP_COLLAPSED, -3: STEP_COLLAPSED, -4: NEWTON_FAILED, -8: NOT_FINITE, -9: NOT_FINITE, -10: NOT_FINITE}
"""What CVODE's flags mean."""


class BdfEngine:
    """CVODE's formulas of order 1 to 5, with exact Jacobians."""

    powers = POWERS

    def __init__(self, bound: BoundKernels, rtol: float, atol: np.ndarray) -> None:
        try:
            from sksundae.cvode import CVODE
        except ImportError as error:
            raise ModelError(
                "method='bdf' needs scikit-sundae; install it with: pip install linkwork[sundials].", "simulate"
            ) from error
        self.bound, self.name, self.rtol, self.atol = bound, "bdf", rtol, atol
        self._tangent = bound.tangent()
        self._y, self._raw = np.zeros(bound.n), np.zeros(bound.n)
        self._f, self._track = np.zeros(bound.n), new_track(bound.n)
        self._make = CVODE
        self._solver: Any = None
        self._age = 0
        """Steps since it began."""
        self._aim = (np.nan, np.nan)
        """The stop and the longest step that it knows of."""

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return self._y

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return PYTHON_PIECE

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self._y[:] = y
        self._solver = None
        self._track[:] = np.nan
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._f[:] = found
        return RUN_DONE

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """Nothing to do: the formulas find their own."""

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
        self._solver.init_step(t, self._y.copy())
        self._raw[:], self._age = self._y, 0

    def advance(self, watch: Watch, record: StepRecord, steps: int) -> int:
        """Goes on for up to so many steps."""
        return advance_by_steps(self._step, watch, record, steps)

    def _step(self, watch: Watch, record: StepRecord) -> int:
        """One step, cut off where an event lies in it."""
        clock, flow, projection, y = record.clock, self.bound.flow, self.bound.projection, self._y
        t = float(clock[T])
        stop, longest = stop_of(record), longest_step(record)
        if self._solver is None or (stop, longest) != self._aim:
            self._begin(t, longest)
            self._aim = stop, longest
        found = self._solver.step(stop, "onestep", stop)
        if not found.success:
            return FAILURES.get(int(found.status), NEWTON_FAILED)
        t_new, raw = float(np.ravel(found.t)[-1]), np.array(found.y, dtype=float).ravel()
        h = t_new - t
        if h <= SHORTEST_BDF_STEP * abs(t):
            return STEP_COLLAPSED
        dense = self._by_rates(t, h, raw) if self._age < LOW_ORDER_STEPS else self._polynomial(t, h, raw)
        self._age += 1
        y_new = raw.copy()
        if projection.active[0] and not project(flow, projection, t_new, y_new):
            return CONSTRAINTS_OPEN
        shift = (y_new - raw) - (y - self._raw)
        begins_anew = rms(((y_new - raw) / (self.atol + self.rtol * np.abs(raw)))[:-1]) > DRIFT
        watch.fired[1] = -1
        while len(watch.value):
            part = first_landing(flow, watch, record, StepPath(y, y_new, dense, shift, np.zeros_like(y)), t, h)
            if part >= TAKE:
                break
            part = landing_step(record, part, h) / h
            blend(dense, y, shift, part, y_new)
            dense *= part ** np.arange(1, POWERS + 1)[:, None]
            h, t_new, shift, begins_anew = part * h, t + part * h, part * shift, True
        # Only now: beyond an event the power may be anything.
        self._integrate_power(t, h, dense)
        raw[-1] = y_new[-1] = y[-1] + dense[:, -1].sum()
        shift[-1] = 0.0
        take_step(flow, record, h, t_new, y, y_new, dense, shift)
        self._raw[:] = raw
        if begins_anew or watch.fired[1] >= 0:
            self._solver = None
        if watch.fired[1] >= 0:
            return EVENT
        return RANK_LOST if projection.active[0] and self._meets_singularity(record) else RUN_DONE

    def _meets_singularity(self, record: StepRecord) -> bool:
        found = self.bound.rates(float(record.clock[T]), self._y)
        self._f[:] = np.nan if found is None else found
        follow(self._track, record, self._y, self._f)
        self.bound.flow.pivot[2] = self.bound.f[-1]
        return meets_singularity(self.bound.flow, record, True)

    def _by_rates(self, t: float, h: float, raw: np.ndarray) -> np.ndarray:
        """The powers of a step's polynomial by the rates at its ends (Hermite), where the formulas have no past.

        Their own is that of Euler's at first, a straight line with the slope at the end: on that a ball that has just
        bounced sinks at once.
        """
        end, whole = np.zeros_like(raw), raw - self._raw
        self._rates(t, self._raw, self._f)
        self._rates(t + h, raw, end)
        dense = np.zeros((POWERS, len(raw)))
        first, last = h * self._f, h * (end if np.isfinite(end).all() else self._f)
        dense[0], dense[1], dense[2] = first, 3.0 * whole - 2.0 * first - last, first + last - 2.0 * whole
        return dense

    def _polynomial(self, t: float, h: float, raw: np.ndarray) -> np.ndarray:
        """The powers of the step's own polynomial, from its values inside.

        Its end is asked for last: the solver would give it once more instead of a step otherwise.
        """
        values = np.array([raw, *(self._value(t + theta * h) for theta in _INSIDE)])
        self._value(t + h)
        return np.ascontiguousarray(_TO_POWERS @ (np.roll(values, -1, axis=0) - self._raw))

    def _integrate_power(self, t: float, h: float, dense: np.ndarray) -> None:
        """Gives the polynomial of a step the work by Gauss's rule along it, with the parabola through the power there.

        The formulas' own is of any accuracy: nothing controls the error of what takes no part in step control.
        """
        power, rates = np.zeros(len(WORK_NODES)), np.zeros(dense.shape[1])
        for k, theta in enumerate(WORK_NODES):
            self._rates(t + theta * h, self._raw + theta ** np.arange(1, POWERS + 1) @ dense, rates)
            power[k] = rates[-1]
        if np.isfinite(power).all():
            dense[:, -1] = 0.0
            dense[: len(power), -1] = h * (_TO_WORK @ power)

    def _value(self, t: float) -> np.ndarray:
        return np.array(self._solver.step(t, "normal").y, dtype=float).ravel()

    def ahead(self, t: float) -> Iterator[Extension]:
        """Polynomials through the last steps, of which the last one is the present state."""
        tolerance = self.atol + self.rtol * np.abs(self._y)
        earlier = np.where(
            (self._track[:, :1] < t) & np.isfinite(self._track).all(axis=1)[:, None], self._track, np.nan
        )
        return extensions(earlier, t, self._y, self._f, tolerance, FEW_NODES)

    def leave(self) -> None:
        """Nothing is kept for others."""

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The formulas' own polynomials."""
        return piecewise(t, y, dense)
