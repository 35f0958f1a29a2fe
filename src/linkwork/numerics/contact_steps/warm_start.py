r"""Impulses of the step before as a first guess, found again by what touches, not by place in the list.

They are kept as vectors in world axes: tangents may be other ones in the next step. The table is hashed by the key of a
contact, with open addressing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import vectorised
from .step_rows import LEAST_IMPULSE, STEP_ROWS_FRICTION, StepRows

FREE = -1


class ImpulseTable(NamedTuple):
    """Keys and impulses, more than twice as many places as contacts."""

    key: Any
    impulse: Any
    """(places × 3), per second of the kick that they acted over."""
    filled: Any
    """Places that are taken, and how many in the last entry."""


def impulse_table(capacity: int) -> ImpulseTable:
    """An empty table for so many contacts."""
    places = 2 * capacity + 1
    return ImpulseTable(
        np.full(places, FREE, dtype=np.int64), np.zeros((places, 3)), np.zeros(capacity + 1, dtype=np.int64)
    )


@vectorised
def place_of(table: ImpulseTable, key: int) -> int:
    """Where a key stands, or the free place where it would."""
    size = len(table.key)
    at = (key * 2654435761) % size
    while table.key[at] != FREE and table.key[at] != key:
        at = at + 1 if at + 1 < size else 0
    return at


@vectorised
def keep_impulses(table: ImpulseTable, rows: StepRows, count: int, dt: float) -> None:
    """Keeps the impulses of `count` contacts that acted over a time, and forgets all others."""
    last = len(table.filled) - 1
    for k in range(table.filled[last]):
        table.key[table.filled[k]] = FREE
    for k in range(count):
        at = place_of(table, rows.key[k])
        table.key[at] = rows.key[k]
        table.filled[k] = at
        record = rows.record[k]
        if record[LEAST_IMPULSE] < 0.0:
            # The row of a joint has no frame; its one number stays as it is.
            table.impulse[at, 0] = rows.impulse[k, 0] / dt
            continue
        for c in range(3):
            x = record[c] * rows.impulse[k, 0] + record[3 + c] * rows.impulse[k, 1]
            table.impulse[at, c] = (x + record[6 + c] * rows.impulse[k, 2]) / dt
    table.filled[last] = count


@vectorised
def recall_impulses(table: ImpulseTable, rows: StepRows, count: int, dt: float) -> None:
    """Impulses of contacts that touched before, brought into the cone of friction; zero for new ones."""
    for k in range(count):
        impulse, record = rows.impulse[k], rows.record[k]
        at = place_of(table, rows.key[k])
        if table.key[at] == FREE:
            impulse[0], impulse[1], impulse[2] = 0.0, 0.0, 0.0
        else:
            kept = table.impulse[at]
            for c in range(3):
                along = record[3 * c] * kept[0] + record[3 * c + 1] * kept[1] + record[3 * c + 2] * kept[2]
                impulse[c] = dt * along
            if record[LEAST_IMPULSE] < 0.0:
                impulse[0], impulse[1], impulse[2] = dt * kept[0], 0.0, 0.0
                continue
            impulse[0] = max(0.0, impulse[0])
            most = record[STEP_ROWS_FRICTION] * impulse[0]
            size = impulse[1] * impulse[1] + impulse[2] * impulse[2]
            if size > most * most:
                scale = most / size**0.5
                impulse[1], impulse[2] = scale * impulse[1], scale * impulse[2]
