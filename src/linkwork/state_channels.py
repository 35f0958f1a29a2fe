"""Channels at one state, by name, in either formulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from .consistency import contact_doubts, grave, refusal, remedy
from .contract import ModelError
from .results import State

Read = Callable[[str, State, Callable[[], Any]], Any]
"""(name, state, what gives the motion there) → the value of a channel of the model; None where there is none."""


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
        read: Read,
    ) -> None:
        self.system, self.state, self.outputs = system, state, outputs
        self._read = read

    def __getitem__(self, name: str) -> Any:
        if name in self.outputs:
            return self.outputs[name](self)
        found = self._read(name, self.state, lambda: self._motion)
        if found is None:
            raise ModelError(self.system.channel_table.unknown(name, self.outputs))
        return float(found) if np.ndim(found) == 0 else np.asarray(found, dtype=float)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str) or name in self.outputs:
            return isinstance(name, str)
        found = self.system.channel_table.get(name)
        return found is not None and found.needs != "run"

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a channel, or `default` where there is none of this name."""
        if name not in self:
            return default
        return self[name]

    def __iter__(self) -> Iterator[str]:
        table = self.system.channel_table
        return iter([*(name for name in table if table[name].needs != "run"), *self.outputs])

    def __len__(self) -> int:
        return len(list(iter(self)))

    @cached_property
    def _motion(self) -> Any:
        """Accelerations and multipliers at the state."""
        violated = grave(self.system.violations(self.state)) or contact_doubts(self.system, self.state, self)
        if violated:
            raise ModelError(refusal("channels", self.system.model.name, violated, remedy(self.system, self.state)))
        return self.system.functions.motion(self.state)

    def __repr__(self) -> str:
        return f"<channels of {self.system.model.name!r} at t = {self.state.t:g}>"
