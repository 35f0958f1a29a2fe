"""The ball joint."""

from typing import Any

from ...contract import Hinge, register
from ...spatial import Pose, Relative, euler_parameter_rates, rotation_euler_parameters


@register
class Spherical(Hinge):
    """M turns freely about F's origin: R of Euler parameters (e0; e1, e2, e3), p = 0. Nowhere singular.

    The speeds are the angular velocity in the axes of M, ė = ½ E(e) ω (S2 (30)); the norm e·e = 1 is an invariant.
    Modes are the unit rotations. To prescribe an angle, use a `Gimbal`.
    """

    coordinates = ("e0", "e1", "e2", "e3")
    speeds = ("w_x", "w_y", "w_z")
    units = ("", "", "", "")
    rest = (1.0, 0.0, 0.0, 0.0)

    def pose(self, q: Any, t: Any) -> Pose:
        """The rotation of the Euler parameters."""
        return Pose(rotation_euler_parameters(q))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """ė = ½ E(e) ω."""
        return euler_parameter_rates(q, u)

    def invariants(self, q: Any) -> Any:
        """e·e − 1."""
        return [sum(e * e for e in q) - 1.0]

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide."""
        return rel.p
