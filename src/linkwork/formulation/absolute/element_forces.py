r"""What a kind of element does by laws, loads and wheels: virtual work $Q\cdot(\delta\theta, \delta x)$, and energy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, jacobian, zeros
from ...expr.graph import as_expr
from ..force_law import stored_energy
from ..interactions import total
from ..recursion import generalised, joint_loads
from ..rotors import Spinning, needed_moment, rotor_energy
from .element_motion import ElementMotion
from .gap_rows import TWIST_SIZE


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
