"""Responses: the force in a spring or tissue as a function of its elongation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError, Response, option, parameter, register
from ..expr import Expr, PiecewisePolynomial, TraceError, expm1, is_symbolic, log1p, spline, symbols, table
from .formula_text import check_formula, formula_value
from .signals.formula import as_parameters, as_text


@register
class LinearResponse(Response):
    """f = k x: a `stiffness` k that is the same everywhere."""

    stiffness = parameter(unit="N/m", doc="k")

    def value(self, x: Any) -> Any:
        """f."""
        return self.stiffness * x

    def inverse(self, f: Any) -> Any:
        """f/k."""
        return f / self.stiffness


@register
class PolynomialResponse(Response):
    """f = c₁ x + c₂ x² + c₃ x³ + …: `coefficients` from the linear term on, in N/m, N/m², N/m³ …

    There is no constant term: a spring is free at x = 0. A progressive spring has c₂ = 0 and c₃ > 0.
    """

    coefficients = parameter(shape=(None,), doc="c₁, c₂, … in N/m, N/m² and so on")

    def value(self, x: Any) -> Any:
        """f."""
        total: Any = 0.0
        for c in reversed(self.coefficients):
            total = (total + c) * x
        return total


@register
class ExponentialResponse(Response):
    """f = A (exp(B x) − 1): soft tissue, which stiffens as it is stretched (Fung 1972).

    The stiffness at rest is A B. `force` A, `rate` B.
    """

    force = parameter(unit="N", check="positive", doc="A")
    rate = parameter(unit="1/m", check="positive", doc="B")

    def value(self, x: Any) -> Any:
        """f."""
        return self.force * expm1(self.rate * x)

    def integral(self, x: Any) -> Any:
        """A ((exp(B x) − 1)/B − x)."""
        return self.force * (expm1(self.rate * x) / self.rate - x)

    def inverse(self, f: Any) -> Any:
        """log(1 + f/A)/B."""
        return log1p(f / self.force) / self.rate


@register
class FunctionResponse(Response):
    """f = function(x): any Python `function` of the elongation, written with linkwork's or NumPy's functions."""

    function = option(doc="f")

    def validate(self) -> None:
        """The function can be recorded and gives one number."""
        if not callable(self.function) or isinstance(self.function, type):
            raise ModelError(f"{self.kind}: {self.function!r} is not a function of the elongation.")
        try:
            found = self.value(symbols("x"))
        except (TraceError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(
                f"{self.kind}: the function of the elongation cannot be recorded: {error} Use linkwork's or NumPy's "
                "functions, and lw.where instead of if."
            ) from None
        if found is None or np.shape(found) != ():
            raise ModelError(f"{self.kind}: the function of the elongation must return one number.")

    def value(self, x: Any) -> Any:
        """f."""
        return self.function(x)


@register
class FormulaResponse(Response):
    """f = text: a function of the elongation x, "10*(exp(20*x) - 1)", as model files have it.

    `using` are the Parameters that the text calls by name. It is read as a `Formula` is, never run as Python.
    """

    text = option(convert=as_text, doc='f(x), such as "10*(exp(20*x) - 1)"')
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")

    def validate(self) -> None:
        """The text is an expression of x and the Parameters."""
        check_formula(self, ("x",))

    def value(self, x: Any) -> Any:
        """f."""
        return formula_value(self, x=x)


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


def as_response(given: Response | float | Expr | str | Callable[..., Any]) -> Response:
    """A response: one, a stiffness, a text such as "10*(exp(20*x) - 1)", or a function of the elongation."""
    if isinstance(given, Response):
        return given
    if isinstance(given, str):
        return FormulaResponse(given)
    if callable(given) and not is_symbolic(given):
        return FunctionResponse(given)
    return LinearResponse(given)
