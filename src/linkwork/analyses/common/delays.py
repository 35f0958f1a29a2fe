"""Systems with laws that look back: what has no place for a past refuses them by name."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError
from ...contract.force import is_delayed
from ...run.past import looks_back


def refuse_delays(system: Any, verb: str, instead: str, who: str = "") -> None:
    """Raises where some law looks back; `verb`, or `who`, cannot carry its past, and `instead` says what to do."""
    for connection in system.model.connections.values() if looks_back(system) else ():
        element = connection.element
        if is_delayed(element):
            raise ModelError(
                f"{who}connection {connection.name!r} ({element.kind}) looks back {max(element.delays):g} s, and "
                f"the past of a motion has no place here. {instead}",
                verb,
            )
