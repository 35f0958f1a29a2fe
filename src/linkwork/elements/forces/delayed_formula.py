"""F from what was measured a time ago, written as text."""

from __future__ import annotations

from typing import Any

from ...contract import option, register
from ...contract.delays import PASTS
from ..formula_text import check_formula, formula_value
from ..signals.formula import as_parameters, as_text
from .delayed_force import DelayedForce


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
