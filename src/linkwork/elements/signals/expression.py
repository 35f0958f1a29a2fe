"""y = f(t), f a Python function."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, Signal, option
from ...expr import TraceError, symbols


class Expression(Signal):
    """y(t) = f(t): any Python `function` of time, written with linkwork's or NumPy's functions.

    It is called once, with a symbol, and recorded: `lambda t: 0.1 * np.sin(5 * t) ** 2`. How smooth it is is read off
    what was recorded, where a `where` counts as a jump; one that is smoother says so with `smooth`.
    """

    function = option(doc="f")
    smooth = option(default=None, doc="how many derivatives are continuous, where you know better")

    def validate(self) -> None:
        """The function can be recorded and gives one number."""
        if not callable(self.function) or isinstance(self.function, type):
            raise ModelError(f"{self.kind}: {self.function!r} is not a function of time.")
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
