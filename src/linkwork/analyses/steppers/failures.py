"""Why a run could not go on, by name: which element, constraint, drive or length of step did it."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ... import absolute, mechanics
from ...consistency import said_of
from ...contract.errors import joined
from ...model.coordinate_check import singular_hinge
from ...numerics.rank import RANKED_ROWS
from ...numerics.status import CONSTRAINTS_OPEN, NEWTON_FAILED, NOT_FINITE, SENTENCES, STEP_COLLAPSED, STEP_NOT_FINITE
from ...results import State
from ..common.bound_kernels import BoundKernels
from ..common.failing_elements import changed_most, culprit, leaping, ways_ahead, without_numbers
from ..constraints.row_wrenches import LoopClosures, loop_closures
from ..methods.method import Method
from ..methods.options import Options
from ..path.singularities import contradictory_drives, dead_point, singularity_at

CONTRADICTION = 1e-6
"""Accelerations across constraints, relative to what these ask for, that are more than rounding."""
NEARLY = 1e-2
"""The smallest singular value of independent rows, relative to that at the start, of nearly singular configurations."""
CHECK_STEP = "the rates there are finite; check what `step` returns"


def explain(
    bound: BoundKernels, code: int, t: float, y: np.ndarray, start: State | None = None, options: Options | None = None
) -> str:
    """A sentence for a status, with the names of what is to blame at a state; that of a run knows more."""
    said = f"{SENTENCES[code]} at t = {t:.6g}"
    if code == CONSTRAINTS_OPEN:
        return f"{said}: {_open_rows(bound, t, y)}"
    if code == STEP_NOT_FINITE:
        with np.errstate(all="ignore"):
            return f"{said}: {without_numbers(bound.system, _way(bound, t, y)) or CHECK_STEP}"
    if code in (NOT_FINITE, STEP_COLLAPSED, NEWTON_FAILED):
        with np.errstate(all="ignore"):
            long = None
            if start is not None and options is not None and options.is_fixed and options.h is not None:
                long = too_long(bound, options.method, options.h, start)
            return f"{said}: {long or tree_culprit(bound, t, y, start)}"
    return said


def _open_rows(bound: BoundKernels, t: float, y: np.ndarray) -> str:
    system = bound.system
    state = bound.state_of(np.where(np.isfinite(y), y, 0.0), t, system.rest)
    if system.rows.are_regularised:
        return said_of([v for v in system.violations(state) if not v.of_velocities])
    g = np.abs(np.atleast_1d(np.asarray(system.evaluate("position", state).g, dtype=float)))
    worst, start = 0, int(np.argmax(g)) if g.size else 0
    for rows in system.equations.rows.by_connection:
        worst += len(rows.g)
        if start < worst:
            drives = _drives(bound, state)
            return f"{rows.name!r} stays open by {g[start]:.3g}{f'. {drives}' if drives else ''}"
    return "a norm of Euler parameters is lost"


def tree_culprit(bound: BoundKernels, t: float, y: np.ndarray, start: State | None = None) -> str:
    """What is not finite, cannot follow, leaps or grows; else the speed that changes fastest."""
    system = bound.system
    here = bound.state_of(np.where(np.isfinite(y), y, 0.0), t, system.rest)
    rates = bound.rates(t, y)
    if rates is not None and not np.isfinite(rates).all():
        rates = None
    ahead = [] if rates is None else [bound.state_of(y + h * rates, t + h, here) for h in ways_ahead(t)]
    return culprit(system, [here, *ahead], partial(_drives, bound, here, start), _fastest(bound, here, y, rates))


def _fastest(bound: BoundKernels, state: State, y: np.ndarray, rates: np.ndarray | None) -> str:
    """Which coordinate, speed or state changes fastest, or has no finite rate."""
    layout = bound.system.layout
    names = [*layout.q, *layout.u, *layout.z]
    values = dict(zip(layout.q, map(float, state.q), strict=True))
    singular = singular_hinge(bound.system.model.connections.values(), values, state.t, nearly=rates is not None)
    if singular:
        return singular
    if rates is None:
        bad = [n for n, x in zip(names, bound.f[: len(names)], strict=True) if not np.isfinite(x)]
        return f"the rate of {bad[0] if bad else 'a speed'} is not finite; a mass or inertia may be zero there"
    place = int(np.argmax(np.abs(rates[: len(names)]) / (1.0 + np.abs(y[: len(names)]))))
    return f"{names[place]} changes fastest (rate {rates[place]:.3g})"


def forces_jump(bound: BoundKernels, t: float, y: np.ndarray) -> bool:
    """Whether some force leaps at a state, or just beyond."""
    way = _way(bound, t, y)
    return bool(way) and leaping(bound.system, way) is not None


def _way(bound: BoundKernels, t: float, y: np.ndarray) -> list[State]:
    """A state and those just beyond; none where its rates are not finite."""
    rates = bound.rates(t, y)
    if rates is None or not np.isfinite(rates).all():
        return []
    here = bound.state_of(y, t, bound.system.rest)
    return [here, *(bound.state_of(y + h * rates, t + h, here) for h in ways_ahead(t))]


def _drives(bound: BoundKernels, state: State, start: State | None = None) -> str | None:
    """What kinematics says where drives cannot go on, or contradict each other; None where neither holds."""
    system: Any = bound.system
    if system.rows.are_regularised:
        return unmet_rows(system, state, state if start is None else start)
    if not system.equations.rows.count:
        return None
    closures, rank = loop_closures(system, state if start is None else start), len(bound.rows)
    if not system.layout.driven:
        return _nearly_singular(closures, state, rank)
    # At a dead point rows contradict each other too, and it is the reason.
    return dead_point(closures, state, rank) or contradictory_drives(closures, state)


def unmet_rows(system: mechanics.AbsoluteSystem, state: State, start: State) -> str | None:
    """What kinematics says where rows that move bodies cannot go on, or no accelerations meet all rows; None elsewhere.

    What is usual of the rows is what holds at the start of the run.
    """
    elements, rows = system.elements, system.rows.count - len(system.rows.switched_off(start))
    at, tables = elements.configuration(state), elements.tables(state.parameters)
    said = _where_rows_depend(system, state, start) if rows <= RANKED_ROWS else None
    found = absolute.accelerate(elements, at, tables)
    asked = float(np.abs(elements.assembly.rates(at, tables).P_00).max(initial=0.0))
    if said is not None or found.gap <= CONTRADICTION * (1.0 + asked):
        return said
    return (
        f"constraints contradict each other: with the accelerations that meet them best {found.gap:.3g} m/s² or "
        "rad/s² are left across them; lw.mobility(system, state) names those that are redundant"
    )


def _where_rows_depend(system: mechanics.AbsoluteSystem, state: State, start: State) -> str | None:
    """What is said of a dead point, or of a configuration that is nearly singular and was not at the start."""
    closures = loop_closures(system, start)
    rank = closures.velocity_rank(system.constraint_rows(start)[0]).rank
    said = dead_point(closures, state, rank) if system.elements.is_moved else None
    return said or _nearly_singular(closures, state, rank)


def _nearly_singular(closures: LoopClosures, state: State, rank: int) -> str | None:
    """What is said of a configuration that is nearly singular, and was not at the start, of which closures are."""
    before, here = (closures.velocity_rank(closures.system.constraint_rows(s)[0]) for s in (closures.state, state))
    last = rank - 1
    if last < 0 or not here.singular_values[last] < NEARLY * before.singular_values[last]:
        return None
    found = singularity_at(closures, here, rank, state.t, False)
    return (
        f"the configuration is nearly singular: rows of {joined(found.connections)} become dependent, several motions "
        "meet, and the last steps do not tell which one goes on. Start a little aside, or take another method"
    )


# Fixed steps that are too long: the fastest motion at the start against where a method stays bounded.
#
# With the eigenvalues λ of $\partial\dot y/\partial y$, a step h of an explicit method grows what it should not unless
# |λ| h stays below the edge of its stability region.
SHIFT = 1e-7


def too_long(bound: BoundKernels, method: Method, h: float, start: State) -> str | None:
    """A sentence where the step exceeds what the motion at the start allows; None where it does not."""
    y = bound.y_of(start)
    found = _slopes(bound, start.t, y)
    if found is None or method.reach is None:
        return None
    values, vectors = np.linalg.eig(found)
    k = int(np.argmax(np.abs(values)))
    fastest = float(np.abs(values[k]))
    if fastest * h <= method.reach:
        return None
    along = np.real(vectors[:, k]) + np.imag(vectors[:, k])
    least = 0.7 * method.reach / fastest
    moved = y.copy()
    moved[:-1] += SHIFT * along / np.abs(along).max()
    stiff = changed_most(bound.system, start, bound.state_of(moved, start.t, start))
    who = "" if stiff is None else f" for connection {stiff.name!r}"
    return (
        f"h = {h:.3g} is too long{who}: the fastest motion at the start has a rate of "
        f"{fastest:.3g} per second, and {method.name} stays bounded for steps below {method.reach / fastest:.2g}. Take "
        f"h = {least:.1g} or less, or method='radau'"
    )


def _slopes(bound: BoundKernels, t: float, y: np.ndarray) -> np.ndarray | None:
    """∂ẏ/∂y without the work, by central differences."""
    n = len(y) - 1
    found = np.empty((n, n))
    for k in range(n):
        step = SHIFT * (1.0 + abs(y[k]))
        sides = []
        for sign in (1.0, -1.0):
            moved = y.copy()
            moved[k] += sign * step
            rates = bound.rates(t, moved)
            if rates is None or not np.isfinite(rates).all():
                return None
            sides.append(rates[:n])
        found[:, k] = (sides[0] - sides[1]) / (2.0 * step)
    return found
