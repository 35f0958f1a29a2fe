r"""Isolation of the sign changes of functions along a step, by their Chebyshev series on pieces of it.

A piece is the part $[i\,2^{-d}, (i+1)\,2^{-d}]$ of the step. Functions are sampled there at Chebyshev's points, and a
piece is halved until each function provably has at most one sign change on it, as far as its series tells:

* $|c_0| > \sum_{m\ge1} |c_m|$ + tail: none at all;
* the same for the series of the derivative: the function is monotonic, so that its signs at the ends tell.

A polynomial of the state on a polynomial step is seen exactly. L. N. Trefethen, Approximation Theory and Approximation
Practice, chapters 3, 8 and 18. All functions here work on numbers only: compiled loops and plain Python share them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop

PIECE_SAMPLES = 9
"""Samples of a piece: so many of a fast function do not look like those of a slow one."""
SMOOTH_RATIO = 4.0
"""How much larger than their differences samples are that need no further look."""
MOST_HALVINGS = 30
"""How often a step is halved at most."""
MOST_PIECES = 4096
"""Pieces of one step: a step that needs more is made shorter."""
MARGIN = 4.0
"""How much larger than the last two coefficients all those may be that are not computed."""
FUNCTION_ROUNDING = 1e-13
"""Changes of a function below this, relative to its size on the step, are rounding."""
SIGNS_TELL, SIGNS_OPEN, SIGNS_LOST = range(3)
"""What is known of a function on a piece: its signs at the ends tell all; not yet; it cannot be followed."""


class Pieces(NamedTuple):
    """Memory of the isolation for a number of functions."""

    nodes: Any
    """Chebyshev's points on [0, 1]."""
    transform: Any
    """From the samples to the coefficients of their interpolant."""
    half: Any
    """The same from every second sample."""
    g: Any
    """Samples on the piece: points × functions."""
    c: Any
    """Coefficients of one function."""
    size: Any
    """The largest absolute value of each function on the step."""
    side: Any
    """The sign of each at the end of the last piece."""
    lost: Any
    """1 for functions that cannot be followed on this step."""
    rounding: Any
    """Changes of each that may be rounding, beside those that its size tells."""


@loop
def series(pieces: Pieces, k: int, every: int) -> None:
    """Coefficients of the interpolant of function k on the piece through every sample, or every second one."""
    n = (PIECE_SAMPLES - 1) // every
    for m in range(PIECE_SAMPLES):
        total = 0.0
        if m <= n:
            for j in range(n + 1):
                weight = pieces.transform[m, j] if every == 1 else pieces.half[m, j]
                total += weight * pieces.g[j * every, k]
        pieces.c[m] = total


@loop
def spread_of(c: Any) -> float:
    """How far from its first coefficient a series may come."""
    total = 0.0
    for m in range(1, len(c)):
        total += abs(c[m])
    return total


@loop
def differentiate_series(c: Any) -> None:
    """The series of the derivative, in place, but for a factor that is the same for all its coefficients."""
    last, before = 0.0, 0.0
    for m in range(len(c) - 1, 0, -1):
        # d_(m−1) = d_(m+1) + 2 m c_m
        found = last + 2.0 * m * c[m]
        c[m] = before
        last, before = before, found
    c[0] = 0.5 * before


@loop
def floor_of(pieces: Pieces, k: int) -> float:
    """Changes of function k below this are rounding."""
    return max(FUNCTION_ROUNDING * pieces.size[k], pieces.rounding[k])


@loop
def judged(pieces: Pieces, k: int, depth: int, every: int) -> int:
    """What the samples, or every second one, say of function k on the piece: CLEAR, SPLIT or LOST."""
    n, c = (PIECE_SAMPLES - 1) // every, pieces.c
    least, most = np.inf, -np.inf
    for j in range(0, PIECE_SAMPLES, every):
        value = pieces.g[j, k]
        if not abs(value) < np.inf:
            pieces.size[k] = np.inf  # what is no number is always told
            return SIGNS_LOST
        least, most = min(least, value), max(most, value)
    pieces.size[k] = max(pieces.size[k], abs(least), abs(most))
    if max(least, -most) > SMOOTH_RATIO * (most - least):
        return SIGNS_TELL
    series(pieces, k, every)
    spread, tail, floor = spread_of(c), abs(c[n]) + abs(c[n - 1]), floor_of(pieces, k)
    if spread <= floor or abs(c[0]) > spread + MARGIN * tail:
        return SIGNS_TELL
    differentiate_series(c)
    # A corner between an end and the first point inside is hardly seen: the sign may change twice there, where the
    # function comes as close to zero as the series is from it.
    start, end = pieces.g[0, k], pieces.g[PIECE_SAMPLES - 1, k]
    is_near = start * end > 0.0 and min(abs(start), abs(end)) <= MARGIN * tail and tail > floor
    if abs(c[0]) > spread_of(c) + n * n * tail and not is_near:
        return SIGNS_TELL
    if every > 1 or depth < MOST_HALVINGS:
        return SIGNS_OPEN
    return SIGNS_LOST if turns(pieces, k, floor) > 2 else SIGNS_TELL


@loop
def turns(pieces: Pieces, k: int, floor: float) -> int:
    """How often the samples of function k change their direction: corners do it once, jumps never."""
    count, last = 0, 0.0
    for j in range(1, PIECE_SAMPLES):
        change = pieces.g[j, k] - pieces.g[j - 1, k]
        if abs(change) > floor:
            count += 1 if change * last < 0.0 else 0
            last = change
    return count


@loop
def next_piece(i: int, depth: int, splits: bool) -> tuple[int, int]:
    """The piece to look at next: the first half of this one, or what follows it; (1, 0) behind the last."""
    if splits:
        return 2 * i, depth + 1
    i += 1
    while depth > 0 and i % 2 == 0:
        i //= 2
        depth -= 1
    return i, depth


@loop
def begin_pieces(pieces: Pieces, side: Any) -> None:
    """Starts with a new step."""
    for k in range(len(pieces.side)):
        pieces.side[k] = side[k]
        pieces.size[k] = 0.0
        pieces.lost[k] = 0


@loop
def splits(pieces: Pieces, depth: int, every: int = 1) -> bool:
    """Whether the piece has to be halved for some function; marks those that cannot be followed.

    Where only every second sample has been taken, it says whether the others are needed.
    """
    found = False
    for k in range(len(pieces.side)):
        if pieces.lost[k] == 0:
            verdict = judged(pieces, k, depth, every)
            if verdict == SIGNS_LOST:
                pieces.lost[k] = 1
            found = found or verdict == SIGNS_OPEN
    return found


@loop
def side_at_end(pieces: Pieces, k: int) -> int:
    """The sign of function k at the end of the piece; where it is zero, the one it had before."""
    value = pieces.g[PIECE_SAMPLES - 1, k]
    return 1 if value > 0.0 else -1 if value < 0.0 else int(pieces.side[k])


def make_pieces(count: int) -> Pieces:
    """Memory for so many functions."""
    nodes = 0.5 * (1.0 - np.cos(np.pi * np.arange(PIECE_SAMPLES) / (PIECE_SAMPLES - 1)))
    side, lost = np.zeros((2, count), dtype=np.int64)
    matrices = _to_coefficients(PIECE_SAMPLES - 1), _to_coefficients((PIECE_SAMPLES - 1) // 2)
    g, c, (size, rounding) = np.zeros((PIECE_SAMPLES, count)), np.zeros(PIECE_SAMPLES), np.zeros((2, count))
    return Pieces(nodes, *matrices, g, c, size, side, lost, rounding)


@cache
def _to_coefficients(n: int) -> np.ndarray:
    """The discrete cosine transform of n + 1 samples, from the end of a piece to its beginning.

    That only turns the signs of odd coefficients, which do not matter here.
    """
    place = np.arange(n + 1)
    weight = np.where((place == 0) | (place == n), 0.5, 1.0)
    return np.ascontiguousarray(2.0 / n * np.outer(weight, weight) * np.cos(np.pi * np.outer(place, place) / n))
