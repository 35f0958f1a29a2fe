r"""One step of collocation across a gap in which the rates are not asked for: a singular configuration lies there.

A polynomial through the rates at nodes $c_i$ on both sides of the gap, at states that are projected on the constraints,
is integrated: $y_i = y + h \sum_j a_{ij} f(y_j)$. The weights are found in Legendre's polynomials, of which

$$ \int_{-1}^{x} P_k = \frac{P_{k+1}(x) - P_{k-1}(x)}{2k+1}. $$
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ..weighted_sums import assign
from .branch import MotionBranch, follow_branch
from .flow import Flow, evaluate_flow
from .lu import factor_lu, solve_lu
from .projection import Projection, project

GAP_HALF_WIDTH = 0.5
"""Half the width of the gap, relative to the way to its middle."""
FIRST = 0.1
"""Where nodes begin if the gap is at the start."""
GAP_ITERATIONS = 40
GAP_CONVERGED = 0.02
"""Changes by an iteration, in tolerances, that are small enough."""
ACROSS = 1e-3
"""What counts of the distance from the constraints by which the last node is missed."""
ALL_NODES = -1
"""Which node is left out where none is."""


class GapStep(NamedTuple):
    """Nodes of a step, and memory for it."""

    nodes: Any
    weights: Any
    """Of the integrals up to the nodes."""
    basis: Any
    """Polynomials at the nodes, and their factors."""
    pivots: Any
    room: Any
    """Integrals of the polynomials, then weights of the rates."""
    y: Any
    """Where it begins."""
    states: Any
    """At the nodes: those to begin with, and those that were found."""
    met: Any
    """The same on the constraints."""
    rates: Any
    last: Any
    """The last of them before an iteration."""
    allowed: Any
    """Of every entry of a state but the work."""
    y_new: Any
    dense: Any
    """Powers of its polynomial."""
    worst: Any
    """What the projection counted before."""
    error: Any
    """One number: estimated, in tolerances."""


@loop
def weigh_rates(step: GapStep, left_out: int) -> None:
    """Factors the conditions on weights: polynomials are integrated exactly, or all but the highest without a node."""
    m = len(step.nodes)
    for i in range(m):
        x = 2.0 * step.nodes[i] - 1.0
        step.basis[0, i], step.basis[1, i] = 1.0, x
        for k in range(2, m):
            step.basis[k, i] = ((2.0 * k - 1.0) * x * step.basis[k - 1, i] - (k - 1.0) * step.basis[k - 2, i]) / k
        if left_out != ALL_NODES:
            step.basis[m - 1, i] = 1.0 if i == left_out else 0.0
    factor_lu(step.basis, step.pivots)


@loop
def weigh_integral(step: GapStep, left_out: int, end: float) -> None:
    """Writes the weights of the integral from 0 to an end."""
    m, x = len(step.nodes), 2.0 * end - 1.0
    older, old = 1.0, x
    step.room[0] = 0.5 * (x + 1.0)
    for k in range(1, m):
        new = ((2.0 * k + 1.0) * x * old - k * older) / (k + 1.0)
        step.room[k] = 0.5 * (new - older) / (2.0 * k + 1.0)
        older, old = old, new
    if left_out != ALL_NODES:
        step.room[m - 1] = 0.0
    solve_lu(step.basis, step.pivots, step.room)


@loop
def weigh_nodes(step: GapStep) -> None:
    """Writes the weights of integrals up to the nodes."""
    weigh_rates(step, ALL_NODES)
    for i in range(len(step.nodes)):
        weigh_integral(step, ALL_NODES, step.nodes[i])
        assign(step.weights[i], step.room)


@loop
def whole_change(step: GapStep, h: float, left_out: int, sign: float, result: Any) -> None:
    """Adds ± the integral over the step, one node perhaps left out."""
    weigh_rates(step, left_out)
    weigh_integral(step, left_out, 1.0)
    for j in range(len(step.nodes)):
        for i in range(len(step.allowed)):
            result[i] += sign * h * step.room[j] * step.rates[j, i]


@loop
def rates_on_constraints(flow: Flow, projection: Projection, step: GapStep, t: float, h: float) -> bool:
    """States at nodes on the constraints, and the rates there; False where there are none."""
    for k in range(len(step.nodes)):
        time = t + h * step.nodes[k]
        assign(step.met[k], step.states[k])
        if not project(flow, projection, time, step.met[k]):
            return False
        if not evaluate_flow(flow, time, step.met[k], step.rates[k]):
            return False
    return True


@loop
def integrate_rates(step: GapStep, h: float) -> float:
    """Moves the states to the integrals of the rates; by how much, in tolerances."""
    change = 0.0
    for k in range(len(step.nodes)):
        for i in range(len(step.y)):
            total = 0.0
            for j in range(len(step.nodes)):
                total += step.weights[k, j] * step.rates[j, i]
            new = step.y[i] + h * total
            if i < len(step.allowed):
                change = max(change, abs(new - step.states[k, i]) / step.allowed[i])
            step.states[k, i] = new
    return change


@loop
def collocate(flow: Flow, projection: Projection, step: GapStep, t: float, h: float) -> bool:
    """Fixed-point iteration: rates at projected states depend on the motion along the constraints only."""
    last, end = np.inf, len(step.nodes) - 1
    assign(step.last, step.states[end])
    for iteration in range(GAP_ITERATIONS):
        if iteration > 0:
            assign(step.last, step.met[end])
        if not rates_on_constraints(flow, projection, step, t, h):
            return False
        change = integrate_rates(step, h)
        if change < GAP_CONVERGED or (iteration > 4 and change > 0.7 * last):
            break
        last = change
    for k in range(len(step.nodes)):
        for i in range(len(step.y)):
            if not abs(step.states[k, i]) < np.inf:
                return False
    return True


@loop
def estimate_gap_error(step: GapStep, h: float) -> float:
    """In tolerances: what the last state on the constraints still moves and misses, and what a node less changes.

    Next to the gap rounding moves states across the motion; only what is left of it behind the projection matters.
    """
    end, error, change = len(step.nodes) - 1, 0.0, step.dense[0]
    for i in range(len(step.y)):
        change[i] = 0.0
    whole_change(step, h, ALL_NODES, 1.0, change)
    whole_change(step, h, len(step.nodes) // 2, -1.0, change)
    for i in range(len(step.allowed)):
        moved, missed = abs(step.met[end, i] - step.last[i]), abs(step.met[end, i] - step.states[end, i])
        error = max(error, max(moved, max(ACROSS * missed, 0.1 * abs(change[i]))) / step.allowed[i])
    return error


@loop
def end_gap_step(flow: Flow, projection: Projection, step: GapStep, t: float, h: float) -> None:
    """The state at the end, on the constraints, and the powers of the polynomial that leads there."""
    m, n = len(step.nodes), len(step.y)
    for i in range(m):
        step.basis[i, 0] = 1.0
        for k in range(1, m):
            step.basis[i, k] = step.basis[i, k - 1] * step.nodes[i]
    factor_lu(step.basis, step.pivots)
    for i in range(n):
        for j in range(m):
            step.room[j] = step.rates[j, i]
        solve_lu(step.basis, step.pivots, step.room)
        step.y_new[i] = step.y[i]
        for k in range(m):
            step.dense[k, i] = h * step.room[k] / (k + 1.0)
            step.y_new[i] += step.dense[k, i]
    project(flow, projection, t + h, step.y_new)
    for i in range(n):
        left = step.y_new[i] - step.y[i]
        for k in range(m):
            left -= step.dense[k, i]
        step.dense[0, i] += left


@loop
def pivot_at(flow: Flow, step: GapStep, t: float, y: Any) -> float:
    """The smallest pivot at a state; zero where it is not finite."""
    evaluate_flow(flow, t, y, step.last)
    pivot = flow.f[len(y)]
    return float(pivot if abs(pivot) < np.inf else 0.0)


@loop
def ends_well(flow: Flow, step: GapStep, t: float, h: float) -> bool:
    """Whether rows are independent at the nodes and the end: not close to the next singular configuration."""
    smallest, largest = flow.pivot[0], flow.pivot[1]
    begin = pivot_at(flow, step, t, step.y)
    least, most = np.inf, 0.0
    for k in range(len(step.nodes)):
        inside = pivot_at(flow, step, t + h * step.nodes[k], step.met[k])
        least, most = min(least, inside), max(most, inside)
    end = pivot_at(flow, step, t + h, step.y_new)
    flow.pivot[0], flow.pivot[1] = smallest, largest
    return bool(least > 0.1 * begin and end > max(begin, 0.2 * most))


@loop
def cross_gap(flow: Flow, projection: Projection, step: GapStep, t: float, h: float) -> bool:
    """The step of length h from y, whose states at the nodes to begin with are given; whether there is one."""
    assign(step.worst, projection.worst)
    weigh_nodes(step)
    found = collocate(flow, projection, step, t, h)
    assign(projection.worst, step.worst)
    if not found:
        return False
    step.error[0] = estimate_gap_error(step, h)
    end_gap_step(flow, projection, step, t, h)
    return ends_well(flow, step, t, h)


@loop
def cross_along(flow: Flow, projection: Projection, step: GapStep, branch: MotionBranch, t: float, h: float) -> bool:
    """The same, beginning with the states of a branch."""
    for k in range(len(step.nodes)):
        follow_branch(branch, h * step.nodes[k], step.states[k])
    return cross_gap(flow, projection, step, t, h)


def gapped_nodes(middle: float) -> np.ndarray:
    """Nodes in [0, 1] around a gap, so many on each side that polynomials through them stay tame in the gap."""
    if middle < 0.5 * FIRST:
        return FIRST + (1.0 - FIRST) * _chebyshev(7)
    before, behind = (2, 7) if middle < 0.25 else (3, 5)
    gap = GAP_HALF_WIDTH * middle
    return np.concatenate(
        [(middle - gap) * _chebyshev(before), middle + gap + (1.0 - middle - gap) * _chebyshev(behind)]
    )


@cache
def _chebyshev(count: int) -> np.ndarray:
    """Chebyshev's points in [0, 1]."""
    return np.asarray(0.5 * (1.0 - np.cos(np.pi * (np.arange(count) + 0.5) / count)))


def make_gap_step(count: int, n: int) -> GapStep:
    """Memory for a step with so many nodes."""
    square, rows = (count, count), (count, n)
    return GapStep(
        nodes=np.zeros(count),
        weights=np.zeros(square),
        basis=np.zeros(square),
        pivots=np.zeros(count, dtype=np.int64),
        room=np.zeros(count),
        y=np.zeros(n),
        states=np.zeros(rows),
        met=np.zeros(rows),
        rates=np.zeros(rows),
        last=np.zeros(n),
        allowed=np.zeros(n - 1),
        y_new=np.zeros(n),
        dense=np.zeros(rows),
        worst=np.zeros(3),
        error=np.zeros(1),
    )
