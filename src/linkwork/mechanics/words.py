"""What is said of a system, and what a user is told to do, in the words of its coordinates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ..results import State


class SystemWords(ABC):
    """Sentences in which the formulations differ."""

    @property
    @abstractmethod
    def description(self) -> str:
        """The model in words: bodies, connections, coordinates. `lw.report(system)` adds what can move, and how."""

    @abstractmethod
    def owner(self, speed: int) -> str:
        """Whose speed it is."""

    @abstractmethod
    def left_open(self, speeds: Sequence[int]) -> str:
        """What could be driven where some speeds are left free."""

    @abstractmethod
    def remedy(self, state: State, q: Sequence[str], u: Sequence[str]) -> str:
        """The call of `assemble` that keeps coordinates and speeds that were given."""

    @abstractmethod
    def kept_by(self, names: Sequence[str]) -> str:
        """The arguments of `assemble` that keep what was given by name."""
