"""Starts in singular configurations: consistent speeds there, and the branch of the motion on which a run leaves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...contract import ModelError
from ...contract.errors import joined
from ...kernels.loops import call
from ...results import State
from ..common.bound_kernels import BoundKernels
from ..constraints.loop_closure import evaluate_closure, solve_closure
from ..constraints.row_wrenches import loop_closures
from ..constraints.velocities import consistent_speeds
from .singular_passage import JUMP_ERROR, BranchPath, Leap, leap_along
from .singularities import singularity_at

SINGULAR_PIVOT = 1e-10
"""Pivots, relative to their rows, below which a configuration is singular: some 1e-5 rad from where rows depend."""
START_CLOSED = 1e-12
FIRST_STEPS = (0.2, 0.06, 0.02)
"""How far the first step leads away, in radians or lengths over the typical lever arm; the longest that is accurate."""
ZERO_SPEED = 1e-9
"""Speeds and accelerations below this are none."""
AT_REST = (
    "the start is at rest in a singular configuration, where several motions meet; the run follows the one of least "
    "constraint. Give speeds to have another one"
)


def is_singular(bound: BoundKernels) -> bool:
    """Whether the rows in use depend on each other where the projection was last asked."""
    return not bound.projection.residual[2] > SINGULAR_PIVOT


def least_squares_state(bound: BoundKernels, state: State) -> State | None:
    """The state on all constraints by least squares, which do not mind dependent rows; None where it cannot be."""
    system = bound.system
    closures = loop_closures(system, state)
    if np.abs(evaluate_closure(system, state)[0]).max(initial=0.0) > START_CLOSED:
        found = solve_closure(closures, state)
        if not found.is_closed:
            return None
        state = found.state
    found_speeds = consistent_speeds(system, state)
    return found_speeds if np.abs(found_speeds.u - state.u).max(initial=0.0) > START_CLOSED else state


def leap_from(bound: BoundKernels, state: State, tolerance: np.ndarray, grid: float | None) -> tuple[Leap, bool]:
    """The first step of a run from a singular configuration, and whether it begins at rest."""
    t, y = state.t, bound.y_of(state)
    rates, scale = bound.start.least_rates(state, y), loop_closures(bound.system, state).q_scale
    rates[-1] = 0.0
    nq = bound.sizes[0]
    speed = float(np.abs(rates[:nq] / scale).max(initial=0.0))
    at_rest = speed < ZERO_SPEED
    ahead = (_turning(bound, t, y + rates)[:nq] - rates[:nq]) / scale
    change = float(np.abs(ahead).max(initial=0.0))
    if at_rest and change < ZERO_SPEED:
        raise ModelError(
            f"{_said(bound, state)}, and nothing moves it. Start a little aside, or give speeds.", "simulate"
        )
    path, found = _path(bound, t, y, rates), list[Leap | None]()
    for away in FIRST_STEPS:
        length = 2.0 * away / (speed + np.sqrt(speed * speed + 2.0 * away * change))
        if grid is not None:
            length = max(1, round(length / grid)) * grid
        leap = leap_along(bound, t, y, length, 0.0, path, tolerance)
        if leap is not None and leap.error < JUMP_ERROR:
            return leap, at_rest
        found.append(leap)
    best = min((leap for leap in found if leap is not None), key=lambda leap: leap.error, default=None)
    if best is not None and best.error < 1e3 * JUMP_ERROR:
        return best, at_rest
    raise ModelError(
        f"{_said(bound, state)}. No motion was found that begins with the speeds given: they must be "
        "those of one of the motions. Give such speeds, or start a little aside.",
        "simulate",
    )


def _said(bound: BoundKernels, state: State) -> str:
    closures = loop_closures(bound.system, state)
    ranked = closures.velocity_rank(bound.system.constraint_rows(state)[0], bound.rows)
    rows = np.zeros((len(closures.row_scale), len(bound.rows)))
    rows[list(bound.rows)] = ranked.U
    found = singularity_at(closures, replace(ranked, U=rows), bound.start.usual_rank(state), state.t, False)
    return (
        f"the start is a singular configuration: the rows of {joined(found.connections)} depend on each other, several "
        f"motions meet, and {joined(found.coordinates)} are not determined"
    )


def _turning(bound: BoundKernels, t: float, y: np.ndarray) -> np.ndarray:
    """ẏ as the kernel gives it, of which q̇ and ż hold in any configuration."""
    bound.x[:-1], bound.x[-1] = y, t
    call(bound.flow.rhs)
    return np.array(bound.f[:-1])


def _path(bound: BoundKernels, t: float, y: np.ndarray, rates: np.ndarray) -> BranchPath:
    """The path that begins with given rates: speeds change linearly, coordinates as speeds half way say."""
    nq = bound.sizes[0]

    def path(time: float) -> np.ndarray:
        past = time - t
        moved = y + past * rates
        moved[:nq] = y[:nq] + past * _turning(bound, time, y + 0.5 * past * rates)[:nq]
        return moved

    return path
