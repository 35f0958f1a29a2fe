r"""The generalized-α method on the equations of motion as they stand (index 3), of order 2.

The formulas are those of `alpha_scheme` with v = (u, z), on Lie groups: O. Brüls, A. Cardona, M. Arnold, Mech. Mach.
Theory 48 (2012) 121–137. Newton's method solves for (u̇, ż, λ, s) at the end of the step with exact tangents;
constraints are divided by the square of the step there, which keeps the system well conditioned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..status import CONSTRAINTS_OPEN, EVENT, NEWTON_FAILED, NOT_FINITE, RANK_LOST, RUN_DONE, RUNNING, STEP_COLLAPSED
from .alpha_scheme import (
    ALPHA_NUDGE,
    ORDER,
    UNSOLVED,
    Coefficients,
    alpha_growth,
    bend,
    bend_within,
    coefficients,
    gain,
    good_mean_velocity,
    good_velocity,
    mean_velocity,
    new_acceleration,
    new_velocity,
    shortening,
)
from .event_search import TAKE, Watch
from .event_step import first_landing
from .first_step import first_native_step
from .flow import JACOBIANS, Flow, evaluate_flow, no_kernel
from .hermite import StepEnds, conclude_hermite, step_ends
from .lu import factor_lu, solve_lu
from .projection import Projection, project
from .record import T_END, H, StepRecord, T, meets_singularity
from .restart import begin_again
from .step_control import end_of, gate, is_collapsed, landing_step, next_step, reject, take_step
from .step_history import follow, new_track

ALPHA_NEWTON_STEPS = 12
"""Newton's steps."""
ALPHA_NEWTON_TOLERANCE = 1e-3
"""Where Newton's method ends, in units of the tolerance."""
ALPHA_NEWTON_ROUNDING = 0.1
"""What may be left, in the same units, where it gets no closer."""


class Scheme(NamedTuple):
    """The method and its tolerance."""

    c: Coefficients
    rtol: float
    fixed: bool


class AlphaResidual(NamedTuple):
    """Kernels of R(q, u, z, t; u̇, ż, λ, s) and of q₁ = q ∘ exp hΔ, with what they read and write."""

    residual: Any
    slopes: Any
    stretch: Any
    rate: Any
    """(u̇, ż)."""
    lam: Any
    step: Any
    """h, one number."""
    r: Any
    r_q: Any
    r_v: Any
    r_x: Any
    q_new: Any
    q_u: Any
    level: Any
    """Of every constraint row: 2 where it is on positions, 1 where on velocities."""


class AlphaWork(NamedTuple):
    """Memory of a step; v = (u, z)."""

    ends: StepEnds
    rate: Any
    """v̇ at the start of the step."""
    f_before: Any
    """v̇ of the equations at the start of the step before."""
    offset: Any
    """(a − v̇) / h at the start of the step."""
    a: Any
    a_new: Any
    drift: Any
    """Δ."""
    start: Any
    """λ and s at the start of the step."""
    matrix: Any
    change: Any
    pivots: Any
    scale: Any
    past: Any
    """The last step; zero where none counts."""
    track: Any
    """Where the last steps started."""


@loop
def place(flow: Flow, it: AlphaResidual, scheme: Scheme, memory: AlphaWork, t: float, h: float, t_new: float) -> None:
    """The state at the end of the step for given v̇, and the residual there."""
    ends, nu, nv, nq = memory.ends, it.q_u.shape[1], len(it.rate), len(it.q_u)
    n, c = len(ends.y), scheme.c
    for i in range(nv):
        memory.a_new[i] = new_acceleration(c, it.rate[i], memory.rate[i], memory.a[i])
        ends.y_new[nq + i] = new_velocity(c, ends.y[nq + i], memory.a[i], memory.a_new[i], h)
    for i in range(n):
        flow.x[i] = ends.y[i]
    for i in range(nu):
        memory.drift[i] = mean_velocity(c, ends.y[nq + i], memory.a[i], memory.a_new[i], h)
        flow.x[nq + i] = memory.drift[i]
    flow.x[n] = t
    it.step[0] = h
    call(it.stretch)
    for i in range(nq):
        ends.y_new[i] = it.q_new[i]
    ends.y_new[n - 1] = ends.y[n - 1]
    for i in range(n):
        flow.x[i] = ends.y_new[i]
    flow.x[n] = t_new
    call(it.residual)


@loop
def weight(it: AlphaResidual, scheme: Scheme, i: int, h: float) -> float:
    """What an equation is multiplied by: constraints are compared with what a step's v̇ does to them."""
    row = i - len(it.rate)
    if row < 0 or row >= len(it.level):
        return 1.0
    ratio = gain(scheme.c)
    return 1.0 / (scheme.c.beta * ratio * h * h) if it.level[row] == 2 else 1.0 / (scheme.c.gamma * ratio * h)


@loop
def factor_alpha(flow: Flow, it: AlphaResidual, scheme: Scheme, memory: AlphaWork, h: float) -> bool:
    """The tangent ∂R/∂(u̇, ż, λ, s) of the step, and its factors."""
    call(it.slopes)
    flow.count[JACOBIANS] += 1
    nq, nu, nv, size = len(it.q_u), it.q_u.shape[1], len(it.rate), len(it.r)
    ratio = gain(scheme.c)
    for i in range(size):
        by = weight(it, scheme, i, h)
        for j in range(size):
            total = it.r_x[i, j]
            if j < nv:
                total += scheme.c.gamma * ratio * h * it.r_v[i, j]
            if j < nu:
                along = 0.0
                for k in range(nq):
                    along += it.r_q[i, k] * it.q_u[k, j]
                total += scheme.c.beta * ratio * h * along
            memory.matrix[i, j] = by * total
    return factor_lu(memory.matrix, memory.pivots)


@loop
def correct_alpha(flow: Flow, it: AlphaResidual, scheme: Scheme, memory: AlphaWork, h: float) -> float:
    """One step of Newton's method; the change of v in units of the tolerance."""
    nq, nv, nc = len(it.q_u), len(it.rate), len(it.lam)
    for i in range(len(it.r)):
        memory.change[i] = -weight(it, scheme, i, h) * it.r[i]
    solve_lu(memory.matrix, memory.pivots, memory.change)
    ratio = gain(scheme.c)
    total = 0.0
    for i in range(nv):
        it.rate[i] += memory.change[i]
        moved = scheme.c.gamma * ratio * h * memory.change[i]
        total += (moved / (memory.scale[nq + i] + scheme.rtol * abs(memory.ends.y[nq + i]))) ** 2
    for i in range(nc):
        it.lam[i] += memory.change[nv + i]
    for i in range(len(flow.s)):
        flow.s[i] += memory.change[nv + nc + i]
    return float(np.sqrt(total / max(nv, 1)))


@loop
def noise(it: AlphaResidual, scheme: Scheme, memory: AlphaWork, h: float) -> float:
    """The round-off of constraints in units of the tolerance of v: they are divided by h², v̇ is multiplied by h."""
    nq, largest, least = len(it.q_u), 1.0, np.inf
    for i in range(nq):
        largest = max(largest, abs(memory.ends.y_new[i]))
    for i in range(nq, nq + len(it.rate)):
        least = min(least, memory.scale[i] + scheme.rtol * abs(memory.ends.y[i]))
    return scheme.c.gamma / scheme.c.beta * 1e-15 * largest / (h * least) if len(it.lam) else 0.0


@loop
def solve_step(
    flow: Flow, it: AlphaResidual, scheme: Scheme, memory: AlphaWork, t: float, h: float, t_new: float
) -> int:
    """Newton's method for the end of the step: DONE or NEWTON; tangents anew where it is slow."""
    last, theta = np.inf, 1.0
    for turn in range(ALPHA_NEWTON_STEPS):
        place(flow, it, scheme, memory, t, h, t_new)
        if (turn == 0 or theta > 0.1) and not factor_alpha(flow, it, scheme, memory, h):
            return NEWTON_FAILED
        size = correct_alpha(flow, it, scheme, memory, h)
        if not np.isfinite(size):
            return NEWTON_FAILED
        theta = size / last if last > 0.0 else 0.0
        settled = turn > 0 and size * min(theta, 1.0) <= ALPHA_NEWTON_TOLERANCE
        if settled or (turn > 1 and theta > 0.3 and size <= max(ALPHA_NEWTON_ROUNDING, noise(it, scheme, memory, h))):
            place(flow, it, scheme, memory, t, h, t_new)
            return RUN_DONE
        if turn > 2 and theta > 2.0:
            return NEWTON_FAILED
        last = size
    return NEWTON_FAILED


@loop
def alpha_error(it: AlphaResidual, scheme: Scheme, memory: AlphaWork, h: float) -> float:
    """The error in units of the tolerance: against the parabola through the last three v̇, which is of order 3.

    These v̇ are those that the equations give at the ends of steps: what the method solves for is disturbed, along the
    constraint forces, by every change of the step.
    """
    ends, nq, nu = memory.ends, len(it.q_u), it.q_u.shape[1]
    y, y_new = ends.y, ends.y_new
    total, before = 0.0, memory.past[0]
    for i in range(len(it.rate)):
        f_0, f_1, bent = ends.f_0[nq + i], ends.f_1[nq + i], 0.0
        if before > 0.0:
            bent = bend(memory.f_before[i], f_0, f_1, before, h)
        else:
            bent = bend_within(f_0, ends.f_half[nq + i], f_1, h)
        size = memory.scale[nq + i] + scheme.rtol * max(abs(y[nq + i]), abs(y_new[nq + i]))
        total += ((y_new[nq + i] - good_velocity(y[nq + i], f_0, f_1, bent, h)) / size) ** 2
        if i < nu:
            memory.change[i] = memory.drift[i] - good_mean_velocity(y[nq + i], f_0, f_1, bent, h)
    for k in range(nq):
        along = 0.0
        for i in range(nu):
            along += it.q_u[k, i] * memory.change[i]
        total += (along / (memory.scale[k] + scheme.rtol * max(abs(y[k]), abs(y_new[k])))) ** 2
    return float(np.sqrt(total / max(len(y) - 1, 1)))


@loop
def try_alpha(
    flow: Flow,
    it: AlphaResidual,
    scheme: Scheme,
    memory: AlphaWork,
    closing: Projection,
    t: float,
    h: float,
    t_new: float,
) -> tuple[int, float]:
    """(status, error) of a step."""
    nc = len(it.lam)
    for i in range(len(it.rate)):
        memory.a[i] = memory.rate[i] + h * memory.offset[i]
        it.rate[i] = memory.rate[i]
    for i in range(nc):
        it.lam[i] = memory.start[i]
    for i in range(len(flow.s)):
        flow.s[i] = memory.start[nc + i]
    code = solve_step(flow, it, scheme, memory, t, h, t_new)
    if code != RUN_DONE:
        return code, 0.0
    if closing.active[0] and not project(flow, closing, t_new, memory.ends.y_new):
        return CONSTRAINTS_OPEN, 0.0
    if not conclude_hermite(flow, memory.ends, t, h, t_new):
        return NOT_FINITE, 0.0
    flow.pivot[2] = memory.ends.pivot[0]
    return RUN_DONE, 0.0 if scheme.fixed else alpha_error(it, scheme, memory, h)


@loop
def pass_on_alpha(flow: Flow, it: AlphaResidual, memory: AlphaWork, h: float, shortened: bool) -> None:
    """What the next step needs of this one; after one cut short, accelerations are those of the equations."""
    nq, nc = len(it.q_u), len(it.lam)
    for i in range(len(it.rate)):
        memory.f_before[i] = memory.ends.f_0[nq + i]
        if shortened:
            memory.rate[i] = memory.ends.f_1[nq + i]
        else:
            memory.rate[i] = it.rate[i]
            memory.offset[i] = (memory.a_new[i] - it.rate[i]) / h
    for i in range(nc):
        memory.start[i] = it.lam[i]
    for i in range(len(flow.s)):
        memory.start[nc + i] = flow.s[i]
    for i in range(len(memory.ends.y)):
        memory.ends.f_0[i] = memory.ends.f_1[i]
    memory.past[0] = 0.0 if shortened else h


@loop
def advance_alpha(
    flow: Flow,
    it: AlphaResidual,
    scheme: Scheme,
    memory: AlphaWork,
    closing: Projection,
    watch: Watch,
    record: StepRecord,
    budget: int,
) -> int:
    """Goes on until the end, an event that ends a step, full memory, or `budget` steps; returns the reason.

    On entry `memory` holds the rates at the present state; a step of zero asks for one to begin with.
    """
    ends = memory.ends
    h, shortened = record.clock[H], False
    while True:
        if not shortened:
            code = gate(record, watch, budget)
            if code != RUNNING:
                return code
            first_alpha_step(flow, scheme, memory, record)
            h = next_step(record, not scheme.fixed)
            if is_collapsed(record, h):
                return STEP_COLLAPSED
        t, t_new = record.clock[T], end_of(record, h)
        code, error = try_alpha(flow, it, scheme, memory, closing, t, h, t_new)
        if code != RUN_DONE or not error <= 1.0:
            h = h * (UNSOLVED if code != RUN_DONE else shortening(error, ORDER))
            if scheme.fixed or is_collapsed(record, h):
                return code if code != RUN_DONE else STEP_COLLAPSED
            reject(record, h)
            shortened = False
            continue
        watch.fired[1] = -1
        part = TAKE
        if len(watch.value):
            part = first_landing(flow, watch, record, ends, t, h)
        if part < TAKE:
            h, shortened = landing_step(record, part, h), True
            continue
        if not scheme.fixed and not shortened:
            record.clock[H] = h * alpha_growth(error, ORDER)
        if closing.active[0]:
            follow(memory.track, record, ends.y, ends.f_0)
        take_step(flow, record, h, t_new, ends.y, ends.y_new, ends.dense, ends.shift)
        pass_on_alpha(flow, it, memory, h, shortened)
        budget -= 1
        shortened = False
        if watch.fired[1] >= 0:
            memory.past[0] = 0.0
            return EVENT
        if closing.active[0] and meets_singularity(flow, record, not scheme.fixed):
            return RANK_LOST


@loop
def restart_alpha(
    flow: Flow,
    it: AlphaResidual,
    scheme: Scheme,
    memory: AlphaWork,
    closing: Projection,
    watch: Watch,
    record: StepRecord,
) -> int:
    """Takes the state in `memory.ends.y` to go on from, for callers outside Python; RUN_DONE, or why not."""
    ends, t, nq, lams = memory.ends, record.clock[T], len(it.q_u), len(it.lam)
    if closing.active[0] and not project(flow, closing, t, ends.y):
        return CONSTRAINTS_OPEN
    begin_again(flow, watch, record, ends.y)
    if not evaluate_flow(flow, t, ends.y, ends.f_0):
        return NOT_FINITE
    for i in range(len(ends.y)):
        ends.trial[i] = ends.y[i] + ALPHA_NUDGE * ends.f_0[i]
    if not evaluate_flow(flow, t + ALPHA_NUDGE, ends.trial, ends.f_1):
        return NOT_FINITE
    for i in range(len(memory.rate)):
        memory.rate[i] = ends.f_0[nq + i]
        change = ends.f_1[nq + i] - ends.f_0[nq + i]
        memory.offset[i] = (scheme.c.alpha_m - scheme.c.alpha_f) * change / ALPHA_NUDGE
    for i in range(len(memory.start)):
        memory.start[i] = 0.0 if i < lams else flow.s[i - lams]
    memory.past[0] = 0.0
    if not scheme.fixed:
        record.clock[H] = 0.0
    return RUN_DONE


@loop
def first_alpha_step(flow: Flow, scheme: Scheme, memory: AlphaWork, record: StepRecord) -> None:
    """Leaves a step to begin with where there is none."""
    if record.clock[H] != 0.0:
        return
    t, span = record.clock[T], record.clock[T_END] - record.clock[T]
    y, f, trial, scale = memory.ends.y, memory.ends.f_0, memory.ends.trial, memory.scale
    record.clock[H] = first_native_step(flow, flow.rhs, flow.f, t, y, f, trial, scale, scheme.rtol, 2, span)


def scheme_of(rho_inf: float, rtol: float, fixed: bool) -> Scheme:
    """The method with ρ_∞."""
    return Scheme(coefficients(rho_inf), float(rtol), fixed)


def alpha_memory(n: int, it: AlphaResidual, unknowns: int, atol: Any) -> AlphaWork:
    """Memory for steps of n entries."""
    nv, size = len(it.rate), len(it.r)
    rate, f_before, offset, a, a_new = np.zeros((5, nv))
    return AlphaWork(
        ends=step_ends(n),
        rate=rate,
        f_before=f_before,
        offset=offset,
        a=a,
        a_new=a_new,
        drift=np.zeros(it.q_u.shape[1]),
        start=np.zeros(len(it.lam) + unknowns),
        matrix=np.zeros((size, size)),
        change=np.zeros(size),
        pivots=np.zeros(size, dtype=np.int64),
        scale=np.array(np.broadcast_to(np.asarray(atol, dtype=float), n)),
        past=np.zeros(1),
        track=new_track(n),
    )


def alpha_buffers(nq: int, nu: int, nz: int, level: Any, unknowns: int) -> AlphaResidual:
    """Buffers for a system of given sizes; its kernels are still missing."""
    nv, nc = nu + nz, len(level)
    size = nv + nc + unknowns
    kernels = no_kernel(), no_kernel(), no_kernel()
    slopes = np.zeros((size, nq)), np.zeros((size, nv)), np.zeros((size, size))
    vectors = np.zeros(nv), np.zeros(nc), np.zeros(1), np.zeros(size)
    return AlphaResidual(*kernels, *vectors, *slopes, np.zeros(nq), np.zeros((nq, nu)), np.array(level, dtype=np.int64))
