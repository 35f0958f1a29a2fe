r"""The conditions of an equilibrium as residuals with exact slopes.

$$ r = M a - h - B^T\lambda = 0, \quad \dot z = 0, \quad g = 0, \quad P u + P_0 = 0, \quad Z^T u = 0 $$

in the unknowns q, z, λ and, where a steady motion is looked for, u; a are the accelerations of driven coordinates. Z
spans the speeds that rows leave open, nobody gave and no force resists: a steady motion changes no force, so that the
others meet $U^T \partial r/\partial q\,\dot q = 0$, U being the forces that they change. So springs between bearings of
a shaft keep their lengths. B is P, unless multipliers pull friction along. Rows and unknowns are scaled to comparable
units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from ...contract import ModelError
from ...contract.errors import joined
from ...numerics.least_squares import LeastSquaresFit, Residuals
from ...results import State
from ...system import System
from ..common.failing_elements import without_slope
from ..constraints.explain import open_closures
from ..constraints.loop_closure import closure_scale, evaluate_closure, solve_closure
from ..constraints.row_wrenches import LoopClosures, loop_closures
from ..linear.variation import variation_of
from .stability import loose_directions

SMALLEST_SCALE = 1e-300
EQUILIBRIUM_TOLERANCE = 1e-9
"""Conditions below this part of the forces at the start are met."""
LEAST_TOLERANCE = 1e-12
"""The same over the largest forces, whose rounding is below it."""
FORCE_ROUNDED = 1e-12
"""Rates of forces below this part of the largest are rounding."""
SLIGHT_PART = 1e-3
"""Forces are not compared with less than this part of the reactions."""


@dataclass(frozen=True, eq=False)
class Balance:
    """The conditions of an equilibrium near a start. `speeds` are given ones by place; None looks for rest."""

    system: System
    start: State
    speeds: Mapping[int, float] | None
    a: np.ndarray
    """Accelerations that driven coordinates have."""
    ways: ClassVar[tuple[str, ...]] = ("newton", "load steps", "pseudo time")
    """How it is searched for, one after the other."""

    @cached_property
    def closures(self) -> LoopClosures:
        """Rows and sizes at the start."""
        return loop_closures(self.system, self.start)

    @cached_property
    def q(self) -> list[int]:
        """Coordinates that may change."""
        return list(self.closures.free_q)

    @cached_property
    def u(self) -> list[int]:
        """Speeds that may change: none where rest is looked for."""
        return [k for k in self.closures.free_u if k not in (self.speeds or {})] if self.speeds is not None else []

    @cached_property
    def rows(self) -> int:
        """How many multipliers there are."""
        return self.system.rows.count

    def first(self) -> np.ndarray:
        """The unknowns of the start; multipliers that leave the least force unbalanced."""
        dynamics = self.system.evaluate("dynamics", self.start)
        r = np.atleast_1d(np.atleast_2d(dynamics.M) @ self.a - dynamics.h)
        if not np.isfinite(r).all():
            said = self.system.functions.not_finite(self.start)
            said = said or "generalised forces are not finite; check loads and gravity."
            raise ModelError(f"equilibrium: at the guess, {said}")
        lam = np.zeros(self.rows)
        if self.rows:
            free = list(self.closures.free_u)
            P = self.system.constraint_rows(self.start)[0][:, free]
            lam = np.linalg.lstsq(P.T, r[free], rcond=1e-9)[0]
        return np.concatenate([self.start.q[self.q], self.start.u[self.u], self.start.z, lam])

    def parts(self, x: np.ndarray) -> tuple[State, np.ndarray]:
        """(state, multipliers) of unknowns."""
        nq, nu, nz = len(self.q), len(self.u), self.system.layout.nz
        q, u = self.start.q.copy(), self.start.u.copy()
        q[self.q], u[self.u] = x[:nq], x[nq : nq + nu]
        return replace(self.start, q=q, u=u, z=x[nq + nu : nq + nu + nz]), x[nq + nu + nz :]

    def __call__(self, x: np.ndarray) -> Residuals:
        """(residuals, slopes) at unknowns."""
        state, lam = self.parts(x)
        v = variation_of(self.system, state, self.a, lam)
        layout, free, columns = self.system.layout, list(self.closures.free_u), self._columns
        dynamics = self.system.evaluate("dynamics", state)
        reactions = v.motion.P.T - v.by_state.residuals.r_lam if self.system.rows.are_seen else v.motion.P.T
        r = np.atleast_1d(np.atleast_2d(dynamics.M) @ self.a - dynamics.h) - reactions @ lam
        f = v.motion.rates
        z_dot = np.asarray(self._z_dot(state))
        z_slope = np.hstack([f.z_dot_q, f.z_dot_u, f.z_dot_z]) + f.z_dot_s @ v.by_state.s_y
        g, g_q = evaluate_closure(self.system, state)
        wide = np.zeros((len(g), layout.nu + layout.nz))
        parts = [
            (r[free], np.hstack([v.by_state.force_y[free][:, columns], -reactions[free]])),
            (z_dot, np.hstack([z_slope[:, columns], np.zeros((layout.nz, self.rows))])),
            (g, np.hstack([np.hstack([g_q, wide])[:, columns], np.zeros((len(g), self.rows))])),
        ]
        if self.u:
            parts.append(self._speed_rows(state, v.motion.P, np.asarray(f.g_dot_q)))
        return np.concatenate([p[0] for p in parts]), np.vstack([p[1] for p in parts])

    def on_conditions(self, forces: np.ndarray) -> np.ndarray:
        """Generalised forces among the conditions of rest, at the place of what they balance."""
        found = np.zeros(len(self.scales[0]))
        free = list(self.closures.free_u)
        found[: len(free)] = forces[free]
        return found

    def _speed_rows(self, state: State, P: np.ndarray, g_dot_q: np.ndarray) -> Residuals:
        """P u + P_0 = 0, and no speeds in what these leave open but those that leave forces as they are."""
        nq, nz, u = len(self.q), self.system.layout.nz, self.u
        residual, slope, open_ = np.zeros(0), np.zeros((0, nq + len(u))), np.eye(len(u))
        if self.rows:
            residual = np.atleast_1d(np.asarray(self.system.evaluate("velocity", state).g_dot, dtype=float))
            slope = np.hstack([g_dot_q[:, self.q], P[:, u]])
            ranked = self.closures.velocity_rank(P) if not self.speeds else None
            matrix = P[:, u] * self.closures.row_scale[:, None]
            left = ranked.rank if ranked is not None else np.linalg.matrix_rank(matrix, tol=1e-7)
            open_ = np.linalg.svd(matrix)[2][left:].T
        steady = self._steady_rows(open_)
        slope = np.vstack([slope, np.hstack([np.zeros((len(steady), nq)), steady[:, u]])])
        return (
            np.concatenate([residual, steady @ state.u]),
            np.hstack([slope, np.zeros((len(slope), nz + self.rows))]),
        )

    def _steady_rows(self, open_: np.ndarray) -> np.ndarray:
        """Rows of speeds that vanish in a steady motion, as many as there are open ones (columns, of speeds in `u`)."""
        nu, changed = self.system.layout.nu, self._force_rates
        sides, sizes, ways = np.linalg.svd(changed[:, self.u] @ open_)
        count = int(np.sum(sizes > FORCE_ROUNDED * np.abs(changed).max(initial=0.0)))
        rows = np.zeros((open_.shape[1], nu))
        rows[:count] = sides[:, :count].T @ changed / sizes[:count, None]
        rows[count:, self.u] = (open_ @ ways[count:].T).T
        return rows

    @cached_property
    def _force_rates(self) -> np.ndarray:
        """By how much speeds change forces at the start (rates of accelerations × speeds, in comparable units)."""
        first = self.first()
        v = variation_of(self.system, self.start, self.a, first[len(first) - self.rows :])
        free, nq = list(self.closures.free_u), self.system.layout.nq
        rates = v.by_state.force_y[free][:, :nq] @ np.asarray(v.motion.rates.q_dot_u)
        return np.asarray(rates * self.closures.speed_scale[free][:, None])

    def _z_dot(self, state: State) -> np.ndarray:
        if not self.system.layout.nz:
            return np.zeros(0)
        return np.atleast_1d(np.asarray(self.system.evaluate("state_rates", state).z_dot, dtype=float))

    @cached_property
    def _columns(self) -> list[int]:
        nq, nu = self.system.layout.nq, self.system.layout.nu
        z = range(nq + nu, nq + nu + self.system.layout.nz)
        return [*self.q, *(nq + k for k in self.u), *z]

    @cached_property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """(of rows, of unknowns): forces over a typical one, displacements over the lever arm."""
        first = self.first()
        residual, slope = self(first)
        if not np.isfinite(slope).all():
            raise ModelError(f"equilibrium: at the guess, {without_slope(self.system, self.start)}")
        free, nz = list(self.closures.free_u), self.system.layout.nz
        speed, q_scale = self.closures.speed_scale[free], self.closures.q_scale[self.q]
        felt = np.abs(slope[: len(free), : len(self.q)]) * q_scale * speed[:, None]
        # Where all is balanced and nothing restores, what is left of reactions is rounding.
        carried = np.abs(slope[: len(free), slope.shape[1] - self.rows :] * first[len(first) - self.rows :])
        least = SLIGHT_PART * float((carried * speed[:, None]).max(initial=0.0))
        force = max(float(np.abs(residual[: len(free)] * speed).max(initial=0.0)), float(felt.max(initial=0.0)), least)
        force = force or 1.0
        at = len(self.q) + len(self.u)
        own = slope[len(free) : len(free) + nz]
        rate = np.abs(own[:, :at]).max(axis=1, initial=0.0) + np.abs(own[:, at : at + nz]).max(axis=1, initial=0.0)
        z = np.abs(np.diag(own[:, at : at + nz]))
        first = np.abs(residual[len(free) : len(free) + nz])
        size = np.maximum(np.maximum(1.0, np.abs(self.start.z)), first / np.maximum(z, SMALLEST_SCALE) * (z > 0.0))
        rows = [
            speed / force,
            1.0 / np.maximum(rate * size, SMALLEST_SCALE) if nz else np.zeros(0),
            closure_scale(self.closures),
            self._speed_scales(len(residual)),
        ]
        multipliers = force * self.closures.row_scale[: self.rows]
        columns = [q_scale, self.closures.speed_scale[self.u], size if nz else np.zeros(0), multipliers]
        return np.concatenate(rows), np.concatenate(columns)

    @cached_property
    def tolerance(self) -> float:
        """Scaled conditions below this are met.

        Forces are compared with what the stiffest part feels; where the load is far less than that, so must be what is
        left of it.
        """
        first = float(np.abs(self.scales[0] * self(self.first())[0]).max(initial=0.0))
        return max(EQUILIBRIUM_TOLERANCE * min(1.0, first), LEAST_TOLERANCE)

    def _speed_scales(self, total: int) -> np.ndarray:
        known = len(self.closures.free_u) + self.system.layout.nz + len(closure_scale(self.closures))
        found = np.ones(total - known)
        if self.u:
            found[: self.rows] = self.closures.row_scale[: self.rows]
        return found

    def near(self, state: State) -> Balance | None:
        """The same conditions near another state, which is closed first; None where that cannot be."""
        closed = solve_closure(self.closures, state)
        return replace(self, start=closed.state) if closed.is_closed else None

    def starts(self, count: int) -> Iterator[State]:
        """Starts around this one, farther and farther."""
        rng = np.random.default_rng(7)
        for k in range(count):
            q = self.start.q.copy()
            if k:
                reach = np.pi * min(1.0, 0.15 * k)
                q[self.q] += reach * rng.uniform(-1.0, 1.0, len(self.q)) * self.closures.q_scale[self.q]
            yield replace(self.start, q=q)

    def failure(self, found: LeastSquaresFit) -> str:
        """What cannot be closed, which coordinates have no restoring force, or where forces stay unbalanced."""
        name = self.system.model.name
        closed = solve_closure(self.closures, self.start)
        if not closed.is_closed:
            there = open_closures(loop_closures(self.system, closed.state), closed)
            return f"model {name!r} has no equilibrium: it cannot be assembled: {there}"
        state, lam = self.parts(found.x)
        v = variation_of(self.system, state, self.a, lam)
        residual, _ = self(found.x)
        r, free = np.zeros(self.system.layout.nu), list(self.closures.free_u)
        r[free] = residual[: len(free)]
        loose, left = loose_directions(v, r)
        names = self.system.layout.u
        if loose:
            words = joined([_coordinate(names[k]) for k in loose[:4]])
            return (
                f"model {name!r} has no equilibrium near the guess: there is no restoring force in {words}, where "
                f"{left:.4g} stays unbalanced. Hold it with a spring, a constraint or a lock, or take the load off."
            )
        worst = int(np.argmax(np.abs(r) * self.closures.speed_scale)) if len(r) else 0
        return (
            f"model {name!r}: no equilibrium was found: {abs(r[worst]):.4g} stays unbalanced in "
            f"{_coordinate(names[worst])}. "
            "Give a guess nearer to it, or see with a damped simulation where the model goes."
        )


def _coordinate(speed: str) -> str:
    return speed[:-4] if speed.endswith("_dot") else speed
