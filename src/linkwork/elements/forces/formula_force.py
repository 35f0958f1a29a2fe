"""F, written as text."""

from __future__ import annotations

from typing import Any

from ...contract import option, register
from ..formula_text import check_formula, formula_value
from ..on_measure import OnMeasure
from ..signals.formula import as_parameters, as_text


@register
class FormulaForce(OnMeasure):
    """F = text: a law of e, e_dot and t, "-200*(e - 0.4) - 3*e_dot", as model files have it.

    Positive F makes ε grow. `using` are the Parameters that the text calls by name. It is read as a `Formula` is, never
    run as Python.
    """

    text = option(convert=as_text, doc='F, such as "-200*(e - 0.4)"')
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")

    def validate(self) -> None:
        """The text is an expression of e, e_dot, t and the Parameters."""
        super().validate()
        check_formula(self, ("e", "e_dot", "t"))

    def law(self, e: Any, e_dot: Any, t: Any) -> Any:
        """F."""
        return formula_value(self, e=e, e_dot=e_dot, t=t)
