"""y = y₀ + a sin(ωt + φ)."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, Signal, parameter, register
from ...expr import pi, sin


@register
class Sine(Signal):
    """y(t) = y₀ + a sin(ωt + φ), with ω = 2πf: give `frequency` f in Hz, or `omega` ω in rad/s."""

    amplitude = parameter(doc="a")
    frequency = parameter(unit="Hz", default=None, doc="f")
    omega = parameter(unit="rad/s", default=None, doc="ω")
    phase = parameter(unit="rad", default=0.0, doc="φ")
    offset = parameter(default=0.0, doc="y₀")

    def validate(self) -> None:
        """One of the two frequencies is given."""
        if (self.frequency is None) == (self.omega is None):
            given = "neither" if self.omega is None else "both"
            raise ModelError(f"{self.kind}: give frequency (Hz) or omega (rad/s), one of them; {given} was given.")

    def value(self, t: Any) -> Any:
        """The value at time t."""
        omega = 2.0 * pi * self.frequency if self.omega is None else self.omega
        return self.offset + self.amplitude * sin(omega * t + self.phase)
