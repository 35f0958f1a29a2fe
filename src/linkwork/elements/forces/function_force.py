"""F, a Python function."""

from __future__ import annotations

import inspect
from typing import Any

from ...contract import ModelError, option, register
from ..on_measure import OnMeasure

LAW_ARGUMENTS = ("e", "e_dot", "t")


def checked_function(given: Any, allowed: tuple[str, ...]) -> Any:
    """A function that names what it takes, of what it may take."""
    if not callable(given) or isinstance(given, type):
        raise ModelError("is not a function")
    wrong = [name for name in inspect.signature(given).parameters if name not in allowed]
    if wrong:
        raise ModelError(f"cannot be given {wrong[0]!r}; it may ask for {', '.join(allowed)}")
    return given


def called_law(function: Any, known: dict[str, Any]) -> Any:
    """The function's value, given what it asks for."""
    return function(**{name: known[name] for name in inspect.signature(function).parameters})


@register
class FunctionForce(OnMeasure):
    """F = function(e, e_dot, t): any Python `function` of what is measured, its rate and time; it names what it takes.

    Positive F makes ε grow: a spring is `FunctionForce(lambda e: -200 * (e - 0.4))`.
    """

    function = option(convert=lambda given: checked_function(given, LAW_ARGUMENTS), doc="F, of e, e_dot, t")

    def law(self, e: Any, e_dot: Any, t: Any) -> Any:
        """F."""
        return called_law(self.function, {"e": e, "e_dot": e_dot, "t": t})
