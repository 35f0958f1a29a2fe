r"""Equilibria along a load path: what is unbalanced at the start is taken off in steps,

$$ F(x) = (1 - \tau)\,F(x_0), \qquad 0 \le \tau \le 1. $$

Steps are predicted through the last points of the path and corrected by full Newton steps, which may make residuals
larger on the way, as those of slender beams do: what must shrink is the step. A step that does not converge is halved,
one that converges easily is followed by a longer one. A change of sign of the determinant of ∂F/∂x, or of the number of
directions in which the stiffness pushes away, tells that the path passed a point where ∂F/∂x is singular: a limit
point, or one where other equilibria branch off. Where two eigenvalues cross zero together the determinant keeps
its sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import lazy_loader
import numpy as np

from ...numerics.least_squares import LeastSquaresFit
from ...numerics.saddle_search import NEWTON
from .balance import Balance
from .rest_balance import RestBalance
from .unstable_directions import unstable_directions

scipy = lazy_loader.load("scipy")

LOAD_STEPS = 10
SHORTEST_LOAD_STEP = 1e-5
CORRECTIONS = 16
EASY, HARD = 4, 8
"""Corrections below which the next step is longer, and above which it is shorter."""
FREE_CORRECTION, BRANCH_CORRECTION = 1.0, 0.3
"""The longest correction of scaled unknowns (radians, or parts of the size of the mechanism): where the path may leap
to another branch, and where it may not."""
SMALL_CORRECTION, IDLE_CORRECTION = 1e-8, 1e-6
"""Corrections with which balanced forces are balanced well enough, and which need not shrink any more."""
PREDICTORS = 4
"""Points of the path through which the next is predicted."""
LOAD_BALANCED = 1e-9


@dataclass(frozen=True, eq=False)
class LoadPath:
    """The way along which an equilibrium was reached."""

    fractions: tuple[float, ...]
    """Parts of the load at which the model was in equilibrium, from 0 to 1."""
    corrections: tuple[int, ...]
    """Newton steps at each of them."""
    unknowns: tuple[np.ndarray, ...]
    """The configurations, as unknowns of the search."""
    singular: tuple[tuple[float, float], ...]
    """Intervals of the load in which the tangent became singular."""
    unstable: int | None = None
    """Directions in which the stiffness pushes away from where the path ends; None where not known."""

    @property
    def end_words(self) -> str:
        """Where a path ends that does not lead to the whole load."""
        return (
            f"the load path ends at {self.fractions[-1]:.4g} of the load, in {len(self.fractions) - 1} steps: there "
            "the load has a limit, or the path from this start leads no farther; lw.equilibrium without steps= may "
            "find an equilibrium beyond."
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a user should know of it."""
        passed = tuple(
            f"between {a:.4g} and {b:.4g} of the load the stiffness becomes singular: other equilibria branch off "
            "there, or the load has a limit; this one is what the steps of the load led to."
            for a, b in self.singular
        )
        if passed or not self.unstable:
            return passed
        return ("the load path leads to an unstable equilibrium: start from another guess, bent a little aside.",)


class _Tangent(NamedTuple):
    """Scaled residual, the correction that it asks for and its size, and the sign of the determinant."""

    residual: np.ndarray
    step: np.ndarray
    size: float
    sign: int


def load_path(
    balance: Balance | RestBalance, x: np.ndarray, steps: int | None = None
) -> tuple[LeastSquaresFit, LoadPath]:
    """(where the path ends, the path): at τ = 1 where all conditions are met.

    `steps` are the fewest, and the path keeps to its branch; without them it may leap to another.
    """
    start = _residual(balance, x)
    longest, reach = (1.0, FREE_CORRECTION) if steps is None else (1.0 / steps, BRANCH_CORRECTION)
    done, step = 0.0, 1.0 / (steps or LOAD_STEPS)
    points, fractions, counts, signs = [x], [0.0], [0], [0]
    while done < 1.0 and step > SHORTEST_LOAD_STEP:
        goal = 1.0 if done + 1.001 * step >= 1.0 else done + step
        found = _corrected(balance, _predicted(fractions, points, goal), (1.0 - goal) * start, reach)
        if found is None:
            step *= 0.5
            continue
        x, count, sign = found
        done = goal
        points.append(x)
        fractions.append(done)
        counts.append(count)
        signs.append(sign)
        step = min(longest, step * (2.0 if count <= EASY else 0.6 if count > HARD else 1.0))
    unstable = [unstable_directions(balance, at) for at in points]
    passed = tuple(
        (fractions[k - 1], fractions[k])
        for k in range(1, len(signs))
        if (signs[k] and signs[k] == -signs[k - 1]) or _changes(unstable, k)
    )
    path = LoadPath(tuple(fractions), tuple(counts), tuple(points), passed, unstable[-1])
    rows = balance.scales[0]
    return LeastSquaresFit(points[-1], rows * _residual(balance, points[-1]), sum(counts)), path


def _changes(unstable: list[int | None], k: int) -> bool:
    """Whether the number of unstable directions changed in a step; the first may lead out of a start that has some."""
    before, after = unstable[k - 1], unstable[k]
    if before is None or after is None:
        return False
    return after > before or (k > 1 and after < before)


def _predicted(fractions: list[float], points: list[np.ndarray], goal: float) -> np.ndarray:
    """The polynomial through the last points of the path, at the next."""
    known = list(zip(fractions, points, strict=True))[-PREDICTORS:]
    found = np.zeros_like(points[0])
    for k, (at, x) in enumerate(known):
        others = [other for j, (other, _) in enumerate(known) if j != k]
        found = found + x * np.prod([(goal - other) / (at - other) for other in others])
    return found


def _corrected(
    balance: Balance | RestBalance, x: np.ndarray, left: np.ndarray, longest: float
) -> tuple[np.ndarray, int, int] | None:
    """(unknowns, Newton steps, sign of the determinant) where F = left; None where steps do not shrink."""
    last = np.inf
    if isinstance(balance, RestBalance):
        x = balance.moved(x, np.zeros_like(x))
    for count in range(CORRECTIONS):
        at = _tangent(balance, x, left)
        if at is None or not at.size < longest or (count > 1 and at.size > 0.9 * last and at.size > IDLE_CORRECTION):
            return None
        left_over = float(np.abs(at.residual).max(initial=0.0))
        if left_over < 1e-3 * LOAD_BALANCED:
            return x, count, at.sign
        x = balance.moved(x, at.step) if isinstance(balance, RestBalance) else x + at.step
        # Rounding of stiff directions may keep the strict bound out of reach: a correction this small was the last.
        if left_over < LOAD_BALANCED and at.size < SMALL_CORRECTION:
            return x, count + 1, at.sign
        last = at.size
    return None


def _residual(balance: Balance | RestBalance, x: np.ndarray) -> np.ndarray:
    return balance.evaluated(x).residual if isinstance(balance, RestBalance) else balance(x)[0]


def _tangent(balance: Balance | RestBalance, x: np.ndarray, left: np.ndarray) -> _Tangent | None:
    """Everything at x; None where the matrix is singular."""
    rows, columns = balance.scales
    units = np.where(np.isfinite(columns), columns, 1.0)
    try:
        if isinstance(balance, RestBalance):
            at = balance.evaluated(x)
            residual, matrix = at.residual - left, at.slope + NEWTON * balance.rate * at.inertia + at.rows
            step, sign = _solved(matrix, -residual)
        else:
            residual, slope = balance(x)
            residual = residual - left
            scaled = rows[:, None] * slope * units
            step, sign = _dense(scaled, -rows * residual)
            step = units * step
    except (RuntimeError, np.linalg.LinAlgError):
        return None
    if not np.isfinite(step).all():
        return None
    size = float(np.abs(step / columns).max(initial=0.0))
    return _Tangent(rows * residual, step, size, sign)


def _dense(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, int]:
    """(solution, sign of the determinant); the least one of a matrix that is not square, without a sign."""
    if matrix.shape[0] == matrix.shape[1]:
        sign = int(np.linalg.slogdet(matrix)[0])
        if sign:
            return np.linalg.solve(matrix, right), sign
    return np.linalg.lstsq(matrix, right, rcond=1e-12)[0], 0


def _solved(matrix: Any, right: np.ndarray) -> tuple[np.ndarray, int]:
    """The same for a sparse matrix too."""
    if isinstance(matrix, np.ndarray):
        return _dense(matrix, right)
    factors = scipy.sparse.linalg.splu(matrix.tocsc())
    negative = int((factors.U.diagonal() < 0.0).sum())
    exchanges = negative + _exchanges(factors.perm_r) + _exchanges(factors.perm_c)
    return factors.solve(right), 1 - 2 * (exchanges % 2)


def _exchanges(order: np.ndarray) -> int:
    """How many exchanges a permutation is made of: entries less cycles."""
    _, labels = scipy.sparse.csgraph.connected_components(
        scipy.sparse.csr_matrix((np.ones(len(order)), (np.arange(len(order)), order))), directed=False
    )
    return len(order) - int(labels.max(initial=-1)) - 1
