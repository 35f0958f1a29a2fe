"""F = a i."""

from __future__ import annotations

from typing import Any

from ...contract import Active, parameter, register
from ..on_measure import OnMeasure


@register
class PressureActuator(OnMeasure, Active):
    """F = a i: a hydraulic or pneumatic actuator whose pressure difference i is given (S0 (3.5.6)).

    The input `pressure` pushes the ends apart over the effective `area` a. It has no memory.
    """

    area = parameter(unit="m**2", check="positive", doc="a")
    inputs = ("pressure",)

    def law(self, i: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return self.area * i.pressure
