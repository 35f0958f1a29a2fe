"""y = c."""

from __future__ import annotations

from typing import Any

from ...contract import Signal, parameter, register


@register
class Constant(Signal):
    """y(t) = c: the same number at all times, `level`."""

    level = parameter(doc="c")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        return self.level
