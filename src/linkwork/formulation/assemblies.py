"""Assemblies in a model (S0 chapter 7), each as the one element that it is: a force, or a hinge."""

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
    """No load: the changes of branch of a field g(p, t) at one centre of mass."""

    field: Any = option(doc="the field, a function of (p, t)")

    def traced(self) -> Mapping[str, Any]:
        """The field, with its Parameters."""
        return {"wrench": self.wrench(None, None), "branching": gravity_at(self.field)}

    def wrench(self, rel: Any, t: Any) -> Any:
        """Nothing: the equations of bodies have what the field does."""
        return [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]

    def branching(self, rel: Any, t: Any) -> Any:
        """The acceleration at the centre of mass."""
        return self.field(rel.p, t)


def with_field_branches(model: Model) -> Model:
    """A model in which the branches of a gravity field are those of loads; the same where it has none.

    Modal bodies have no place that their centre of mass keeps, and go without.
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
    """A model in which every assembly is an element of its own, a force or a hinge, contacts are constraints that a run
    switches, what is switched otherwise has rows times a number, delayed laws are given the past, branches of a
    gravity field are those of loads; the same where there are none of these."""
    model = with_field_branches(with_switches(with_histories(with_chains(model))))
    if any(isinstance(c.element, Assembly) for c in model.connections.values()):
        model = model.copy()
        for name, connection in list(model.connections.items()):
            if isinstance(connection.element, Assembly):
                model.connections[name] = _acting(model, connection, connection.element)
    # Last, since its grips have names that no copy of a model takes.
    return with_contact_rows(model, coordinates)


def _acting(model: Model, connection: Connection, assembly: Assembly) -> Connection:
    try:
        element = assembly.acting(len(connection.ends))
    except ModelError as error:
        raise ModelError(f"connection {connection.name!r}: {error}") from error
    return replace(connection, element=element, ends=(model.ground.at(0.0, 0.0, 0.0), *connection.ends))
