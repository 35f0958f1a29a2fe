"""A position servo: l ẋ = b (i − ε) − r x − c ε̇, F = c x."""

from __future__ import annotations

from typing import Any

from ...contract import Active, Measure, axis, parameter, register
from ..measures.relative_angle import RelativeAngle


@register
class PositionServo(Active):
    """l ẋ = b (i − ε) − r x − c ε̇, F = c x: a DC motor whose voltage is b times the error of its angle (S0 (3.5.9)).

    Input `setpoint` i; `gain` b; motor `constant` c, `resistance` r, `inductance` l; state `current` x. The back-emf
    opposes the motion, as in `DCMotor`. The angle is that of `RelativeAngle`, in (−π, π]: setpoints beyond half a turn
    are never reached, and the voltage jumps where the shaft passes it. A servo of many turns is an `Active` of one's
    own whose input is the coordinate of a joint, such as "A.angle", which counts them.
    """

    gain = parameter(unit="V/rad", check="nonnegative", doc="b")
    constant = parameter(unit="N*m/A", check="positive", doc="c")
    resistance = parameter(unit="ohm", check="nonnegative", doc="r")
    inductance = parameter(unit="H", check="positive", doc="l")
    axis = axis(default="z", doc="of the shaft, in the first end")
    states = ("current",)
    inputs = ("setpoint",)
    outputs = ("torque", "voltage")

    @property
    def measured(self) -> Measure:
        """The angle of the shaft."""
        return RelativeAngle(self.axis)

    def law(self, z: Any) -> Any:
        """F, the torque on the second end."""
        return self.constant * z.current

    def state_dot(self, z: Any, i: Any, e: Any, e_dot: Any) -> Any:
        """ẋ."""
        voltage = self.gain * (i.setpoint - e)
        return (voltage - self.resistance * z.current - self.constant * e_dot) / self.inductance

    def output(self, z: Any, i: Any, e: Any) -> Any:
        """Torque and voltage."""
        return [self.constant * z.current, self.gain * (i.setpoint - e)]
