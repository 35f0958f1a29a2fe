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
from ..status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, RUN_DONE
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
from .flow import JACOBIANS, Flow, evaluate_flow, no_kernel
from .lu import factor_lu, solve_lu
from .march import MarchLoops
from .projection import Projection, project
from .record import H, StepRecord, T
from .step_ends import HERMITE_POWERS, StepEnds, conclude_hermite, step_ends

ALPHA_NEWTON_STEPS = 12
"""Newton's steps."""
ALPHA_NEWTON_TOLERANCE = 1e-3
"""Where Newton's method ends, in units of the tolerance."""
ALPHA_NEWTON_ROUNDING = 0.1
"""What may be left, in the same units, where it gets no closer."""


NO_FACTORS, ANY_FACTORS, NEW_FACTORS = range(3)
"""What Newton's method wants of an evaluation: R alone; factors too, which may be those of a step before; new ones."""


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
    past: Any
    """The last step; zero where none counts."""
    f_half: Any
    """ẏ in the middle of the step."""


class AlphaLoops(NamedTuple):
    """The equations of a step: all that its march does not know of the system, known when it is compiled."""

    move: Any
    """(method, t, h): places at the end of the step into `ends.y_new`, from those at its start along hΔ."""
    evaluate: Any
    """(method, t_new, h, wanted) → whether it works: R at the state in `ends.y_new`, the rates and the multipliers,
    into `equations.r`, with the factors that are wanted of the tangent of the weighed R by (u̇, ż, λ, s)."""
    solve: Any
    """(method, b): b becomes the solution of that system."""
    along: Any
    """(method, v, k) → what mean velocities v change of coordinate k in a second."""
    forget: Any
    """(method) → whether the last step began with factors of an earlier one, which serve no more."""
    conclude: Any
    """(method, t, h, t_new, shortened) → status: the end of the step on its constraints, rates and polynomial there."""


class AlphaMethod(NamedTuple):
    """The generalized-α method on its way."""

    loops: MarchLoops
    solution: AlphaLoops
    flow: Flow
    projection: Projection
    order: int
    c: Coefficients
    equations: Any
    """What `solution` reads and writes: of a tree, an `AlphaResidual`."""
    work: AlphaWork
    ends: StepEnds


@loop
def move_tree(method: AlphaMethod, t: float, h: float) -> None:
    """q₁ = q ∘ exp hΔ."""
    flow, it, ends, drift = method.flow, method.equations, method.ends, method.work.drift
    n, nq = len(ends.y), len(it.q_u)
    for i in range(n):
        flow.x[i] = ends.y[i]
    for i in range(len(drift)):
        flow.x[nq + i] = drift[i]
    flow.x[n] = t
    it.step[0] = h
    call(it.stretch)
    for i in range(nq):
        ends.y_new[i] = it.q_new[i]


@loop
def evaluate_tree(method: AlphaMethod, t_new: float, h: float, wanted: int) -> bool:
    """R at the end of the step, and factors there."""
    flow, y_new, n = method.flow, method.ends.y_new, len(method.ends.y)
    for i in range(n):
        flow.x[i] = y_new[i]
    flow.x[n] = t_new
    call(method.equations.residual)
    return wanted == NO_FACTORS or factor_tree(method, h)


@loop
def weight(method: AlphaMethod, i: int, h: float) -> float:
    """What an equation is multiplied by: constraints are compared with what a step's v̇ does to them."""
    it, c = method.equations, method.c
    row = i - len(it.rate)
    if row < 0 or row >= len(it.level):
        return 1.0
    ratio = gain(c)
    return 1.0 / (c.beta * ratio * h * h) if it.level[row] == 2 else 1.0 / (c.gamma * ratio * h)


@loop
def factor_tree(method: AlphaMethod, h: float) -> bool:
    """The tangent ∂R/∂(u̇, ż, λ, s) of the step, and its factors."""
    it, c, memory = method.equations, method.c, method.work
    call(it.slopes)
    method.flow.count[JACOBIANS] += 1
    nq, nu, nv, size = len(it.q_u), it.q_u.shape[1], len(it.rate), len(it.r)
    ratio = gain(c)
    for i in range(size):
        by = weight(method, i, h)
        for j in range(size):
            total = it.r_x[i, j]
            if j < nv:
                total += c.gamma * ratio * h * it.r_v[i, j]
            if j < nu:
                along = 0.0
                for k in range(nq):
                    along += it.r_q[i, k] * it.q_u[k, j]
                total += c.beta * ratio * h * along
            memory.matrix[i, j] = by * total
    return factor_lu(memory.matrix, memory.pivots)


@loop
def solve_tree(method: AlphaMethod, b: Any) -> None:
    """By the factors of the step."""
    solve_lu(method.work.matrix, method.work.pivots, b)


@loop
def along_tree(method: AlphaMethod, v: Any, k: int) -> float:
    """∂q/∂(hΔ) v of one coordinate."""
    total, q_u = 0.0, method.equations.q_u
    for i in range(q_u.shape[1]):
        total += q_u[k, i] * v[i]
    return total


@loop
def never_earlier(method: AlphaMethod) -> bool:
    """Each step has factors of its own."""
    return False


@loop
def conclude_alpha(method: AlphaMethod, t: float, h: float, t_new: float, shortened: bool) -> int:
    """Projects the end of the step; rates there are those of the equations."""
    flow, ends = method.flow, method.ends
    if method.projection.active[0] and not project(flow, method.projection, t_new, ends.y_new):
        return CONSTRAINTS_OPEN
    return RUN_DONE if conclude_hermite(flow, ends, method.work.f_half, t, h, t_new) else NOT_FINITE


@loop
def place(method: AlphaMethod, t: float, h: float) -> None:
    """The state at the end of the step for given v̇."""
    it, c, memory, ends = method.equations, method.c, method.work, method.ends
    nu, nv, nq, n = len(memory.drift), len(it.rate), len(it.q_u), len(ends.y)
    for i in range(nv):
        memory.a_new[i] = new_acceleration(c, it.rate[i], memory.rate[i], memory.a[i])
        ends.y_new[nq + i] = new_velocity(c, ends.y[nq + i], memory.a[i], memory.a_new[i], h)
    for i in range(nu):
        memory.drift[i] = mean_velocity(c, ends.y[nq + i], memory.a[i], memory.a_new[i], h)
    method.solution.move(method, t, h)
    ends.y_new[n - 1] = ends.y[n - 1]


@loop
def correct_alpha(method: AlphaMethod, h: float) -> float:
    """One step of Newton's method; the change of v in units of the tolerance."""
    flow, it, c, memory, ends = method.flow, method.equations, method.c, method.work, method.ends
    nq, nv, nc, rtol = len(it.q_u), len(it.rate), len(it.lam), ends.rtol[0]
    for i in range(len(it.r)):
        memory.change[i] = -weight(method, i, h) * it.r[i]
    method.solution.solve(method, memory.change)
    ratio = gain(c)
    total = 0.0
    for i in range(nv):
        it.rate[i] += memory.change[i]
        moved = c.gamma * ratio * h * memory.change[i]
        total += (moved / (ends.scale[nq + i] + rtol * abs(ends.y[nq + i]))) ** 2
    for i in range(nc):
        it.lam[i] += memory.change[nv + i]
    for i in range(len(flow.s)):
        flow.s[i] += memory.change[nv + nc + i]
    return float(np.sqrt(total / max(nv, 1)))


@loop
def noise(method: AlphaMethod, h: float) -> float:
    """The round-off of constraints in units of the tolerance of v: they are divided by h², v̇ is multiplied by h."""
    it, c, ends = method.equations, method.c, method.ends
    nq, largest, least = len(it.q_u), 1.0, np.inf
    for i in range(nq):
        largest = max(largest, abs(ends.y_new[i]))
    for i in range(nq, nq + len(it.rate)):
        least = min(least, ends.scale[i] + ends.rtol[0] * abs(ends.y[i]))
    return c.gamma / c.beta * 1e-15 * largest / (h * least) if len(it.lam) else 0.0


@loop
def solve_step(method: AlphaMethod, t: float, h: float, t_new: float) -> int:
    """Newton's method for the end of the step: RUN_DONE or NEWTON_FAILED; tangents anew where it is slow."""
    last, theta = np.inf, 1.0
    for iteration in range(ALPHA_NEWTON_STEPS):
        place(method, t, h)
        wanted = ANY_FACTORS if iteration == 0 else NEW_FACTORS if theta > 0.1 else NO_FACTORS
        if not method.solution.evaluate(method, t_new, h, wanted):
            return NEWTON_FAILED
        size = correct_alpha(method, h)
        if not np.isfinite(size):
            return NEWTON_FAILED
        theta = size / last if last > 0.0 else 0.0
        settled = iteration > 0 and size * min(theta, 1.0) <= ALPHA_NEWTON_TOLERANCE
        if settled or (iteration > 1 and theta > 0.3 and size <= max(ALPHA_NEWTON_ROUNDING, noise(method, h))):
            place(method, t, h)
            return RUN_DONE
        if iteration > 2 and theta > 2.0:
            return NEWTON_FAILED
        last = size
    return NEWTON_FAILED


@loop
def alpha_error(method: AlphaMethod, h: float) -> float:
    """The error in units of the tolerance: against the parabola through the last three v̇, which is of order 3.

    These v̇ are those that the equations give at the ends of steps: what the method solves for is disturbed, along the
    constraint forces, by every change of the step.
    """
    it, memory, ends = method.equations, method.work, method.ends
    nq, nu, rtol, y, y_new = len(it.q_u), len(memory.drift), ends.rtol[0], ends.y, ends.y_new
    total, before = 0.0, memory.past[0]
    for i in range(len(it.rate)):
        f_0, f_1, bent = ends.f_0[nq + i], ends.f_1[nq + i], 0.0
        if before > 0.0:
            bent = bend(memory.f_before[i], f_0, f_1, before, h)
        else:
            bent = bend_within(f_0, memory.f_half[nq + i], f_1, h)
        size = ends.scale[nq + i] + rtol * max(abs(y[nq + i]), abs(y_new[nq + i]))
        total += ((y_new[nq + i] - good_velocity(y[nq + i], f_0, f_1, bent, h)) / size) ** 2
        if i < nu:
            memory.change[i] = memory.drift[i] - good_mean_velocity(y[nq + i], f_0, f_1, bent, h)
    for k in range(nq):
        along = method.solution.along(method, memory.change, k)
        total += (along / (ends.scale[k] + rtol * max(abs(y[k]), abs(y_new[k])))) ** 2
    return float(np.sqrt(total / max(len(y) - 1, 1)))


@loop
def try_alpha(method: AlphaMethod, record: StepRecord, h: float, t_new: float, shortened: bool) -> tuple[int, float]:
    """(status, error) of a step."""
    flow, it, memory = method.flow, method.equations, method.work
    t, nc = record.clock[T], len(it.lam)
    for i in range(len(it.rate)):
        memory.a[i] = memory.rate[i] + h * memory.offset[i]
    code, retried = NEWTON_FAILED, True
    while code != RUN_DONE and retried:
        for i in range(len(it.rate)):
            it.rate[i] = memory.rate[i]
        for i in range(nc):
            it.lam[i] = memory.start[i]
        for i in range(len(flow.s)):
            flow.s[i] = memory.start[nc + i]
        code = solve_step(method, t, h, t_new)
        # Factors of an earlier step may lead astray where those of this step converge.
        retried = code != RUN_DONE and method.solution.forget(method)
    if code != RUN_DONE:
        return code, 0.0
    code = method.solution.conclude(method, t, h, t_new, shortened)
    if code != RUN_DONE:
        return code, 0.0
    return RUN_DONE, alpha_error(method, h) if method.order > 0 else 0.0


@loop
def shorten_alpha(method: AlphaMethod, code: int, error: float, h: float) -> float:
    """The step to try after one that failed."""
    return h * (UNSOLVED if code != RUN_DONE else shortening(error, ORDER))


@loop
def grow_alpha(method: AlphaMethod, record: StepRecord, error: float, h: float, rejected: bool) -> None:
    """The next step."""
    record.clock[H] = h * alpha_growth(error, ORDER)


@loop
def pass_on_alpha(method: AlphaMethod, record: StepRecord, h: float, shortened: bool) -> None:
    """What the next step needs of this one; after one cut short, accelerations are those of the equations."""
    flow, it, memory, ends = method.flow, method.equations, method.work, method.ends
    nq, nc = len(it.q_u), len(it.lam)
    for i in range(len(it.rate)):
        memory.f_before[i] = ends.f_0[nq + i]
        if shortened:
            memory.rate[i] = ends.f_1[nq + i]
        else:
            memory.rate[i] = it.rate[i]
            memory.offset[i] = (memory.a_new[i] - it.rate[i]) / h
    for i in range(nc):
        memory.start[i] = it.lam[i]
    for i in range(len(flow.s)):
        memory.start[nc + i] = flow.s[i]
    for i in range(len(ends.y)):
        ends.f_0[i] = ends.f_1[i]
    memory.past[0] = 0.0 if shortened else h


@loop
def forget_alpha(method: AlphaMethod) -> None:
    """Errors are not measured across an event."""
    method.work.past[0] = 0.0
    method.solution.forget(method)


@loop
def start_alpha(method: AlphaMethod, t: float) -> int:
    """Accelerations and their change begin with those of the equations at `ends.y`."""
    flow, c, memory, ends = method.flow, method.c, method.work, method.ends
    nq, lams = len(method.equations.q_u), len(method.equations.lam)
    if not evaluate_flow(flow, t, ends.y, ends.f_0):
        return NOT_FINITE
    for i in range(len(ends.y)):
        ends.trial[i] = ends.y[i] + ALPHA_NUDGE * ends.f_0[i]
    if not evaluate_flow(flow, t + ALPHA_NUDGE, ends.trial, ends.f_1):
        return NOT_FINITE
    for i in range(len(memory.rate)):
        memory.rate[i] = ends.f_0[nq + i]
        change = ends.f_1[nq + i] - ends.f_0[nq + i]
        memory.offset[i] = (c.alpha_m - c.alpha_f) * change / ALPHA_NUDGE
    for i in range(len(memory.start)):
        memory.start[i] = 0.0 if i < lams else flow.s[i - lams]
    method.loops.forget(method)
    return RUN_DONE


ALPHA_LOOPS = MarchLoops(
    try_step=try_alpha,
    start=start_alpha,
    shorten=shorten_alpha,
    grow=grow_alpha,
    pass_on=pass_on_alpha,
    forget=forget_alpha,
)
TREE_SOLUTION = AlphaLoops(move_tree, evaluate_tree, solve_tree, along_tree, never_earlier, conclude_alpha)


def alpha_method(flow: Flow, projection: Projection, it: Any, rho_inf: float, fixed: bool) -> AlphaMethod:
    """The method with memory of its own."""
    n, nv, size = len(flow.f) - 1, len(it.rate), len(it.r)
    rate, f_before, offset, a, a_new = np.zeros((5, nv))
    work = AlphaWork(
        rate=rate,
        f_before=f_before,
        offset=offset,
        a=a,
        a_new=a_new,
        drift=np.zeros(it.q_u.shape[1]),
        start=np.zeros(len(it.lam) + len(flow.s)),
        matrix=np.zeros((size, size)),
        change=np.zeros(size),
        pivots=np.zeros(size, dtype=np.int64),
        past=np.zeros(1),
        f_half=np.zeros(n),
    )
    ends, order = step_ends(n, HERMITE_POWERS), 0 if fixed else 2
    return AlphaMethod(ALPHA_LOOPS, TREE_SOLUTION, flow, projection, order, coefficients(rho_inf), it, work, ends)


def alpha_buffers(nq: int, nu: int, nz: int, level: Any, unknowns: int) -> AlphaResidual:
    """Buffers for a system of given sizes; its kernels are still missing."""
    nv, nc = nu + nz, len(level)
    size = nv + nc + unknowns
    kernels = no_kernel(), no_kernel(), no_kernel()
    slopes = np.zeros((size, nq)), np.zeros((size, nv)), np.zeros((size, size))
    vectors = np.zeros(nv), np.zeros(nc), np.zeros(1), np.zeros(size)
    return AlphaResidual(*kernels, *vectors, *slopes, np.zeros(nq), np.zeros((nq, nu)), np.array(level, dtype=np.int64))
