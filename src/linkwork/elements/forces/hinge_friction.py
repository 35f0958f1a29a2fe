"""Dry and viscous friction in a joint."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, option, parameter, register, value_of
from ...expr import exp, tanh
from ..measures.relative_angle import RelativeAngle
from ..on_measure import OnMeasure, as_measure


@register
class HingeFriction(OnMeasure):
    """F = −(C + (S − C) exp(−(ε̇/v_s)²)) tanh(ε̇/v_r) − c ε̇: Coulomb, Stribeck and viscous friction.

    `coulomb` C, breakaway `static` S (C where it is not given), Stribeck speed `stribeck` v_s, `viscous` c. `smoothing`
    v_r regularises the jump at rest: below about v_r the joint creeps instead of sticking. It measures the angle about
    z; `on=RelativeAngle("x")` takes another axis, `on=Displacement("x")` a slider, with N for N·m and m for rad.
    Friction that follows the load of the joint is an `Active` of one's own with an input such as "A.force.x".
    """

    coulomb = parameter(unit="N*m", check="nonnegative", doc="C")
    static = parameter(unit="N*m", default=None, check="nonnegative", doc="S, not less than C")
    stribeck = parameter(unit="rad/s", default=0.1, check="positive", doc="v_s")
    viscous = parameter(unit="N*m*s/rad", default=0.0, check="nonnegative", doc="c")
    smoothing = parameter(unit="rad/s", default=1e-3, check="positive", doc="v_r")
    on = option(default=RelativeAngle(), convert=as_measure, doc="what is measured")

    def validate(self) -> None:
        """Breakaway is not less than sliding friction."""
        super().validate()
        if self.static is not None and value_of(self.static) < value_of(self.coulomb):
            raise ModelError(
                f"{self.kind}: static = {value_of(self.static):g} is less than coulomb = "
                f"{value_of(self.coulomb):g}; friction falls when sliding begins."
            )

    def law(self, e_dot: Any) -> Any:
        """F, against the motion."""
        level = self.coulomb
        if self.static is not None:
            level = level + (self.static - self.coulomb) * exp(-((e_dot / self.stribeck) ** 2))
        return -level * tanh(e_dot / self.smoothing) - self.viscous * e_dot
