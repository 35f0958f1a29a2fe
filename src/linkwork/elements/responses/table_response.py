"""f through data."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError, Response, option, parameter, register
from ...expr import PiecewisePolynomial, is_symbolic, spline, table


@register
class TableResponse(Response):
    """f through the points (x_i, f_i): measured data, joined by a cubic spline (or by lines with `method` "linear").

    `x` must increase. `outside`: beyond the data f keeps its slope (linear), its value (hold), or is NaN, which a run
    reports with the name of the connection.
    """

    x = parameter(unit="m", shape=(None,), doc="elongations x_i, increasing")
    f = parameter(unit="N", shape=(None,), doc="forces f_i")
    method = option(default="spline", choices=("spline", "linear"), doc="how the points are joined")
    outside = option(default="linear", choices=("linear", "hold", "nan"), doc="how it goes on beyond the data")

    def validate(self) -> None:
        """As many forces as elongations, which increase."""
        if is_symbolic(self.x) or is_symbolic(self.f):
            raise ModelError(f"{self.kind}: data are numbers; a Parameter cannot stand in a table.")
        if len(self.x) != len(self.f) or len(self.x) < 2:
            raise ModelError(
                f"{self.kind}: x has {len(self.x)} values and f has {len(self.f)}; give two points or more."
            )
        if not (np.diff(self.x) > 0).all():
            raise ModelError(f"{self.kind}: x must increase.")

    @cached_property
    def polynomial(self) -> PiecewisePolynomial:
        """The curve through the points."""
        make = spline if self.method == "spline" else table
        return make(self.x, self.f, outside=self.outside)

    def value(self, x: Any) -> Any:
        """f."""
        return self.polynomial(x)

    def integral(self, x: Any) -> Any:
        """∫ f dx from zero, exact."""
        found = self.polynomial.antiderivative
        return found(x) - found(0.0)
