r"""Steps of the variational equation $\dot Y = A Y + B$ along a run, shorter where A changes without bound.

Steps of a run follow the motion, and slopes of laws may change far faster: that of a root is infinite where it
begins, $\dot Y \propto Y/\sqrt{t - t_0}$. On a step the right-hand side is a sum of Legendre's polynomials with
coefficients $c_k$, which fall fast where it is smooth and do not beside such a place. There a step is halved until
its last coefficients are small against Y; what is left of them where steps end is the error (L. Trefethen,
*Approximation Theory and Approximation Practice*, chapters 7 and 8).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ...numerics.collocation import collocation_step, gauss_tableau
from ...results import Trajectory
from ...system import System
from ..constraints.row_wrenches import LoopClosures
from ..linear.variation import variation_of

FALLING = 0.05
"""The last coefficient over the one two before, above which a right-hand side is not smooth: that of a root is 1."""
FOLLOWED = 1e-8
"""Last coefficients, relative to Y, below which a step is short enough."""
SHORTEST_VARIED = 1e-11
"""Of the time, or of a second: no step is halved below this, since times are rounded."""
MOST_HALVES = 4000
"""Halves of steps of one run: a root takes some eighty, what asks for more is left as an error."""
LEAST_ROW = 1e-3
"""Rows of Y are compared with this part of the largest at least."""


@cache
def _last_coefficients() -> np.ndarray:
    """By which values at Gauss points give the coefficients of the last polynomial, and of that two before."""
    _, b, c = gauss_tableau()
    last = len(c) - 1
    return np.array(
        [(2 * k + 1) * b * np.polynomial.legendre.Legendre.basis(k)(2.0 * c - 1.0) for k in (last - 2, last)]
    )


class VariationalSteps:
    """Takes Y from time to time along a run; `errors` are those of Y where steps could not be shorter, by time.

    `size` is that of Y over the whole run, which a first passage without it finds: until then no step is halved, and
    `unfollowed` holds what last coefficients change Y by at most. Where a motion has yet to begin, as before a pulse, Y
    is so small that no step would be short enough beside Y itself.
    """

    def __init__(self, system: System, run: Trajectory, sizes: LoopClosures, size: np.ndarray | None = None) -> None:
        self._system, self._run, self._sizes, self._size = system, run, sizes, size
        self._left = MOST_HALVES
        self.errors: dict[float, np.ndarray] = {}
        self.unfollowed: np.ndarray | float = 0.0

    def __call__(
        self, Y: np.ndarray, p: np.ndarray, start: float, end: float, inner: Trajectory, first: int
    ) -> np.ndarray:
        """Y at the end of a step of the run; rows of `inner` from `first` on are the states at its Gauss points."""
        found, rates = self._step(Y, p, end - start, inner, first)
        left = _unfollowed(rates, end - start)
        self.unfollowed = np.maximum(self.unfollowed, left)
        if self._size is None or not is_unfollowed(left, self._size):
            return found
        return self._halves(Y, p, start, end, self._size)

    def _step(
        self, Y: np.ndarray, p: np.ndarray, h: float, inner: Trajectory, first: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """(Y at the end of one step, rates at its Gauss points)."""
        count = len(gauss_tableau()[2])
        inside = [variation_of(self._system, inner.state(first + n), sizes=self._sizes) for n in range(count)]
        A, B = np.array([v.by_state.A for v in inside]), np.array([v.by_parameters.B @ p for v in inside])
        return collocation_step(A, B, Y, h), A @ Y + B

    def _halves(self, Y: np.ndarray, p: np.ndarray, start: float, end: float, size: np.ndarray) -> np.ndarray:
        """Y at the end of a step that is taken in halves, these too where it takes that."""
        middle, nodes = 0.5 * (start + end), gauss_tableau()[2]
        for a, b in ((start, middle), (middle, end)):
            self._left -= 1
            found, rates = self._step(Y, p, b - a, self._run.resample(a + (b - a) * nodes), 0)
            left = _unfollowed(rates, b - a)
            # A first passage may have stepped over what makes Y large.
            size = np.maximum(size, np.abs(found))
            is_shortest = self._left <= 0 or b - a <= 2.0 * SHORTEST_VARIED * max(1.0, abs(end))
            if is_shortest:
                self._leave(a, left)
            is_end = is_shortest or not is_unfollowed(left, size)
            Y = found if is_end else self._halves(Y, p, a, b, size)
        return Y

    def _leave(self, t: float, error: np.ndarray) -> None:
        self.errors[t] = np.maximum(error, self.errors.get(t, 0.0))


def relative_error(error: np.ndarray, size: np.ndarray) -> float:
    """The largest error of Y, each row compared with its size."""
    rows = size.max(axis=1, initial=0.0)
    scale = np.maximum(rows, LEAST_ROW * rows.max(initial=0.0))[:, None]
    return float((error / np.where(scale > 0.0, scale, np.inf)).max(initial=0.0))


def is_unfollowed(left: np.ndarray, size: np.ndarray) -> bool:
    """Whether a step is too long for what is left of its last coefficients."""
    return relative_error(left, size) > FOLLOWED


def _unfollowed(rates: np.ndarray, h: float) -> np.ndarray:
    """What the last coefficients of rates at Gauss points change Y by, where coefficients do not fall."""
    before, last = (np.abs(np.tensordot(c, rates, 1)) * h for c in _last_coefficients())
    return np.asarray(np.where(last > FALLING * before, last, 0.0))
