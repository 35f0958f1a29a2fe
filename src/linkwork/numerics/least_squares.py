r"""Damped Gauss–Newton for residuals that may be redundant, contradictory or singular.

$$ \Delta x = -V\,\mathrm{diag}\!\left(\frac{\sigma}{\sigma^2 + \mu}\right)U^T r(x), \qquad J = U\Sigma V^T $$

with rows and columns scaled. Far away μ keeps steps short and downhill (Levenberg); near a solution it vanishes,
singular values that count as zero are left out, and the step is that of least change. Where such steps gain little,
small singular values count too: a slender beam is softer across than along it by more than they are small. For sparse
slopes

$$ \Delta x = -J^T(J J^T + \mu)^{-1} r(x) $$

is the same step by one sparse factorisation, with a least μ in the place of singular values that are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lazy_loader
import numpy as np

from .rank import RANK_TOLERANCE, Ranked, rank_of

scipy = lazy_loader.load("scipy")

Residuals = tuple[np.ndarray, Any]
"""Residual and slope, dense or sparse."""
FitStep = Callable[[np.ndarray, float, float], np.ndarray]
"""(scaled residual, damping, least singular value over the largest) → step of scaled unknowns."""
FitPlace = tuple[np.ndarray, np.ndarray, Any]
"""Unknowns, residual and slope there."""
WATCHED = 4
"""Plain steps that may go on from one that gained nothing."""
LONGEST_STEP = 1.0
"""Largest change of a scaled unknown in one iteration: a radian."""
NEWTON_REGION = 1e-3
"""Scaled residual below which steps are plain Newton steps."""
SHARPEST = 1e-15
SHORTEST_PART = 1e-2
"""Of a step along soft ways, before damped ones are tried."""
SOFTEST = 1e-13
"""The least singular value, over the largest, of steps that gained little without small ones."""
RIDGE = 1e-13
"""The least μ of sparse steps, relative to the largest squared row."""
FIT_ROUNDS = 3
"""Corrections of a sparse step by what the least μ left."""


@dataclass(frozen=True, eq=False)
class LeastSquaresFit:
    """Where an iteration ended."""

    x: np.ndarray
    residual: np.ndarray
    """Scaled residual."""
    iterations: int

    @property
    def size(self) -> float:
        """The largest scaled residual."""
        return float(np.abs(self.residual).max(initial=0.0))


def least_squares_fit(
    function: Callable[[np.ndarray], Residuals],
    x: np.ndarray,
    row_scale: np.ndarray,
    column_scale: np.ndarray,
    iterations: int = 200,
) -> LeastSquaresFit:
    """The x near the given one where the scaled residual of `function`, which gives (r, ∂r/∂x), is least.

    Where it begins with residuals that are not numbers, it ends there, with infinite ones.
    """
    residual, slope = function(x)
    damping, least, count = 1e-3, RANK_TOLERANCE, 0
    while count < iterations:
        scaled = row_scale * residual
        size = float(np.abs(scaled).max(initial=0.0))
        if size <= SHARPEST or not len(x):
            break
        if not (
            np.isfinite(residual).all() and np.isfinite(slope if isinstance(slope, np.ndarray) else slope.data).all()
        ):
            return LeastSquaresFit(x, np.full(len(residual), np.inf), count)
        step_of = _steps(slope, row_scale, column_scale)
        accepted, part, beyond = False, 1.0, None
        while not accepted and damping < 1e12 and count < iterations:
            count += 1
            is_plain = size < NEWTON_REGION and damping <= 1e-3
            step = part * _shortened(step_of(scaled, 0.0 if is_plain else damping, least))
            new_residual, new_slope = function(x + column_scale * step)
            gain = np.linalg.norm(row_scale * new_residual) / np.linalg.norm(scaled)
            accepted = bool(gain < 1.0)
            if not accepted and is_plain and part == 1.0:
                there = x + column_scale * step, new_residual, new_slope
                beyond = _beyond(function, there, row_scale, column_scale, float(np.linalg.norm(scaled)))
                if beyond is not None:
                    x, residual, slope = beyond
                    break
            if not accepted and is_plain and least == SOFTEST and part > SHORTEST_PART:
                part *= 0.5  # along the soft ways first: damped steps would leave them
                continue
            damping = max(damping * 0.1, 1e-12) if accepted else max(damping * 10.0, 1e-2)
        if beyond is not None:
            continue
        if not accepted:
            break
        x, residual, slope = x + column_scale * step, new_residual, new_slope
        if size < 1e-12 and gain > 0.5 and least == SOFTEST:
            break
        if size < NEWTON_REGION and gain > 0.5:
            least = SOFTEST
        # A residual that is not going to vanish: the slope across it is gone.
        if size > NEWTON_REGION and gain > 1.0 - 1e-12:
            break
    return LeastSquaresFit(x, row_scale * residual, count)


def _beyond(
    function: Callable[[np.ndarray], Residuals],
    there: FitPlace,
    row_scale: np.ndarray,
    column_scale: np.ndarray,
    size: float,
) -> FitPlace | None:
    """Where plain steps lead to from a place that a step reached without gain; None where they gain nothing either.

    Slopes that jump, as the curvature of arcs and tangents does, lead astray from one side of the jump, and beyond it
    to the solution in a step or two (the watchdog of Chamberlain et al. 1982).
    """
    x, residual, slope = there
    for _ in range(WATCHED):
        if not np.isfinite(residual).all():
            return None
        step = _shortened(_steps(slope, row_scale, column_scale)(row_scale * residual, 0.0, RANK_TOLERANCE))
        x = x + column_scale * step
        residual, slope = function(x)
        if float(np.linalg.norm(row_scale * residual)) < 0.5 * size:
            return x, residual, slope
    return None


def _shortened(step: np.ndarray) -> np.ndarray:
    longest = float(np.abs(step).max(initial=0.0))
    return step if longest <= LONGEST_STEP else step * (LONGEST_STEP / longest)


def _steps(slope: Any, row_scale: np.ndarray, column_scale: np.ndarray) -> FitStep:
    """Steps for a slope, which is factored once."""
    if isinstance(slope, np.ndarray):
        ranked = rank_of(slope, row_scale, column_scale)
        return lambda scaled, damping, least: _dense_step(ranked, scaled, damping, least)
    J = (scipy.sparse.diags(row_scale) @ slope @ scipy.sparse.diags(column_scale)).tocsr()
    return lambda scaled, damping, least: _sparse_step(J, scaled, damping)


def _dense_step(ranked: Ranked, scaled: np.ndarray, damping: float, least: float) -> np.ndarray:
    values = ranked.singular_values
    largest = values[0] if len(values) else 0.0
    if damping == 0.0:
        kept = values > least * max(largest, RANK_TOLERANCE)
        factors = np.divide(1.0, values, out=np.zeros_like(values), where=kept)
    else:
        factors = values / (values**2 + damping * max(largest, RANK_TOLERANCE) ** 2)
    count = len(values)
    return np.asarray(-ranked.Vt[:count].T @ (factors * (ranked.U[:, :count].T @ scaled)))


def _sparse_step(J: Any, scaled: np.ndarray, damping: float) -> np.ndarray:
    normal = (J @ J.T).tocsc()
    largest = float(normal.diagonal().max(initial=RANK_TOLERANCE**2))
    shift = max(damping, RIDGE) * largest * scipy.sparse.identity(len(scaled), format="csc")
    options = {"SymmetricMode": True}
    factors = scipy.sparse.linalg.splu(
        normal + shift, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options
    )
    step = -(J.T @ factors.solve(scaled))
    for _ in range(0 if damping else FIT_ROUNDS):
        step -= J.T @ factors.solve(scaled + J @ step)
    return np.asarray(step)
