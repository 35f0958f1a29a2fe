"""Channels of a system in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..absolute.channels import read_absolute_channel, state_channel
from ..results import State
from ..results.trajectory import Interpolator
from .absolute_channel_slopes import frame_channel_variations
from .absolute_gaps import gap_rate, gap_slopes
from .absolute_reader import AbsoluteReader
from .channels import SystemChannels
from .frames import frames_at
from .motion import AS_COMPILED, Weights


@dataclass(frozen=True, eq=False)
class AbsoluteChannels(SystemChannels):
    """What elements that look at channels would see."""

    def read(self, name: str, state: State, motion: Callable[[], Any]) -> Any:
        """The value of a channel, None where there is none."""
        return read_absolute_channel(self.system.elements, name, state, motion)

    def reader(
        self,
        outputs: Mapping[str, Callable[[Any], Any]] | None = None,
        beside: Mapping[str, Interpolator] | None = None,
        solution: tuple[str, Weights] = AS_COMPILED,
    ) -> AbsoluteReader:
        """State by state, elements of a kind together."""
        functions = self.system.functions
        return AbsoluteReader(
            self.system.elements,
            outputs or {},
            {} if beside is None else beside,
            lambda state: functions.loaded_motion(state, *solution).lam,
            lambda state, lam: functions.least_loads(state, np.zeros_like(state.u), lam)[0],
        )

    def slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""
        frames = frames_at(self.system.elements, state)
        return frame_channel_variations(frames, names, np.asarray(u_dot), np.asarray(lam))

    def value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these accelerations and multipliers."""
        return state_channel(self.system.elements, name, state, lam, u_dot)

    def rate(self, value: Callable[[Any], Any]) -> Callable[[State], tuple[float, np.ndarray]]:
        """The rate of an expression of places of bodies and its derivatives by the speeds."""
        return partial(gap_rate, self.system.elements, value)

    def rate_slopes(self, value: Callable[[Any], Any]) -> Callable[[State, Any, Any], Any]:
        """Their derivatives: places of bodies depend on no accelerations or multipliers."""
        return lambda state, u_dot, lam: gap_slopes(self.system.elements, value, state)
