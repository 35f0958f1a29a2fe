r"""Equilibria along a load path: what is unbalanced at the start is taken off in steps,

$$ F(x) = (1 - \tau)\,F(x_0), \qquad 0 \le \tau \le 1. $$

Steps are predicted through the last points of the path and corrected by full Newton steps, which may make residuals
larger on the way, as those of slender beams do: what must shrink is the step. A step that does not converge is halved,
one that converges easily is followed by a longer one. A change of sign of the determinant of ∂F/∂x, or of the number of
directions in which the stiffness pushes away, shows that the path passed a point where ∂F/∂x is singular: a limit
point, or one where other equilibria branch off. Where two eigenvalues cross zero together the determinant keeps
its sign.

Ways to an equilibrium (`WAYS`) are Newton's full steps, this path, and a motion in pseudo time, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...numerics.least_squares import LeastSquaresFit
from ...numerics.saddle_search import newton_search, pseudo_time_search
from .conditions import EQUILIBRIUM_TOLERANCE, EquilibriumConditions
from .unstable_directions import unstable_directions

LOAD_STEPS = 10
SHORTEST_LOAD_STEP = 1e-3
"""Shorter ones are taken by the length of the path instead."""
CORRECTIONS = 16
EASY, HARD = 4, 8
"""Corrections below which the next step is longer, and above which it is shorter."""
FREE_CORRECTION, BRANCH_CORRECTION = 1.0, 0.3
"""The longest correction of scaled unknowns (radians, or parts of the size of the mechanism): where the path may leap
to another branch, and where it may not."""
SMALL_CORRECTION, IDLE_CORRECTION = 1e-8, 1e-6
"""Corrections with which balanced forces are balanced well enough, and which need not shrink any more."""
PREDICTORS = 4
"""Points of the path through which the next is predicted."""
FIRST_ARC, SHORTEST_ARC, LONGEST_ARC = 0.02, 1e-5, 0.2
"""Steps along the path: radians, or parts of the size of the mechanism, or of the load."""
ARC_STEPS = 400
IDLE_ARCS, IDLE_LOAD = 6, 1e-6
"""So many steps along which the load changes by less than this part lead nowhere."""
MOST_LOAD = 1e3
LIMITS_TOLD = 3
CRITICAL_HALVINGS = 20


@dataclass(frozen=True, eq=False)
class LoadPath:
    """The way along which an equilibrium was reached."""

    fractions: tuple[float, ...]
    """Parts of the load at which the model was in equilibrium, from 0 to 1."""
    corrections: tuple[int, ...]
    """Newton steps at each of them."""
    unknowns: tuple[np.ndarray, ...]
    """The configurations, as unknowns of the search."""
    singular: tuple[tuple[float, float], ...]
    """Intervals of the load in which the tangent became singular."""
    critical: tuple[float, ...] = ()
    """Where in each of them: critical loads, as parts of the load."""
    limits: tuple[float, ...] = ()
    """Parts of the load beyond which it cannot rise along the path, and goes back."""
    unstable: int | None = None
    """Directions in which the stiffness pushes away from where the path ends; None where not known."""

    @property
    def end_words(self) -> str:
        """Where a path ends that does not lead to the whole load."""
        limits = "".join(f" The load has a limit at {x:.5g} of it." for x in self.limits[:LIMITS_TOLD])
        if len(self.limits) > LIMITS_TOLD:
            limits += f" It has {len(self.limits) - LIMITS_TOLD} more."
        return (
            f"the load path ends at {self.fractions[-1]:.4g} of the load, in {len(self.fractions) - 1} steps: it leads "
            f"no farther from this start.{limits} lw.equilibrium without steps= may find an equilibrium beyond."
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a user should know of it."""
        passed = tuple(
            f"at {at:.5g} of the load (between {a:.4g} and {b:.4g}) the stiffness becomes singular: other equilibria "
            "branch off there; this one is what the steps of the load led to."
            for at, (a, b) in zip(self.critical, self.singular, strict=True)
        )
        passed += tuple(
            f"the load has a limit at {at:.5g} of it: a load that rises beyond makes the model snap; the path turns "
            "back there, and goes on to this equilibrium."
            for at in self.limits
        )
        if passed or not self.unstable:
            return passed
        return ("the load path leads to an unstable equilibrium: start from another guess, bent a little aside.",)


class _Point(NamedTuple):
    """A point of the path."""

    x: np.ndarray
    fraction: float
    corrections: int = 0
    sign: int = 0


def load_path(
    conditions: EquilibriumConditions, x: np.ndarray, steps: int | None = None
) -> tuple[LeastSquaresFit, LoadPath]:
    """(where the path ends, the path): at τ = 1 where all conditions are met.

    `steps` are the fewest, and the path keeps to its branch; without them it may leap to another.
    """
    first = conditions.residual(x)
    path = _Path(conditions, first, FREE_CORRECTION if steps is None else BRANCH_CORRECTION)
    longest, step, points = (1.0 if steps is None else 1.0 / steps), 1.0 / (steps or LOAD_STEPS), [_Point(x, 0.0)]
    while points[-1].fraction < 1.0 and step > SHORTEST_LOAD_STEP:
        done = points[-1].fraction
        goal = 1.0 if done + 1.001 * step >= 1.0 else done + step
        found = path.corrected(_predicted(points, goal), goal)
        if found is None:
            step *= 0.5
            continue
        points.append(found)
        step = min(longest, step * (2.0 if found.corrections <= EASY else 0.6 if found.corrections > HARD else 1.0))
    if points[-1].fraction < 1.0:
        points = path.along_arc(points)
    unstable = [unstable_directions(conditions, at.x) for at in points]
    turns = _turns(points)
    passed = [
        k
        for k in range(1, len(points))
        if not turns.keys() & {k - 1, k}
        and ((points[k].sign and points[k].sign == -points[k - 1].sign) or _changes(unstable, k))
    ]
    told = LoadPath(
        tuple(at.fraction for at in points),
        tuple(at.corrections for at in points),
        tuple(at.x for at in points),
        tuple((points[k - 1].fraction, points[k].fraction) for k in passed),
        tuple(path.critical(points[k - 1], points[k], unstable[k - 1]) for k in passed),
        tuple(limit for limit, is_top in turns.values() if is_top),
        unstable[-1],
    )
    end, count = points[-1].x, sum(at.corrections for at in points)
    return LeastSquaresFit(end, conditions.scales[0] * conditions.residual(end), count), told


def _is_idle(points: list[_Point]) -> bool:
    """Whether the load stays as it is from point to point: the path follows a motion that nothing resists."""
    return all(abs(at.fraction - points[0].fraction) < IDLE_LOAD for at in points)


def _turns(points: list[_Point]) -> dict[int, tuple[float, bool]]:
    """Points beside which the load turns: (where, by the parabola through three of them; whether it rose before)."""
    found = {}
    for k in range(1, len(points) - 1):
        a, b, c = points[k - 1 : k + 2]
        if (b.fraction - a.fraction) * (c.fraction - b.fraction) < 0.0:
            s, e = -float(np.linalg.norm(b.x - a.x)), float(np.linalg.norm(c.x - b.x))
            bend, slope, _ = np.polyfit([s, 0.0, e], [x.fraction - b.fraction for x in (a, b, c)], 2)
            found[k] = float(b.fraction - slope**2 / (4.0 * bend)), b.fraction > a.fraction
    return found


def _changes(unstable: list[int | None], k: int) -> bool:
    """Whether the number of unstable directions changed in a step; the first may lead out of a start that has some."""
    before, after = unstable[k - 1], unstable[k]
    if before is None or after is None:
        return False
    return after > before or (k > 1 and after < before)


def _predicted(points: list[_Point], goal: float) -> np.ndarray:
    """The polynomial through the last points of the path, at the next."""
    known = points[-PREDICTORS:]
    found = np.zeros_like(points[0].x)
    for k, at in enumerate(known):
        others = [other.fraction for j, other in enumerate(known) if j != k]
        found = found + at.x * np.prod([(goal - other) / (at.fraction - other) for other in others])
    return found


@dataclass(frozen=True, eq=False)
class _Path:
    """F(x) = (1 − τ) F₀ of conditions, with the longest correction that stays on it."""

    conditions: EquilibriumConditions
    start: np.ndarray
    """F₀, which is taken off."""
    reach: float

    @property
    def weights(self) -> np.ndarray:
        """1 / comparable changes of the unknowns; none of those that may take any step."""
        return np.asarray(1.0 / self.conditions.scales[1])

    def corrected(self, x: np.ndarray, goal: float) -> _Point | None:
        """The point at a part of the load, by Newton's method; None where steps do not shrink."""
        found = self._iterated(x, goal, None)
        return None if found is None else found[0]

    def _iterated(self, x: np.ndarray, fraction: float, normal: tuple[np.ndarray, float] | None) -> Any:
        """(point, ∂x/∂τ there): at this part of the load, or where the plane across a `normal` meets the path."""
        last, conditions = np.inf, self.conditions
        x = conditions.move(x, np.zeros_like(x))
        for count in range(CORRECTIONS):
            residual, tangent = conditions.evaluate(x)
            residual = residual - (1.0 - fraction) * self.start
            try:
                step, along, change = tangent.solve(-residual), None, 0.0
            except np.linalg.LinAlgError:
                return None
            if normal is not None:
                along = tangent.solve(-self.start)
                change = -float(normal[0] @ step) / float(normal[1] + normal[0] @ along)
                step = step + change * along
            size = float(np.abs(step * self.weights).max(initial=0.0))
            if not size < self.reach or (count > 1 and size > 0.9 * last and size > IDLE_CORRECTION):
                return None
            left_over = float(np.abs(conditions.scales[0] * residual).max(initial=0.0))
            if left_over < 1e-3 * EQUILIBRIUM_TOLERANCE:
                return _Point(x, fraction, count, tangent.sign), along
            x = conditions.move(x, step)
            fraction += change
            # Rounding of stiff directions may keep the strict bound out of reach: a correction this small was the last.
            if left_over < EQUILIBRIUM_TOLERANCE and size < SMALL_CORRECTION:
                return _Point(x, fraction, count + 1, tangent.sign), along
            last = size
        return None

    def along_arc(self, points: list[_Point]) -> list[_Point]:
        r"""The path farther by its arc length, through limits of the load (E. Riks, 1979; M. Crisfield, 1981).

        Unknowns and τ are corrected across the tangent, $n_x\cdot\Delta x + n_\tau\Delta\tau = 0$.
        """
        length, heading = FIRST_ARC, (np.zeros_like(self.weights), 1.0)
        for _ in range(ARC_STEPS):
            here = points[-1]
            if len(points) > IDLE_ARCS and _is_idle(points[-IDLE_ARCS:]):
                return points[:-IDLE_ARCS]
            tangent = self._heading(here, heading)
            if tangent is None or length < SHORTEST_ARC or not -0.5 < here.fraction < MOST_LOAD:
                break
            ahead = self._ahead(points, length, tangent)
            squared = self.weights**2 * tangent[0], tangent[1]
            found = self._iterated(*ahead, squared)
            if found is None:
                length *= 0.5
                continue
            if found[0].fraction >= 1.0:
                part = (1.0 - here.fraction) / (found[0].fraction - here.fraction)
                end = self.corrected(here.x + part * (found[0].x - here.x), 1.0)
                if end is not None:
                    return [*points, end]
                length *= 0.5
                continue
            points, heading = [*points, found[0]], tangent
            length = min(LONGEST_ARC, length * (1.6 if found[0].corrections <= EASY else 1.0))
        return points

    def _ahead(
        self, points: list[_Point], length: float, tangent: tuple[np.ndarray, float]
    ) -> tuple[np.ndarray, float]:
        """(x, τ) farther along the polynomial through the last points, over chords; along the tangent of the first."""
        known = points[-PREDICTORS:]
        if len(known) < PREDICTORS:
            return known[-1].x + length * tangent[0], known[-1].fraction + length * tangent[1]
        chords = [
            float(np.hypot(np.abs((b.x - a.x) * self.weights).max(initial=0.0), b.fraction - a.fraction))
            for a, b in pairwise(known)
        ]
        at = np.concatenate([[0.0], np.cumsum(chords)])
        goal = at[-1] + length
        shares = [np.prod([(goal - o) / (s - o) for o in at if o != s]) for s in at]
        x, fraction = (
            sum(c * one for c, one in zip(shares, ones, strict=True))
            for ones in zip(*(p[:2] for p in known), strict=True)
        )
        return np.asarray(x), float(fraction)

    def _heading(self, at: _Point, before: tuple[np.ndarray, float]) -> tuple[np.ndarray, float] | None:
        """The unit tangent (∂x, ∂τ) of the path at a point, in comparable units, going on as before."""
        try:
            along = self.conditions.evaluate(at.x)[1].solve(-self.start)
        except np.linalg.LinAlgError:
            return None
        size = float(np.sqrt(((along * self.weights) ** 2).max(initial=0.0) + 1.0))
        ahead = float((self.weights**2 * before[0]) @ along + before[1])
        sign = 1.0 if ahead >= 0.0 else -1.0
        return sign * along / size, sign / size

    def critical(self, a: _Point, b: _Point, unstable: int | None) -> float:
        """The part of the load between two points at which the stiffness is singular, by bisection."""
        for _ in range(CRITICAL_HALVINGS):
            middle = 0.5 * (a.fraction + b.fraction)
            found = self.corrected(0.5 * (a.x + b.x), middle)
            if found is None:
                break
            count = unstable_directions(self.conditions, found.x)
            is_before = count == unstable if unstable is not None else found.sign == a.sign
            a, b = (found, b) if is_before else (a, found)
        return 0.5 * (a.fraction + b.fraction)


def load_way(conditions: EquilibriumConditions, x: np.ndarray) -> LeastSquaresFit:
    """The unbalanced forces of the start taken off in steps, and Newton from where the path ends.

    A path that may leap is short; where it leads nowhere, one that keeps to its branch is followed.
    """
    found = newton_search(conditions, load_path(conditions, x)[0].x)
    if found.size < conditions.tolerance:
        return found
    return newton_search(conditions, load_path(conditions, x, LOAD_STEPS)[0].x)


WAYS: dict[str, Callable[[EquilibriumConditions, np.ndarray], LeastSquaresFit]] = {
    "newton": newton_search,
    "load steps": load_way,
    "pseudo time": pseudo_time_search,
}
"""How an equilibrium is searched for, one after the other."""


def first_equilibrium(
    conditions: EquilibriumConditions, x: np.ndarray, ways: tuple[str, ...] = tuple(WAYS)
) -> Iterator[tuple[str, LeastSquaresFit]]:
    """What each way finds, until one meets all conditions."""
    for name in ways:
        found = WAYS[name](conditions, x)
        yield name, found
        if found.size < conditions.tolerance:
            return
