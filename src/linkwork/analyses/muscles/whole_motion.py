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
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...numerics.interior_point import SparseProblem, interior_minimum
from .contraction import StateHistory, history_of
from .instant_problem import InstantProblem

scipy = lazy_loader.load("scipy")

LEAST_BEND = 1e-10
"""Of Hessians along every direction: what is concave is left out."""


def motion_weights(times: np.ndarray) -> np.ndarray:
    """h_k by the trapezoidal rule, over their mean."""
    steps = np.diff(times)
    found = 0.5 * (np.concatenate([steps, [0.0]]) + np.concatenate([[0.0], steps]))
    return np.asarray(found / found.mean())


def unit_histories(times: Sequence[float], rates: Any) -> list[StateHistory]:
    """κ at every instant, and the parts of the last state and of the last but one in z_h; the first has its rates."""
    unit = [np.array([0.0, 1.0]), np.array([1.0, 0.0])]
    first = StateHistory(0.0, np.zeros(2), rates)
    return [first, *(history_of(times[:k], unit, times[k]) for k in range(1, len(times)))]


@dataclass(frozen=True, eq=False)
class WholeMotion:
    """All instants as one problem: the variables of each behind one another.

    `instants` have the past κ z, where z_h is left out, and `histories` the parts of earlier states in z_h.
    """

    instants: Sequence[InstantProblem]
    histories: Sequence[StateHistory]

    def least(self, y: np.ndarray) -> tuple[np.ndarray, bool]:
        """(variables, whether found), rows for instants, from those of instants one by one."""
        low, high = (np.concatenate(side) for side in zip(*((p.low, p.high) for p in self.instants), strict=True))
        problem = SparseProblem(self._gradient, self._equations, self._hessian, low, high)
        found, is_found = interior_minimum(problem, y.ravel())
        return found.reshape(y.shape), is_found

    def _gradient(self, y: np.ndarray) -> np.ndarray:
        return np.concatenate(
            [own.cost(part)[1] for own, part in zip(self.instants, y.reshape(len(self.instants), -1), strict=True)]
        )

    def _equations(self, y: np.ndarray) -> tuple[np.ndarray, Any]:
        values, slopes = zip(
            *(own.rows(part) for own, part in zip(self.instants, y.reshape(len(self.instants), -1), strict=True)),
            strict=True,
        )
        whole = scipy.sparse.block_diag(slopes, format="csr") + self._earlier
        whole.eliminate_zeros()
        return np.concatenate(values) + self._earlier @ y, whole

    @cached_property
    def _earlier(self) -> Any:
        """What earlier states add to the equations, κ z_h in their units, as a matrix."""
        first, (rows, columns), blocks = self.instants[0], self._size, []
        start, moving = first.muscles.start, first.muscles.moving
        inner = np.arange(columns - len(start), columns)
        for k, (own, past) in enumerate(zip(self.instants, self.histories, strict=True)):
            for j, part in zip((k - 1, k - 2), past.states, strict=True):
                if past.weight and part:
                    entries = own.unit * moving * past.weight * part * start
                    place = np.arange(k * rows + rows - len(start), (k + 1) * rows)
                    blocks.append((place, j * columns + inner, entries))
        into, since, values = (np.concatenate([block[n] for block in blocks]) for n in range(3))
        count = len(self.instants)
        return scipy.sparse.csr_matrix((values, (into, since)), shape=(count * rows, count * columns))

    @property
    def _size(self) -> tuple[int, int]:
        """(equations, variables) of an instant."""
        own = self.instants[0]
        return len(own.scale) + len(own.muscles.start), len(own.low)

    def _hessian(self, y: np.ndarray, multipliers: np.ndarray) -> Any:
        blocks = []
        for (own, part), on in zip(
            zip(self.instants, y.reshape(len(self.instants), -1), strict=True),
            multipliers.reshape(len(self.instants), -1),
            strict=True,
        ):
            values, vectors = np.linalg.eigh(own.hessian(part, -on))
            blocks.append((vectors * np.maximum(values, LEAST_BEND)) @ vectors.T)
        return scipy.sparse.block_diag(blocks, format="csr")
