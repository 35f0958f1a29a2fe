r"""The conditions of rest as residuals with exact slopes, in any coordinates.

$$ r = M a - h - B^T\lambda = 0, \qquad \dot z = 0, \qquad g(q) = 0, \qquad |e|^2 = 1 $$

in the unknowns q, z, λ: as many as there are conditions, since rows on speeds forbid the displacements that they would
forbid as rates. a are the accelerations of driven coordinates. B is P, unless multipliers pull friction along. Blocks
come from `system.functions.balance`: dense of trees and small systems, else sparse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import lazy_loader
import numpy as np

from ...contract import ModelError
from ...contract.errors import joined
from ...formulation.suspects import first_not_finite
from ...mechanics.port import dense
from ...numerics.least_squares import LeastSquaresFit
from ...numerics.saddle_search import SaddleTangent, identity_like, matrix_of_blocks
from ...results import State
from ...system import System
from ..common.failing_elements import without_slope
from ..constraints.explain import open_closures
from ..constraints.loop_closure import solve_closure
from ..constraints.motion_at import motion_at
from ..constraints.row_wrenches import LoopClosures, loop_closures

scipy = lazy_loader.load("scipy")

EQUILIBRIUM_TOLERANCE = 1e-9
"""What may stay unbalanced, relative to the largest force."""
CLOSED = 1e-10
"""What may stay open, relative to the size of the mechanism."""
REST_REGULARISATION = 1e-12
"""Added to rows that may repeat each other, for every speed."""
NEUTRAL_STIFFNESS = 1e-10
"""Given to motions that have none, as a part of the largest."""
SLIGHT = 1e-4
"""Radians, or parts of the size of the mechanism, by which a spring is moved at the least force to compare with."""
MOST_SPEEDS_IN_FULL = 600
"""With more speeds, free motions and their stiffness are not looked at in full."""


Blocks = list[tuple[int, int, Any]]
"""(row, column, matrix)."""


class FreeStiffness(NamedTuple):
    """Stiffness on the motions that rows leave free, in comparable units."""

    V: np.ndarray
    """The motions (free speeds × motions), orthonormal."""
    K: np.ndarray
    force: np.ndarray
    """What is unbalanced along them."""


@dataclass(frozen=True, eq=False)
class EquilibriumConditions:
    """The conditions of rest near a start."""

    system: System
    start: State
    a: np.ndarray
    """Accelerations that driven coordinates have."""
    is_rest: ClassVar[bool] = True

    @cached_property
    def _closures(self) -> LoopClosures:
        """Rows and sizes at the start."""
        return loop_closures(self.system, self.start)

    @cached_property
    def _length(self) -> float:
        """The size of the mechanism: its largest lever arm, or how far bodies are from each other."""
        places = np.asarray(self.system.functions.at("body_poses", self.start).p).reshape(-1, 3)[1:]
        return max(float(np.ptp(places, axis=0).max(initial=0.0)) if len(places) else 0.0, self._closures.length)

    @cached_property
    def q(self) -> list[int]:
        """Coordinates that may change."""
        return list(self.system.chart.free_q)

    @cached_property
    def _free(self) -> list[int]:
        """Speeds that may change."""
        return list(self.system.chart.free_u)

    @property
    def _rows(self) -> int:
        """How many multipliers there are."""
        return self.system.rows.count

    @cached_property
    def _first_multipliers(self) -> np.ndarray:
        """Those that leave the least force unbalanced at the start."""
        at = self._first_plain
        if not np.isfinite(at.r).all():
            motion_at(self.system, self.start)  # names a node that nothing holds
            said = first_not_finite(self.system.functions.examined(self.start))
            said = said or "generalised forces are not finite; check loads and gravity."
            raise ModelError(f"equilibrium: at the guess, {said}")
        if not self._rows:
            return np.zeros(0)
        units = self._speed_units[self._free]
        P, r = self._cut(at.P, None, self._free), at.r[self._free] * units
        if isinstance(P, np.ndarray):
            return np.asarray(np.linalg.lstsq((P * units).T, r, rcond=1e-9)[0])
        scaled = (P @ scipy.sparse.diags(units)).tocsr()
        normal = (scaled @ scaled.T).tocsc()
        ridge = 1e-12 * float(normal.diagonal().max(initial=0.0)) * scipy.sparse.identity(self._rows, format="csc")
        return np.asarray(scipy.sparse.linalg.splu(normal + ridge).solve(scaled @ r))

    @cached_property
    def _first_plain(self) -> Any:
        """Everything at the start without multipliers."""
        return self.system.functions.balance(self.start, self.a, np.zeros(self._rows))

    @cached_property
    def _speed_units(self) -> np.ndarray:
        return self.system.chart.scales(self._length)[0]

    def first(self) -> np.ndarray:
        """The unknowns of the start."""
        return np.concatenate([self.start.q[self.q], self.start.z, self._first_multipliers])

    def parts(self, x: np.ndarray) -> tuple[State, np.ndarray]:
        """(state, multipliers) of unknowns."""
        nq, nz, q = len(self.q), self.system.layout.nz, self.start.q.copy()
        q[self.q] = x[:nq]
        return replace(self.start, q=q, z=x[nq : nq + nz]), x[nq + nz :]

    def move(self, x: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Unknowns after a step, Euler parameters brought back to unit length."""
        found = x + step
        q = self.start.q.copy()
        q[self.q] = found[: len(self.q)]
        found[: len(self.q)] = self.system.chart.with_unit_norms(q)[self.q]
        return found

    def _cut(self, matrix: Any, rows: list[int] | None, columns: list[int] | None) -> Any:
        """Rows and columns of a matrix; None are all."""
        if rows is not None and len(rows) < matrix.shape[0]:
            matrix = matrix[rows]
        return matrix if columns is None or len(columns) == matrix.shape[1] else matrix[:, columns]

    def evaluate(self, x: np.ndarray) -> tuple[np.ndarray, SaddleTangent]:
        """(residual, tangent) at unknowns."""
        return self._joined(*self._blocks(self._system_at(x)))

    def residual(self, x: np.ndarray) -> np.ndarray:
        """What is left of the conditions."""
        return self._blocks(self._system_at(x))[0]

    def _joined(self, residual: np.ndarray, blocks: tuple[Blocks, Blocks, Blocks]) -> tuple[np.ndarray, SaddleTangent]:
        """(residual, tangent) from blocks."""
        shape = len(residual), len(self.scales[1])
        slope, held, inertia = (matrix_of_blocks(x, shape) for x in blocks)
        return residual, SaddleTangent(slope, held, self.stiffness / self.mass * inertia, self._units)

    def _blocks(self, f: Any) -> tuple[np.ndarray, tuple[Blocks, Blocks, Blocks]]:
        """(residual, blocks of the slope, of what is added to it, and of the inertia)."""
        nq, nu, nz, free, q = len(self.q), len(self._free), self.system.layout.nz, self._free, self.q
        g, e = nu + nz, nu + nz + self._rows
        slope = [
            (0, 0, self._cut(f.r_q, free, q)),
            (0, nq, self._cut(f.r_z, free, None)),
            (0, nq + nz, self._cut(f.r_lam - f.P.T, free, None)),
            (nu, 0, -self._cut(f.z_dot_q, None, q)),
            (nu, nq, -f.z_dot_z),
            (nu, nq + nz, -f.z_dot_lam),
            (g, 0, self._cut(f.g_q, None, q)),
            (e, 0, self._cut(f.invariants_q, None, q)),
        ]
        stiffness = NEUTRAL_STIFFNESS * self.stiffness / self._speed_units**2
        held = [
            (0, 0, self._cut(scaled_rows(stiffness, f.turns_q), free, q)),
            (g, nq + nz, REST_REGULARISATION * (self.system.layout.nu + nz) * identity_like(f.M, self._rows)),
        ]
        inertia = [(0, 0, self._cut(f.M @ f.turns_q, free, q)), (nu, nq, np.eye(nz))]
        return np.concatenate([f.r[free], -f.z_dot, f.g, f.invariants]), (slope, held, inertia)

    @cached_property
    def _sizes(self) -> tuple[float, float, float, np.ndarray, np.ndarray]:
        """(typical force, stiffness, mass, sizes of states, how fast they settle)."""
        at, units = self.system.functions.balance(self.start, self.a, self._first_multipliers), self._speed_units
        nz = self.system.layout.nz
        stiffness, mass = (_largest_entry(x, units, units) for x in (at.r_q @ at.q_dot_u, at.M))
        if not np.isfinite(stiffness):
            raise ModelError(f"equilibrium: at the guess, {without_slope(self.system, self.start)}")
        parts = (self._first_plain.r, at.r, at.r - self._first_plain.r)
        largest = max(float(np.abs((units * x)[self._free]).max(initial=0.0)) for x in parts)
        # Where nothing is loaded, rounding errors of the springs are no forces to compare with.
        force = max(largest, SLIGHT * stiffness) or 1.0
        size = np.maximum(np.abs(self.start.z), 1.0)
        by_q = dense(at.z_dot_q) * self.system.chart.scales(self._length)[1] if nz else np.zeros((0, 1))
        by_z = dense(at.z_dot_z) * size if nz else np.zeros((0, 1))
        fastest = np.abs(by_q).max(axis=1, initial=0.0) + np.abs(by_z).max(axis=1, initial=0.0)
        return force, max(stiffness, force), mass or 1.0, size, np.maximum(fastest, 1e-12)

    @property
    def stiffness(self) -> float:
        """The largest that there is, or the force where there is none, in comparable units."""
        return self._sizes[1]

    @property
    def mass(self) -> float:
        """The largest that there is, in comparable units."""
        return self._sizes[2]

    @property
    def tolerance(self) -> float:
        """Scaled conditions below this are met."""
        return EQUILIBRIUM_TOLERANCE

    @cached_property
    def scales(self) -> tuple[np.ndarray, np.ndarray]:
        """(of conditions: forces over a typical one, gaps over the size; of unknowns: radians and that size)."""
        return self._rest_scales()

    def _rest_scales(self) -> tuple[np.ndarray, np.ndarray]:
        """The same of what vanishes at rest."""
        force, *_, fastest = self._sizes
        gaps = EQUILIBRIUM_TOLERANCE / CLOSED * self._closures.row_scale[: self._rows]
        rows = [self._speed_units[self._free] / force, 1.0 / fastest, gaps, np.ones(len(self.system.chart.invariants))]
        any_step = np.full(self.system.layout.nz + self._rows, np.inf)
        return np.concatenate(rows), np.concatenate([self._q_scale, any_step])

    @property
    def _q_scale(self) -> np.ndarray:
        q = self.system.chart.scales(self._length)[1]
        for places in self.system.chart.invariants:
            q[list(places)] = 0.5  # Euler parameters change by half the angle.
        return np.asarray(q[self.q])

    @cached_property
    def _units(self) -> tuple[np.ndarray, np.ndarray]:
        """(of conditions, of unknowns) in which the entries of tangents are comparable."""
        force, _, _, size, _ = self._sizes
        rows, columns = self.scales
        multipliers = force * self._closures.row_scale[: self._rows]
        known = np.concatenate([columns[: len(columns) - self.system.layout.nz - self._rows], size, multipliers])
        return rows, known

    def near(self, state: State) -> EquilibriumConditions | None:
        """The same conditions near another state, which is closed first; None where that cannot be."""
        closed = solve_closure(self._closures, state)
        return replace(self, start=closed.state) if closed.is_closed else None

    def starts(self, count: int) -> Iterator[State]:
        """Starts around this one, farther and farther."""
        yield self.start
        chart, rng = self.system.chart, np.random.default_rng(7)
        base, scale = chart.shift_start(self.start), chart.scales(self._closures.length)[1][self.q]
        for k in range(1, count):
            yield chart.shifted(base, self.q, scale, np.pi * min(1.0, 0.15 * k), rng)

    def free_stiffness(self, x: np.ndarray) -> FreeStiffness | None:
        """The stiffness on the motions that rows leave free at unknowns; None of systems that are too large."""
        if len(self._free) > MOST_SPEEDS_IN_FULL:
            return None
        K, P = map(dense, self.stiffness_and_rows(x))
        V = scipy.linalg.null_space(P, rcond=1e-9) if P.shape[0] else np.eye(len(self._free))
        return FreeStiffness(V, V.T @ K @ V, V.T @ (self._speed_units * self._system_at(x).r)[self._free])

    def _system_at(self, x: np.ndarray) -> Any:
        """All functions of the system at unknowns."""
        state, lam = self.parts(x)
        return self.system.functions.balance(state, self.a, lam)

    def stiffness_and_rows(self, x: np.ndarray) -> tuple[Any, Any]:
        """(∂r/∂q on speeds, P) at unknowns, in comparable units."""
        f, units, free = self._system_at(x), self._speed_units[self._free], self._free
        K, P = self._cut(f.r_q @ f.q_dot_u, free, free), self._cut(f.P, None, free)
        if isinstance(K, np.ndarray):
            return units[:, None] * K * units, P * units
        scale = scipy.sparse.diags(units)
        return scale @ K @ scale, P @ scale

    def failure(self, found: LeastSquaresFit) -> str:
        """What cannot be closed, which coordinates have no restoring force, or what stays unbalanced or changing."""
        system, name, nu = self.system, self.system.model.name, len(self._free)
        closed = solve_closure(self._closures, self.start)
        if not closed.is_closed:
            there = open_closures(loop_closures(system, closed.state), closed)
            return f"model {name!r} has no equilibrium: it cannot be assembled: {there}"
        residual = found.residual / self.scales[0]
        loose = loose_directions(self.free_stiffness(found.x))
        names = [_coordinate(system.layout.u[k]) for k in self._free]
        if loose is not None:
            motions, left = loose
            return (
                f"model {name!r} has no equilibrium near the guess: there is no restoring force in "
                f"{joined([names[k] for k in motions[:4]])}, where {left:.4g} stays unbalanced. Hold it with a spring, "
                "a constraint or a lock, or take the load off."
            )
        worst = int(np.argmax(np.abs(found.residual))) if len(residual) else 0
        if nu <= worst < nu + system.layout.nz:
            return (
                f"model {name!r}: no equilibrium was found: the state {system.layout.z[worst - nu]!r} "
                f"still changes by {-residual[worst]:.4g} a second. Give a guess nearer to rest, or see with a "
                "simulation where the model goes."
            )
        worst = int(np.argmax(np.abs(found.residual[:nu]))) if nu else 0
        what = f"{abs(residual[worst]):.4g} stays unbalanced in {names[worst]}" if nu else "nothing can move"
        return (
            f"model {name!r}: no equilibrium was found: {what}. Give a guess nearer to it, or see with a damped "
            "simulation where the model goes."
        )


def loose_directions(at: FreeStiffness | None) -> tuple[list[int], float] | None:
    """(free speeds along which unbalanced forces meet no stiffness, the largest first; how much force that is)."""
    if at is None or not at.V.shape[1] or not np.isfinite(at.K).all():
        return None
    u, values, _ = np.linalg.svd(at.K)
    size = float(values.max(initial=0.0))
    is_stiff = size > 1e-12 * max(1.0, float(np.abs(at.force).max(initial=0.0)))
    space = u[:, int(np.sum(values > 1e-9 * size)) if is_stiff else 0 :]
    unmet = space @ (space.T @ at.force)
    if np.linalg.norm(unmet) < 0.5 * np.linalg.norm(at.force) or not unmet.any():
        return None
    along = np.abs(at.V @ unmet)
    return [int(k) for k in np.argsort(-along) if along[k] > 0.1 * along.max()], float(np.linalg.norm(unmet))


def scaled_rows(scale: np.ndarray, matrix: Any) -> Any:
    """A matrix with its rows multiplied."""
    return scale[:, None] * matrix if isinstance(matrix, np.ndarray) else scipy.sparse.diags(scale) @ matrix


def _largest_entry(matrix: Any, rows: np.ndarray, columns: np.ndarray) -> float:
    """Of a matrix with rows and columns in comparable units."""
    if isinstance(matrix, np.ndarray):
        return float(np.abs(rows[:, None] * matrix * columns).max(initial=0.0))
    entries = scipy.sparse.coo_matrix(matrix)
    return float(np.abs(entries.data * rows[entries.row] * columns[entries.col]).max(initial=0.0))


def _coordinate(speed: str) -> str:
    return speed[:-4] if speed.endswith("_dot") else speed
