"""Rows of state vectors between body frames, where states are, and centres of mass, where runs are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels.loops import compiled_loop, loop


@loop
def shift_row(row: Any, com: Any, sign: float, nq: int, is_unit: bool) -> None:
    """Moves places and velocities of all bodies by `sign` times R com; Euler parameters may not have norm 1 yet."""
    for body in range(len(com)):
        e, w = 7 * body, nq + 6 * body
        a, b, c, d = row[e], row[e + 1], row[e + 2], row[e + 3]
        if not is_unit:
            norm = np.sqrt(a * a + b * b + c * c + d * d)
            a, b, c, d = a / norm, b / norm, c / norm, d / norm
            row[e], row[e + 1], row[e + 2], row[e + 3] = a, b, c, d
        # v + 2 (a ε × v + ε × (ε × v)).
        x, y, z = sign * com[body, 0], sign * com[body, 1], sign * com[body, 2]
        p, q, r = c * z - d * y, d * x - b * z, b * y - c * x
        x += 2.0 * (a * p + (c * r - d * q))
        y += 2.0 * (a * q + (d * p - b * r))
        z += 2.0 * (a * r + (b * q - c * p))
        o, s, t = row[w], row[w + 1], row[w + 2]
        row[e + 4] += x
        row[e + 5] += y
        row[e + 6] += z
        row[w + 3] += s * z - t * y
        row[w + 4] += t * x - o * z
        row[w + 5] += o * y - s * x


@loop
def shift_rows(rows: Any, com: Any, sign: float, nq: int, is_unit: bool) -> None:
    """The same for many."""
    for k in range(len(rows)):
        shift_row(rows[k], com, sign, nq, is_unit)


def shifted_rows(y: np.ndarray, com: np.ndarray, sign: float, nq: int, is_unit: bool = True) -> np.ndarray:
    """A copy of rows, or of one, shifted."""
    rows = np.array(y, dtype=float, order="C")
    compiled_loop(shift_rows)(rows.reshape(-1, rows.shape[-1]), com, sign, nq, is_unit)
    return rows
