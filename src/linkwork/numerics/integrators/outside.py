"""A state vector as those outside of a run read and write it, and the loops that lead there and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Invocation = tuple[Any, ...]
"""A loop and its arguments; nothing to do where it is empty."""


@dataclass(frozen=True, eq=False)
class OutsideState:
    """A state vector; both are one array, and there is nothing to do, where a run holds it as it is seen."""

    inside: np.ndarray
    outside: np.ndarray
    hide: Invocation = ()
    """Takes the state as it is outside, and Parameters."""
    show: Invocation = ()
    """Writes it for those outside, with rows that were added since `begin`."""
    begin: Invocation = ()
    rates: Callable[[np.ndarray], Invocation] = lambda rates: ()
    """Rates of what is inside become those of what is outside, in place."""
