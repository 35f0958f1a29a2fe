r"""Constraint rows on coordinates and speeds: for each of them

$$ g(q, t) = 0 \text{ (holonomic rows)}, \qquad P\,u + P_0 = 0, \qquad P\,\dot u + P_{00} = 0. $$
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Parameter
from ...contract.constraint import FrictionTerm
from ...expr import array, forward_derivatives, jacobian, substitute
from ...expr.evaluate import evaluate
from ...expr.graph import as_expr, topological
from ...expr.node import is_structural_zero
from ...spatial import Pose, Relative
from .kinematics import KinematicEquations

ConstraintEnds = tuple[tuple[int, ...], list[Pose], Relative]
ConstraintPair = tuple[ConstraintEnds, Any]
"""The first end and another one, and the wrench of a unit multiplier on that (rows × 6)."""


@dataclass(frozen=True, eq=False)
class ConstraintRows:
    """The rows of one connection. `g` is empty where the condition is on velocities only."""

    name: str
    g: Any
    g_dot: Any
    """The rate of g, or the velocity condition: linear in u."""
    ends: ConstraintEnds | None = None
    """Bodies, frames and relative motion it was written on; None for a coupling."""
    directions: Any = None
    """The wrench of a unit multiplier on the second end (rows × 6): ∂g_dot/∂(ω, v), and friction that follows it.
    With more than two ends, that on all but the first together, at the origin of the first."""
    pairs: tuple[ConstraintPair, ...] = ()
    """With more than two ends: the first with each of the others. `ends` is None then."""
    on_speeds: Any = None
    """∂g_dot/∂u of a condition on coordinates (rows × speeds), with the columns of prescribed speeds."""
    bias: Callable[[Any], Any] | None = None
    """P_00 from the accelerations that bodies have at u̇ = 0, where it is written on a relative motion."""
    friction: tuple[FrictionTerm, ...] = ()
    """(row, coefficient, rate): the multiplier of the row, times the coefficient, acts along the rate as well."""


@dataclass(frozen=True, eq=False)
class ConstraintEquations:
    """All constraint rows of a system, one connection after the other."""

    kinematics: KinematicEquations
    derive: Callable[[], Sequence[ConstraintRows]]
    """Gives `by_connection` when it is first asked for."""

    @cached_property
    def by_connection(self) -> Sequence[ConstraintRows]:
        """The rows of every connection that has some."""
        return self.derive()

    @cached_property
    def g(self) -> Any:
        """Holonomic residuals of all connections."""
        return array([x for rows in self.by_connection for x in rows.g])

    @cached_property
    def g_q(self) -> Any:
        """∂g/∂q; the columns of prescribed coordinates are zero."""
        return self.kinematics.slopes(self.g)

    @cached_property
    def g_dot(self) -> Any:
        """Velocity residuals of all connections, linear in u."""
        return array([x for rows in self.by_connection for x in rows.g_dot])

    @property
    def count(self) -> int:
        """How many rows there are on velocities."""
        return len(self.g_dot)

    @cached_property
    def matrices(self) -> tuple[Any, Any, Any]:
        """(P, P_0, P_00)."""
        u = self.kinematics.symbols.u
        if not self.count:
            return np.zeros((0, len(u))), np.zeros(0), np.zeros(0)
        flat = [as_expr(x) for x in self.g_dot]
        p_0 = array(substitute(flat, {s: as_expr(0.0) for s in u}))
        return jacobian(array(flat), u), p_0, array(forward_derivatives(flat, self.kinematics.motion))

    @cached_property
    def friction(self) -> list[FrictionTerm]:
        """Friction that follows multipliers, rows counted over all connections."""
        found, start = [], 0
        for rows in self.by_connection:
            found += [(start + row, coefficient, rate) for row, coefficient, rate in rows.friction]
            start += len(rows.g_dot)
        return found

    @cached_property
    def reactions(self) -> Any:
        """B (rows × speeds): multipliers act by Bᵀλ. It is P; for rows that pull friction along, P + Σ c ∂rate/∂u."""
        p = self.matrices[0]
        if not self.friction:
            return p
        found = array(p).copy()
        slopes = jacobian(array([rate for _, _, rate in self.friction]), self.kinematics.symbols.u)
        for (row, coefficient, _), slope in zip(self.friction, slopes, strict=True):
            found[row] = found[row] + coefficient * slope
        return found

    def friction_power(self, lam: Any) -> Any:
        """What friction that follows multipliers gives the motion: Σ λ c (rate − rate at u = 0)."""
        total: Any = 0.0
        u = {s: as_expr(0.0) for s in self.kinematics.symbols.u}
        for row, coefficient, rate in self.friction:
            total = total + lam[row] * coefficient * (rate - substitute([as_expr(rate)], u)[0])
        return total

    @cached_property
    def position_of_row(self) -> tuple[int | None, ...]:
        """For every row of P, its place in g; None where it is a condition on velocities only."""
        places: list[int | None] = []
        start = 0
        for rows in self.by_connection:
            places += [*range(start, start + len(rows.g)), *[None] * (len(rows.g_dot) - len(rows.g))]
            start += len(rows.g)
        return tuple(places)

    @cached_property
    def nonzero(self) -> list[int]:
        """Rows that are not zero by structure; those out of the plane of a planar loop ask for nothing."""
        p = self.matrices[0]
        return [k for k in range(len(p)) if any(not is_structural_zero(x) for x in p[k, self.kinematics.free])]

    @cached_property
    def switchable(self) -> frozenset[int]:
        """Rows that are zero where one of their Parameters is: of contacts, and of constraints that can be let go."""
        p = self.matrices[0]
        return frozenset(k for k in self.nonzero if _may_vanish([as_expr(x) for x in p[k, self.kinematics.free]]))

    def parts(self, values: Any) -> Iterator[tuple[ConstraintRows, Any]]:
        """The rows of every connection, and what of `values` (one a row, such as multipliers) belongs to them."""
        start = 0
        for rows in self.by_connection:
            yield rows, values[start : start + len(rows.g_dot)]
            start += len(rows.g_dot)


def _may_vanish(row: Sequence[Any]) -> bool:
    """Whether all entries are zero, by numbers, where one of the Parameters in them is."""
    inside = [s for s in topological(list(row)) if s.op == "symbol"]
    rng = np.random.default_rng(len(inside))
    near = {s: rng.uniform(0.5, 1.0) for s in inside}
    for switch in inside:
        if isinstance(switch, Parameter):
            with np.errstate(all="ignore"):
                values = evaluate(list(row), {**near, switch: 0.0})
            if all(float(x) == 0.0 for x in values):
                return True
    return False
