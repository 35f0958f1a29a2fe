"""What every equilibrium says about itself, in whichever coordinates it was found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import numpy as np

from ..results import Linearization, State, Verdict
from ..results.analysis_rules import verdict_of_equilibrium
from ..results.verdict import Alarm
from .stability import stability_of


class Judged(ABC):
    """A state with first variations about it, and what becomes of small disturbances."""

    system: Any
    state: State
    residual: float
    way: str

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it can be trusted, and why not."""
        return verdict_of_equilibrium(self)

    @cached_property
    def _alarm(self) -> Alarm:
        return Alarm()

    def _check(self) -> None:
        """Warns where numbers of a bad equilibrium are read for the first time."""
        self._alarm.sound(self, f"the equilibrium of {self.system.model.name!r}")

    @property
    @abstractmethod
    def variation(self) -> Any:
        """First variations about it."""

    @property
    @abstractmethod
    def linearization(self) -> Linearization:
        """The linear system about it, without inputs."""

    @abstractmethod
    def departure(self, change: np.ndarray) -> float:
        """How far from this state, changed along x, the nearest equilibrium is, in parts of the change."""

    @property
    def eigenvalues(self) -> np.ndarray:
        """Of the linear system."""
        return self.linearization.eigenvalues

    @cached_property
    def stability(self) -> str:
        """What small disturbances do: "stable", "unstable", "undecided" (where terms of higher order decide).

        Or "stable in shape, neutral in position", where nothing holds the mechanism as a whole.
        """
        return stability_of(self)

    @property
    def is_stable(self) -> bool:
        """Whether small disturbances stay small, those of the position too."""
        return self.stability == "stable"

    def __repr__(self) -> str:
        name, said = self.system.model.name, self.verdict.in_short
        return f"<equilibrium of {name!r}: {self.stability}, found by {self.way}, {said}>"
