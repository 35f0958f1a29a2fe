"""f(F, ε, ε̇, t) = 0, f written as text."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, register
from ...expr.parse import names_in_text
from ..formula_text import check_formula, formula_value
from ..on_measure import OnMeasure
from ..signals.formula import as_parameters, as_text


@register
class ImplicitFormula(OnMeasure):
    """text = 0: an implicit law of F, e, e_dot and t, "F + 0.1*F**3 + 200*(e - 0.4)" (S0 (3.4.5)), for model files.

    F, positive where it makes ε grow, is solved for as in `ImplicitForce`. `using` are the Parameters that the text
    calls by name.
    """

    text = option(convert=as_text, doc='what is zero, such as "F + 0.1*F**3 + 200*(e - 0.4)"')
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")
    unknowns = ("F",)

    def validate(self) -> None:
        """The text is an expression that has F in it."""
        super().validate()
        check_formula(self, ("F", "e", "e_dot", "t"))
        if "F" not in names_in_text(self.text):
            raise ModelError(f"{self.kind}: {self.text!r} does not have F, which it is to give.")

    def law(self, s: Any) -> Any:
        """F."""
        return s.F

    def residual(self, s: Any, e: Any, e_dot: Any, t: Any) -> Any:
        """What is zero."""
        return formula_value(self, F=s.F, e=e, e_dot=e_dot, t=t)
