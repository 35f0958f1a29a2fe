"""A DC motor: l ẋ = V − r x − c ε̇, F = c x."""

from __future__ import annotations

from typing import Any

from ...contract import Active, Measure, axis, parameter, register
from ..measures.relative_angle import RelativeAngle


@register
class DCMotor(Active):
    """l ẋ = V − r x − c ε̇, F = c x: a DC motor on the angle ε about `axis`; state `current` x (S0 (3.5.7–8)).

    Input `voltage` V; `constant` c is torque per current and voltage per speed; `resistance` r, `inductance` l. The
    back-emf opposes the motion: S0 prints +c, which would make a generator drive itself.
    """

    constant = parameter(unit="N*m/A", check="positive", doc="c")
    resistance = parameter(unit="ohm", check="nonnegative", doc="r")
    inductance = parameter(unit="H", check="positive", doc="l")
    axis = axis(default="z", doc="of the shaft, in the first end")
    states = ("current",)
    inputs = ("voltage",)
    outputs = ("torque", "electric_power")

    @property
    def measured(self) -> Measure:
        """The angle of the shaft."""
        return RelativeAngle(self.axis)

    def law(self, z: Any) -> Any:
        """F, the torque on the second end."""
        return self.constant * z.current

    def state_dot(self, z: Any, i: Any, e_dot: Any) -> Any:
        """ẋ."""
        return (i.voltage - self.resistance * z.current - self.constant * e_dot) / self.inductance

    def output(self, z: Any, i: Any) -> Any:
        """Torque, and the power taken from the source."""
        return [self.constant * z.current, i.voltage * z.current]
