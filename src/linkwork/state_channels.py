"""Channels of a tree at one state, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from .consistency import grave, refusal, remedy
from .contract import ModelError
from .contract.errors import unknown
from .expr import array
from .motion import TreeMotion, tree_motion
from .results import State

Function = Callable[..., Any]


class StateChannels(Mapping[str, Any]):
    """`system.channels(state)["k.force"]`: numbers and arrays, each computed when asked for.

    `outputs` are functions of channels, as `simulate` takes them. What needs accelerations or multipliers is refused at
    a state that violates constraints by more than the tolerances of a run leave; it is that of the state as it is.
    """

    def __init__(
        self,
        system: Any,
        state: State,
        outputs: Mapping[str, Callable[[Any], Any]],
        traced: dict[str, tuple[Function, bool]],
    ) -> None:
        self.system, self.state, self.outputs = system, state, outputs
        self._traced = traced

    def __getitem__(self, name: str) -> Any:
        if name in self.outputs:
            return self.outputs[name](self)
        if name not in self._traced:
            self._traced[name] = traced_channel(self.system.equations, name)
        function, is_moving = self._traced[name]
        given = self.system.arguments(self.state)
        motion = (self._motion.u_dot, self._motion.lam) if is_moving else ()
        found = function(*given, *motion).value
        return float(found) if np.ndim(found) == 0 else np.asarray(found, dtype=float)

    def __iter__(self) -> Iterator[str]:
        channels = self.system.equations.channels
        return iter([*channels, *sorted(channels.motion_names), *self.outputs])

    def __len__(self) -> int:
        return len(list(iter(self)))

    @cached_property
    def _motion(self) -> TreeMotion:
        violated = grave(self.system.violations(self.state))
        if violated:
            raise ModelError(refusal("channels", self.system.model.name, violated, remedy(self.system, self.state)))
        return tree_motion(self.system, self.state)

    def __repr__(self) -> str:
        return f"<channels of {self.system.model.name!r} at t = {self.state.t:g}>"


def traced_channel(equations: Any, name: str) -> tuple[Function, bool]:
    """(a function of what kernels are given, whether it takes accelerations and multipliers too)."""
    channels = equations.channels
    if name in channels:
        return equations.function("channel", value=_plain(channels[name])), False
    if not needs_motion(channels, name):
        raise ModelError(unknown_channel(channels, name))
    value = _plain(channels.at_motion(*equations.known)[name])
    return equations.motion_function("channel", value=value), True


def needs_motion(channels: Any, name: str) -> bool:
    """Whether a channel is one of accelerations and multipliers."""
    stem, _, axis = name.rpartition(".")
    return name in channels.motion_names or (axis in ("x", "y", "z") and stem in channels.motion_names)


def unknown_channel(channels: Any, name: str, others: Mapping[str, Any] | None = None) -> str:
    """What to say of a channel that is not there."""
    hinge = name.partition(".")[0]
    if name in channels.equations.topology.layout.cut:
        return (
            f"there is no channel {name!r}: a loop is opened at {hinge!r}, and its coordinates are not those of the "
            f"tree. Connect {hinge!r} with tree='branch' to have them."
        )
    return unknown("channel", name, [*channels, *sorted(channels.motion_names), *(others or ())])


def _plain(value: Any) -> Any:
    entries = array(value)
    return entries.item() if entries.ndim == 0 else entries
