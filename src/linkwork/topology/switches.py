r"""Connections that are switched: by Parameters that events set, or by conditions on channels.

A constraint whose rows are multiplied by a number: one where it holds, zero where it does not.

Unknowns of its own, s, must be known also where it does not hold: they are then those at which residuals are least,

$$ a f = 0, \qquad (1 - a)\,\Big(\frac{\partial f}{\partial s}\Big)^T f = 0. $$
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..contract import contact_of, hinge_of
from ..contract.constraint import Constraint
from ..contract.derived.implicit_hinge import ImplicitHinge
from ..contract.element import Element
from ..contract.fields import option, parameter
from ..contract.hinge import Hinge
from ..contract.parameters import RunValue
from ..expr import array, jacobian, substitute, symbols
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..model import Connection, Model
from ..spatial import Relative


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


ACTIVE_VALUE = "active"
"""A condition of a connection `latch` is set by the number `latch.active`, which a run sets."""


@dataclass(frozen=True, eq=False)
class Switch:
    """What switches one connection."""

    connection: Connection

    @property
    def name(self) -> str:
        """That of the connection."""
        return self.connection.name

    @property
    def condition(self) -> Callable[[Any], Any] | None:
        """The condition on channels, if it is one."""
        return self.connection.active if callable(self.connection.active) else None

    @property
    def value(self) -> str:
        """The name of the number that tells a condition."""
        return f"{self.name}.{ACTIVE_VALUE}"

    @property
    def is_contact(self) -> bool:
        """Whether what is switched has gaps."""
        return contact_of(self.connection.element) is not None

    @property
    def parameters(self) -> frozenset[str]:
        """Names of the Parameters that switch it; none where a condition does."""
        known = [] if self.condition is not None else symbols_of([as_expr(self.connection.active)])
        return frozenset(str(node.data) for node in known)

    def factor(self) -> Any:
        """The expression that is 1 where the connection holds."""
        return self.connection.active if self.condition is None else RunValue(self.value)

    def on(self, channels: Mapping[str, Any]) -> Any:
        """The same among channels."""
        return self.connection.active if self.condition is None else channels[self.value]

    def worth(self, state: Any) -> bool:
        """Whether it holds at a state."""
        known = state.parameters
        return bool((known[self.value] if self.condition is not None else float(state.worth(self.factor()))) > 0.5)


def switches_of(model: Model) -> tuple[Switch, ...]:
    """What is switched in a model, in order of definition."""
    return tuple(Switch(c) for c in model.connections.values() if c.active is not None)


def with_switches(model: Model) -> Model:
    """A model in which constraints that are switched, and hinges by what they forbid, have rows times a number.

    Contacts are switched by those that drive them. The same where nothing is switched.
    """
    switches = [switch for switch in switches_of(model) if not switch.is_contact]
    if not switches:
        return model
    model = model.copy()
    for switch in switches:
        connection = model.connections[switch.name]
        element = hinge_of(connection.element) or connection.element
        model.connections[switch.name] = replace(connection, element=switched_form(element, switch.factor()))
    return model
