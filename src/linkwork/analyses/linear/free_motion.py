r"""The motions that the constraint rows of a system leave free at a state, to first order.

Changes of a state y = (q, u, z) that meet all constraints are

$$ \delta y = T x, \qquad x = (\xi, \eta, z), $$

ξ being free displacements, η free changes of speeds (fewer where rows restrict velocities only). L is a left inverse of
T, constant in a tree. In absolute coordinates ξ are rotations in world axes and displacements of bodies, so that a
linear system about a steady motion is that of the tree. Rows may repeat each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from ...mechanics.port import dense
from ...numerics.rank import Ranked, pivots, rank_of
from ...results import State
from ...system import System
from ..constraints.loop_closure import evaluate_closure
from ..constraints.row_wrenches import LoopClosures

UNIT = 1e-12
"""Columns of a basis that differ less than this from a unit vector are one."""
BASES = ("orthonormal", "coordinates")


@dataclass(frozen=True, eq=False)
class FreeMotion:
    """Bases of free displacements and speeds at a state; every part is computed when first asked for."""

    system: System
    state: State
    closures: LoopClosures
    basis: str = "orthonormal"

    @property
    def free(self) -> list[int]:
        """Speeds that are not prescribed."""
        return list(self.closures.free_u)

    @property
    def rows(self) -> int:
        """How many constraint rows there are."""
        return self.system.rows.count

    @cached_property
    def P(self) -> np.ndarray:
        """Constraint rows; columns of prescribed speeds are zero."""
        found = np.zeros((self.rows, self.system.layout.nu))
        if self.rows:
            found[:, self.free] = dense(self.system.constraint_rows(self.state)[0])[:, self.free]
        return found

    @cached_property
    def rates(self) -> Any:
        """∂(q̇, ż, R)/∂(q, u, z, s) and ∂ġ/∂q."""
        found = self.system.evaluate("rate_variations", self.state)
        return type(found)(*map(dense, found))

    @cached_property
    def inverse(self) -> np.ndarray:
        """P⁺ in all speeds."""
        found = np.zeros((self.system.layout.nu, self.rows))
        if self.rows:
            kept = list(self._ranked.independent_rows)
            found[np.ix_(self.free, kept)] = np.linalg.pinv(self.P[np.ix_(kept, self.free)])
        return found

    @cached_property
    def _ranked(self) -> Ranked:
        """The rank of all rows."""
        return self.closures.velocity_rank(self.P)

    @cached_property
    def speeds(self) -> np.ndarray:
        """A basis of changes of u at fixed q that meet all rows (speeds × η)."""
        return self._open_speeds(list(range(self.rows)))

    def _open_speeds(self, rows: list[int]) -> np.ndarray:
        """A basis of the speeds that rows leave open; unit vectors where all rows are zero."""
        nu, free = self.system.layout.nu, self.free
        P, scale = self.P[rows], self.closures.row_scale[rows]
        sizes = (scale @ np.abs(P)) * self.closures.speed_scale
        felt = [k for k in free if sizes[k] > UNIT]
        plain = sorted(set(free) - set(felt))
        spaces = [np.eye(nu)[:, plain]]
        if felt:
            is_whole = felt == free and len(rows) == self.rows
            found = self._ranked if is_whole else rank_of(P[:, felt], scale, self.closures.speed_scale[felt])
            inner = np.zeros((nu, len(felt) - found.rank))
            if inner.shape[1]:
                inner[felt] = np.linalg.qr(found.null_space)[0]
            spaces.append(inner)
        return in_order(np.hstack(spaces), self.basis)

    @cached_property
    def _holonomic_speeds(self) -> np.ndarray:
        """A basis of the speeds that the holonomic rows leave open."""
        holonomic = [int(k) for k in self.closures.holonomic]
        return self.speeds if len(holonomic) == self.rows else self._open_speeds(holonomic)

    @cached_property
    def displacements(self) -> np.ndarray:
        """A basis of changes of q that meet all holonomic rows and invariants (coordinates × ξ)."""
        along = np.asarray(self.rates.q_dot_u) @ self._holonomic_speeds
        if self.count == along.shape[1]:
            return np.asarray(along)
        free = list(self.closures.free_q)
        found = rank_of(dense(self._closure_slope)[:, free], None, self.closures.q_scale[free])
        space = np.zeros((self.system.layout.nq, len(free) - found.rank))
        space[free] = np.linalg.qr(found.null_space)[0]
        return in_order(space, self.basis)

    @cached_property
    def _closure_slope(self) -> Any:
        """∂(g, invariants)/∂q."""
        return evaluate_closure(self.system, self.state)[1]

    @cached_property
    def count(self) -> int:
        """How many free displacements there are."""
        free = list(self.closures.free_q)
        slope, count = self._closure_slope, len(self.closures.holonomic)
        if not slope.shape[0]:
            return len(free)
        return len(free) - self.closures.position_rank(slope[:count], slope[count:]).rank

    @property
    def reach(self) -> np.ndarray:
        """Changes of coordinates per unit of each free displacement, in radians and lever arms."""
        return np.asarray(self.displacements / self.closures.q_scale[:, None])

    @property
    def _turns(self) -> tuple[Any, Any] | None:
        """Rotations and displacements of bodies by q, and their rates, where displacements are integrals of speeds."""
        return self.system.chart.turns(self.rates) if self.count == self._holonomic_speeds.shape[1] else None

    @cached_property
    def left(self) -> tuple[np.ndarray, np.ndarray]:
        """Left inverses of the bases of displacements and speeds."""
        turns = self._turns
        if turns is not None:
            return self._inverse_of(self._holonomic_speeds) @ turns[0], self._inverse_of(self.speeds)
        if self.basis == "orthonormal":
            return np.linalg.pinv(self.displacements), self.speeds.T
        return _selection(self.displacements), _selection(self.speeds)

    def _inverse_of(self, speeds: np.ndarray) -> np.ndarray:
        return speeds.T if self.basis == "orthonormal" else _selection(speeds)

    @cached_property
    def T(self) -> np.ndarray:
        """δy = T x."""
        dq, V, nz = self.displacements, self.speeds, self.system.layout.nz
        du = self.speeds_for(dq, np.zeros((self.rows, dq.shape[1])))
        top = np.hstack([dq, np.zeros((len(dq), V.shape[1] + nz))])
        middle = np.hstack([du, V, np.zeros((len(V), nz))])
        return np.vstack([top, middle, np.hstack([np.zeros((nz, dq.shape[1] + V.shape[1])), np.eye(nz)])])

    def speeds_for(self, dq: np.ndarray, g_dot: np.ndarray) -> np.ndarray:
        """Changes of the free speeds that changes of q, and others g_dot of the rows, ask for."""
        if not self.rows:
            return np.zeros((self.system.layout.nu, dq.shape[1]))
        du = -self.inverse @ (np.asarray(self.rates.g_dot_q) @ dq + g_dot)
        return np.asarray(du - self.speeds @ (self.left[1] @ du))

    @cached_property
    def L(self) -> np.ndarray:
        """x = L δy."""
        return np.asarray(linalg.block_diag(*self.left, np.eye(self.system.layout.nz)))

    @cached_property
    def L_dot(self) -> np.ndarray:
        """The rate of L along the motion: zero, unless rotations of bodies are read from Euler parameters that move."""
        found = np.zeros_like(self.L)
        turns = self._turns
        if turns is not None:
            rate = self._inverse_of(self._holonomic_speeds) @ turns[1]
            found[: rate.shape[0], : rate.shape[1]] = rate
        return found

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of x."""
        layout, count = self.system.layout, self.displacements.shape[1]
        dq = _names(self.displacements, layout.q)
        if not dq and self._holonomic_speeds.shape[1] == count:
            dq = tuple(f"integral of {name}" for name in _names(self._holonomic_speeds, layout.u))
        speeds = _names(self.speeds, layout.u) or _counted("speed", self.speeds.shape[1])
        return (*(dq or _counted("displacement", count)), *speeds, *layout.z)


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
    rows = _places(basis)
    return np.eye(len(basis))[rows] if rows is not None else np.linalg.pinv(basis)


def _names(basis: np.ndarray, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of entries on which a basis is the unit matrix; none where it is on no set of entries."""
    return tuple(names[k] for k in _places(basis) or ())


def _places(basis: np.ndarray) -> list[int] | None:
    """For each column of a basis the first entry on which that alone is one; None where a column has no such."""
    found = []
    for k in range(basis.shape[1]):
        near = np.flatnonzero(np.abs(basis[:, k] - 1.0) < UNIT)
        match = [i for i in near if np.abs(np.delete(basis[i], k)).max(initial=0.0) < UNIT]
        if not match:
            return None
        found.append(int(match[0]))
    return found


def _counted(what: str, count: int) -> tuple[str, ...]:
    return tuple(f"{what} {k + 1}" for k in range(count))
