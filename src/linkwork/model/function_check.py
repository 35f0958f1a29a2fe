"""The functions of users in a model still give what they gave when it was drawn."""

from __future__ import annotations

from ..contract import Element, ModelError
from ..contract.derived.pure import IMPURE, check_pure, is_same
from .gravity import gravity_at
from .model import Model


def check_functions(model: Model) -> None:
    """Raises where a law, pose, constraint, signal or gravity is not what it was when it was connected."""
    for connection in model.connections.values():
        for part in (connection.element, *connection.drive.values(), *connection.inputs.values()):
            if isinstance(part, Element):
                try:
                    check_pure(part)
                except ModelError as error:
                    raise ModelError(f"connection {connection.name!r}: {error}") from error
    if callable(model.gravity) and not is_same(model.first_gravity, gravity_at(model.gravity)):
        raise ModelError(f"model {model.name!r}: gravity {IMPURE}")
