"""What is said of a system in absolute coordinates: bodies are placed, and joints driven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..contract.errors import joined
from ..results import State
from ..topology.contacts import GRIP
from ..topology.report import connection_lines, elastic_lines, shortened
from .words import SystemWords


@dataclass(frozen=True, eq=False)
class AbsoluteWords(SystemWords):
    """In poses of bodies."""

    system: Any

    @property
    def description(self) -> str:
        """Bodies and connections in words."""
        elements, rows = self.system.elements, dict.fromkeys(self.system.model.connections, 0)
        for group in (g for g in elements.groups if g.kind.modal is None):
            for name in (name.removesuffix(f".{GRIP}") for name in group.names):
                rows[name] = rows.get(name, 0) + len(group.kind.rows)
        lines = [
            f"{self.system.model.name}: {len(elements.bodies.names)} bodies in absolute coordinates, {elements.size} "
            f"velocities, {elements.rows} constraint rows",
            f"Bodies: {', '.join(shortened(elements.bodies.names))}",
            *connection_lines(elements.acting, rows),
            *elastic_lines(self.system.model.bodies.values()),
        ]
        return "\n".join(lines)

    def owner(self, speed: int) -> str:
        """A body, or the speed itself."""
        found = [name for name in self.system.chart.bodies_of([speed]) if name in self.system.model.bodies]
        return f"body {found[0]!r}" if found else repr(self.system.layout.u[speed])

    def left_open(self, speeds: Sequence[int]) -> str:
        """Bodies, or unknowns of elements."""
        owners = dict.fromkeys(self.owner(place) for place in speeds)
        return f"{joined(list(owners))} can still move; drive a joint there, for example, or simulate."

    def remedy(self, state: State, q: Sequence[str], u: Sequence[str]) -> str:
        """Bodies are placed."""
        return "Assemble it first: lw.assemble(system, bodies={name: pose}) finds a state near these poses."

    def kept_by(self, names: Sequence[str]) -> str:
        """Bodies are placed."""
        return "bodies={…}"
