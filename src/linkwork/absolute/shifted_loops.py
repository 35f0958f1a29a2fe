r"""Systems (κ − J) x = b of an absolute system, J = ∂f/∂y, by one sparse matrix of accelerations and multipliers.

With r and c as in `slope_loops` and δu̇ = κ x_u − b_u, coordinates follow from velocities body by body: of rotations,

$$ X = \frac{\kappa + \omega/2}{\kappa^2 + \omega^2/4} \circ \left(B + \frac{x_\omega}{2}\right), \qquad
   X = x_e \circ \bar e, \quad B = b_e \circ \bar e, \quad \vartheta = 2\,\mathrm{vec}\,X , $$

of positions and own coordinates x = (b + x_u)/κ. What is left is

$$ \begin{pmatrix} \kappa M + r_u + r_q/\kappa & B^T \\ \kappa A + c_u + c_q/\kappa & -\varepsilon \end{pmatrix}
   \begin{pmatrix} x_u \\ -\delta\lambda \end{pmatrix} =
   \begin{pmatrix} M b_u - r_q\,\vartheta_b \\ A b_u - c_q\,\vartheta_b \end{pmatrix} $$

with ϑ_b the rotations and displacements for x_u = 0. Multipliers are counted in units of |κ|, so that all entries are
of one size however short a step is. The matrix takes ϑ = x_u/κ for rotations as well; what that leaves out is smaller
by ω/κ, and Newton's method of a step with its factors makes up for it. A complex κ = α + iβ has complex factors in
blocks; without pivots in these, every entry is a matrix of two by two.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import loop, vectorised
from ..numerics.block_lu import BlockFactors, clear_tiles, factor_complex_blocks, solve_complex_blocks
from .saddle_loops import BY_BLOCKS, SaddleFactors, SaddleWork, factor_saddle, substitute_saddle
from .slope_loops import SlopeEntries, SlopeWork, slopes_at

TIMES_SHIFT, OVER_SHIFT, UNSHIFTED, BY_LOAD = range(4)
"""Entries one behind the other: those that are multiplied by κ (M, A), by 1/κ (r_q, c_q), that stay (r_u, c_u, B), and
those by multipliers (r_λ), whose sign changes."""


class ShiftedWork(NamedTuple):
    """Entries of all matrices at the state of the last Jacobian, and factors for two κ."""

    y: Any
    """Where the derivatives were taken."""
    values: Any
    rows: Any
    columns: Any
    ends: Any
    """Where entries of a kind end, TIMES_SHIFT first."""
    real: SaddleFactors
    complex_blocks: BlockFactors
    """Those of a complex κ."""
    pair: SaddleFactors
    """The same where blocks have no pivots, twice as large: real and imaginary parts side by side."""
    place: Any
    """ϑ_b, real and imaginary part (2 × velocities)."""
    right: Any
    """Right sides (2 × velocities and rows)."""
    spare: Any
    """The imaginary part of a real right side."""


@vectorised
def collect_entries(entries: SlopeEntries, into: Any, first: int) -> int:
    """Takes entries over; where the next ones go."""
    for k in range(len(entries.values)):
        into[first + k] = entries.values[k]
    return first + len(entries.values)


@loop
def differentiate_here(work: SaddleWork, slopes: SlopeWork, it: ShiftedWork) -> bool:
    """All derivatives at the state in memory; False where it has none."""
    if not slopes_at(work, slopes):
        return False
    for i in range(len(it.y)):
        it.y[i] = work.memory[i]
    at = collect_entries(slopes.M, it.values, 0)
    at = collect_entries(slopes.A, it.values, at)
    at = collect_entries(slopes.r_q, it.values, at)
    at = collect_entries(slopes.c_q, it.values, at)
    at = collect_entries(slopes.r_u, it.values, at)
    at = collect_entries(slopes.c_u, it.values, at)
    at = collect_entries(slopes.reactions, it.values, at)
    at = collect_entries(slopes.r_lam, it.values, at)
    total = 0.0
    for k in range(len(it.values)):
        total += it.values[k]
    return abs(total) < np.inf


@vectorised
def factor_shift(work: SaddleWork, it: ShiftedWork, kappa: float) -> bool:
    """Factors for a real κ; False where there are none."""
    entries, n, first = it.real.entries, len(it.values), 0
    for kind in range(len(it.ends)):
        by = kappa if kind == TIMES_SHIFT else 1.0 / kappa if kind == OVER_SHIFT else -1.0 if kind == BY_LOAD else 1.0
        for k in range(first, it.ends[kind]):
            entries[k] = by * it.values[k] * (kappa if it.columns[k] >= len(work.a) else 1.0)
        first = it.ends[kind]
    for i in range(len(work.diagonal)):
        entries[n + i] = work.diagonal[i] * kappa
    return bool(factor_saddle(it.real))


@loop
def factor_shift_pair(work: SaddleWork, it: ShiftedWork, alpha: float, beta: float) -> bool:
    """Factors for κ = α + iβ; False where there are none."""
    entries, n, size, first = it.pair.entries, len(it.values), alpha * alpha + beta * beta, 0
    unit = np.sqrt(size)
    it.pair.made[BY_BLOCKS] = 0
    if len(it.complex_blocks.place) and factor_complex_shift(work, it, alpha, beta):
        it.pair.made[BY_BLOCKS] = 1
        return True
    for kind in range(len(it.ends)):
        re, im = -1.0 if kind == BY_LOAD else 1.0, 0.0
        if kind == TIMES_SHIFT:
            re, im = alpha, beta
        elif kind == OVER_SHIFT:
            re, im = alpha / size, -beta / size
        for k in range(first, it.ends[kind]):
            value = it.values[k] * (unit if it.columns[k] >= len(work.a) else 1.0)
            entries[4 * k], entries[4 * k + 1] = re * value, -im * value
            entries[4 * k + 2], entries[4 * k + 3] = im * value, re * value
        first = it.ends[kind]
    for i in range(len(work.diagonal)):
        added = work.diagonal[i] * unit
        entries[4 * n + 2 * i], entries[4 * n + 2 * i + 1] = added, added
    return bool(factor_saddle(it.pair))


@vectorised
def factor_complex_shift(work: SaddleWork, it: ShiftedWork, alpha: float, beta: float) -> bool:
    """The same in blocks."""
    blocks, n, size, first = it.complex_blocks, len(it.values), alpha * alpha + beta * beta, 0
    unit, tiles, place, part = np.sqrt(size), blocks.tiles, blocks.place, blocks.part
    clear_tiles(blocks)
    for kind in range(len(it.ends)):
        re, im = -1.0 if kind == BY_LOAD else 1.0, 0.0
        if kind == TIMES_SHIFT:
            re, im = alpha, beta
        elif kind == OVER_SHIFT:
            re, im = alpha / size, -beta / size
        for k in range(first, it.ends[kind]):
            value = it.values[k] * (unit if it.columns[k] >= len(work.a) else 1.0)
            tiles[place[k]] += re * value
            tiles[part + place[k]] += im * value
        first = it.ends[kind]
    for i in range(len(work.diagonal)):
        tiles[place[n + i]] += work.diagonal[i] * unit
    return bool(factor_complex_blocks(blocks))


@vectorised
def shifted_places(
    work: SaddleWork, it: ShiftedWork, kappa: float, beta: float, b: Any, c: Any, has_speeds: bool
) -> None:
    """ϑ for κ + iβ from a right side b + ic of coordinates, into `place`.

    With velocities, which b and c hold behind coordinates, x_q takes the place of coordinates there.
    """
    y, nq, bodies = it.y, work.nq, work.bodies
    for body in range(bodies):
        e, w = 7 * body, nq + 6 * body
        e_0, e_1, e_2, e_3 = y[e], y[e + 1], y[e + 2], y[e + 3]
        o_x, o_y, o_z = 0.5 * y[w], 0.5 * y[w + 1], 0.5 * y[w + 2]
        # 1 / (κ² + ω²/4), complex.
        d_re, d_im = kappa * kappa - beta * beta + o_x * o_x + o_y * o_y + o_z * o_z, 2.0 * kappa * beta
        size = d_re * d_re + d_im * d_im
        d_re, d_im = d_re / size, -d_im / size
        s_re, s_im = 0.0, 0.0
        for part in range(2):
            v_0, v_1, v_2, v_3 = b[e], b[e + 1], b[e + 2], b[e + 3]
            h_x, h_y, h_z = b[w], b[w + 1], b[w + 2]
            if part == 1:
                v_0, v_1, v_2, v_3 = c[e], c[e + 1], c[e + 2], c[e + 3]
                h_x, h_y, h_z = c[w], c[w + 1], c[w + 2]
            if not has_speeds:
                h_x, h_y, h_z = 0.0, 0.0, 0.0
            # B + x_ω / 2, B = b ∘ ē.
            s = v_0 * e_0 + v_1 * e_1 + v_2 * e_2 + v_3 * e_3
            x = -v_0 * e_1 + e_0 * v_1 + e_2 * v_3 - e_3 * v_2 + 0.5 * h_x
            u = -v_0 * e_2 + e_0 * v_2 + e_3 * v_1 - e_1 * v_3 + 0.5 * h_y
            z = -v_0 * e_3 + e_0 * v_3 + e_1 * v_2 - e_2 * v_1 + 0.5 * h_z
            if part == 0:
                s_re = s
                it.place[0, 6 * body], it.place[0, 6 * body + 1], it.place[0, 6 * body + 2] = x, u, z
            else:
                s_im = s
                it.place[1, 6 * body], it.place[1, 6 * body + 1], it.place[1, 6 * body + 2] = x, u, z
        turn_back(it, y, b, c, e, 6 * body, o_x, o_y, o_z, kappa, beta, d_re, d_im, s_re, s_im, has_speeds)
        for k in range(3):
            shift(it, kappa, beta, b, c, e + 4 + k, w + 3 + k, 6 * body + 3 + k, has_speeds)
    for i in range(nq - 7 * bodies):
        shift(it, kappa, beta, b, c, 7 * bodies + i, nq + 6 * bodies + i, 6 * bodies + i, has_speeds)


@vectorised
def turn_back(
    it: ShiftedWork,
    y: Any,
    b: Any,
    c: Any,
    e: int,
    at: int,
    o_x: float,
    o_y: float,
    o_z: float,
    kappa: float,
    beta: float,
    d_re: float,
    d_im: float,
    s_re: float,
    s_im: float,
    has_speeds: bool,
) -> None:
    """X = (κ + ω/2) ∘ (B + x_ω/2) / (κ² + ω²/4) of one body: ϑ = 2 vec X; x_e = X ∘ e where velocities are known."""
    place = it.place
    x, u, z = place[0, at], place[0, at + 1], place[0, at + 2]
    p, q, r = place[1, at], place[1, at + 1], place[1, at + 2]
    # The product with (κ + iβ, ω/2): scalars and vectors, real and imaginary.
    n_re = kappa * s_re - beta * s_im - (o_x * x + o_y * u + o_z * z)
    n_im = kappa * s_im + beta * s_re - (o_x * p + o_y * q + o_z * r)
    x_re = kappa * x - beta * p + o_x * s_re + o_y * z - o_z * u
    u_re = kappa * u - beta * q + o_y * s_re + o_z * x - o_x * z
    z_re = kappa * z - beta * r + o_z * s_re + o_x * u - o_y * x
    x_im = kappa * p + beta * x + o_x * s_im + o_y * r - o_z * q
    u_im = kappa * q + beta * u + o_y * s_im + o_z * p - o_x * r
    z_im = kappa * r + beta * z + o_z * s_im + o_x * q - o_y * p
    s, s_2 = n_re * d_re - n_im * d_im, n_re * d_im + n_im * d_re
    x, p = x_re * d_re - x_im * d_im, x_re * d_im + x_im * d_re
    u, q = u_re * d_re - u_im * d_im, u_re * d_im + u_im * d_re
    z, r = z_re * d_re - z_im * d_im, z_re * d_im + z_im * d_re
    place[0, at], place[0, at + 1], place[0, at + 2] = 2.0 * x, 2.0 * u, 2.0 * z
    place[1, at], place[1, at + 1], place[1, at + 2] = 2.0 * p, 2.0 * q, 2.0 * r
    if has_speeds:
        e_0, e_1, e_2, e_3 = y[e], y[e + 1], y[e + 2], y[e + 3]
        b[e] = s * e_0 - x * e_1 - u * e_2 - z * e_3
        b[e + 1] = s * e_1 + x * e_0 + u * e_3 - z * e_2
        b[e + 2] = s * e_2 - x * e_3 + u * e_0 + z * e_1
        b[e + 3] = s * e_3 + x * e_2 - u * e_1 + z * e_0
        c[e] = s_2 * e_0 - p * e_1 - q * e_2 - r * e_3
        c[e + 1] = s_2 * e_1 + p * e_0 + q * e_3 - r * e_2
        c[e + 2] = s_2 * e_2 - p * e_3 + q * e_0 + r * e_1
        c[e + 3] = s_2 * e_3 + p * e_2 - q * e_1 + r * e_0


@vectorised
def shift(
    it: ShiftedWork, kappa: float, beta: float, b: Any, c: Any, at: int, speed: int, place: int, has_speeds: bool
) -> None:
    """x = (b + x_u) / κ of a coordinate whose rate is a velocity."""
    size = kappa * kappa + beta * beta
    re, im = b[at] + (b[speed] if has_speeds else 0.0), c[at] + (c[speed] if has_speeds else 0.0)
    x, z = (re * kappa + im * beta) / size, (im * kappa - re * beta) / size
    it.place[0, place], it.place[1, place] = x, z
    if has_speeds:
        b[at], c[at] = x, z


@vectorised
def push_rates(work: SaddleWork, it: ShiftedWork, b: Any, part: int) -> None:
    """(M b_u, A b_u) into a right side."""
    right, nq = it.right[part], work.nq
    for i in range(len(right)):
        right[i] = 0.0
    for k in range(it.ends[TIMES_SHIFT]):
        right[it.rows[k]] += it.values[k] * b[nq + it.columns[k]]


@loop
def solve_shift(work: SaddleWork, it: ShiftedWork, kappa: float, b: Any) -> None:
    """b becomes x with (κ − J) x = b."""
    push_rates(work, it, b, 0)
    solve_pushed(work, it, kappa, b)


@vectorised
def solve_pushed(work: SaddleWork, it: ShiftedWork, kappa: float, b: Any) -> None:
    """The same where `right` holds what forces and rows are to change by, instead of (M b_u, A b_u).

    It becomes (x_u, −δλ).
    """
    spare, right, place = it.spare, it.right[0], it.place[0]
    for i in range(len(spare)):
        spare[i] = 0.0
    shifted_places(work, it, kappa, 0.0, b, spare, False)
    for k in range(it.ends[TIMES_SHIFT], it.ends[OVER_SHIFT]):
        right[it.rows[k]] -= it.values[k] * place[it.columns[k]]
    substitute_saddle(it.real, right)
    for i in range(len(work.a)):
        b[work.nq + i] = right[i]
    for i in range(len(work.a), len(right)):
        right[i] *= kappa
    shifted_places(work, it, kappa, 0.0, b, spare, True)


@vectorised
def solve_pushed_pair(work: SaddleWork, it: ShiftedWork, alpha: float, beta: float, b: Any, c: Any) -> None:
    """The same of b + ic with κ = α + iβ, where both rows of `right` hold what forces and rows are to change by."""
    found, right, place = it.pair.found, it.right, it.place
    shifted_places(work, it, alpha, beta, b, c, False)
    for k in range(it.ends[TIMES_SHIFT], it.ends[OVER_SHIFT]):
        i, j, value = it.rows[k], it.columns[k], it.values[k]
        right[0, i] -= value * place[0, j]
        right[1, i] -= value * place[1, j]
    if it.pair.made[BY_BLOCKS]:
        solve_complex_blocks(it.complex_blocks, right[0], right[1])
    else:
        for i in range(right.shape[1]):
            found[2 * i], found[2 * i + 1] = right[0, i], right[1, i]
        substitute_saddle(it.pair, found)
        for i in range(right.shape[1]):
            right[0, i], right[1, i] = found[2 * i], found[2 * i + 1]
    unit = np.sqrt(alpha * alpha + beta * beta)
    for i in range(len(work.a), right.shape[1]):
        right[0, i], right[1, i] = unit * right[0, i], unit * right[1, i]
    for i in range(len(work.a)):
        b[work.nq + i], c[work.nq + i] = right[0, i], right[1, i]
    shifted_places(work, it, alpha, beta, b, c, True)
