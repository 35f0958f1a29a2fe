"""What is switched in a system: which connections hold at a state, and what their conditions say."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from weakref import ReferenceType, ref

import numpy as np

from ...contract import ModelError
from ...expr import TraceError, array, symbols
from ...expr.branches import margin
from ...expr.evaluate import evaluate
from ...expr.graph import Bool, as_bool
from ...mechanics.asked_once import asked_once
from ...results import State
from ...run.events import channel_value
from ...system import System
from ...topology.switches import Switch, switches_of

CONDITION_ROUNDING = 1e-12
"""Margins of conditions below this have no side."""


@dataclass(frozen=True, eq=False)
class SwitchTable:
    """All connections of a system that are switched."""

    owner: ReferenceType[System]
    switches: tuple[Switch, ...]

    @property
    def system(self) -> System:
        """Whose they are; not kept alive by them."""
        found = self.owner()
        assert found is not None
        return found

    def __len__(self) -> int:
        return len(self.switches)

    @cached_property
    def conditions(self) -> tuple[Switch, ...]:
        """Those that are switched by conditions on channels."""
        return tuple(switch for switch in self.switches if switch.condition is not None)

    def active(self, state: State) -> frozenset[str]:
        """The names of those that hold at a state."""
        return frozenset(switch.name for switch in self.switches if switch.worth(state))

    def margins(self, state: State) -> dict[str, float]:
        """How far conditions are from changing, positive where they hold."""
        return {switch.name: condition_margin(self.system, switch, state) for switch in self.conditions}

    def with_conditions(self, state: State, toggled: Collection[str] = ()) -> State:
        """The state with the numbers that its conditions give; `toggled` are those that are just changing."""
        if not self.conditions:
            return state
        values = dict(state.parameters)
        for switch in self.conditions:
            now = values[switch.value] > 0.5
            if switch.name in toggled:
                now = not now
            else:
                by = condition_margin(self.system, switch, state)
                now = by > 0.0 if abs(by) > CONDITION_ROUNDING else now
            values[switch.value] = float(now)
        return replace(state, parameters=values)


@asked_once
def switch_table(system: System) -> SwitchTable:
    """The switched connections of a system."""
    return SwitchTable(ref(system), switches_of(system.model))


def condition_margin(system: System, switch: Switch, state: State) -> float:
    """The margin of a condition at a state, whose channels need no accelerations."""
    label = f"connection {switch.name!r}: active"
    seen = _Seen(system, state)
    assert switch.condition is not None
    found = channel_value(label, switch.condition, seen)
    if isinstance(found, (bool, np.bool_)) or not isinstance(found, Bool):
        raise ModelError(f'{label}: gives {found!r}, which is not a condition; compare channels: lambda x: x["t"] < 1.')
    try:
        return float(evaluate([margin(as_bool(found))], seen.values)[0])
    except TraceError as error:
        raise ModelError(f"{label}: {error}.") from error


class _Seen:
    """Channels at a state as symbols, so that a condition on them has a margin, and what each is worth."""

    def __init__(self, system: System, state: State) -> None:
        self.system, self.channels = system, system.channels(state)
        self.known: dict[str, Any] = {}
        self.values: dict[Any, float] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.known:
            entry = self.system.channel_table.find(name)
            if entry is not None and entry.needs == "motion":
                raise ModelError(
                    f"looks at {name!r}, which a switch itself changes; a condition is one on places, speeds, time and "
                    "Parameters. Let an event set a Parameter where a force passes a value."
                )
            worth = self.channels[name]
            self.known[name] = symbols(name) if np.ndim(worth) == 0 else symbols(name, np.shape(worth))
            self.values |= dict(zip(array(self.known[name]).ravel(), np.ravel(worth).tolist(), strict=True))
        return self.known[name]


def at_conditions(system: System, state: State) -> State:
    """The state with connections that are switched by conditions as these are there; the same where there are none."""
    table = switch_table(system)
    return table.with_conditions(state) if table.conditions else state


def told_apart(before: Collection[str], after: Collection[str]) -> Mapping[str, bool]:
    """The names that changed, and whether each holds from now on."""
    return {name: name in after for name in sorted({*before} ^ {*after})}


def refuse_conditions(system: System, what: str, do: str = "take contact='events'", verb: str = "") -> None:
    """Raises where connections are switched by conditions, which only runs from event to event look at."""
    for switch in switch_table(system).conditions:
        raise ModelError(
            f"{what} looks for no events, and connection {switch.name!r} is switched by a condition; {do}, or let "
            "active= be a Parameter.",
            verb,
        )
