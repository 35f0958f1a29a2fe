"""Which samples of a curve to keep, so that straight lines between them stay within a tolerance of all the others.

The method of Ramer, Douglas and Peucker with the deviation taken at equal times: a stretch is split at the sample that
is farthest from the line between its ends, until none is farther than the tolerance. All stretches of one level are
handled in one sweep.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Deviation = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""deviation(k, a, b, s): how far samples k are from the lines between samples a and b, at the fraction s of them."""
FIRST_STRETCH = 512
"""Samples of a stretch to begin with: the ends of these are kept, which costs little and saves whole sweeps."""
CURVE_TOLERANCE = 5e-4
"""Part of a curve's range by which its thinned one may be off."""
MOST_SWEEPS = 64
"""Levels after which whatever is still too far is kept whole; halving a run of any length takes far fewer."""


def kept_samples(times: np.ndarray, deviation: Deviation, tolerance: float) -> np.ndarray:
    """Indices of the samples to keep, rising; the first and the last are among them."""
    n = len(times)
    if n <= 2:
        return np.arange(n)
    keep = np.zeros(n, dtype=bool)
    ends = np.unique(np.append(np.arange(0, n, FIRST_STRETCH), n - 1))
    keep[ends] = True
    stretches = np.column_stack([ends[:-1], ends[1:]])
    for _ in range(MOST_SWEEPS):
        stretches = stretches[stretches[:, 1] - stretches[:, 0] > 1]
        if not len(stretches):
            return np.flatnonzero(keep)
        worst, where = _worst(times, deviation, stretches)
        # A deviation that is no number counts as too far.
        split = ~(worst <= tolerance)
        middle = where[split]
        keep[middle] = True
        left = np.column_stack([stretches[split, 0], middle])
        right = np.column_stack([middle, stretches[split, 1]])
        stretches = np.vstack([left, right])
    for a, b in stretches:
        keep[a:b] = True
    return np.flatnonzero(keep)


def _worst(times: np.ndarray, deviation: Deviation, stretches: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest deviation inside each stretch, and at which sample."""
    counts = stretches[:, 1] - stretches[:, 0] - 1
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    a, b = np.repeat(stretches[:, 0], counts), np.repeat(stretches[:, 1], counts)
    k = np.arange(counts.sum()) - np.repeat(starts, counts) + a + 1
    s = (times[k] - times[a]) / (times[b] - times[a])
    far = np.nan_to_num(deviation(k, a, b, s), nan=np.inf)
    worst = np.maximum.reduceat(far, starts)
    # The first sample of each stretch that attains the largest deviation.
    hits = np.flatnonzero(far == np.repeat(worst, counts))
    owner = np.repeat(np.arange(len(counts)), counts)[hits]
    _, first = np.unique(owner, return_index=True)
    return worst, k[hits[first]]


def kept_values(times: np.ndarray, values: np.ndarray, tolerance: float) -> np.ndarray:
    """Samples to keep of a curve (n) or (n × m), its deviation the largest of a component."""
    rows = values.reshape(len(times), -1)

    def deviation(k: np.ndarray, a: np.ndarray, b: np.ndarray, s: np.ndarray) -> np.ndarray:
        line = rows[a] + s[:, None] * (rows[b] - rows[a])
        return np.abs(rows[k] - line).max(axis=1)

    with np.errstate(invalid="ignore", over="ignore"):
        return kept_samples(times, deviation, tolerance)


def kept_curve(times: np.ndarray, values: np.ndarray, most: int, floor: float = 0.0) -> np.ndarray:
    """Samples to keep of a curve (n) or (n × m), up to so many, within a part of its range and `floor` at least."""
    finite = values[np.isfinite(values)]
    # Halved first: the range of the largest numbers there are would be infinite.
    span = 2.0 * (0.5 * float(finite.max()) - 0.5 * float(finite.min())) if finite.size else 0.0
    tolerance = max(CURVE_TOLERANCE * min(span, 1e300), floor)
    keep = kept_values(times, values, tolerance)
    while len(keep) > most and tolerance < span:
        tolerance *= 2.0
        keep = keep[kept_values(times[keep], values[keep], tolerance)]
    return keep


def kept_poses(
    times: np.ndarray, positions: np.ndarray, quaternions: np.ndarray, sizes: np.ndarray, tolerance: float
) -> np.ndarray:
    r"""Samples to keep of the poses of many bodies (n × bodies × 3, n × bodies × 4 with continuous signs).

    The deviation of a body is $|\Delta p| + 2 r |\Delta e|$, with r the `sizes`: a turn by θ has |Δe| = 2 sin(θ/4) and
    moves a point at r by at most 2 r sin(θ/2), which is less than 2 r |Δe|.
    """

    moving = np.flatnonzero(np.ptp(positions, axis=0).any(axis=1) | np.ptp(quaternions, axis=0).any(axis=1))
    # One row a sample and body, contiguous: most of the time goes into reading it.
    rows = [np.hstack([positions[:, b], 2.0 * sizes[b] * quaternions[:, b]]) for b in moving]

    def deviation(k: np.ndarray, a: np.ndarray, b: np.ndarray, s: np.ndarray) -> np.ndarray:
        worst = np.zeros(len(k))
        weight = s[:, None]
        for row in rows:
            start = row[a]
            off = row[k] - start - weight * (row[b] - start)
            off *= off
            np.maximum(worst, np.sqrt(off[:, :3].sum(axis=1)) + np.sqrt(off[:, 3:].sum(axis=1)), out=worst)
        return worst

    return kept_samples(times, deviation, tolerance)
