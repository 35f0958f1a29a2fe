r"""Impulses of contacts over a step in time: laws on velocity level, restitution only where a point approaches.

$$ 0 \le \gamma_N^+ + e\,\gamma_N^- \perp \Lambda_N \ge 0, \qquad
   \Lambda_T \in -\mu\,\Lambda_N\,\mathrm{Sgn}\,\gamma_T^+, \qquad \gamma^+ = \gamma^* + G\Lambda $$
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...contract import ModelError
from ...numerics.contact.problem import contact_problem
from ...numerics.contact.solution import ContactSolution
from ...numerics.contact.solve import solve_contact
from ...numerics.contact.step_points import RESTS_BELOW, ROUNDED_GAP, ROUNDED_SPEED
from .contact_equations import ContactEquations

NO_IMPULSE = 1e-13
"""Part of the largest impulse below which one is rounding."""


@dataclass(frozen=True, eq=False)
class Arrival:
    """How points that touch come to the end of a step, and which of them hit in it."""

    points: tuple[int, ...]
    rows: list[int]
    before: np.ndarray
    """Speeds before the step."""
    hit: tuple[int, ...]
    places: np.ndarray
    """Of gaps of those that hit, among rows."""
    rebound: np.ndarray
    """γ_N⁺ of those that hit."""
    since: float
    """How long before the end of the step the first of them touched."""
    touched: np.ndarray
    """Speeds there."""


@dataclass(frozen=True, eq=False)
class StepImpulses:
    """Impulses of points in a step."""

    equations: ContactEquations
    arrival: Arrival
    solution: ContactSolution
    star: np.ndarray
    """Speeds at the end of the step, without the impulses."""
    carried: np.ndarray
    """Impulses along all rows before points hit."""

    @property
    def points(self) -> tuple[int, ...]:
        """Those that take part."""
        return self.arrival.points

    @property
    def hit(self) -> frozenset[int]:
        """Those that hit."""
        return frozenset(self.arrival.hit)

    @property
    def rows(self) -> list[int]:
        """Rows of all points."""
        return self.arrival.rows

    @property
    def change(self) -> np.ndarray:
        """Of the free speeds."""
        return self.solution.x @ self.equations.response.responses(self.rows)

    @property
    def first(self) -> np.ndarray:
        """Places of gaps among rows."""
        return _first(self.equations, self.points)

    @property
    def resting(self) -> list[int]:
        """Points that press and did not hit.

        Impulses of those that open are zero but for rounding: of Λ_N ≥ 0 and γ_N⁺ ≥ 0 the first must be the larger.
        """
        G, places = self.equations.response.delassus(self.rows), self.first
        gamma = self.equations.kinematics.velocities_at(self.rows, self.star)
        pressed, opened = G.diagonal()[places] * self.solution.x[places], (gamma + G @ self.solution.x)[places]
        rests = (pressed > 0.0) & (pressed > opened)
        return [k for k, does in zip(self.points, rests, strict=True) if does and k not in self.hit]

    @property
    def work(self) -> float:
        """½ (u⁻ + u⁺)·M Δu: of impulses that act over the step, with what drives give where they hold against them."""
        jump = self._jump(self.solution.x)
        return self._work(self.arrival.before, self.star + jump, jump)

    @property
    def work_at_touch(self) -> float:
        """The same where points hit: impulses act where the first of them touched, after those that were carried."""
        before, touched = self.arrival.before, self.arrival.touched
        if not self.arrival.hit:
            return self.work
        jump = self._jump(self.solution.x)
        return self._work(before, touched, self._jump(self.carried)) + self._work(touched, touched + jump, jump)

    def _jump(self, x: np.ndarray) -> np.ndarray:
        """Δu of all speeds by impulses along all rows."""
        change = np.zeros(len(self.star))
        change[self.equations.kinematics.free] = x @ self.equations.response.responses(self.rows)
        return change

    def _work(self, before: np.ndarray, after: np.ndarray, jump: np.ndarray) -> float:
        return 0.5 * float((before + after) @ np.asarray(self.equations.response.dynamics.M @ jump))

    @property
    def by_point(self) -> dict[int, np.ndarray]:
        """(normal, tangential) along all directions of each point, without those that were carried.

        What is rounding of zero is zero.
        """
        return self._split(self.solution.x)

    @property
    def all_by_point(self) -> dict[int, np.ndarray]:
        """The same with them: what acted in the step."""
        return self._split(self.solution.x + self.carried)

    def _split(self, x: np.ndarray) -> dict[int, np.ndarray]:
        found, first = {}, 0
        x = np.where(np.abs(x) > NO_IMPULSE * np.abs(x).max(initial=0.0), x, 0.0)
        for k in self.points:
            size = len(self.equations.rows_of([k]))
            own = x[first : first + size]
            found[k] = np.array([own[0], *self.equations.direction(k, own[1:])])
            first += size
        return found

    @property
    def pushes(self) -> dict[int, np.ndarray]:
        """Impulses of detected contacts on the bodies of their later ends, in world axes, by point."""
        detected, first = self.equations.kinematics.detected, len(self.equations.table.points)
        if detected is None:
            return {}
        return {k: detected.push(k - first, x) for k, x in self.all_by_point.items() if k >= first}


def active_points(equations: ContactEquations, h: float, pressing: Collection[int], pushed: np.ndarray) -> list[int]:
    """Points that take part in a step: those that touch, and those `pressing` so far whose gap a step closes.

    The way to where gaps are looked at is straight, and lifts points that turn about each other by O(h²): they would
    press in every second step only. So would those whose bodies fall together where nothing holds them, if
    accelerations of each by forces alone, `pushed`, did not count.
    """
    touching = equations.kinematics.gaps <= ROUNDED_GAP
    pressed = [k for k in pressing if not touching[k]]
    if pressed:
        rows = [equations.table.point(k).normal for k in pressed]
        closing = np.abs(equations.response.accelerations(rows)) + np.abs(
            equations.kinematics.all_columns(rows)
        ) @ np.abs(pushed)
        touching[pressed] = equations.kinematics.gaps[pressed] <= h * h * closing
    return [int(k) for k in np.flatnonzero(touching)]


def arrival_over_step(
    equations: ContactEquations, active: Sequence[int], before: np.ndarray, star: np.ndarray, pressing: Collection[int]
) -> Arrival:
    """Of impulses that act over a step: γ_N⁺ = −e γ_N⁻, at speeds `before` it; `star` are those without impulses.

    Points `pressing` did so in the step before.
    """
    rows = equations.rows_of(active)
    approach, gamma = equations.kinematics.velocities_at(rows, before), equations.kinematics.velocities_at(rows, star)
    hit, places, e = _hits(equations, active, approach, gamma, before, star, pressing)
    return Arrival(tuple(active), rows, before, hit, places, -e * approach[places], 0.0, before)


def arrival_in_step(
    start: ContactEquations,
    end: ContactEquations,
    active: Sequence[int],
    before: np.ndarray,
    star: np.ndarray,
    h: float,
    pressing: Collection[int],
) -> Arrival:
    r"""Of impulses that act where points touched, in a step that went on as if they had not.

    Speeds at its end without forces in contacts are `star`, those before it, carried there, `before`.

    A gap $g < 0$ with the rate $\gamma$ was closed the time $\tau = g/\gamma$ ago, and so
    $\gamma^+ = -e(\gamma - \tau\dot\gamma) + \tau\dot\gamma$, or 0 where the point is back by now.
    """
    rows = end.rows_of(active)
    approach, gamma = start.kinematics.velocities[rows], end.kinematics.velocities[rows]
    hit, places, e = _hits(end, active, approach, end.kinematics.velocities_at(rows, star), before, star, pressing)
    rates = (gamma - approach) / h
    closing = np.minimum(gamma[places], 0.5 * approach[places])
    since = np.clip(end.kinematics.gaps[list(hit)] / closing, 0.0, h)
    gained = since * rates[places]
    rebound = np.maximum(gained - e * (gamma[places] - gained), 0.0)
    first, after = float(since.max(initial=0.0)), end.state.u
    return Arrival(tuple(active), rows, before, hit, places, rebound, first, after - first * (after - before) / h)


def _hits(
    equations: ContactEquations,
    active: Sequence[int],
    approach: np.ndarray,
    gamma: np.ndarray,
    before: np.ndarray,
    star: np.ndarray,
    pressing: Collection[int],
) -> tuple[tuple[int, ...], np.ndarray, np.ndarray]:
    """(points that hit, places of their gaps among rows of active ones, their restitutions).

    Velocities are those before a step, and those at its end without impulses. Contact that lasts is not a hit: of
    points that pressed before, what forces add to either body counts, as these may fall together.
    """
    first = _first(equations, active)
    W = np.abs(equations.kinematics.all_columns([equations.table.point(k).normal for k in active]))
    lasts = np.array([k in pressing for k in active])
    added = np.where(lasts, W @ np.abs(star - before), np.abs(gamma[first] - approach[first]))
    is_hit = -approach[first] > RESTS_BELOW * added + ROUNDED_SPEED * (W @ np.abs(before))
    hit = tuple(k for k, hits in zip(active, is_hit, strict=True) if hits)
    e = [equations.table.point(k).restitution(equations.state) for k in hit]
    return hit, first[is_hit], np.array(e)


def _first(equations: ContactEquations, active: Sequence[int]) -> np.ndarray:
    """Places of gaps among the rows of points."""
    return np.cumsum([0, *(len(equations.rows_of([k])) for k in active[:-1])])


def step_impulses(
    equations: ContactEquations,
    arrival: Arrival,
    star: np.ndarray,
    guess: Mapping[int, np.ndarray],
    solver: str,
    carried: Mapping[int, np.ndarray] | None = None,
) -> StepImpulses:
    """Impulses of points at the end of a step, at which speeds without impulses are `star`.

    Those that are `carried` have acted before points hit, and `star` knows of them.
    """
    active, state = arrival.points, equations.state
    gamma = equations.kinematics.velocities_at(arrival.rows, star)
    b = gamma.copy()
    b[arrival.places] -= arrival.rebound
    points = [equations.table.point(k) for k in active]
    slips = [equations.slip(k) for k in active]
    problem = contact_problem(
        equations.response.delassus(arrival.rows),
        b,
        tangents=[len(x) for x in slips],
        mu=[p.static_friction(state) for p in points],
        mu_slip=[p.friction(float(np.linalg.norm(x)), state) for p, x in zip(points, slips, strict=True)],
        labels=[p.label for p in points],
    )
    start, past = (np.concatenate([_start(equations, k, x) for k in active]) for x in (guess, carried or {}))
    try:
        found = solve_contact(problem, solver, start, looks_for_others=False)
    except ValueError as unsuited:
        raise ModelError(f"t = {state.t:.6g}: {unsuited}", "simulate") from None
    return StepImpulses(equations, arrival, found, star.copy(), past)


def _start(equations: ContactEquations, k: int, guess: Mapping[int, np.ndarray]) -> np.ndarray:
    """Impulses of the step before, along the rows there are."""
    known = guess.get(k)
    return np.zeros(len(equations.rows_of([k]))) if known is None else along_rows(equations, k, known)


def along_rows(equations: ContactEquations, k: int, given: np.ndarray) -> np.ndarray:
    """(normal, tangential) of a point along the rows there are."""
    rows, slips = equations.rows_of([k]), equations.table.point(k).slips
    return np.array([given[0], *(given[1 + slips.index(row)] for row in rows[1:])])
