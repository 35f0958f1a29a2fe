r"""The motion of the bodies of a kind of element, in world axes, and derivatives along it.

The small model has speeds in body axes. With ω and v of a body in world axes they are $R^T\omega$ and $R^T v$.

Rows that close a gap between two points, in world axes.

A ball joint's residual is the gap in the axes of its first end, $g = R_F^T d$. The gap itself,
$d = x_2 + \rho_2 - x_1 - \rho_1$, is closed by the same motions, and its multiplier is a force that does not turn with
a body: $A = [\tilde\rho_1, -I, -\tilde\rho_2, I]$ (S3 Eq. 18). So no reaction on one body depends on the orientation of
another, and weak forms have the constants of the document's rows; with rows that turn they are several times as large.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, cross, forward_derivatives, jacobian, substitute, symbols
from ...expr.graph import as_expr
from ...spatial import matrix, rotation_euler_parameters
from ..equations.rows import ConstraintRows
from ..tree_equations import TreeEquations
from .observed_channels import Sight

POSE_SIZE, TWIST_SIZE = 7, 6
"""Coordinates and velocities of a body: Euler parameters and position; angular velocity and velocity."""


def gap_rows(rows: ConstraintRows) -> slice | None:
    """Where the three rows stand that are the place of the second end, as it is seen from the first."""
    if rows.ends is None:
        return None
    p, g = rows.ends[2].p, list(rows.g)
    found = [k for k in range(len(g) - 2) if all(g[k + i] is p[i] for i in range(3))]
    return slice(found[0], found[0] + 3) if found else None


def in_world(rows: ConstraintRows, bodies: dict[int, int], q: Any, u: Any) -> tuple[Any, Any, Any]:
    """(d, ḋ, R_F) of the ends of these rows; `bodies` gives the places of their bodies in (q, u)."""
    assert rows.ends is not None
    ends = [_point(bodies.get(number), frame, q, u) for number, frame in zip(rows.ends[0], rows.ends[1], strict=True)]
    (x_1, v_1, R_F), (x_2, v_2, _) = ends
    return array(x_2 - x_1), array(v_2 - v_1), R_F


def _point(body: int | None, frame: Any, q: Any, u: Any) -> tuple[Any, Any, Any]:
    """Place and velocity of the origin of a frame, and its axes, in world axes; the ground has no body."""
    if body is None:
        return frame.p, np.zeros(3), frame.R
    R = rotation_euler_parameters(q[POSE_SIZE * body : POSE_SIZE * body + 4])
    w, v = (u[TWIST_SIZE * body + i : TWIST_SIZE * body + i + 3] for i in (0, 3))
    arm = R @ matrix(frame.p)
    return q[POSE_SIZE * body + 4 : POSE_SIZE * body + POSE_SIZE] + arm, v + cross(w, arm), R @ frame.R


@dataclass(frozen=True, eq=False)
class ElementLayout:
    """Names and places: body after body, then own unknowns, then states, then what it looks at of others."""

    equations: TreeEquations
    bodies: tuple[str, ...]
    sight: Sight = field(default_factory=Sight)

    @cached_property
    def places(self) -> tuple[list[int], list[int]]:
        """Places of q and u of bodies and own unknowns in those of the small model."""
        topology = self.equations.topology
        branches = {topology.bodies[b.number].name: b for b in topology.branches}
        q = [k for name in self.bodies for k in range(branches[name].q.start, branches[name].q.stop)]
        u = [k for name in self.bodies for k in range(branches[name].u.start, branches[name].u.stop)]
        layout = topology.layout
        mine = tuple(name for name in layout.elastic if name not in self.sight.elastic)
        own = (*layout.auxiliary, *layout.rotors, *mine)
        q += [k for name in own for k in range(layout.q_of[name].start, layout.q_of[name].stop)]
        u += [k for name in own for k in range(layout.u_of[name].start, layout.u_of[name].stop)]
        return q, u

    @cached_property
    def elastic_places(self) -> tuple[list[int], list[int]]:
        """Places in q and u of the small model of elastic coordinates that belong to bodies, and not to the element."""
        layout = self.equations.topology.layout
        found: tuple[list[int], list[int]] = ([], [])
        for name in self.sight.elastic:
            for into, place in zip(found, (layout.q_of[name], layout.u_of[name]), strict=True):
                into += range(place.start, place.stop)
        return found

    @cached_property
    def shared(self) -> dict[str, tuple[Any, Any]]:
        """Symbols (coordinate, speed) of what it works on or looks at of others, by the names of the coordinates."""
        known, layout = self.equations.kinematics.symbols, self.equations.topology.layout
        pairs = zip(*self.elastic_places, strict=True)
        elastic = {self._outside(layout.q[i]): (known.q[i], known.u[k]) for i, k in pairs}
        return {**self.sight.shared, **elastic}

    def _outside(self, name: str) -> str:
        """What an elastic coordinate of a small body is called in the whole model."""
        body, _, own = name.partition(".")
        return f"{self.sight.elastic[body]}.{own}"

    @property
    def own_names(self) -> tuple[tuple[str, str], ...]:
        """(coordinate, speed) of all own unknowns that are not states."""
        layout, count = self.equations.topology.layout, len(self.bodies)
        places = zip(self.places[0][POSE_SIZE * count :], self.places[1][TWIST_SIZE * count :], strict=True)
        return tuple((layout.q[i].partition(".")[2], layout.u[k].partition(".")[2]) for i, k in places)

    @property
    def all_states(self) -> int:
        """How many states it has and looks at; those of others stand behind its own."""
        return self.equations.topology.layout.nz

    @property
    def states(self) -> int:
        """How many states it has."""
        return self.all_states - len(self.sight.states)

    @property
    def state_names(self) -> tuple[str, ...]:
        """What its states are called."""
        return tuple(name.partition(".")[2] for name in self.equations.topology.layout.z[: self.states])


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
