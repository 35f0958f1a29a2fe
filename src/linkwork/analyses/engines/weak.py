"""Finite elements in time as a run uses them: control of their length, events, states inside, momenta beside."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...channels import MEANS, MODIFIED, MOMENTA
from ...contract import ModelError
from ...kernels.loops import compiled_loop
from ...numerics.integrators.alpha_scheme import UNSOLVED, alpha_growth, shortening
from ...numerics.integrators.event_search import TAKE, Watch, blend
from ...numerics.integrators.flow import CALLS, JACOBIANS
from ...numerics.integrators.record import LANDING, SAMPLED, H, StepRecord, T
from ...numerics.integrators.step_ends import HERMITE_POWERS, cubic, step_ends
from ...numerics.integrators.time_elements import Mechanics, Stepped, step
from ...numerics.integrators.time_shapes import TimeElement
from ...numerics.status import NEWTON_FAILED, RUN_DONE
from ...run import Recorder
from .engine import Beside, PythonEngine, PythonMethod
from .polynomials import StepInterpolator, piecewise, work_by_nodes

FIRST_PART = 1e-3
"""The part of a run that its first element takes."""
MOST_INSIDE = 3
"""Places inside an element, at most, that its polynomial goes through, with the rates there: it is of degree 9 then."""
SOLVABLE_GROWTH = 1.1
"""By how much each step may be longer than the one before, after one without a solution: an attempt that fails costs
more than a step."""


class WeakEngine(PythonEngine):
    """Elements in time on their way, of a tree or of an absolute system. Each begins with the momenta of the last."""

    steps = 1

    def __init__(
        self,
        bound: Any,
        mechanics: Mechanics,
        element: TimeElement,
        control: str,
        rtol: float,
        atol: np.ndarray,
        is_fixed: bool,
    ) -> None:
        order = 0 if is_fixed else 2 * element.degree + 1 if control == "doubling" else element.degree + 1
        if order and np.ptp(atol):
            raise ModelError(
                "elements in time take one number as atol, for places and rotations; or give the step h.", "simulate"
            )
        nothing = bound.projection._replace(active=np.zeros(1, dtype=np.int64))
        super().__init__(
            bound,
            _name(mechanics, element),
            order,
            step_ends(bound.n, len(_to_powers(_inside(element))[0]), rtol, atol),
            nothing,
            try_step=self._try,
            start=self._start,
            kink=self._kink,
            shorten=self._shorten,
            landing=self._land,
            grow=self._grow,
            sample=self._sample,
            pass_on=self._pass_on,
        )
        self.mechanics, self.element, self.control = mechanics, element, control
        self.allowed = rtol + float(atol.max())
        self.beside = {name: np.zeros(size) for name, size in _channels(mechanics).items()}
        """Momenta, true and modified, and mean multipliers of the element that ended here."""
        self.solvable = np.full(1, np.inf)
        """The longest step that is tried, where longer ones had no solution a while ago."""
        self.told: list[dict[str, np.ndarray]] = []
        """What belongs to rows that were not handed on yet."""
        self._alone = np.zeros(mechanics.rows), (1.0, 0.0, 0.0)
        """Asks vectors for true momenta alone."""
        self._new: Any = None
        self._known: dict[tuple[float, bytes], np.ndarray] = {}
        """Polynomials of elements that were asked for states inside, by their start and the values of Parameters."""

    def first_step(self, t: float, span: float, record: StepRecord) -> None:
        """A small part of the run; behind an action of an event, steps stay as long as they were."""
        if record.clock[H] == 0.0:
            record.clock[H] = FIRST_PART * span or 1.0

    def _start(self, method: PythonMethod, t: float) -> int:
        """True momenta of the state to go on from; there are no mean multipliers."""
        self._set_beside(self.mechanics.vectors(self.mechanics.place(self.y[:-1], t), *self._alone).r)
        self._set_rates(self.ends.f_0, t, self.y)
        return RUN_DONE

    def _set_beside(self, momenta: np.ndarray, modified: np.ndarray | None = None, means: Any = np.nan) -> None:
        self.beside[MOMENTA][:], self.beside[MODIFIED][:] = momenta, momenta if modified is None else modified
        if MEANS in self.beside:
            self.beside[MEANS][:] = means

    def _set_rates(self, rates: np.ndarray, t: float, y: np.ndarray) -> None:
        found = self.bound.rates(t, y)
        rates[:] = np.nan if found is None else found

    def _element(self, at: Any, momenta: np.ndarray, h: float) -> Stepped | None:
        found = step(self.element, self.mechanics, at, momenta, h)
        count, done = self.bound.flow.count, 0 if found is None else found.iterations
        count[CALLS] += done * len(self.element.points)
        count[JACOBIANS] += done
        return found

    def _halves(self, at: Any, momenta: np.ndarray, h: float) -> Stepped | None:
        first = self._element(at, momenta, 0.5 * h)
        return None if first is None else self._element(first.at, first.momenta, 0.5 * h)

    def _reached(self, at: Any, momenta: np.ndarray, h: float) -> Stepped | None:
        """The end of an element that is as accurate as those of the run."""
        doubled = self.method.order and self.control == "doubling"
        return self._halves(at, momenta, h) if doubled else self._element(at, momenta, h)

    def _try(
        self, method: PythonMethod, record: StepRecord, h: float, t_new: float, shortened: bool
    ) -> tuple[int, float]:
        """(status, error in tolerances) of an element, with the polynomial through its ends.

        With control by doubling, it is two of half the length, whose difference to the one is the error.
        """
        t, ends, momenta = float(record.clock[T]), self.ends, self.beside[MOMENTA]
        at = self.mechanics.place(self.y[:-1], t)
        self._new, error = self._element(at, momenta, h), 0.0
        if self._new is not None and method.order:
            whole = self._new
            error = whole.indicator / self.allowed
            if self.control == "doubling":
                self._new = self._halves(at, momenta, h)
                if self._new is not None:
                    error = self.mechanics.apart(whole.at, self._new.at) / (4**self.element.degree - 1) / self.allowed
        if self._new is None:
            return NEWTON_FAILED, 0.0
        ends.y_new[:-1] = self.mechanics.vector(self._new.at)
        if error <= 1.0:
            self._fill(t, h)
        return RUN_DONE, error

    def _fill(self, t: float, h: float) -> None:
        """The cubic through states and rates at both ends, a straight line where there are no rates; the work."""
        ends = self.ends
        ends.y_new[-1] = self.y[-1]
        self._set_rates(ends.f_1, t + h, ends.y_new)
        ends.dense[HERMITE_POWERS:] = 0.0
        compiled_loop(cubic)(ends, h)
        if not np.isfinite(ends.dense).all():
            ends.dense[:] = 0.0
            ends.dense[0] = ends.y_new - self.y
        is_known = work_by_nodes(self.bound.rates, t, h, self.y, ends.dense)
        ends.y_new[-1] = self.y[-1] + ends.dense[:, -1].sum() if is_known else np.nan

    def _kink(
        self,
        method: PythonMethod,
        watch: Watch,
        record: StepRecord,
        h: float,
        t_new: float,
        error: float,
        shortened: bool,
    ) -> tuple[int, float, float, float]:
        """Whether an element that missed its tolerance went across a kink."""
        less, t = self._shorten(method, RUN_DONE, error, h), float(record.clock[T])
        return self.step_to_kink(watch, record, h, error, less, lambda: self._fill(t, h))

    def _shorten(self, method: PythonMethod, code: int, error: float, h: float) -> float:
        """The element to try after one that failed."""
        if code == RUN_DONE:
            return h * shortening(error, method.order)
        self.solvable[0] = UNSOLVED * h
        return UNSOLVED * h

    def _grow(self, method: PythonMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
        """The element after one that was good."""
        self.solvable *= SOLVABLE_GROWTH
        record.clock[H] = min(h * alpha_growth(error, method.order), max(h, float(self.solvable[0])))

    def _land(self, method: PythonMethod, watch: Watch, record: StepRecord, h: float, t_new: float) -> float:
        """Looks for events, with a polynomial as accurate as the method where something was found at which no step
        ends."""
        before, sides, attempts = int(watch.fired[0]), watch.side.copy(), int(record.count[LANDING])
        part = self.land(method, watch, record, h, t_new)
        if part < TAKE or watch.fired[1] >= 0 or watch.fired[0] == before:
            return part
        t, ends = float(record.clock[T]), self.ends
        found = self._path(t, h, self.y, ends.y_new)
        if found is None:
            return part
        watch.fired[0], watch.side[:], ends.dense[:], record.count[LANDING] = before, sides, found, attempts
        return self.land(method, watch, record, h, t_new)

    def _sample(self, method: PythonMethod, record: StepRecord, h: float, t_new: float) -> None:
        """Writes the samples that lie in the element: ends of shorter ones."""
        place, t, ends = int(record.count[SAMPLED]), float(record.clock[T]), self.ends
        while place < len(record.times) and record.times[place] <= t_new:
            wanted, row, new = float(record.times[place]), record.samples[place], self._new
            row[:] = ends.y_new
            if wanted < t_new:
                compiled_loop(blend)(ends.dense, ends.y, ends.shift, (wanted - t) / h, row)
                new = self._reached(self.mechanics.place(self.y[:-1], t), self.beside[MOMENTA], wanted - t)
            if new is not None:
                row[:-1] = self.mechanics.vector(new.at)
            self._tell(new)
            place += 1
        record.count[SAMPLED] = place

    def _pass_on(self, method: PythonMethod, record: StepRecord, h: float, shortened: bool) -> None:
        """Goes on from the end of the element."""
        new, ends = self._new, self.ends
        ends.f_0[:] = ends.f_1
        self._set_beside(new.momenta, new.modified, new.lam)
        if len(record.steps_t) and not len(record.times):
            self._tell(new)

    def _tell(self, new: Stepped | None) -> None:
        if new is None:
            self.told.append({name: np.full(len(x), np.nan) for name, x in self.beside.items()})
        else:
            self.told.append({MOMENTA: new.momenta, MODIFIED: new.modified, MEANS: new.lam})

    def _path(self, t: float, h: float, y: np.ndarray, y_new: np.ndarray) -> np.ndarray | None:
        """The polynomial through places inside an element, which shorter ones reach, and through the rates there; None
        where some are not known."""
        parts = _inside(self.element)
        at, rows, rates = self.mechanics.place(y[:-1], t), [], [self.bound.rates(t, y)]
        momenta = np.array(self.mechanics.vectors(at, *self._alone).r)
        for part in (*parts, 1.0):
            row = y_new.copy()
            if part < 1.0:
                found = self._reached(at, momenta, part * h)
                if found is None:
                    return None
                row[:-1] = self.mechanics.vector(found.at)
            rows.append(row - y)
            rates.append(self.bound.rates(t + part * h, row))
        if any(x is None for x in rates):
            return None
        matrix, work = _to_powers(parts)
        known = np.array([*rows, *(h * np.asarray(x) for x in rates)])
        dense = np.asarray(matrix @ known)
        # The work is known at the ends alone: what the power inside adds up to is off it by rounding.
        by_power = np.asarray(work @ known[len(rows) :, -1])
        by_power[0] += y_new[-1] - y[-1] - by_power.sum()
        dense[:, -1] = by_power
        return dense if np.isfinite(dense).all() else None

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The states between the ends of elements, as accurate as the method: each is divided once, when a state in it
        is asked for."""
        own, given = np.zeros((len(t), self.ends.dense.shape[0], y.shape[1])), self.bound.parameters.tobytes()

        def between(wanted: np.ndarray) -> np.ndarray:
            steps = np.clip(np.searchsorted(t, wanted, side="right") - 1, 0, max(len(t) - 2, 0))
            for k in np.unique(steps[(wanted > t[0]) & (wanted < t[-1]) & (wanted != t[steps])]).tolist():
                key = float(t[k]), given
                if key not in self._known:
                    found = self._path(float(t[k]), float(t[k + 1] - t[k]), y[k], y[k + 1])
                    if found is None:
                        found = np.zeros_like(own[k])
                        found[0] = y[k + 1] - y[k]
                    self._known[key] = found
                own[k + 1] = self._known[key]
            return piecewise(t, y, own)(wanted)

        return between


class WeakRecord(Beside):
    """What a run by elements in time tells beside states: what belongs to each."""

    def __init__(self, engine: WeakEngine) -> None:
        super().__init__({name: len(x) for name, x in engine.beside.items()})
        self.engine = engine

    def method(self, name: str) -> str:
        """With what solves its linear systems."""
        return f"{name}, linear systems by {self.engine.mechanics.matrices.name}"

    def take(self, count: int, recorder: Recorder) -> dict[str, np.ndarray]:
        """The channels of the next rows; a row that no element led to has those of the present state."""
        rows, self.engine.told = self.engine.told[:count], self.engine.told[count:]
        rows = [self.engine.beside] * (count - len(rows)) + rows
        return {name: np.array([row[name] for row in rows]) for name in self.channels}


def _name(mechanics: Mechanics, element: TimeElement) -> str:
    """The method in words."""
    form = f", {element.form} constraints" if mechanics.rows else ""
    fields = "" if element.fields == "primal" else f", {element.fields} fields"
    return f"time elements of degree {element.degree}, {element.quadrature} quadrature{fields}{form}"


def _channels(mechanics: Mechanics) -> dict[str, int]:
    """Sizes of what belongs to an element."""
    rows = {MEANS: mechanics.rows} if mechanics.rows else {}
    return {MOMENTA: mechanics.size, MODIFIED: mechanics.size, **rows}


def _inside(element: TimeElement) -> tuple[float, ...]:
    """Parts of an element that its polynomial goes through."""
    count = min(element.degree, MOST_INSIDE)
    return tuple((j + 1) / (count + 1) for j in range(count))


@cache
def _to_powers(inside: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Matrices that lead to powers: from changes at places inside and at the end, and slopes at the start and all of
    these; from slopes alone, to those of their integral."""
    parts = np.array([*inside, 1.0])
    slopes = np.array([0.0, *parts])
    powers = np.arange(1, len(parts) + len(slopes) + 1)
    values, rates = parts[:, None] ** powers, powers * slopes[:, None] ** (powers - 1)
    work = np.zeros((len(powers), len(slopes)))
    few = np.arange(1, len(slopes) + 1)
    work[: len(slopes)] = np.linalg.inv(few * slopes[:, None] ** (few - 1))
    return np.linalg.inv(np.concatenate([values, rates])), work
