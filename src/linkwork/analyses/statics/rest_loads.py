"""Channels of a motion that is known, such as rest: loads that are not unique are those of least norm, and say so."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ...channels import ChannelTable
from ...results import State
from ...results.load import REAL_SHARES
from ...results.verdict import LoadAlarm
from ...system import System


@dataclass(frozen=True, eq=False)
class RestLoads:
    """Reads channels at accelerations and multipliers that hold a state."""

    system: System
    state: State
    u_dot: np.ndarray
    lam: np.ndarray
    _alarm: LoadAlarm = field(default_factory=LoadAlarm)

    @cached_property
    def _shared(self) -> tuple[np.ndarray, tuple[str, ...]]:
        """(multipliers of least loads, numbers of channels that are not unique)."""
        return self.system.functions.least_loads(self.state, self.u_dot, self.lam)

    @cached_property
    def table(self) -> ChannelTable:
        """The table of channels, with those marked that are not unique."""
        return self.system.channel_table.with_not_unique(lambda: self._shared[1])

    def __getitem__(self, name: str) -> Any:
        known = self.system.channel_table.find(name)
        if known is None or known.needs != "motion":
            return self.system.channels.value(name, self.state, self.u_dot, self.lam)
        self._alarm.sound(name, self.table[name].not_unique, REAL_SHARES)
        return self.system.channels.value(name, self.state, self.u_dot, self._shared[0])
