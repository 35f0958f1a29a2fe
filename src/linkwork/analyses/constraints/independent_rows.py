"""Whether some rows of constraints determine all others: asked before every run, so that it has to be quick."""

from __future__ import annotations

import math

import numpy as np

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
