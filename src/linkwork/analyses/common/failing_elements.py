"""Who is to blame at a state from which no step leads on: what is not finite there or just beyond, or leaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...formulation.suspects import LOADS_PART, Examined, at_measured
from ...results import State
from ...system import System

AHEAD_OF_STATE = (1e-12, 1e-9, 1e-6)
"""How far beyond a state elements are tried, relative to its time: where a step may have come to."""
BESIDE_STATE = 1e-7
"""How far beside a state, in all coordinates and speeds, elements without a derivative are looked for."""
LEAP = 0.05
"""What a force that leaps changes by on so short a way, relative to its size."""

UNKNOWN = (
    "constraints that contradict each other, a law without a finite value, or a position that cannot be left this way"
)


def ways_ahead(t: float) -> list[float]:
    """Times after t at which elements are tried."""
    return [part * (1.0 + abs(t)) for part in AHEAD_OF_STATE]


def without_numbers(system: System, states: Sequence[State]) -> str | None:
    """A sentence about an element that is not finite at the first of some states, or just beyond at the others."""
    for state in states:
        said = system.functions.not_finite(state)
        if said is not None:
            return said if state is states[0] else f"just beyond, {said}"
    return None


def culprit(
    system: System, states: Sequence[State], drives: Callable[[], str | None], fastest: str | None = None
) -> str:
    """What is not finite, cannot follow `drives`, leaps or grows on the way from a state; `fastest` is what changes."""
    said = without_numbers(system, states) or drives() or leaping(system, states)
    return said or "; ".join(filter(None, (fastest, growing(system, states)))) or UNKNOWN


def without_slope(system: System, state: State) -> str:
    """A sentence about the element that has no derivative at a state: beside it, it gives no numbers or leaps."""
    sides = [replace(state, q=state.q + side * BESIDE_STATE, u=state.u + side * BESIDE_STATE) for side in (1.0, -1.0)]
    who = without_numbers(system, [state, *sides])
    return f"{who or 'a law has no finite derivative'} Derivatives are asked for here; move the state away from it."


def leaping(system: System, states: Sequence[State]) -> str | None:
    """Whose force leaps on a very short way; None where none does."""
    for state in states[1:]:
        found = changed_most(system, states[0], state)
        if found is not None and found.part > LEAP:
            return _leap(found, state.t - states[0].t)
    return None


def growing(system: System, states: Sequence[State]) -> str | None:
    """Whose force grows fastest: what changes is to blame, however large others are; None where none changes."""
    found = changed_most(system, states[0], states[-1])
    return None if found is None else f"the force that grows fastest is that of {_said(found.before)}"


def changed_most(system: System, one: State, other: State) -> Changed | None:
    """The element whose loads differ most between two states; None where none do."""
    pairs = zip(system.functions.examined(one), system.functions.examined(other), strict=True)
    found = [Changed(a, b) for a, b in pairs if LOADS_PART in a[2]]
    most = max(found, key=lambda changed: changed.by, default=None)
    return most if most is not None and most.by > 0.0 else None


@dataclass(frozen=True, eq=False)
class Changed:
    """An element at two states."""

    before: Examined
    after: Examined

    @property
    def name(self) -> str:
        """Of its connection."""
        return self.before[0]

    @property
    def by(self) -> float:
        """The largest change of a load."""
        return float(np.abs(self.after[2][LOADS_PART] - self.before[2][LOADS_PART]).max(initial=0.0))

    @property
    def part(self) -> float:
        """The same relative to the load before."""
        return self.by / max(float(np.abs(self.before[2][LOADS_PART]).max(initial=0.0)), 1e-300)


def _leap(changed: Changed, h: float) -> str:
    name, suspect, found = changed.before
    old, new = _strength(changed.before), _strength(changed.after)
    what = "gravity" if suspect.element is None else f"connection {name!r}: {suspect.function}"
    if not suspect.may_leap:
        return f"{what} grows beyond all bounds: it is {old:.4g}{at_measured(found)}"
    return (
        f"{what} leaps from {old:.4g} to {new:.4g} within {h:.0g} s{at_measured(found)}. Say in `kinks` where, so that "
        "steps end there, or make it smooth, such as tanh(x / small) for sign(x)"
    )


def _said(examined: Examined) -> str:
    name, suspect, found = examined
    if suspect.element is None:
        return "gravity"
    return f"connection {name!r}: {suspect.function} is {_strength(examined):.4g}{at_measured(found)}"


def _strength(examined: Examined) -> float:
    """The law's largest number, else the largest load."""
    found = examined[2]
    values = found["law"] if "law" in found else found[LOADS_PART]
    return float(values[int(np.argmax(np.abs(values)))])
