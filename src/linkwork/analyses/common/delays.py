"""Systems with laws that look back: what has no place for a past refuses them by name."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError
from ...run.past import law_delays


def refuse_delays(system: Any, verb: str, instead: str, who: str = "") -> None:
    """Raises where some law is delayed; `verb`, or `who`, cannot carry its history; `instead` says what to do."""
    for delay in law_delays(system):
        kind = system.model.connections[delay.connection].element.kind
        by = "" if delay.kind == "state" else f" by {float(delay.at(0.0, {})):g} s"
        raise ModelError(
            f"{who}connection {delay.connection!r} ({kind}) is delayed{by}, and delayed laws are not "
            f"supported here. {instead}",
            verb,
        )
