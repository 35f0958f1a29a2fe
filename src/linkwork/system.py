"""`compile_model`: a model becomes a frozen `System`. The only place where tracing meets the compiler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .contract import Force, Hinge, ModelError, Rotor
from .contract.errors import unknown
from .formulation import Equations, derive
from .formulation.derivatives import Derivatives
from .formulation.loads import loads, prescribing_loads, wrench_table
from .kernels import Kernel, Separated, compile_function, compile_separated
from .model import Model
from .results import State
from .topology import Layout, Topology, find_topology

OUTPUTS: dict[str, Callable[[Equations], dict[str, Any]]] = {
    "acceleration": lambda e: {"u_dot": e.acceleration[0], "pivot": e.acceleration[1]},
    "multipliers": lambda e: {"u_dot": e.by_mass_matrix[0], "lam": e.by_mass_matrix[1], "pivot": e.by_mass_matrix[2]},
    "rates": lambda e: {"q_dot": e.tree.q_dot, "u_dot": e.acceleration[0], "pivot": e.acceleration[1]},
    "kinematics": lambda e: {"q_dot": e.tree.q_dot},
    "dynamics": lambda e: {"M": e.M, "h": e.h},
    "position": lambda e: {"g": e.g},
    "velocity": lambda e: {"g_dot": e.g_dot},
    "rows": lambda e: dict(zip(("P", "P_0", "P_00"), e.constraint_matrices, strict=True)),
    "energy": lambda e: {"kinetic": e.kinetic_energy, "potential": e.potential_energy},
    "mass_matrix": lambda e: {"M": e.M},
    "closure": lambda e: {"g": e.g, "g_q": e.g_q, "invariants": e.invariants, "invariants_q": e.invariants_q},
    "attitudes": lambda e: {"R": e.attitudes[0], "p": e.attitudes[1]},
    "attitude_slopes": lambda e: {"R_q": e.slopes(e.attitudes[0]), "p_q": e.slopes(e.attitudes[1])},
}
"""The functions a system has, and what of the equations each gives. A kernel is compiled when first asked for."""

MOTION_OUTPUTS: dict[str, Callable[[Equations], dict[str, Any]]] = {
    "loads": lambda e: {"wrenches": wrench_table(loads(e, *e.known)), "prescribing": prescribing_loads(e, *e.known)},
    "residual_derivatives": lambda e: Derivatives(e).slopes.outputs,
}
"""The same for functions of (q, u, t, parameters, u_dot, lam)."""

DERIVATIVES = "acceleration_derivatives"
"""The function of (q, u, t, parameters) with ∂u̇/∂τ, ∂u̇/∂q and ∂u̇/∂u: its code depends on the size of the model."""


@dataclass(frozen=True, eq=False)
class System:
    """A compiled model: its topology, its equations, and native code for whatever is asked of them."""

    model: Model
    topology: Topology
    equations: Equations
    _kernels: dict[str, Kernel] = field(default_factory=dict, repr=False)

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates and speeds."""
        return self.topology.layout

    def kernel(self, name: str) -> Kernel:
        """Native code for one of the functions in `OUTPUTS` or `MOTION_OUTPUTS`, or for `DERIVATIVES`."""
        if name not in (*OUTPUTS, *MOTION_OUTPUTS, DERIVATIVES):
            raise ModelError(unknown("function of a system", name, [*OUTPUTS, *MOTION_OUTPUTS, DERIVATIVES]))
        if name == DERIVATIVES and name not in self._kernels:
            self._kernels[name] = _compile_derivatives(self.equations)
        if name not in self._kernels:
            e = self.equations
            if name in OUTPUTS:
                function = e.function(name, **OUTPUTS[name](e))
            else:
                function = e.motion_function(name, **MOTION_OUTPUTS[name](e))
            self._kernels[name] = compile_function(function)
        return self._kernels[name]

    def evaluate(self, name: str, state: State) -> Any:
        """The outputs of one of the functions at a state."""
        return self.kernel(name)(state.q, state.u, state.t, self._parameter_values(state))

    def evaluate_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The outputs of a function that also takes accelerations and multipliers."""
        return self.kernel(name)(state.q, state.u, state.t, self._parameter_values(state), u_dot, lam)

    @cached_property
    def rest(self) -> State:
        """The state in which every hinge is at its plain attitude or the starting value its connection gives."""
        q, u = np.zeros(self.layout.nq), np.zeros(self.layout.nu)
        for branch in self.topology.branches:
            q[branch.q] = branch.hinge.rest_values
        parameters = {name: p.value for name, p in self.model.parameters.items()}
        state = State(self.layout, q, u, 0.0, parameters)
        return self.prescribed(state.with_values(self._initial()))

    def state(self, values: Mapping[str, float] | None = None, t: float = 0.0) -> State:
        """A state from values by name; the others are those of `rest`. Driven coordinates follow their signals."""
        return self.prescribed(self.rest.with_values(values, t))

    def prescribed(self, state: State) -> State:
        """The state with driven and locked coordinates and their rates at their values for its time."""
        q, u = state.q.copy(), state.u.copy()
        for entry in self.layout.driven:
            q[entry.q], u[entry.u] = entry.value(state.t), entry.value.derivative(state.t)
        for entry in self.layout.locked:
            q[entry.q], u[entry.u] = float(entry.value), 0.0
        return State(self.layout, q, u, state.t, state.parameters)

    def mass_matrix(self, state: State) -> np.ndarray:
        """M(q)."""
        return np.asarray(self.evaluate("dynamics", state).M)

    def bias(self, state: State) -> np.ndarray:
        """h(q, u, t): generalised forces less what velocities and gravity ask for."""
        return np.asarray(self.evaluate("dynamics", state).h)

    def acceleration(self, state: State) -> np.ndarray:
        """u̇ at a state."""
        return np.asarray(self.evaluate("acceleration", state).u_dot)

    def constraint_rows(self, state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(P, P_0, P_00) of all constraints and closed loops."""
        rows = self.evaluate("rows", state)
        return rows.P, rows.P_0, rows.P_00

    def energy(self, state: State) -> tuple[float, float]:
        """Kinetic energy, and potential energy of gravity."""
        found = self.evaluate("energy", state)
        return found.kinetic, found.potential

    def report(self) -> str:
        """The model in words: bodies, tree, loops, coordinates."""
        return self.topology.report()

    def _initial(self) -> dict[str, float]:
        known: dict[str, Any] = {}
        for connection in self.model.connections.values():
            if isinstance(connection.element, (Hinge, Rotor)) and not isinstance(connection.element, Force):
                known |= {f"{connection.name}.{name}": value for name, value in connection.initial.items()}
        return {name: float(value) for name, value in known.items() if name in (*self.layout.q, *self.layout.u)}

    def _parameter_values(self, state: State) -> np.ndarray:
        return np.array([state.parameters.get(p.name, p.value) for p in self.equations.parameters])

    def __repr__(self) -> str:
        return f"<system {self.model.name!r}: {self.layout.nq} coordinates, {self.layout.nu} speeds>"


def _compile_derivatives(equations: Equations) -> Kernel:
    """∂u̇/∂(τ, q, u): code without loops, or loops over dense matrices for large trees."""
    found = Derivatives(equations)
    if not found.is_large:
        return compile_function(equations.function(DERIVATIVES, **found.accelerations))
    factors = equations.function(DERIVATIVES, **found.separated)
    return compile_separated(Separated(factors, ("u_dot_tau", "u_dot_q", "u_dot_u"), *found.common.sides()))


def compile_model(model: Model) -> System:
    """A frozen system from a model: topology found, equations derived; code is compiled as it is needed."""
    frozen = model.copy()
    topology = find_topology(frozen)
    return System(frozen, topology, derive(frozen, topology))
