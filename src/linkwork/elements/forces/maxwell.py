"""A spring and a damper in series."""

from __future__ import annotations

from typing import Any

from ...contract import parameter, register
from ..on_measure import OnMeasure


@register
class Maxwell(OnMeasure):
    """Ṡ = k ε̇ − (k/c) S, F = −S: a spring `stiffness` k and a damper `damping` c in series.

    The state `tension` S is the force in both, `loss` the power that the damper takes. It relaxes with time constant
    c/k, and flows: no length is its own.
    """

    stiffness = parameter(unit="N/m", check="positive", doc="k")
    damping = parameter(unit="N*s/m", check="positive", doc="c")
    states = ("tension",)
    outputs = ("loss",)

    def law(self, z: Any) -> Any:
        """F = −S."""
        return -z.tension

    def stored_energy(self, z: Any) -> Any:
        """S²/(2k), in its spring."""
        return 0.5 * z.tension**2 / self.stiffness

    def output(self, z: Any) -> Any:
        """S²/c, what its damper loses."""
        return [z.tension**2 / self.damping]

    def state_dot(self, z: Any, e_dot: Any) -> Any:
        """Ṡ."""
        return self.stiffness * e_dot - self.stiffness / self.damping * z.tension
