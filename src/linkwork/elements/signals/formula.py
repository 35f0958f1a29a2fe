"""y = f(t), f written as text."""

from __future__ import annotations

from typing import Any, ClassVar

from ...contract import ModelError, Parameter, Signal, option, register
from ...contract.signal import SAY_SMOOTH, as_smoothness
from ...expr import TraceError, symbols
from ...expr.parse import names_in_text, parse


def as_text(given: Any) -> str:
    """The text itself."""
    if not isinstance(given, str):
        raise ModelError("give text such as '0.1*sin(5*t)'")
    return given


def as_parameters(given: Any) -> tuple[Parameter, ...]:
    """Parameters, in the order of their names."""
    found = (given,) if isinstance(given, Parameter) else tuple(given)
    for p in found:
        if not isinstance(p, Parameter):
            raise ModelError(f"{p!r} is not a Parameter")
    return tuple(sorted(found, key=lambda p: p.name))


@register
class Formula(Signal):
    """y(t) = f(t): a function of time t written as `text`, "0.1*sin(5*t)", as model files have it.

    `using` are the Parameters that the text calls by name. The text may hold numbers, t, pi, + - * / % **, comparisons,
    and, or, not, and the functions of `linkwork.expr.parse.PARSED_FUNCTIONS`; it is never run as Python. How smooth it
    is is read off the expression, where a `where` counts as a jump; one that is smoother says so with `smooth=2`.
    """

    remedy: ClassVar[str] = SAY_SMOOTH.format("lw.Formula(text, smooth=2)")

    text = option(convert=as_text, doc='f(t), such as "0.1*sin(5*t)"')
    using = option(default=(), convert=as_parameters, doc="the Parameters that the text calls by name")
    smooth = option(
        default=None, convert=as_smoothness, doc="how many derivatives are continuous, where you know better"
    )

    def validate(self) -> None:
        """The text is an expression, and every Parameter is in it."""
        try:
            self.value(symbols("t"))
        except TraceError as error:
            raise ModelError(f"{self.kind}: {error}") from None
        idle = [p.name for p in self.using if p.name not in names_in_text(self.text)]
        if idle:
            raise ModelError(
                f"{self.kind}: {self.text!r} does not have the Parameter {idle[0]!r}; leave it out of `using`."
            )

    def value(self, t: Any) -> Any:
        """The value at time t."""
        result = parse(self.text, {**{p.name: p for p in self.using}, "t": t})
        return result.data if result.op == "const" else result

    @property
    def smoothness(self) -> float:
        """What was said, else what is read off the expression."""
        return super().smoothness if self.smooth is None else float(self.smooth)
