"""Events on the way: sign changes of functions of the state, found along the dense output of a step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..weighted_sums import assign
from .flow import Flow, no_kernel, solve_unknowns
from .root_isolation import (
    MOST_PIECES,
    PIECE_SAMPLES,
    Pieces,
    begin_pieces,
    make_pieces,
    next_piece,
    side_at_end,
    splits,
)

RECORDED, LANDED = 0, 1
"""What becomes of a step in which an event lies: nothing, or it ends there."""
TAKE = 2.0
"""The part of a step that says: all of it."""
LOG_EVENTS = 1024
"""Events that the log holds, fewer where states are large."""
LOG_NUMBERS = 1 << 20
"""Numbers in the states that it holds."""
SHORTEST_WATCHED = 1e-12
"""Steps, relative to the time, of which the ends tell all."""
NEGLIGIBLE_FUNCTION = 1e-12
"""Functions that are never larger are rounding: that they cannot be followed is not told."""


class Watch(NamedTuple):
    """Event functions as one kernel, and what is known of their signs."""

    kernel: Any
    """One row of four integers for each kernel: events and kinks, margins of contacts."""
    value: Any
    side: Any
    """The sign each had last: −1, 0 (not seen yet) or 1."""
    direction: Any
    """1 for events that count when rising, −1 when falling, 0 both."""
    kind: Any
    """RECORDED or LANDED."""
    log_t: Any
    log_event: Any
    log_y: Any
    """When which event happened, and the state there."""
    landed: Any
    """1 for those at which the last step ended."""
    unfollowed: Any
    """(start, length) of the first step on which each could not be followed; a length of 0 where there is none."""
    fired: Any
    """(how many are in the log, the event that ended the last step or −1)."""
    needs: Any
    """The entries of the state that the functions depend on."""
    plain: Any
    """One integer: whether all functions are polynomials of the state and time, for which few samples do at first."""
    settles: Any
    """One integer: whether functions depend on unknowns of elements, which are then found first."""
    pieces: Pieces


class StepPath(NamedTuple):
    """A step from y to y_new as events see it. Memories of steps have the same fields, and are given in its place."""

    y: Any
    y_new: Any
    dense: Any
    """The powers of its polynomial."""
    shift: Any
    """What projection added to it."""
    trial: Any
    """Memory of a state."""


@loop
def evaluate_events(watch: Watch) -> None:
    """Evaluates the event functions at what kernels are bound to."""
    for k in range(len(watch.kernel)):
        call(watch.kernel[k])


@loop
def look(flow: Flow, watch: Watch, t: float, y: Any) -> None:
    """Evaluates the event functions."""
    n = len(y)
    for i in range(n):
        flow.x[i] = y[i]
    flow.x[n] = t
    if watch.settles[0]:
        solve_unknowns(flow)
    evaluate_events(watch)


@loop
def is_counted(watch: Watch, k: int, side: int, now: int) -> bool:
    """Whether a change of event k from one sign to another is one that counts."""
    return bool(side != 0 and now != side and (watch.direction[k] == 0 or watch.direction[k] == now))


@loop
def crossed(watch: Watch, k: int) -> bool:
    """Whether event k, as just evaluated, has changed its sign in a direction that counts."""
    value = watch.value[k]
    return bool(value != 0.0 and is_counted(watch, k, watch.side[k], 1 if value > 0.0 else -1))


@loop
def remember(watch: Watch) -> None:
    """Takes the present signs as the last ones; a zero leaves the side as it was."""
    for k in range(len(watch.value)):
        if watch.value[k] > 0.0:
            watch.side[k] = 1
        elif watch.value[k] < 0.0:
            watch.side[k] = -1


@loop
def blend(dense: Any, y: Any, shift: Any, theta: float, result: Any) -> None:
    """y(θ) = y + Σ_j dense_j θ^(j+1) + θ·shift, by Horner's rule."""
    top = len(dense) - 1
    for i in range(len(y)):
        value = dense[top, i]
        for j in range(top - 1, -1, -1):
            value = value * theta + dense[j, i]
        result[i] = y[i] + theta * (value + shift[i])


@loop
def look_inside(flow: Flow, watch: Watch, path: Any, t: float, h: float, theta: float) -> None:
    """Evaluates the event functions at a part of a step, whose state is computed as far as they need it.

    At the end that is y_new itself, not what the polynomial rounds it to: the next step begins there, and signs at the
    end of one step and at the start of the next are the same.
    """
    y, dense = path.y, path.dense
    top = len(dense) - 1
    for place in range(len(watch.needs)):
        i = watch.needs[place]
        value = dense[top, i]
        for j in range(top - 1, -1, -1):
            value = value * theta + dense[j, i]
        flow.x[i] = path.y_new[i] if theta == 1.0 else y[i] + theta * (value + path.shift[i])
    flow.x[len(y)] = t + theta * h
    if watch.settles[0]:
        solve_unknowns(flow)
    evaluate_events(watch)


@loop
def locate(
    flow: Flow, watch: Watch, path: Any, t: float, h: float, k: int, side: int, low: float, high: float
) -> float:
    """θ just behind the sign change of event k between low, where its sign is `side`, and high (Illinois method)."""
    look_inside(flow, watch, path, t, h, low)
    f_low = watch.value[k]
    look_inside(flow, watch, path, t, h, high)
    f_high = watch.value[k]
    if f_low * side <= 0.0:
        f_low = side * 1e-300
    kept = 0
    for _ in range(100):
        if high - low <= 1e-15 + 4e-16 * abs(t / h):
            break
        theta = (low * f_high - high * f_low) / (f_high - f_low)
        if not (low < theta < high) or kept > 6:
            theta, kept = 0.5 * (low + high), 0
        look_inside(flow, watch, path, t, h, theta)
        value = watch.value[k]
        if value * side > 0.0:
            low, f_low = theta, value
            f_high *= 0.5
        else:
            high, f_high = theta, value
            f_low *= 0.5
        kept += 1
    return high


@loop
def sample_piece(flow: Flow, watch: Watch, path: Any, t: float, h: float, i: int, depth: int, first: int) -> None:
    """The event functions at every second of Chebyshev's points of a piece, from the given one on."""
    pieces, width = watch.pieces, 0.5**depth
    for j in range(first, PIECE_SAMPLES, 2):
        look_inside(flow, watch, path, t, h, (i + pieces.nodes[j]) * width)
        for k in range(len(watch.value)):
            pieces.g[j, k] = watch.value[k]


@loop
def halves_piece(flow: Flow, watch: Watch, path: Any, t: float, h: float, i: int, depth: int) -> bool:
    """Whether the signs of the functions at the ends of a piece do not tell all yet."""
    sample_piece(flow, watch, path, t, h, i, depth, 0)
    if watch.plain[0] and not splits(watch.pieces, depth, 2):
        return False
    sample_piece(flow, watch, path, t, h, i, depth, 1)
    return splits(watch.pieces, depth, 1)


@loop
def log_event(watch: Watch, start: int, k: int, t: float, y: Any) -> None:
    """Writes an event down, in the order of time among those from `start` on."""
    place = watch.fired[0]
    while place > start and watch.log_t[place - 1] > t:
        watch.log_t[place] = watch.log_t[place - 1]
        watch.log_event[place] = watch.log_event[place - 1]
        assign(watch.log_y[place], watch.log_y[place - 1])
        place -= 1
    watch.log_t[place] = t
    watch.log_event[place] = k
    assign(watch.log_y[place], y)
    watch.fired[0] += 1


@loop
def noted(
    flow: Flow, watch: Watch, path: Any, t: float, h: float, k: int, side: int, low: float, high: float, start: int
) -> float:
    """Writes down where event k leaves a side between low and high; θ there if that ends a step, else TAKE."""
    theta = locate(flow, watch, path, t, h, k, side, low, high)
    blend(path.dense, path.y, path.shift, theta, path.trial)
    log_event(watch, start, k, t + theta * h, path.trial)
    if watch.kind[k] != LANDED:
        return TAKE
    watch.landed[k] = 1
    return theta


@loop
def crossings_in_piece(
    flow: Flow, watch: Watch, path: Any, t: float, h: float, lands: bool, start: int, low: float, high: float
) -> float:
    """Writes down sign changes on a piece whose ends tell all; θ of the first that ends a step, or TAKE."""
    pieces, first = watch.pieces, TAKE
    for k in range(len(watch.value)):
        side, now = pieces.side[k], side_at_end(pieces, k)
        # What is left of it may be rounding.
        if (
            lands
            and high == 1.0
            and watch.kind[k] == LANDED
            and pieces.g[PIECE_SAMPLES - 1, k] * side <= pieces.rounding[k]
        ):
            now = -side
        if pieces.lost[k] or now == side:
            continue
        pieces.side[k] = now
        if is_counted(watch, k, side, now):
            theta = noted(flow, watch, path, t, h, k, side, low, high, start)
            if theta < first:
                first, watch.fired[1] = theta, k
    return first


@loop
def crossings_unfollowed(flow: Flow, watch: Watch, path: Any, t: float, h: float, start: int) -> float:
    """The same for functions that cannot be followed on the step: their signs at its ends are all that is known."""
    pieces, first = watch.pieces, TAKE
    for k in range(len(watch.value)):
        if not pieces.lost[k]:
            continue
        side, now = watch.side[k], side_at_end(pieces, k)
        pieces.side[k] = now
        if is_counted(watch, k, side, now):
            theta = noted(flow, watch, path, t, h, k, side, 0.0, 1.0, start)
            if theta < first:
                first, watch.fired[1] = theta, k
    return first


@loop
def note_unfollowed(watch: Watch, t: float, h: float) -> None:
    """Writes down functions that could not be followed on a step that is taken: others are looked at again."""
    for k in range(len(watch.value)):
        is_seen = watch.pieces.lost[k] and watch.pieces.size[k] > NEGLIGIBLE_FUNCTION
        if is_seen and watch.unfollowed[k, 1] == 0.0:
            watch.unfollowed[k, 0], watch.unfollowed[k, 1] = t, h


@loop
def scan_step(
    flow: Flow, watch: Watch, path: Any, t: float, h: float, brink: float, lands: bool
) -> tuple[float, float]:
    """(θ of the first sign change that ends a step, or TAKE; the part of the step that was looked at).

    A step that was made to end at an event (`lands`) has met it where the function is zero at its end, too.
    Sign changes go to the log in the order of time. The step is looked at piece by piece until an event that ends a
    step comes before θ = `brink`, or there is no more room: then what is beyond has not been looked at.
    """
    pieces, start = watch.pieces, watch.fired[0]
    begin_pieces(pieces, watch.side)
    watch.fired[1] = -1
    for k in range(len(watch.value)):
        watch.landed[k] = 0
    first, i, depth, count = TAKE, 0, 0, 0
    while i < 1 or depth > 0:
        low, high = i * 0.5**depth, (i + 1) * 0.5**depth
        # In steps that are a few roundings of time long, all that is seen inside is rounding.
        halves = halves_piece(flow, watch, path, t, h, i, depth) and h > SHORTEST_WATCHED * abs(t)
        if not halves:
            found = crossings_in_piece(flow, watch, path, t, h, lands, start, low, high)
            if first == TAKE:
                first = found
            if first < brink:
                return first, high
        count += 1
        if low > 0.0 and (count > MOST_PIECES or watch.fired[0] + 2 * len(watch.value) >= len(watch.log_t)):
            return TAKE, low
        i, depth = next_piece(i, depth, halves)
    return min(first, crossings_unfollowed(flow, watch, path, t, h, start)), 1.0


def make_watch(
    kernel: Any,
    value: Any,
    direction: Any,
    kind: Any,
    n: int,
    needs: Any = None,
    plain: bool = False,
    settles: bool = False,
) -> Watch:
    """A watch over states of n entries with an empty log, which has seen no signs yet.

    `kernel` is one, or one a row; `needs` are the entries that the functions depend on, all where it is not given.
    """
    count = len(value)
    places = np.arange(n) if needs is None else np.array(needs, dtype=np.int64)
    room = max(16, min(LOG_EVENTS, LOG_NUMBERS // max(n, 1))) + 4 * count if count else 16
    side, landed = np.zeros((2, count), dtype=np.int64)
    counts, kinds = (np.array(x, dtype=np.int64) for x in (direction, kind))
    log_t, log_event, log_y = np.zeros(room), np.zeros(room, dtype=np.int64), np.zeros((room, n))
    fired = np.array([0, -1], dtype=np.int64)
    unfollowed, pieces = np.zeros((count, 2)), make_pieces(count)
    return Watch(
        kernel=np.atleast_2d(kernel),
        value=value,
        side=side,
        direction=counts,
        kind=kinds,
        log_t=log_t,
        log_event=log_event,
        log_y=log_y,
        landed=landed,
        unfollowed=unfollowed,
        fired=fired,
        needs=places,
        plain=np.array([int(plain)], dtype=np.int64),
        settles=np.array([int(settles)], dtype=np.int64),
        pieces=pieces,
    )


def idle_watch() -> Watch:
    """No events."""
    return make_watch(no_kernel(), np.zeros(0), (), (), 0)
