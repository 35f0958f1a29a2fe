r"""How a motion changes, to first order, when its state, time or Parameters do: exact, at one state.

With y = (q, u, z) and p = (t, Parameters), accelerations and multipliers follow from

$$ M\,\dot u_x - P^T\lambda_x = -r_x, \qquad P\,\dot u_x = -c_x, $$

solved through an orthonormal basis of the motions that the rows leave free, so that rows may repeat each other and the
mass matrix may be singular where rows hold what has no mass. Variations that meet all constraints are

$$ \delta y = T x + Y \delta p, \qquad x = (\xi, \eta, z), $$

ξ being free displacements, η free changes of speeds (fewer where rows restrict velocities only). L is a constant left
inverse of T with L Y = 0, which makes ẋ = L (A T x + (A Y + B) δp) exact at this state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from ..contract import ModelError
from ..formulation.variations import is_large
from ..function_table import DERIVATIVES
from ..numerics.rank import pivots, rank_of
from ..results import State
from ..system import System
from .accelerations import motion_at
from .closing import evaluate_closure
from .closures import Closures, closures_of
from .culprits import without_slope

UNIT = 1e-12
"""Columns of a basis that differ less than this from a unit vector are one."""
BASES = ("orthonormal", "coordinates")


@dataclass(frozen=True, eq=False)
class Variation:
    """First variations of a system at a state. Made by `variation_of`; every part is computed when first asked for."""

    system: System
    state: State
    u_dot: np.ndarray
    lam: np.ndarray
    basis: str = "orthonormal"
    sizes: Closures | None = None
    """Sizes of rows and units known from a state nearby."""

    @cached_property
    def closures(self) -> Closures:
        """The constraint rows with their sizes."""
        return closures_of(self.system, self.state) if self.sizes is None else self.sizes

    @cached_property
    def free(self) -> list[int]:
        """Speeds that are not prescribed."""
        return list(self.closures.free_u)

    @cached_property
    def M(self) -> np.ndarray:
        """Mass matrix."""
        return np.atleast_2d(np.asarray(self.system.evaluate("mass_matrix", self.state).M))

    @cached_property
    def P(self) -> np.ndarray:
        """Constraint rows; columns of prescribed speeds are zero."""
        found = np.zeros((len(self.lam), self.system.layout.nu))
        if len(self.lam):
            found[:, self.free] = self.system.constraint_rows(self.state)[0][:, self.free]
        return found

    @cached_property
    def rates(self) -> Any:
        """∂(q̇, ż, R)/∂(q, u, z, s)."""
        return self.system.evaluate("rate_variations", self.state)

    @cached_property
    def by_parameters(self) -> Any:
        """Derivatives by (t, p)."""
        return self.system.evaluate_motion("parameter_variations", self.state, self.u_dot, self.lam)

    @cached_property
    def residuals(self) -> Any:
        """∂(r, c)/∂(q, u, z, s)."""
        return self.system.evaluate_motion("residual_derivatives", self.state, self.u_dot, self.lam)

    @cached_property
    def s_y(self) -> np.ndarray:
        """How unknowns of elements follow the state."""
        f = self.rates
        return _solved(f.R_s, np.hstack([f.R_q, f.R_u, f.R_z]))

    @cached_property
    def s_p(self) -> np.ndarray:
        """How unknowns of elements follow (t, p)."""
        return _solved(self.rates.R_s, self.by_parameters.R_p)

    @cached_property
    def r_y(self) -> np.ndarray:
        """∂r/∂y with unknowns following."""
        f = self.residuals
        return np.hstack([f.r_q, f.r_u, f.r_z]) + f.r_s @ self.s_y

    @cached_property
    def c_y(self) -> np.ndarray:
        """∂c/∂y."""
        f = self.residuals
        return np.hstack([f.c_q, f.c_u, np.zeros((len(self.lam), self.system.layout.nz))])

    @cached_property
    def _split(self) -> tuple[np.ndarray, np.ndarray]:
        """(P⁺, an orthonormal basis of the free speeds that P leaves open), both in all speeds."""
        nu = self.system.layout.nu
        inverse, rows = np.zeros((nu, len(self.lam))), list(range(len(self.lam)))
        if rows:
            found = self.closures.velocity_rank(self.P)
            kept = list(found.independent_rows)
            inverse[np.ix_(self.free, kept)] = np.linalg.pinv(self.P[np.ix_(kept, self.free)])
        return inverse, self.free_speeds(rows)

    def free_speeds(self, rows: list[int]) -> np.ndarray:
        """A basis of the speeds that rows leave open; unit vectors where no row is felt."""
        nu, free = self.system.layout.nu, self.free
        P, scale = self.P[rows], self.closures.row_scale[rows]
        felt = [k for k in free if np.abs(scale @ np.abs(P[:, k])) * self.closures.speed_scale[k] > UNIT]
        plain = [k for k in free if k not in felt]
        spaces = [np.eye(nu)[:, plain]]
        if felt:
            found = rank_of(P[:, felt], scale, self.closures.speed_scale[felt])
            inner = np.zeros((nu, len(felt) - found.rank))
            if inner.shape[1]:
                inner[felt] = np.linalg.qr(found.null_space)[0]
            spaces.append(inner)
        return in_order(np.hstack(spaces), self.basis)

    def followed(self, r_x: np.ndarray, c_x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(u̇_x of the free speeds, λ_x, what is left of r_x + M u̇_x for the free motion)."""
        inverse, V = self._split
        particular = -inverse @ c_x
        needed = r_x + self.M @ particular
        rates = particular - V @ _definite(V.T @ self.M @ V, V.T @ needed)
        lam_x = inverse.T @ (self.M @ rates + r_x)
        return rates, lam_x, needed

    @cached_property
    def _by_state(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if is_large(self.system.equations):
            found = self.system.output(DERIVATIVES, self.state)
            rates = np.hstack([found.u_dot_q, found.u_dot_u])
            return rates, np.zeros((0, rates.shape[1])), -self.M @ rates
        if not np.isfinite(self.r_y).all():
            raise ModelError(without_slope(self.system, self.state))
        return self.followed(self.r_y, self.c_y)

    @property
    def force_y(self) -> np.ndarray:
        """∂r/∂y; for large trees −M u̇_y, the same wherever the given accelerations are those of the motion."""
        return self._by_state[2] if is_large(self.system.equations) else self.r_y

    @property
    def u_dot_y(self) -> np.ndarray:
        """∂u̇/∂y."""
        return self._by_state[0]

    @property
    def lam_y(self) -> np.ndarray:
        """∂λ/∂y, of least norm where rows repeat each other."""
        return self._by_state[1]

    @cached_property
    def A(self) -> np.ndarray:
        """∂ẏ/∂y (all of y, in the order q, u, z)."""
        f, nz = self.rates, self.system.layout.nz
        first = np.hstack([f.q_dot_q, f.q_dot_u, np.zeros((len(f.q_dot_q), nz))])
        last = np.hstack([f.z_dot_q, f.z_dot_u, f.z_dot_z]) + f.z_dot_s @ self.s_y
        return np.vstack([first, self.u_dot_y, last])

    @property
    def rates_of_y(self) -> np.ndarray:
        """ẏ = (q̇, u̇, ż) at the state itself, with the accelerations given."""
        q_dot = np.atleast_1d(self.system.evaluate("kinematics", self.state).q_dot)
        z_dot = np.atleast_1d(self.system.evaluate("state_rates", self.state).z_dot) if self.system.layout.nz else ()
        return np.concatenate([q_dot, self.u_dot, z_dot])

    @property
    def reach(self) -> np.ndarray:
        """Changes of coordinates per unit of each free displacement, in radians and lever arms."""
        return np.asarray(self.displacements / self.closures.q_scale[:, None])

    @cached_property
    def _by_p(self) -> tuple[np.ndarray, np.ndarray]:
        """(∂u̇/∂(t, p), ∂λ/∂(t, p))."""
        f = self.by_parameters
        r_p = f.r_p + self.M @ f.a_p + self._r_s @ self.s_p
        held = np.setdiff1d(np.arange(self.system.layout.nu), self.free)
        c_p = f.c_p
        if len(self.lam) and len(held):
            c_p = c_p + self.system.constraint_rows(self.state)[0][:, held] @ f.a_p[held]
        rates, lam_p, _ = self.followed(r_p, c_p)
        return rates + f.a_p, lam_p

    @property
    def _r_s(self) -> np.ndarray:
        if not len(self.system.unknowns):
            return np.zeros((self.system.layout.nu, 0))
        return np.asarray(self.residuals.r_s)

    @property
    def u_dot_p(self) -> np.ndarray:
        """∂u̇/∂(t, p)."""
        return self._by_p[0]

    @property
    def lam_p(self) -> np.ndarray:
        """∂λ/∂(t, p)."""
        return self._by_p[1]

    @cached_property
    def B(self) -> np.ndarray:
        """∂ẏ/∂(t, p)."""
        f = self.by_parameters
        return np.vstack([f.q_dot_p, self.u_dot_p, f.z_dot_p + self.rates.z_dot_s @ self.s_p])

    def u_dot_by_force(self, forces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(u̇, λ) per unit of generalised forces, given as columns."""
        rates, lam, _ = self.followed(-forces, np.zeros((len(self.lam), forces.shape[1])))
        return rates, lam

    @cached_property
    def displacements(self) -> np.ndarray:
        """A basis of changes of q that meet all holonomic rows and invariants (coordinates × ξ)."""
        holonomic = [k for k, place in enumerate(self.system.equations.position_of_row) if place is not None]
        along = np.asarray(self.rates.q_dot_u) @ self.free_speeds(holonomic)
        if self.count == along.shape[1]:
            return along
        _, slope = evaluate_closure(self.system, self.state)
        free = list(self.closures.free_q)
        found = rank_of(slope[:, free], None, self.closures.q_scale[free])
        space = np.zeros((self.system.layout.nq, len(free) - found.rank))
        space[free] = np.linalg.qr(found.null_space)[0]
        return in_order(space, self.basis)

    @cached_property
    def count(self) -> int:
        """How many free displacements there are."""
        free = list(self.closures.free_q)
        if not len(self.system.equations.g) and not len(self.system.equations.invariants):
            return len(free)
        _, slope = evaluate_closure(self.system, self.state)
        count = len(self.closures.holonomic)
        return len(free) - self.closures.position_rank(slope[:count], slope[count:]).rank

    @property
    def speeds(self) -> np.ndarray:
        """A basis of changes of u at fixed q that meet all rows (speeds × η)."""
        return self._split[1]

    @cached_property
    def _left(self) -> tuple[np.ndarray, np.ndarray]:
        """Left inverses of both bases: constant."""
        if self.basis == "orthonormal":
            return np.linalg.pinv(self.displacements), self.speeds.T
        return tuple(_selection(b) for b in (self.displacements, self.speeds))  # type: ignore[return-value]

    @cached_property
    def T(self) -> np.ndarray:
        """δy = T x."""
        dq, V, nz = self.displacements, self.speeds, self.system.layout.nz
        du = self._speeds_for(dq, np.zeros((len(self.lam), dq.shape[1])))
        return linalg.block_diag(np.vstack([dq, du]), np.eye(nz)) if not V.size else self._joined(dq, du, V, nz)

    def _joined(self, dq: np.ndarray, du: np.ndarray, V: np.ndarray, nz: int) -> np.ndarray:
        top = np.hstack([dq, np.zeros((len(dq), V.shape[1] + nz))])
        middle = np.hstack([du, V, np.zeros((len(V), nz))])
        return np.vstack([top, middle, np.hstack([np.zeros((nz, dq.shape[1] + V.shape[1])), np.eye(nz)])])

    def _speeds_for(self, dq: np.ndarray, g_dot: np.ndarray) -> np.ndarray:
        """Changes of the free speeds that changes of q, and others g_dot of the rows, ask for."""
        if not len(self.lam):
            return np.zeros((self.system.layout.nu, dq.shape[1]))
        du = -self._split[0] @ (np.asarray(self.rates.g_dot_q) @ dq + g_dot)
        return np.asarray(du - self.speeds @ (self._left[1] @ du))

    @cached_property
    def L(self) -> np.ndarray:
        """x = L δy."""
        return linalg.block_diag(*self._left, np.eye(self.system.layout.nz))

    @cached_property
    def Y(self) -> np.ndarray:
        """What changes of (t, p) ask of y, with L Y = 0 on what is free."""
        f, layout = self.by_parameters, self.system.layout
        dq, du = np.zeros((layout.nq, f.q_p.shape[1])), np.zeros((layout.nu, f.q_p.shape[1]))
        residual, slope = evaluate_closure(self.system, self.state)
        free = list(self.closures.free_q)
        if len(residual):
            right = np.vstack([f.g_p, np.zeros((len(residual) - len(f.g_p), f.g_p.shape[1]))])
            inverse = np.linalg.pinv(slope[:, free], rcond=1e-9)
            dq[free] = -inverse @ right
            dq -= self.displacements @ (self._left[0] @ dq)
        du += self._speeds_for(dq, f.g_dot_p)
        for entry in (*layout.driven, *layout.locked):
            dq[entry.q], du[entry.u] = f.q_p[entry.q], f.u_p[entry.u]
        return np.vstack([dq, du, np.zeros((layout.nz, dq.shape[1]))])

    @cached_property
    def stiffness(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(M, D, K) of M η̇ + D η + K ξ = … of the free motion, S4 Listing 6."""
        V, needed, T = self.speeds, self._by_state[2], self.T
        n, m = self.displacements.shape[1], self.speeds.shape[1]
        by_x = V.T @ needed @ T
        return V.T @ self.M @ V, by_x[:, n : n + m], by_x[:, :n]

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of x."""
        layout = self.system.layout
        dq = _names(self.displacements, layout.q) or _integrals(self.displacements, self.rates.q_dot_u, layout.u)
        return (*(dq or _counted("displacement", self.count)), *self._speed_names, *layout.z)

    @property
    def _speed_names(self) -> tuple[str, ...]:
        return _names(self.speeds, self.system.layout.u) or _counted("speed", self.speeds.shape[1])


def variation_of(
    system: System,
    state: State,
    u_dot: np.ndarray | None = None,
    lam: np.ndarray | None = None,
    basis: str = "orthonormal",
    sizes: Closures | None = None,
) -> Variation:
    """The variations at a state; accelerations and multipliers are those of the motion unless given."""
    if u_dot is None or lam is None:
        found = motion_at(system, state)
        u_dot, lam = found.u_dot, found.lam
    return Variation(system, state, np.asarray(u_dot), np.asarray(lam), basis, sizes)


def in_order(space: np.ndarray, basis: str) -> np.ndarray:
    """A basis with unit vectors in their order; for "coordinates", one that is the unit matrix on chosen entries."""
    if not space.shape[1]:
        return space
    if basis == "coordinates":
        chosen = sorted(pivots(space.T, space.shape[1]))
        return np.asarray(space @ np.linalg.inv(space[chosen]))
    largest = np.argmax(np.abs(space), axis=0)
    space = space * np.where(space[largest, range(space.shape[1])] < 0.0, -1.0, 1.0)
    return np.asarray(space[:, np.argsort(largest, kind="stable")])


def _selection(basis: np.ndarray) -> np.ndarray:
    """The matrix that picks the entries on which a basis is the unit matrix, or its pseudo-inverse."""
    rows = _places(basis.T, np.eye(basis.shape[1]))
    return np.eye(len(basis))[rows] if rows is not None else np.linalg.pinv(basis)


def _names(basis: np.ndarray, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of entries on which a basis is the unit matrix; none where it is on no set of entries."""
    return tuple(names[k] for k in _places(basis.T, np.eye(basis.shape[1])) or ())


def _integrals(basis: np.ndarray, q_dot_u: np.ndarray, names: tuple[str, ...]) -> tuple[str, ...]:
    """Where displacements are integrals of single speeds, their names."""
    return tuple(f"integral of {names[k]}" for k in _places(np.asarray(q_dot_u), basis) or ())


def _places(columns: np.ndarray, wanted: np.ndarray) -> list[int] | None:
    """For each wanted column the first of the columns that equals it; None where one has no equal."""
    found = []
    for column in wanted.T:
        # Those that agree in the largest entry are few.
        at = int(np.argmax(np.abs(column)))
        near = np.flatnonzero(np.abs(columns[at] - column[at]) < UNIT)
        match = [k for k in near if np.abs(columns[:, k] - column).max() < UNIT]
        if not match:
            return None
        found.append(int(match[0]))
    return found


def _counted(what: str, count: int) -> tuple[str, ...]:
    return tuple(f"{what} {k + 1}" for k in range(count))


def _solved(R_s: Any, R_x: Any) -> np.ndarray:
    return -np.linalg.solve(R_s, R_x) if len(R_s) else np.zeros((0, np.shape(R_x)[1]))


def _definite(m: np.ndarray, right: np.ndarray) -> np.ndarray:
    if not len(m):
        return np.zeros_like(right)
    return np.asarray(linalg.solve(m, right, assume_a="sym"))
