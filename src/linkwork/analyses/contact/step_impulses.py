r"""Impulses of contacts over a step in time: laws on velocity level, restitution only where a point approaches.

$$ 0 \le \gamma_N^+ + e\,\gamma_N^- \perp \Lambda_N \ge 0, \qquad
   \Lambda_T \in -\mu\,\Lambda_N\,\mathrm{Sgn}\,\gamma_T^+, \qquad \gamma^+ = \gamma^* + G\Lambda $$
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...numerics.contact.problem import ContactProblem, contact_problem
from ...numerics.contact.solution import ContactSolution
from ...numerics.contact.solve import solve_contact
from .contact_equations import ContactEquations

RESTING_SHARE = 2.0
"""A point rests whose approach is less than so many times what forces add to it in a step."""


@dataclass(frozen=True, eq=False)
class StepImpulses:
    """Impulses of points in a step."""

    equations: ContactEquations
    points: tuple[int, ...]
    hit: frozenset[int]
    """Those that hit in it."""
    solution: ContactSolution
    before: np.ndarray
    """Speeds before the step."""
    star: np.ndarray
    """The same at its end, without the impulses."""

    @property
    def rows(self) -> list[int]:
        """Rows of all points."""
        return self.equations.rows_of(self.points)

    @property
    def change(self) -> np.ndarray:
        """Of the free speeds."""
        return self.solution.x @ self.equations.responses(self.rows)

    def of_points(self, points: Collection[int]) -> np.ndarray:
        """Impulses of some points, zero for the others."""
        owners = [k for k in self.points for _ in self.equations.rows_of([k])]
        return np.where([k in points for k in owners], self.solution.x, 0.0)

    def change_of(self, points: Collection[int]) -> np.ndarray:
        """Of the free speeds by the impulses of some points."""
        return self.of_points(points) @ self.equations.responses(self.rows)

    def _speeds(self, impulses: np.ndarray) -> np.ndarray:
        """Those at the end of the step with some impulses."""
        u = self.star.copy()
        u[self.equations.free] += impulses @ self.equations.responses(self.rows)
        return u

    def _work(self, impulses: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
        """½ Λ·(γ⁻ + γ⁺) of impulses between speeds; with what drives do against them, Δu·M(u⁻ + u⁺)/2."""
        at, mean = self.equations, 0.5 * (start + end)
        if not at.is_driven:
            return float(impulses @ at.velocities_at(self.rows, mean))
        return float((impulses @ at.responses(self.rows)) @ at.momenta(mean))

    @property
    def work(self) -> float:
        """Of impulses that act over the step."""
        return self._work(self.solution.x, self.before, self._speeds(self.solution.x))

    @property
    def work_at_end(self) -> float:
        """The same where only points that rest act over the step, and those that hit do so at its end."""
        hits = self.of_points(self.hit)
        rests = self.solution.x - hits
        between = self._speeds(rests)
        return self._work(rests, self.before, between) + self._work(hits, between, self._speeds(self.solution.x))

    @property
    def by_point(self) -> dict[int, np.ndarray]:
        """(normal, tangential) along all directions of each point."""
        found, first = {}, 0
        for k in self.points:
            size = len(self.equations.rows_of([k]))
            own = self.solution.x[first : first + size]
            found[k] = np.array([own[0], *self.equations.direction(k, own[1:])])
            first += size
        return found

    @property
    def pushes(self) -> dict[int, np.ndarray]:
        """Impulses of detected contacts on the bodies of their later ends, in world axes, by point."""
        detected, first = self.equations.detected, len(self.equations.table.points)
        if detected is None:
            return {}
        return {k: detected.push(k - first, x) for k, x in self.by_point.items() if k >= first}


def active_points(equations: ContactEquations, h: float, pressing: Collection[int]) -> list[int]:
    """Points that take part in a step: those that touch, and those `pressing` so far whose gap a step closes.

    The way to where gaps are looked at is straight, and lifts points that turn about each other by O(h²): they would
    press in every second step only.
    """
    touching = equations.gaps <= 0.0
    pressed = [k for k in pressing if not touching[k]]
    if pressed:
        closing = np.abs(equations.accelerations([equations.table.point(k).normal for k in pressed]))
        touching[pressed] = equations.gaps[pressed] <= h * h * closing
    return [int(k) for k in np.flatnonzero(touching)]


def step_impulses(
    equations: ContactEquations,
    active: Sequence[int],
    before: np.ndarray,
    star: np.ndarray,
    guess: Mapping[int, np.ndarray],
    solver: str,
) -> StepImpulses:
    """Impulses of active points, at speeds `before` the step and at those without impulses (`star`) at its end."""
    rows = equations.rows_of(active)
    approach, gamma = equations.velocities_at(rows, before), equations.velocities_at(rows, star)
    problem, hit = _problem(equations, active, rows, approach, gamma)
    start = np.concatenate([_start(equations, k, guess) for k in active])
    found = solve_contact(problem, solver, start, looks_for_others=False)
    return StepImpulses(equations, tuple(active), frozenset(hit), found, before, star)


def _problem(
    equations: ContactEquations, active: Sequence[int], rows: Sequence[int], approach: np.ndarray, gamma: np.ndarray
) -> tuple[ContactProblem, list[int]]:
    state, b, place, hit = equations.state, gamma.copy(), 0, []
    for k in active:
        if approach[place] < 0.0 and -approach[place] > RESTING_SHARE * abs(gamma[place] - approach[place]):
            b[place] += equations.table.point(k).restitution(state) * approach[place]
            hit.append(k)
        place += len(equations.rows_of([k]))
    points = [equations.table.point(k) for k in active]
    slips = [equations.slip(k) for k in active]
    problem = contact_problem(
        equations.delassus(rows),
        b,
        tangents=[len(x) for x in slips],
        mu=[p.static_friction(state) for p in points],
        mu_slip=[p.friction(float(np.linalg.norm(x)), state) for p, x in zip(points, slips, strict=True)],
        labels=[p.label for p in points],
    )
    return problem, hit


def _start(equations: ContactEquations, k: int, guess: Mapping[int, np.ndarray]) -> np.ndarray:
    """Impulses of the step before, along the rows there are."""
    known = guess.get(k)
    return np.zeros(len(equations.rows_of([k]))) if known is None else along_rows(equations, k, known)


def along_rows(equations: ContactEquations, k: int, given: np.ndarray) -> np.ndarray:
    """(normal, tangential) of a point along the rows there are."""
    rows, slips = equations.rows_of([k]), equations.table.point(k).slips
    return np.array([given[0], *(given[1 + slips.index(row)] for row in rows[1:])])
