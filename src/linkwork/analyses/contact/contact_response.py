r"""What forces in contacts do at a state, all other constraints being kept.

With rows P of all that is not a contact, $K = M^{-1} - M^{-1}P^T(PM^{-1}P^T)^{-1}PM^{-1}$ and columns W of contacts,

$$ G = W^T K W, \qquad \dot\gamma = G\lambda + W^T\dot u_0 + \dot W^T u $$

(u̇₀ are the accelerations without contact forces). K comes from the null space of P, so that rows may repeat each other
and speeds that nothing but rows determines need no inertia; of large systems, from sparse factors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError
from ...numerics.contact.step_points import HELD_FAST
from .contact_kinematics import ContactKinematics
from .force_response import ForceResponse, response_of


@dataclass(frozen=True, eq=False)
class ContactResponse:
    """Inertia, loads and the Delassus matrix of contacts at a state."""

    at: ContactKinematics
    before: ContactResponse | None = None
    """The same with other speeds, of which all that depends on the place alone is taken."""

    @cached_property
    def dynamics(self) -> Any:
        """M and h."""
        return self.at.table.system.functions.at("dynamics", self.at.state)

    @property
    def inertia(self) -> np.ndarray:
        """M of the free speeds."""
        found = self.dynamics.M
        dense = found if isinstance(found, np.ndarray) else found.toarray()
        return np.asarray(dense[self.at.free][:, self.at.free])

    @cached_property
    def prescribed(self) -> np.ndarray:
        """u̇ of driven speeds, zero elsewhere."""
        u_dot = np.zeros(self.at.table.system.layout.nu)
        for entry in self.at.table.system.layout.driven:
            u_dot[entry.u] = entry.value.derivative(self.at.state.t, 2, self.at.state.parameters)
        return u_dot

    @cached_property
    def _known(self) -> dict[int, np.ndarray]:
        """K Wᵀ by rows that were asked for."""
        return {} if self.before is None else self.before._known

    @cached_property
    def force_response(self) -> ForceResponse:
        """K, by null space or by sparse factors."""
        if self.before is not None:
            return self.before.force_response
        table = self.at.table
        return response_of(self.dynamics.M, self.at.placed.P[table.bilateral], self.at.free, table.repeating[0])

    def responses(self, rows: Sequence[int]) -> np.ndarray:
        """K Wᵀ of some rows: changes of the free speeds by unit impulses (rows × free speeds)."""
        missing = [row for row in rows if row not in self._known]
        if missing:
            self._known.update(zip(missing, self.force_response.to_forces(self.at.columns(missing)), strict=True))
        return np.array([self._known[row] for row in rows]) if len(rows) else self.at.columns(rows)

    def delassus(self, rows: Sequence[int]) -> np.ndarray:
        """G of some rows."""
        return self.at.columns(rows) @ self.responses(rows).T

    def beside(self, row: np.ndarray, rows: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """(G, K Wᵀ) of a row that is not a contact's, by its columns of all speeds, and of some rows behind it."""
        W = np.vstack([row[None, self.at.free], self.at.columns(rows)]) if len(rows) else row[None, self.at.free]
        K = np.vstack([self.force_response.to_forces(W[:1]), self.responses(rows)])
        return W @ K.T, K

    @cached_property
    def sides(self) -> tuple[np.ndarray, np.ndarray]:
        """(load of the free speeds, −P_00 of all rows), prescribed accelerations on the right."""
        d, u_dot = self.dynamics, self.prescribed
        if not self.at.table.system.layout.driven:
            return np.asarray(d.h)[self.at.free], -np.asarray(self.at.rows.P_00)
        return np.asarray(d.h - d.M @ u_dot)[self.at.free], -np.asarray(self.at.rows.P_00 + self.at.rows.P @ u_dot)

    @cached_property
    def free_accelerations(self) -> np.ndarray:
        """u̇₀ of all speeds."""
        u_dot = self.prescribed.copy()
        load, wanted = self.sides
        u_dot[self.at.free] = self.force_response.accelerations(load, wanted[self.at.table.bilateral])
        return u_dot

    def accelerations(self, rows: Sequence[int]) -> np.ndarray:
        """γ̇ of some rows without contact forces."""
        places = list(rows)
        found = self.at.rows.P[places] @ self.free_accelerations
        return np.asarray(found + np.asarray(self.at.rows.P_00)[places])

    def pulls(self, rows: Sequence[int]) -> np.ndarray:
        """Wᵀu̇₀ of some rows: their accelerations less what bends their directions, which has no limit at a centre."""
        return np.asarray(self.at.rows.P[list(rows)] @ self.free_accelerations)

    @cached_property
    def _heaviest(self) -> float:
        """The largest mass or inertia."""
        return float(self.dynamics.M.diagonal().max(initial=0.0)) or 1.0

    def can_move(self, rows: Sequence[int]) -> np.ndarray:
        """Whether forces along rows move anything, all other constraints being kept."""
        W, moved = self.at.columns(rows), self.responses(rows)
        # By the largest of them: out of the plane a direction is nothing but rounding.
        least = HELD_FAST * (W * W).sum(axis=1).max(initial=0.0) / self._heaviest
        return np.asarray((W * moved).sum(axis=1) > least)

    def refuse_driven(self, points: Sequence[int]) -> None:
        """Raises where points approach that no force in them can move: drives or other constraints do."""
        can_move = self.can_move([self.at.table.point(k).normal for k in points])
        held = [self.at.table.point(k).label for k, moves in zip(points, can_move, strict=True) if not moves]
        if held:
            raise ModelError(
                f"contact {held[0]}: at t = {self.at.state.t:.6g} drives or other constraints move its bodies into "
                "each other, and no force in the contact can stop them. End the drive before, or let something give "
                "way: a joint without drive, a spring, a compliant contact such as lw.SpherePlaneContact."
            )

    def speeds_after(self, rows: Sequence[int], impulses: np.ndarray) -> np.ndarray:
        """u after impulses along some rows."""
        u = self.at.state.u.copy()
        u[self.at.free] += impulses @ self.responses(rows)
        return u
