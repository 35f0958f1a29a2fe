r"""Newton–Euler equations projected by Jacobians (S4.2).

For body i with centre of mass r(q, t), angular velocity ω(q, u, t) in the axes of its frame, v = J_T u + ∂r/∂t,
a = J_T u̇ + j̄_T, ω̇ = J_R u̇ + j̄_R:

$$ M = \sum_i m J_T^T J_T + J_R^T I J_R, \qquad
h = -\sum_i J_T^T (m\,\bar j_T - f) + J_R^T (I\,\bar j_R + \tilde\omega I \omega - m_S) $$
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.shape import Shape
from ...expr import array, cross, dot, forward_derivatives, jacobian, symbols
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from .readout import HandDerived
from .sheet import Sheet
from .terms import Derived, Placed, constraint_rows, depends, frames_on, without


@dataclass(frozen=True, eq=False)
class RigidBody:
    """One body: mass, inertia about its centre of mass in the axes of its frame, and how it moves.

    `position` of the centre of mass in the world, `rotation` A from the axes of its frame to those of the world,
    `angular_velocity` in the axes of its frame (from the rotation where it is not given). `force` acts at the centre of
    mass, in world axes; `moment` in the axes of its frame. A body that spins in its frame says how the frame turns:
    `frame_velocity`; its inertia is then the same about all axes across the spin.
    """

    name: str
    mass: Any
    inertia: Any
    position: Any
    rotation: Any = None
    angular_velocity: Any = None
    frame_velocity: Any = None
    force: Any = (0, 0, 0)
    moment: Any = (0, 0, 0)
    shapes: tuple[Shape, ...] = ()


class SheetBody:
    """A body on a sheet: every step of its kinematics, in the graph. Vectors of rotation are in its own axes."""

    def __init__(self, sheet: Sheet, body: RigidBody) -> None:
        self.name, self.sheet, self.shapes = body.name, sheet, body.shapes
        place = f"body {body.name!r}"
        self.mass = array(sheet.put(body.mass, f"{place}: mass")).ravel()[0]
        self.inertia = sheet.tensor(body.inertia, f"{place}: inertia")
        self.r = sheet.vector(body.position, f"{place}: position")
        self.f = sheet.vector(body.force, f"{place}: force")
        self.m = sheet.vector(body.moment, f"{place}: moment")
        turned = body.rotation is not None
        self.A = sheet.tensor(body.rotation, f"{place}: rotation") if turned else np.eye(3)
        if set(symbols_of([as_expr(x) for x in self.r])) & set(sheet.symbols.u):
            raise ModelError(f"{place}: position: it contains speeds; a position depends on coordinates and time.")
        self.w = self._spin(body, place)
        given = body.frame_velocity
        self.w_frame = self.w if given is None else sheet.vector(given, f"{place}: frame_velocity")
        if depends(self.J_R, sheet.symbols.u):
            raise ModelError(f"{place}: angular_velocity: it is not linear in the speeds.")

    def _spin(self, body: RigidBody, place: str) -> Any:
        """ω as it is given, or that of Aᵀ Ȧ = ω̃."""
        if body.angular_velocity is not None:
            return self.sheet.vector(body.angular_velocity, f"{place}: angular_velocity")
        if body.rotation is None:
            return array(np.zeros(3))
        rate = array(forward_derivatives([as_expr(x) for x in self.A.ravel()], self.sheet.motion)).reshape(3, 3)
        turning = self.A.T @ rate
        return self.sheet.tidied(array([turning[2, 1], turning[0, 2], turning[1, 0]]))

    @cached_property
    def v(self) -> Any:
        """Velocity of the centre of mass."""
        return self._rate(self.r)

    @cached_property
    def J_T(self) -> Any:
        """∂r/∂q."""
        return jacobian(self.r, self.sheet.symbols.q)

    @cached_property
    def j_T(self) -> Any:
        """j̄_T: acceleration at u̇ = 0."""
        return self._rate(self.v)

    @cached_property
    def J_R(self) -> Any:
        """∂ω/∂u."""
        return jacobian(self.w, self.sheet.symbols.u)

    @cached_property
    def j_R(self) -> Any:
        """j̄_R: angular acceleration at u̇ = 0, with the turning of the frame where it is another (S4 (22))."""
        own = self._rate(self.w)
        return own if self.w_frame is self.w else own + cross(self.w_frame, self.w)

    def _rate(self, values: Any) -> Any:
        return array(forward_derivatives([as_expr(x) for x in values], self.sheet.motion))

    @cached_property
    def gyroscopic(self) -> Any:
        """ω × I ω."""
        return cross(self.w, self.inertia @ self.w)

    @property
    def kinetic_energy(self) -> Any:
        """½ m v·v + ½ ω·I ω."""
        return 0.5 * self.mass * dot(self.v, self.v) + 0.5 * dot(self.w, self.inertia @ self.w)


class NewtonEuler(HandDerived):
    """Equations of motion from bodies whose motion is written in coordinates q and their rates u.

    `gravity` (three components) adds the weight of every body, and its potential to the energy. `constraints` and
    `frames` as in `LagrangeEquations`; every body is a frame of its name as well.
    """

    def __init__(
        self,
        bodies: Sequence[RigidBody],
        q: Any,
        *,
        u: Any = None,
        t: Any = None,
        gravity: Any = None,
        constraints: Any = None,
        frames: Mapping[str, Any] | None = None,
    ) -> None:
        self.sheet = Sheet.of(q, u, t)
        self.bodies = {body.name: SheetBody(self.sheet, body) for body in bodies}
        if len(self.bodies) != len(bodies) or not bodies:
            raise ModelError("bodies: give at least one, each with a name of its own.")
        self.gravity = None if gravity is None else self.sheet.vector(gravity, "gravity")
        self.rows = constraint_rows(self.sheet, constraints)
        own = {name: Placed(body.A, body.r, body.shapes) for name, body in self.bodies.items()}
        self.frames = own | frames_on(self.sheet, frames)

    def steps(self) -> dict[str, Any]:
        """Position, velocity, Jacobians and bias terms of every body."""
        found: dict[str, Any] = {}
        for name, body in self.bodies.items():
            parts = {"r": body.r, "v": body.v, "omega": body.w, "J_T": body.J_T, "J_R": body.J_R}
            parts |= {"j_T": body.j_T, "j_R": body.j_R, "f": self.force(body), "m_S": body.m}
            found |= {f"{what} of {name}": value for what, value in parts.items()}
        return found

    def force(self, body: SheetBody) -> Any:
        """All that acts on a body at its centre of mass, its weight too."""
        return body.f if self.gravity is None else body.f + body.mass * self.gravity

    @cached_property
    def derived(self) -> Derived:
        """M and h by projection."""
        n = len(self.sheet.q)
        mass, h = array(np.zeros((n, n))), array(np.zeros(n))
        for body in self.bodies.values():
            mass = mass + body.mass * (body.J_T.T @ body.J_T) + body.J_R.T @ (body.inertia @ body.J_R)
            moving = body.mass * body.j_T - self.force(body)
            turning = body.inertia @ body.j_R + body.gyroscopic - body.m
            h = h - body.J_T.T @ moving - body.J_R.T @ turning
        kinetic = sum((body.kinetic_energy for body in self.bodies.values()), 0.0)
        u_dot = symbols("u_dot", n)
        power, known = self._power(u_dot), (self.frames, self.rows, self.gravity)
        return Derived(self.sheet, mass, h, kinetic, self._potential, u_dot, power, *known)

    @property
    def _potential(self) -> Any:
        if self.gravity is None:
            return 0.0
        return -sum((body.mass * dot(self.gravity, body.r) for body in self.bodies.values()), 0.0)

    def _power(self, u_dot: Any) -> Any:
        """Σ f·v + m·ω, and what moving supports do: (m a − f)·∂r/∂t + (I α + ω × I ω − m)·ω(u = 0)."""
        total: Any = 0.0
        names = self.sheet.symbols
        for body in self.bodies.values():
            total = total + dot(body.f, body.v) + dot(body.m, body.w)
            carried = array(forward_derivatives([as_expr(x) for x in body.r], {names.t: 1.0}))
            turned = without(body.w, names.u)
            a, alpha = body.J_T @ u_dot + body.j_T, body.J_R @ u_dot + body.j_R
            total = total + dot(body.mass * a - self.force(body), carried)
            total = total + dot(body.inertia @ alpha + body.gyroscopic - body.m, turned)
        return total
