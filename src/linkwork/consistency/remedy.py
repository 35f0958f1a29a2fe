"""How to get a state that satisfies all constraints, in the words of what the user gave."""

from __future__ import annotations

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
    return str(system.words.remedy(state, *given_names(system, state)))
