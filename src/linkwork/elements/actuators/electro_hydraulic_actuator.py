r"""A cylinder that follows a current, linear: three orders with its load."""

from __future__ import annotations

from typing import Any

from ...contract import Active, parameter, register
from ..on_measure import OnMeasure


class OilSpring(OnMeasure, Active):
    r"""What cylinders with one pressure difference p have in common: F = A p − b ε̇, ṗ = κ (Q − k_l p − A ε̇).

    κ = 4β/V of both chambers together, the piston in the middle (Merritt, *Hydraulic Control Systems*, 1967).
    """

    area = parameter(unit="m**2", check="positive", doc="A, of the piston")
    stiffness = parameter(unit="Pa/m**3", check="positive", doc="κ, pressure by volume of oil: 4 β/V")
    leakage = parameter(unit="m**3/s/Pa", default=0.0, check="nonnegative", doc="k_l, past the piston")
    damping = parameter(unit="N*s/m", default=0.0, check="nonnegative", doc="b, of the seals")
    inputs = ("current",)

    def law(self, z: Any, e_dot: Any) -> Any:
        """F, which pushes the points apart where it is positive."""
        return self.area * z.pressure - self.damping * e_dot

    def pressure_dot(self, z: Any, flow: Any, e_dot: Any) -> Any:
        """ṗ."""
        return self.stiffness * (flow - self.leakage * z.pressure - self.area * e_dot)


@register
class ElectroHydraulicActuator(OilSpring):
    r"""A cylinder whose valve gives a flow for a `current` i, less for the pressure that it works against.

    $F = A p - b\dot\varepsilon$, $\dot p = \kappa\,(K_i i - K_c p - k_l p - A\dot\varepsilon)$: linear, and of third
    order with its load, as S0 §3.5 cites it (Vukobratović and Potkonjak). Its state is the pressure difference p.
    """

    flow_gain = parameter(unit="m**3/s/A", check="positive", doc="K_i, flow for a current")
    flow_pressure = parameter(unit="m**3/s/Pa", default=0.0, check="nonnegative", doc="K_c, flow lost to pressure")
    states = ("pressure",)
    outputs = ("flow",)

    def state_dot(self, z: Any, i: Any, e_dot: Any) -> Any:
        """ṗ."""
        return [self.pressure_dot(z, self.output(z, i)[0], e_dot)]

    def output(self, z: Any, i: Any) -> Any:
        """Q."""
        return [self.flow_gain * i.current - self.flow_pressure * z.pressure]
