r"""Contacts without friction: the closest point of a cone, by its active set.

For symmetric, positive semidefinite G the laws 0 ≤ y ⊥ x ≥ 0 are the conditions of

$$ \min_{x ≥ 0} \tfrac12 xᵀG x + bᵀx = \tfrac12 ‖A x − c‖² + const, \qquad G = AᵀA,\; Aᵀc = −b $$

a problem of nonnegative least squares (Lawson and Hanson). It always has a solution where b lies in the range of G,
as those of mechanical systems do, and y is unique; x of the active set is then solved for to all digits.
"""

from __future__ import annotations

import lazy_loader
import numpy as np

from .problem import ContactProblem

scipy = lazy_loader.load("scipy")

RANGE_TOLERANCE = 1e-12


def solve_by_active_set(problem: ContactProblem) -> tuple[np.ndarray | None, int]:
    """(x, contacts that press) of a frictionless problem in scaled units; None where b is not in the range of G."""
    values, vectors = np.linalg.eigh(problem.G)
    felt = values > RANGE_TOLERANCE * max(float(values.max(initial=0.0)), 1e-300)
    root = np.sqrt(values[felt])
    A, inner = root[:, None] * vectors[:, felt].T, vectors[:, felt].T @ problem.b
    if np.abs(vectors[:, felt] @ inner - problem.b).max(initial=0.0) > 1e-9:
        return None, 0
    if not len(A):
        return np.zeros(len(problem.b)), 0
    x, _ = scipy.optimize.nnls(A, -inner / root, maxiter=50 * len(problem.b) + 100)
    active = np.flatnonzero(x > 0.0)
    sharp = np.zeros(len(x))
    sharp[active] = np.linalg.lstsq(problem.G[np.ix_(active, active)], -problem.b[active], rcond=1e-12)[0]
    # Where contacts repeat each other, a share of least norm may pull: then the one that was found stays.
    return (sharp if (sharp[active] >= 0).all() else x), len(active)
