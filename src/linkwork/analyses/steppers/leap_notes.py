"""What a run says of measures that leap: a path that jumps to the other side of an obstacle, or slips off it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...contract import Discontinuity, ModelError
from ...diagnosis import Note, note
from ...results import State
from ...system import System

BESIDE_LEAP = 1e-7
"""How far before and behind a leap one looks, in seconds, for runs of a few seconds."""
VALUE_LEAP, RATE_LEAP = 1e-9, 1e-6
"""What a leap changes a value and its rate by, at least, relative to their sizes."""
MUCH = 10.0
"""How many times more than beside it a rate changes at a leap."""


def leap_at_start(connection: str, found: Discontinuity, value: float, t: float) -> list[Note]:
    """A note on what is so from the start."""
    is_so = found.sentence and value < 0.0
    return [_noted(connection, found, f"{found.sentence} (from the start, t = {t:.6g})", t)] if is_so else []


def leap_passed(
    system: System, connection: str, found: Discontinuity, t: float, moved: Callable[[float], State]
) -> list[Note]:
    """A note where what a connection measures leaps at t; `moved` has the states a little before and behind."""
    if found.sentence:
        return [_noted(connection, found, f"{found.sentence} (first at t = {t:.6g})", t)]
    step = BESIDE_LEAP * max(1.0, abs(t))
    try:
        seen = [system.channels(moved(part * step)) for part in (-2.0, -1.0, 1.0, 2.0)]
        measured = [[float(x[f"{connection}.{name}"]) for name in ("measure", "measure_dot")] for x in seen]
    except ModelError as error:
        return [_noted(connection, found, f"the path ceases to exist at t = {t:.6g}: {error}", t)]
    said = _leap(np.array(measured), step)
    return [_noted(connection, found, f"the path jumps at t = {t:.6g}: {said}", t)] if said else []


def _noted(connection: str, found: Discontinuity, said: str, t: float) -> Note:
    place = f"{connection}: {found.place}"
    return note("measure_wrong" if found.is_wrong else "measure_jumped", f"{place}: {said}", t, place)


def _leap(told: np.ndarray, step: float) -> str:
    """What leaps between values and rates at two places before and two behind, in words; nothing where they do not."""
    (_, before, behind, _), rates = told[:, 0], told[:, 1]
    change = behind - before - step * (rates[1] + rates[2])
    if abs(change) > VALUE_LEAP * max(abs(before), abs(behind)):
        return f"its length leaps from {before:.6g} to {behind:.6g}"
    around = abs(rates[1] - rates[0]) + abs(rates[3] - rates[2])
    if abs(rates[2] - rates[1]) > MUCH * around + RATE_LEAP * np.abs(rates).max():
        return f"its rate leaps from {rates[1]:.4g} to {rates[2]:.4g}"
    return ""
