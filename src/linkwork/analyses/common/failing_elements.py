"""Who is to blame at a state from which no step leads on: what is not finite there or just beyond, or leaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...formulation.suspects import LOADS_PART, Examined, at_measured, first_not_finite
from ...results import State
from ...system import System

AHEAD_OF_STATE = (1e-12, 1e-9, 1e-6)
"""How far beyond a state elements are tried, relative to its time: where a step may have come to."""
BESIDE_STATE = 1e-7
"""How far beside a state, in all coordinates and speeds, elements without a derivative are looked for."""
LEAP = 0.05
"""What a force that leaps changes by on so short a way, relative to its size."""
HALVED_WAYS = 20
"""How often a way on which a force changes is halved: what leaps does so on a millionth of it too."""
LAST_DIGITS = 1.0 + 64.0 * float(np.finfo(float).eps)
"""What numbers are multiplied by to change their last digits."""

NOT_THE_MODEL = (
    "all laws are finite here and none leaps, and constraints do not contradict each other, so that the method itself "
    "may be at fault: take another one, or another tolerance"
)


def ways_ahead(t: float) -> list[float]:
    """Times after t at which elements are tried."""
    return [part * (1.0 + abs(t)) for part in AHEAD_OF_STATE]


def without_numbers(system: System, states: Sequence[State]) -> str | None:
    """A sentence about an element that is not finite at the first of some states, or just beyond at the others."""
    for state in states:
        said = first_not_finite(system.functions.examined(state))
        if said is not None:
            return said if state is states[0] else f"just beyond, {said}"
    return None


def culprit(
    system: System, states: Sequence[State], drives: Callable[[], str | None], fastest: str | None = None
) -> str:
    """What is not finite, cannot follow `drives`, leaps or grows on the way from a state; `fastest` is what changes."""
    said = without_numbers(system, states) or drives() or leaping(system, states)
    return said or "; ".join(filter(None, (fastest, growing(system, states)))) or NOT_THE_MODEL


def without_slope(system: System, state: State) -> str:
    """A sentence about the element that has no derivative at a state: beside it, it gives no numbers or leaps."""
    sides = [replace(state, q=state.q + side * BESIDE_STATE, u=state.u + side * BESIDE_STATE) for side in (1.0, -1.0)]
    who = without_numbers(system, [state, *sides])
    return f"{who or 'a law has no finite derivative'} Derivatives are asked for here; move the state away from it."


def leaping(system: System, states: Sequence[State]) -> str | None:
    """Whose force leaps on a very short way; None where none does."""
    for state in states[1:]:
        found = changed_most(system, states[0], state)
        if found is None or found.part <= LEAP or (not found.may_leap and found.by <= _rounding(system, states[0])):
            continue
        if _is_sudden(system, states[0], state, 0.5 * found.by):
            return _leap(found, state.t - states[0].t)
    return None


def _rounding(system: System, state: State) -> float:
    """By how much a force changes at most where coordinates and speeds change by some last digits."""
    found = changed_most(system, state, replace(state, q=state.q * LAST_DIGITS, u=state.u * LAST_DIGITS))
    return 0.0 if found is None else found.by


def _is_sudden(system: System, one: State, other: State, by: float) -> bool:
    """Whether some force changes by so much on a millionth of the way, as stiff laws that are smooth do not."""
    for _ in range(HALVED_WAYS):
        middle = halfway(one, other)
        first, second = changed_most(system, one, middle), changed_most(system, middle, other)
        if first is None or (second is not None and second.by > first.by):
            one, first = middle, second
        else:
            other = middle
        if first is None or first.by < by:
            return False
    return True


def halfway(one: State, other: State) -> State:
    """The state in the middle between two that are close."""
    parts = {name: 0.5 * (getattr(one, name) + getattr(other, name)) for name in ("q", "u", "z", "t")}
    return replace(one, **parts)


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
    def may_leap(self) -> bool:
        """Whether its law has branches or is not known as a formula."""
        return bool(self.before[1].may_leap)

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
        f"{what} leaps from {old:.4g} to {new:.4g} within {h:.0g} s{at_measured(found)}. If it drives the motion back "
        "from both sides, as dry friction does, make it smooth, such as tanh(x / small) for sign(x); if it is not "
        "traced, say in `kinks` where it leaps"
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
