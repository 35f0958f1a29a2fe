"""A violation: which connection or body a state does not fit, and by how much; and sentences about several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..results import State
from ..spatial import AXES

NEGLIGIBLE_VIOLATION = 1e-6
"""Violations below this, in radians, lengths over that of the model, or relative to speeds, change no result."""
ROUNDED_VIOLATION = 1e-2
"""Those below this are what a user rounded off or a loose tolerance left: such states are put on their constraints."""
NEGLIGIBLE_VELOCITY = 1e-9
"""Velocities below this, in radians or lengths of the model per second, are none."""
NAMED_VIOLATIONS = 3
"""How many violations a sentence names."""

NORM = "Divide Euler parameters by their norm, or give them as guess= to lw.assemble."

DIRECTION_WORDS = tuple(f"{what} {axis}" for what in ("rotation about", "translation along") for axis in AXES)


@dataclass(frozen=True)
class Violation:
    """What is violated, how in words, its size as `NEGLIGIBLE_VIOLATION` measures it, whether by velocities alone, and
    what to do.

    `remedy` is empty where the state has to be assembled. `is_known` says that the right value is, however far it is.
    """

    what: str
    how: str
    size: float
    of_velocities: bool = False
    remedy: str = ""
    is_known: bool = False

    def __str__(self) -> str:
        return f"{self.what} {self.how}"


def grave(violations: Sequence[Violation]) -> list[Violation]:
    """Those that are more than rounding or a loose tolerance, and not known to be set right."""
    return [v for v in violations if v.size > ROUNDED_VIOLATION and not v.is_known]


def _told(violations: Sequence[Violation]) -> list[Violation]:
    """Those of positions, where there are any: velocities follow them."""
    found = [v for v in violations if not v.of_velocities] or list(violations)
    return sorted(found, key=lambda v: -v.size)


def said_of(violations: Sequence[Violation]) -> str:
    """The largest violations in words."""
    told = _told(violations)
    more = f"; and {len(told) - NAMED_VIOLATIONS} more" if len(told) > NAMED_VIOLATIONS else ""
    return "; ".join(map(str, told[:NAMED_VIOLATIONS])) + more


def refusal(what: str, model: str, violations: Sequence[Violation], remedy: str) -> str:
    """Why a state is refused, and what to do; `remedy` is for violations that have none of their own."""
    said = f"{what}: the state does not satisfy the constraints of model {model!r}: {said_of(violations)}."
    return " ".join([said, *remedies(violations, remedy)])


def remedies(violations: Sequence[Violation], remedy: str) -> list[str]:
    """What to do, in sentences."""
    told = _told(violations)
    own = dict.fromkeys(v.remedy for v in told if v.remedy)
    return [*own] if told and all(v.remedy for v in told) else [*own, remedy]


def direction_of(wrench: np.ndarray, row: int, per: str = "") -> str:
    """Unit and direction of a row by its wrench (moment, force), where that is one of the six directions."""
    k = int(np.argmax(np.abs(wrench)))
    unit = " rad" if k < 3 else " m"
    if np.abs(np.delete(wrench, k)).max() > 0.5 * abs(wrench[k]):
        return f" (row {row + 1})"
    return f"{unit}{per} in {DIRECTION_WORDS[k]}"


def given_names(system: Any, state: State) -> tuple[list[str], list[str]]:
    """Coordinates and speeds whose values are not those of the start: what the user has said of a state."""
    rest = system.rest
    q = [name for name, x, start in zip(state.layout.q, state.q, rest.q, strict=True) if x != start]
    u = [name for name, x, start in zip(state.layout.u, state.u, rest.u, strict=True) if x != start]
    return q, u


def remedy(system: Any, state: State) -> str:
    """The call of `assemble` that keeps what was given."""
    return str(system.words.remedy(state, *given_names(system, state)))
