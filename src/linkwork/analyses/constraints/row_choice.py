r"""Which of the constraint rows are enforced where some repeat others: at the start, and again where they degenerate.

Any largest independent set gives the same motion, but a set that is independent in one configuration need not be so in
another, though all rows together keep their rank. With unit rows A = P M^{-1/2} and an orthonormal basis Y of the left
null space of A, a set is as good as the rows of Y that belong to the *other* rows are independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...mechanics.asked_once import asked_once
from ...mechanics.tree import TreeSystem
from ...results import State
from ...system import System
from .loop_closure import position_rank
from .nearby import nearby_states
from .row_wrenches import loop_closures

REMEMBERED = 8
"""Configurations that other constraint rows are chosen by."""
BETTER = 4.0
"""By how much the smallest pivot must grow for other rows to be worth a change."""


@asked_once
def _chosen(system: System) -> dict[bytes, tuple[int, ...]]:
    """Where the last run of a system started, and the rows that belong to that state."""
    return {}


def chosen_rows(system: System, state: State) -> tuple[int, ...]:
    """A largest set of constraint rows that are independent, at a state or, where it is singular, close to it."""
    tree = system.tree
    if tree is None or not system.rows.count:
        return tuple(range(system.rows.count))
    q, u, _, _, t, parameters = tree.arguments(state)
    here = np.concatenate((q, u, parameters, (t,))).tobytes()
    known = _chosen(system)
    rows = known.get(here)
    if rows is None:
        rows = _independent(tree, state)
        known.clear()
        known[here] = rows
    return rows


def _independent(system: TreeSystem, state: State) -> tuple[int, ...]:
    e, P = system.equations, system.constraint_rows(state)[0]
    nonzero = tuple(e.rows.nonzero)
    if not P[list(nonzero)].any(axis=1).all():
        # Rows that are switched off are so nearby as well.
        nonzero = tuple(k for k in nonzero if k not in e.rows.switchable or P[k].any())
    if determine_all(P[:, e.kinematics.free] if len(e.kinematics.free) < P.shape[1] else P, nonzero):
        return nonzero
    closures = loop_closures(system, state)
    best = closures.velocity_rank(P)
    if best.rank < len(nonzero):
        for near in nearby_states(closures, state, position_rank(closures, state)):
            found = closures.velocity_rank(system.constraint_rows(near)[0])
            best = found if found.rank > best.rank else best
    return best.independent_rows


def lasting_rows(system: Any, state: State, passed: Sequence[State]) -> tuple[int, ...]:
    """The same, for a motion through other states behind which rows cannot be chosen again.

    Those of the start are kept unless others are clearly better where these are worst.
    """
    rows = chosen_rows(system, state)
    if not passed or len(rows) in (0, system.rows.count):
        return rows
    nonzero = system.equations.rows.nonzero
    if len(rows) == len(nonzero):
        return rows
    places = [nonzero.index(row) for row in rows]
    met = [unit_rows(system, one) for one in (state, *passed)]
    return better_rows(nonzero, rows, sorted(met, key=lambda A: -_goodness(A, places))) or rows


def unit_rows(system: Any, state: State) -> np.ndarray:
    """The rows that are not zero by structure, of length one in the metric of the masses, where these have one."""
    e = system.equations
    A = system.constraint_rows(state)[0][np.ix_(e.rows.nonzero, e.kinematics.free)]
    try:
        lower = np.linalg.cholesky(system.mass_matrix(state)[np.ix_(e.kinematics.free, e.kinematics.free)])
        A = np.linalg.solve(lower, A.T).T
    except np.linalg.LinAlgError:
        pass  # speeds without inertia: plain lengths
    return np.asarray(A / np.maximum(np.sqrt((A * A).sum(axis=1)), 1e-300)[:, None])


def better_rows(nonzero: Sequence[int], rows: tuple[int, ...], met: Sequence[np.ndarray]) -> tuple[int, ...] | None:
    """Rows that are clearly better than those in use at the last of some configurations, good at all if there are some.

    `met` holds the unit rows of configurations that were met, the present one last.
    """
    if len(rows) == len(nonzero):
        return None
    place = {row: k for k, row in enumerate(nonzero)}
    needed = BETTER * _goodness(met[-1], [place[row] for row in rows])
    for first in range(len(met)):
        kept = _kept([_left_null_space(A, len(rows)) for A in met[first:]])
        found = tuple(nonzero[k] for k in kept)
        if found != rows and _goodness(met[-1], kept) > needed:
            return found
    return None


def _goodness(A: np.ndarray, places: Sequence[int]) -> float:
    """The square of the smallest singular value of some rows."""
    return float(np.linalg.svd(A[list(places)], compute_uv=False)[-1] ** 2)


def _left_null_space(A: np.ndarray, rank: int) -> np.ndarray:
    return np.asarray(np.linalg.svd(A)[0][:, rank:])


def _kept(spaces: Sequence[np.ndarray]) -> list[int]:
    """The rows that stay when others are left out, one by one, by what is left of them in the worst configuration."""
    rest, out = [space.copy() for space in spaces], list[int]()
    for _ in range(spaces[0].shape[1]):
        sizes = np.min([np.einsum("ij,ij->i", Y, Y) for Y in rest], axis=0)
        sizes[out] = -1.0
        out.append(int(np.argmax(sizes)))
        for Y in rest:
            direction = Y[out[-1]] / max(float(np.linalg.norm(Y[out[-1]])), 1e-300)
            Y -= np.outer(Y @ direction, direction)
    return [k for k in range(len(spaces[0])) if k not in out]


# Whether some rows of constraints determine all others: asked before every run, so that it has to be quick.
INDEPENDENT_ROWS = 1e-3
"""Rows whose smallest singular value is above this fraction of the largest are independent without further question."""
DEPENDENT_ROW = 1e-9
"""What is left of a unit row that follows from others."""
SMALL_MATRIX = 256
"""Matrices of up to so many entries are looked at number by number: setting up a decomposition takes longer."""


def determine_all(P: np.ndarray, rows: tuple[int, ...]) -> bool:
    """Whether some rows are clearly independent, and all others follow from them."""
    if P.size <= SMALL_MATRIX and _clearly_determine(P.tolist(), rows):
        return True
    sizes = np.sqrt((P * P).sum(axis=1))
    unit = P / np.maximum(sizes, max(INDEPENDENT_ROWS * sizes.max(initial=0.0), 1e-300))[:, None]
    own = np.linalg.svd(unit[list(rows)], compute_uv=False) if rows else np.ones(1)
    if rows and (len(rows) > P.shape[1] or not own[-1] > INDEPENDENT_ROWS * own[0]):
        return False
    # The rest must be nothing, not merely small: what is small may be a constraint near a singular configuration.
    if np.count_nonzero(sizes) == len(rows):
        return True
    return bool((np.linalg.svd(unit, compute_uv=False)[len(rows) :] < DEPENDENT_ROW).all())


def _clearly_determine(P: list[list[float]], rows: tuple[int, ...]) -> bool:
    r"""Whether orthogonalisation shows the same beyond doubt; False says nothing.

    With d the product of what each of k unit rows adds to those before it, σ_min ≥ d ((k − 1)/k)^((k−1)/2) > 0.6 d
    (Hong and Pan, 1992) and σ_max ≤ √k. What others leave beside the space of these rows bounds the singular values
    that follow.
    """
    sizes = [math.hypot(*row) for row in P]
    largest = max(sizes, default=0.0)
    if not (math.isfinite(largest) and all(sizes[k] > INDEPENDENT_ROWS * largest for k in rows)):
        return False
    basis: list[list[float]] = []
    volume = 1.0
    for k in rows:
        rest = _beside(basis, [x / sizes[k] for x in P[k]])
        left = math.hypot(*rest)
        volume *= left
        if 0.6 * volume < INDEPENDENT_ROWS * math.sqrt(len(rows)):
            return False
        basis.append([x / left for x in rest])
    floor, beside = INDEPENDENT_ROWS * largest, 0.0
    chosen = set(rows)
    for k, row in enumerate(P):
        if sizes[k] and k not in chosen:
            beside += sum(x * x for x in _beside(basis, [x / max(sizes[k], floor) for x in row]))
    return beside < DEPENDENT_ROW * DEPENDENT_ROW


def _beside(basis: list[list[float]], row: list[float]) -> list[float]:
    """What of a row lies beside the space of orthonormal ones."""
    for e in basis:
        along = sum(map(float.__mul__, e, row))
        row = [x - along * b for x, b in zip(row, e, strict=True)]
    return row
