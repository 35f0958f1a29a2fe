"""Integrators as a run uses them: one object a method, with the same few functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from ..numerics.compiled import Tiered
from ..numerics.integrators import explicit
from ..numerics.integrators.record import LAST_ERROR, H, Record
from ..numerics.integrators.watch import Watch
from ..numerics.status import DONE, NOT_FINITE
from ..numerics.tableaus import Tableau
from .flows import Bound

Interpolator = Callable[[np.ndarray], np.ndarray]


class Engine(Protocol):
    """What a run asks of a method."""

    name: str
    order: int

    @property
    def y(self) -> np.ndarray:
        """The present state, which `restart` sets and `advance` moves."""

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from; DONE, or why that is impossible."""

    def advance(self, watch: Watch, record: Record, steps: int) -> int:
        """Goes on for up to so many steps; returns a status."""

    def interpolator(self, t: np.ndarray, y: np.ndarray) -> Interpolator:
        """The states between the ends of steps that were kept."""


class ExplicitEngine:
    """An explicit Runge–Kutta method."""

    def __init__(self, bound: Bound, tableau: Tableau, rtol: float, atol: Any) -> None:
        self.bound, self.tableau = bound, tableau
        self.name, self.order = tableau.name, tableau.order
        self._table = explicit.table_of(tableau)
        self._memory = explicit.stages_of(self._table, np.zeros(bound.n), rtol, atol)
        self._advance = Tiered(explicit.advance)

    @property
    def y(self) -> np.ndarray:
        """The present state."""
        return np.asarray(self._memory.y)

    @property
    def steps(self) -> int:
        """How many steps a piece of the run should have."""
        return self._advance.budget()

    def restart(self, t: float, y: np.ndarray) -> int:
        """Takes a state to go on from."""
        self._memory.y[:] = y
        found = self.bound.rates(t, y)
        if found is None:
            return NOT_FINITE
        self._memory.k[0] = found
        return DONE

    def first_step(self, t: float, span: float, record: Record) -> float:
        """A step to begin with, from the size of the rates and of their change (Hairer II.4)."""
        memory = self._memory
        y, f = memory.y[:-1], memory.k[0][:-1]
        scale = memory.scale[:-1] + memory.rtol * np.abs(y)
        size, rate = _norm(y / scale), _norm(f / scale)
        h = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
        h = min(h, span)
        ahead = self.bound.rates(t + h, memory.y + h * memory.k[0])
        change = 1e3 if ahead is None else _norm((ahead[:-1] - f) / scale) / h
        order = self.tableau.order
        most = max(rate, change)
        other = max(1e-6, h * 1e-3) if most <= 1e-15 else (0.01 / most) ** (1.0 / (order + 1))
        record.clock[LAST_ERROR] = 1e-4
        record.clock[H] = min(100.0 * h, other, span)
        return float(record.clock[H])

    def advance(self, watch: Watch, record: Record, steps: int) -> int:
        """Goes on for up to so many steps."""
        bound = self.bound
        return int(self._advance(bound.flow, self._table, self._memory, bound.closing, watch, record, steps))

    def interpolator(self, t: np.ndarray, y: np.ndarray) -> Interpolator:
        """The states between the ends of steps: each step is computed again when a time in it is asked for."""
        times, states = np.ascontiguousarray(t), np.ascontiguousarray(y)
        memory = explicit.stages_of(self._table, np.zeros(self.bound.n), 1.0, 1.0)

        def between(wanted: np.ndarray) -> np.ndarray:
            order = np.argsort(wanted, kind="stable")
            rows = np.zeros((len(wanted), self.bound.n))
            asked = np.ascontiguousarray(wanted[order])
            Tiered(explicit.interpolate)(self.bound.flow, self._table, memory, times, states, asked, rows)
            result = np.empty_like(rows)
            result[order] = rows
            return result

        return between


def _norm(x: np.ndarray) -> float:
    return float(np.linalg.norm(x) / np.sqrt(max(len(x), 1)))
