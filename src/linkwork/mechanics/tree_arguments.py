"""What functions of a tree are given at a state, unknowns of elements among it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.errors import no_channel_solution, no_solution
from ..formulation import MotionEquations
from ..formulation.suspects import end_places, fault_of, knows_faults
from ..kernels import Kernel, compile_function, compile_known
from ..model import Model
from ..model.function_check import check_functions
from ..numerics.newton import approached, finite_start, newton
from ..results import State
from ..results.state import check_owner
from ..topology import Topology
from .function_table import function_entry


@dataclass(frozen=True, eq=False)
class TreeKernels:
    """`system.kernel(name)`: the functions in `function_table` as kernels, each compiled once."""

    model: Model
    equations: MotionEquations
    _known: dict[tuple[Any, ...], Kernel] = field(default_factory=dict, repr=False)

    def __call__(self, name: str, **choice: Any) -> Kernel:
        """Native code for one of the functions.

        Some can be chosen further: `rows` are the constraint rows that are enforced, `stabilisation` how fast errors in
        them decay, `channels` the names of channels.
        """
        described = function_entry(name)
        key = (name, *described.chosen(name, choice))
        if key not in self._known:
            trace = partial(described.trace, self.equations, name, key[1:])
            if self._content is None:
                check_functions(self.model)
                self._known[key] = compile_function(trace())
            else:
                self._known[key] = compile_known(trace, f"{self._content} {key}")
        return self._known[key]

    @cached_property
    def _content(self) -> str | None:
        """The key of native code in the cache, the same for equal models; None where a model holds a user's code."""
        return self.equations.origin.code_key(self.model)

    @property
    def of_plain_data(self) -> bool:
        """Whether the model holds nothing of a user's own code."""
        return self._content is not None


@dataclass(frozen=True, eq=False)
class TreeArguments:
    """`system.arguments(state)`: (q, u, z, s, t, parameters)."""

    topology: Topology
    equations: MotionEquations
    kernel: TreeKernels

    def __call__(self, state: State) -> tuple[Any, ...]:
        """The arguments at a state."""
        check_owner(self.topology.layout, state)
        given = state.parameters
        values = np.array([given.get(name, value) for name, value in self._parameters])
        return state.q, state.u, state.z, self._known(state, values), state.t, values

    @cached_property
    def _parameters(self) -> tuple[tuple[str, Any], ...]:
        """Names and values of all parameters: functions are asked for very often."""
        return tuple((p.name, p.value) for p in self.equations.parameters)

    def _known(self, state: State, values: np.ndarray) -> np.ndarray:
        """The unknowns at a state; those of the last one are kept, since many functions are asked for at a state."""
        if not self.unknowns:
            return np.zeros(0)
        key = tuple(np.asarray(x).tobytes() for x in (state.q, state.u, state.z, state.t, values))
        last = self._last.get("unknowns")
        if last is None or last[0] != key:
            last = self._last["unknowns"] = (key, self._solved(state, values))
        return last[1].copy()

    @cached_property
    def _last(self) -> dict[str, tuple[tuple[bytes, ...], np.ndarray]]:
        return {}

    @cached_property
    def unknowns(self) -> tuple[str, ...]:
        """The names of the unknowns of elements, and of channels of the motion that their inputs ask for."""
        names = self.topology.layout.s
        if not any(connection.inputs for connection in self.topology.forces):
            return names
        _ = self.equations.unknowns.s
        return (*names, *self.equations.channels.wanted)

    def _solved(self, state: State, values: np.ndarray) -> np.ndarray:
        """The unknowns of elements at a state, by Newton's method, if need be step by step."""
        names = self.unknowns
        kernel = self.kernel("unknowns")

        def residual(s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            found = kernel(state.q, state.u, state.z, s, state.t, values)
            return found.r, found.r_s

        start = finite_start(residual, len(names))
        s, worst = newton(residual, start)
        if worst is not None:
            s, worst = newton(residual, approached(residual, start))
        if worst is not None:
            raise ModelError(self._why_unsolved(worst, state, values))
        return s

    def _why_unsolved(self, worst: int, state: State, values: np.ndarray) -> str:
        """A sentence about an unknown that is not found: of an element, or a channel that inputs read."""
        name = self.unknowns[worst]
        if worst < len(self.topology.layout.s):
            return self._fault(name, state, values) or no_solution(name, state.t)
        readers = [c.name for c in self.topology.forces if name in c.inputs.values()]
        return no_channel_solution(name, readers or [c.name for c in self.topology.forces if c.inputs], state.t)

    def _fault(self, unknown: str, state: State, values: np.ndarray) -> str | None:
        """What is wrong with the ends of the connection that an unknown belongs to; None where nothing is known."""
        law = self.equations.laws.by_name.get(unknown.partition(".")[0])
        if law is None or not knows_faults(law.element):
            return None
        e, given = self.equations, (state.q, state.u, state.z, np.zeros(len(self.unknowns)), state.t, values)
        places = np.asarray(e.tracer.function("places", places=end_places(law))(*given))
        said = fault_of(law.element, places)
        return None if said is None else f"connection {law.name!r}: {said}"
