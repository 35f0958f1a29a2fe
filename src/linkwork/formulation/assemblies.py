"""Assemblies in a model (S0 chapter 7), each as the one element that it is: a force, or a hinge."""

from __future__ import annotations

from dataclasses import replace

from ..contract import Assembly, ModelError
from ..model import Connection, Model
from ..topology.chains import with_chains
from .histories import with_histories


def with_acting_assemblies(model: Model) -> Model:
    """A model in which every assembly is an element of its own, a force or a hinge, and laws that look back are given
    the past; the same where there are none of these."""
    model = with_histories(with_chains(model))
    if not any(isinstance(c.element, Assembly) for c in model.connections.values()):
        return model
    model = model.copy()
    for name, connection in list(model.connections.items()):
        if isinstance(connection.element, Assembly):
            model.connections[name] = _acting(model, connection, connection.element)
    return model


def _acting(model: Model, connection: Connection, assembly: Assembly) -> Connection:
    try:
        element = assembly.acting(len(connection.ends))
    except ModelError as error:
        raise ModelError(f"connection {connection.name!r}: {error}") from error
    return replace(connection, element=element, ends=(model.ground.at(0.0, 0.0, 0.0), *connection.ends))
