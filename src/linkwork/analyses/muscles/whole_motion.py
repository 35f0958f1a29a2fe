r"""The least cost of a whole motion: muscles begin earlier where that makes them cheaper later.

$$ \min \sum_k h_k φ(a_k, F_k) \quad\text{with}\quad (W N)_k^T F_k = b_k,\qquad
   \dot z(ε_k, x_k, z_k) = κ_k (z_k - z_h) $$

for inputs x and states z of all instants together (static optimisation with the dynamics of activation and contraction
as constraints: F. De Groote, A. Kinney, A. Rao and B. Fregly, *Annals of Biomedical Engineering* 44, 2016). z_h is that
of the formula by which instants are taken one by one (`contraction`), the rates at the first instant are those found
there, and so is the start. h_k is the time between instants over its mean. Laws of activation with a corner, such as
Thelen's where u = a, may keep Newton's method from coming to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...numerics.interior_point import SparseProblem, interior_minimum
from .contraction import Muscles, history_of
from .costs import CostFunction
from .required_forces import RequiredForces

scipy = lazy_loader.load("scipy")

BETWEEN_GRADIENTS = 1e-6
"""In units of inputs and of starts of states: gradients so far apart tell the curvature."""


@dataclass(frozen=True, eq=False)
class MotionInstant:
    """What does not depend on muscles at an instant."""

    t: float
    needed: RequiredForces
    given: Any
    """Inputs that are not shared, and values of Parameters."""
    scale: np.ndarray
    """Of the equations of motion."""


@dataclass(frozen=True, eq=False)
class WholeMotion:
    """All instants as one problem: y has the inputs, then states and unknowns over their starts, instant by instant."""

    muscles: Muscles
    cost: CostFunction
    pulls: np.ndarray
    instants: Sequence[MotionInstant]
    low: np.ndarray
    high: np.ndarray
    rates: Any
    """Of the states at the first instant."""
    _memory: dict[bytes, Any] = field(default_factory=dict, repr=False)

    def least(self, x: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray, bool]:
        """(inputs, states and unknowns, whether found), rows for instants, from those of instants one by one."""
        count, n = x.shape
        free = np.full((count, len(self.muscles.start)), np.inf)
        low, high = (
            np.hstack([np.tile(side, (count, 1)), s * free]).ravel() for side, s in ((self.low, -1), (self.high, 1))
        )
        problem = SparseProblem(self._gradient, self._equations, self._hessian, low, high)
        y, is_found = interior_minimum(problem, np.hstack([x, z / self.muscles.start]).ravel())
        found = y.reshape(count, -1)
        return found[:, :n], found[:, n:] * self.muscles.start, is_found

    @cached_property
    def _weights(self) -> np.ndarray:
        """h_k by the trapezoidal rule."""
        steps = np.diff([instant.t for instant in self.instants])
        found = 0.5 * (np.concatenate([steps, [0.0]]) + np.concatenate([[0.0], steps]))
        return np.asarray(found / found.mean())

    @cached_property
    def _histories(self) -> list[tuple[float, np.ndarray]]:
        """κ, and the parts of the last and of the last but one in z_h."""
        times = [instant.t for instant in self.instants]
        unit = [np.array([0.0, 1.0]), np.array([1.0, 0.0])]
        return [(0.0, np.zeros(2)), *(history_of(times[:k], unit, times[k])[:2] for k in range(1, len(times)))]

    def _at(self, k: int, y: np.ndarray) -> Any:
        n, own = len(self.low), self.instants[k]
        return self.muscles.kernel(y[:n], own.needed.e, own.needed.e_dot, y[n:] * self.muscles.start, *own.given)

    def _everywhere(self, y: np.ndarray) -> list[tuple[Any, np.ndarray, np.ndarray, np.ndarray]]:
        """At all instants what muscles do and its slopes; gradient, equations and Hessian ask in turn."""
        key = y.tobytes()
        if key not in self._memory:
            self._memory.clear()
            parts = y.reshape(len(self.instants), -1)
            self._memory[key] = [(here := self._at(k, part), *self._local(here)) for k, part in enumerate(parts)]
        return list(self._memory[key])

    def _local(self, found: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Slopes of activations, forces and rates by the entries of y of an instant."""
        start = self.muscles.start
        return tuple(
            np.hstack([getattr(found, f"{f}_x"), getattr(found, f"{f}_z") * start]) for f in ("a", "F", "rates")
        )  # type: ignore[return-value]

    def _gradient(self, y: np.ndarray) -> np.ndarray:
        found = []
        for k, (here, by_a, by_f, _) in enumerate(self._everywhere(y)):
            slopes = self.cost.kernel(here.a, self.pulls @ here.F).gradient
            found.append(self._weights[k] * np.vstack([by_a, self.pulls @ by_f]).T @ slopes)
        return np.concatenate(found)

    def _equations(self, y: np.ndarray) -> tuple[np.ndarray, Any]:
        parts, n, start = y.reshape(len(self.instants), -1), len(self.low), self.muscles.start
        moving, size, known = self.muscles.moving, len(self.muscles.start), self._everywhere(y)
        values, blocks = [], []
        for k, part in enumerate(parts):
            own, (weight, past) = self.instants[k], self._histories[k]
            here, _, by_f, by_rates = known[k]
            # Equations of states in the units of a step of the formula.
            unit = 1.0 / (start * np.where(moving, weight or 1.0, 1.0))
            wanted = np.broadcast_to(np.asarray(self.rates if k == 0 else 0.0, dtype=float), size) * 1.0
            slopes = unit[:, None] * by_rates
            if k:
                before = past[0] * parts[k - 1][n:] + past[1] * parts[max(k - 2, 0)][n:]
                wanted = weight * (part[n:] - before) * start
                slopes[:, n:] -= np.diag(unit * moving * weight * start)
            values += [
                own.scale * (own.needed.arms @ here.F - own.needed.wanted),
                unit * (here.rates - moving * wanted),
            ]
            row: list[Any] = [None] * len(parts)
            row[k] = np.vstack([own.scale[:, None] * (own.needed.arms @ by_f), slopes])
            for j, c in ((k - 1, past[0]), (k - 2, past[1])):
                if k and j >= 0 and c:
                    back = np.zeros_like(row[k])
                    back[len(own.scale) :, n:] = np.diag(unit * moving * weight * c * start)
                    row[j] = back
            blocks.append(row)
        return np.concatenate(values), scipy.sparse.bmat(blocks, format="csr")

    def _hessian(self, y: np.ndarray, multipliers: np.ndarray) -> Any:
        parts, start, moving = y.reshape(len(self.instants), -1), self.muscles.start, self.muscles.moving
        blocks, known = [], self._everywhere(y)
        for k, (part, own_multipliers) in enumerate(zip(parts, multipliers.reshape(len(parts), -1), strict=True)):
            own, weight = self.instants[k], self._histories[k][0]
            here, by_a, by_f, _ = known[k]
            rows, rates = np.split(own_multipliers, [len(own.scale)])
            cost = self.cost.kernel(here.a, self.pulls @ here.F)
            by = np.vstack([by_a, self.pulls @ by_f])
            on_a, on_f = np.split(self._weights[k] * cost.gradient, 2)
            on_f = self.pulls.T @ on_f + own.needed.arms.T @ (own.scale * rows)
            on_rates = rates / (start * np.where(moving, weight or 1.0, 1.0))
            whole = self._weights[k] * by.T @ cost.hessian @ by + self._bend(k, part, (on_a, on_f, on_rates))
            values, vectors = np.linalg.eigh(0.5 * (whole + whole.T))
            blocks.append((vectors * np.maximum(values, 1e-10)) @ vectors.T)
        return scipy.sparse.block_diag(blocks, format="csr")

    def _bend(self, k: int, part: np.ndarray, on: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
        """Σ of second derivatives of activations, forces and rates, by gradients at two places.

        A muscle depends on its own entries alone: the entries of all muscles are moved at once, one of each.
        """
        sets = self._sets
        found = np.zeros((len(part), len(part)))
        for j in range(max(map(len, sets))):
            moved = [(own[j], own) for own in sets if j < len(own)]
            step = np.zeros(len(part))
            step[[i for i, _ in moved]] = BETWEEN_GRADIENTS
            ends = []
            for side in (1.0, -1.0):
                slopes = self._local(self._at(k, part + side * step))
                ends.append(sum(w @ s for w, s in zip(on, slopes, strict=True)))
            slope = (ends[0] - ends[1]) / (2.0 * BETWEEN_GRADIENTS)
            for i, own in moved:
                found[i, own] = slope[own]
        return found

    @cached_property
    def _sets(self) -> list[list[int]]:
        """The entries of y of an instant that belong to each muscle."""
        n = len(self.low)
        return [[i, *range(n + own.start, n + own.stop)] for i, own in enumerate(self.muscles.states)]
