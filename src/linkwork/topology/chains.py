"""Assemblies of hinges and constraints in a model, as the hinges they are."""

from __future__ import annotations

from dataclasses import replace

from ..contract import Assembly, Inside
from ..model import Connection, Coordinate, Model


def with_chains(model: Model) -> Model:
    """A model in which every assembly of hinges and constraints is a hinge; the same model where there are none.

    What is inside such an assembly and closes there is a coupling of the hinge's coordinates.
    """
    found = [c for c in model.connections.values() if isinstance(c.element, Assembly) and c.element.is_kinematic]
    if not found:
        return model
    model = model.copy()
    for drawn in found:
        connection = model.connections[drawn.name]
        assert isinstance(connection.element, Assembly)
        chain = connection.element.chain
        model.connections[drawn.name] = replace(connection, element=chain)
        if len(chain.inside.holonomic):
            ends = tuple(Coordinate(drawn.name, own) for own in chain.coordinates)
            inside = f"{drawn.name} (inside)"
            model.connections[inside] = Connection(inside, Inside(chain), ends)
    return model
