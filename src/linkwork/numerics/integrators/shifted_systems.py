r"""Systems (κ − J) x = b with J = ∂f/∂y, for a real and for a complex κ, by factors of half the size.

Most coordinates change as a speed says, q̇_i = u_j: their rows of J hold a single one, so that

$$ \kappa x_i - x_j = b_i, \qquad x_i = (b_i + x_j) / \kappa, $$

and all other rows become, with what is known on the right,

$$ \kappa x_m - \sum_j (J_{mj} + J_{mi} / \kappa)\, x_j = b_m + \sum_i J_{mi}\, b_i / \kappa. $$

Of a mechanism only its speeds and the states of its elements are left, which takes an eighth of the operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop, vectorised
from .lu import factor_complex, factor_lu, solve_complex, solve_lu


class ShiftedSystems(NamedTuple):
    """J, and factors for two κ."""

    slopes: Any
    """J."""
    kept: Any
    """Entries of x that are solved for."""
    gone: Any
    """Coordinates that follow from their speeds."""
    rates: Any
    """Places of these speeds among `kept`."""
    across: Any
    """J_mi of what is kept (m) and gone (i)."""
    real: Any
    complex_re: Any
    complex_im: Any
    pivots: Any
    """Row exchanges of the real and of the complex factors."""
    known: Any
    """b_i / κ, real and imaginary part."""
    room: Any
    """Right-hand side and solution of what is kept, real and imaginary part."""


@loop
def factor_shifted(systems: ShiftedSystems, kappa: float) -> bool:
    """Factors for a real κ; False where there are none."""
    kept, gone, rates, real, across = systems.kept, systems.gone, systems.rates, systems.real, systems.across
    reciprocal = 1.0 / kappa
    for i in range(len(kept)):
        row = kept[i]
        for j in range(len(kept)):
            real[i, j] = -systems.slopes[row, kept[j]]
        for k in range(len(gone)):
            across[i, k] = systems.slopes[row, gone[k]]
            real[i, rates[k]] -= reciprocal * across[i, k]
        real[i, i] += kappa
    return bool(factor_lu(real, systems.pivots[0]))


@loop
def factor_shifted_complex(systems: ShiftedSystems, alpha: float, beta: float) -> bool:
    """Factors for κ = α + iβ; False where there are none."""
    kept, gone, rates, re, im = systems.kept, systems.gone, systems.rates, systems.complex_re, systems.complex_im
    size = alpha * alpha + beta * beta
    p, q = alpha / size, -beta / size
    for i in range(len(kept)):
        row = kept[i]
        for j in range(len(kept)):
            re[i, j], im[i, j] = -systems.slopes[row, kept[j]], 0.0
        for k in range(len(gone)):
            slope, j = systems.slopes[row, gone[k]], rates[k]
            re[i, j] -= p * slope
            im[i, j] -= q * slope
        re[i, i] += alpha
        im[i, i] += beta
    return bool(factor_complex(re, im, systems.pivots[1]))


@vectorised
def add_known(matrix: Any, x: Any, y: Any) -> None:
    """y += matrix · x."""
    for i in range(len(y)):
        total = y[i]
        for k in range(len(x)):
            total += matrix[i, k] * x[k]
        y[i] = total


@loop
def solve_shifted(systems: ShiftedSystems, kappa: float, b: Any) -> None:
    """b becomes x with (κ − J) x = b."""
    kept, gone, known, room = systems.kept, systems.gone, systems.known[0], systems.room[0]
    reciprocal = 1.0 / kappa
    for k in range(len(gone)):
        known[k] = reciprocal * b[gone[k]]
    for i in range(len(kept)):
        room[i] = b[kept[i]]
    add_known(systems.across, known, room)
    solve_lu(systems.real, systems.pivots[0], room)
    for i in range(len(kept)):
        b[kept[i]] = room[i]
    for k in range(len(gone)):
        b[gone[k]] = known[k] + reciprocal * room[systems.rates[k]]


@loop
def solve_shifted_complex(systems: ShiftedSystems, alpha: float, beta: float, b_re: Any, b_im: Any) -> None:
    """The same for κ = α + iβ."""
    kept, gone, known, room = systems.kept, systems.gone, systems.known, systems.room
    size = alpha * alpha + beta * beta
    p, q = alpha / size, -beta / size
    for k in range(len(gone)):
        x, y = b_re[gone[k]], b_im[gone[k]]
        known[0, k], known[1, k] = p * x - q * y, p * y + q * x
    for i in range(len(kept)):
        room[0, i], room[1, i] = b_re[kept[i]], b_im[kept[i]]
    add_known(systems.across, known[0], room[0])
    add_known(systems.across, known[1], room[1])
    solve_complex(systems.complex_re, systems.complex_im, systems.pivots[1], room[0], room[1])
    for i in range(len(kept)):
        b_re[kept[i]], b_im[kept[i]] = room[0, i], room[1, i]
    for k in range(len(gone)):
        x, y = room[0, systems.rates[k]], room[1, systems.rates[k]]
        b_re[gone[k]], b_im[gone[k]] = known[0, k] + p * x - q * y, known[1, k] + p * y + q * x


def shifted_systems(slopes: np.ndarray, pairs: Sequence[tuple[int, int]]) -> ShiftedSystems:
    """Memory for systems with J in `slopes`; `pairs` are places (i, j) with q̇_i = u_j in y."""
    gone = [i for i, _ in pairs]
    kept = [m for m in range(len(slopes)) if m not in gone]
    place = {m: k for k, m in enumerate(kept)}
    m, p = len(kept), len(gone)
    real, re, im = np.zeros((3, m, m))
    return ShiftedSystems(
        slopes=slopes,
        kept=np.array(kept, dtype=np.int64),
        gone=np.array(gone, dtype=np.int64),
        rates=np.array([place[j] for _, j in pairs], dtype=np.int64),
        across=np.zeros((m, p)),
        real=real,
        complex_re=re,
        complex_im=im,
        pivots=np.zeros((2, m), dtype=np.int64),
        known=np.zeros((2, p)),
        room=np.zeros((2, m)),
    )
