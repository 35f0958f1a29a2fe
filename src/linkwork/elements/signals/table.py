"""Straight lines between data."""

from __future__ import annotations

from functools import cached_property

from ...contract import option, register
from ...expr import PiecewisePolynomial, table
from .sampled import Sampled


@register
class Table(Sampled):
    """y(t) = y_i + (y_{i+1} − y_i)(t − t_i)/(t_{i+1} − t_i): straight lines between the points.

    `outside`: beyond the data it keeps its value (hold), its slope (linear), or is NaN. It has kinks: for inputs and
    loads, not for driven coordinates.
    """

    outside = option(default="hold", choices=("hold", "linear", "nan"), doc="how it goes on beyond the data")

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The lines."""
        return table(self.t, self.y, outside=self.outside)

    @property
    def smoothness(self) -> float:
        """That of the lines; where they are NaN outside, only the inside counts."""
        if self.outside == "nan":
            return table(self.t, self.y, outside="linear").smoothness
        return self.polynomial.smoothness
