r"""The contract of hinges, and the one that the core itself needs: six free coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ..expr import symbols
from ..spatial import Pose, Relative, euler_parameter_rates, matrix, rotation_euler_parameters
from .derived.relative import relative_symbols
from .element import Element
from .errors import ModelError
from .force import Measure
from .own_unknowns import check_identifiers, named


class Hinge(Element):
    r"""The relative pose of two frames as a function of coordinates: X_FM = pose(q, t).

    F is fixed on the first body, M on the second. From `pose` alone follow, by differentiation, the motion of M in F

    $$ V_{FM} = \varphi(q, t)\, u + \bar V(q, t), \qquad \dot q = Y_1(q, t)\, u + Y_2(q, t) $$

    with [angular; linear] velocity V, mode vectors φ (S1 (3.10); w and v of S0 (3.3.28), (3.3.31)), and their rates. An
    implementation reads nothing but its own values, `q`, `u` and `t`.

    A hinge **must** give `coordinates` and `pose`. It **may** give

    * `speeds` and `q_dot` where the speeds are not the derivatives of the coordinates (Euler parameters, rolling);
    * `invariants`: functions of q that are zero (the norm of Euler parameters);
    * `velocity`: rows, linear in u, that are zero (a nonholonomic joint);
    * `residual`: the implicit form, functions of the relative motion that are zero exactly where some q gives its pose.
      A loop is opened at such a hinge first, and its residual becomes the constraint that closes it;
    * `measure`: what tells a coordinate from the relative pose, so that forces may act along it (`HingeForce`) and it
      is known where the hinge is cut;
    * `rest`: the coordinates of a plain configuration, where they are not all zero; `units` of the coordinates.
    """

    coordinates: ClassVar[tuple[str, ...]] = ()
    speeds: ClassVar[tuple[str, ...] | None] = None
    units: ClassVar[tuple[str, ...] | None] = None
    rest: ClassVar[tuple[float, ...] | None] = None
    idle: ClassVar[tuple[str, ...]] = ()
    """Speeds that are held, since they would move neither end: those inside an assembly."""
    modes_may_depend: ClassVar[bool] = False
    """Whether speeds may move the second end in the same way, so that rows beside the hinge decide between them."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        check_identifiers(cls.__name__, "coordinates", cls.coordinates)
        check_identifiers(cls.__name__, "speeds", cls.speeds or ())
        if cls.ends != 2:
            raise ModelError(f"{cls.__name__}: a joint has two ends; ends = {cls.ends!r} cannot be.")
        if cls.speeds is not None and cls.q_dot is Hinge.q_dot and len(cls.speeds) != len(cls.coordinates):
            raise ModelError(f"{cls.__name__}: has {len(cls.speeds)} speeds for its coordinates; write q_dot(q, u, t).")
        for label, entries in (("rest", cls.rest), ("units", cls.units)):
            if entries is not None and len(entries) != len(cls.coordinates):
                raise ModelError(f"{cls.__name__}: {label} needs one entry for each of its coordinates.")

    def pose(self, q: Any, t: Any) -> Pose:
        """X_FM: where M stands in F."""
        raise ModelError(f"{self.kind}: a joint must have pose(self, q, t).")

    def q_dot(self, q: Any, u: Any, t: Any) -> Any:
        """The rates of the coordinates, linear in the speeds u."""
        return u

    def invariants(self, q: Any) -> Any:
        """Functions of q that are zero by construction."""
        return ()

    def idle_motion(self, q: Any, t: Any) -> Any:
        """q̇ of a unit of each of the speeds that are held."""
        return ()

    def twist(self, q: Any, u: Any, t: Any) -> Any | None:
        """[ω; v] of M in F, in the axes of M, where it is written shorter than the derivative of `pose`; else None."""
        return None

    def velocity(self, q: Any, u: Any, t: Any) -> Any:
        """Rows, linear in u, that are zero: what the joint forbids on velocity level only."""
        return ()

    def residual(self, rel: Relative, t: Any) -> Any:
        """The implicit form, where there is one."""
        raise ModelError(f"{self.kind}: has no implicit form; write residual(self, rel, t) to give it one.")

    def measure(self, coordinate: str) -> Measure | None:
        """What measures a coordinate on the relative pose of the ends; None where nothing does."""
        return None

    def traced(self) -> Mapping[str, Any]:
        """Pose, rates, rows and residual."""
        q, u = self.q(symbols("q", len(self.coordinates))), self.u(symbols("u", len(self.speed_names)))
        t = symbols("t")
        pose = self.pose(q, t)
        found = {"pose": (pose.R, pose.p), "q_dot": self.q_dot(q, u, t), "invariants": self.invariants(q)}
        found["velocity"] = self.velocity(q, u, t)
        return {**found, "residual": self.residual(relative_symbols()[0], t)} if self.writes("residual") else found

    def writes(self, name: str) -> bool:
        """Whether one of the functions that may be given is: "residual" of the implicit form, "velocity" rows."""
        return getattr(type(self), name) is not getattr(Hinge, name)

    @property
    def is_holonomic(self) -> bool:
        """Whether it restricts positions only: no velocity rows, a speed for every direction its coordinates have."""
        if self.writes("velocity"):
            return False
        missing = len(self.coordinates) - len(self.speed_names)
        return missing <= 0 or missing <= np.size(self.invariants(self.q(self.rest_values)))

    @property
    def speed_names(self) -> tuple[str, ...]:
        """The speeds; those of plain coordinates are named after them."""
        return self.coordinates if self.speeds is None else self.speeds

    @property
    def rest_values(self) -> np.ndarray:
        """The coordinates of the plain configuration."""
        return np.zeros(len(self.coordinates)) if self.rest is None else np.array(self.rest, dtype=float)

    def q(self, values: Any) -> Any:
        """Coordinates by name."""
        return named("q", self.coordinates, values)

    def u(self, values: Any) -> Any:
        """Speeds by name."""
        return named("u", self.speed_names, values)


def speed_labels(hinge: Hinge) -> tuple[str, ...]:
    """Speeds as they are called beside coordinates: `angle_dot` for the rate of a plain `angle`."""
    return tuple(f"{name}_dot" for name in hinge.coordinates) if hinge.speeds is None else hinge.speeds


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
