r"""Contacts of a system at one state: gaps, velocities, and what forces in them do, all other constraints being kept.

With rows P of all that is no contact, $K = M^{-1} - M^{-1}P^T(PM^{-1}P^T)^{-1}PM^{-1}$ and columns W of contacts,

$$ G = W^T K W, \qquad \gamma = W^T u + \nu, \qquad \dot\gamma = G\lambda + W^T\dot u_0 + \dot W^T u $$

(u̇₀ are the accelerations without contact forces). K comes from the null space of P, so that rows may repeat each other
and speeds that nothing but rows determines need no inertia; of large systems, from sparse factors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...contract.contact import HELD_DIRECTIONS
from ...mechanics.port import dense
from ...numerics.saddle import SparseSaddle
from ...results import State
from ...topology.contacts import WITHIN
from .contact_table import ContactTable
from .detected_contacts import DetectedContacts
from .force_response import NULL_TOLERANCE, ForceResponse, response_of
from .point_rows import PointRows
from .transport import SpeedTransport, solved

scipy = lazy_loader.load("scipy")

IMMOBILE = 1e-10
"""A direction in which a unit force does less than this part of what it would do to the heaviest body is held."""


@dataclass(frozen=True, eq=False)
class ContactEquations:
    """Equations of contacts at a state, for all points, whatever their modes."""

    table: ContactTable
    state: State
    before: ContactEquations | None = None
    """The same with other speeds, of which all that depends on the place alone is taken."""

    def with_speeds(self, u: np.ndarray) -> ContactEquations:
        """The same where speeds have jumped."""
        return ContactEquations(self.table, replace(self.state, u=u), self)

    @cached_property
    def free(self) -> Any:
        """Speeds that are not prescribed; a slice where that is all of them."""
        places = self.table.system.chart.free_u
        every = len(places) == self.table.system.layout.nu
        return slice(None) if every else np.array(places, dtype=np.int64)

    @cached_property
    def _full(self) -> State:
        return self.table.all_on(self.state)

    @cached_property
    def detected(self) -> DetectedContacts | None:
        """Contacts that are found here by the detection of collisions; None where no surfaces need it."""
        return None if self.table.detection is None else self.table.detection.at(self.state)

    @cached_property
    def _rows(self) -> Any:
        """(P, P_0, P_00) here, those of detected contacts behind those of the system."""
        found = self.table.system.functions.at("rows", self._full)
        return found if self.detected is None else joined_rows(found, self.detected)

    @cached_property
    def _placed(self) -> Any:
        """The same at a state of this place, whose P and P_0 are those of here."""
        return self._rows if self.before is None else self.before._placed

    @cached_property
    def held(self) -> np.ndarray:
        """Residuals of all points: gaps, also of those beyond the edges of their faces."""
        if self.before is not None:
            return self.before.held
        g = np.asarray(self.table.system.functions.at("position", self._full).g)
        own = np.array([0.0 if p.g is None else g[p.g] for p in self.table.points])
        return own if self.detected is None else np.concatenate([own, self.detected.gaps])

    @cached_property
    def insides(self) -> np.ndarray:
        """How far points are inside the edges of their faces; infinite where these have none."""
        if self.before is not None:
            return self.before.insides
        found = np.full(len(self.held), np.inf)
        edged = [k for k, p in enumerate(self.table.points) if p.has_edges and not self._is_found_elsewhere(p)]
        if edged:
            state, names = self.state, tuple(f"{self.table.point(k).label}.{WITHIN}" for k in edged)
            row = np.concatenate([state.q, state.u, np.asarray(state.z)])[None]
            inside = self.table.system.channels.along(names, np.array([state.t]), row, state.parameters)
            found[edged] = [float(inside[name][0]) for name in names]
        return found

    @cached_property
    def gaps(self) -> np.ndarray:
        """Of every point; beyond an edge at least the distance from that.

        Zero where it goes one way, wherever it is, and infinite where it is switched off.
        """
        found = np.maximum(self.held, -self.insides)
        is_off = [not p.is_active(self.state) or self._is_found_elsewhere(p) for p in self.table.points]
        found[np.flatnonzero(is_off)] = np.inf
        return found

    def _is_found_elsewhere(self, point: PointRows) -> bool:
        return self.detected is not None and point.is_detected

    @cached_property
    def velocities(self) -> np.ndarray:
        """P u + P_0 of all rows."""
        return np.asarray(self._placed.P @ self.state.u + self._placed.P_0)

    @cached_property
    def normal_speeds(self) -> np.ndarray:
        """γ_N of every point."""
        return self.velocities[self.table.normals]

    @cached_property
    def is_driven(self) -> bool:
        """Whether rows move by themselves, or speeds are prescribed: then impulses do work that is no heat."""
        driven = [entry.u for entry in self.table.system.layout.driven]
        return bool(np.any(self._placed.P_0) or np.any(self.state.u[driven]))

    def slip_rows(self, number: int) -> tuple[int, ...]:
        """The rows of sliding of a point, those left out along which nothing can move (out of the plane)."""
        if number not in self._slip_rows:
            slips = self.table.point(number).slips
            if not slips:
                return ()
            self._slip_rows[number] = tuple(
                row for row, moves in zip(slips, self._can_move(slips), strict=True) if moves
            )
        return self._slip_rows[number]

    def _can_move(self, rows: Sequence[int]) -> np.ndarray:
        """Whether forces along rows move anything, all other constraints being kept."""
        W, moved = self.columns(rows), self.responses(rows)
        # By the largest of them: out of the plane a direction is nothing but rounding.
        least = IMMOBILE * (W * W).sum(axis=1).max(initial=0.0) / self._heaviest
        return np.asarray((W * moved).sum(axis=1) > least)

    def refuse_driven(self, points: Sequence[int]) -> None:
        """Raises where points approach that no force in them can move: drives or other constraints do."""
        can_move = self._can_move([self.table.point(k).normal for k in points])
        held = [self.table.point(k).label for k, moves in zip(points, can_move, strict=True) if not moves]
        if held:
            raise ModelError(
                f"contact {held[0]}: at t = {self.state.t:.6g} drives or other constraints move its bodies into each "
                "other, and no force in the contact can stop them. End the drive before, or let something give way: a "
                "joint without drive, a spring, a compliant contact such as lw.SpherePlaneContact."
            )

    @cached_property
    def _heaviest(self) -> float:
        """The largest mass or inertia."""
        return float(self._dynamics.M.diagonal().max(initial=0.0)) or 1.0

    @cached_property
    def _slip_rows(self) -> dict[int, tuple[int, ...]]:
        return {} if self.before is None else self.before._slip_rows

    def sticking(self, number: int) -> dict[str, float]:
        """Switches of a point that sticks: where nothing can move, friction would share what others carry."""
        moving, slips = self.slip_rows(number), self.table.point(number).slips
        held = {name: 1.0 for name, row in zip(HELD_DIRECTIONS, slips, strict=False) if row not in moving}
        return {"closed": 1.0, "stick": 1.0 if moving else 0.0, **held}

    def rows_of(self, points: Sequence[int]) -> list[int]:
        """The rows of some points, point after point, that of the gap first."""
        return [row for k in points for row in (self.table.point(k).normal, *self.slip_rows(k))]

    def slip(self, number: int) -> np.ndarray:
        """γ_T of a point along its rows of sliding."""
        return self.velocities[list(self.slip_rows(number))]

    def slip_places(self, number: int) -> list[int]:
        """The places of a point's rows of sliding among all its directions."""
        return [self.table.point(number).slips.index(row) for row in self.slip_rows(number)]

    def direction(self, number: int, slip: np.ndarray) -> np.ndarray:
        """A direction along these rows by all directions of the point."""
        all_rows, found = self.table.point(number).slips, dict(zip(self.slip_rows(number), slip, strict=True))
        return np.array([found.get(row, 0.0) for row in all_rows])

    @cached_property
    def _dynamics(self) -> Any:
        return self.table.system.functions.at("dynamics", self.state)

    @property
    def inertia(self) -> np.ndarray:
        """M of the free speeds."""
        found = self._dynamics.M
        dense = found if isinstance(found, np.ndarray) else found.toarray()
        return np.asarray(dense[self.free][:, self.free])

    def momentum(self, change: np.ndarray) -> np.ndarray:
        """M Δu of all speeds."""
        return np.asarray(self._dynamics.M @ change)

    @cached_property
    def _prescribed(self) -> np.ndarray:
        """u̇ of driven speeds, zero elsewhere."""
        u_dot = np.zeros(self.table.system.layout.nu)
        for entry in self.table.system.layout.driven:
            u_dot[entry.u] = entry.value.derivative(self.state.t, 2, self.state.parameters)
        return u_dot

    @cached_property
    def _response(self) -> ForceResponse:
        if self.before is not None:
            return self.before._response
        return response_of(self._dynamics.M, self._placed.P[self.table.bilateral], self.free)

    def all_columns(self, rows: Sequence[int]) -> np.ndarray:
        """Some rows of P (rows × speeds)."""
        found = self._placed.P[list(rows)]
        return np.asarray(found if isinstance(found, np.ndarray) else found.toarray())

    def columns(self, rows: Sequence[int]) -> np.ndarray:
        """W of some rows (rows × free speeds)."""
        return self.all_columns(rows)[:, self.free]

    @cached_property
    def _known(self) -> dict[int, np.ndarray]:
        """K Wᵀ by rows that were asked for."""
        return {} if self.before is None else self.before._known

    def responses(self, rows: Sequence[int]) -> np.ndarray:
        """K Wᵀ of some rows: changes of the free speeds by unit impulses (rows × free speeds)."""
        missing = [row for row in rows if row not in self._known]
        if missing:
            self._known.update(zip(missing, self._response.to_forces(self.columns(missing)), strict=True))
        return np.array([self._known[row] for row in rows]) if len(rows) else self.columns(rows)

    def delassus(self, rows: Sequence[int]) -> np.ndarray:
        """G of some rows."""
        return self.columns(rows) @ self.responses(rows).T

    @cached_property
    def sides(self) -> tuple[np.ndarray, np.ndarray]:
        """(load of the free speeds, −P_00 of all rows), prescribed accelerations on the right."""
        d, u_dot = self._dynamics, self._prescribed
        if not self.table.system.layout.driven:
            return np.asarray(d.h)[self.free], -np.asarray(self._rows.P_00)
        return np.asarray(d.h - d.M @ u_dot)[self.free], -np.asarray(self._rows.P_00 + self._rows.P @ u_dot)

    def beside(self, row: np.ndarray, rows: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """(G, K Wᵀ) of a row that is no contact's, given by its columns of all speeds, and of some rows behind it."""
        W = np.vstack([row[None, self.free], self.columns(rows)]) if len(rows) else row[None, self.free]
        K = np.vstack([self._response.to_forces(W[:1]), self.responses(rows)])
        return W @ K.T, K

    @cached_property
    def free_accelerations(self) -> np.ndarray:
        """u̇₀ of all speeds."""
        u_dot = self._prescribed.copy()
        load, wanted = self.sides
        u_dot[self.free] = self._response.accelerations(load, wanted[self.table.bilateral])
        return u_dot

    def accelerations(self, rows: Sequence[int]) -> np.ndarray:
        """γ̇ of some rows without contact forces."""
        places = list(rows)
        found = self._rows.P[places] @ self.free_accelerations
        return np.asarray(found + np.asarray(self._rows.P_00)[places])

    def pulls(self, rows: Sequence[int]) -> np.ndarray:
        """Wᵀu̇₀ of some rows: their accelerations less what bends their directions, which has no limit at a centre."""
        return np.asarray(self._rows.P[list(rows)] @ self.free_accelerations)

    def on_rows(self) -> State:
        """The state with speeds that meet all rows but those of contacts, as an impact of these rows leaves them."""
        u, held = self.state.u.copy(), self.table.bilateral
        u[self.free] += self._response.accelerations(0.0 * u[self.free], -self.velocities[held])
        return replace(self.state, u=u)

    def impulse_loads(
        self, change: np.ndarray, rows: Sequence[int], impulses: np.ndarray
    ) -> tuple[dict[str, tuple[float, ...]], dict[str, tuple[float, ...]]]:
        """Impulses by connection that make a change of speeds with those along some rows: (loads, multipliers).

        Loads are (moment, force) on the second end in the axes of the first; multipliers those of conditions on
        coordinates.
        """
        functions, free, held = self.table.system.functions, self.free, self.table.bilateral
        lam = np.zeros(self.table.system.rows.count)
        lam[list(rows)] = impulses
        needed = np.asarray(self._dynamics.M @ change)[free] - impulses @ self.columns(rows)
        lam[held] = self._response.reactions(needed)
        # Loads are linear in accelerations and multipliers, and so are those of impulses.
        state = self.table.with_switches(self._full, [{"closed": 1.0, "stick": 1.0} for _ in self.table.points])
        there, none = (functions.at_motion("loads", state, k * change, k * lam).wrenches for k in (1.0, 0.0))
        loads = dict(zip(self.table.system.rows.load_names, np.asarray(there - none), strict=True))
        parts = self.table.system.rows.table(self.state).parts
        return (
            {name: tuple(map(float, load)) for name, load in loads.items()},
            {part.name: tuple(lam[part.rows].tolist()) for part in parts if part.is_coupling},
        )

    @cached_property
    def velocity_forces(self) -> np.ndarray:
        """C: what the motion of rigid bodies takes at u̇ = 0 (`formulation.body_momenta`)."""
        return np.asarray(self.table.system.functions.at("body_momenta", self.state).C)

    def pushed_accelerations(self) -> np.ndarray:
        """u̇₀ by forces alone, without what turning axes and bodies add: u̇₀ + M⁻¹C."""
        found = self.free_accelerations.copy()
        found[self.free] += solved(self._dynamics.M[self.free][:, self.free], self.velocity_forces[self.free])
        return found

    def speeds_on_rows(self, before: np.ndarray, load: np.ndarray) -> np.ndarray:
        """u of all speeds after a generalised impulse on speeds `before`, on the velocity rows of no contact."""
        M, held, free = self._dynamics.M, self.table.bilateral, self.free
        u = self.state.u.copy()
        others, own = u.copy(), before.copy()
        others[free] = 0.0
        own[self._held_speeds] = 0.0
        wanted = -np.asarray(self._placed.P_0 + self._placed.P @ others)[held]
        u[free] = self._response.accelerations(np.asarray(M @ own + load)[free], wanted)
        return u

    @cached_property
    def _held_speeds(self) -> list[int]:
        """Speeds that are prescribed."""
        return sorted({*range(self.table.system.layout.nu)} - {*self.table.system.chart.free_u})

    def carried(self, before: np.ndarray, load: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(the same, what rows have changed of it), the load being that of `SpeedTransport`."""
        u = self.speeds_on_rows(before, load)
        turned = np.zeros(len(u))
        if len(self.table.bilateral):
            free = self.free
            turned[free] = u[free] - before[free] - solved(self._dynamics.M[free][:, free], load[free])
        return u, turned

    def velocity_after(self, h: float, before: np.ndarray) -> np.ndarray:
        """u* after forces here have acted for a time h on speeds `before`; velocity forces are left to the transport of
        speeds."""
        d = self._dynamics
        return self.speeds_on_rows(before, h * (np.asarray(d.h) + self.velocity_forces - d.M @ self._prescribed))

    def transport(self) -> SpeedTransport:
        """Ways of speeds from and to here."""
        return SpeedTransport(self.table.system, self.state, self._dynamics.M, self.free)

    def velocities_at(self, rows: Sequence[int], u: np.ndarray) -> np.ndarray:
        """γ of some rows at other speeds."""
        chosen = list(rows)
        return np.asarray(self._rows.P[chosen] @ u + np.asarray(self._rows.P_0)[chosen])

    def position_errors(self, points: Sequence[int]) -> tuple[list[int], np.ndarray]:
        """(rows, what they must change by) of constraints that are off their positions, and of some points."""
        g = np.asarray(self.table.system.functions.at("position", self._full).g)
        places = self.table.holonomic
        rows = [row for row in self.table.bilateral.tolist() if row in places]
        # What goes one way has no position.
        placed = [k for k in points if k >= len(self.table) or self.table.point(k).normal in places]
        wanted = np.concatenate([g[[places[row] for row in rows]], self.held[placed]])
        return rows + [self.table.point(k).normal for k in placed], -wanted

    def least_shift(self, rows: Sequence[int], wanted: np.ndarray) -> np.ndarray:
        """The least change of free speeds, in the mass metric, that changes rows by what is wanted."""
        M, free = self._dynamics.M, self.free
        if not isinstance(M, np.ndarray):
            P, inertia = self._rows.P[list(rows)][:, free], M[free][:, free]
            return SparseSaddle(inertia, P).solve(np.zeros(inertia.shape[0]), wanted)[0]
        W, inertia = self.columns(rows), self.inertia
        across = np.linalg.lstsq(inertia, W.T, rcond=None)[0]
        return np.asarray(across @ np.linalg.lstsq(W @ across, wanted, rcond=1e-12)[0])

    def force_slopes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """(M, ∂r/∂u, ∂r/∂q N) of the free speeds, r = M u̇ − h − C; None of large systems, whose matrices are sparse."""
        system, free, M = self.table.system, self.free, self._dynamics.M
        if not isinstance(M, np.ndarray):
            return None
        none = np.zeros(system.rows.count)
        found = system.functions.at_motion("residual_derivatives", self.state, self.free_accelerations, none)
        N = np.asarray(system.functions.at("rate_variations", self.state).q_dot_u)
        C_u = system.functions.at("velocity_force_slopes", self.state).C_u
        M, D, K = (np.asarray(x)[free][:, free] for x in (M, found.r_u - C_u, found.r_q @ N))
        return M, D, K

    def on_constraints(self, matrix: np.ndarray, load: np.ndarray) -> np.ndarray:
        """x of all speeds with matrix · x = load + Pᵀμ, P x = 0, prescribed ones zero."""
        x = np.zeros(self.table.system.layout.nu)
        held = self.columns(self.table.bilateral.tolist())
        basis = scipy.linalg.null_space(held, rcond=NULL_TOLERANCE) if len(held) else np.eye(held.shape[1])
        x[self.free] = basis @ np.linalg.solve(basis.T @ matrix @ basis, basis.T @ load)
        return x

    def varied_response(self, r: np.ndarray, c: np.ndarray) -> np.ndarray:
        """Changes of the free speeds with M Δ = −r + Pᵀμ, P Δ = −c of rows of no contact, for several columns."""
        found = [
            self._response.accelerations(-x[self.free], -y[self.table.bilateral]) for x, y in zip(r.T, c.T, strict=True)
        ]
        return np.array(found).T.reshape(-1, r.shape[1])

    def holding_change(self, du: np.ndarray) -> np.ndarray:
        """Multipliers of all rows that make a change of speeds, zero in contacts."""
        found = np.zeros(self.table.system.rows.count)
        found[self.table.bilateral] = self._response.reactions(np.asarray(self._dynamics.M @ du)[self.free])
        return found

    def holding_impulses(self, row: int) -> np.ndarray:
        """Multipliers of all rows by a unit impulse along one: one there, what others hold against, zero in
        contacts."""
        found = np.zeros(self.table.system.rows.count)
        found[row], held = 1.0, self.table.bilateral
        if len(held):
            M, P = dense(self._dynamics.M), dense(self._rows.P)
            left = M[self.free][:, self.free] @ self.responses([row])[0] - P[row, self.free]
            found[held] = np.linalg.pinv(P[held][:, self.free].T, rcond=NULL_TOLERANCE) @ left
        return found

    def speeds_after(self, rows: Sequence[int], impulses: np.ndarray) -> np.ndarray:
        """u after impulses along some rows."""
        u = self.state.u.copy()
        u[self.free] += impulses @ self.responses(rows)
        return u


@dataclass(frozen=True, eq=False)
class JoinedRows:
    """P, P_0 and P_00 of all rows."""

    P: Any
    P_0: np.ndarray
    P_00: np.ndarray


def joined_rows(found: Any, detected: DetectedContacts) -> JoinedRows:
    """Rows of a system with those of detected contacts behind them, dense or sparse as they are."""
    is_dense = isinstance(found.P, np.ndarray)
    P, P_0, P_00 = detected.rows
    joined = np.vstack([found.P, P]) if is_dense else scipy.sparse.vstack([found.P, P], format="csr")
    return JoinedRows(joined, np.append(found.P_0, P_0), np.append(found.P_00, P_00))
