"""Accelerations and multipliers of a tree at a state: compiled where pivots are sound, rank-revealing elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.arguments import VALUES
from ..contract.errors import joined, unknown
from ..expr import TraceError
from ..formulation.suspects import first_not_finite
from ..numerics.redundant_rows import ConstrainedSolution
from ..results import State

PIVOT_TOLERANCE = 1e-8
"""Below this, relative to the size of the matrix, a pivot says that rows repeat each other."""
CONTRADICTION_TOLERANCE = 1e-6
"""How far rows may be off, relative to the accelerations, before they contradict each other."""


@dataclass(frozen=True, eq=False)
class StateMotion:
    """u̇, multipliers, the number and rank of the rows in use, and how they were found."""

    u_dot: np.ndarray
    lam: np.ndarray
    rows: int
    rank: int
    method: str
    not_unique: tuple[str, ...] = ()
    """Channels of loads, number by number, that the motion leaves open: multipliers are those of least loads."""


class Contradictory(ModelError):
    """Rows that no accelerations meet; `right` is what they ask for."""

    def __init__(self, message: str, right: np.ndarray) -> None:
        super().__init__(message)
        self.right = right


WEIGHTED_WAYS = {
    "multipliers": "multipliers of least norm",
    "pseudo-inverse": "the weighted pseudo-inverse",
    "complement": "the orthogonal complement",
}
"""The ways to solve under rows that repeat each other, S2 §9, and what they are called."""
Weights = Mapping[str, float]
"""How connections share a load that their rows repeat, by name; 1 for all others."""
AS_COMPILED: tuple[str, Weights] = ("auto", {})
"""How accelerations are solved for where nobody chose."""


def tree_motion(system: Any, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
    """The motion at a state, which is taken as it is; the kind of the error says what is wrong."""
    if method in ("auto", "compiled"):
        fast = _compiled(system, state)
        if fast is not None:
            return fast
        if method == "compiled":
            raise ModelError(
                "the compiled solution has no sound pivots here: rows repeat each other; use method='auto'."
            )
    return solved_motion(system, state, method, weights)


def check_weights(label: str, method: str, weights: Weights) -> None:
    """Raises where weights are not positive numbers, or belong to no way that shares loads by them."""
    VALUES.check(label, "weights", weights)
    if weights and method == "auto":
        raise ModelError(f"{label}: weights are for a named way to solve; choose one of {', '.join(WEIGHTED_WAYS)}.")
    for name, weight in weights.items():
        if not 0.0 < weight < np.inf:
            raise ModelError(f"{label}: weights[{name!r}] = {weight!r} must be a positive number.")


def row_solution(system: Any, state: State, method: str, weights: Weights | None = None) -> ConstrainedSolution | None:
    """One of the ways to solve under all rows, with the weights of connections by row; None for "auto"."""
    if method == "auto":
        return None
    if not weights:
        return ConstrainedSolution(method)
    parts, by_row = system.rows.table(state).parts, np.ones(system.rows.count)
    known = {part.name: part.rows for part in parts}
    for name, weight in weights.items():
        if name not in known:
            raise ModelError(f"weights: {unknown('connection with constraint rows', name, known)}")
        by_row[known[name]] = weight
    return ConstrainedSolution(method, tuple(by_row.tolist()))


def solved_motion(system: Any, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
    """The same by one of the ways of `numerics.redundant_rows`, with M and P as dense matrices."""
    parts = partitioned(system, state)
    label = f"model {system.model.name!r}"
    if not np.isfinite(parts[1]).all():
        said = first_not_finite(system.functions.examined(state))
        raise ModelError(said or f"{label}: generalised forces are not finite here; check loads and gravity.")
    try:
        solve = row_solution(system, state, method, weights) or ConstrainedSolution("robust")
        found = solve(*parts, friction_rows(system, state, parts[2]))
    except np.linalg.LinAlgError:
        raise ModelError(_singular("method", method, label)) from None
    if not found.determinate:
        raise ModelError(undetermined(system, found.loose))
    if found.residual > CONTRADICTION_TOLERANCE * (1.0 + float(np.abs(found.u_dot).max(initial=0.0))):
        raise Contradictory(f"{label}: constraints contradict each other.", parts[3])
    name, rows = "robust" if method == "auto" else method, len(parts[2]) - len(system.rows.switched_off(state))
    return StateMotion(_whole(system, state, found.u_dot), found.lam, rows, found.rank, name)


def friction_rows(system: Any, state: State, p: np.ndarray) -> np.ndarray | None:
    """What multipliers do to the free speeds besides P, rows × speeds: friction of contacts; None where there is
    none."""
    if not system.rows.have_friction:
        return None
    acting = np.asarray(system.evaluate("reaching_rows", state).P)
    return np.asarray(acting[:, list(system.chart.free_u)] - p)


def check_definite(system: Any, state: State, method: str) -> None:
    """Raises where a way to solve needs a mass matrix that is positive definite, and it is not."""
    free = list(system.chart.free_u)
    if method in ("auto", "complement") or not free:
        return
    try:
        np.linalg.cholesky(system.mass_matrix(state)[np.ix_(free, free)])
    except np.linalg.LinAlgError:
        raise ModelError(f"{_singular('solution', method, f'model {system.model.name!r}')}", "simulate") from None


def _singular(word: str, method: str, label: str) -> str:
    return (
        f"{word} {method!r} needs a mass matrix that is positive definite, and that of {label} is singular: use "
        f"{word}='auto' or 'complement'."
    )


def undetermined(system: Any, loose: np.ndarray) -> str:
    """Which speeds of which bodies neither inertia nor rows decide about, in words; `loose` are their directions."""
    size = np.abs(loose).max(axis=1)
    places = [system.chart.free_u[k] for k in np.flatnonzero(size > 1e-3 * size.max())]
    bodies = system.chart.bodies_of(places)
    names = joined([system.layout.u[k] for k in places])
    which = f"body {', '.join(map(repr, bodies))}" if len(bodies) == 1 else f"bodies {joined(list(map(repr, bodies)))}"
    together = "" if len(places) == loose.shape[1] else " in some combination"
    return (
        f"model {system.model.name!r}: the accelerations are not determined: {names} of {which} can change{together} "
        "without moving any mass, and no constraint holds them. Give the body mass and inertia about every axis it can "
        "turn about, drive or lock the coordinate, or connect the body further."
    )


def _compiled(system: Any, state: State) -> StateMotion | None:
    """The traced solution, None where it cannot be trusted."""
    rows = system.rows.count
    try:
        # A plain tree may have been traced by articulated bodies alone: its mass matrix is not asked for.
        found = system.functions.at("multipliers" if rows else "acceleration", state)
    except TraceError:
        return None  # no pivots whatever the configuration
    scale = float(np.abs(system.mass_matrix(state)).max(initial=1e-300)) if rows else 1.0
    sound = np.isfinite(found.u_dot).all() and found.pivot > PIVOT_TOLERANCE * min(scale, 1.0 / scale)
    if not sound:
        return None
    lam = found.lam if rows else np.zeros(0)
    used = rows - len(system.rows.switched_off(state)) if rows else 0
    return StateMotion(found.u_dot, lam, used, min(used, len(system.equations.rows.nonzero)), "compiled")


def partitioned(system: Any, state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(M, h, P, b) of the free speeds, prescribed accelerations moved to the right (S0 (6.3.8))."""
    m, h = (np.asarray(part) for part in system.evaluate("dynamics", state))
    p, _, p_00 = system.constraint_rows(state)
    free = list(system.chart.free_u)
    given = _whole(system, state, np.zeros(len(free)))
    return m[np.ix_(free, free)], h[free] - (m @ given)[free], p[:, free], -(p_00 + p @ given)


def _whole(system: Any, state: State, free: np.ndarray) -> np.ndarray:
    """All accelerations from those of the free speeds."""
    u_dot = np.zeros(system.layout.nu)
    for entry in system.layout.driven:
        u_dot[entry.u] = entry.value.derivative(state.t, 2, state.parameters)
    u_dot[list(system.chart.free_u)] = free
    return u_dot
