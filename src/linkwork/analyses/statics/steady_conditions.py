r"""The conditions of a steady motion: those of rest, with speeds among the unknowns.

$$ P u + P_0 = 0, \qquad Z^T u = 0 $$

Z spans the speeds that rows leave open, nobody gave and no force resists: a steady motion changes no force, so that the
others meet $U^T \partial r/\partial q\,\dot q = 0$, U being the forces that they change. So springs between bearings of
a shaft keep their lengths. Speeds are those of joints: velocities of bodies in world axes are not constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ...results import State
from ...system import System
from ..linear.variation import variation_of
from .conditions import EquilibriumConditions

FORCE_ROUNDED = 1e-12
"""Rates of forces below this part of the largest are rounding."""


@dataclass(frozen=True, eq=False)
class SteadyConditions(EquilibriumConditions):
    """The conditions of a steady motion near a start, in coordinates of joints."""

    speeds: Mapping[int, float] = field(default_factory=dict)
    """Given ones, by place."""
    is_rest: ClassVar[bool] = False

    @cached_property
    def u(self) -> list[int]:
        """Speeds that are not given."""
        return [k for k in self._free if k not in self.speeds]

    def first(self) -> np.ndarray:
        """The unknowns of the start, speeds last."""
        return np.concatenate([super().first(), self.start.u[self.u]])

    def parts(self, x: np.ndarray) -> tuple[State, np.ndarray]:
        """(state, multipliers) of unknowns."""
        count, u = len(x) - len(self.u), self.start.u.copy()
        u[self.u] = x[count:]
        state, lam = super().parts(x[:count])
        return replace(state, u=u), lam

    def evaluate(self, x: np.ndarray) -> tuple[np.ndarray, Any]:
        """(residual, tangent) at unknowns."""
        state, lam = self.parts(x)
        residual, blocks = self._blocks(self._system_at(x))
        nq, nu, nz = self.system.layout.nq, len(self._free), self.system.layout.nz
        v = variation_of(self.system, state, self.a, lam)
        by_u = [nq + k for k in self.u]
        rates = v.motion.rates
        z_dot_y = np.hstack([rates.z_dot_q, rates.z_dot_u, rates.z_dot_z]) + rates.z_dot_s @ v.by_state.s_y
        count, own = len(residual), len(x) - len(self.u)
        more, by_q, by_speeds = self._speed_rows(state, v.motion.P, np.asarray(rates.g_dot_q))
        blocks[0].extend(
            [
                (0, own, v.by_state.force_y[self._free][:, by_u]),
                (nu, own, -z_dot_y[:, by_u].reshape(nz, len(by_u))),
                (count, 0, by_q),
                (count, own, by_speeds),
            ]
        )
        return self._joined(np.concatenate([residual, more]), blocks)

    def residual(self, x: np.ndarray) -> np.ndarray:
        """What is left of the conditions."""
        return self.evaluate(x)[0]

    def _speed_rows(
        self, state: State, P: np.ndarray, g_dot_q: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """P u + P_0 = 0, and no speeds in what these leave open but those that leave forces as they are."""
        u, nq = self.u, len(self.q)
        residual, by_q, by_u, open_ = np.zeros(0), np.zeros((0, nq)), np.zeros((0, len(u))), np.eye(len(u))
        if self._rows:
            residual = np.atleast_1d(np.asarray(self.system.evaluate("velocity", state).g_dot, dtype=float))
            by_q, by_u = g_dot_q[:, self.q], P[:, u]
            matrix = by_u * self._closures.row_scale[:, None]
            open_ = np.linalg.svd(matrix)[2][np.linalg.matrix_rank(matrix, tol=1e-7) :].T
        steady = self._steady_rows(open_)
        by_q = np.vstack([by_q, np.zeros((len(steady), nq))])
        return np.concatenate([residual, steady @ state.u]), by_q, np.vstack([by_u, steady[:, u]])

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
        v = variation_of(self.system, self.start, self.a, self._first_multipliers)
        rates = v.by_state.force_y[self._free][:, : self.system.layout.nq] @ np.asarray(v.motion.rates.q_dot_u)
        return np.asarray(rates * self._closures.speed_scale[self._free][:, None])

    @cached_property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """Of conditions and unknowns, those of speeds last."""
        rows, columns = self._rest_scales()
        state = self.start
        v = variation_of(self.system, state, self.a, self._first_multipliers)
        count = len(self._speed_rows(state, v.motion.P, np.asarray(v.motion.rates.g_dot_q))[0])
        more = np.ones(count)
        more[: self._rows] = self._closures.row_scale[: self._rows]
        return np.concatenate([rows, more]), np.concatenate([columns, self._closures.speed_scale[self.u]])

    @cached_property
    def _units(self) -> tuple[np.ndarray, np.ndarray]:
        """Of conditions and unknowns, those of speeds last."""
        force, _, _, size, _ = self._sizes
        multipliers = force * self._closures.row_scale[: self._rows]
        return self.scales[0], np.concatenate([self._q_scale, size, multipliers, self._closures.speed_scale[self.u]])


def conditions_at(system: System, start: State, a: np.ndarray, speeds: Mapping[int, float]) -> EquilibriumConditions:
    """The conditions of rest near a start, or of a steady motion with given speeds, by place."""
    return SteadyConditions(system, start, a, speeds) if speeds else EquilibriumConditions(system, start, a)
