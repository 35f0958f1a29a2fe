"""How to get a state that satisfies all constraints, in the words of what the user gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..results import State


def given_names(system: Any, state: State) -> tuple[list[str], list[str]]:
    """Coordinates and speeds whose values are not those of the start: what the user has said of a state."""
    rest = system.rest
    q = [name for name, x, start in zip(state.layout.q, state.q, rest.q, strict=True) if x != start]
    u = [name for name, x, start in zip(state.layout.u, state.u, rest.u, strict=True) if x != start]
    return q, u


def remedy(system: Any, state: State) -> str:
    """The call of `assemble` that keeps what was given."""
    if system.chart.are_poses:
        return "Assemble it first: lw.assemble(system, bodies={name: pose}) finds a state near these poses."
    q, u = given_names(system, state)
    held = {entry.name for entry in (*system.layout.driven, *system.layout.locked)}
    given = ", ".join(
        f"{word}={{{_listed(names, state)}}}"
        for word, names in (("fixed", [n for n in q if n not in held]), ("velocities", u))
        if names
    )
    if not given:
        return f"Assemble it first: lw.assemble(system{_at(state)}) finds the nearest state that does."
    return f"Assemble it first: lw.assemble(system, {given}{_at(state)}) finds the rest; name only what must stay."


def _at(state: State) -> str:
    return f", t={state.t:g}" if state.t else ""


def _listed(names: Sequence[str], state: State) -> str:
    return f"{names[0]!r}: {state[names[0]]:.6g}" + (", …" if len(names) > 1 else "")
