r"""Weights of constraint rows where the mass matrix has no inverse: the inertia that each row meets."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Parameter
from ...expr import array
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr, topological
from .dynamics import DynamicEquations

WEIGHT_CONFIGURATIONS = 3
SINGULAR_MASS = 1e-10
"""Below this, the smallest eigenvalue of a mass matrix with ones on its diagonal is zero."""


def weights_of(d: DynamicEquations, p: Any) -> np.ndarray | None:
    r"""One weight for each row of P, $1 / \sum_j P_{ij}^2 / M_{jj}$ over speeds with inertia; None where M is regular.

    They are numbers, taken at configurations near the plain one: any positive weights give the same motion.
    """
    found = [_numbers(d, p, 0)]
    if _is_regular(found[0][0]):
        return None
    found += [_numbers(d, p, seed) for seed in range(1, WEIGHT_CONFIGURATIONS)]
    sizes = np.array([_sizes(m, rows) for m, rows in found])
    known = np.isfinite(sizes) & (sizes > 0.0)
    usual = float(np.exp(np.mean(np.log(sizes[known])))) if known.any() else 1.0
    return np.array(
        [float(np.median(column[ok])) if ok.any() else usual for column, ok in zip(sizes.T, known.T, strict=True)]
    )


def _numbers(d: DynamicEquations, p: Any, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(M, P) of the free speeds near the plain configuration; what depends on states or unknowns sees small numbers."""
    k = d.kinematics
    m = d.M[np.ix_(k.free, k.free)]
    flat = [as_expr(x) for x in (*array(m).ravel(), *array(p).ravel())]
    rng = np.random.default_rng(seed)
    rest = np.zeros(k.topology.layout.nq)
    for branch in k.topology.branches:
        rest[branch.q] = branch.hinge.rest_values
    values: dict[Any, Any] = {s: rng.uniform(-0.1, 0.1) for s in topological(flat) if s.op == "symbol"}
    near = rest + rng.uniform(-0.2, 0.2, size=len(rest))
    values |= dict(zip(k.symbols.q, near, strict=True))
    values |= {s: s.value for s in values if isinstance(s, Parameter)}
    with np.errstate(all="ignore"):
        numbers = np.array([float(x) for x in evaluate(flat, values)])
    count = len(k.free)
    return numbers[: count * count].reshape(count, count), numbers[count * count :].reshape(-1, count)


def _is_regular(m: np.ndarray) -> bool:
    size = np.sqrt(np.abs(np.diag(m)))
    if not np.isfinite(m).all() or not (size > 0.0).all():
        return False
    return bool(np.linalg.eigvalsh(m / np.outer(size, size))[0] > SINGULAR_MASS)


def _sizes(m: np.ndarray, rows: np.ndarray) -> np.ndarray:
    diagonal = np.diag(m)
    # What rounding left of zero is no inertia.
    inverse = np.divide(1.0, diagonal, out=np.zeros_like(diagonal), where=diagonal > 1e-14 * diagonal.max(initial=0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(1.0 / (rows**2 @ inverse))
