r"""Symmetric positive matrices of 6 × 6 blocks with a band that varies: $K = U^T U$.

The rows of block row j stand one behind the other, each from the diagonal block to the last block of the band. The band
never ends before that of the row above, so that elimination stays inside it; inner loops run along rows, side by side.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ...kernels.loops import vectorised

BLOCK_ROWS = 6


@vectorised
def factor_band(matrix: Any, offset: Any, last: Any, blocks: int) -> bool:
    """U in place of the upper half of K; False where K is not positive."""
    for j in range(blocks):
        width = BLOCK_ROWS * (last[j] - j + 1)
        if not factor_panel(matrix[offset[j] : offset[j] + BLOCK_ROWS * width], width):
            return False
        for k in range(j + 1, last[j] + 1):
            subtract_panel(matrix, offset, last, j, k)
    return True


@vectorised
def factor_panel(panel: Any, width: int) -> bool:
    """Eliminates the six unknowns of a block row inside of it."""
    for i in range(BLOCK_ROWS):
        row = i * width
        if not panel[row + i] > 0.0:
            return False
        scale = 1.0 / sqrt(panel[row + i])
        for c in range(i, width):
            panel[row + c] = scale * panel[row + c]
        for r in range(i + 1, BLOCK_ROWS):
            below, factor = r * width, panel[row + r]
            for c in range(r, width):
                panel[below + c] = panel[below + c] - factor * panel[row + c]
    return True


@vectorised
def subtract_panel(matrix: Any, offset: Any, last: Any, j: int, k: int) -> None:
    """Block row k less what the eliminated block row j leaves there."""
    width, other = BLOCK_ROWS * (last[j] - j + 1), BLOCK_ROWS * (last[k] - k + 1)
    skip = BLOCK_ROWS * (k - j)
    count = width - skip
    at = offset[j]
    one, two, three = (
        matrix[at : at + width],
        matrix[at + width : at + 2 * width],
        matrix[at + 2 * width : at + 3 * width],
    )
    four, five, six = (
        matrix[at + 3 * width : at + 4 * width],
        matrix[at + 4 * width : at + 5 * width],
        matrix[at + 5 * width : at + 6 * width],
    )
    for r in range(BLOCK_ROWS):
        to = offset[k] + r * other
        target = matrix[to : to + count]
        a, b, c = one[skip + r], two[skip + r], three[skip + r]
        d, e, f = four[skip + r], five[skip + r], six[skip + r]
        for i in range(r, count):
            p = skip + i
            target[i] = target[i] - (a * one[p] + b * two[p] + c * three[p] + d * four[p] + e * five[p] + f * six[p])


@vectorised
def solve_band(matrix: Any, offset: Any, last: Any, blocks: int, x: Any) -> None:
    """K⁻¹ x in place of x (blocks × 6 numbers), with the factor U."""
    for j in range(blocks):
        width, at = BLOCK_ROWS * (last[j] - j + 1), BLOCK_ROWS * j
        for i in range(BLOCK_ROWS):
            row = offset[j] + i * width
            value = x[at + i] / matrix[row + i]
            x[at + i] = value
            for k in range(i + 1, width):
                x[at + k] = x[at + k] - value * matrix[row + k]
    for back in range(blocks):
        j = blocks - 1 - back
        width, at = BLOCK_ROWS * (last[j] - j + 1), BLOCK_ROWS * j
        for up in range(BLOCK_ROWS):
            i = BLOCK_ROWS - 1 - up
            row = offset[j] + i * width
            # Four sums side by side: one alone waits for itself.
            a, b, c, d = 0.0, 0.0, 0.0, 0.0
            k = i + 1
            while k + 3 < width:
                a += matrix[row + k] * x[at + k]
                b += matrix[row + k + 1] * x[at + k + 1]
                c += matrix[row + k + 2] * x[at + k + 2]
                d += matrix[row + k + 3] * x[at + k + 3]
                k += 4
            while k < width:
                a += matrix[row + k] * x[at + k]
                k += 1
            x[at + i] = (x[at + i] - ((a + b) + (c + d))) / matrix[row + i]
