"""What functions of a tree are given at a state, unknowns of elements among it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError
from ..formulation import MotionEquations
from ..formulation.suspects import fault_of, knows_faults
from ..numerics.newton import newton
from ..results import State
from ..results.state import check_owner
from ..topology import Topology
from .tree_kernels import TreeKernels


@dataclass(frozen=True, eq=False)
class TreeArguments:
    """`system.arguments(state)`: (q, u, z, s, t, parameters)."""

    topology: Topology
    equations: MotionEquations
    kernel: TreeKernels

    def __call__(self, state: State) -> tuple[Any, ...]:
        """The arguments at a state."""
        check_owner(self.topology.layout, state)
        values = np.array([state.parameters.get(p.name, p.value) for p in self.equations.parameters])
        return state.q, state.u, state.z, self._solved(state, values), state.t, values

    @cached_property
    def unknowns(self) -> tuple[str, ...]:
        """The names of the unknowns of elements, and of channels of the motion that their inputs ask for."""
        names = self.topology.layout.s
        if not any(connection.inputs for connection in self.topology.forces):
            return names
        _ = self.equations.unknowns.s
        return (*names, *self.equations.channels.wanted)

    def _solved(self, state: State, values: np.ndarray) -> np.ndarray:
        """The unknowns of elements at a state, by Newton's method from zero."""
        names = self.unknowns
        if not names:
            return np.zeros(0)
        kernel = self.kernel("unknowns")

        def residual(s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            found = kernel(state.q, state.u, state.z, s, state.t, values)
            return found.r, found.r_s

        s, worst = newton(residual, np.zeros(len(names)))
        if worst is not None:
            raise ModelError(
                self._fault(names[worst], state, values)
                or f"the unknown {names[worst]!r} has no value that satisfies its residual at t = {state.t:g}; "
                "check the law it belongs to."
            )
        return s

    def _fault(self, unknown: str, state: State, values: np.ndarray) -> str | None:
        """What is wrong with the ends of the connection that an unknown belongs to; None where nothing is known."""
        law = self.equations.laws.by_name.get(unknown.partition(".")[0])
        if law is None or not knows_faults(law.element):
            return None
        e, given = self.equations, (state.q, state.u, state.z, np.zeros(len(self.unknowns)), state.t, values)
        places = np.asarray(e.tracer.function("places", places=law.places)(*given))
        said = fault_of(law.element, places)
        return None if said is None else f"connection {law.name!r}: {said}"
