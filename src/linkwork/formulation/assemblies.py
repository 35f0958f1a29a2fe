"""Assemblies in a model (S0 chapter 7), each as the one element that it is: a force, or a hinge."""

from __future__ import annotations

from dataclasses import replace

from ..contract import Assembly, ModelError
from ..model import Connection, Model
from ..topology.chains import with_chains
from ..topology.contacts import with_contact_rows
from ..topology.switches import with_switches
from .field_branches import with_field_branches
from .histories import with_histories


def with_acting_assemblies(model: Model, coordinates: str = "tree") -> Model:
    """A model in which every assembly is an element of its own, a force or a hinge, contacts are constraints that a run
    switches, what is switched otherwise has rows times a number, laws that look back are given the past, branches of a
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
