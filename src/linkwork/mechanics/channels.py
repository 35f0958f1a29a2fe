"""Channels of a system as analyses read them: at a state, along a run, with derivatives, and as rates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..channels import MEANS, RUN_CHANNELS, SystemProvider
from ..consistency import contact_doubts, grave, refusal, remedy
from ..contract import ModelError
from ..results import State, Trajectory
from ..results.load import REAL_SHARES
from ..results.stored_states import Interpolator
from ..results.verdict import LoadAlarm
from .motion import AS_COMPILED, Weights

OwnOutputs = Mapping[str, Callable[[Any], Any]]
"""The user's own channels: functions of channels, by name."""


@dataclass(frozen=True, eq=False)
class ChannelReader:
    """Channels along a run: those that steps left behind, and those that a system computes."""

    outputs: OwnOutputs
    beside: Mapping[str, Interpolator]
    """What belongs to elements in time, by name."""
    values: Any
    """Of outputs and channels of the system, (names, run) → values by name."""

    def __call__(self, names: Sequence[str], run: Trajectory) -> dict[str, np.ndarray]:
        """The values of channels along a run, by name."""
        of_steps = {name for name in names if name in RUN_CHANNELS or name in self.beside} - {*self.outputs}
        others = tuple(name for name in dict.fromkeys(names) if name not in of_steps)
        found = self.values(others, run) if others else {}
        return {name: self._of_steps(name, run) if name in of_steps else found[name] for name in names}

    def _of_steps(self, name: str, run: Trajectory) -> np.ndarray:
        """What belongs to the elements in time that end at the rows of a run, or have their times inside."""
        if name not in self.beside:
            what = "mean reactions are those" if name == MEANS else f"{name.replace('_', ' ')} are those"
            raise ModelError(
                f"{what} of elements in time ('weak2', lw.TimeElements){' on constraints' if name == MEANS else ''}; "
                f"name {name!r} when such a run is saved, run.save(path, {name!r}), to have them from its file."
            )
        return self.beside[name](np.asarray(run.t, dtype=float))


@dataclass(frozen=True, eq=False)
class SystemChannels(ABC):
    """`system.channels(state)["k.force"]`, and what linear systems and impacts need of channels."""

    system: Any
    along_runs: ClassVar[type[Any]]
    """(system, outputs, how accelerations are solved for) → what computes both along runs, (names, run) → values."""

    @property
    @abstractmethod
    def provider(self) -> SystemProvider:
        """What lists them, and describes states."""

    def __call__(self, state: State, outputs: OwnOutputs | None = None) -> StateChannels:
        """Every channel at one state by name; `outputs` as in `simulate`."""
        return StateChannels(self.system, state, dict(outputs or {}), self.read)

    @abstractmethod
    def read(self, name: str, state: State, motion: Callable[[], Any]) -> Any:
        """The value of a channel, None where there is none; `motion` gives what those need that are of a motion."""

    def reader(
        self,
        outputs: OwnOutputs | None = None,
        beside: Mapping[str, Interpolator] | None = None,
        solution: tuple[str, Weights] = AS_COMPILED,
    ) -> ChannelReader:
        """What reads channels along a run; `solution` is how it solved for accelerations and multipliers."""
        own = outputs or {}
        return ChannelReader(own, {} if beside is None else beside, self.along_runs(self.system, own, solution))

    def along(
        self, names: tuple[str, ...], t: np.ndarray, rows: np.ndarray, parameters: Mapping[str, float]
    ) -> dict[str, np.ndarray]:
        """Channels that need no accelerations at rows (q, u, z, …) of a run that belong to one set of Parameters."""
        layout = self.system.layout
        nq, nu, nz = layout.nq, layout.nu, layout.nz
        states = [
            State(layout, row[:nq], row[nq : nq + nu], float(time), parameters, row[nq + nu : nq + nu + nz])
            for time, row in zip(t, rows, strict=True)
        ]
        found = [self(state) for state in states]
        return {name: np.array([at[name] for at in found]) for name in names}

    @abstractmethod
    def slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""

    @abstractmethod
    def value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these accelerations and multipliers."""

    @abstractmethod
    def rate(self, value: Callable[[Any], Any]) -> Callable[[State], tuple[float, np.ndarray]]:
        """The rate of an expression of channels and its derivatives by the speeds, as a function of a state."""

    @abstractmethod
    def rate_slopes(self, value: Callable[[Any], Any]) -> Callable[[State, Any, Any], Any]:
        """The derivatives of all of these, as a function of a state, accelerations and multipliers."""


# Channels at one state, by name, in either formulation.
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
        channel = self.system.channel_table.with_not_unique(lambda: left).find(name) if left else None
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
