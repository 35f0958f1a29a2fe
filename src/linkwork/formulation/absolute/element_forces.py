r"""What a kind of element does by laws, loads and wheels: virtual work $Q\cdot(\delta\theta, \delta x)$, and energy.

A modal body that moves freely: what its elastic coordinates add to the rigid body of its undeformed shape.

With T the kinetic energy beyond that of the rigid body, as a function of (ω, v) in world axes and ė, and momenta
$\pi = \partial T/\partial(\omega, v, \dot e)$, virtual rotations in world axes give

$$ \dot\pi_\omega = -v\times\pi_v + Q_\omega, \qquad \dot\pi_v = Q_v, \qquad
   \dot\pi_e = \frac{\partial T}{\partial e} - K e - D\dot e + Q_e; $$

gravity g adds $R d\times g$ and $C^T R^T g$, d the first moment about the undeformed centre of mass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...contract import Parameter
from ...expr import array, cross, dot, jacobian, zeros
from ...expr.graph import as_expr
from ...model import Body
from ...spatial import Pose, matrix
from ..elastic_inertia import ElasticInertia, elastic_forces, strain_energy
from ..force_law import stored_energy
from ..interactions import total
from ..recursion import generalised, joint_loads
from ..rotors import Spinning, needed_moment, rotor_energy
from ..shape_integrals import ShapeIntegrals
from .element_motion import TWIST_SIZE, ElementMotion


@dataclass(frozen=True, eq=False)
class ElementForces:
    """Forces, stored energy, and momenta of the element's own: those of wheels that turn freely, and its states."""

    motion: ElementMotion

    @cached_property
    def _free_wheels(self) -> list[Spinning]:
        return [wheel for wheel in self.motion.layout.equations.dynamics.loads.wheels if wheel.place is not None]

    @cached_property
    def Q(self) -> Any:
        """Forces in the directions of velocities."""
        motion, e = self.motion, self.motion.layout.equations
        loaded = e.dynamics.loads
        given = total(e.tree, [action for action in loaded.actions if action.name == "element"])
        for wheel in loaded.wheels:
            if wheel.place is None:
                moment, force = given[wheel.number]
                given[wheel.number] = (moment - needed_moment(wheel, e.tree.velocities[0][wheel.number]), force)
        if not loaded.actions and not loaded.wheels:
            return zeros(len(motion.u))
        loads = generalised(e.tree.links, joint_loads(e.tree.links, given), e.topology.layout.nu)
        for wheel in self._free_wheels:
            loads[wheel.place] = wheel.torque
        forces = motion.put(loads[motion.layout.places[1]])
        result: list[Any] = []
        for R in motion.rotations:
            first = len(result)
            result += [*(R @ forces[first : first + 3]), *(R @ forces[first + 3 : first + TWIST_SIZE])]
        result += [*forces[len(result) :], *motion.put(e.laws.z_dot[: motion.layout.states])]
        others = array([*result, *np.zeros(len(motion.u) - len(result))])
        # Elastic coordinates of bodies are those of others here, and stand last.
        elastic = motion.layout.elastic_places[1]
        others[len(others) - len(elastic) :] = motion.put(loads[elastic])
        return others

    @property
    def bias(self) -> Any:
        """What changes momenta of its own beside forces."""
        return zeros(len(self.motion.u))

    @property
    def potential(self) -> Any:
        """Energy of gravity beyond that of its bodies."""
        return 0.0

    @cached_property
    def stored(self) -> Any | None:
        """The energy that a force element holds, None where there is none or it is not known."""
        law = self.motion.layout.equations.laws.by_name.get("element")
        found = stored_energy(law) if law is not None and law.element.may_store else None
        return None if found is None else self.motion.put([found])

    @cached_property
    def kinetic(self) -> Any:
        """What it adds to the kinetic energy of its bodies: that of wheels that turn freely."""
        velocities = self.motion.layout.equations.tree.velocities[0]
        return self.motion.put([rotor_energy(self._free_wheels, velocities)])[0]

    @property
    def have_inertia(self) -> bool:
        """Whether it has momenta of its own."""
        return bool(self._free_wheels or self.motion.layout.states)

    @cached_property
    def momentum(self) -> Any:
        r"""∂T/∂u of its own kinetic energy, and its states: $\dot\pi = Q + A^T\lambda$ with those of bodies."""
        u, first = self.motion.u, len(self.motion.layout.places[1])
        found = array(jacobian(array([as_expr(self.kinetic)]), u)[0]).copy()
        own = slice(first, first + self.motion.layout.states)
        found[own] = u[own]
        return found

    def inertia(self, a: Any) -> Any:
        """What accelerations a take: dπ/dt, less what changes momenta beside forces."""
        return jacobian(self.momentum, self.motion.u) @ a + self.motion.rate(self.momentum)


@dataclass(frozen=True, eq=False)
class ModalForces(ElementForces):
    """Momenta and forces of the elastic coordinates of one body."""

    body: Body
    gravity: tuple[Parameter, ...]

    @cached_property
    def _inertia(self) -> ElasticInertia:
        """About the undeformed centre of mass, in the symbols of the small model."""
        shape, known = self.body.elastic, self.motion.layout.equations.kinematics.symbols
        assert shape is not None
        layout = self.motion.layout.equations.topology.layout
        (name,) = layout.elastic
        integrals = ShapeIntegrals.of(shape.data).moved(Pose(np.eye(3), -shape.data.d0 / shape.data.mass))
        return ElasticInertia(shape, integrals, known.q[layout.q_of[name]], known.u[layout.u_of[name]], slice(0, 0))

    @cached_property
    def kinetic(self) -> Any:
        """T beyond that of the rigid body."""
        own, (spins, speeds) = self._inertia, self.motion.layout.equations.tree.velocities
        w, v = spins[1], speeds[1]
        turning = 0.5 * dot(w, (own.J - matrix(self.body.inertia)) @ w)
        return self.motion.put([turning + dot(v, cross(w, own.d)) + own.kinetic_energy(w, v)])[0]

    @cached_property
    def potential(self) -> Any:
        """Of gravity, beyond that of the rigid body."""
        return -dot(array(list(self.gravity)), self.motion.rotations[0] @ self._inertia.d)

    @property
    def have_inertia(self) -> bool:
        """It has."""
        return True

    @cached_property
    def momentum(self) -> Any:
        """∂T/∂(ω, v, ė)."""
        return array(jacobian(array([as_expr(self.kinetic)]), self.motion.u)[0])

    def inertia(self, a: Any) -> Any:
        """What the motion takes beyond the rigid body, against gravity: by the loads of `ElasticInertia`."""
        own, motion, R = self._inertia, self.motion, self.motion.rotations[0]
        e = motion.layout.equations
        w, u_dot = motion.put(e.tree.velocities[0][1]), a[TWIST_SIZE:]
        alpha, lifted = R.T @ a[:3], R.T @ (a[3:TWIST_SIZE] - array(list(self.gravity)))
        J = matrix(motion.put(own.J)) - matrix(self.body.inertia)
        d = motion.put(own.d)
        more = own.wrench(e.tree.velocities[0][1], None)
        moment, force = (motion.put(x) for x in more)
        S, C, M_e = (motion.put(x) for x in (own.S, own.C, own.M_e))
        moment = moment + J @ alpha + cross(w, J @ w) + cross(d, lifted) + S @ u_dot
        force = force + cross(alpha, d) + cross(w, cross(w, d)) + C @ u_dot
        along = motion.put(own.inertia_forces(e.tree.velocities[0][1], np.zeros(3), np.zeros(3), None))
        along = along + S.T @ alpha + C.T @ lifted + M_e @ u_dot
        return array([*(R @ moment), *(R @ force), *along])

    @cached_property
    def bias(self) -> Any:
        """What changes momenta beside forces: turning axes, dependence of T and of gravity's energy on e."""
        motion, pi = self.motion, self.momentum
        R, g = motion.rotations[0], array(list(self.gravity))
        falling = cross(R @ self._inertia.d, g)
        moment = falling - cross(motion.u[3:TWIST_SIZE], pi[3:TWIST_SIZE])
        along = jacobian(array([as_expr(self.kinetic)]), motion.own[0])[0] + self._inertia.gravity_forces(R.T @ g)
        return array([*moment, 0.0, 0.0, 0.0, *along])

    @cached_property
    def Q(self) -> Any:
        """Of stiffness and damping."""
        return array([*np.zeros(TWIST_SIZE), *self.motion.put(-elastic_forces(self._inertia))])

    @cached_property
    def stored(self) -> Any | None:
        """½ e·K e."""
        return self.motion.put([strain_energy(self._inertia)])
