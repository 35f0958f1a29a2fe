"""Where the last steps started: what leads across singular configurations, where the equations say little."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from .flow import Flow, evaluate_flow
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


@loop
def rate_track(flow: Flow, track: Any) -> None:
    """Rates of the equations where steps started."""
    n = (track.shape[1] - 1) // 2
    for k in range(len(track)):
        if track[k, 0] == track[k, 0]:
            evaluate_flow(flow, track[k, 0], track[k, 1 : 1 + n], track[k, 1 + n :])


def new_track(n: int) -> np.ndarray:
    """No step yet: times are NaN."""
    return np.full((TRACKED_STEPS, 2 * n + 1), np.nan)
