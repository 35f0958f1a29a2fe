"""The march of a compiled run whose laws are delayed: from piece to piece, a step in each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import loop
from ..assign import assign
from ..status import CONSTRAINTS_OPEN, EVENT, PAST_UNKNOWN, PAUSED, RUN_DONE, UNKNOWNS_UNSOLVED
from .event_search import Watch
from .flow import Flow, evaluate_kernel
from .march import march, restart
from .past_knots import (
    BEGAN,
    END,
    FIRST,
    H_WANTED,
    PIECE_END,
    SPLIT,
    TRIED,
    Past,
    cut_past,
    forget_past,
    keep_knot,
    measure_error,
)
from .past_pieces import (
    BY_FORCES,
    BY_MOTION,
    RATE,
    ROUGHLY,
    begin_delays,
    begin_past,
    break_here,
    foresee_nothing,
    given_at,
    hand_piece,
    piece_length,
    see_past,
)
from .projection import project
from .record import ACCEPTED, H_UNCUT, REJECTED, STOPS_PASSED, T_END, H, StepRecord, T

SAME_MEASURE = 1e-12
"""Part of its size by which a measure may differ and be the same."""


@loop
def next_piece(method: Any, past: Past, record: StepRecord) -> int:
    """Hands laws the past for the piece that begins at the present state, which has a knot; where derivatives jump, a
    second one stands on the later side, and the method begins anew."""
    clock, t, is_free = record.clock, record.clock[T], method.order > 0
    if not see_past(past, t):
        return PAST_UNKNOWN
    stop, place = clock[T_END], record.count[STOPS_PASSED]
    if place < len(record.mesh) and t >= record.mesh[place, 0]:
        break_here(past, t, BY_FORCES)
        place += 1
    if place < len(record.mesh):
        stop = min(stop, record.mesh[place, 0])
    if is_free and past.count[TRIED] == record.count[REJECTED]:
        clock[H] = max(clock[H], past.clock[H_WANTED])
    clock[H_UNCUT] = 0.0
    h = min(clock[H], stop - t) if clock[H] > 0.0 else stop - t
    length = piece_length(past, t, h, is_free)
    past.clock[H_WANTED] = clock[H] if length < h else 0.0
    past.count[TRIED] = record.count[REJECTED]
    code = hand_piece(past, t, length, True)
    if stop - past.clock[PIECE_END] <= ROUGHLY * length:
        past.clock[PIECE_END] = stop
    if code != RUN_DONE or past.clock[SPLIT] != t:
        return code
    past.clock[SPLIT] = np.nan
    if not keep_step(method, past, t):
        return UNKNOWNS_UNSOLVED
    return int(method.loops.start(method, t))


@loop
def march_through_past(method: Any, past: Past, watch: Watch, record: StepRecord, budget: int) -> int:
    """Goes on as `march` does, and gives delayed laws their past from piece to piece."""
    clock, end, left = record.clock, record.clock[T_END], budget
    while clock[T] < end and left > 0:
        code = RUN_DONE
        if clock[T] >= past.clock[PIECE_END]:
            code = next_piece(method, past, record)
        if code == RUN_DONE:
            known = record.count[ACCEPTED]
            clock[T_END] = min(end, past.clock[PIECE_END])
            code = march(method, watch, record, 1)
            clock[T_END] = end
            if record.count[ACCEPTED] > known:
                left -= 1
                if not keep_step(method, past, clock[T]):
                    return UNKNOWNS_UNSOLVED
            if code == EVENT:
                break_here(past, clock[T], BY_FORCES)
                past.clock[PIECE_END] = clock[T]
        if code not in (RUN_DONE, PAUSED):
            return code
    return RUN_DONE if clock[T] >= end else PAUSED


@loop
def keep_step(method: Any, past: Past, t: float) -> bool:
    """Keeps what is measured at the end of a step; False where unknowns of elements have no solution there."""
    if not evaluate_kernel(method.flow, past.measure, t, method.ends.y):
        return False
    keep_knot(past, t)
    if method.order > 0:
        measure_error(past)
    return True


@loop
def restart_with_past(method: Any, past: Past, watch: Watch, record: StepRecord) -> int:
    """The same as `restart`; where the time is one of those that are remembered, what was before it stays so."""
    ends, flow, t = method.ends, method.flow, record.clock[T]
    if method.projection.active[0] and not project(flow, method.projection, t, ends.y):
        return CONSTRAINTS_OPEN
    newest = past.t[(past.count[END] - 1) % len(past.t)]
    goes_on = past.count[END] > 0 and past.clock[BEGAN] < t <= newest and past.t[past.count[FIRST] % len(past.t)] <= t
    if not goes_on:
        forget_past(past, t)
        begin_delays(past)
    if not evaluate_kernel(flow, past.measure, t, ends.y):
        return UNKNOWNS_UNSOLVED
    if goes_on:
        cut_past(past, t)
        break_here(past, t, BY_FORCES if is_measured(past) else BY_MOTION)
    else:
        begin_past(past, t)
    foresee_nothing(past)
    past.clock[PIECE_END] = t
    code = next_piece(method, past, record)
    return restart(method, watch, record) if code == RUN_DONE else code


@loop
def is_measured(past: Past) -> bool:
    """Whether what is measured now is what the newest knot has."""
    n = (past.count[END] - 1) % len(past.t)
    for j in range(len(past.measured)):
        if abs(past.measured[j] - past.rows[n, j]) > SAME_MEASURE * past.sizes[j]:
            return False
    return True


@loop
def observe_with_past(flow: Flow, past: Past, kernel: Any, t: float, y: Any) -> bool:
    """Runs a kernel at a state of which the past is remembered, with the delayed values of its own time; False where
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
