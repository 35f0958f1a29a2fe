"""What every equilibrium says about itself, in whichever coordinates it was found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import numpy as np

from ..results import Linearization, State
from .stability import stability_of


class Judged(ABC):
    """A state with first variations about it, and the verdict on small disturbances."""

    system: Any
    state: State
    way: str

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
        """The verdict: "stable", "unstable", "undecided" (where terms of higher order decide).

        Or "stable in shape, neutral in position", where nothing holds the mechanism as a whole.
        """
        return stability_of(self)

    @property
    def is_stable(self) -> bool:
        """Whether small disturbances stay small, those of the position too."""
        return self.stability == "stable"

    def __repr__(self) -> str:
        return f"<equilibrium of {self.system.model.name!r}: {self.stability}, found by {self.way}>"
