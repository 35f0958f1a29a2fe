r"""Steps of one length whose work is known beforehand: every loop has a number of iterations fixed at the start.

A step goes from (t, y) to t + h by an explicit Runge–Kutta method, or by an implicit one with a new Jacobian, its
factors and so many Newton iterations; unknowns of elements get two iterations at every evaluation, from where they
were. Then the state is projected on the constraints so many times, in the mass metric as in `projection`. Nothing is
tried again: what is left of residuals and corrections is kept as `worst`, for others to judge.

Formulas as in `explicit` and `implicit_stages` (Hairer, Nørsett, Wanner I, section II.1; Hairer, Wanner II, section
IV.8).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, PAST_UNKNOWN, RUN_DONE
from ..weighted_sums import are_finite, assign, shifted_state
from .explicit import ExplicitMethod
from .flow import CALLS, SETTLINGS, Flow, solve_dense, tangent_here
from .implicit_rk_work import PAIR_RE, SHIFT_FACTORED
from .implicit_stages import ImplicitMethod, conclude_stages, correct_stages
from .past_knots import SPLIT, Past, forget_past, keep_knot
from .past_pieces import begin_delays, begin_past, hand_piece, see_past
from .projection import LEFT_OPEN, ROUNDED_OFF, Projection

T_FIRST, T_NOW, H_FIXED = range(3)
"""Places in `Cycle.clock`."""
TAKEN, WANTED, PROJECTED = range(3)
"""Places in `Cycle.count`: steps since the start, steps that are still to be taken, projections."""
PROJECTIONS, NEWTON_ITERATIONS_FIXED = range(2)
"""Places in `Cycle.iterations`."""
OPEN_RESIDUAL, LAST_CORRECTION, LAST_UNKNOWN_CHANGE = range(3)
"""Places in `Cycle.worst`."""
STEP_WORST, STEP_LAST = range(2)
"""Places in `Stopwatch.nanoseconds`."""
CYCLE_UNKNOWN_ITERATIONS = 2
"""Newton iterations for unknowns of elements, which change little from one evaluation to the next."""
PER_OCTAVE, OCTAVES = 16, 40
"""Classes of the histogram: so many between a duration and its double, up to 2⁴⁴ ns."""
SECOND = 1_000_000_000
"""In nanoseconds."""


class Stopwatch(NamedTuple):
    """How long steps took, measured around each of them in native code."""

    clock: Any
    """The clock of the machine as four integers, called as a kernel is; zeros where there is none."""
    stamp: Any
    """What it writes: seconds and nanoseconds."""
    nanoseconds: Any
    histogram: Any


class Cycle(NamedTuple):
    """What steps of one length are made of beside the method: times, counts, iterations, and what was seen."""

    clock: Any
    count: Any
    iterations: Any
    worst: Any
    size: Any
    """The largest that each entry of the state has been: what corrections are compared with."""
    channels: Any
    """The kernel of the channels, zeros where there are none."""
    watch: Stopwatch
    past: Past


@loop
def settle_fixed(flow: Flow, cycle: Cycle) -> None:
    """A few steps of Newton's method for the unknowns of elements at what `flow.x` holds."""
    m = len(flow.s)
    change = 0.0
    for _ in range(CYCLE_UNKNOWN_ITERATIONS if m else 0):
        call(flow.settle)
        flow.count[SETTLINGS] += 1
        for i in range(m):
            flow.ds[i] = -flow.r[i]
        solve_dense(flow.r_s, flow.ds)
        change = 0.0
        for i in range(m):
            flow.s[i] += flow.ds[i]
            change = max(change, abs(flow.ds[i]) / (1.0 + abs(flow.s[i])))
    cycle.worst[LAST_UNKNOWN_CHANGE] = max(cycle.worst[LAST_UNKNOWN_CHANGE], change)


@loop
def fixed_rates(flow: Flow, cycle: Cycle, t: float, kernel: Any, f: Any) -> None:
    """The rates at what `flow.x` holds, by a kernel that writes them and the smallest pivot into f."""
    n = len(f) - 1
    flow.x[n] = t
    settle_fixed(flow, cycle)
    call(kernel)
    flow.count[CALLS] += 1
    flow.pivot[0] = min(flow.pivot[0], f[n])
    flow.pivot[1] = max(flow.pivot[1], f[n])


@loop
def project_fixed(flow: Flow, projection: Projection, cycle: Cycle, t: float, y: Any) -> bool:
    """Projects y so many times, then its speeds; False where constraints stay open."""
    nq, n = len(projection.dq), len(y)
    flow.x[n] = t
    for _ in range(cycle.iterations[PROJECTIONS]):
        assign(flow.x, y)
        call(projection.kernel)
        for i in range(nq):
            y[i] += projection.dq[i]
    assign(flow.x, y)
    call(projection.kernel)
    for i in range(len(projection.du)):
        y[nq + i] += projection.du[i]
    cycle.count[PROJECTED] += cycle.iterations[PROJECTIONS] + 1
    cycle.worst[OPEN_RESIDUAL] = max(cycle.worst[OPEN_RESIDUAL], projection.residual[0])
    return bool(projection.residual[0] <= max(ROUNDED_OFF, LEFT_OPEN * projection.tolerance))


@loop
def end_of_fixed_step(cycle: Cycle) -> float:
    """Where the next step ends, without the roundings of a sum of steps."""
    return float(cycle.clock[T_FIRST] + (cycle.count[TAKEN] + 1.0) * cycle.clock[H_FIXED])


@loop
def finish_fixed_step(flow: Flow, projection: Projection, cycle: Cycle, y: Any, y_new: Any) -> int:
    """Projects the end of a step, goes there and reads the channels; stays where it was if that is impossible."""
    n, t_new = len(y), end_of_fixed_step(cycle)
    if not are_finite(y_new, n):
        return NOT_FINITE
    if projection.active[0] and not project_fixed(flow, projection, cycle, t_new, y_new):
        return CONSTRAINTS_OPEN
    if not are_finite(y_new, n):
        return NOT_FINITE
    for i in range(n):
        y[i] = y_new[i]
        cycle.size[i] = max(cycle.size[i], abs(y[i]))
    cycle.clock[T_NOW] = t_new
    cycle.count[TAKEN] += 1
    if len(cycle.past.tau) > 0:
        measure_past(flow, cycle, y)
        keep_knot(cycle.past, t_new)
    read_channels(flow, cycle, y)
    return RUN_DONE


@loop
def read_channels(flow: Flow, cycle: Cycle, y: Any) -> None:
    """Writes the channels at the present state."""
    if cycle.channels[0]:
        assign(flow.x, y)
        flow.x[len(y)] = cycle.clock[T_NOW]
        settle_fixed(flow, cycle)
        call(cycle.channels)


@loop
def measure_past(flow: Flow, cycle: Cycle, y: Any) -> None:
    """Writes what delayed laws measure at the present state."""
    assign(flow.x, y)
    flow.x[len(y)] = cycle.clock[T_NOW]
    settle_fixed(flow, cycle)
    call(cycle.past.measure)


@loop
def recall_past(flow: Flow, cycle: Cycle, y: Any) -> int:
    """Gives delayed laws what they ask for over the next step; where derivatives jump at its start, what is measured
    on the later side is kept as well."""
    past, t = cycle.past, cycle.clock[T_NOW]
    if len(past.tau) == 0:
        return RUN_DONE
    if not see_past(past, t):
        return PAST_UNKNOWN
    code = hand_piece(past, t, cycle.clock[H_FIXED], False)
    if code == RUN_DONE and past.clock[SPLIT] == t:
        past.clock[SPLIT] = np.nan
        measure_past(flow, cycle, y)
        keep_knot(past, t)
    return code


@loop
def begin_fixed_steps(flow: Flow, cycle: Cycle, y: Any) -> int:
    """What delayed laws remember at the start, delayed values for the first step, and the channels."""
    past, t = cycle.past, cycle.clock[T_NOW]
    if len(past.tau) > 0:
        forget_past(past, t)
        begin_delays(past)
        measure_past(flow, cycle, y)
        begin_past(past, t)
    code = recall_past(flow, cycle, y)
    if code == RUN_DONE:
        read_channels(flow, cycle, y)
    return code


@loop
def explicit_fixed_step(method: ExplicitMethod, cycle: Cycle) -> int:
    """One step of an explicit method; its first stage is computed anew, as inputs may have changed."""
    flow, table, stages, ends = method.flow, method.table, method.stages, method.ends
    t, h = cycle.clock[T_NOW], cycle.clock[H_FIXED]
    assign(flow.x, ends.y)
    fixed_rates(flow, cycle, t, stages.calls[0], stages.k[0])
    for i in range(1, table.stages):
        shifted_state(table.a[i], i, stages.k, ends.y, h, flow.x)
        fixed_rates(flow, cycle, t + table.c[i] * h, stages.calls[i], stages.k[i])
    shifted_state(table.b, table.stages, stages.k, ends.y, h, ends.y_new)
    return finish_fixed_step(flow, method.projection, cycle, ends.y, ends.y_new)


@loop
def implicit_fixed_step(method: ImplicitMethod, cycle: Cycle) -> int:
    """One step of an implicit method with so many iterations of simplified Newton.

    They start from no change at all: the last polynomial continued would be closer on smooth ways, but a step across a
    kink of a stiff law, which nothing shortens here, throws it out of where the law is defined.
    """
    flow, work, ends = method.flow, method.work, method.ends
    t, h, n = cycle.clock[T_NOW], cycle.clock[H_FIXED], len(ends.y)
    assign(flow.x, ends.y)
    flow.x[n] = t
    settle_fixed(flow, cycle)
    if not tangent_here(flow, method.tangent):
        return NOT_FINITE
    work.state[SHIFT_FACTORED], work.state[PAIR_RE] = 0.0, 0.0
    if method.table.has_start:
        fixed_rates(flow, cycle, t, flow.rhs, flow.f)
        for m in range(n):
            ends.f_0[m] = flow.f[m]
    for m in range(n - 1):
        ends.scale[m] = cycle.size[m]
        for i in range(len(method.table.c)):
            work.z[i, m], work.w[i, m] = h * method.table.start[i] * ends.f_0[m], 0.0
    size = 0.0
    for _ in range(cycle.iterations[NEWTON_ITERATIONS_FIXED]):
        for i in range(len(method.table.c)):
            for m in range(n - 1):
                flow.x[m] = ends.y[m] + work.z[i, m]
            fixed_rates(flow, cycle, t + method.table.c[i] * h, flow.rhs, flow.f)
            for m in range(n):
                work.f[i, m] = flow.f[m]
        size = correct_stages(method, h)
        if not size < np.inf:
            return NEWTON_FAILED
    cycle.worst[LAST_CORRECTION] = max(cycle.worst[LAST_CORRECTION], size)
    conclude_stages(method, h)
    return finish_fixed_step(flow, method.projection, cycle, ends.y, ends.y_new)


@loop
def now(watch: Stopwatch) -> int:
    """The time on the clock of the machine in nanoseconds."""
    if watch.clock[0]:
        call(watch.clock)
    return int(watch.stamp[0] * SECOND + watch.stamp[1])


@loop
def note_duration(watch: Stopwatch, began: int) -> None:
    """Counts a step that began at a time and has just ended."""
    duration = now(watch) - began
    watch.nanoseconds[STEP_LAST] = duration
    watch.nanoseconds[STEP_WORST] = max(watch.nanoseconds[STEP_WORST], duration)
    size, place = float(duration), 0
    while size >= 2.0 * PER_OCTAVE and place < PER_OCTAVE * (OCTAVES - 1):
        size *= 0.5
        place += PER_OCTAVE
    place += int(min(size, 2.0 * PER_OCTAVE - 1.0))
    watch.histogram[place] += 1


@loop
def take_fixed_steps(step: Any, method: Any, cycle: Cycle) -> int:
    """All steps that are wanted, each by the loop `step`; the state before one that is impossible, and the reason."""
    flow = method.flow
    while cycle.count[WANTED] > 0:
        began = now(cycle.watch)
        assign(flow.s_before, flow.s)
        code = recall_past(flow, cycle, method.ends.y)
        if code == RUN_DONE:
            code = step(method, cycle)
        note_duration(cycle.watch, began)
        if code != RUN_DONE:
            assign(flow.s, flow.s_before)
            return code
        cycle.count[WANTED] -= 1
    return RUN_DONE


def durations(histogram: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(upper ends of the classes in seconds, shares of steps that took no longer)."""
    octave, part = np.divmod(np.arange(len(histogram)), PER_OCTAVE)
    # The first two octaves share one width: below twice PER_OCTAVE nanoseconds each class is one nanosecond.
    lower = np.where(octave == 0, part, (PER_OCTAVE + part) * 2.0 ** (octave - 1))
    widths = 2.0 ** np.maximum(octave - 1, 0)
    return 1e-9 * (lower + widths), np.cumsum(histogram) / max(int(histogram.sum()), 1)


def make_cycle(n: int, t: float, h: float, iterations: tuple[int, int], channels: Any, clock: Any, past: Past) -> Cycle:
    """A cycle with fresh counters."""
    stamp, seen = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    if clock[0]:
        clock[2] = stamp.ctypes.data
    watch = Stopwatch(clock, stamp, seen, np.zeros(PER_OCTAVE * (OCTAVES + 1), dtype=np.int64))
    times, counts = np.array([t, t, h]), np.zeros(3, dtype=np.int64)
    return Cycle(times, counts, np.array(iterations, dtype=np.int64), np.zeros(3), np.zeros(n), channels, watch, past)
