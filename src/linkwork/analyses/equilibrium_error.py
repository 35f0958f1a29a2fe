"""The error of searches for equilibria."""

from __future__ import annotations

from ..contract import ModelError
from ..results import State


class EquilibriumError(ModelError):
    """No equilibrium, or none of the kind asked for. `state` is where the search ended."""

    def __init__(self, message: str, state: State) -> None:
        super().__init__(message)
        self.state = state
