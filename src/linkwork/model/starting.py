"""Starting values that a model gives by the name of a coordinate, speed or state."""

from __future__ import annotations

from typing import Any

from ..contract import Force, Hinge, Rotor
from .model import Model


def starting_values(model: Model) -> dict[str, Any]:
    """Values by name: what elements start with, and what connections say instead; not all of them need have a place."""
    known: dict[str, Any] = {}
    for connection in model.connections.values():
        element = connection.element
        if isinstance(element, Force):
            known |= {f"{connection.name}.{name}": value for name, value in element.start.items()}
        if isinstance(element, (Hinge, Rotor, Force)):
            known |= {f"{connection.name}.{name}": value for name, value in connection.initial.items()}
    return known
