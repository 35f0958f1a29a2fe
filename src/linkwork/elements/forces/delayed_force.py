"""F from what was measured a time ago."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, option, parameter, register
from ...expr import array, is_symbolic, symbols
from ...expr.parse import ParseError, parse
from ..on_measure import OnMeasure
from .function_force import called_law, checked_function

DELAYED_ARGUMENTS = ("e", "e_dot", "e_delayed", "e_dot_delayed", "t")
START = "start"


def as_delays(given: Any) -> Any:
    """A number, or several."""
    if is_symbolic(given):
        raise ModelError("a delay is fixed when its element is made; give a number, no Parameter")
    values = np.array(given, dtype=float)
    if values.ndim > 1 or not values.size:
        raise ModelError("give one time, or several in a list")
    return tuple(values.tolist()) if values.ndim else float(values)


def as_history(given: Any) -> Any:
    """What was measured before: "start", numbers, a function of time, or a formula of t."""
    if isinstance(given, str) and given != START:
        try:
            parse(given, {"t": symbols("t")})
        except ParseError as error:
            raise ModelError(f"give numbers, a function of time, 'start', or a formula of t; {error}") from error
    if isinstance(given, str) or callable(given):
        return given
    try:
        values = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise ModelError("give numbers, a function of time, a formula of t, or 'start'") from None
    if values.ndim > 1 or not np.isfinite(values).all():
        raise ModelError("must be one finite number for each that is measured")
    return tuple(values.tolist()) if values.ndim else float(values)


@register
class DelayedForce(OnMeasure):
    r"""F(t) = function(e, e_dot, e_delayed, e_dot_delayed, t): a law that looks back (S0 (3.4.2)).

    $$ F(t) = f\bigl(\varepsilon(t), \dot\varepsilon(t), \varepsilon(t - \tau), \dot\varepsilon(t - \tau), t\bigr) $$

    `function` names what it takes; positive F makes ε grow. `delay` is τ, or several: then `e_delayed` and
    `e_dot_delayed` have one entry for each. `history` is what was measured before the run begins: a number (one for
    each number that is measured), a function of time, a formula such as "0.2*cos(2*t)", or "start", the value at the
    start, at rest. In a run the past comes from the integrator's own continuous extension; steps end where jumps of
    derivatives up to the fourth arrive, t₀ + τ, t₀ + 2τ, ….
    """

    function = option(
        convert=lambda given: checked_function(given, DELAYED_ARGUMENTS), doc="F, of e, e_dot, e_delayed, …, t"
    )
    delay = parameter(unit="s", convert=as_delays, doc="τ, or several")
    history = option(default=None, convert=as_history, doc="ε before the run: numbers, a function of time, or 'start'")
    several = True

    def validate(self) -> None:
        """It looks back by its delays."""
        super().validate()
        if self.history is None:
            raise ModelError(
                f"{self.kind}: history is missing, what was measured before the run: numbers, a function of time, or "
                "'start' for the value at its start."
            )
        object.__setattr__(self, "delays", self.delay if isinstance(self.delay, tuple) else (self.delay,))

    def past(self, t: Any) -> Any:
        """What was measured before."""
        if self.history == START:
            return None
        if isinstance(self.history, str):
            return parse(self.history, {"t": t})
        return self.history(t) if callable(self.history) else array(self.history)

    def law(self, e: Any, e_dot: Any, t: Any, delayed: Any) -> Any:
        """F."""
        known = {"e": e, "e_dot": e_dot, "t": t}
        for name, values in (("e_delayed", [x.e for x in delayed]), ("e_dot_delayed", [x.e_dot for x in delayed])):
            known[name] = values if isinstance(self.delay, tuple) else values[0]
        return called_law(self.function, known)
