"""What is said of a tree: coordinates of hinges are fixed, driven and given speeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..contract.errors import joined
from ..formulation import MotionEquations
from ..results import State
from ..topology import Layout
from .words import SystemWords


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
