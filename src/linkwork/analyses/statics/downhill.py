r"""The way downhill: from a state of rest to a minimum of the potential energy, in either formulation.

With free displacements ξ, the forces $f = V^T M \dot u$ of the motion that begins at rest, and
$K\varphi = \omega^2 M\varphi$,

$$ \Delta\xi = \sum_k \varphi_k\,\frac{\varphi_k^T f}{|\omega_k^2|} $$

is Newton's step where K is positive definite, and leads away from saddles and maxima where it is not (J. Nocedal and
S. Wright, Numerical Optimization, section 3.4). A step is taken where forces do work along it, and shortened where not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...contract import ModelError
from ...numerics.least_squares import LeastSquaresFit
from ...numerics.saddle_search import LONGEST_SEARCH_STEP, newton_search
from ...results import State
from ...results.spectrum import ENTRY_ROUNDED, stiffness_values
from ..constraints.motion_at import motion_at
from ..linear.variation import Variation, variation_of
from .conditions import EquilibriumConditions
from .load_path import first_equilibrium
from .stability import pose_distance
from .unstable_directions import unstable_directions

DOWNHILL_STEPS = 200
SHORTEST_DOWNHILL = 1e-6
DOWNHILL_END = 1e-6
"""Steps this short are the last: Newton's method does the rest."""
SOFTEST_DOWNHILL = 1e-10
"""The least stiffness, over the largest, that a step is divided by."""
MOST_DOWNHILL = 300
"""Free displacements up to which modes of every step are affordable."""
SYMMETRIC = 1e-6
"""Stiffness of forces that have a potential is symmetric to this part of it."""
NEAR_GUESS = 0.1
"""Radians, or parts of the size: an equilibrium so near the guess is the one that was asked for, stable or not."""
STABLE_STARTS = 12
"""Random starts from which a stable equilibrium is looked for."""
MOST_SIDES = 3
"""Modes along which an unstable equilibrium is left."""
LONGEST_FALL = 0.1
"""Radians, or parts of the size, of one step of a fall."""
ASIDE = 0.05
"""How far a saddle is left to one side: radians, or lever arms."""
ConditionsMet = tuple[EquilibriumConditions, LeastSquaresFit, str]
"""(conditions, where they are met, how that was found)."""


class _Place(NamedTuple):
    """A state of rest with its forces and stiffness."""

    state: State
    v: Variation
    force: np.ndarray
    values: np.ndarray
    """ω²."""
    modes: np.ndarray
    """φ, as columns."""

    @property
    def step(self) -> np.ndarray:
        """The step of free displacements."""
        floor = SOFTEST_DOWNHILL * float(np.abs(self.values).max(initial=0.0)) or 1.0
        return np.asarray(self.modes @ ((self.modes.T @ self.force) / np.maximum(np.abs(self.values), floor)))

    def length(self, step: np.ndarray) -> float:
        """Of a step, in radians and lever arms."""
        return float(np.abs(self.v.motion.reach @ step).max(initial=0.0))

    def moved(self, step: np.ndarray) -> np.ndarray:
        """Coordinates after a step, to first order."""
        return np.asarray(self.state.q + self.v.motion.displacements @ step)


def lower_fit(balance: EquilibriumConditions, found: LeastSquaresFit | None) -> ConditionsMet | None:
    """What is reached downhill of the start, where Newton's method found nothing, or went far and to no minimum."""
    if not _is_small_rest(balance):
        return None
    if found is not None:
        is_near = pose_distance(balance.system, balance.start, balance.parts(found.x)[0]) <= NEAR_GUESS
        if is_near or not unstable_directions(balance, found.x) or not _has_potential(balance, found.x):
            return None
    return _settled(downhill(balance))


def fits_beside(
    balance: EquilibriumConditions, found: LeastSquaresFit, beside: Sequence[State]
) -> Iterator[ConditionsMet]:
    """Equilibria beside an unstable one: downhill where forces have a potential, else by a motion in pseudo time."""
    if _is_small_rest(balance) and _has_potential(balance, found.x):
        yield from _aside(balance, found)
        starts = (near for start in balance.starts(STABLE_STARTS) if (near := balance.near(start)) is not None)
        yield from (fit for near in starts if (fit := _settled(downhill(near))) is not None)
    for moved in (balance.near(state) for state in beside):
        if moved is not None:
            ends = first_equilibrium(moved, moved.first(), ("pseudo time",))
            yield from ((moved, fit, way) for way, fit in ends if fit.size < moved.tolerance)


def _aside(balance: EquilibriumConditions, found: LeastSquaresFit) -> Iterator[ConditionsMet]:
    """Where an unstable equilibrium falls to that is let go a little to one side, along its softest modes."""
    place = _place(balance, found.x)
    if place is None:
        return
    for k in np.flatnonzero(place.values < 0.0)[:MOST_SIDES]:
        mode = place.modes[:, k] * (ASIDE / max(place.length(place.modes[:, k]), 1e-300))
        for side in (1.0, -1.0):
            step = np.zeros_like(found.x)
            step[: len(balance.q)] = (place.v.motion.displacements @ (side * mode))[balance.q]
            fit = let_go(balance, balance.move(found.x, step))
            if fit.size < balance.tolerance:
                yield balance, fit, "downhill"


def let_go(balance: EquilibriumConditions, x: np.ndarray) -> LeastSquaresFit:
    r"""Where a motion without inertia leads to, by implicit steps $(K + \sigma M)\,\Delta q = -r$.

    σ is twice what the fastest fall asks for, so that K + σM is positive and steps lead downhill; it vanishes with it,
    and steps are Newton's. They need not gain at once, and so follow narrow valleys: a slender column is far stiffer
    along its axis than across, and moves across by steps that strain it first.
    """
    for _ in range(DOWNHILL_STEPS):
        fall = _fastest_fall(balance, x)
        residual, tangent = balance.evaluate(x)
        try:
            step = tangent.solve(-residual, 2.0 * fall * balance.mass / balance.stiffness)
        except np.linalg.LinAlgError:
            break
        size = float(np.abs(step / balance.scales[1]).max(initial=0.0))
        if size < DOWNHILL_END:
            break
        x = balance.move(x, step * min(1.0, LONGEST_FALL / size))
    return newton_search(balance, x)


def _fastest_fall(balance: EquilibriumConditions, x: np.ndarray) -> float:
    """−ω² of the mode in which the stiffness pushes away most; zero where none does."""
    state, lam = balance.parts(x)
    M, _, K = variation_of(balance.system, state, balance.a, lam).by_state.stiffness
    return max(0.0, -float(stiffness_values(0.5 * (K + K.T), M)[0].min(initial=0.0)))


def _settled(low: EquilibriumConditions | None) -> ConditionsMet | None:
    """The equilibrium near the end of a way downhill."""
    fit = None if low is None else newton_search(low, low.first())
    return None if low is None or fit is None or not fit.size < low.tolerance else (low, fit, "downhill")


def _is_small_rest(balance: EquilibriumConditions) -> bool:
    """Whether rest is looked for, of a model without states of elements that is not too large."""
    layout = balance.system.layout
    is_large = layout.nu - balance.system.rows.count > MOST_DOWNHILL
    return not (layout.nz or is_large or np.any(balance.start.u) or np.any(balance.a))


def _has_potential(balance: EquilibriumConditions, x: np.ndarray) -> bool:
    """Whether forces come from a potential: seen from the symmetry of the stiffness where they balance."""
    state, lam = balance.parts(x)
    K = variation_of(balance.system, state, balance.a, lam).by_state.stiffness[2]
    if K.shape[0] != K.shape[1] or not np.isfinite(K).all():
        return False
    return bool(np.abs(K - K.T).max(initial=0.0) <= SYMMETRIC * np.abs(K).max(initial=0.0))


def downhill(balance: EquilibriumConditions) -> EquilibriumConditions | None:
    """The conditions of rest near the minimum that is reached from their start; None where none is."""
    here: EquilibriumConditions | None = balance
    place = _place(balance)
    longest = LONGEST_SEARCH_STEP
    for _ in range(DOWNHILL_STEPS):
        if here is None or place is None or longest < SHORTEST_DOWNHILL:
            return None
        step = place.step
        size = place.length(step)
        if size < DOWNHILL_END:
            return here
        step = step * min(1.0, longest / size)
        trial = here.near(_at(place.state, place.moved(step)))
        found = None if trial is None else _place(trial)
        if found is None or _work(place, found, step) <= 0.0:
            longest = 0.25 * min(longest, size)
            continue
        here, place = trial, found
        longest = min(LONGEST_SEARCH_STEP, 2.0 * longest)
    return None


def _at(state: State, q: np.ndarray) -> State:
    return type(state)(state.layout, q, state.u, state.t, state.parameters, state.z)


def _place(balance: Any, x: np.ndarray | None = None) -> _Place | None:
    """Everything at unknowns, or the start; None where it is not finite, or rows restrict speeds only."""
    try:
        state, lam = balance.parts(balance.first() if x is None else x)
        v = variation_of(balance.system, state, balance.a, lam)
        (M, _, K), u_dot = v.by_state.stiffness, motion_at(balance.system, state).u_dot
        if M.shape != K.shape or not (np.isfinite(K).all() and np.isfinite(u_dot).all()):
            return None
        values, modes = stiffness_values(K, M)
    except (ModelError, np.linalg.LinAlgError):
        return None
    return _Place(state, v, np.asarray(v.motion.speeds.T @ (v.by_state.M @ u_dot)), values, modes)


def _work(a: _Place, b: _Place, step: np.ndarray) -> float:
    """What forces do along a step, by the trapezoidal rule; rounding counts for the step."""
    before = float(a.force @ step)
    along = b.v.motion.left[0] @ (a.v.motion.displacements @ step)
    after = float(b.force @ along)
    return before + after + ENTRY_ROUNDED * (abs(before) + abs(after))
