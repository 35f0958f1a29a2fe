"""Energies of a motion, and the power that their sum must follow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Energies(ABC):
    """T, V and what changes their sum."""

    @property
    @abstractmethod
    def kinetic(self) -> Any:
        """T."""

    @property
    @abstractmethod
    def potential(self) -> Any:
        """V, as far as it is known; what force elements hold is no part of it."""

    @property
    def stored(self) -> Any:
        """What force elements hold and can give back, as far as it is known."""
        return 0.0

    @abstractmethod
    def power(self, u_dot: Any, lam: Any) -> Any:
        """d(T + V)/dt of a motion that satisfies the equations, from what acts and not from T + V itself."""
