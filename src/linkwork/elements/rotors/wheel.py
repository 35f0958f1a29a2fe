"""h = J_a (ω·n + Ω)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError, Rotor, Signal, parameter, register
from ...contract.signal import said
from ...expr import is_symbolic


def as_rate(given: Any) -> Any:
    """A number, an expression, a signal or a function, as it is kept."""
    if isinstance(given, type):
        raise ModelError("is a class; did you forget the brackets?")
    if callable(given) or isinstance(given, Signal) or is_symbolic(given):
        return given
    if isinstance(given, (str, bool)) or np.ndim(given) or not np.isfinite(given):
        raise ModelError("give a finite number, a signal, or for a torque a function of (angle, spin, t)")
    return float(given)


@register
class Wheel(Rotor):
    """J_a (ω̇·n + Ω̇) = τ: a balanced wheel that spins at Ω relative to its body, about z of its end (n).

    `inertia` J_a about the axis. With `spin` Ω, a number or a signal, the wheel keeps that speed. Without, it is
    free, with a `motor` between body and wheel if there is one: its torque τ on the wheel is a number, a signal, or a
    function τ(angle, spin, t). The wheel's mass, and its inertia as if it did not spin, belong to the body.
    """

    inertia = parameter(unit="kg*m**2", check="positive", doc="J_a")
    spin = parameter(unit="rad/s", default=None, convert=as_rate, doc="Ω, where it is prescribed")
    motor = parameter(unit="N*m", default=None, convert=as_rate, doc="τ, where the spin is free")

    def validate(self) -> None:
        """Spin or torque; a prescribed spin is smooth enough to have an acceleration."""
        if self.spin is not None and self.motor is not None:
            raise ModelError(f"{self.kind}: give spin (prescribed) or motor (free spin), not both.")
        if isinstance(self.spin, Signal) and self.spin.smoothness < 1:
            raise ModelError(
                f"{self.kind}: spin follows {self.spin!r}, which is not smooth enough: a prescribed spin needs one "
                f"continuous derivative, it has {said(self.spin.smoothness)}. {self.spin.remedy}"
            )
        if callable(self.spin) and not isinstance(self.spin, Signal):
            raise ModelError(
                f"{self.kind}: spin is a number or a signal; make the function one with lw.Expression(function)."
            )

    def axial_inertia(self) -> Any:
        """J_a."""
        return self.inertia

    def speed(self, t: Any) -> Any | None:
        """Ω(t), None where it is free."""
        return self.spin.value(t) if isinstance(self.spin, Signal) else self.spin

    def torque(self, angle: Any, spin: Any, t: Any) -> Any:
        """τ."""
        if self.motor is None:
            return 0.0
        if isinstance(self.motor, Signal):
            return self.motor.value(t)
        return self.motor(angle, spin, t) if callable(self.motor) else self.motor
