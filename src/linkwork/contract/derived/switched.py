r"""A constraint whose rows are multiplied by a number: one where it holds, zero where it does not.

Unknowns of its own, s, must be known also where it does not hold: they are then those at which residuals are least,

$$ a f = 0, \qquad (1 - a)\,\Big(\frac{\partial f}{\partial s}\Big)^T f = 0. $$
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...expr import array, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import Relative
from ..constraint import Constraint
from ..element import Element
from ..fields import option, parameter
from ..hinge import Hinge
from .implicit_hinge import ImplicitHinge


class SwitchedConstraint(Constraint):
    """What constraints that are switched have in common."""

    constraint = option(doc="what is switched")
    factor = parameter(doc="1 where it holds, 0 where it does not")

    @property
    def kind(self) -> str:
        """That of the constraint or hinge, once that is known."""
        inner = vars(self).get("constraint")
        inner = inner.hinge if isinstance(inner, ImplicitHinge) else inner
        return type(self).__name__ if inner is None else f"{inner.kind}, switched"

    @property
    def ends(self) -> int | None:  # type: ignore[override]
        """As many as the constraint has."""
        return self.constraint.ends

    @property
    def outputs(self) -> Any:  # type: ignore[override]
        """Those of the constraint."""
        return self.constraint.outputs

    @property
    def pushes(self) -> Any:  # type: ignore[override]
        """Those of the constraint."""
        return self.constraint.pushes

    def output(self, rel: Relative, t: Any, s: Any = ()) -> Mapping[str, Any]:
        """Those of the constraint."""
        found: Mapping[str, Any] = self.constraint.output(rel, t, s)
        return found

    def _times(self, residuals: Any) -> list[Any]:
        return [self.factor * x for x in array(residuals).ravel()]


class SwitchedPosition(SwitchedConstraint):
    """A constraint on the relative pose that is switched."""

    @property
    def auxiliary(self) -> tuple[str, ...]:  # type: ignore[override]
        """Those of the constraint."""
        return tuple(self.constraint.auxiliary)

    def position(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Its residuals, and what makes its unknowns known where they are switched off."""
        held = self._times(self.constraint.residuals(rel, s, t))
        return [*held, *self._nearest(rel, t, s)] if self.auxiliary else held

    def _nearest(self, rel: Relative, t: Any, s: Any) -> list[Any]:
        """(1 − a) ∂f/∂sᵀ f."""
        names = symbols("nearest", len(self.auxiliary))
        f = array([as_expr(x) for x in array(self.constraint.residuals(rel, names, t)).ravel()])
        found = substitute(
            [as_expr(x) for x in jacobian(f, names).T @ f], dict(zip(names, map(as_expr, s), strict=True))
        )
        return [(1.0 - self.factor) * x for x in found]


class SwitchedRolling(SwitchedPosition):
    """A constraint on the relative pose that rolls as well."""

    def velocity(self, rel: Relative, t: Any, s: Any = ()) -> Any:
        """Its conditions on velocities."""
        return self._times(self.constraint.rolling(rel, s, t))


class SwitchedVelocity(SwitchedConstraint):
    """A condition on velocities that is switched."""

    def velocity(self, rel: Relative, t: Any) -> Any:
        """Its residuals."""
        return self._times(self.constraint.velocity(rel, t))


class SwitchedCoupling(SwitchedConstraint):
    """A condition on coordinates that is switched."""

    @property
    def holds_rates(self) -> bool:  # type: ignore[override]
        """Whether it holds the rates only."""
        return bool(self.constraint.holds_rates)

    def coupling(self, q: Any, t: Any) -> Any:
        """Its residuals."""
        return self._times(self.constraint.coupling(q, t))


SWITCHED_FORMS: dict[str, type[SwitchedConstraint]] = {
    "position": SwitchedPosition,
    "velocity": SwitchedVelocity,
    "coupling": SwitchedCoupling,
}


def switched_form(element: Element, factor: Any) -> SwitchedConstraint:
    """A constraint, or a hinge by what it forbids, with its rows times a factor."""
    constraint = ImplicitHinge(hinge=element) if isinstance(element, Hinge) else element
    assert isinstance(constraint, Constraint)
    kind = SwitchedRolling if constraint.rolls else SWITCHED_FORMS[constraint.level]
    return kind(constraint=constraint, factor=factor)
