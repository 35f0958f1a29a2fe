"""What a march does for laws that are delayed: it gives them the past for the next steps, and keeps ends of steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from ..status import NOT_FINITE, PAST_UNKNOWN, RUN_DONE
from ..weighted_sums import assign
from .flow import Flow, evaluate_kernel
from .past_knots import (
    BEGAN,
    H_WANTED,
    OLDEST,
    PAST_END,
    PIECE_END,
    SPLIT,
    TRIED,
    Past,
    cut_past,
    forget_past,
    keep_knot,
    measure_error,
    take_given,
)
from .past_pieces import (
    BY_FORCES,
    BY_MOTION,
    PIECE_ROUNDING,
    RATE,
    begin_delays,
    begin_past,
    break_here,
    foresee_nothing,
    given_at,
    hand_piece,
    piece_length,
    see_past,
)
from .record import H_UNCUT, REJECTED, STOPS_PASSED, T_END, H, PastLoops, StepRecord, T

SAME_MEASURE = 1e-12
"""Part of its size by which a measure may differ and be the same."""


@loop
def piece_of_past(method: Any, record: StepRecord, stop: float) -> tuple[int, float]:
    """(status, where the steps under way end): at the end of a piece, hands laws the past for the next one."""
    past, clock, code = record.past, record.clock, RUN_DONE
    least = PIECE_ROUNDING * max(1.0, abs(clock[T]))
    if clock[T] >= past.clock[PIECE_END] - least:
        ahead, place = np.inf, record.count[STOPS_PASSED]
        if 0 < place <= len(record.mesh) and record.mesh[place - 1, 0] == clock[T]:
            break_here(past, clock[T], BY_FORCES)
        if place < len(record.mesh):
            ahead = record.mesh[place, 0]
        code = give_piece(method, record, ahead)
    if abs(stop - past.clock[PIECE_END]) <= least:
        past.clock[PIECE_END] = stop
    return code, min(stop, past.clock[PIECE_END])


@loop
def give_piece(method: Any, record: StepRecord, ahead: float) -> int:
    """Hands laws the past for the piece that begins at the present state, which has a knot, and ends at the next stop
    at the latest; where derivatives jump, a second knot stands on the later side, and the method begins anew."""
    past, clock, t, is_free = record.past, record.clock, record.clock[T], method.order > 0
    if not see_past(past, t):
        return PAST_UNKNOWN
    if is_free and past.count[TRIED] == record.count[REJECTED]:
        clock[H] = max(clock[H], past.clock[H_WANTED])
    clock[H_UNCUT] = 0.0
    h = clock[H] if clock[H] > 0.0 else clock[T_END] - t
    h = min(h if h > 0.0 else np.inf, ahead - t)
    length = piece_length(past, t, h, is_free)
    past.clock[H_WANTED] = clock[H] if length < h else 0.0
    past.count[TRIED] = record.count[REJECTED]
    code = hand_piece(past, t, length, True)
    if code != RUN_DONE or past.clock[SPLIT] != t:
        return code
    past.clock[SPLIT] = np.nan
    if not is_measured_here(method, record):
        return NOT_FINITE
    keep_knot(past, t)
    return int(method.loops.start(method, t))


@loop
def is_measured_here(method: Any, record: StepRecord) -> bool:
    """Measures at the present state; False where unknowns of elements have no solution there."""
    return evaluate_kernel(method.flow, record.past.measure, record.clock[T], method.ends.y)


@loop
def keep_end(method: Any, record: StepRecord, has_jumped: bool) -> int:
    """Keeps what is measured at the end of a step; where something has happened there, a piece ends."""
    past, t = record.past, record.clock[T]
    if not is_measured_here(method, record):
        return NOT_FINITE
    keep_knot(past, t)
    if method.order > 0:
        measure_error(past)
    if has_jumped:
        break_here(past, t, BY_FORCES)
        past.clock[PIECE_END] = t
    return RUN_DONE


@loop
def restart_past(method: Any, record: StepRecord) -> int:
    """Goes on from a state on its constraints; where the time is one of those that are remembered, what was before it
    stays so."""
    past, t = record.past, record.clock[T]
    newest, oldest = past.t[(past.count[PAST_END] - 1) % len(past.t)], past.t[past.count[OLDEST] % len(past.t)]
    goes_on = past.count[PAST_END] > 0 and past.clock[BEGAN] < t <= newest and oldest <= t
    if not goes_on:
        forget_past(past, t)
        begin_delays(past)
    if not is_measured_here(method, record):
        return NOT_FINITE
    if goes_on:
        cut_past(past, t)
        break_here(past, t, BY_FORCES if is_newest(past) else BY_MOTION)
    else:
        begin_past(past, t)
    foresee_nothing(past)
    past.clock[PIECE_END] = t
    return give_piece(method, record, np.inf)


@loop
def is_newest(past: Past) -> bool:
    """Whether what is measured now is what the newest knot has."""
    n = (past.count[PAST_END] - 1) % len(past.t)
    for j in range(len(past.measured)):
        if abs(past.measured[j] - past.rows[n, j]) > SAME_MEASURE * past.sizes[j]:
            return False
    return True


@loop
def observe_with_past(flow: Flow, past: Past, kernel: Any, t: float, y: Any) -> bool:
    """Runs a kernel at a state on the way, with the delayed values of its own time; False where
    these are not known or unknowns of elements have no solution. What laws are given in the run stays."""
    swap_given(past, True)
    assign(past.aside, past.measured)
    found = evaluate_kernel(flow, past.measure, t, y)
    if found:
        assign(past.seen, past.measured)
        found = given_at(past, t) and evaluate_kernel(flow, kernel, t, y)
    assign(past.measured, past.aside)
    swap_given(past, False)
    return bool(found)


@loop
def swap_given(past: Past, saves: bool) -> None:
    """Puts what laws are given aside, or back."""
    place = 0
    for k in range(len(past.tau)):
        for j in range(RATE + 1):
            if saves:
                past.saved[place] = past.parameters[past.delays[k, j]]
            else:
                past.parameters[past.delays[k, j]] = past.saved[place]
            place += 1
    for i in range(len(past.numbers)):
        for j in range(past.coefficients.shape[1]):
            if saves:
                past.saved[place] = past.parameters[past.coefficients[i, j]]
            else:
                past.parameters[past.coefficients[i, j]] = past.saved[place]
            place += 1
    if not saves:
        take_given(past)


MARCHED_PAST = PastLoops(piece_of_past, keep_end, restart_past)
