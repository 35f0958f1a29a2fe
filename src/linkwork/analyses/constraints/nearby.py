"""Consistent configurations near a given one: what is usual there, as against what holds at one configuration only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...mechanics.port import dense
from ...numerics.rank import Ranked
from ...results import State
from .loop_closure import evaluate_closure, solve_closure
from .row_wrenches import LoopClosures

SAME_MODE = 1e-6
"""Configurations closer than this, in radians or lengths over the typical lever arm, are the same."""
NEARBY_DISTANCE = 0.01
"""How far away, in radians or lengths over the typical lever arm."""
NEARBY_TRIES = 6


def nearby_states(closures: LoopClosures, state: State, positions: Ranked) -> Iterator[State]:
    """Closed configurations around the given one, along directions it may move in; driven ones move with time."""
    residual, _ = evaluate_closure(closures.system, state)
    rng = np.random.default_rng(11)
    motion = positions.null_space
    free = list(closures.free_q)
    if not len(residual) or (not motion.shape[1] and not _time_step(closures, state)):
        return
    for k in range(NEARBY_TRIES):
        q = state.q.copy()
        if motion.shape[1]:
            direction = rng.normal(size=motion.shape[1])
            q[free] += NEARBY_DISTANCE * motion @ (direction / np.linalg.norm(direction))
        t = state.t + (-1.0) ** k * _time_step(closures, state)
        moved = closures.system.prescribed(replace(state, q=q, t=t))
        found = solve_closure(closures, moved)
        if found.is_closed and np.abs((found.state.q - moved.q) / closures.q_scale).max() < 20.0 * NEARBY_DISTANCE:
            yield found.state


def _time_step(closures: LoopClosures, state: State) -> float:
    """The time in which driven coordinates move by `NEARBY_DISTANCE`."""
    driven = closures.system.layout.driven
    rates = [abs(entry.value.derivative(state.t, 1, state.parameters)) / closures.q_scale[entry.q] for entry in driven]
    if not closures.system.chart.branches:
        # In absolute coordinates drives are rows; P_0 is how fast they move.
        rates = [float(x) for x in np.abs(closures.row_scale * closures.system.constraint_rows(state)[1]) if x]
    fastest = max(rates, default=0.0)
    return NEARBY_DISTANCE / fastest if fastest > NEARBY_DISTANCE else (NEARBY_DISTANCE if rates else 0.0)


def nearby_ranks(closures: LoopClosures, state: State, positions: Ranked) -> list[tuple[Ranked, Ranked]]:
    """Of all rows and of positions at configurations nearby, until two of them agree."""
    found: list[tuple[Ranked, Ranked]] = []
    for near in nearby_states(closures, state, positions):
        found.append(ranks_at(closures, near))
        sizes = [(one.rank, other.rank) for one, other in found]
        if max(sizes) in sizes[:-1] and sizes[-1] == max(sizes):
            break
    return found


def ranks_at(closures: LoopClosures, state: State) -> tuple[Ranked, Ranked]:
    """Of all rows, and of positions."""
    P = closures.system.constraint_rows(state)[0]
    return closures.velocity_rank(P), position_ranks(closures, state)


def position_ranks(closures: LoopClosures, state: State) -> Ranked:
    """The rank of holonomic rows and invariants, and of rows across what assemblies hold inside."""
    _, slope = evaluate_closure(closures.system, state)
    count = len(closures.holonomic)
    rows = [row for _, row in closures.system.chart.idle(state)]
    return closures.position_rank(slope[:count], np.vstack([dense(slope[count:]), *rows]) if rows else slope[count:])


def loses_rank(closures: LoopClosures, state: State) -> bool:
    """Whether rows repeat each other here that do not nearby: there is more freedom, and multipliers are not unique."""
    here, positions = ranks_at(closures, state)
    if here.rank == closures.system.rows.count:
        return False
    return any(usual.rank > here.rank for usual, _ in nearby_ranks(closures, state, positions))
