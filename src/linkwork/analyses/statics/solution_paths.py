r"""Ways from a start to an equilibrium: globalised Newton, load steps, and a motion in pseudo time.

* Newton: damped Gauss–Newton steps on the scaled conditions, which cross kinks of laws by themselves.
* Load steps: what is unbalanced at the start is taken off in steps, `load_path.py`.
* Pseudo time: $(M/\delta + K)\,\Delta q = -r$, implicit steps of a motion without inertia in which the mass matrix is
  the damping. It falls towards stable equilibria; δ grows as the unbalanced forces vanish, until steps are Newton's.

Conditions of rest in absolute coordinates take the linear algebra of `numerics/saddle_search.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...numerics.least_squares import LeastSquaresFit, least_squares_fit
from ...numerics.saddle_search import saddle_newton, saddle_pseudo_time
from .balance import Balance
from .load_path import LOAD_STEPS, load_path
from .rest_balance import RestBalance

PSEUDO_STEPS = 400
LONGEST_PSEUDO_STEP = 0.3
"""The longest pseudo step of a scaled coordinate."""
SHORTEST_PSEUDO_TIME = 1e-3
LONGEST_LEAP = 10.0
"""A step after which forces are larger by more than this has fallen through a contact, and is taken shorter."""

EquilibriumConditions = Balance | RestBalance
EquilibriumMethod = Callable[[Any, np.ndarray], LeastSquaresFit]


def newton_way(balance: EquilibriumConditions, x: np.ndarray) -> LeastSquaresFit:
    """Damped Newton steps from x."""
    return (
        saddle_newton(balance, x)
        if isinstance(balance, RestBalance)
        else least_squares_fit(balance, x, *balance.scales)
    )


def load_way(balance: EquilibriumConditions, x: np.ndarray) -> LeastSquaresFit:
    """The unbalanced forces of the start taken off in steps, and Newton from where the path ends.

    A path that may leap is short; where it leads nowhere, one that keeps to its branch is followed.
    """
    found = newton_way(balance, load_path(balance, x)[0].x)
    return found if found.size < balance.tolerance else newton_way(balance, load_path(balance, x, LOAD_STEPS)[0].x)


def pseudo_way(balance: EquilibriumConditions, x: np.ndarray) -> LeastSquaresFit:
    """Implicit steps in pseudo time, then Newton."""
    return saddle_pseudo_time(balance, x) if isinstance(balance, RestBalance) else _pseudo_time(balance, x)


def _pseudo_time(balance: Balance, x: np.ndarray) -> LeastSquaresFit:
    rows, columns = balance.scales
    count = len(balance.q)
    residual, slope = balance(x)
    size = float(np.linalg.norm(rows * residual))
    # Forces are scaled by what the stiffest part feels: a load that is far less has to move bodies all the same.
    load = min(1.0, size)
    mass = load * _damping(balance, x)
    delta = 0.1
    for _ in range(PSEUDO_STEPS):
        if size < max(1e-6 * load, balance.tolerance):
            break
        matrix = rows[:, None] * slope * columns
        matrix[: mass.shape[0], :count] += mass / delta
        step = np.linalg.lstsq(matrix, -rows * residual, rcond=1e-12)[0]
        longest = np.abs(step[:count]).max(initial=0.0)
        step *= min(1.0, LONGEST_PSEUDO_STEP / longest) if longest > 0.0 else 1.0
        trial = balance(x + columns * step)
        now = float(np.linalg.norm(rows * trial[0]))
        if now > LONGEST_LEAP * size and delta > SHORTEST_PSEUDO_TIME:
            delta *= 0.25
            continue
        x, (residual, slope) = x + columns * step, trial
        delta = float(np.clip(delta * np.clip(size / max(now, 1e-300), 0.5, 3.0), SHORTEST_PSEUDO_TIME, 1e9))
        size = now
    return newton_way(balance, x)


def _damping(balance: Balance, x: np.ndarray) -> np.ndarray:
    """The mass matrix on coordinates, scaled so that its largest entry is one."""
    state, _ = balance.parts(x)
    free = list(balance.closures.free_u)
    M = np.atleast_2d(balance.system.mass_matrix(state))[free]
    back = np.linalg.pinv(np.atleast_2d(np.asarray(balance.system.evaluate("rate_variations", state).q_dot_u)))
    found = (M @ back)[:, balance.q] * balance.closures.q_scale[balance.q]
    found *= balance.closures.speed_scale[free][:, None]
    return np.asarray(found / max(float(np.abs(found).max(initial=0.0)), 1e-300))


WAYS: dict[str, EquilibriumMethod] = {"newton": newton_way, "load steps": load_way, "pseudo time": pseudo_way}


def first_equilibrium(
    balance: EquilibriumConditions, x: np.ndarray, ways: tuple[str, ...] | None = None
) -> Iterator[tuple[str, LeastSquaresFit]]:
    """What each way finds, until one meets all conditions."""
    for name in balance.ways if ways is None else ways:
        found = WAYS[name](balance, x)
        yield name, found
        if found.size < balance.tolerance:
            return
