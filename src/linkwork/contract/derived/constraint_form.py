r"""What follows from a constraint's one function: its rows on velocity and acceleration level. All by differentiation.

With y the relative pose (R, p) and the auxiliary unknowns, or the coordinates of a coupling, and velocities
ẏ = (ω, v, ṡ) or q̇, ω and v in the axes of F:

$$ \dot f = P\,\dot y + P_0, \qquad \ddot f = P\,\ddot y + P_{00} $$

(S0 (3.3.8), (3.3.9)). A velocity condition has no f: P ẏ + P_0 is the condition itself. The acceleration ÿ is that of
the components, (ω̇, v̇, s̈).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...expr import Function, array, jacobian, make_function, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import Relative, tangents, tilde
from ..constraint import Constraint
from ..errors import ModelError
from ..parameters import Parameter
from .relative import relative_list


@dataclass(frozen=True, eq=False)
class ConstraintForm:
    """The symbolic form of one constraint."""

    constraint: Constraint

    @cached_property
    def rel(self) -> Any:
        """Symbols of the relative motion; of more than two ends, a list of them."""
        return self.constraint.relative

    @cached_property
    def rels(self) -> list[Relative]:
        """The motion of every further end seen from the first."""
        return relative_list(self.rel)

    @cached_property
    def t(self) -> Any:
        """The symbol of time."""
        return symbols("t")

    @cached_property
    def s(self) -> Any:
        """The auxiliary unknowns, or the coordinates of a coupling."""
        if not self.constraint.on_coordinates:
            return symbols("s", len(self.constraint.auxiliary))
        if self.constraint.ends is None:
            raise ModelError(f"{self.constraint.kind}: does not say how many coordinates it couples.")
        return symbols("s", self.constraint.ends)

    @cached_property
    def s_dot(self) -> Any:
        """Rates of `s`."""
        return symbols("s_dot", len(self.s))

    @cached_property
    def parameters(self) -> list[Parameter]:
        """The Parameters of the constraint."""
        return self.constraint.parameters

    @cached_property
    def f(self) -> Any:
        """Residuals on position level; none where the constraint is a velocity condition."""
        return array([]) if self.constraint.level == "velocity" else array(self.written).ravel()

    @cached_property
    def written(self) -> Any:
        """What the constraint's function returns, as it returns it."""
        return self.constraint.residuals(self.rel, self.s, self.t)

    @cached_property
    def velocities(self) -> Any:
        """ẏ: (ω, v, ṡ), or the rates of the coupled coordinates."""
        if self.constraint.on_coordinates:
            return self.s_dot
        return array([*(x for rel in self.rels for x in (*rel.w, *rel.v)), *self.s_dot])

    @cached_property
    def _rates(self) -> dict[Any, Any]:
        rates = {**dict(zip(self.s, self.s_dot, strict=True)), self.t: 1.0}
        if not self.constraint.on_coordinates:
            # Ṙ = ω̃ R, ṗ = v (S0 (3.2.7)).
            for rel in self.rels:
                turning = tilde(rel.w) @ rel.R
                rates |= dict(zip(rel.R.ravel(), turning.ravel(), strict=True))
                rates |= dict(zip(rel.p, rel.v, strict=True))
        return rates

    @cached_property
    def rows(self) -> Any:
        """ḟ and conditions on velocities behind it, or the velocity condition."""
        if self.constraint.level == "velocity":
            return array(self.written).ravel()
        rolling = array(self.constraint.rolling(self.rel, self.s, self.t)).ravel()
        return array([*tangents([self.f], self._rates)[0], *rolling])

    @cached_property
    def P(self) -> Any:
        """∂ḟ/∂ẏ, one row for each condition."""
        return jacobian(self.rows, self.velocities)

    @cached_property
    def reactions(self) -> Any:
        """How multipliers act on velocities (rows × velocities): P, unless they pull friction along."""
        terms = self.constraint.friction_terms()
        if not terms:
            return self.P
        found = array(self.P).copy()
        for row, coefficient, rate in terms:
            found[row] = found[row] + coefficient * jacobian(array([rate]), self.velocities)[0]
        return found

    @cached_property
    def P_0(self) -> Any:
        """ḟ at rest: what time alone does."""
        zeros = {s: as_expr(0.0) for s in self.velocities}
        return array(substitute([as_expr(x) for x in self.rows], zeros))

    @cached_property
    def P_00(self) -> Any:
        """The part of f̈ that has no accelerations."""
        return tangents([self.rows], self._rates)[0]

    def function(self, **outputs: Any) -> Function:
        """A traced function of (R, p, w, v, s, s_dot, t, parameters) with the given outputs.

        With more than two ends, R, p, w and v are stacked, one for each end after the first.
        """
        parts = {name: array([getattr(rel, name) for rel in self.rels]) for name in ("R", "p", "w", "v")}
        motion = parts if isinstance(self.rel, list) else {name: value[0] for name, value in parts.items()}
        own = {"s": self.s, "s_dot": self.s_dot, "t": self.t, "parameters": array(self.parameters)}
        return make_function(self.constraint.kind, {**motion, **own}, outputs)
