r"""One kind of element between bodies that move freely: its rows and its forces as functions of their motion alone.

The element is put into a small model of its own, in which every body has six coordinates and its frame at its centre of
mass, so that all the rest of the formulation serves: relative motion, laws, rows. Velocities are taken to world axes:
with ω and v of a body in world axes, virtual work is $Q\cdot(\delta\theta, \delta x)$ of spatial rotations and
displacements, and a constraint of rows $\psi = A\,(\omega, v) + a$ acts by $A^T\lambda$ (S3 Eq. 10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Parameter
from ...expr import array, forward_derivatives, jacobian, substitute, symbols, zeros
from ...expr.graph import as_expr
from ...expr.node import symbols_of
from ...model import Model
from ...spatial import matrix, rotation_euler_parameters
from ...topology import find_topology
from ..interactions import total
from ..recursion import generalised, joint_loads
from ..rotors import Spinning, needed_moment, rotor_energy
from ..stored_energy import stored_energy
from ..tree_equations import TreeEquations, derive_equations
from .element_unknowns import Condensed
from .gap_rows import POSE_SIZE, TWIST_SIZE, gap_rows, in_world
from .hinge_by_pose import PosedHinge
from .observed_channels import Sight


@dataclass(frozen=True, eq=False)
class ElementKind:
    """Elements that differ in numbers only. Symbols are ordered body after body, then unknowns of the element's own."""

    label: str
    model: Model
    bodies: tuple[str, ...]
    """Those of the small model, in the order of the element's ends."""
    data: tuple[Parameter, ...]
    sight: Sight = field(default_factory=Sight)
    """What it looks at of other elements."""

    @cached_property
    def equations(self) -> TreeEquations:
        """Of the small model."""
        return derive_equations(self.model, find_topology(self.model))

    @cached_property
    def _order(self) -> tuple[list[int], list[int]]:
        """Places of our q and u in those of the small model."""
        topology = self.equations.topology
        branches = {topology.bodies[b.number].name: b for b in topology.branches}
        q = [k for name in self.bodies for k in range(branches[name].q.start, branches[name].q.stop)]
        u = [k for name in self.bodies for k in range(branches[name].u.start, branches[name].u.stop)]
        layout = topology.layout
        own = (*layout.auxiliary, *layout.rotors)
        q += [k for name in own for k in range(layout.q_of[name].start, layout.q_of[name].stop)]
        u += [k for name in own for k in range(layout.u_of[name].start, layout.u_of[name].stop)]
        return q, u

    @cached_property
    def q(self) -> Any:
        """Poses, own unknowns, integrals of states, on which nothing depends, and coordinates of others."""
        integrals, seen = symbols("integral", self._all_states), [q for q, _ in self.sight.shared.values()]
        return array([*array(self.equations.kinematics.symbols.q)[self._order[0]], *integrals, *seen])

    @cached_property
    def u(self) -> Any:
        """Velocities in world axes, rates of own unknowns, states, and speeds of others.

        A state is a velocity since ż = f is a momentum z under a force f.
        """
        seen = [u for _, u in self.sight.shared.values()]
        return array([*symbols("v", len(self._order[1]) + self._all_states), *seen])

    @property
    def states(self) -> int:
        """How many states it has."""
        return self._all_states - len(self.sight.states)

    @property
    def _all_states(self) -> int:
        """The same with those of others that it looks at, which stand behind its own."""
        return self.equations.topology.layout.nz

    @property
    def state_names(self) -> tuple[str, ...]:
        """What its states are called."""
        return tuple(name.partition(".")[2] for name in self.equations.topology.layout.z[: self.states])

    @property
    def own_names(self) -> tuple[tuple[str, str], ...]:
        """(coordinate, speed) of all own unknowns that are not states."""
        layout, count = self.equations.topology.layout, len(self.bodies)
        places = zip(self._order[0][POSE_SIZE * count :], self._order[1][TWIST_SIZE * count :], strict=True)
        return tuple((layout.q[i].partition(".")[2], layout.u[k].partition(".")[2]) for i, k in places)

    @property
    def t(self) -> Any:
        """Time."""
        return self.equations.kinematics.symbols.t

    @property
    def own(self) -> int:
        """How many unknowns of its own it has."""
        return len(self.u) - TWIST_SIZE * len(self.bodies)

    @property
    def rest(self) -> np.ndarray:
        """Own unknowns to begin with, where they are not zero all the same."""
        element = self.model.connections["element"].element
        return np.array(element.rest if isinstance(element, PosedHinge) else ())

    @cached_property
    def _world(self) -> dict[Any, Any]:
        """Speeds of the small model, which are in body axes, by velocities in world axes."""
        own = array(self.equations.kinematics.symbols.u)[self._order[1]]
        values: list[Any] = []
        for k in range(len(self.bodies)):
            R = rotation_euler_parameters(self.q[POSE_SIZE * k : POSE_SIZE * k + 4])
            w, v = (self.u[TWIST_SIZE * k + i : TWIST_SIZE * k + i + 3] for i in (0, 3))
            values += [*(R.T @ w), *(R.T @ v)]
        own = array([*own, *self.equations.kinematics.symbols.z])
        values += list(self.u[len(values) : len(own)])
        return dict(zip(own, map(as_expr, values), strict=True))

    def put(self, values: Any) -> Any:
        """Expressions of the small model with velocities in world axes."""
        entries = array(values)
        if not entries.size:
            return entries
        return matrix(array(substitute([as_expr(x) for x in entries.ravel()], self._world)).reshape(entries.shape))

    @cached_property
    def rates(self) -> dict[Any, Any]:
        """How symbols change in time at constant velocities."""
        found: dict[Any, Any] = {self.t: 1.0}
        for k in range(len(self.bodies)):
            e, w = self.q[POSE_SIZE * k : POSE_SIZE * k + 4], self.u[TWIST_SIZE * k : TWIST_SIZE * k + 3]
            found |= dict(zip(e, world_rates(e, w), strict=True))
            found |= dict(
                zip(
                    self.q[POSE_SIZE * k + 4 : POSE_SIZE * k + POSE_SIZE],
                    self.u[TWIST_SIZE * k + 3 : TWIST_SIZE * k + 6],
                    strict=True,
                )
            )
        own = POSE_SIZE * len(self.bodies), TWIST_SIZE * len(self.bodies)
        return found | dict(zip(self.q[own[0] :], self.u[own[1] :], strict=True))

    @cached_property
    def seen_multipliers(self) -> Any:
        """Multipliers of others that it looks at."""
        return array([x for part in self.sight.multipliers.values() for x in part])

    def rate(self, values: Any) -> Any:
        """d/dt at constant velocities."""
        entries = array(values)
        if not entries.size:
            return entries
        return array(forward_derivatives([as_expr(x) for x in entries.ravel()], self.rates)).reshape(entries.shape)

    def turned(self, values: Any) -> Any:
        """Derivatives by a spatial rotation and a displacement of every body, and by own unknowns (… × velocities)."""
        entries = array(values)
        if not entries.size:
            return np.zeros((*entries.shape, len(self.u)))
        found = self.plainly_turned(entries.ravel())
        if self.unknowns:
            found = found + jacobian(entries.ravel(), self.condensed.s) @ self.condensed.s_q
        return found.reshape(*entries.shape, len(self.u))

    def plainly_turned(self, values: Any) -> Any:
        """The same with unknowns held."""
        moved = jacobian(array([self.rates[x] for x in self.q]), self.u)
        return jacobian(values, self.q) @ moved

    def by_u(self, values: Any) -> Any:
        """Derivatives by velocities, of a list of expressions."""
        entries = array(values)
        found = jacobian(entries, self.u)
        return found + jacobian(entries, self.condensed.s) @ self.condensed.s_u if self.unknowns else found

    @property
    def unknowns(self) -> int:
        """How many unknowns its residuals make known."""
        return len(self.equations.topology.layout.s)

    @cached_property
    def condensed(self) -> Condensed:
        """The unknowns that its residuals make known."""
        return Condensed(self)

    @cached_property
    def _rows(self) -> tuple[Any, Any, Any]:
        """(g, ψ, directions), with a gap between two points in world axes."""
        e = self.equations
        g, psi = e.rows.g, self.put(e.rows.g_dot)
        found = [rows for rows in e.rows.by_connection if rows.directions is not None]
        directions = self.put(found[0].directions) if found else np.zeros((len(psi), TWIST_SIZE))
        place = gap_rows(found[0]) if len(e.rows.by_connection) == len(found) == 1 else None
        if place is not None:
            numbers = {b.number: self.bodies.index(e.topology.bodies[b.number].name) for b in e.topology.branches}
            gap, rate, R_F = in_world(found[0], numbers, self.q, self.u)
            g, psi, directions = array(g).copy(), array(psi).copy(), array(directions).copy()
            g[place], psi[place], directions[place, 3:] = gap, rate, R_F
        count = len(self.restricting)
        if not count:
            return g, psi, directions
        padded = array([*directions, *np.zeros((count, TWIST_SIZE))])
        return array([*g, *np.zeros(count)]), array([*psi, *self.restricting]), padded

    @cached_property
    def restricting(self) -> Any:
        """Conditions on the rates of own unknowns, which stand behind the other rows."""
        element = self.model.connections["element"].element
        if not isinstance(element, PosedHinge):
            return array([])
        return element.on_rates(self.q[POSE_SIZE * len(self.bodies) :], self.u[TWIST_SIZE * len(self.bodies) :], self.t)

    @property
    def g(self) -> Any:
        """Residuals on position level, 0 for conditions on velocities; none where there are only these."""
        return self._rows[0]

    @property
    def psi(self) -> Any:
        """The rows on velocity level, linear in velocities."""
        return self._rows[1]

    @cached_property
    def rows(self) -> int:
        """How many rows."""
        return len(self.psi)

    @property
    def is_holonomic(self) -> np.ndarray:
        """For every row, whether it is one of positions."""
        return np.arange(self.rows) < (self.rows - len(self.restricting) if len(self.g) else 0)

    @cached_property
    def is_moving(self) -> bool:
        """Whether its rows depend on time, so that they move bodies by themselves."""
        return any(x is self.t for x in symbols_of([as_expr(x) for x in array(self.psi)]))

    @cached_property
    def A(self) -> Any:
        """∂ψ/∂(velocities)."""
        return jacobian(self.psi, self.u) if self.rows else np.zeros((0, len(self.u)))

    @cached_property
    def A_dot(self) -> Any:
        """dA/dt along the motion."""
        return self.rate(self.A) if self.rows else np.zeros((0, len(self.u)))

    @cached_property
    def P_00(self) -> Any:
        """The part of ψ̇ that has no accelerations."""
        return self.rate(self.psi)

    @cached_property
    def Q(self) -> Any:
        """Forces of laws, loads and wheels, in the directions of velocities."""
        e, loaded = self.equations, self.equations.dynamics.loads
        given = total(e.tree, [action for action in loaded.actions if action.name == "element"])
        speeds = e.topology.layout.nu
        driven = [wheel for wheel in loaded.wheels if wheel.place is None]
        for wheel in driven:
            moment, force = given[wheel.number]
            given[wheel.number] = (moment - needed_moment(wheel, e.tree.velocities[0][wheel.number]), force)
        if not loaded.actions and not loaded.wheels:
            return zeros(len(self.u))
        loads = generalised(e.tree.links, joint_loads(e.tree.links, given), speeds)
        for wheel in self._free_wheels:
            loads[wheel.place] = wheel.torque
        forces = self.put(loads[self._order[1]])
        result = []
        for k in range(len(self.bodies)):
            R = rotation_euler_parameters(self.q[POSE_SIZE * k : POSE_SIZE * k + 4])
            result += [
                *(R @ forces[TWIST_SIZE * k : TWIST_SIZE * k + 3]),
                *(R @ forces[TWIST_SIZE * k + 3 : TWIST_SIZE * k + 6]),
            ]
        result += [*forces[TWIST_SIZE * len(self.bodies) :], *self.put(e.laws.z_dot[: self.states])]
        return array([*result, *np.zeros(len(self.u) - len(result))])

    @cached_property
    def _free_wheels(self) -> list[Spinning]:
        return [wheel for wheel in self.equations.dynamics.loads.wheels if wheel.place is not None]

    @cached_property
    def kinetic(self) -> Any:
        """What it adds to the kinetic energy of its bodies: that of wheels that turn freely."""
        e = self.equations
        return self.put([rotor_energy(self._free_wheels, e.tree.velocities[0])])[0]

    @cached_property
    def stored(self) -> Any | None:
        """The energy that a force element holds, None where there is none or it is not known."""
        law = self.equations.laws.by_name.get("element")
        found = stored_energy(law) if law is not None and law.element.may_store else None
        return None if found is None else self.put([found])

    @property
    def has_inertia(self) -> bool:
        """Whether it has momenta of its own."""
        return bool(self._free_wheels or self.states)

    @cached_property
    def momentum(self) -> Any:
        r"""∂T/∂u of its own kinetic energy, and its states: $\dot\pi = Q + A^T\lambda$ with those of bodies."""
        found = array(jacobian(array([as_expr(self.kinetic)]), self.u)[0]).copy()
        own = slice(len(self._order[1]), len(self._order[1]) + self.states)
        found[own] = self.u[own]
        return found

    def inertia(self, a: Any) -> Any:
        """dπ/dt at accelerations a."""
        return jacobian(self.momentum, self.u) @ a + self.rate(self.momentum)

    @property
    def directions(self) -> Any:
        """∂ψ/∂(ω, v) of the relative motion (rows × 6): a multiplier's wrench on the second end."""
        return self._rows[2]


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
