r"""Newton's method for the conditions of rest of a large system, on sparse matrices.

$$ (J + \sigma N)\,\Delta x = -F(x) $$

J is the matrix of a saddle point, N the inertia in the place of stiffness and a little on the rows of constraints: it
keeps motions without stiffness where they are. σ is small for Newton's method; implicit steps in pseudo time of motion
that loses its speed at once begin with a large one and take it away slowly.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import lazy_loader
import numpy as np

from .least_squares import LeastSquaresFit

scipy = lazy_loader.load("scipy")

STEPS = 60
SADDLE_PSEUDO_STEPS = 400
LONGEST = 0.3
"""Radians, or parts of the size of the mechanism, that one step may take."""
NEWTON = 1e-9
"""σ of Newton's method, relative to stiffness over mass."""
IDLE = 8
"""So many steps without a better residual end the search."""


class SparseEvaluation(NamedTuple):
    """Residuals, slopes, inertia in the place of the slopes, and what is added to rows of constraints."""

    residual: np.ndarray
    slope: Any
    inertia: Any
    rows: Any


class Conditions(Protocol):
    """What is to vanish."""

    @property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """(of rows, of unknowns); unknowns that may take any step have ∞."""

    @property
    def rate(self) -> float:
        """Typical stiffness over typical mass."""

    @property
    def met(self) -> float:
        """Scaled residuals below this are none."""

    def evaluated(self, x: np.ndarray) -> SparseEvaluation:
        """All at unknowns."""

    def moved(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Unknowns after a step."""


def sparse_newton(conditions: Conditions, x: np.ndarray) -> LeastSquaresFit:
    """The best that Newton's method finds from x."""
    best: LeastSquaresFit | None = None
    since = 0
    for count in range(STEPS):
        at = conditions.evaluated(x)
        now = LeastSquaresFit(x, conditions.scales[0] * at.residual, count)
        better = best is None or now.size < 0.9 * best.size
        best, since = (now, 0) if better or best is None else (best, since + 1)
        step = None if best.size < 1e-3 * conditions.met or since > IDLE else _step(conditions, at, NEWTON)
        if step is None:
            break
        x = conditions.moved(x, step)
    assert best is not None
    return best


def sparse_pseudo_time(conditions: Conditions, x: np.ndarray) -> LeastSquaresFit:
    """Implicit steps of a motion that loses its speed at once, longer as it comes to rest; then Newton's method."""
    sigma, size = 10.0, np.inf
    for _ in range(SADDLE_PSEUDO_STEPS):
        at = conditions.evaluated(x)
        now = float(np.abs(conditions.scales[0] * at.residual).max(initial=0.0))
        if now < 1e-5:
            break
        sigma = float(np.clip(sigma * np.clip(now / size, 0.4, 2.0), 1e-8, 1e4))
        size = now
        step = _step(conditions, at, sigma)
        if step is None:
            break
        x = conditions.moved(x, step)
    return sparse_newton(conditions, x)


def _step(conditions: Conditions, at: SparseEvaluation, sigma: float) -> np.ndarray | None:
    """The step, no longer than is allowed; None where the matrix is singular."""
    matrix = at.slope + sigma * conditions.rate * at.inertia + at.rows
    try:
        step = scipy.sparse.linalg.splu(matrix.tocsc()).solve(-at.residual)
    except RuntimeError:
        return None
    if not np.isfinite(step).all():
        return None
    longest = float(np.abs(step / conditions.scales[1]).max(initial=0.0))
    return np.asarray(step * min(1.0, LONGEST / max(longest, 1e-300)))
