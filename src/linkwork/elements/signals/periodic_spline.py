"""A periodic cubic spline through data."""

from __future__ import annotations

from functools import cached_property

from ...contract import ModelError, register
from ...expr import PiecewisePolynomial, TraceError, periodic_spline
from .sampled import Sampled


@register
class PeriodicSpline(Sampled):
    """y(t + T) = y(t), T = t_n − t_0: the cubic spline through the points, twice differentiable everywhere.

    The last value repeats the first.
    """

    def validate(self) -> None:
        """The last value repeats the first."""
        super().validate()
        try:
            _ = self.polynomial
        except TraceError as error:
            raise ModelError(f"{self.kind}: {error}") from None

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The spline."""
        return periodic_spline(self.t, self.y)
