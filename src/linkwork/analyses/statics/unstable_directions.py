"""How many directions there are in which the stiffness of a configuration pushes away from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import lazy_loader
import numpy as np

from ...contract.errors import joined
from ...results import State
from .conditions import REST_REGULARISATION, EquilibriumConditions

scipy = lazy_loader.load("scipy")

NO_PUSH = 1e-11
"""Eigenvalues of the stiffness below this part of its largest entry are rounding."""
NEAREST_VALUES = 8
REAL_PAIR = 1e-3
"""Imaginary parts below this part of the real one are rounding."""


def unstable_directions(conditions: EquilibriumConditions, x: np.ndarray) -> int | None:
    """Eigenvalues of ∂F/∂q, on the motions that rows leave free, that are negative; None where not known.

    Of large systems those among the few nearest to zero: where a path begins stable, it passes zero first. Not known of
    steady motions and with states of elements.
    """
    if conditions.system.layout.nz or not conditions.is_rest:
        return None
    at = conditions.free_stiffness(x)
    return _nearest_negative(*conditions.stiffness_and_rows(x)) if at is None else _negative(at.K)


def _negative(stiffness: np.ndarray) -> int | None:
    if not np.isfinite(stiffness).all():
        return None
    return _count(np.linalg.eigvals(stiffness), float(np.abs(stiffness).max(initial=0.0)))


def _count(values: np.ndarray, size: float) -> int:
    """Those below zero; pairs of complex ones, of loads without a potential, pass no singular stiffness."""
    is_real = np.abs(values.imag) <= REAL_PAIR * np.abs(values.real)
    return int((is_real & (values.real < -NO_PUSH * size)).sum())


def _nearest_negative(stiffness: Any, rows: Any) -> int | None:
    """The same among the eigenvalues nearest to zero, from the largest of the inverse."""
    stiffness, rows = scipy.sparse.csr_matrix(stiffness), scipy.sparse.csr_matrix(rows)
    size, count = float(np.abs(stiffness.data).max(initial=0.0)), stiffness.shape[0]
    low = -REST_REGULARISATION / max(size, 1e-300) * scipy.sparse.identity(rows.shape[0])
    try:
        factors = scipy.sparse.linalg.splu(scipy.sparse.bmat([[stiffness, rows.T], [rows, low]], format="csc"))
        flexible = scipy.sparse.linalg.LinearOperator(
            (count, count),
            matvec=lambda f: factors.solve(np.concatenate([np.ravel(f), np.zeros(rows.shape[0])]))[:count],
        )
        values = scipy.sparse.linalg.eigs(
            flexible,
            k=NEAREST_VALUES,
            which="LM",
            v0=np.random.default_rng(7).normal(size=count),
            return_eigenvectors=False,
        )
    except (RuntimeError, scipy.sparse.linalg.ArpackError):
        return None
    return _count(1.0 / values, size)


def states_beside(result: Any) -> list[State]:
    """States on both sides of an unstable equilibrium, along what grows fastest."""
    lin = result.linearization
    values, vectors = np.linalg.eig(lin.A)
    grown = np.real(result.variation.motion.T @ vectors[:, int(np.argmax(values.real))])
    nq = result.system.layout.nq
    size = float(np.abs(grown[:nq]).max(initial=0.0)) or 1.0
    return [replace(result.state, q=result.state.q + sign * 0.05 * grown[:nq] / size) for sign in (1.0, -1.0)]


def fastest_coordinates(result: Any) -> str:
    """Names of the coordinates in which an unstable equilibrium is left."""
    side = states_beside(result)[0]
    change = np.abs(side.q - result.state.q)
    return joined([result.system.layout.q[k] for k in np.flatnonzero(change > 0.5 * change.max())][:3])
