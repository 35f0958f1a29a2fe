"""Functions in laws that cannot be traced, and where their derivatives come from: a run says so."""

from __future__ import annotations

from ..formulation import Equations
from ..system import System


def opaque_notes(system: System) -> list[str]:
    """A sentence for every opaque function in the laws of a system, by connection."""
    e = system.equations
    if not isinstance(e, Equations) or system.is_plain_data:
        return []
    return [
        f"{name}: {source.name} is not traced; its derivatives come from "
        f"{'its own function' if source.exact else 'central differences'}"
        for name, source in e.opaque
    ]
