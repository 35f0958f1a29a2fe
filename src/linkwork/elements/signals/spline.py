"""A cubic spline through data."""

from __future__ import annotations

from functools import cached_property

from ...contract import option, register
from ...expr import PiecewisePolynomial, spline
from .sampled import Sampled


@register
class Spline(Sampled):
    """y(t) = Σ_k c_ik (t − t_i)^k, k = 0 … 3: the cubic spline through the points (t_i, y_i), twice differentiable.

    `boundary`: no curvature there (natural), no slope (clamped), or the outer two segments one cubic (not-a-knot).
    `outside`: beyond the data it keeps its tangent (linear), its value (hold), the outer cubic (extend), or is NaN.
    Natural ends go on as straight lines with two continuous derivatives; hold and clamped ends with one.
    """

    boundary = option(default="natural", choices=("natural", "clamped", "not-a-knot"), doc="what holds at the ends")
    outside = option(default="linear", choices=("linear", "hold", "extend", "nan"), doc="how it goes on")
    remedy = "The ends of its data are the cause: use outside='extend', or natural ends with outside='linear'."

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The spline."""
        return spline(self.t, self.y, ends=self.boundary, outside=self.outside)

    @property
    def smoothness(self) -> float:
        """That of the polynomial; where it is NaN outside, only the inside counts."""
        if self.outside == "nan":
            return spline(self.t, self.y, ends=self.boundary, outside="extend").smoothness
        return self.polynomial.smoothness
