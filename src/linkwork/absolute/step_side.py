"""Memory of steps over impacts of an absolute system, and which of its rows take part in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..numerics.contact.held_rows import WITHOUT_INERTIA, make_held_rows
from ..numerics.rank import repeating_rows
from .configuration import cross_products, rotated_rows
from .run_kernels import AbsoluteKernels
from .saddle_memory import stored_factors
from .step_loops import AbsoluteSide, RowSwitch, chart_speeds, normalise


def absolute_side(on: AbsoluteKernels, contact_rows: np.ndarray, points: int) -> AbsoluteSide:
    """Memory of steps; contacts are closed and stick in what the kernels are bound to."""
    elements, assembly, evaluation = on.elements, on.elements.assembly, on.loops.evaluation("residual")
    count, pattern = len(on.work.triplets), assembly.matrix.pattern
    rows, columns, size = pattern.rows[:count], pattern.columns[:count], elements.size
    nu, first, places = on.sizes[1], *_by_row(rows - size, columns < size, elements.rows)
    side = AbsoluteSide(
        work=on.work._replace(factors=stored_factors(pattern, count)),
        calls=on.loops.native("residual"),
        c=evaluation.weights,
        r=evaluation.total("r"),
        bodies=np.zeros((elements.bodies.count, 13)),
        spins=np.zeros((elements.bodies.count, 3)),
        inertia=np.flatnonzero((rows < nu) & (columns < nu)),
        first=first,
        places=places,
        on_speeds=(~assembly.is_holonomic).astype(np.int64),
        all_rows=_switch(on, contact_rows),
        positions=_switch(on, contact_rows),
        left_out=np.zeros(0, dtype=np.int64),
        asks=np.array([1, 0, 0]),
        rows_work=np.array([elements.rows_work], dtype=np.int64),
        border=make_held_rows(points, nu),
    )
    put_bodies(side, on)
    return side


def _by_row(row: np.ndarray, is_entry: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(where those of each row begin, places of entries row after row)."""
    places = np.flatnonzero((row >= 0) & is_entry)
    places = places[np.argsort(row[places], kind="stable")]
    return np.searchsorted(row[places], np.arange(count + 1)), places


def put_bodies(side: AbsoluteSide, on: AbsoluteKernels) -> None:
    """Moments of inertia of rigid bodies; those to which others add some are not rigid."""
    own = [g for g in on.elements.groups if g.kind.forces.have_inertia]
    others = {int(body) for group in own for bodies in group.bodies for body in np.ravel(bodies)}
    a, b, c, d, e, f = moments = on.loops.tables.bodies[1:]
    values, axes = np.linalg.eigh(np.array([[a, b, d], [b, c, e], [d, e, f]]).transpose(2, 0, 1))
    has = values > WITHOUT_INERTIA * values[:, -1:]
    inverse = np.einsum("kim,km,kjm->kij", axes, np.where(has, 1.0 / np.where(has, values, 1.0), 0.0), axes)
    side.bodies[:, :6] = moments.T
    side.bodies[:, 6:12] = inverse[:, [0, 1, 1, 2, 2, 2], [0, 0, 1, 0, 1, 2]]
    side.bodies[:, 12] = 1.0
    side.bodies[sorted(others), 12] = 0.0


def _switch(on: AbsoluteKernels, off: np.ndarray) -> RowSwitch:
    """All rows but some."""
    count, size, pattern = len(on.work.triplets), on.elements.size, on.elements.assembly.matrix.pattern
    taken = np.ones(on.elements.rows, dtype=np.int64)
    taken[off] = 0
    places = size + np.asarray(off, dtype=np.int64)
    entries = np.isin(pattern.rows[:count], places) | np.isin(pattern.columns[:count], places)
    return RowSwitch(taken, np.flatnonzero(entries), count + places)


def rows_left_out(on: AbsoluteKernels, contact_rows: np.ndarray, P: Any) -> tuple[np.ndarray, np.ndarray]:
    """Rows of no contact that repeat others where P is taken: among all of them, and among those of positions."""
    known, kept = on.elements.assembly.kept, isinstance(P, np.ndarray)
    last, found = known.get("rows left out", (None, None))
    if kept and last is not None and np.array_equal(last, P):
        return found
    held = np.setdiff1d(np.arange(on.elements.rows), contact_rows)
    placed = held[on.elements.assembly.is_holonomic[held]]
    every = held[list(repeating_rows(P[held]))]
    found = every, every if len(placed) == len(held) else placed[list(repeating_rows(P[placed]))]
    if kept:
        known["rows left out"] = P, found
    return found


def with_rows(
    side: AbsoluteSide, on: AbsoluteKernels, contact_rows: np.ndarray, every: np.ndarray, positions: np.ndarray
) -> AbsoluteSide:
    """The same with some rows left out."""
    speeds = np.flatnonzero(~on.elements.assembly.is_holonomic)
    side.asks[:] = 0
    return side._replace(
        all_rows=_switch(on, np.union1d(contact_rows, every)),
        positions=_switch(on, np.union1d(np.union1d(contact_rows, positions), speeds)),
        left_out=every,
    )


def step_kernels(bound: AbsoluteKernels) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """(rates of the chart and states on it as loops, what they write)."""
    nq, nu, _ = bound.sizes
    u, q_dot, q, there = np.zeros(nu), np.zeros(nq), np.zeros(nq), np.zeros(nu)
    kernels = {
        "kinematics": bound.loops.kernel(chart_speeds, bound.work, u, q_dot),
        "chart": bound.loops.kernel(normalise, bound.work, q, there),
    }
    return kernels, {"q_dot": q_dot, "q": q, "u": there}


def switched_on(bound: AbsoluteKernels, parameters: Mapping[str, float]) -> AbsoluteKernels:
    """Kernels whose contacts are as in these Parameters; the same where that is what they are."""
    if (bound.numbers(parameters) == bound.parameters).all():
        return bound
    return AbsoluteKernels(bound.system, parameters)


def row_columns(bound: AbsoluteKernels, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Rows by velocities of body frames as rows by those of centres of mass, at a state."""
    bodies = bound.elements.bodies.count
    arms = rotated_rows(y[: 7 * bodies].reshape(-1, 7)[:, :4], bound.loops.tables.com)

    def columns(rows: np.ndarray) -> np.ndarray:
        found = np.array(rows)
        own = found[:, : 6 * bodies].reshape(len(found), bodies, 6)
        own[..., :3] -= cross_products(np.broadcast_to(arms, own[..., 3:].shape), own[..., 3:])
        return found

    return columns
