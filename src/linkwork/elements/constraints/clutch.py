"""A clutch between two shafts."""

from typing import Any

from ...contract import Constraint, parameter, register


@register
class Clutch(Constraint):
    """Two coordinates whose rates are in proportion: q̇₁ = ratio · q̇₂, wherever they stand. One row.

    It is to be switched: `m.connect("clutch", lw.Clutch(), "engine.angle", "gearbox.angle", active=engaged)`. When it
    closes, an impact brings both shafts to one speed. `Gear` keeps the angles themselves.
    """

    holds_rates = True
    ratio = parameter(default=1.0, check="nonzero", doc="speed of the first over speed of the second")

    def coupling(self, q: Any, t: Any) -> Any:
        """first − ratio · second, whose rate is held."""
        first, second = q
        return first - self.ratio * second
