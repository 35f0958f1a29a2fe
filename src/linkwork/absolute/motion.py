r"""Accelerations, multipliers, and states brought onto their constraints: one sparse saddle point each.

$$ \begin{pmatrix} M & B^T \\ A & 0 \end{pmatrix} \begin{pmatrix} \dot u \\ -\lambda \end{pmatrix} =
   \begin{pmatrix} h \\ -P_{00} \end{pmatrix} $$

B is A but for contacts that slide, whose multipliers pull friction along. The factors are those of the regularised
matrix; what ε did is taken out again by iterating on the residual of the matrix itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import no_solution
from ..formulation.suspects import first_not_finite
from ..model.coordinate_check import singular_hinge
from ..numerics.integrators.projection import ROUNDED_OFF
from ..numerics.newton import finite_start
from ..numerics.rank import RANKED_ROWS, numerical_rank
from ..numerics.saddle import refined
from ..numerics.sparse import SingularError, Solve, SparseSolver, dense_factors
from .configuration import Configuration
from .hinge_unknowns import fitted
from .suspects import examined
from .tables import Tables

PROJECTION_STEPS = 30
ON_ROWS = 1e-12
"""Residuals of positions, in radians or lengths of the model, that are none."""
NEGLIGIBLE_CHANGE = 1e-13
"""Changes of accelerations and multipliers, relative to the largest, that are none."""
LEAST_PIVOT_OF_INERTIA = 1e-12
"""Pivots smaller than this beside the largest are those of directions without inertia, or may be."""
DENSE_SADDLE = 120
"""Velocities and rows up to which matrices are dense."""
PLAIN = np.array([1.0, 0.0, 0.0, 0.0])
"""Factors for the mass matrix alone."""


@dataclass(frozen=True, eq=False)
class Accelerated:
    """Accelerations and multipliers at a state."""

    u_dot: np.ndarray
    lam: np.ndarray
    gap: float
    """The largest acceleration that is left across a constraint: not zero where rows contradict each other."""
    A: Any
    """The constraint rows (rows × velocities), sparse of large systems."""
    B: Any
    """How multipliers act (rows × velocities)."""


class Saddle:
    """The saddle point of the mass matrix at a configuration, factored; r_0 is the residual without accelerations.

    It has all rows, or those of positions. With multipliers, it is that of the motion, with forces that depend on them,
    and r_0 is theirs.
    """

    def __init__(
        self,
        system: Any,
        at: Configuration,
        tables: Tables,
        solver: SparseSolver | None = None,
        lam: np.ndarray | None = None,
        of_positions: bool = False,
    ) -> None:
        self.system, self.at, self.tables = system, at, tables
        assembly = system.assembly
        is_dense = solver is None and assembly.size <= DENSE_SADDLE
        self.solver = solver or (None if is_dense else assembly.matrix.solver())
        nothing = np.zeros(system.size)
        self.lam_0 = np.zeros(system.rows) if lam is None else lam
        if system.sees_reactions and lam is None:
            # Forces that see reactions may have no value where these are zero.
            self.lam_0 = finite_start(lambda x: assembly.tangent(at, tables, nothing, x, PLAIN), system.rows)
        self.r_0, _, triplets = assembly.tangent(at, tables, nothing, self.lam_0, PLAIN)
        if system.sees_reactions and lam is None:
            triplets = assembly.matrix.of_inertia(triplets)
        added = np.concatenate([np.zeros(len(triplets) - assembly.size), assembly.regularisation(tables)])
        exact = triplets - added
        if of_positions:
            triplets, exact = (assembly.matrix.of_positions(x, tables) for x in (triplets, exact))
        self.matrix = assembly.matrix.pattern.dense(exact) if is_dense else assembly.matrix.pattern.matrix(exact)
        if not np.isfinite(self.r_0).all() and (name := unsettled(system, at, tables)):
            raise ModelError(no_solution(name, at.t))
        try:
            self._factors = self._factored(triplets, lam is not None)
        except SingularError:
            raise ModelError(_singular(system, at, tables)) from None

    def _factored(self, triplets: np.ndarray, is_exact: bool) -> Solve:
        """What solves the regularised matrix."""
        if self.solver is None:
            return dense_factors(self.system.assembly.matrix.pattern.dense(triplets))
        self.solver.is_exact |= is_exact
        self.solver.factor(triplets)
        return self.solver.solve

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The solution of the matrix without ε, by iteration; where there is none, the one of least squares."""
        return refined(self._factors, self.matrix, right)


def accelerate(system: Any, at: Configuration, tables: Tables, solver: SparseSolver | None = None) -> Accelerated:
    """Accelerations and multipliers at a configuration that satisfies its constraints."""
    saddle = Saddle(system, at, tables, solver)
    wanted = system.assembly.rates(at, tables).P_00
    found = saddle.solve(np.concatenate([-saddle.r_0, -wanted]))
    n = system.size
    if system.sees_reactions:
        found[n:] -= saddle.lam_0
        saddle, found = _seen(saddle, found, wanted)
    if not np.isfinite(found).all():
        raise ModelError(_singular(system, at, tables))
    left = -wanted - saddle.matrix[n:] @ found
    A, B = saddle.matrix[n:, :n], saddle.matrix[:n, n:].T
    return Accelerated(found[:n], -found[n:], float(np.abs(left).max(initial=0.0)), A, B)


def _seen(saddle: Saddle, found: np.ndarray, wanted: np.ndarray) -> tuple[Saddle, np.ndarray]:
    """(saddle point, accelerations and −λ) where forces depend on multipliers of others: by Newton's method."""
    n = saddle.system.size
    last = np.inf
    for _ in range(PROJECTION_STEPS):
        saddle = Saddle(saddle.system, saddle.at, saddle.tables, saddle.solver, lam=-found[n:])
        # r_0 holds −Bᵀλ already; r = M a + r_0 is to vanish.
        right = np.concatenate([-saddle.r_0, -wanted]) - saddle.matrix[:, :n] @ found[:n]
        step = saddle.solve(right)
        found = found + step
        size = float(np.abs(step).max()) / (1.0 + float(np.abs(found).max()))
        if not np.isfinite(size) or size <= NEGLIGIBLE_CHANGE or (size > 0.5 * last and size <= 1e-9):
            return saddle, found
        last = size
    raise ModelError(
        "forces that depend on reactions, and these on the forces, come to no end at this state; look for friction "
        "that grows as fast as the load that it makes."
    )


def _dense(matrix: Any) -> np.ndarray:
    return matrix if isinstance(matrix, np.ndarray) else np.asarray(matrix.toarray())


def rank_of_rows(A: Any) -> int | None:
    """How many of the constraint rows (rows × velocities) are independent; None where they are very many."""
    if A.shape[0] > RANKED_ROWS:
        return None
    if not A.shape[0]:
        return 0
    rows = _dense(A)
    size = np.abs(rows).max(axis=1, keepdims=True)
    # Singular values alone: with their vectors, the rank of 400 bodies would cost more than the run.
    return numerical_rank(np.linalg.svd(rows / np.where(size > 0.0, size, 1.0), compute_uv=False))


def is_held(M: np.ndarray, A: np.ndarray) -> bool:
    """Whether rows hold every direction that has no inertia."""
    try:
        pivots = np.diagonal(np.linalg.cholesky(M + np.trace(M) / len(M) * A.T @ A)) ** 2
    except np.linalg.LinAlgError:
        return False
    return bool(pivots.min() > LEAST_PIVOT_OF_INERTIA * pivots.max())


def least_multipliers(found: Accelerated) -> np.ndarray:
    """Multipliers without what rows that repeat others put on each other: no residual tells of it.

    The regularised matrix keeps it small; rounding errors over ε are left. What rows that pull friction along put on
    each other moves bodies, unless their friction cancels too.
    """
    rows, acting = _dense(found.A), _dense(found.B)
    rows = rows if (rows == acting).all() else np.hstack([rows, acting])
    size = np.abs(rows).max(axis=1, keepdims=True)
    size = np.where(size > 0.0, size, 1.0)
    left, values, _ = np.linalg.svd(rows / size, full_matrices=rows.shape[0] > rows.shape[1])
    idle = np.linalg.qr(left[:, numerical_rank(values) :] / size)[0]
    return np.asarray(found.lam - idle @ (idle.T @ found.lam))


def rank_at(system: Any, at: Configuration, tables: Tables, among: Any = None) -> int | None:
    """The same at a configuration, of all rows or `among` some; rows that are too many are not even evaluated."""
    if not system.rows or (among is not None and not len(among)):
        return 0
    if system.rows > RANKED_ROWS:
        return None
    rows = Saddle(system, at, tables).matrix[system.size :, : system.size]
    return rank_of_rows(rows if among is None else rows[among])


def project_configuration(system: Any, at: Configuration, tables: Tables) -> tuple[Configuration, float]:
    """(the configuration nearest in the mass metric that satisfies all rows, its largest residual of positions)."""
    assembly, n = system.assembly, system.size
    if not system.rows:
        return at, 0.0
    solver, at = assembly.matrix.solver(), fitted(system, at, tables)
    size = last = np.inf
    length = system.length
    unit, units = min(1.0, length), np.ones(n)
    units[: 6 * at.bodies].reshape(-1, 6)[:, 3:] = max(1.0, length)
    for _ in range(PROJECTION_STEPS):
        g = assembly.rates(at, tables).g
        size = float(np.abs(g).max(initial=0.0))
        if not np.isfinite(size):
            return at, size
        if size <= ON_ROWS * unit or (size > 0.5 * last and size < max(1e-9 * unit, ROUNDED_OFF)):
            break
        last = size
        step = Saddle(system, at, tables, solver, of_positions=True).solve(np.concatenate([np.zeros(n), -g]))[:n]
        longest = float(np.abs(step / units).max(initial=0.0))
        at = at.moved(step * min(1.0, 0.5 / longest) if longest > 0.0 else step, at.u, at.t)
    return closed_speeds(system, at, tables, solver), size


def closed_speeds(system: Any, at: Configuration, tables: Tables, solver: SparseSolver | None = None) -> Configuration:
    """The same with velocities on all rows."""
    psi = system.assembly.rates(at, tables).psi
    if not psi.any():
        return at
    change = Saddle(system, at, tables, solver).solve(np.concatenate([np.zeros(system.size), -psi]))
    return at.with_u(at.u + change[: system.size])


def unsettled(system: Any, at: Configuration, tables: Tables) -> str | None:
    """The first unknown of an element that has no value here."""
    for group, data in zip(system.groups, tables.groups, strict=True):
        name = group.unsettled(at, data, system.threads) if group.kind.unknowns else None
        if name is not None:
            return str(name)
    return None


def _singular(system: Any, at: Configuration, tables: Tables) -> str:
    """What to say where the matrix has no inverse."""
    said = first_not_finite(examined(system, at, tables))
    if said is not None:
        return said
    own = tables.bodies
    empty = [name for name, mass in zip(system.bodies.names, own[0], strict=True) if mass == 0.0]
    if empty:
        return f"body {empty[0]!r} has no mass and is not held in every direction; give it some."
    for k, name in enumerate(system.bodies.names):
        a, b, c, d, e, f = own[1:, k]
        least = float(np.linalg.eigvalsh(np.array([[a, b, d], [b, c, e], [d, e, f]]))[0])
        if least <= 1e-15:
            return (
                f"body {name!r} has no inertia about an axis about which nothing holds it; give it some, small as it "
                "may be, or a joint that holds the axis."
            )
    values = dict(zip(system.layout.q[7 * at.bodies :], map(float, at.own), strict=False))
    return singular_hinge(system.model.connections.values(), values, at.t) or (
        "the equations are singular at this state; look for bodies without inertia, joints that coincide, and laws "
        "without a derivative."
    )
