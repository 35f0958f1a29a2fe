"""Functions in laws that cannot be traced, and where their derivatives come from: a run says so."""

from __future__ import annotations

from ..expr import array
from ..expr.graph import as_expr, topological
from ..formulation import Equations
from ..system import System


def opaque_notes(system: System) -> list[str]:
    """A sentence for every opaque function in the laws of a system, by connection."""
    e = system.equations
    if not isinstance(e, Equations) or system.is_plain_data:
        return []
    notes = []
    for name, law in e.laws.items():
        wrenches = [x for wrench in law.wrenches for part in wrench for x in array(part).ravel()]
        entries = [as_expr(x) for x in (*wrenches, *law.state_dot, *law.residual, *law.outputs.values())]
        for source in dict.fromkeys(node.data for node in topological(entries) if node.op == "call"):
            way = "its own function" if source.exact else "central differences"
            notes.append(f"{name}: {source.name} is not traced; its derivatives come from {way}")
    return notes
