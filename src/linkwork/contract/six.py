"""The hinge that closes nothing: what a body gets that no hinge of the model leads to."""

from __future__ import annotations

from typing import Any, ClassVar

from ..spatial import Pose, Relative, euler_parameter_rates, matrix, rotation_euler_parameters
from .hinge import Hinge


class SixCoordinates(Hinge):
    """M moves freely in F: Euler parameters e0…e3 and the position x, y, z in F (S0 §4.2; S2 (26), (30)).

    The speeds are the angular velocity and the velocity of M's origin, both in the axes of M, so that φ is the identity
    and has no rate. The core uses it for isolated parts; it needs a hinge there and knows no catalogue.
    """

    coordinates: ClassVar[tuple[str, ...]] = ("e0", "e1", "e2", "e3", "x", "y", "z")
    speeds: ClassVar[tuple[str, ...] | None] = ("w_x", "w_y", "w_z", "v_x", "v_y", "v_z")
    units: ClassVar[tuple[str, ...] | None] = ("", "", "", "", "m", "m", "m")
    rest: ClassVar[tuple[float, ...] | None] = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def pose(self, q: Any, t: Any) -> Pose:
        """X_FM."""
        return Pose(rotation_euler_parameters(q[:4]), matrix(list(q[4:])))

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """ė = ½ E(e) ω and ṗ = R v."""
        return [*euler_parameter_rates(q[:4], u[:3]), *(rotation_euler_parameters(q[:4]) @ matrix(list(u[3:])))]

    def invariants(self, q: Any) -> Any:
        """The Euler parameters have unit length, S2 (27)."""
        return [q.e0 * q.e0 + q.e1 * q.e1 + q.e2 * q.e2 + q.e3 * q.e3 - 1.0]

    def residual(self, rel: Relative, t: Any) -> Any:
        """Nothing: every relative pose is allowed."""
        return ()
