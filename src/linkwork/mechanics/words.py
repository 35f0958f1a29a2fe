"""Sentences about a system and advice to users, in the words of its coordinates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..contract.errors import counted, joined
from ..formulation import MotionEquations
from ..results import State
from ..topology import Layout
from ..topology.contacts import GRIP
from ..topology.report import connection_lines, elastic_lines, shortened


class SystemWords(ABC):
    """Sentences in which the formulations differ."""

    @property
    @abstractmethod
    def description(self) -> str:
        """The model in words: bodies, connections, coordinates. `lw.report(system)` adds what can move, and how."""

    @abstractmethod
    def owner(self, speed: int) -> str:
        """Whose speed it is."""

    @abstractmethod
    def left_open(self, speeds: Sequence[int]) -> str:
        """What could be driven where some speeds are left free."""

    @abstractmethod
    def remedy(self, state: State, q: Sequence[str], u: Sequence[str]) -> str:
        """The call of `assemble` that keeps coordinates and speeds that were given."""

    @abstractmethod
    def kept_by(self, names: Sequence[str]) -> str:
        """The arguments of `assemble` that keep what was given by name."""


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
            f"{self.system.model.name}: {counted(len(elements.bodies.names), 'body')} in absolute coordinates, "
            f"{elements.size} velocities, {elements.rows} constraint rows",
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


@dataclass(frozen=True, eq=False)
class TreeWords(SystemWords):
    """In coordinates of hinges."""

    layout: Layout
    equations: MotionEquations

    @property
    def description(self) -> str:
        """Bodies, tree, loops and coordinates in words."""
        return self.equations.origin.report()

    def owner(self, speed: int) -> str:
        """The speed itself."""
        return repr(self.layout.u[speed])

    def left_open(self, speeds: Sequence[int]) -> str:
        """Coordinates of hinges."""
        names = [self.layout.u[place].removesuffix("_dot") for place in speeds]
        return f"drive {joined(names)}, for example, or simulate."

    def remedy(self, state: State, q: Sequence[str], u: Sequence[str]) -> str:
        """Coordinates are fixed, speeds given."""
        held = {entry.name for entry in (*self.layout.driven, *self.layout.locked)}
        words = (("fixed", [n for n in q if n not in held]), ("velocities", u))
        given = ", ".join(f"{word}={{{_listed(names, state)}}}" for word, names in words if names)
        at = f", t={state.t:g}" if state.t else ""
        if not given:
            return f"Assemble it first: lw.assemble(system{at}) finds the nearest state that does."
        return f"Assemble it first: lw.assemble(system, {given}{at}) finds the rest; name only what must stay."

    def kept_by(self, names: Sequence[str]) -> str:
        """Coordinates are fixed, speeds given."""
        only_speeds = names and all(name in self.layout.u for name in names)
        return "velocities={…}" if only_speeds else "fixed={…}, velocities={…}"


def _listed(names: Sequence[str], state: State) -> str:
    return f"{names[0]!r}: {state[names[0]]:.6g}" + (", …" if len(names) > 1 else "")
