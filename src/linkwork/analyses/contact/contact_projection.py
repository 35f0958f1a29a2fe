"""Speeds on the rows of all that is not a contact: after loads, after steps, and the impulses that keep them there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...mechanics.port import dense
from ...results import State
from .contact_kinematics import ContactKinematics
from .contact_response import ContactResponse
from .force_response import NULL_TOLERANCE, DenseResponse, response_of
from .transport import Inertia, SpeedTransport


@dataclass(frozen=True, eq=False)
class ContactProjection:
    """Changes of speeds that meet the rows of no contact at a state, and what these rows take for it."""

    at: ContactKinematics
    response: ContactResponse

    def on_rows(self) -> State:
        """The state with speeds that meet all rows but those of contacts, as an impact of these rows leaves them."""
        u, held = self.at.state.u.copy(), self.at.table.bilateral
        u[self.at.free] += self.response.force_response.accelerations(0.0 * u[self.at.free], -self.at.velocities[held])
        return replace(self.at.state, u=u)

    def impulse_loads(
        self, change: np.ndarray, rows: Sequence[int], impulses: np.ndarray
    ) -> tuple[dict[str, tuple[float, ...]], dict[str, tuple[float, ...]]]:
        """Impulses by connection that make a change of speeds with those along some rows: (loads, multipliers).

        Loads are (moment, force) on the second end in the axes of the first; multipliers those of conditions on
        coordinates.
        """
        functions, free, held = self.at.table.system.functions, self.at.free, self.at.table.bilateral
        lam = np.zeros(self.at.table.system.rows.count)
        lam[list(rows)] = impulses
        needed = np.asarray(self.response.dynamics.M @ change)[free] - impulses @ self.at.columns(rows)
        lam[held] = self.response.force_response.reactions(needed)
        # Loads are linear in accelerations and multipliers, and so are those of impulses.
        state = self.at.table.with_switches(self.at.full, [{"closed": 1.0, "stick": 1.0} for _ in self.at.table.points])
        there, none = (functions.at_motion("loads", state, k * change, k * lam).wrenches for k in (1.0, 0.0))
        loads = dict(zip(self.at.table.system.rows.load_names, np.asarray(there - none), strict=True))
        parts = self.at.table.system.rows.table(self.at.state).parts
        return (
            {name: tuple(map(float, load)) for name, load in loads.items()},
            {part.name: tuple(lam[part.rows].tolist()) for part in parts if part.is_coupling},
        )

    def pushed_accelerations(self) -> np.ndarray:
        """u̇₀ by forces alone, without what turning axes and bodies add: u̇₀ + M⁻¹C."""
        found = self.response.free_accelerations.copy()
        found[self.at.free] += self.inertia.solve(np.asarray(self.inertia.momenta.C)[self.at.free])
        return found

    @cached_property
    def inertia(self) -> Inertia:
        """M of the free speeds, to solve with, and momenta with C: what bodies take at u̇ = 0 (`body_momenta`)."""
        momenta = self.at.table.system.functions.at("body_momenta", self.at.state)
        return Inertia(self.response.dynamics.M, momenta, self.at.free)

    def transport(self) -> SpeedTransport:
        """Ways of speeds from and to here."""
        return SpeedTransport(self.at.table.system, self.at.state, self.inertia)

    def least_shift(self, rows: Sequence[int], wanted: np.ndarray) -> np.ndarray:
        """The least change of free speeds, in the mass metric, that changes rows by what is wanted."""
        table, P = self.at.table, self.at.rows.P[list(rows)]
        response = response_of(self.response.dynamics.M, P, self.at.free, table.repeating[1])
        return response.accelerations(np.zeros(len(table.system.chart.free_u)), wanted)

    def force_slopes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """(M, ∂r/∂u, ∂r/∂q N) of the free speeds, r = M u̇ − h − C; None of large systems, whose matrices are sparse."""
        system, free, M = self.at.table.system, self.at.free, self.response.dynamics.M
        if not isinstance(M, np.ndarray):
            return None
        none = np.zeros(system.rows.count)
        found = system.functions.at_motion(
            "residual_derivatives", self.at.state, self.response.free_accelerations, none
        )
        N = np.asarray(system.functions.at("rate_variations", self.at.state).q_dot_u)
        C_u = system.functions.at("velocity_force_slopes", self.at.state).C_u
        M, D, K = (np.asarray(x)[free][:, free] for x in (M, found.r_u - C_u, found.r_q @ N))
        return M, D, K

    def on_constraints(self, matrix: np.ndarray, load: np.ndarray) -> np.ndarray:
        """x of all speeds with matrix · x = load + Pᵀμ, P x = 0, prescribed ones zero."""
        x = np.zeros(self.at.table.system.layout.nu)
        assert isinstance(self.response.force_response, DenseResponse)
        basis = self.response.force_response.basis
        basis = np.eye(len(load)) if basis is None else basis
        x[self.at.free] = basis @ np.linalg.solve(basis.T @ matrix @ basis, basis.T @ load)
        return x

    def varied_response(self, r: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Changes of the free speeds with M Δ = −r + Pᵀμ, P Δ = −c of rows of no contact, for several columns."""
        found = [
            self.response.force_response.accelerations(-x[self.at.free], -y[self.at.table.bilateral])
            for x, y in zip(r.T, c.T, strict=True)
        ]
        return np.array(found).T.reshape(-1, r.shape[1])

    def holding_change(self, du: np.ndarray) -> np.ndarray:
        """Multipliers of all rows that make a change of speeds, zero in contacts."""
        found = np.zeros(self.at.table.system.rows.count)
        found[self.at.table.bilateral] = self.response.force_response.reactions(
            np.asarray(self.response.dynamics.M @ du)[self.at.free]
        )
        return found

    def holding_impulses(self, row: int) -> np.ndarray:
        """Multipliers of all rows by a unit impulse along one: one there, what others hold against, zero in
        contacts."""
        found = np.zeros(self.at.table.system.rows.count)
        found[row], held = 1.0, self.at.table.bilateral
        if len(held):
            M, P = dense(self.response.dynamics.M), dense(self.at.rows.P)
            left = M[self.at.free][:, self.at.free] @ self.response.responses([row])[0] - P[row, self.at.free]
            found[held] = np.linalg.pinv(P[held][:, self.at.free].T, rcond=NULL_TOLERANCE) @ left
        return found
