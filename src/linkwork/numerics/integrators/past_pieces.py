r"""What delayed laws are given in compiled runs: polynomials of $s = t - \tau$ over a piece of the run.

On a piece from t to the next piece all of the past that laws ask for is known (the method of steps; Hairer, Nørsett and
Wanner I, section II.17). Where s comes to a moment at which derivatives jump, a piece ends, and later derivatives jump
there: exactly where τ is a number or a function of time; where τ depends on what is measured, s is foreseen by its
rate, and pieces come nearer and nearer, as by Newton's method.
"""

from __future__ import annotations

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..status import PAST_UNKNOWN, RUN_DONE
from ..weighted_sums import assign
from .past_knots import (
    BEGAN,
    BREAKS,
    H_PAST,
    H_SPARSE,
    IS_SLOPE,
    JUMPED,
    LAST_JUMP,
    NOW,
    OF_COLUMN,
    OF_DELAY,
    OLDEST,
    PAST_END,
    PIECE_END,
    RATED_KNOTS,
    ROUGHER,
    SEAMS,
    SIZE,
    SPLIT,
    UNMET,
    Past,
    keep_knot,
    knot_before,
    on_polynomial,
    polynomial_at,
    take_given,
)

IS_KNOWN, MIDDLE, RATE, KIND, IS_WRITTEN, RAISES = range(6)
"""Places in a row of `Past.delays`: those of its numbers among Parameters, whether τ changes, whether the element says
what was before, and by how much the derivative that jumps is higher behind it."""
OF_CONSTANT, OF_TIME, OF_STATE, OF_RATES = range(4)
"""What τ may depend on: on what is measured, or on the rates of that as well."""
S, S_RATE, S_FIRST, S_LAST, S_BEHIND, S_AHEAD, T_SEEN, S_SEEN, RATE_SEEN, S_BEND = range(10)
"""Places in a row of `Past.spans`: s now and its rate, the span of the piece, the nearest jumps on both sides; the same
at the piece before, and the rate of the rate."""
_MET, PIECE_ROUNDING = 1e-10, 1e-14
"""Part of τ, and of t, below which s is at a jump."""
TAU_STEP = 1e-6
"""Part of τ over which its rate is found."""
_RECENT = 0.2
"""Part of τ ago from which its rate is found where it depends on rates."""
STEPS_A_DELAY, STEPS_A_FORCE, STEPS_BETWEEN = 8.0, 16.0, 4.0
"""Steps in a delay, in one that recalls forces, and between jumps: polynomials through knots are as good as steps."""
_LOOKS = 32
"""How often a delay that changes with time is looked at over a piece."""
ROUGHLY = 1e-9
"""Part of a piece by which what is asked for may lie ahead."""
_HALVINGS = 60
SAFE_PART, LEAST_RATE, FIRST_BEND = 0.4, 0.3, 4.0
"""Part of τ over which s may move in a piece where it depends on the state; its rate, and the rate of that, times τ,
that are counted with at least and at first."""
AHEAD_PART, BACK_PART, LEAST_SPAN, _WIDEST = 1.5, 0.5, 0.05, 50.0
"""The span of such a delay: parts of the way foreseen, of τ, and lengths of the piece."""
ENDLESS = 1e300
BY_FORCES, BY_MOTION = 2, 0
"""The lowest derivative that jumps where only forces do, and where the state does."""
OUTRUN = 0.5
"""Half spans by which s may leave its span before what laws were given counts as unknown."""


@loop
def late_time(past: Past, k: int, t: float) -> float:
    """t − τ of a delay, for what `seen` holds; not a number where τ is not positive."""
    past.clock[NOW] = t
    call(past.delay)
    return t - past.tau[k] if 0.0 < past.tau[k] < np.inf else np.nan


@loop
def see_delay(past: Past, k: int, t: float) -> bool:
    """Where a delay leads now, and how fast that changes."""
    now, kind = past.spans[k], past.delays[k, KIND]
    assign(past.seen, past.measured)
    now[S] = late_time(past, k, t)
    tau = t - now[S]
    if not tau > 0.0:
        return False
    now[S_RATE] = 1.0
    if kind != OF_CONSTANT:
        dt = TAU_STEP * tau
        for j in range(len(past.rates)):
            if past.rates[j] >= 0:
                past.seen[j] += dt * past.measured[past.rates[j]]
        now[S_RATE] = (late_time(past, k, t + dt) - now[S]) / dt
        assign(past.seen, past.measured)
    if kind >= OF_STATE:
        since = t - now[T_SEEN]
        if kind == OF_RATES and 0.0 < since < _RECENT * tau:
            now[S_RATE] = (now[S] - now[S_SEEN]) / since
        if since > 0.0:
            now[S_BEND] = (now[S_RATE] - now[RATE_SEEN]) / since
        elif since != 0.0:
            now[S_BEND] = FIRST_BEND / tau
    return bool(np.isfinite(now[S_RATE]))


@loop
def follow_past(past: Past, t: float) -> float:
    """Where delays lead at the beginning of a piece, and which jumps are met there: how far s, where it depends on the
    state, has left what was foreseen, in half spans; not a number where a delay is none."""
    outrun = 0.0
    for k in range(len(past.tau)):
        if not see_delay(past, k, t):
            return np.nan
        now = past.spans[k]
        if past.delays[k, KIND] >= OF_STATE:
            far = abs(now[S] - 0.5 * (now[S_FIRST] + now[S_LAST]))
            outrun = max(outrun, far / (0.5 * (now[S_LAST] - now[S_FIRST])) - 1.0)
    for k in range(len(past.tau)):
        meet_jumps(past, k, t)
    return outrun


@loop
def see_past(past: Past, t: float) -> bool:
    """Goes on to the next piece; False where a delay is none, or has changed faster than was foreseen."""
    return bool(follow_past(past, t) <= OUTRUN)


@loop
def near_to(past: Past, k: int, t: float) -> float:
    """The distance below which s is at a jump."""
    return max(_MET * (t - past.spans[k, S]), PIECE_ROUNDING * max(1.0, abs(t)))


@loop
def passes_on(past: Past, k: int, b: int) -> bool:
    """Whether a jump behind a delay is one that ends pieces."""
    return bool(past.orders[b] + past.delays[k, RAISES] <= past.count[LAST_JUMP] or past.breaks[b] == past.clock[BEGAN])


@loop
def break_here(past: Past, t: float, order: int) -> None:
    """Derivatives from an order on jump now; of more than are remembered, the oldest go."""
    count = past.count[BREAKS]
    past.clock[JUMPED], past.clock[SPLIT], past.clock[H_SPARSE] = t, t, 0.0
    if count > 0 and past.breaks[count - 1] == t:
        past.orders[count - 1] = min(past.orders[count - 1], order)
        return
    if count == len(past.breaks):
        for b in range(1, count):
            past.breaks[b - 1], past.orders[b - 1] = past.breaks[b], past.orders[b]
        count -= 1
    past.breaks[count], past.orders[count] = t, order
    past.count[BREAKS] = count + 1


@loop
def meet_jumps(past: Past, k: int, t: float) -> None:
    """Jumps that s has come to since the piece before; the nearest ones on both sides."""
    now, near = past.spans[k], near_to(past, k, t)
    now[S_BEHIND], now[S_AHEAD] = -np.inf, np.inf
    for b in range(past.count[BREAKS]):
        at = past.breaks[b]
        if not passes_on(past, k, b):
            continue
        if at < t and now[T_SEEN] < t:
            was = now[S_SEEN] - at
            if (abs(now[S] - at) <= near < abs(was)) or (abs(was) > near and was * (now[S] - at) < 0.0):
                break_here(past, t, past.orders[b] + past.delays[k, RAISES])
        is_here = abs(now[S] - at) <= near
        if at > now[S] + near or (is_here and now[S_RATE] < 0.0):
            now[S_AHEAD] = min(now[S_AHEAD], at)
        else:
            now[S_BEHIND] = max(now[S_BEHIND], at)
    now[T_SEEN], now[S_SEEN], now[RATE_SEEN] = t, now[S], now[S_RATE]


@loop
def time_of_passage(past: Past, k: int, a: float, b: float, jump: float) -> float:
    """When s comes to a jump between two times, on either side of which it is."""
    low, high, side = a, b, late_time(past, k, a) - jump
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        if (late_time(past, k, middle) - jump) * side > 0.0:
            low = middle
        else:
            high = middle
    return high


@loop
def look_along(past: Past, k: int, t: float, length: float) -> float:
    """The length of a piece that ends where s, which changes with time alone, comes to a jump or to the present."""
    now, near, was = past.spans[k], near_to(past, k, t), past.spans[k, S]
    for i in range(1, _LOOKS + 1):
        b = t + i * length / _LOOKS
        s = late_time(past, k, b)
        if not (s <= t):
            return max((i - 1) * length / _LOOKS, 0.5 * length / _LOOKS)
        for side in range(2):
            jump = now[S_AHEAD] if side == 0 else now[S_BEHIND]
            if (jump - s) * (1.0 - 2.0 * side) < 0.0 and (jump - was) * (1.0 - 2.0 * side) > near:
                return time_of_passage(past, k, t + (i - 1) * length / _LOOKS, b, jump) - t
        was = s
    return length


@loop
def straight_way(past: Past, k: int, tau: float) -> float:
    """The length of a piece over which s, which depends on the state, can be foreseen and ends short of the next jump,
    by less and less."""
    now = past.spans[k]
    rate, bend = now[S_RATE], max(abs(now[S_BEND]), 1e-3 / tau)
    length = min(SAFE_PART * tau / max(rate, 0.5), SAFE_PART * max(abs(rate), LEAST_RATE) / bend)
    gap = (now[S_AHEAD] if rate > 0.0 else now[S_BEHIND]) - now[S]
    if rate != 0.0 and np.isfinite(gap):
        left = gap / rate
        if left < SAFE_PART * tau:
            length = min(length, left * (1.0 - min(0.3, 10.0 * left / tau)))
    return length


@loop
def span_of(past: Past, k: int, t: float, length: float, lands: bool) -> None:
    """The span of s over a piece; on one side of all jumps where pieces end there."""
    now, kind = past.spans[k], past.delays[k, KIND]
    first, last = now[S], now[S] + length
    if kind == OF_TIME:
        assign(past.seen, past.measured)
        last = now[S]
        for i in range(1, _LOOKS + 1):
            s = late_time(past, k, t + i * length / _LOOKS)
            first, last = min(first, s), max(last, s)
        first -= TAU_STEP * length
    elif kind >= OF_STATE:
        way, tau = max(abs(now[S_RATE]), LEAST_RATE) * length, t - now[S]
        least = min(LEAST_SPAN * tau, _WIDEST * length)
        ahead, back = max(AHEAD_PART * way, least), max(BACK_PART * way, least)
        if now[S_RATE] < 0.0:
            ahead, back = back, ahead
        first, last = now[S] - back, min(now[S] + ahead, t)
    if lands:
        first, last = max(first, now[S_BEHIND]), min(last, now[S_AHEAD])
    now[S_FIRST], now[S_LAST] = first, max(last, first + PIECE_ROUNDING * max(1.0, abs(t)))


@loop
def piece_length(past: Past, t: float, h: float, is_free: bool) -> float:
    """How long the next piece is, of up to h; `is_free` says that its steps may be as short as accuracy asks for."""
    length = h
    if is_free and past.clock[H_PAST] > 0.0:
        length = min(length, past.clock[H_PAST])
    for k in range(len(past.tau)):
        now, kind = past.spans[k], past.delays[k, KIND]
        tau, stop = t - now[S], np.inf
        most = tau / (STEPS_A_DELAY if past.delays[k, RAISES] > 0 else STEPS_A_FORCE) if is_free else tau
        length, past.clock[H_SPARSE] = min(length, most), min(past.clock[H_SPARSE], most)
        if kind == OF_CONSTANT:
            stop = now[S_AHEAD] + tau - t
            if is_free and stop < np.inf:
                length = min(length, (stop + t - past.clock[JUMPED]) / STEPS_BETWEEN)
        elif kind == OF_TIME:
            assign(past.seen, past.measured)
            stop = look_along(past, k, t, length)
        else:
            stop = straight_way(past, k, tau)
        length = min(length, stop)
        if is_free and length < stop < 2.0 * length:
            length = 0.5 * stop
    return length


@loop
def hand_over(past: Past, i: int) -> None:
    """Writes the coefficients of one number on the span of its delay."""
    k, value, slope = past.numbers[i, OF_DELAY], past.numbers[i, OF_COLUMN], past.numbers[i, IS_SLOPE] > 0
    first, last = past.spans[k, S_FIRST], past.spans[k, S_LAST]
    count, known, joints, off, size = 0, -1, 0, 0.0, 0.0
    for p in range(len(past.points)):
        s = 0.5 * (first + last) + 0.5 * (last - first) * past.points[p]
        n = knot_before(past, s)
        if n != known:
            count, known, joints = polynomial_at(past, value, n), n, joints + 1
        y, y_dot = on_polynomial(past, count, s)
        past.values[p] = y_dot if slope else y
        if len(past.fit):
            less = count - 2 if count > 2 * (RATED_KNOTS - 2) and past.rates[value] >= 0 else max(count - 1, 1)
            y, y_dot = on_polynomial(past, less, s)
            off, size = max(off, abs(past.values[p] - (y_dot if slope else y))), max(size, abs(past.values[p]))
    kept, left = past.coefficients.shape[1], 0.0
    for j in range(len(past.transform)):
        found = 0.0
        for p in range(len(past.points)):
            found += past.transform[j, p] * past.values[p]
        if j < kept:
            past.parameters[past.coefficients[i, j]] = found
        else:
            left += abs(found)
    if len(past.fit):
        past.fit[i, UNMET], past.fit[i, SIZE], past.fit[i, ROUGHER], past.fit[i, SEAMS] = left, size, off, joints


@loop
def hand_constant(past: Past, i: int, value: float) -> None:
    """Writes one number as a constant."""
    for j in range(past.coefficients.shape[1]):
        past.parameters[past.coefficients[i, j]] = 0.0
    past.parameters[past.coefficients[i, 0]] = value


@loop
def hand_before(past: Past, k: int) -> None:
    """Has a law see what was before the start: as its element says it, else at rest."""
    past.parameters[past.delays[k, IS_KNOWN]] = 0.0 if past.delays[k, IS_WRITTEN] > 0 else 1.0
    for i in range(len(past.numbers)):
        if past.numbers[i, OF_DELAY] == k:
            hand_constant(past, i, past.before[i])


@loop
def hand_piece(past: Past, t: float, length: float, lands: bool) -> int:
    """Hands polynomials over a piece to the laws."""
    for k in range(len(past.tau)):
        span_of(past, k, t, length, lands)
        now = past.spans[k]
        first, last = now[S_FIRST], now[S_LAST]
        if last > t + ROUGHLY * length:
            return PAST_UNKNOWN
        past.parameters[past.delays[k, MIDDLE]] = 0.5 * (first + last)
        past.parameters[past.delays[k, RATE]] = 2.0 / (last - first)
        if 0.5 * (first + last) < past.clock[BEGAN]:
            hand_before(past, k)
            continue
        if past.count[OLDEST] > 0 and first < past.t[past.count[OLDEST] % len(past.t)]:
            return PAST_UNKNOWN
        past.parameters[past.delays[k, IS_KNOWN]] = 1.0
        for i in range(len(past.numbers)):
            if past.numbers[i, OF_DELAY] == k:
                hand_over(past, i)
    past.clock[PIECE_END] = t + length
    take_given(past)
    return RUN_DONE


@loop
def begin_delays(past: Past) -> None:
    """Nothing is known of where delays led, and laws see what was before."""
    foresee_nothing(past)
    for k in range(len(past.tau)):
        past.spans[k, T_SEEN] = np.inf
        past.parameters[past.delays[k, IS_KNOWN]] = 0.0
        past.parameters[past.delays[k, RATE]] = 0.0
    for i in range(len(past.numbers)):
        hand_constant(past, i, past.before[i])
    take_given(past)


@loop
def foresee_nothing(past: Past) -> None:
    """Spans of the piece before say nothing of the one that begins."""
    for k in range(len(past.tau)):
        past.spans[k, S_FIRST], past.spans[k, S_LAST] = -ENDLESS, ENDLESS


@loop
def begin_past(past: Past, t: float) -> None:
    """The first knot; what was before the start, at which all was at rest for long, as measured where a law asks for
    that; and the jump of derivatives at the start."""
    least = BY_FORCES
    for i in range(len(past.numbers)):
        if past.numbers[i, IS_SLOPE] >= 0:
            rest = past.measured[past.numbers[i, OF_COLUMN]]
            past.before[i] = 0.0 if past.numbers[i, IS_SLOPE] > 0 else rest
    for k in range(len(past.tau)):
        least = min(least, BY_FORCES - past.delays[k, RAISES])
    keep_knot(past, t)
    break_here(past, t, least)


@loop
def given_at(past: Past, t: float) -> bool:
    """Hands laws their delayed values at one time alone, for what `seen` holds; False where one is not remembered."""
    for k in range(len(past.tau)):
        s = late_time(past, k, t)
        newest = past.t[(past.count[PAST_END] - 1) % len(past.t)]
        if not (s <= newest) or (past.count[OLDEST] > 0 and s < past.t[past.count[OLDEST] % len(past.t)]):
            return False
        past.parameters[past.delays[k, MIDDLE]], past.parameters[past.delays[k, RATE]] = s, 0.0
        if s < past.clock[BEGAN]:
            hand_before(past, k)
            continue
        past.parameters[past.delays[k, IS_KNOWN]] = 1.0
        for i in range(len(past.numbers)):
            if past.numbers[i, OF_DELAY] == k:
                value = past.numbers[i, OF_COLUMN]
                y, y_dot = on_polynomial(past, polynomial_at(past, value, knot_before(past, s)), s)
                hand_constant(past, i, y_dot if past.numbers[i, IS_SLOPE] > 0 else y)
    take_given(past)
    return True
