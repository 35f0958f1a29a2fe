"""Gravity: an acceleration, or a field of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError, value_of
from ..expr import TraceError, array, symbols
from ..spatial import matrix
from .read_only import read_only

GRAVITY_WANTED = "give three finite numbers, or a function of (p, t) that returns three"


def checked_gravity(label: str, gravity: Any) -> Any:
    """A vector, or a function of (p, t) that was tried out."""
    if callable(gravity) and not isinstance(gravity, type):
        try:
            shape = np.shape(array(gravity_at(gravity)))
        except Exception as error:  # a user's function may raise anything
            raise ModelError(f"{label}: its function of (p, t) fails: {error}") from error
        if shape != (3,):
            raise ModelError(f"{label}: its function of (p, t) must return three numbers, returned shape {shape}.")
        return gravity
    try:
        vector = matrix(gravity)
        finite = vector.shape == (3,) and np.isfinite(value_of(vector)).all()
    except (TypeError, ValueError, TraceError):
        finite = False
    if not finite:
        raise ModelError(f"{label} = {gravity!r}; {GRAVITY_WANTED}.")
    return read_only(vector)


def gravity_at(gravity: Any) -> Any:
    """The acceleration at a symbolic place and time."""
    return gravity(symbols("p", 3), symbols("t")) if callable(gravity) else gravity
