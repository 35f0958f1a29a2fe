r"""Ways to a rest with contacts: implicit steps of a motion without inertia, in which bodies touch, stick and slide.

With A = M/δ − ∂(h + Pᵀλ)/∂q a step Δu, at rest, meets

$$ A\,\Delta u = h + P^T\nu + W^T\lambda, \qquad P\,\Delta u = -g, \qquad
   0 \le g_N + W_N\Delta u \perp \lambda_N \ge 0, \qquad \lambda_T \in -\mu\lambda_N\,\mathrm{Sgn}(W_T\Delta u), $$

one contact problem, whose solver finds which points are closed and which stick. δ grows as unbalanced forces vanish:
the steps become those of Newton's method for inequalities (Josephy), and end where nothing moves any more. It has a
bound where bodies would fall, A being no longer positive on motions that closed points allow: such steps lead away from
an unstable rest, as the motion does. What sticks there stays where it was reached: with friction, rests are sets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...mechanics.port import dense
from ...numerics.contact.problem import contact_problem
from ...numerics.contact.solution import ContactSolution
from ...numerics.contact.solve import solve_contact
from ...numerics.contact.step_points import HELD_FAST
from ...numerics.saddle_search import LONGEST_SEARCH_STEP
from ...results import State
from ...system import System
from ..common.failing_elements import without_slope
from ..constraints.loop_closure import solve_closure
from ..constraints.row_wrenches import LoopClosures, loop_closures
from ..contact.contact_table import ContactTable, contact_table
from ..linear.variation import Variation, variation_of

scipy = lazy_loader.load("scipy")

_MOST_STEPS = 400
_SLOWEST, _FASTEST = 1e-6, 1e3
"""Pseudo time steps, in parts of that which moves bodies by the longest step."""
_STILL = 1e-13
"""Steps below this, in radians or lever arms, are rounding."""
FALL = 0.5
"""Steps along which bodies fall, in parts of those at which A is singular."""
ARRIVED = 1e-10
"""Unbalanced forces below this part of the largest are none."""
MOST_ALIKE = 12
"""Steps under the same forces, with no gap that closes, after which all to come would be alike."""
ALIKE = 1e-7
"""What loads may differ by, in parts of the largest, to be the same."""
LEAST_SHRINKAGE = 1e-12
"""Gaps that shrink by less than this, in lever arms, do not close."""
REACH = 1.0
"""Gaps below this, in lever arms, are looked at in a step."""


@dataclass(frozen=True, eq=False)
class RestStep:
    """Where a step led."""

    state: State
    """At rest, all points open by their modes."""
    lam: np.ndarray
    """Multipliers of all rows."""
    length: float
    """Of the step, in radians or lever arms."""
    unbalance: float
    """What is left of forces, in parts of the largest."""
    solution: ContactSolution | None
    points: tuple[int, ...]
    """Points that the contact problem was solved for."""
    change: np.ndarray
    """Of speeds."""

    @property
    def is_rest(self) -> bool:
        """Whether nothing moves any more."""
        return self.unbalance < ARRIVED and (self.solution is None or self.solution.is_converged)


@dataclass(frozen=True, eq=False)
class ContactSteps:
    """Steps from states of one system."""

    system: System
    start: State

    @cached_property
    def table(self) -> ContactTable:
        """The points."""
        return contact_table(self.system)

    @cached_property
    def closures(self) -> LoopClosures:
        """Sizes of coordinates and rows."""
        return loop_closures(self.system, self.start)

    def opened(self, state: State) -> State:
        """The state with all points open."""
        return self.table.with_switches(state, [{} for _ in self.table.points])

    def search(self) -> RestStep:
        """The last step: a rest, or where no end was in sight."""
        state = self.closed(replace(self.opened(self.start), u=np.zeros(self.system.layout.nu)))
        lam, last = np.zeros(self.system.rows.count), np.inf
        unit = self._first_pace(state)
        pace, force, alike = 1.0, 0.0, 0
        found, before = None, None
        for _ in range(_MOST_STEPS):
            linear = LinearStep(self, state, lam, force)
            found, force = self._short_step(linear, unit, pace), linear.force
            is_alike = before is not None and linear.is_alike(before) and found.length > ALIKE
            alike, before = alike + 1 if is_alike else 0, linear
            if alike > MOST_ALIKE:
                break
            if found.length < _STILL or (found.is_rest and found.length > 0.5 * last):
                break
            state, lam = found.state, found.lam
            if found.is_rest:
                last = found.length
            pace = float(np.clip(pace * (3.0 if found.length < 0.5 * LONGEST_SEARCH_STEP else 1.0), _SLOWEST, _FASTEST))
        assert found is not None
        return found

    def _short_step(self, linear: LinearStep, unit: float, pace: float) -> RestStep:
        """A step that is not too long, and whose contact problem has a solution."""
        pace = max(min(pace, linear.longest_fall / unit), _SLOWEST)
        while True:
            found = linear.taken(unit * pace)
            is_solved = found.solution is None or (found.solution.solutions != "none" and found.solution.is_converged)
            if (found.length <= LONGEST_SEARCH_STEP and is_solved) or pace <= _SLOWEST:
                return found
            pace *= 0.25 if not is_solved else min(0.5, 0.9 * LONGEST_SEARCH_STEP / found.length)

    def closed(self, state: State) -> State:
        """The state with loops closed and Euler parameters of unit length."""
        if not (self.system.rows.count or self.system.chart.invariants):
            return state
        return solve_closure(loop_closures(self.system, state), state).state

    def _first_pace(self, state: State) -> float:
        """δ (s²) that moves bodies by about the longest step under the forces at the start."""
        linear = LinearStep(self, state, np.zeros(self.system.rows.count))
        free = list(self.closures.free_u)
        rate = np.abs(np.linalg.lstsq(linear.M, linear.h, rcond=1e-12)[0]) / self.closures.speed_scale[free]
        return LONGEST_SEARCH_STEP / (float(rate.max(initial=0.0)) or 1.0)


class LinearStep:
    """Everything about steps from one state that does not depend on their size."""

    def __init__(self, steps: ContactSteps, state: State, lam: np.ndarray, force: float = 0.0) -> None:
        self.steps, self.state, self.lam = steps, state, lam
        system, table = steps.system, steps.table
        full = table.with_switches(state, [{"closed": 1.0, "stick": 1.0}] * len(table))
        self.v: Variation = variation_of(system, full, np.zeros(system.layout.nu), lam, sizes=steps.closures)
        layout, free = system.layout, list(steps.closures.free_u)
        nq, nu = layout.nq, layout.nu
        dynamics = system.functions.at("dynamics", full)
        rates = self.v.motion.rates
        self.to_q = np.asarray(rates.q_dot_u)[:, free]
        self.M = dense(dynamics.M)[np.ix_(free, free)]
        self.h = np.asarray(dynamics.h)[free]
        slope = self.v.by_state.force_y[free]
        self.K = slope[:, :nq] @ self.to_q
        if not (np.isfinite(self.h).all() and np.isfinite(self.K).all()):
            raise ModelError(f"equilibrium: where its search came to, {without_slope(system, full)}")
        self.K_z = slope[:, nq + nu :]
        self.P = self.v.motion.P[:, free]
        self.g = np.zeros(system.rows.count)
        self.g[steps.closures.holonomic] = np.asarray(system.functions.at("position", full).g)
        z = np.asarray(system.functions.at("state_rates", full).z_dot) if layout.nz else np.zeros(0)
        by_y = np.hstack([rates.z_dot_q, rates.z_dot_u, rates.z_dot_z]) + rates.z_dot_s @ self.v.by_state.s_y
        self.z_dot, self.z_q, self.z_z = z, by_y[:, :nq] @ self.to_q, by_y[:, nq + nu :]
        held = table.bilateral
        P = self.P[held]
        self.basis = scipy.linalg.null_space(P, rcond=1e-10) if len(held) else np.eye(len(free))
        self.back = np.linalg.pinv(P, rcond=1e-10)
        self.particular = -self.back @ self.g[held] if len(held) else np.zeros(len(free))
        self.force = self._largest_force(lam, force)

    def _largest_force(self, lam: np.ndarray, least: float) -> float:
        """What unbalanced forces are compared with, in N m: the largest here, or on the way so far."""
        scale = self.steps.closures.speed_scale[list(self.steps.closures.free_u)]
        parts = [np.abs(self.h * scale), *(np.abs(row * x * scale) for row, x in zip(self.P, lam, strict=True) if x)]
        return max(float(np.max(parts, initial=0.0)), least) or 1.0

    def is_alike(self, other: LinearStep) -> bool:
        """Whether forces are those of another step before it, and no gap closes between the two."""
        now, was = (x.g[self.steps.table.normals] for x in (self, other))
        length = self.steps.closures.length
        closes = (now < was - LEAST_SHRINKAGE * length) & (now > ALIKE * length)
        pairs = ((self.h, other.h), (self.P.T @ self.lam, other.P.T @ other.lam))  # λ itself may not be unique
        return not closes.any() and all(
            np.abs(a - b).max(initial=0.0) <= ALIKE * np.abs(b).max(initial=0.0) for a, b in pairs
        )

    @property
    def longest_fall(self) -> float:
        """δ up to which A is well positive on motions that points which carry something allow; infinite if any is."""
        carrying = [k for k, p in enumerate(self.steps.table.points) if self.lam[p.normal] > 0.0]
        held = self.P[[row for k in carrying for row in self.rows(k)]] @ self.basis
        inner = scipy.linalg.null_space(held, rcond=1e-10) if len(held) else np.eye(self.basis.shape[1])
        Z = self.basis @ inner
        if not Z.shape[1]:
            return np.inf
        try:
            rates = scipy.linalg.eigh(-Z.T @ (self.K + self.K.T) @ Z / 2.0, Z.T @ self.M @ Z, eigvals_only=True)
        except scipy.linalg.LinAlgError:  # what has no mass falls at once
            return np.inf
        return FALL / float(rates[-1]) if rates[-1] > 0.0 else np.inf

    def taken(self, delta: float) -> RestStep:
        """The step with the pseudo time δ."""
        solve = self._solver(delta)
        none = solve(self.h)
        points = self._near(none)
        while True:
            found, change = self._contacts(solve, none, points)
            entered = [k for k in range(len(self.steps.table)) if k not in points and self._gap(k, change) < 0.0]
            if not entered:
                return self._result(found, change, points, delta)
            points = tuple(sorted({*points, *entered}))

    def _solver(self, delta: float) -> Any:
        """(Δu, Δz) from generalised forces; constraints are closed on the way where `closes` says so."""
        A = self.M / delta + self.K
        V, n, nz = self.basis, self.basis.shape[1], len(self.z_dot)
        inner = np.zeros((n + nz, n + nz))
        inner[:n, :n], inner[:n, n:] = V.T @ A @ V, V.T @ self.K_z
        inner[n:, :n], inner[n:, n:] = -self.z_q @ V, np.eye(nz) / delta - self.z_z
        factors = scipy.linalg.lu_factor(inner) if len(inner) else None

        def solve(force: np.ndarray, closes: bool = True) -> np.ndarray:
            offset = self.particular if closes else np.zeros(len(self.particular))
            rate = self.z_dot if closes else np.zeros(nz)
            right = np.concatenate([V.T @ (force - A @ offset), rate + self.z_q @ offset])
            x = scipy.linalg.lu_solve(factors, right) if factors is not None else right
            return np.concatenate([offset + V @ x[:n], x[n:]])

        return solve

    def _gap(self, k: int, change: np.ndarray) -> float:
        """Of a point after a change."""
        row = self.steps.table.points[k].normal
        return float(self.g[row] + self.P[row] @ change[: len(self.h)])

    def _near(self, change: np.ndarray) -> tuple[int, ...]:
        """Points that are near, or that a step without contacts would close."""
        reach = REACH * self.steps.closures.length
        numbers = range(len(self.steps.table))
        return tuple(k for k in numbers if min(self.g[self.steps.table.points[k].normal], self._gap(k, change)) < reach)

    def rows(self, k: int) -> list[int]:
        """The rows of a point along which something can move, that of the gap first."""
        p = self.steps.table.points[k]
        return [p.normal, *(row for row in p.slips if row in self._moving)]

    @cached_property
    def _moving(self) -> frozenset[int]:
        """Rows of sliding along which other constraints let something move; out of a plane there is nothing."""
        slips = [row for p in self.steps.table.points for row in p.slips]
        sizes, left = (np.abs(x).max(axis=1, initial=0.0) for x in (self.P[slips], self.P[slips] @ self.basis))
        return frozenset(row for row, size, x in zip(slips, sizes, left, strict=True) if x > HELD_FAST * size)

    def _contacts(
        self, solve: Any, none: np.ndarray, points: tuple[int, ...]
    ) -> tuple[ContactSolution | None, np.ndarray]:
        """The contact problem of a step: (its solution, the change of speeds and states)."""
        if not points:
            return None, none
        table, n = self.steps.table, len(self.h)
        rows = [row for k in points for row in self.rows(k)]
        W = self.P[rows]
        responses = np.array([solve(w, closes=False) for w in W])
        problem = contact_problem(
            W @ responses[:, :n].T,
            self.g[rows] + W @ none[:n],
            tangents=[len(self.rows(k)) - 1 for k in points],
            mu=[table.points[k].static_friction(self.state) for k in points],
            labels=[table.points[k].label for k in points],
        )
        found = solve_contact(problem, start=self.lam[rows], unit="N")
        # Of several, the one that moves least: it is a rest if there is one.
        found = min((found, *found.others), key=lambda one: float(np.abs(one.y).max(initial=0.0)))
        return found, none + found.x @ responses

    def _result(
        self, found: ContactSolution | None, change: np.ndarray, points: tuple[int, ...], delta: float
    ) -> RestStep:
        steps, n = self.steps, len(self.h)
        free, scale = list(steps.closures.free_u), steps.closures.speed_scale[list(steps.closures.free_u)]
        du = change[:n]
        lam = np.zeros(steps.system.rows.count)
        if found is not None:
            lam[[row for k in points for row in self.rows(k)]] = found.x
        left = self.M @ du / delta
        held = steps.table.bilateral
        needed = left + self.K @ du + self.K_z @ change[n:] - self.h - self.P.T @ lam
        lam[held] = self.back.T @ needed
        q = self.state.q + self.to_q @ du
        state = steps.closed(replace(self.state, q=q, z=self.state.z + change[n:]))
        u = np.zeros(steps.system.layout.nu)
        u[free] = du
        length = float(np.abs(du / scale).max(initial=0.0))
        unbalance = float(np.abs(left * scale).max(initial=0.0)) / self.force
        return RestStep(state, lam, length, unbalance, found, points, u)
