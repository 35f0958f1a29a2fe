"""Curves from what users write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...contract import Curve, ModelError
from .function_curve import FunctionCurve
from .spline_curve import SplineCurve


def as_curve(value: Curve | Callable[..., Any] | Sequence[Any] | np.ndarray) -> Curve:
    """A curve as it is, a function of s as a `FunctionCurve`, points as an open `SplineCurve`."""
    if isinstance(value, Curve):
        return value
    if isinstance(value, (type, str)):
        raise ModelError("is not a curve; give one such as CircleCurve(0.1), points, or a function of s")
    return FunctionCurve(value) if callable(value) else SplineCurve(value)
