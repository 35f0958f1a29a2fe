"""What a run says of laws: functions that cannot be traced, where their derivatives come from, remarks of elements."""

from __future__ import annotations

from ..contract import Force
from ..formulation import Equations
from ..system import System


def law_notes(system: System) -> list[str]:
    """A sentence for every opaque function in the laws of a system, and for every remark of a law, by connection."""
    e = system.equations
    if not isinstance(e, Equations):
        return []
    forces = [(c.name, c.element) for c in system.topology.forces if isinstance(c.element, Force)]
    said = [f"{name}: {remark}" for name, element in forces for remark in element.remarks]
    return said if system.is_plain_data else said + _opaque(e)


def _opaque(e: Equations) -> list[str]:
    return [
        f"{name}: {source.name} is not traced; its derivatives come from "
        f"{'its own function' if source.exact else 'central differences'}"
        for name, source in e.opaque
    ]
