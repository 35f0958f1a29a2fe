"""Systems with laws that look back: what has no place for a past refuses them by name."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError
from ...contract.force import is_delayed


def looks_back(system: Any) -> bool:
    """Whether some law of a system looks back."""
    return any(is_delayed(c.element) for c in system.model.connections.values())


def refuse_delays(system: Any, what: str, instead: str) -> None:
    """Raises where some law looks back; `what` cannot carry its past, and `instead` says what to do."""
    for connection in system.model.connections.values():
        element = connection.element
        if is_delayed(element):
            raise ModelError(
                f"{what}: connection {connection.name!r} ({element.kind}) looks back {max(element.delays):g} s, and "
                f"the past of a motion has no place here. {instead}"
            )
