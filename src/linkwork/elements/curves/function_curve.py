"""A curve given by a function."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Curve, ModelError, option, register
from ...spatial import matrix
from .arc_length import arc_function, speed_of

FUNCTION_PIECES = 2000
"""Pieces on which the arc length is tabulated; its spline is then exact to about 1e-12 of the length."""


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of s that returns three numbers")
    return value


def _span(value: Any) -> tuple[float, float]:
    start, end = (float(x) for x in value)
    if not start < end:
        raise ModelError("must be (start, end) with start < end")
    return start, end


@register
class FunctionCurve(Curve):
    """c(s) = function(s): three expressions, or two for a curve in the xy plane. s is what the function takes it for.

    `span` says from where to where s goes; `closed`, that the curve ends where it begins. Both are needed for arc
    lengths only (rolling), which are found by quadrature.
    """

    function = option(convert=_function, doc="function of s that returns three (or two) expressions")
    span = option(default=None, convert=_span, doc="(start, end) of s")
    closed = option(default=False, choices=(False, True), doc="whether the curve ends where it begins")

    def point(self, s: Any) -> Any:
        """The function's value."""
        found = matrix(list(self.function(s)))
        if found.shape not in ((3,), (2,)):
            raise ModelError(f"FunctionCurve: the function must return three numbers, returned shape {found.shape}.")
        return found if len(found) == 3 else matrix([*found, 0.0])

    @property
    def period(self) -> float | None:
        """The span, where the curve is closed."""
        return self.span[1] - self.span[0] if self.closed and self.span else None

    @cached_property
    def _arc(self) -> Callable[[Any], Any]:
        if self.span is None:
            raise ModelError("FunctionCurve: its arc length needs span=(start, end).")
        if self.parameters:
            name = self.parameters[0].name
            raise ModelError(f"FunctionCurve: its arc length is found with numbers; {name!r} is a Parameter.")
        return arc_function(speed_of(self), np.linspace(self.span[0], self.span[1], FUNCTION_PIECES + 1), self.closed)

    def arc(self, s: Any) -> Any:
        """The length, by quadrature."""
        return self._arc(s)
