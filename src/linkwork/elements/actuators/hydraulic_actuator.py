r"""A double-acting cylinder with a valve."""

from __future__ import annotations

from typing import Any

from ...contract import Active, ModelError, parameter, register, value_of
from ..on_measure import OnMeasure


@register
class HydraulicActuator(OnMeasure, Active):
    r"""A double-acting cylinder with a four-way valve; the chamber pressures p₁, p₂ are its states.

    $$ F = A_1 p_1 - A_2 p_2 - c\,\dot x,\qquad
       \dot p_1 = \frac{β}{V_1}(Q_1 - A_1 \dot x - k_l (p_1 - p_2)),\qquad
       \dot p_2 = \frac{β}{V_2}(Q_2 + A_2 \dot x + k_l (p_1 - p_2)) $$

    with x = ε − l₀ from 0 to the `stroke`, V₁ = V₀ + A₁ x, V₂ = V₀ + A₂ (stroke − x), and orifices
    Q = y K √Δp (Merritt, *Hydraulic Control Systems*, 1967): an `opening` y > 0 joins chamber 1 with the supply and
    chamber 2 with the tank, y < 0 the other way round. Roots are smoothed within `smoothing` of zero pressure.
    """

    bore = parameter(unit="m**2", check="positive", doc="A₁, area of the piston")
    annulus = parameter(unit="m**2", check="positive", doc="A₂, area on the side of the rod")
    stroke = parameter(unit="m", check="positive", doc="how far the piston can go")
    length = parameter(unit="m", check="nonnegative", doc="l₀, of the retracted cylinder")
    supply = parameter(unit="Pa", check="positive", doc="pressure of the supply")
    valve = parameter(unit="m**3/s/Pa**0.5", check="positive", doc="K of the fully open valve")
    bulk = parameter(unit="Pa", default=1.4e9, check="positive", doc="β, bulk modulus of the oil")
    dead = parameter(unit="m**3", default=1e-5, check="positive", doc="V₀, volume of a chamber that is pushed empty")
    tank = parameter(unit="Pa", default=0.0, check="nonnegative", doc="pressure of the tank")
    leakage = parameter(unit="m**3/s/Pa", default=0.0, check="nonnegative", doc="k_l, past the piston")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="c, of the seals")
    smoothing = parameter(unit="Pa", default=1e4, check="positive", doc="pressure below which the roots are smoothed")
    states = ("pressure_1", "pressure_2")
    inputs = ("opening",)
    outputs = ("flow_1", "flow_2")

    def validate(self) -> None:
        """Oil flows from the supply to the tank, at whose pressure both chambers start."""
        super().validate()
        if value_of(self.supply) <= value_of(self.tank):
            raise ModelError(f"{self.kind}: the supply pressure must be above that of the tank.")
        object.__setattr__(self, "start", dict.fromkeys(self.states, float(value_of(self.tank))))

    def law(self, z: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return self.bore * z.pressure_1 - self.annulus * z.pressure_2 - self.damping * e_dot

    def state_dot(self, z: Any, i: Any, e: Any, e_dot: Any) -> Any:
        """ṗ₁, ṗ₂."""
        x = e - self.length
        flows = self.output(z, i)
        leak = self.leakage * (z.pressure_1 - z.pressure_2)
        first = (flows[0] - self.bore * e_dot - leak) / (self.dead + self.bore * x)
        second = (flows[1] + self.annulus * e_dot + leak) / (self.dead + self.annulus * (self.stroke - x))
        return [self.bulk * first, self.bulk * second]

    def output(self, z: Any, i: Any) -> Any:
        """Flows into the chambers."""
        feed, drain = _halves(i.opening)
        return [
            self.valve * (feed * self._root(self.supply - p) - drain * self._root(p - self.tank))
            for p, (feed, drain) in ((z.pressure_1, (feed, drain)), (z.pressure_2, (drain, feed)))
        ]

    def _root(self, pressure: Any) -> Any:
        """√Δp with the sign of Δp, smooth at zero: Δp / (Δp² + s²)^¼."""
        return pressure / (pressure * pressure + self.smoothing**2) ** 0.25


def _halves(opening: Any) -> tuple[Any, Any]:
    """(y, 0) or (0, −y)."""
    size = abs(opening)
    return 0.5 * (size + opening), 0.5 * (size - opening)
