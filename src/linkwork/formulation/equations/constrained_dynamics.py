r"""Accelerations and corrections under a choice of constraint rows, by sparse factors of M and of P M⁻¹ Pᵀ.

Which rows are chosen is the caller's: where some repeat others, any largest independent set gives the same motion.

Where some speeds have no inertia, M has no inverse, but the motion is determined as long as M is positive on what the
rows leave free. Since P u̇ + P_00 = 0 on every motion, the same u̇ and λ solve

$$ (M + P^T W P)\,\dot u = h - P^T W P_{00} + P^T\lambda, \qquad P\,\dot u + P_{00} = 0, $$

whose matrix is positive definite for any positive weights W (one a row): these are of the size of the inertia that the
row meets, which keeps both factors well conditioned.

A row that is switched off (a contact that is open, a constraint that an event lets go) is zero, with its right-hand
side. With a one in its place on the diagonal of P M⁻¹ Pᵀ its multiplier is zero, and all others are what they are
without it.

Rows that leave one freedom among two or three speeds, as in most linkages of one loop: solved along that freedom.

Two rows p_1, p_2 on three speeds leave the direction n = p_1 × p_2. With the dual vectors
d_1 = (p_2 × n)/n², d_2 = (n × p_1)/n², for which p_i·d_j = δ_ij, the least change in the mass metric that meets
P x = r, and the solution of M u̇ = h + Pᵀλ, P u̇ = r, are

$$ x = D r - n\,\frac{n^T M D r}{n^T M n}, \qquad \dot u = x + n\,\frac{n^T h}{n^T M n}, \qquad
   \lambda = D^T(M\dot u - h). $$

Factors of M and of P M⁻¹Pᵀ give the same by five divisions, each of which waits for the one before; these are two that
wait for nothing but n. One row on two speeds is the same in the plane n_3 = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Parameter
from ...expr import array, cross, dot, jacobian, maximum, minimum, where, zeros
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr, topological
from ...expr.linear import ldlt, ldu
from ...expr.node import is_structural_zero
from .dynamics import DynamicEquations


@dataclass(frozen=True, eq=False)
class OneFreedom:
    """Rows P, one fewer than speeds, of which there are two or three, and the mass matrix M, positive definite."""

    p: Any
    mass: Any

    @staticmethod
    def leaves_one(rows: int, speeds: int) -> bool:
        """Whether there are so few of both."""
        return speeds in (2, 3) and rows == speeds - 1

    @cached_property
    def _rows(self) -> tuple[Any, Any]:
        """p_1, p_2; in the plane, p_2 is its normal."""
        if len(self.p) == 2:
            return self.p[0], self.p[1]
        return array([*self.p[0], 0.0]), np.array([0.0, 0.0, 1.0])

    @cached_property
    def direction(self) -> Any:
        """n, in the speeds there are."""
        return cross(*self._rows)[: len(self.mass)]

    @cached_property
    def _moved(self) -> tuple[Any, Any]:
        """M n, and 1 / nᵀ M n."""
        moved = self.mass @ self.direction
        return moved, 1.0 / dot(self.direction, moved)

    @cached_property
    def _inverse_square(self) -> Any:
        """1 / n²."""
        return 1.0 / dot(self.direction, self.direction)

    def _met(self, wanted: Any) -> Any:
        """D r, which is (r_1 p_2 − r_2 p_1) × n / n²."""
        (p_1, p_2), (r_1, r_2) = self._rows, (*wanted, 0.0)[:2]
        x = cross(r_1 * p_2 - r_2 * p_1, cross(p_1, p_2))
        return x[: len(self.mass)] * self._inverse_square

    def least(self, wanted: Any) -> Any:
        """The least x in the mass metric with P x = wanted."""
        return self.accelerations(np.zeros(len(self.mass)), wanted)

    def accelerations(self, load: Any, wanted: Any) -> Any:
        """u̇ with P u̇ = wanted under a load h."""
        x, n = self._met(wanted), self.direction
        moved, inverse = self._moved
        return x + n * ((dot(n, load) - dot(moved, x)) * inverse)

    def multipliers(self, load: Any, u_dot: Any) -> Any:
        """λ of the solution."""
        missing = self.mass @ u_dot - load
        return array([dot(missing, self._met(row)) for row in np.eye(len(self.p))])

    def pivot(self, same_kind: bool) -> Any:
        """det / (size_1 size_2) of P diag(M)⁻¹ Pᵀ, zero where rows depend on each other.

        Sizes are the diagonal's entries, or twice the larger one of rows of the same kind, which have one unit.
        """
        if len(self.p) == 1:
            return 1.0
        a, b, c = (self.mass[k, k] for k in range(3))
        others = array([b * c, a * c, a * b])
        sizes = [dot(others * p, p) for p in self._rows]
        if same_kind:
            sizes = [maximum(*sizes)] * 2
        n = self.direction
        return (a * n[0] * n[0] + b * n[1] * n[1] + c * n[2] * n[2]) * (a * others[0]) / (sizes[0] * sizes[1])


WEIGHT_CONFIGURATIONS = 3
SINGULAR_MASS = 1e-10
"""Below this, the smallest eigenvalue of a mass matrix with ones on its diagonal is zero."""


def weights_of(d: DynamicEquations, p: Any) -> np.ndarray | None:
    r"""One weight for each row of P, $1 / \sum_j P_{ij}^2 / M_{jj}$ over speeds with inertia; None where M is regular.

    They are numbers, taken at configurations near the plain one: any positive weights give the same motion.
    """
    found = [_numbers(d, p, 0)]
    if _is_regular(found[0][0]):
        return None
    found += [_numbers(d, p, seed) for seed in range(1, WEIGHT_CONFIGURATIONS)]
    sizes = np.array([_sizes(m, rows) for m, rows in found])
    known = np.isfinite(sizes) & (sizes > 0.0)
    usual = float(np.exp(np.mean(np.log(sizes[known])))) if known.any() else 1.0
    return np.array(
        [float(np.median(column[ok])) if ok.any() else usual for column, ok in zip(sizes.T, known.T, strict=True)]
    )


def _numbers(d: DynamicEquations, p: Any, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(M, P) of the free speeds near the plain configuration; what depends on states or unknowns sees small numbers."""
    k = d.kinematics
    m = d.M[np.ix_(k.free, k.free)]
    flat = [as_expr(x) for x in (*array(m).ravel(), *array(p).ravel())]
    rng = np.random.default_rng(seed)
    rest = np.zeros(k.topology.layout.nq)
    for branch in k.topology.branches:
        rest[branch.q] = branch.hinge.rest_values
    values: dict[Any, Any] = {s: rng.uniform(-0.1, 0.1) for s in topological(flat) if s.op == "symbol"}
    near = rest + rng.uniform(-0.2, 0.2, size=len(rest))
    values |= dict(zip(k.symbols.q, near, strict=True))
    values |= {s: s.value for s in values if isinstance(s, Parameter)}
    with np.errstate(all="ignore"):
        numbers = np.array([float(x) for x in evaluate(flat, values)])
    count = len(k.free)
    return numbers[: count * count].reshape(count, count), numbers[count * count :].reshape(-1, count)


def _is_regular(m: np.ndarray) -> bool:
    size = np.sqrt(np.abs(np.diag(m)))
    if not np.isfinite(m).all() or not (size > 0.0).all():
        return False
    return bool(np.linalg.eigvalsh(m / np.outer(size, size))[0] > SINGULAR_MASS)


def _sizes(m: np.ndarray, rows: np.ndarray) -> np.ndarray:
    diagonal = np.diag(m)
    # What rounding left of zero is no inertia.
    inverse = np.divide(1.0, diagonal, out=np.zeros_like(diagonal), where=diagonal > 1e-14 * diagonal.max(initial=0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(1.0 / (rows**2 @ inverse))


Gains = tuple[float, float]
"""Baumgarte's α and β."""
NO_GAINS: Gains = (0.0, 0.0)
PIVOT_ROUNDING = 1e-12
"""What elimination leaves of a diagonal entry below this part of it, is rounding."""


@dataclass(frozen=True, eq=False)
class Constrained:
    """The equations with the rows in `chosen` enforced."""

    dynamics: DynamicEquations
    chosen: tuple[int, ...]
    has_switches: bool = False
    """Whether some of the rows may be switched off; elsewhere all of them are on."""

    @cached_property
    def p(self) -> Any:
        """The chosen rows of P, for the free speeds."""
        return self.dynamics.rows.matrices[0][np.ix_(self.chosen, self.dynamics.kinematics.free)]

    @cached_property
    def weights(self) -> np.ndarray | None:
        """W, where M alone has no inverse; else None."""
        d = self.dynamics
        return weights_of(d, self.p) if self.chosen and d.kinematics.free and d.may_lack_mass else None

    @cached_property
    def mass(self) -> Any:
        """M of the free speeds, with PᵀWP where that is needed."""
        free = self.dynamics.kinematics.free
        plain = self.dynamics.M[np.ix_(free, free)]
        return plain if self.weights is None else plain + self.p.T @ (self.weights[:, None] * self.p)

    @cached_property
    def factors(self) -> Any:
        """Those of `mass`."""
        return self.dynamics.factors if self.weights is None else ldlt(self.mass)

    def plain(self, right: Any, missing: Any) -> Any:
        """What solves for `right` without multipliers; `missing` is P_00, or what stands in its place."""
        if self.weights is None:
            return self.factors.solve(right)
        weighted = self.weights * missing if np.ndim(missing) == 1 else self.weights[:, None] * missing
        return self.factors.solve(right - self.p.T @ weighted)

    def _across(self, rows: Sequence[int]) -> tuple[Any, Any]:
        """(M⁻¹ Pᵀ, factors of P M⁻¹ Pᵀ) for some of the chosen rows."""
        p = self.p[list(rows)]
        across = self.factors.solve(p.T)
        return across, ldlt(self.with_switches(p @ across, rows))

    def with_switches(self, met: Any, rows: Sequence[int] | None = None) -> Any:
        """P M⁻¹ Bᵀ of some of the chosen rows (all), with ones on the diagonal where rows are switched off."""
        places = range(len(self.chosen)) if rows is None else rows
        switched = [i for i, k in enumerate(places) if self.chosen[k] in self._switchable]
        if not switched:
            return met
        met = array(met).copy()
        for i in switched:
            met[i, i] = where(as_expr(met[i, i]) == 0.0, 1.0, met[i, i])
        return met

    @property
    def _switchable(self) -> frozenset[int]:
        return self.dynamics.rows.switchable if self.has_switches else frozenset()

    @cached_property
    def across(self) -> tuple[Any, Any]:
        """(M⁻¹ Pᵀ, factors of P M⁻¹ Pᵀ)."""
        return self._across(range(len(self.chosen)))

    @cached_property
    def reactions(self) -> Any:
        """The chosen rows of B, in whose directions multipliers act; those of P itself where nothing slides."""
        rows = self.dynamics.rows
        return rows.reactions[np.ix_(self.chosen, self.dynamics.kinematics.free)] if rows.friction else self.p

    @cached_property
    def drags(self) -> bool:
        """Whether some chosen row pulls friction along, so that P M⁻¹ Bᵀ is not symmetric."""
        return any(row in self.chosen for row, _, _ in self.dynamics.rows.friction)

    @cached_property
    def reaching(self) -> tuple[Any, Any]:
        """(M⁻¹ Bᵀ, factors of P M⁻¹ Bᵀ)."""
        if not self.drags:
            return self.across
        across = self.factors.solve(self.reactions.T)
        return across, ldu(self.with_switches(self.p @ across))

    @cached_property
    def freedom(self) -> OneFreedom | None:
        """The one freedom that rows leave among two or three speeds with inertia; None elsewhere."""
        if self.weights is not None or self.drags or self._switchable or not OneFreedom.leaves_one(*self.p.shape):
            return None
        return OneFreedom(self.p, self.mass)

    def accelerations(self, stabilisation: Gains = NO_GAINS) -> tuple[Any, Any, Any]:
        """(u̇, λ, smallest pivot): what elimination leaves of a row of P M⁻¹ Pᵀ, relative to rows of its kind.

        With `stabilisation` (α, β) the rows are P u̇ + P_00 + 2α(P u + P_0) + β² g = 0, which drives errors to zero, as
        e^(−αt) where β = α (Baumgarte 1972; S0 (8.4.8)).
        """
        d, free = self.dynamics, self.dynamics.kinematics.free
        u_dot, right, p_00 = d.sides
        u_dot = u_dot.copy()
        lam = zeros(d.rows.count)
        if not self.chosen:
            u_dot[free] = d.unconstrained
            return u_dot, lam, d.factors.smallest_pivot if free else 1.0
        wanted = p_00[list(self.chosen)] + self.stabilising(stabilisation)
        if self.freedom is not None:
            u_dot[free] = self.freedom.accelerations(right, -wanted)
            lam[list(self.chosen)] = self.freedom.multipliers(right, u_dot[free])
            return u_dot, lam, self._pivot
        plain = d.unconstrained if self.weights is None else self.plain(right, wanted)
        across, inner = self.reaching
        forces = inner.solve(-(wanted + self.p @ plain))
        lam[list(self.chosen)] = forces
        # Where rows leave no freedom, forces would only bring their rounding: what rests would creep.
        is_held = len(self.chosen) == len(free) and not self._switchable
        u_dot[free] = self.least(-wanted) if is_held else plain + across @ forces
        return u_dot, lam, self._sound(self._pivot)

    @cached_property
    def _pivot(self) -> Any:
        """The smallest pivot of P M⁻¹ Pᵀ relative to the largest row of its kind, whatever units rows are in.

        Not to its own row, which may be what vanishes.
        """
        kinds = [self._kinds[row] for row in self.chosen]
        if self.freedom is not None:
            return self.freedom.pivot(len(set(kinds)) == 1)
        sizes: dict[Any, Any] = {}
        across, inner = self.reaching
        for k, kind in enumerate(kinds):
            own = self.p[k] @ across[:, k]
            # With friction a row may meet itself with either sign.
            sizes[kind] = maximum(sizes.get(kind, 0.0), abs(own) if self.drags else own)
        most: Any = 1.0
        for k, reciprocal in zip(inner.order, inner.reciprocals, strict=True):
            part = abs(sizes[kinds[k]] * reciprocal)
            if self.chosen[k] in self._switchable:
                part = where(as_expr(self.p[k] @ across[:, k]) == 0.0, 1.0, part)
            most = maximum(most, part)
        return 1.0 / most

    @cached_property
    def _kinds(self) -> list[tuple[int, bool]]:
        """Of every row, its connection and whether it restricts translation: rows of one kind are in one unit."""
        return [
            (number, rows.directions is not None and not all(is_structural_zero(x) for x in rows.directions[k, 3:]))
            for number, rows in enumerate(self.dynamics.rows.by_connection)
            for k in range(len(rows.g_dot))
        ]

    def _sound(self, pivot: Any) -> Any:
        """The pivot, or zero where rows and inertia together leave some speed undetermined."""
        if self.weights is None:
            return pivot
        order, diagonal = self.factors.order, self.factors.diagonal
        left = [abs(d) / maximum(abs(self.mass[k, k]), 1e-300) for k, d in zip(order, diagonal, strict=True)]
        least = left[0]
        for part in left[1:]:
            least = minimum(least, part)
        return where(least > PIVOT_ROUNDING, pivot, 0.0)

    def least(self, wanted: Any) -> Any:
        """The least change of the free speeds, in the mass metric, with P x = wanted."""
        if self.freedom is not None:
            return self.freedom.least(wanted)
        across, inner = self.across
        return across @ inner.solve(wanted)

    def stabilising(self, gains: Gains) -> Any:
        """What `stabilisation` adds to P u̇ + P_00 of the chosen rows."""
        rows, (alpha, beta) = self.dynamics.rows, gains
        if not alpha and not beta:
            return np.zeros(len(self.chosen))
        residuals = rows.position_of_row
        return array(
            [
                2.0 * alpha * rows.g_dot[k] + (beta * beta * rows.g[residuals[k]] if residuals[k] is not None else 0.0)
                for k in self.chosen
            ]
        )

    def corrections(self) -> dict[str, Any]:
        """What brings a state back: changes of q and u in the mass metric, the largest residuals, the smallest pivot.

        Prescribed coordinates are set to their values, Euler parameters to their norm.
        """
        k, rows = self.dynamics.kinematics, self.dynamics.rows
        layout, free = k.topology.layout, k.free
        dq, du = zeros(layout.nq), zeros(layout.nu)
        pivot: Any = 1.0
        if self.chosen:
            du[free] = -self.least(rows.g_dot[list(self.chosen)])
            pivot = self._pivot
            holonomic = [i for i, row in enumerate(self.chosen) if rows.position_of_row[row] is not None]
            if holonomic:
                residual = rows.g[[rows.position_of_row[self.chosen[i]] for i in holonomic]]
                if len(holonomic) < len(self.chosen) and self.weights is not None:
                    # Without mass only all rows together determine a change: what velocity rows hold stays as it is.
                    held, residual = residual, zeros(len(self.chosen))
                    residual[holonomic] = held
                turn = zeros(layout.nu)
                if len(residual) == len(self.chosen):
                    turn[free] = -self.least(residual)
                else:
                    across, inner = self._across(holonomic)
                    turn[free] = -(across @ inner.solve(residual))
                dq = dq + jacobian(k.q_dot, k.symbols.u) @ turn
        dq = dq - normalising(k.invariants, k.invariants_q, len(dq))
        symbols = k.symbols
        for entry in (*layout.driven, *layout.locked):
            dq[entry.q] = k.q[entry.q] - symbols.q[entry.q]
            du[entry.u] = k.u[entry.u] - symbols.u[entry.u]
        drifted = [dq[entry.q] for entry in layout.driven]
        residual = array([_largest([*rows.g, *k.invariants, *drifted]), _largest(rows.g_dot), pivot])
        return {"dq": dq, "du": du, "residual": residual}


def solved_under_all(
    chosen: Constrained, solver: Callable[..., Any], stabilisation: Gains = NO_GAINS
) -> tuple[Any, Any, Any]:
    """(u̇, λ, smallest pivot) under all rows that are not zero, however many repeat others.

    `solver` takes all numbers of M, h, P and b, the free speeds' own, and gives those of u̇ and λ. The pivot is that
    of the chosen rows, which tells of singular configurations.
    """
    d, free, rows = chosen.dynamics, chosen.dynamics.kinematics.free, tuple(chosen.dynamics.rows.nonzero)
    u_dot, lam, pivot = chosen.accelerations(stabilisation)
    if not free or not rows:
        return u_dot, lam, pivot
    every = Constrained(d, rows)
    _, right, p_00 = d.sides
    wanted = p_00[list(rows)] + every.stabilising(stabilisation)
    found = solver(*d.M[np.ix_(free, free)].ravel(), *right, *every.p.ravel(), *(-wanted))
    u_dot, lam = u_dot.copy(), zeros(d.rows.count)
    u_dot[free], lam[list(rows)] = found[: len(free)], found[len(free) :]
    return u_dot, lam, pivot


def normalising(values: Any, slopes: Any, size: int) -> Any:
    """Least changes of q that meet invariants to first order; each invariant has coordinates of its own."""
    total = zeros(size)
    for value, slope in zip(values, slopes, strict=True):
        total = total + slope * (value / (slope @ slope))
    return total


def _largest(values: Sequence[Any]) -> Any:
    largest: Any = 0.0
    for value in values:
        largest = maximum(largest, abs(value))
    return largest
