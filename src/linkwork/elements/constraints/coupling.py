"""Any relation between coordinates."""

from __future__ import annotations

import inspect
from typing import Any

from ...contract import Constraint, ModelError, option, register


def _function(value: Any) -> Any:
    if not callable(value):
        raise ModelError("is not a function of coordinates")
    kinds = {p.kind for p in inspect.signature(value).parameters.values()}
    if not kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY}:
        raise ModelError("must name each coordinate it takes: function(first, second) or function(first, second, t)")
    return value


@register
class Coupling(Constraint):
    """function(q₁, q₂, …) = 0 on coordinates of the model, one argument for each end, in their order.

    An argument called `t` is the time. The function may return several residuals. A cam is one:
    `Coupling(lambda angle, lift: lift - profile(angle))` on "cam.angle" and "follower.displacement".
    """

    ends = None
    function = option(convert=_function, doc="function of the coordinates (and t) that is zero")

    @property
    def arguments(self) -> list[str]:
        """The names of the coordinates, as the function has them."""
        return [name for name in inspect.signature(self.function).parameters if name != "t"]

    def validate(self) -> None:
        """The function says how many coordinates are coupled."""
        if not self.arguments:
            raise ModelError("Coupling: the function takes no coordinates.")
        object.__setattr__(self, "ends", len(self.arguments))

    def coupling(self, q: Any, t: Any) -> Any:
        """The function's value."""
        given = {**dict(zip(self.arguments, q, strict=True)), "t": t}
        return self.function(*(given[name] for name in inspect.signature(self.function).parameters))
