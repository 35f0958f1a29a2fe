"""Fields that contacts and one-sided constraints share: restitution, friction, the law of impacts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..expr import Expr
from .errors import ModelError
from .fields import option, parameter
from .parameters import value_of

CONTACT_LAWS = ("newton", "poisson", "sequential")
SLIDING_SAMPLES = (0.0, *np.geomspace(1e-4, 1e2, 121).tolist())
"""Sliding speeds (m/s) at which the values of a friction function are checked."""


def _fraction(value: Any) -> bool | str:
    return bool(0.0 <= value <= 1.0) or "is outside [0, 1]: a contact gives back none, a part, or all of a speed"


def as_friction(value: float | Expr | Callable[..., Any]) -> Any:
    """A coefficient of friction, or a function of the sliding speed that gives one."""
    if callable(value):
        return value
    worth = value_of(value)
    if isinstance(worth, bool) or not isinstance(worth, (int, float)) or not np.isfinite(worth):
        raise ModelError("is neither a finite number nor a function of the sliding speed")
    return value if value is not worth else float(worth)


def _opposes(value: Any) -> bool | str:
    return callable(value) or bool(value >= 0.0) or "is negative: friction opposes sliding; give 0 or more"


RESTITUTION = parameter(default=0.0, check=_fraction, doc="e, the part of the approach that comes back")
FRICTION = parameter(default=0.0, convert=as_friction, check=_opposes, doc="μ, or a function of the sliding speed")
STATIC_FRICTION = parameter(
    default=None, convert=as_friction, check=_opposes, doc="what sticking bears; μ where it is not given"
)
IMPACT_LAW = option(default="newton", choices=CONTACT_LAWS, doc='of impacts: "newton", "poisson" or "sequential"')
CONTACT_LAW_FIELDS = ("restitution", "friction", "static_friction", "law")
"""Names of these fields in elements."""


def has_friction(element: Any) -> bool:
    """Whether a contact resists sliding or sticks."""
    return not (isinstance(element.friction, float) and element.friction == 0.0 and element.static_friction is None)


def check_friction(element: Any) -> None:
    """Raises where friction is negative somewhere, or sticking bears less than sliding does."""
    if callable(element.friction):
        _check_function(element)
    if element.static_friction is None:
        return
    if callable(element.static_friction):
        raise ModelError(f"{element.kind}: static_friction is a number; friction may be a function of the speed.")
    kinetic = value_of(element.friction(0.0) if callable(element.friction) else element.friction)
    if value_of(element.static_friction) < kinetic:
        raise ModelError(
            f"{element.kind}: static_friction = {value_of(element.static_friction):g} is less than friction = "
            f"{kinetic:g}; friction falls when sliding begins."
        )


def _check_function(element: Any) -> None:
    for speed in SLIDING_SAMPLES:
        try:
            with np.errstate(all="ignore"):
                found = float(value_of(element.friction(speed)))
        except Exception as error:  # a user's function may raise anything
            raise ModelError(
                f"{element.kind}: friction, a function of the sliding speed, does not give one number: {error}"
            ) from None
        if not found >= 0.0:
            raise ModelError(
                f"{element.kind}: friction is {found:g} at a sliding speed of {speed:g} m/s; friction opposes "
                "sliding, and is never negative."
            )
