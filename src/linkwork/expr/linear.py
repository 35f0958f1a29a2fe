r"""Small systems solved symbolically: A = L D Lᵀ of symmetric ones, A = L D U of others, unrolled, zeros of A used.

No pivoting is possible on symbols, so every solve also gives its smallest pivot: compare it with the size of A before
trusting the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .array import Array, array
from .errors import TraceError
from .graph import Expr, as_expr, binary, unary


@dataclass(frozen=True)
class LDU:
    """The factors of a matrix whose rows were taken in `order`: A[order][:, order] = L D U; U = Lᵀ where symmetric."""

    order: list[int]
    lower: Array
    diagonal: list[Expr]
    upper: Array

    @cached_property
    def reciprocals(self) -> list[Any]:
        """1 / D_i: a division takes as long as several products, and every right-hand side wants them."""
        return [1.0 / d for d in self.diagonal]

    @property
    def smallest_pivot(self) -> Any:
        """min |D_i|: zero or near it where the matrix is singular or the order unlucky."""
        smallest = unary("abs", self.diagonal[0])
        for d in self.diagonal[1:]:
            smallest = binary("min", smallest, unary("abs", d))
        return _plain(smallest)

    def solve(self, b: Any) -> Array:
        """x with A x = b, for a vector or the columns of a matrix."""
        b = array(b)
        n = len(self.order)
        if b.ndim not in (1, 2) or b.shape[0] != n:
            raise TraceError(f"solve: the matrix has {n} rows, the right-hand side shape {b.shape}.")
        columns = [self._solve_column(column) for column in (b.T if b.ndim == 2 else [b])]
        return array(columns).T if b.ndim == 2 else array(columns[0])

    def inverse(self) -> Array:
        """A⁻¹ of a symmetric matrix: of two equal halves that which takes fewer operations, n³/3 for a full one."""
        n = len(self.order)
        result = np.full((n, n), 0.0, dtype=object)
        for j, column in enumerate(self.order):
            x = self._solve_column(np.eye(n)[column])
            for row in self.order[j:]:
                result[row, column] = result[column, row] = x[row]
        return array(result)

    def _solve_column(self, b: Any) -> list[Any]:
        n, lower, upper = len(self.order), self.lower, self.upper
        below = [[i for i in range(j + 1, n) if not _is_zero(lower[i, j])] for j in range(n)]
        right = [[i for i in range(j + 1, n) if not _is_zero(upper[j, i])] for j in range(n)]
        y = [as_expr(b[k]) for k in self.order]
        for j in range(n):
            for i in below[j]:
                y[i] = y[i] - lower[i, j] * y[j]
        y = [value * r for value, r in zip(y, self.reciprocals, strict=True)]
        for j in reversed(range(n)):
            for i in right[j]:
                y[j] = y[j] - upper[j, i] * y[i]
        x: list[Any] = [None] * n
        for k, value in zip(self.order, y, strict=True):
            x[k] = _plain(value)
        return x


def ldlt(a: Any, order: Any = None) -> LDU:
    """The factors of the symmetric matrix `a`; only its lower triangle is read.

    `order` is the order of elimination; by default the row with the fewest entries left goes first (minimum degree).
    """
    a = array(a)
    if a.ndim != 2 or a.shape[0] != a.shape[1] or a.size == 0:
        raise TraceError(f"ldlt: needs a square matrix, got shape {a.shape}.")
    n = len(a)
    full = [[as_expr(a[max(i, j), min(i, j)]) for j in range(n)] for i in range(n)]
    order = minimum_degree(np.array([[not _is_zero(x) for x in row] for row in full])) if order is None else list(order)
    if sorted(order) != list(range(n)):
        raise TraceError(f"ldlt: order {order} must name each of the {n} rows once.")
    rest = [[full[i][j] for j in order] for i in order]
    lower = np.full((n, n), 0.0, dtype=object)
    diagonal = []
    for k in range(n):
        diagonal.append(rest[k][k])
        if _is_zero(rest[k][k]):
            raise TraceError(f"ldlt: row {order[k]} of the matrix has no pivot: the matrix is singular by structure.")
        reciprocal = 1.0 / diagonal[k]
        below = [i for i in range(k + 1, n) if not _is_zero(rest[i][k])]
        for i in below:
            lower[i, k] = rest[i][k] * reciprocal
        for i in below:
            for j in (j for j in below if j <= i):
                rest[i][j] = rest[i][j] - lower[i, k] * rest[j][k]
        lower[k, k] = 1.0
    return LDU(order, array(lower), diagonal, array(lower).T)


def ldu(a: Any) -> LDU:
    """The factors of a matrix that need not be symmetric, taken in the order of minimum degree of its pattern."""
    a = array(a)
    n = len(a)
    full = [[as_expr(x) for x in row] for row in a]
    order = minimum_degree(np.array([[not _is_zero(x) for x in row] for row in full]))
    rest = [[full[i][j] for j in order] for i in order]
    lower, upper = np.full((n, n), 0.0, dtype=object), np.full((n, n), 0.0, dtype=object)
    diagonal = []
    for k in range(n):
        diagonal.append(rest[k][k])
        if _is_zero(rest[k][k]):
            raise TraceError(f"ldu: row {order[k]} of the matrix has no pivot: the matrix is singular by structure.")
        reciprocal = 1.0 / diagonal[k]
        below = [i for i in range(k + 1, n) if not _is_zero(rest[i][k])]
        right = [j for j in range(k + 1, n) if not _is_zero(rest[k][j])]
        for i in below:
            lower[i, k] = rest[i][k] * reciprocal
        for j in right:
            upper[k, j] = rest[k][j] * reciprocal
        for i in below:
            for j in right:
                rest[i][j] = rest[i][j] - lower[i, k] * rest[k][j]
        lower[k, k] = upper[k, k] = 1.0
    return LDU(order, array(lower), diagonal, array(upper))


def solve_ldlt(a: Any, b: Any, order: Any = None) -> tuple[Array, Any]:
    """(x, smallest pivot) of A x = b for symmetric A."""
    factors = ldlt(a, order)
    return factors.solve(b), factors.smallest_pivot


def minimum_degree(pattern: np.ndarray) -> list[int]:
    """The order of elimination that takes, step by step, the row with the fewest neighbours; ties by index.

    A row without a diagonal entry (a constraint row of a saddle-point matrix) waits until all neighbours that have one
    are gone: sooner, its pivot could cancel.
    """
    neighbours = [set(np.flatnonzero(row).tolist()) - {i} for i, row in enumerate(pattern | pattern.T)]
    filled = set(np.flatnonzero(np.diagonal(pattern)).tolist())
    awaited = [set() if i in filled else near & filled for i, near in enumerate(neighbours)]
    left = set(range(len(pattern)))
    order = []
    while left:
        k = min(left, key=lambda i: (not awaited[i].isdisjoint(left), len(neighbours[i]), i))
        order.append(k)
        left.remove(k)
        for i in neighbours[k]:
            neighbours[i] = (neighbours[i] | neighbours[k]) - {i, k}
    return order


def _is_zero(x: Any) -> bool:
    return x == 0.0 if isinstance(x, float) else x.op == "const" and x.data == 0.0


def _plain(x: Expr) -> Any:
    """A constant as the number it is."""
    return x.data if x.op == "const" else x
