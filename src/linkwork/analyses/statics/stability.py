"""What a linear system says about the stability of an equilibrium."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ...results import Linearization, State
from ..linear.variation import Variation

ZERO_REAL_PART = 1e-7
"""Real parts below this fraction of the largest eigenvalue are zero."""
NEUTRAL = "stable in shape, neutral in position"
NEIGHBOUR_STEP = 0.1
"""How far beside an equilibrium another is looked for: radians, or parts of the size of the mechanism."""


class Judge(Protocol):
    """An equilibrium as its verdict sees it."""

    @property
    def state(self) -> State:
        """Where it is."""

    @property
    def variation(self) -> Any:
        """First variations about it."""

    @property
    def linearization(self) -> Linearization:
        """The linear system about it."""

    def departure(self, change: np.ndarray) -> float:
        """How far from a state that is changed along x the nearest equilibrium is, in parts of the change."""


def stability_of(eq: Judge) -> str:
    """The verdict: "stable", "stable in shape, neutral in position", "unstable" or "undecided".

    All real parts negative: stable. One positive: unstable. Real parts of zero leave it to terms of higher order,
    unless the free motion starts from rest with a symmetric, positive definite stiffness (Dirichlet). Eigenvalues that
    are zero are neutral where they lead to equilibria only: to other positions, that is, on which nothing depends.
    """
    spectrum = eq.linearization.spectrum
    growth, size = spectrum.values.real, float(np.abs(spectrum.values).max(initial=0.0))
    if growth.max(initial=-np.inf) > ZERO_REAL_PART * size:
        return "unstable"
    if growth.max(initial=-np.inf) >= -ZERO_REAL_PART * size and not has_minimum(eq):
        return "undecided"
    if not spectrum.zeros:
        return "stable"
    return NEUTRAL if leads_to_equilibria(eq) else "undecided"


def has_minimum(eq: Judge) -> bool:
    """Whether the potential energy has a minimum, strict but for shifts that meet no stiffness at all.

    At rest, with K symmetric and positive definite on the rest, and no states of elements.
    """
    M, _, K = eq.variation.by_state.stiffness
    if np.abs(eq.state.u).max(initial=0.0) > 0.0 or eq.state.layout.nz or M.shape != K.shape:
        return False
    size = float(np.abs(K).max(initial=0.0))
    if not size:
        return True
    loose = eq.linearization.spectrum.still.shape[1]
    values = np.linalg.eigvalsh((K + K.T) / 2)
    is_definite = bool(
        (values[loose:] > ZERO_REAL_PART * size).all() and (np.abs(values[:loose]) < ZERO_REAL_PART * size).all()
    )
    return bool(np.abs(K - K.T).max() < 1e-6 * size) and is_definite


def leads_to_equilibria(eq: Judge) -> bool:
    """Whether every eigenvalue of zero belongs to a family of equilibria, so that nothing holds and nothing drives.

    Rest goes over into drift along the family; of steady motions those with other speeds must be steady too.
    """
    spectrum, lin = eq.linearization.spectrum, eq.linearization
    moved = spectrum.still
    if np.abs(eq.state.u).max(initial=0.0) > 0.0:
        moved = np.hstack([moved, spectrum.drifting])
    elif len(spectrum.levels) > 2:
        return False
    states = lin.count + len(lin.mass)
    if np.abs(moved[states:]).max(initial=0.0) > 0.0:
        return False
    return all(eq.departure(sign * change) < 0.3 for change in moved.T for sign in (1.0, -1.0))


def loose_directions(v: Variation, r: np.ndarray) -> tuple[list[int], float]:
    """(speeds along which unbalanced forces r meet no stiffness, how much force that is)."""
    V = v.motion.speeds
    if not V.shape[1]:
        return [], 0.0
    scale = v.closures.speed_scale
    K = V.T @ v.by_state.force_y @ v.motion.T[:, : v.motion.displacements.shape[1]]
    left = V.T @ r
    u, values, _ = np.linalg.svd(K)
    size = float(values.max(initial=0.0))
    rank = int(np.sum(values > 1e-9 * size)) if size > 1e-12 * max(1.0, float(np.abs(left).max())) else 0
    space = u[:, rank:]
    unmet = space @ (space.T @ left)
    if np.linalg.norm(unmet) < 0.5 * np.linalg.norm(left):
        return [], 0.0
    along = np.abs(V @ unmet) * scale
    order = [int(k) for k in np.argsort(-along) if along[k] > 0.1 * along.max()]
    return order, float(np.linalg.norm(unmet))
