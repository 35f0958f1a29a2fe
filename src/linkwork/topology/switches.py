"""Connections that are switched: by Parameters that events set, or by conditions on channels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..contract import contact_of, hinge_of
from ..contract.derived.switched import switched_form
from ..contract.parameters import RunValue
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from ..model import Connection, Model

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
