"""`accelerations`: u̇ and multipliers at a state, whatever the constraints, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..absolute import AbsoluteSystem
from ..absolute.motion import accelerate, rank_of_rows
from ..contract import ModelError
from ..contract.arguments import NAME, takes
from ..contract.errors import unknown
from ..expr import TraceError
from ..numerics.constrained import METHODS
from ..results import State
from ..system import System
from .closures import closures_of, listed
from .explain import contradicting_rows
from .finite import not_finite
from .given import given_state

PIVOT_TOLERANCE = 1e-8
"""Below this, relative to the size of the matrix, a pivot says that rows repeat each other."""
MET = 1e-6
"""How far rows may be off, relative to the accelerations, before they contradict each other."""


@dataclass(frozen=True, eq=False)
class Accelerations:
    """u̇ by name, multipliers by row, the rank of the rows, and the way they were computed."""

    state: State
    u_dot: np.ndarray
    lam: np.ndarray
    rows: int
    rank: int
    method: str

    def __getitem__(self, speed: str) -> float:
        return float(self.u_dot[self.state.layout.u_index(speed)])

    @property
    def redundant(self) -> int:
        """How many rows repeat others; multipliers are then those of least norm."""
        return self.rows - self.rank


@takes(method=NAME)
def accelerations(system: System | AbsoluteSystem, state: State, method: str = "auto") -> Accelerations:
    """Accelerations at a state.

    "auto" takes the compiled solution where its pivots are sound, and rank-revealing factorisations where they are not
    (repeated rows, singular attitudes, massless parts). "multipliers", "pseudo-inverse" and "complement" name one of
    the ways of S2 §9. Of an absolute system they are those of centres of mass, by one sparse system.
    """
    state = given_state(system, state, "accelerations")
    if isinstance(system, AbsoluteSystem):
        return _absolute(system, state)
    if method not in ("auto", "compiled", *METHODS):
        raise ModelError(unknown("method", method, ["auto", "compiled", *METHODS]))
    if method in ("auto", "compiled"):
        fast = _compiled(system, state)
        if fast is not None:
            return fast
        if method == "compiled":
            raise ModelError(
                "the compiled solution has no sound pivots here: rows repeat each other; use method='auto'."
            )
    parts = _partitioned(system, state)
    if not np.isfinite(parts[1]).all():
        said = not_finite(system, state)
        raise ModelError(said or "generalised forces are not finite here; check loads and gravity.")
    try:
        found = METHODS["robust" if method == "auto" else method](*parts)
    except np.linalg.LinAlgError:
        raise ModelError(
            f"method {method!r} needs a mass matrix that is positive definite, and that of model "
            f"{system.model.name!r} is singular: use method='auto' or 'complement'."
        ) from None
    if not found.determinate:
        raise ModelError(_undetermined(system, found.loose))
    if found.residual > MET * (1.0 + float(np.abs(found.u_dot).max(initial=0.0))):
        raise ModelError(_contradiction(system, state, parts[3]))
    u_dot = _whole(system, state, found.u_dot)
    name = "robust" if method == "auto" else method
    return Accelerations(state, u_dot, found.lam, len(parts[2]), found.rank, name)


def check_determined(system: System, state: State) -> None:
    """Raises where neither inertia nor constraint rows determine all accelerations at a state."""
    m, h, p, b = _partitioned(system, state)
    found = METHODS["robust"](m, np.zeros_like(h), p, np.zeros_like(b))
    if not found.determinate:
        raise ModelError(_undetermined(system, found.loose))


def _compiled(system: System, state: State) -> Accelerations | None:
    """The traced solution, None where it cannot be trusted."""
    rows = len(system.equations.g_dot)
    try:
        # A plain tree may have been traced by articulated bodies alone: its mass matrix is not asked for.
        found = system.evaluate("multipliers" if rows else "acceleration", state)
    except TraceError:
        return None  # no pivots whatever the attitude
    scale = float(np.abs(system.mass_matrix(state)).max(initial=1e-300)) if rows else 1.0
    if not np.isfinite(found.u_dot).all():
        said = not_finite(system, state)
        if said is not None:
            raise ModelError(said)
    sound = np.isfinite(found.u_dot).all() and found.pivot > PIVOT_TOLERANCE * min(scale, 1.0 / scale)
    if not sound:
        return None
    lam = found.lam if rows else np.zeros(0)
    return Accelerations(state, found.u_dot, lam, rows, len(system.equations.felt), "compiled")


def _partitioned(system: System, state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(M, h, P, b) of the free speeds, prescribed accelerations moved to the right (S0 (6.3.8))."""
    m, h = system.mass_matrix(state), system.bias(state)
    p, _, p_00 = system.constraint_rows(state)
    free = system.equations.free
    given = _whole(system, state, np.zeros(len(free)))
    return m[np.ix_(free, free)], h[free] - (m @ given)[free], p[:, free], -(p_00 + p @ given)


def _whole(system: System, state: State, free: np.ndarray) -> np.ndarray:
    """All accelerations from those of the free speeds."""
    u_dot = np.zeros(system.layout.nu)
    for entry in system.layout.driven:
        u_dot[entry.u] = entry.value.derivative(state.t, 2, state.parameters)
    u_dot[system.equations.free] = free
    return u_dot


def _undetermined(system: System, loose: np.ndarray) -> str:
    """Which speeds of which bodies have no inertia, in words."""
    size = np.abs(loose).max(axis=1)
    places = [system.equations.free[k] for k in np.flatnonzero(size > 1e-3 * size.max())]
    owners = [b for b in system.topology.branches if any(b.u.start <= k < b.u.stop for k in places)]
    bodies = dict.fromkeys(system.topology.bodies[b.number].body.name for b in owners)
    names = listed([system.layout.u[k] for k in places])
    which = f"body {', '.join(map(repr, bodies))}" if len(bodies) == 1 else f"bodies {listed(list(map(repr, bodies)))}"
    together = "" if len(places) == loose.shape[1] else " in some combination"
    return (
        f"model {system.model.name!r}: the accelerations are not determined: {names} of {which} can change{together} "
        "without moving any mass, and no constraint holds them. Give the body mass and inertia about every axis it can "
        "turn about, drive or lock the coordinate, or connect the body further."
    )


def _contradiction(system: System, state: State, right: np.ndarray) -> str:
    """Which rows ask for accelerations that cannot be had together, in words."""
    closures = closures_of(system, state)
    off = closures.velocity_rank(system.constraint_rows(state)[0]).contradiction(right)
    given = [entry.name for entry in (*system.layout.driven, *system.layout.locked)]
    cause = f" with {listed(given)} given" if given else ""
    return (
        f"model {system.model.name!r}: constraints contradict each other: no accelerations meet "
        f"{contradicting_rows(closures, off)}{cause}; they are off by {np.linalg.norm(off):.3g} per second squared. "
        "Remove one of them, or drive fewer coordinates; mobility(…) says which repeat each other."
    )


def _absolute(system: AbsoluteSystem, state: State) -> Accelerations:
    """By the sparse saddle point; rows that repeat others share their load by least squares."""
    found = accelerate(system, system.configuration(state), system.tables(state.parameters))
    if found.gap > MET * (1.0 + float(np.abs(found.u_dot).max(initial=0.0))):
        raise ModelError(f"model {system.model.name!r}: its constraints contradict each other by {found.gap:.3g}.")
    # Of very many rows the rank is not determined and taken to be full.
    rank = rank_of_rows(found.A)
    return Accelerations(state, found.u_dot, found.lam, system.rows, system.rows if rank is None else rank, "sparse")
