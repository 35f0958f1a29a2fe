"""Where laws of a run changed their branch, in either formulation: at ends of its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...results import State, Trajectory
from ...system import System
from ..linear.variation import Variation

LANDED_ON = 1e-6
"""Values of a function at the end of a step, relative to its largest, at which the step ended at its zero."""

Slopes = Callable[[Variation], Any]
"""A function and its derivatives, from the variations at a state."""


class BranchChange(NamedTuple):
    """A moment at which laws changed branch."""

    t: float
    slopes: tuple[tuple[str, Slopes], ...]
    """The connection of each, and its function; none where a run did not stop at it."""
    passed: tuple[str, ...] = ()
    """Connections whose changes the run went across."""
    sides: tuple[tuple[int, float], ...] = ()
    """(number, sign before) of each function."""

    def is_beside(self, system: System, state: State, side: float) -> bool:
        """Whether all functions have the signs of before (side −1) or behind (1) the change."""
        found = branch_values(system, state)
        return all(found[n] * sign * side < 0.0 for n, sign in self.sides)


class BranchHistory(NamedTuple):
    """What a run did where laws change branch."""

    changes: Sequence[BranchChange] = ()
    rests: Sequence[tuple[float, int]] = ()
    """(when, function) where it stayed at a change: a function was zero over a whole step."""


def branch_history(system: System, run: Trajectory) -> BranchHistory:
    """Ends of steps on whose sides functions that tell branches apart have different signs.

    Those that change at once are one change. A function that leaps at the change of another one belongs to it.
    """
    owners, t = system.functions.kink_owners, np.unique(run.t)
    if not owners or len(t) < 2:
        return BranchHistory()
    middles = run.resample((t[1:] + t[:-1]) / 2.0)
    values = np.array([branch_values(system, middles.state(k)) for k in range(len(middles))])
    size, side = np.abs(values).max(axis=0), np.sign(values)
    rests: dict[int, float] = {}
    for step, n in np.argwhere(side == 0.0).tolist():
        if not is_same_time(t[step], t[step + 1]):
            rests.setdefault(n, float(t[step]))
        # In a step of a few roundings all may be zero by rounding.
        side[step, n] = side[step - 1, n] if step else 0.0
    return BranchHistory(_changes(system, run, t, size, side), [(when, n) for n, when in rests.items()])


def _changes(system: System, run: Trajectory, t: np.ndarray, size: np.ndarray, side: np.ndarray) -> list[BranchChange]:
    """The changes, from the largest value of each function and its signs in steps."""
    owners = system.functions.kink_owners
    found: list[BranchChange] = []
    for step in np.flatnonzero((side[1:] * side[:-1] < 0.0).any(axis=1)):
        moment, which = float(t[step + 1]), np.flatnonzero(side[step + 1] * side[step] < 0.0)
        now = np.abs(branch_values(system, run.at(moment)))
        landed = [int(n) for n in which if now[n] <= LANDED_ON * size[n]]
        slopes = tuple((owners[n], branch_slopes(n)) for n in landed)
        sides = tuple((n, float(side[step, n])) for n in landed)
        earlier = found[-1] if found and is_same_time(found[-1].t, moment) else None
        passed = () if landed else tuple(dict.fromkeys(owners[n] for n in which))
        if earlier is None:
            found.append(BranchChange(moment, slopes, passed, sides))
        elif slopes:
            found[-1] = BranchChange(earlier.t, (*earlier.slopes, *slopes), (), (*earlier.sides, *sides))
    return found


def branch_values(system: System, state: State) -> np.ndarray:
    """All functions that tell branches apart, at a state."""
    return np.asarray(system.evaluate("kinks", state).values, dtype=float)


def branch_slopes(n: int) -> Slopes:
    """Of one function."""

    def at(v: Variation) -> Any:
        found = v.system.functions.at_motion("kink_variations", v.state, v.u_dot, v.lam)
        return type(found)(*(np.asarray(x)[n : n + 1] for x in found))

    return at


def time_rounding(t: float) -> float:
    """What times near t are known to."""
    return float(np.finfo(float).eps) * max(1.0, abs(t))


def is_same_time(t: float, other: float) -> bool:
    """Whether two times are one but for rounding."""
    return abs(t - other) <= 1e4 * time_rounding(other)
