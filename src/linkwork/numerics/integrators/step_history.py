"""Where the last steps started: what leads across singular configurations, where the equations say little."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from .record import ACCEPTED, StepRecord, T

TRACKED_STEPS = 32
"""Steps that are remembered."""


@loop
def follow(track: Any, record: StepRecord, y: Any, f: Any) -> None:
    """Remembers where a step starts, before it is taken: t, y, f, in the place of the oldest."""
    n, row = len(y), record.count[ACCEPTED] % len(track)
    track[row, 0] = record.clock[T]
    for m in range(n):
        track[row, 1 + m] = y[m]
        track[row, 1 + n + m] = f[m]


def new_track(n: int) -> np.ndarray:
    """No step yet: times are NaN."""
    return np.full((TRACKED_STEPS, 2 * n + 1), np.nan)
