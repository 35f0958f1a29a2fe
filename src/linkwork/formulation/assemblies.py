"""A model as equations are derived from it: each assembly (S0 chapter 7) is one force or hinge, contacts are rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..contract import Assembly, Load, ModelError, option
from ..contract.derived.branches import breaking_functions
from ..expr import array
from ..model import Connection, Model
from ..model.gravity import gravity_at
from ..topology.chains import with_chains
from ..topology.contacts import with_contact_rows
from ..topology.switches import with_switches
from .histories import with_histories


class FieldBranches(Load):
    """A load of zero, by which a gravity field g(p, t) reports where it changes branch at one centre of mass."""

    field: Any = option(doc="the field, a function of (p, t)")

    def traced(self) -> Mapping[str, Any]:
        """What the contract is checked on and Parameters are found in: the load, and the field."""
        return {"wrench": self.wrench(None, None), "branching": gravity_at(self.field)}

    def wrench(self, rel: Any, t: Any) -> Any:
        """Zero: the weight is in the equations of the bodies."""
        return [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]

    def branching(self, rel: Any, t: Any) -> Any:
        """g at the centre of mass, whose branches are events."""
        return self.field(rel.p, t)


def with_field_branches(model: Model) -> Model:
    """A model with a `FieldBranches` on each body under a gravity field; the model itself without a field.

    Modal bodies get none: their centre of mass is at no fixed place of the frame.
    """
    if not callable(model.gravity) or not breaking_functions([*array(gravity_at(model.gravity)).ravel()]):
        return model
    found = model.copy()
    for name, body in model.bodies.items():
        if body.frame_of is None and body.elastic is None:
            label = f"gravity at {name}"
            ends = (found.bodies[name].at(*body.properties.com),)
            found.connections[label] = Connection(label, FieldBranches(model.gravity), ends)
    return found


def with_acting_assemblies(model: Model, coordinates: str = "tree") -> Model:
    """A model in which every assembly is one force or hinge, every contact a constraint that a run switches, and every
    other switched connection has rows that a Parameter multiplies; delayed laws are given past values, and gravity
    fields have loads that report their branches. The model itself where it has none of these."""
    model = with_field_branches(with_switches(with_histories(with_chains(model))))
    if any(isinstance(c.element, Assembly) for c in model.connections.values()):
        model = model.copy()
        for name, connection in list(model.connections.items()):
            if isinstance(connection.element, Assembly):
                model.connections[name] = _acting(model, connection, connection.element)
    # Last: the rows of friction that it adds have names with dots, which a copy of a model would refuse.
    return with_contact_rows(model, coordinates)


def _acting(model: Model, connection: Connection, assembly: Assembly) -> Connection:
    try:
        element = assembly.acting(len(connection.ends))
    except ModelError as error:
        raise ModelError(f"connection {connection.name!r}: {error}") from error
    return replace(connection, element=element, ends=(model.ground.at(0.0, 0.0, 0.0), *connection.ends))
