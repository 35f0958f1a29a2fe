"""Forces by formulas that are written as text."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, register
from ...contract.delays import PASTS
from ...expr.parse import names_in_text
from ..formula_text import check_formula, formula_value
from ..on_measure import OnMeasure
from ..signals.formula import as_parameters, as_text
from .functions import DelayedForce


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


@register
class DelayedFormula(DelayedForce):
    """F = text: a law of e, e_dot, e_delayed, e_dot_delayed, force_delayed and t, "-200*e - 3*e_dot_delayed".

    `delay` and `history` are as for `DelayedForce`. With several delays the names are `e_delayed_1`, `e_delayed_2`, …
    and so on; the law is on one measured number. `using` are the Parameters that the text calls by name.
    """

    function: Any = None
    text = option(convert=as_text, doc='F, such as "-200*e_delayed"')
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")
    several = False

    def validate(self) -> None:
        """The text is an expression of what is measured, now and before, and of the Parameters."""
        super().validate()
        check_formula(self, ("e", "e_dot", "t", *(name for what in PASTS for name in self._names(f"{what}_delayed"))))

    def _names(self, what: str) -> list[str]:
        return [f"{what}_{k + 1}" for k in range(len(self.delay))] if isinstance(self.delay, tuple) else [what]

    def law(self, e: Any, e_dot: Any, t: Any, delayed: Any) -> Any:
        """F."""
        late: dict[str, Any] = {}
        for what in PASTS:
            late |= zip(self._names(f"{what}_delayed"), [getattr(x, what) for x in delayed], strict=True)
        return formula_value(self, e=e, e_dot=e_dot, t=t, **late)


DelayedFormula._put_last({name: DelayedForce.fields[name] for name in ("delay", "history", "force_history", "on")})
