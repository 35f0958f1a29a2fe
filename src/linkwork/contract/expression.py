"""y = f(t), f a Python function or an expression of `lw.t`: what drives and inputs become that are no signals yet."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from ..expr import Expr, TraceError, is_symbolic, substitute, symbols
from ..expr.graph import as_expr
from ..expr.node import symbols_of
from .errors import ModelError
from .fields import option
from .signal import Signal

t: Expr = symbols("t")
"""Time, for drives and inputs: `drive={"angle": 6.0 * lw.t}`."""


@dataclass(frozen=True, eq=False)
class OfTime:
    """An expression of `lw.t` as a function of time."""

    expression: Expr

    def __call__(self, time: Any) -> Any:
        """Its value at a time, a number or an expression."""
        found = substitute([self.expression], {t: as_expr(time)})[0]
        return found.data if found.op == "const" else found

    def __repr__(self) -> str:
        return repr(self.expression)


def is_of_time(value: Any) -> bool:
    """Whether it is an expression in which `lw.t` stands."""
    return is_symbolic(value) and np.shape(value) == () and any(node is t for node in symbols_of([as_expr(value)]))


def as_function(given: Any) -> Any:
    """A function of time: itself, or what an expression of `lw.t` or a number stands for."""
    is_number = isinstance(given, (int, float, np.number)) and not isinstance(given, bool)
    return OfTime(as_expr(given)) if is_number or (is_symbolic(given) and np.shape(given) == ()) else given


def as_signal(given: Any) -> Any:
    """A signal from one, a function of time, an expression of `lw.t` or a number; anything else as it was given."""
    found = as_function(given)
    if isinstance(given, (Signal, type)) or not callable(found):
        return given
    return Expression(found)


class Expression(Signal):
    """y(t) = f(t): any Python `function` of time, written with linkwork's or NumPy's functions, or `6.0 * lw.t`.

    It is called once, with a symbol, and recorded: `lambda t: 0.1 * np.sin(5 * t) ** 2`. How smooth it is is read off
    what was recorded, where a `where` counts as a jump; one that is smoother says so with `smooth`.
    """

    function = option(convert=as_function, doc="f")
    smooth = option(default=None, doc="how many derivatives are continuous, where you know better")

    def validate(self) -> None:
        """The function can be recorded and gives one number."""
        if not callable(self.function) or isinstance(self.function, type):
            raise ModelError(f"{self.kind}: {self.function!r} is not a function of time.")
        _check_argument(self.kind, self.function)
        try:
            result = self.value(symbols("t"))
        except (TraceError, TypeError, ValueError, AttributeError) as error:
            hint = " Use linkwork's or NumPy's functions, not math's." if "float" in str(error) else ""
            raise ModelError(f"{self.kind}: the function of time cannot be recorded: {error}{hint}") from None
        if result is None or np.shape(result) != ():
            what = "nothing; is a `return` missing?" if result is None else f"an array of shape {np.shape(result)}."
            raise ModelError(f"{self.kind}: the function of time must return one number; it returned {what}")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        return self.function(t)

    @property
    def smoothness(self) -> float:
        """What was said, else what is read off the expression."""
        return super().smoothness if self.smooth is None else float(self.smooth)


def _check_argument(kind: str, function: Any) -> None:
    """Raises where a user's function names its argument otherwise than time: a law of something else was meant."""
    if not isinstance(function, FunctionType) or (function.__module__ or "").startswith("linkwork"):
        return
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    wanted = names[: len(names) - len(function.__defaults__ or ())]
    if len(wanted) == 1 and wanted[0] not in ("t", "time"):
        raise ModelError(
            f"{kind}: a function of time is wanted, and this one takes {wanted[0]!r}; call its argument t. A force "
            "that depends on what is measured is a law: write a class with law(self, e, e_dot, t)."
        )
