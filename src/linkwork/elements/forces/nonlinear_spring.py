"""F = −f(ε − l₀) − c ε̇."""

from __future__ import annotations

from typing import Any

from ...contract import option, parameter, register
from ..on_measure import OnMeasure
from ..responses.convert import as_response


@register
class NonlinearSpring(OnMeasure):
    """F = −f(ε − l₀) − c ε̇: a spring whose tension is any `response` f of its elongation, with a damper beside it.

    The response is a stiffness, a `PolynomialResponse`, a `TableResponse` through data, a text such as
    "10*(exp(20*x) - 1)", or a Python function of the elongation. `length` l₀, `damping` c.
    """

    response = option(convert=as_response, doc="f, tension as a function of elongation")
    length = parameter(unit="m", default=0.0, doc="l₀, the length at which the elongation is zero")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c")

    def law(self, e: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return -self.response.value(e - self.length) - self.damping * e_dot

    def stored_energy(self, e: Any) -> Any:
        """∫ f dx from x = 0, None where the response does not tell it."""
        return self.response.integral(e - self.length)
