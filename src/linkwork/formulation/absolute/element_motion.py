r"""The motion of the bodies of a kind of element, in world axes, and derivatives along it.

The small model has speeds in body axes. With ω and v of a body in world axes they are $R^T\omega$ and $R^T v$.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...expr import array, forward_derivatives, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import matrix, rotation_euler_parameters
from .element_layout import ElementLayout
from .gap_rows import POSE_SIZE, TWIST_SIZE


@dataclass(frozen=True, eq=False)
class ElementMotion:
    """Symbols of places and velocities, and how expressions change with them."""

    layout: ElementLayout

    @cached_property
    def q(self) -> Any:
        """Poses, own unknowns, integrals of states, on which nothing depends, and coordinates of others."""
        layout = self.layout
        integrals, seen = symbols("integral", layout.all_states), [q for q, _ in layout.shared.values()]
        return array([*array(layout.equations.kinematics.symbols.q)[layout.places[0]], *integrals, *seen])

    @cached_property
    def u(self) -> Any:
        """Velocities in world axes, rates of own unknowns, states, and speeds of others.

        A state is a velocity since ż = f is a momentum z under a force f.
        """
        seen = [u for _, u in self.layout.shared.values()]
        return array([*symbols("v", len(self.layout.places[1]) + self.layout.all_states), *seen])

    @property
    def t(self) -> Any:
        """Time."""
        return self.layout.equations.kinematics.symbols.t

    @property
    def own(self) -> tuple[Any, Any]:
        """(q, u) behind those of bodies."""
        count = len(self.layout.bodies)
        return self.q[POSE_SIZE * count :], self.u[TWIST_SIZE * count :]

    @cached_property
    def rotations(self) -> list[Any]:
        """R of every body."""
        starts = range(0, POSE_SIZE * len(self.layout.bodies), POSE_SIZE)
        return [rotation_euler_parameters(self.q[k : k + 4]) for k in starts]

    @cached_property
    def _in_world(self) -> dict[Any, Any]:
        """Speeds of the small model, which are in body axes, by velocities in world axes."""
        known = self.layout.equations.kinematics.symbols
        names = array([*array(known.u)[self.layout.places[1]], *known.z])
        values: list[Any] = []
        for k, R in enumerate(self.rotations):
            w, v = (self.u[TWIST_SIZE * k + i : TWIST_SIZE * k + i + 3] for i in (0, 3))
            values += [*(R.T @ w), *(R.T @ v)]
        values += list(self.u[len(values) : len(names)])
        return dict(zip(names, map(as_expr, values), strict=True))

    def put(self, values: Any) -> Any:
        """Expressions of the small model with velocities in world axes."""
        entries = array(values)
        if not entries.size:
            return entries
        return matrix(array(substitute([as_expr(x) for x in entries.ravel()], self._in_world)).reshape(entries.shape))

    @cached_property
    def rates(self) -> dict[Any, Any]:
        """How symbols change in time at constant velocities."""
        found: dict[Any, Any] = {self.t: 1.0}
        for k in range(len(self.layout.bodies)):
            pose = self.q[POSE_SIZE * k : POSE_SIZE * (k + 1)]
            twist = self.u[TWIST_SIZE * k : TWIST_SIZE * (k + 1)]
            found |= dict(zip(pose, [*world_rates(pose[:4], twist[:3]), *twist[3:]], strict=True))
        return found | dict(zip(*self.own, strict=True))

    def rate(self, values: Any) -> Any:
        """d/dt at constant velocities."""
        entries = array(values)
        if not entries.size:
            return entries
        return array(forward_derivatives([as_expr(x) for x in entries.ravel()], self.rates)).reshape(entries.shape)

    def by_places(self, values: Any) -> Any:
        """Derivatives of a list of expressions by a rotation and a displacement of every body, and own unknowns."""
        moved = jacobian(array([self.rates[x] for x in self.q]), self.u)
        return jacobian(values, self.q) @ moved


def world_rates(e: Any, w: Any) -> list[Any]:
    """ė = ½ E(e)ᵀ-form of the angular velocity in world axes: ė = ½ (0; ω) ∘ e as quaternions."""
    a, b, c, d = e
    x, y, z = w
    return [
        -0.5 * (b * x + c * y + d * z),
        0.5 * (a * x - c * z + d * y),
        0.5 * (a * y - d * x + b * z),
        0.5 * (a * z - b * y + c * x),
    ]
