r"""The constraint rows of a kind of element: $\psi = A\,(\omega, v) + a$, which act by $A^T\lambda$ (S3 Eq. 10).

Rows of contacts that slide pull friction along: they act by $B^T\lambda$ with $B = A + \sum c\,\partial\gamma/\partial
(\omega, v)$, γ being sliding speeds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, jacobian, substitute
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from .element_motion import TWIST_SIZE, ElementMotion, gap_rows, in_world
from .velocity_rows import RestrictsRates


@dataclass(frozen=True, eq=False)
class ElementRows:
    """Rows on position, velocity and acceleration level; those of positions come first."""

    motion: ElementMotion
    restricting: RestrictsRates | None
    """What may forbid rates of own unknowns."""

    def __len__(self) -> int:
        return len(self.psi)

    @cached_property
    def _levels(self) -> tuple[Any, Any, Any]:
        """(g, ψ, directions), with a gap between two points in world axes."""
        motion, e = self.motion, self.motion.layout.equations
        g, psi = e.rows.g, motion.put(e.rows.g_dot)
        found = [rows for rows in e.rows.by_connection if rows.directions is not None]
        directions = motion.put(found[0].directions) if found else np.zeros((len(psi), TWIST_SIZE))
        is_single = len(e.rows.by_connection) == len(found) == 1 and not e.topology.layout.elastic
        place = gap_rows(found[0]) if is_single else None
        if place is not None:
            bodies = motion.layout.bodies
            numbers = {b.number: bodies.index(e.topology.bodies[b.number].name) for b in e.topology.branches}
            gap, rate, R_F = in_world(found[0], numbers, motion.q, motion.u)
            g, psi, directions = array(g).copy(), array(psi).copy(), array(directions).copy()
            g[place], psi[place], directions[place, 3:] = gap, rate, R_F
        g = array([*g, *np.zeros(len(psi) - len(g))]) if len(g) else g
        count = len(self.on_rates)
        if not count:
            return g, psi, directions
        padded = array([*directions, *np.zeros((count, TWIST_SIZE))])
        return array([*g, *np.zeros(count)]), array([*psi, *self.on_rates]), padded

    @cached_property
    def on_rates(self) -> Any:
        """Conditions on the rates of own unknowns, which stand behind the other rows."""
        return array([]) if self.restricting is None else self.restricting.on_rates(*self.motion.own, self.motion.t)

    @property
    def g(self) -> Any:
        """Residuals on position level, 0 for conditions on velocities; none where there are only these."""
        return self._levels[0]

    @property
    def psi(self) -> Any:
        """The rows on velocity level, linear in velocities."""
        return self._levels[1]

    @property
    def directions(self) -> Any:
        """A multiplier's wrench on the second end (rows × 6): ∂ψ/∂(ω, v) of the relative motion, and friction."""
        return self._levels[2]

    @property
    def is_holonomic(self) -> np.ndarray:
        """For every row, whether it is one of positions."""
        return np.arange(len(self)) < len(self.motion.layout.equations.rows.g)

    @cached_property
    def is_moving(self) -> bool:
        """Whether rows move bodies by themselves: ψ at rest, which of a steady drive has no time in it, is not zero."""
        psi = [as_expr(x) for x in array(self.psi)]
        symbols = list(symbols_of(psi))
        if any(x is self.motion.t for x in symbols):
            return True
        somewhere = {x: 0.3 + 0.1 * math.sin(k) for k, x in enumerate(symbols)} | dict.fromkeys(self.motion.u, 0.0)
        return any(x.op != "const" or x.data != 0.0 for x in substitute(psi, somewhere))

    @cached_property
    def A(self) -> Any:
        """∂ψ/∂(velocities)."""
        return jacobian(self.psi, self.motion.u) if len(self) else np.zeros((0, len(self.motion.u)))

    @property
    def have_friction(self) -> bool:
        """Whether multipliers pull friction along."""
        return bool(self.motion.layout.equations.rows.friction)

    @cached_property
    def reactions(self) -> Any:
        """B (rows × velocities): multipliers act by Bᵀλ. It is A where nothing slides."""
        terms = self.motion.layout.equations.rows.friction
        if not terms:
            return self.A
        found = array(self.A).copy()
        slopes = jacobian(self.motion.put([rate for _, _, rate in terms]), self.motion.u)
        coefficients = self.motion.put([coefficient for _, coefficient, _ in terms])
        for (row, _, _), coefficient, slope in zip(terms, coefficients, slopes, strict=True):
            found[row] = found[row] + coefficient * slope
        return found

    @cached_property
    def turn_with_speed(self) -> bool:
        """Whether B depends on velocities: friction that follows the direction of sliding, or its speed."""
        if not self.have_friction:
            return False
        found = {x.uid for x in symbols_of([as_expr(x) for x in array(self.reactions).ravel()])}
        return any(x.uid in found for x in self.motion.u)

    def reaction_rates(self, a: Any) -> Any:
        """dB/dt along the motion, at accelerations a where it depends on velocities."""
        B = self.reactions
        if not len(self):
            return np.zeros((0, len(self.motion.u)))
        found = self.motion.rate(B)
        if self.turn_with_speed:
            entries = jacobian(array([as_expr(x) for x in array(B).ravel()]), self.motion.u) @ a
            found = found + array(entries).reshape(np.shape(B))
        return found

    @cached_property
    def P_00(self) -> Any:
        """The part of ψ̇ that has no accelerations."""
        return self.motion.rate(self.psi)
