r"""A cylinder with a servo valve: the spool follows a current, and oil flows through its orifices."""

from __future__ import annotations

from typing import Any

from ...contract import parameter, register
from ...expr import where
from .electro_hydraulic_actuator import OilSpring


@register
class ServoValveActuator(OilSpring):
    r"""A cylinder with a servo valve: its spool x_v follows a `current` i, and oil flows through its orifices.

    $\ddot x_v = \omega^2 (K i - x_v) - 2\zeta\omega\dot x_v$,
    $Q = c\,x_v\,\mathrm{sgn}(\Delta)\sqrt{|\Delta|}$ with $\Delta = p_s - \mathrm{sgn}(x_v)\,p$: where the load pushes
    the pressure above that of the supply, oil flows back. States are the pressure difference p, the spool and its rate.
    Q has a kink where the spool passes its middle: runs put steps there. Roots are smoothed within `smoothing` of zero.
    """

    supply = parameter(unit="Pa", check="positive", doc="p_s, of the supply above the tank")
    valve = parameter(unit="m**2/s/Pa**0.5", check="positive", doc="c, flow by spool and root of pressure: C_d w/√ρ")
    gain = parameter(unit="m/A", check="positive", doc="K, travel of the spool for a current")
    frequency = parameter(unit="rad/s", check="positive", doc="ω, of the spool")
    damping_ratio = parameter(default=0.7, check="nonnegative", doc="ζ, of the spool")
    smoothing = parameter(unit="Pa", default=1.0, check="positive", doc="pressure below which the roots are smoothed")
    states = ("pressure", "spool", "spool_rate")
    outputs = ("flow",)

    def state_dot(self, z: Any, i: Any, e_dot: Any) -> Any:
        """ṗ, ẋ_v, ẍ_v."""
        pull = self.frequency**2 * (self.gain * i.current - z.spool)
        spool = pull - 2.0 * self.damping_ratio * self.frequency * z.spool_rate
        return [self.pressure_dot(z, self.output(z)[0], e_dot), z.spool_rate, spool]

    def output(self, z: Any) -> Any:
        """Q."""
        roots = [self._root(self.supply - side * z.pressure) for side in (1.0, -1.0)]
        return [self.valve * z.spool * where(z.spool >= 0.0, *roots)]

    def _root(self, pressure: Any) -> Any:
        """√Δ with the sign of Δ, smooth at zero: Δ / (Δ² + s²)^¼."""
        return pressure / (pressure * pressure + self.smoothing**2) ** 0.25
