"""Channels of a system as analyses read them: at a state, along a run, with derivatives, and as rates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..channels import MEANS, RUN_CHANNELS, SystemProvider
from ..contract import ModelError
from ..results import State, Trajectory
from ..results.stored_states import Interpolator
from .motion import AS_COMPILED, Weights
from .state_channels import StateChannels

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
