"""f, written as text."""

from __future__ import annotations

from typing import Any

from ...contract import Response, option, register
from ..formula_text import check_formula, formula_value
from ..signals.formula import as_parameters, as_text


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
