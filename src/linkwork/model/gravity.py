"""Gravity: an acceleration, or a field of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError, Parameter, value_of
from ..contract.parameters import parameters_in
from ..expr import TraceError, array, symbols
from ..expr.evaluate import evaluate
from ..spatial import matrix
from .read_only import read_only
from .unit_check import check_unit_of

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
    if finite:
        check_unit_of(label, vector, "m/s**2")
    else:
        raise ModelError(f"{label} = {gravity!r}; {GRAVITY_WANTED}.")
    return read_only(vector)


def gravity_at(gravity: Any) -> Any:
    """The acceleration at a symbolic place and time."""
    return gravity(symbols("p", 3), symbols("t")) if callable(gravity) else gravity


def gravity_parameters(gravity: Any) -> list[Parameter]:
    """The Parameters of a gravity, of a function of (p, t) too."""
    return parameters_in([array(gravity_at(gravity))])


def gravity_value(gravity: Any, p: Any = (0.0, 0.0, 0.0), t: float = 0.0) -> np.ndarray:
    """g(p, t) in m/s², Parameters at their own values."""
    place, time = symbols("p", 3), symbols("t")
    found = array(gravity(place, time) if callable(gravity) else gravity)
    known = {x: x.value for x in parameters_in([found])} | {time: t, **dict(zip(place, p, strict=True))}
    return np.array(evaluate(found, known), dtype=float)
