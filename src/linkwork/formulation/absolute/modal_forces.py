r"""A modal body that moves freely: what its elastic coordinates add to the rigid body of its undeformed shape.

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
from ...expr import array, cross, dot, jacobian
from ...expr.graph import as_expr
from ...model import Body
from ...spatial import Pose, matrix
from ..elastic_inertia import ElasticInertia, elastic_forces, strain_energy
from ..shape_integrals import ShapeIntegrals
from .element_forces import ElementForces
from .gap_rows import TWIST_SIZE


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
