"""A state that somebody outside Python has changed, as the start of what follows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..assign import assign
from .event_search import Watch, look, remember
from .flow import Flow
from .record import (
    ENERGY,
    ENERGY_SCALE,
    ENERGY_SIZE,
    LANDING,
    LAST_IMBALANCE,
    SINGULAR_STEPS,
    STIFF_HINTS,
    STOPS_PASSED,
    StepRecord,
    T,
)


@loop
def begin_again(flow: Flow, watch: Watch, record: StepRecord, y: Any) -> None:
    """Begins the balance of energy at y, takes the signs of events there, and forgets what steps have told."""
    clock, count, n = record.clock, record.count, len(y)
    flow.pivot[3], flow.pivot[4], flow.pivot[5] = np.nan, np.nan, np.nan
    count[SINGULAR_STEPS], count[LANDING], count[STIFF_HINTS], count[STOPS_PASSED] = 0, 0, 0, 0
    y[n - 1] = 0.0
    assign(flow.x, y)
    flow.x[n] = clock[T]
    call(record.energy)
    kinetic, potential = record.energies[0], record.energies[1]
    clock[ENERGY], clock[LAST_IMBALANCE] = kinetic + potential, 0.0
    clock[ENERGY_SCALE], clock[ENERGY_SIZE] = kinetic, kinetic + abs(potential)
    if len(watch.value):
        look(flow, watch, clock[T], y)
        remember(watch)
