"""Smooth surfaces from what users write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...contract import ModelError, SmoothSurface
from .height_surface import HeightSurface


def as_surface(value: SmoothSurface | Callable[..., Any]) -> SmoothSurface:
    """A smooth surface as it is, a function of x and y as a `HeightSurface`."""
    if isinstance(value, SmoothSurface):
        return value
    if isinstance(value, type) or not callable(value):
        raise ModelError(
            "is not a smooth surface; give one such as lw.EllipsoidSurface((0.1, 0.2, 0.3)), or a function z(x, y)"
        )
    return HeightSurface(value)
