"""Small dense systems in loops: factors with row exchange, real, and complex as pairs of real matrices.

Written out, since a compiled loop cannot call LAPACK.
"""

from __future__ import annotations

from typing import Any

from ...kernels.loops import vectorised
from ..tiles import tiled_dot

LONG_ROW = 16
"""Numbers from which on a row is summed up in several sums."""


@vectorised
def factor_lu(a: Any, pivots: Any) -> bool:
    """L and U of a in its place; False where it is singular or not finite."""
    n = len(pivots)
    for k in range(n):
        at = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[at, k]):
                at = i
        pivots[k] = at
        if not 0.0 < abs(a[at, k]) < 1e300:
            return False
        if at != k:
            for j in range(n):
                a[k, j], a[at, j] = a[at, j], a[k, j]
        reciprocal = 1.0 / a[k, k]
        for i in range(k + 1, n):
            if a[i, k] != 0.0:
                a[i, k] *= reciprocal
                for j in range(k + 1, n):
                    a[i, j] -= a[i, k] * a[k, j]
    return True


@vectorised
def solve_lu(a: Any, pivots: Any, b: Any) -> None:
    """b becomes x with A x = b."""
    n = len(pivots)
    for k in range(n):
        at = pivots[k]
        if at != k:
            b[k], b[at] = b[at], b[k]
    for i in range(n):
        b[i] = less_dot(b[i], a[i], b, 0, i)
    for i in range(n - 1, -1, -1):
        b[i] = less_dot(b[i], a[i], b, i + 1, n - 1 - i) / a[i, i]


@vectorised
def less_dot(total: float, row: Any, b: Any, first: int, count: int) -> float:
    """A number less a scalar product; sums of long ones do not wait for each other."""
    if count >= LONG_ROW:
        return total - tiled_dot(row, first, b, first, count)
    for j in range(first, first + count):
        total -= row[j] * b[j]
    return total


@vectorised
def factor_complex(re: Any, im: Any, pivots: Any) -> bool:
    """L and U of re + i·im in their places; False where it is singular or not finite."""
    n = len(pivots)
    for k in range(n):
        at = k
        for i in range(k + 1, n):
            if abs(re[i, k]) + abs(im[i, k]) > abs(re[at, k]) + abs(im[at, k]):
                at = i
        pivots[k] = at
        size = re[at, k] * re[at, k] + im[at, k] * im[at, k]
        if not 0.0 < size < 1e300:
            return False
        if at != k:
            for j in range(n):
                re[k, j], re[at, j] = re[at, j], re[k, j]
                im[k, j], im[at, j] = im[at, j], im[k, j]
        # 1 / U_kk, by which solving multiplies as well.
        p, q = re[k, k] / size, -im[k, k] / size
        re[k, k], im[k, k] = p, q
        for i in range(k + 1, n):
            x, y = re[i, k], im[i, k]
            if x != 0.0 or y != 0.0:
                x, y = x * p - y * q, x * q + y * p
                re[i, k], im[i, k] = x, y
                for j in range(k + 1, n):
                    re[i, j] -= x * re[k, j] - y * im[k, j]
                    im[i, j] -= x * im[k, j] + y * re[k, j]
    return True


@vectorised
def solve_complex(re: Any, im: Any, pivots: Any, b_re: Any, b_im: Any) -> None:
    """b becomes x with A x = b."""
    n = len(pivots)
    for k in range(n):
        at = pivots[k]
        if at != k:
            b_re[k], b_re[at] = b_re[at], b_re[k]
            b_im[k], b_im[at] = b_im[at], b_im[k]
    for i in range(n):
        x, y = b_re[i], b_im[i]
        for j in range(i):
            x -= re[i, j] * b_re[j] - im[i, j] * b_im[j]
            y -= re[i, j] * b_im[j] + im[i, j] * b_re[j]
        b_re[i], b_im[i] = x, y
    for i in range(n - 1, -1, -1):
        x, y = b_re[i], b_im[i]
        for j in range(i + 1, n):
            x -= re[i, j] * b_re[j] - im[i, j] * b_im[j]
            y -= re[i, j] * b_im[j] + im[i, j] * b_re[j]
        b_re[i], b_im[i] = x * re[i, i] - y * im[i, i], x * im[i, i] + y * re[i, i]
