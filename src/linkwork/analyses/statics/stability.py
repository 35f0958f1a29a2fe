"""What a linear system says about the stability of an equilibrium."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from ...numerics.saddle_search import newton_search
from ...results import Linearization, State
from ...results.spectrum import stiffness_values
from ...system import System
from ..constraints.loop_closure import solve_closure
from ..constraints.nearby import SAME_MODE, loses_rank
from ..constraints.row_wrenches import loop_closures
from ..contact.contact_table import has_contacts
from ..linear.variation import Variation
from .steady_conditions import conditions_at

ZERO_REAL_PART = 1e-7
"""Real parts below this fraction of their eigenvalue are zero."""
NO_STIFFNESS = 1e-13
"""Stiffness of the free motion below this part of the largest that forces have is rounding."""
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

    @property
    def system(self) -> System:
        """The system it belongs to."""

    @property
    def u_dot(self) -> np.ndarray:
        """Accelerations of driven coordinates."""

    @property
    def given(self) -> Mapping[str, float]:
        """Speeds that were given."""


def stability_of(eq: Judge) -> str:
    """The verdict: "stable", "stable in shape, neutral in position", "unstable" or "undecided".

    All real parts negative: stable. One positive: unstable. Real parts of zero leave it to terms of higher order,
    unless the free motion starts from rest with a symmetric, positive definite stiffness (Dirichlet). Eigenvalues that
    are zero are neutral where they lead to equilibria only: to other positions, that is, on which nothing depends.
    Where rows lose rank the multipliers are not unique: those of one choice may prove a minimum, but no instability.
    """
    spectrum = eq.linearization.spectrum
    growth, none = spectrum.values.real, np.maximum(spectrum.errors, ZERO_REAL_PART * np.abs(spectrum.values))
    if (growth > none).any():
        return "undecided" if loses_rank(eq.variation.closures, eq.state) else "unstable"
    if (growth >= -none).any() and not has_minimum(eq):
        return "undecided"
    if not spectrum.zeros:
        return "stable"
    return NEUTRAL if leads_to_equilibria(eq) else "undecided"


def has_minimum(eq: Judge) -> bool:
    """Whether the potential energy has a minimum, strict but for shifts that meet no stiffness at all.

    At rest, with K symmetric and positive definite on the rest, and no states of elements.
    """
    M, _, K = eq.variation.by_state.stiffness
    held = held_displacements(eq.variation)
    K = K if held is None else K @ held
    if np.abs(eq.state.u).max(initial=0.0) > 0.0 or eq.state.layout.nz or M.shape != K.shape or eq.linearization.past:
        return False
    size = float(np.abs(K).max(initial=0.0))
    if size <= NO_STIFFNESS * float(np.abs(eq.variation.by_state.force_y).max(initial=0.0)):
        return True
    loose = eq.linearization.spectrum.still.shape[1]
    loose -= 0 if held is None else held.shape[0] - held.shape[1]
    values, _ = stiffness_values(K, M)
    is_definite = bool((values >= 0.0).all()) and int(np.sum(values == 0.0)) == loose
    return bool(np.abs(K - K.T).max() < 1e-6 * size) and is_definite


def held_displacements(v: Variation) -> np.ndarray | None:
    """Free displacements that points which stick leave (displacements × speeds); None where none sticks.

    Sticking restricts velocities only: displacements across it stay what they are, and no motion leads there.
    """
    n, m = v.motion.displacements.shape[1], v.motion.speeds.shape[1]
    if n == m or not has_contacts(v.system):
        return None
    return np.asarray(v.motion.left[0] @ np.asarray(v.motion.rates.q_dot_u) @ v.motion.speeds)


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
    return all(_departure(eq, sign * change) < 0.3 for change in moved.T for sign in (1.0, -1.0))


def pose_distance(system: Any, one: State, other: State) -> float:
    """How far bodies are from each other at two states: radians, or parts of the size of the mechanism."""
    a, b = (system.evaluate("body_poses", state) for state in (one, other))
    scale = max(1.0, float(loop_closures(system, one).length))
    return max(float(np.abs(a.R - b.R).max(initial=0.0)), float(np.abs(a.p - b.p).max(initial=0.0)) / scale)


def same_equilibrium(one: Any, other: Any) -> bool:
    """Whether two equilibria are one: in poses and states, or but for displacements that meet no stiffness."""
    same_z = np.allclose(one.state.z, other.state.z, rtol=1e-5, atol=1e-8)
    if not same_z:
        return False
    if pose_distance(one.system, one.state, other.state) < SAME_MODE:
        return True
    return _along_indifferent(one, other)


def _along_indifferent(one: Any, other: Any) -> bool:
    """Whether two equilibria differ only by displacements that meet no stiffness."""
    v = one.variation
    K = v.by_state.stiffness[2]
    if not K.size:
        return False
    _, values, vt = np.linalg.svd(K)
    loose = v.motion.displacements @ vt[int(np.sum(values > 1e-9 * max(values[0], 1e-300))) :].T
    if not loose.shape[1]:
        return False
    lengths = v.closures.q_scale != 1.0
    step = other.state.q - one.state.q
    # Angles count without whole turns, unless they are what is indifferent.
    turns = np.where(
        lengths | (np.abs(loose).max(axis=1) > SAME_MODE), 0.0, 2.0 * np.pi * np.round(step / (2.0 * np.pi))
    )
    step = step - turns
    left = step - loose @ np.linalg.lstsq(loose, step, rcond=None)[0]
    return bool(np.abs(left / v.closures.q_scale).max() < SAME_MODE)


def _departure(eq: Judge, change: np.ndarray) -> float:
    """How far from an equilibrium, changed along x, the nearest equilibrium is, in parts of the change."""
    layout, v = eq.system.layout, eq.variation
    scale = np.concatenate([v.closures.q_scale, v.closures.speed_scale])
    y = (v.motion.T @ change)[: layout.nq + layout.nu]
    y *= NEIGHBOUR_STEP / np.abs(y / scale).max()
    moved = replace(eq.state, q=eq.state.q + y[: layout.nq], u=eq.state.u + y[layout.nq :])
    closed = solve_closure(v.closures, moved)
    if not closed.is_closed:
        return np.inf
    speeds = {k: float(closed.state.u[k]) for k in map(layout.u_index, eq.given)}
    conditions = conditions_at(eq.system, closed.state, eq.u_dot, speeds)
    found = newton_search(conditions, conditions.first())
    if not found.size < conditions.tolerance:
        return np.inf
    state, start = conditions.parts(found.x)[0], conditions.start
    left = np.concatenate([state.q - start.q, state.u - start.u])
    return float(np.abs(left / scale).max()) / NEIGHBOUR_STEP
