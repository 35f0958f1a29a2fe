"""Channels at one state, by name, in either formulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ..consistency import contact_doubts, grave, refusal, remedy
from ..contract import ModelError
from ..results import State
from ..results.load import REAL_SHARES
from ..results.verdict import LoadAlarm

Read = Callable[[str, State, Callable[[], Any]], Any]
"""(name, state, what gives the motion there) → the value of a channel of the model; None where there is none."""
A_MOMENT = 1e-6
"""s after which a point that parts is seen to."""
GROWS = 1e-9
"""Part of the largest acceleration from which on a gap is about to grow."""


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
        self._read, self._alarm = read, LoadAlarm()

    def __getitem__(self, name: str) -> Any:
        if name in self.outputs:
            return self.outputs[name](self)
        found = self._read(name, self.state, lambda: self._motion)
        self._tell_not_unique(name)
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

    def _tell_not_unique(self, name: str) -> None:
        """Warns where a load is read that is not unique; which these are is known once one was asked for."""
        left = self.__dict__["_motion"].not_unique if "_motion" in self.__dict__ else ()
        channel = self.system.channel_table.with_not_unique(left).find(name) if left else None
        self._alarm.sound(name, () if channel is None else channel.not_unique, REAL_SHARES)

    @property
    def not_unique(self) -> tuple[str, ...]:
        """Loads, number by number ("top.force.x"), that constraints which repeat each other leave open."""
        return tuple(self._motion.not_unique)

    @cached_property
    def _motion(self) -> Any:
        """Accelerations and multipliers at the state."""
        violated = grave(self.system.violations(self.state))
        violated = violated or contact_doubts(self.system, self.state, self, self._grows)
        if violated:
            raise ModelError(refusal("channels", self.system.model.name, violated, remedy(self.system, self.state)))
        return self.system.functions.loaded_motion(self.state)

    def _grows(self, rate: str) -> bool:
        """Whether the rate of a gap grows with the accelerations at the state, contacts being as it has them."""
        state, found = self.state, self.system.functions.motion(self.state)
        q_dot = np.atleast_1d(self.system.functions.at("kinematics", state).q_dot)
        later = replace(state, q=state.q + A_MOMENT * q_dot, u=state.u + A_MOMENT * found.u_dot, t=state.t + A_MOMENT)
        growth = (float(self._read(rate, later, lambda: found)) - float(self[rate])) / A_MOMENT
        return growth > GROWS * float(np.abs(found.u_dot).max(initial=0.0))

    def __repr__(self) -> str:
        return f"<channels of {self.system.model.name!r} at t = {self.state.t:g}>"
