"""F from what was measured a time ago."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from ...contract import ModelError, option, register
from ...contract.delays import DELAY_ARGUMENTS, PASTS
from ...expr import array, is_symbolic, symbols
from ...expr.parse import ParseError, names_in_text, parse
from ..on_measure import OnMeasure
from .function_force import called_law, checked_function

DELAYED_ARGUMENTS = ("e", "e_dot", "e_delayed", "e_dot_delayed", "force_delayed", "t")
START = "start"


def as_delays(given: Any) -> Any:
    """A number, a Parameter, a function or a formula of e, e_dot and t, or several of these."""
    if isinstance(given, (list, tuple, np.ndarray)):
        if not len(given):
            raise ModelError("give one time, or several in a list")
        return tuple(as_delays(one) for one in given)
    if isinstance(given, str):
        return as_delay_text(given)
    if is_symbolic(given) or callable(given):
        return given
    values = np.array(given, dtype=float)
    if values.ndim:
        raise ModelError("give one time, or several in a list")
    return float(values)


def as_delay_text(given: str) -> str:
    """A formula of what is measured and of time."""
    try:
        parse(given, {name: symbols(name) for name in DELAY_ARGUMENTS})
    except ParseError as error:
        raise ModelError(f"give numbers, a Parameter, a function, or a formula of e, e_dot, t; {error}") from error
    return given


def delay_of(given: Any) -> Any:
    """What the contract takes for a delay: a formula is a function of those of its names that it has."""
    if not isinstance(given, str):
        return given
    names = tuple(name for name in DELAY_ARGUMENTS if name in names_in_text(given))
    return TextDelay(given, names)


class TextDelay:
    """A formula as a function, whose signature is that of what it needs."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self.text, self.names = text, names
        parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
        self.__signature__ = inspect.Signature(parameters)

    def __call__(self, **known: Any) -> Any:
        """τ."""
        return parse(self.text, known)


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


def as_force_history(given: Any) -> Any:
    """One number, or one for each that is measured."""
    values = np.array(given, dtype=float)
    if values.ndim > 1 or not np.isfinite(values).all():
        raise ModelError("give one finite number, or one for each that is measured")
    return tuple(values.tolist()) if values.ndim else float(values)


@register
class DelayedForce(OnMeasure):
    r"""F(t) = function(e, e_dot, e_delayed, e_dot_delayed, force_delayed, t): a delayed law (S0 (3.4.2)).

    $$ F(t) = f\bigl(\varepsilon(t), \dot\varepsilon(t), \varepsilon(t - \tau), \dot\varepsilon(t - \tau),
    F(t - \tau), t\bigr) $$

    `function` names what it takes; positive F makes ε grow. `delay` is τ, or several: then `e_delayed`, `e_dot_delayed`
    and `force_delayed` have one entry for each. A delay is a number, a Parameter, a function of some of e, e_dot and t,
    or a formula of these, "0.4 + 0.25*e**2"; it must be positive at all times. `history` is what was measured before
    the run begins: a number (one for each number that is measured), a function of time, a formula such as
    "0.2*cos(2*t)", or "start", the value at the start, at rest; `force_history` is what the law gave. In a run the past
    comes from the integrator's own continuous extension; steps end where jumps of derivatives up to the fourth arrive.
    A law on its own past force jumps again and again at the same distance: its value there is the one after.
    """

    function = option(
        convert=lambda given: checked_function(given, DELAYED_ARGUMENTS), doc="F, of e, e_dot, e_delayed, …, t"
    )
    delay = option(
        convert=as_delays, doc="τ in s, or several: numbers, Parameters, functions or formulas of e, e_dot, t"
    )
    history = option(default=None, convert=as_history, doc="ε before the run: numbers, a function of time, or 'start'")
    force_history = option(default=0.0, convert=as_force_history, doc="F before the run")
    several = True

    def validate(self) -> None:
        """Its delays."""
        super().validate()
        if self.history is None:
            raise ModelError(
                f"{self.kind}: history is missing, what was measured before the run: numbers, a function of time, or "
                "'start' for the value at its start."
            )
        delays = self.delay if isinstance(self.delay, tuple) else (self.delay,)
        object.__setattr__(self, "delays", tuple(map(delay_of, delays)))
        object.__setattr__(self, "past_force", self.force_history)

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
        for what in PASTS:
            name, values = f"{what}_delayed", [getattr(x, what) for x in delayed]
            known[name] = values if isinstance(self.delay, tuple) else values[0]
        return called_law(self.function, known)
