"""`compile_model`: a model becomes a frozen `System`. The only place where tracing meets the compiler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Literal, overload

import numpy as np

from .consistency import Violation, refusal, remedy, scales_of, violations_of
from .contract import ModelError
from .contract.arguments import NAME, Kind, takes
from .contract.errors import unknown
from .expr import Function, TraceError, array, make_function, symbols
from .expr.graph import as_expr
from .expr.node import symbols_of
from .formulation import Equations, MotionEquations, derive, of_tree
from .formulation.assemblies import with_acting_assemblies
from .formulation.constrained import Constrained
from .formulation.derivatives import Derivatives
from .formulation.index3 import index3, index3_slopes, stretch
from .formulation.inspection import force_origins, forces_by_origin, partial_velocities
from .formulation.loads import loads, prescribing_loads, reaching_rows, wrench_table
from .formulation.massless import check_masses
from .formulation.slopes import motion_slopes
from .formulation.variations import (
    channel_variations,
    is_large,
    parameter_variations,
    pencil_variations,
    rate_variations,
)
from .kernels import ClosedProgram, Kernel, Separated, compile_function, compile_known, compile_separated
from .mechanics.absolute import AbsoluteSystem, compile_absolute
from .mechanics.row_table import RowTable
from .mechanics.tree_rows import tree_rows
from .model import Body, Model, Point, starting_values
from .model.content import content_hash
from .model.pure import check_functions
from .numerics.newton import newton
from .results import GeneralizedForces, Jacobian, PartialVelocities, State
from .results.state import check_owner
from .rolling import OUTPUTS as LOOPS
from .rolling import roll
from .state_channels import StateChannels, traced_channel
from .topology import Layout, Topology, find_topology

PRESCRIBED = 1e-6
"""How far a value that is given for a driven or locked coordinate may be from its own, relative."""
ROUNDING = 1e-14
"""A pivot below this is what rounding left of zero."""

OUTPUTS: dict[str, Callable[[MotionEquations], dict[str, Any]]] = {
    "acceleration": lambda e: {"u_dot": e.acceleration[0], "pivot": e.acceleration[1]},
    "multipliers": lambda e: {"u_dot": e.by_mass_matrix[0], "lam": e.by_mass_matrix[1], "pivot": e.by_mass_matrix[2]},
    "rates": lambda e: {
        "q_dot": e.q_dot,
        "u_dot": e.acceleration[0],
        "z_dot": e.z_dot,
        "pivot": e.acceleration[1],
    },
    "unknowns": lambda e: {"r": e.residual, "r_s": e.residual_s},
    "kinematics": lambda e: {"q_dot": e.q_dot},
    "state_rates": lambda e: {"z_dot": e.z_dot},
    "dynamics": lambda e: {"M": e.M, "h": e.h},
    "position": lambda e: {"g": e.g},
    "velocity": lambda e: {"g_dot": e.g_dot},
    "residuals": lambda e: {"position": array([*e.g, *e.invariants]), "velocity": e.g_dot},
    "rows": lambda e: dict(zip(("P", "P_0", "P_00"), e.constraint_matrices, strict=True)),
    "reaching_rows": lambda e: {"P": _reaching_rows(e)},
    "energy": lambda e: {"kinetic": e.kinetic_energy, "potential": e.potential_energy},
    "mass_matrix": lambda e: {"M": e.M},
    "closure": lambda e: {"g": e.g, "g_q": e.g_q, "invariants": e.invariants, "invariants_q": e.invariants_q},
    "partial_velocities": lambda e: partial_velocities(of_tree(e, "partial velocities")),
    "forces": lambda e: forces_by_origin(of_tree(e, "forces by origin")),
    "rate_variations": rate_variations,
    "attitudes": lambda e: {"R": e.attitudes[0], "p": e.attitudes[1]},
    "body_velocities": lambda e: _body_velocities(e),
    "attitude_slopes": lambda e: {"R_q": e.slopes(e.attitudes[0]), "p_q": e.slopes(e.attitudes[1])},
}
"""The functions a system has, and what of the equations each gives. A kernel is compiled when first asked for."""

MOTION_OUTPUTS: dict[str, Callable[[MotionEquations], dict[str, Any]]] = {
    "loads": lambda e: {
        "wrenches": wrench_table(loads(of_tree(e, "loads"), *e.known)),
        "prescribing": prescribing_loads(of_tree(e, "loads"), *e.known),
    },
    "residual_derivatives": lambda e: Derivatives(e).outputs,
    "parameter_variations": parameter_variations,
}
"""The same for functions that are given accelerations and multipliers too."""

DERIVATIVES = "acceleration_derivatives"
"""The function that gives ∂u̇/∂τ, ∂u̇/∂q and ∂u̇/∂u at fixed z and s: its code depends on the size of the model."""

OF_MOTION = frozenset(("acceleration", "multipliers", "rates", DERIVATIVES))
"""Functions that mean something only where the state satisfies all constraints."""

CHOSEN_OUTPUTS: dict[str, Callable[[MotionEquations, Constrained, float], dict[str, Any]]] = {
    "motion": lambda e, c, alpha: _motion(e, *(c.accelerations(alpha) if e.rows else _plain(e))),
    "motion_slopes": motion_slopes,
    "closing": lambda e, c, alpha: c.corrections(),
}
"""The same for functions that depend on which constraint rows are enforced, and how."""

CHOSEN_FUNCTIONS: dict[str, Callable[[Constrained], Function]] = {
    "index3": index3,
    "index3_slopes": index3_slopes,
    "stretch": lambda c: stretch(c.equations),
}
"""The same for functions that have inputs of their own."""


def _body_velocities(e: MotionEquations) -> dict[str, Any]:
    """(ω, v) of the frames of all bodies in the world, one row each, twins left out."""
    names = [vertex.name for vertex in e.topology.bodies[1:] if not vertex.is_twin]
    parts = {"w": "angular_velocity", "v": "velocity"}
    return {key: array([e.channels[f"{name}.{what}"] for name in names]) for key, what in parts.items()}


def _reaching_rows(e: MotionEquations) -> Any:
    return reaching_rows(e) if isinstance(e, Equations) else e.constraint_matrices[0]


def _plain(e: MotionEquations) -> tuple[Any, Any, Any]:
    u_dot, pivot = e.acceleration
    return u_dot, np.zeros(0), pivot


def _motion(e: MotionEquations, u_dot: Any, lam: Any, pivot: Any) -> dict[str, Any]:
    return {"q_dot": e.q_dot, "u_dot": u_dot, "z_dot": e.z_dot, "power": e.power(u_dot, lam), "pivot": pivot}


@dataclass(frozen=True, eq=False)
class System:
    """A compiled model: its topology, its equations, and native code for whatever is asked of them."""

    model: Model
    """As it was drawn; in that of `equations`, assemblies are the force or hinge they make."""
    topology: Topology
    equations: MotionEquations
    _kernels: dict[str, Kernel] = field(default_factory=dict, repr=False)
    _channels: dict[tuple[str, ...], tuple[Kernel, tuple[str, ...]]] = field(default_factory=dict, repr=False)

    _read: dict[str, tuple[Callable[..., Any], bool]] = field(default_factory=dict, repr=False)

    @property
    def layout(self) -> Layout:
        """Names and places of coordinates and speeds."""
        return self.topology.layout

    @property
    def row_count(self) -> int:
        """How many constraint rows there are."""
        return len(self.equations.g_dot)

    @property
    def invariant_count(self) -> int:
        """How many conditions coordinates satisfy by themselves: norms of Euler parameters."""
        return len(self.equations.invariants)

    def invariant_places(self, number: int) -> list[int]:
        """The places in q of the coordinates of an invariant."""
        inside = {node.uid for node in symbols_of([as_expr(self.equations.invariants[number])])}
        return [k for k, symbol in enumerate(self.equations.symbols.q) if symbol.uid in inside]

    @cached_property
    def free_coordinates(self) -> tuple[int, ...]:
        """Places in q of coordinates that are not prescribed."""
        held = {entry.q for entry in (*self.layout.driven, *self.layout.locked)}
        return tuple(k for k in range(self.layout.nq) if k not in held)

    @cached_property
    def free_speeds(self) -> tuple[int, ...]:
        """Places in u of speeds that are not prescribed."""
        held = {entry.u for entry in (*self.layout.driven, *self.layout.locked)}
        return tuple(k for k in range(self.layout.nu) if k not in held)

    def scales(self, length: float) -> tuple[np.ndarray, np.ndarray]:
        """Sizes of a unit of (speeds, coordinates): `length` for displacements, one for angles."""
        return scales_of(self, length)

    def row_table(self, state: State) -> RowTable:
        """Which connection every constraint row belongs to, its size and its wrench."""
        return tree_rows(self, state)

    def kernel(self, name: str) -> Kernel:
        """Native code for one of the functions in `OUTPUTS` or `MOTION_OUTPUTS`, or for `DERIVATIVES`."""
        if name not in (*OUTPUTS, *MOTION_OUTPUTS, DERIVATIVES):
            raise ModelError(unknown("function of a system", name, [*OUTPUTS, *MOTION_OUTPUTS, DERIVATIVES]))
        if name == DERIVATIVES and name not in self._kernels:
            self._kernels[name] = _compile_derivatives(self.equations)
        if name not in self._kernels:
            trace = partial(_traced, self.equations, name)
            known = self._unchanged
            self._kernels[name] = compile_known(trace, f"{known} {name}") if known else compile_function(trace())
        return self._kernels[name]

    @cached_property
    def _content(self) -> str | None:
        """What native code of an equal model is found by, where one was compiled before; None where nothing is."""
        return content_hash(self.model) if isinstance(self.equations, Equations) else None

    @property
    def _unchanged(self) -> str | None:
        """The same; raises where functions of users no longer give what they gave when they were connected."""
        if self._content is None:
            check_functions(self.model)
        return self._content

    @property
    def is_plain_data(self) -> bool:
        """Whether the model holds nothing of a user's own code."""
        return self._content is not None

    def chosen_kernel(self, name: str, rows: tuple[int, ...], stabilisation: float = 0.0) -> Kernel:
        """Native code for one of the chosen functions, with only some of the constraint rows enforced."""
        key = f"{name} of rows {rows} with {stabilisation}"
        if key not in self._kernels:
            trace = partial(_chosen, self.equations, name, rows, stabilisation)
            known = self._unchanged
            self._kernels[key] = compile_known(trace, f"{known} {key}") if known else compile_function(trace())
        return self._kernels[key]

    def channel_kernel(self, names: tuple[str, ...]) -> tuple[Kernel, tuple[str, ...]]:
        """Native code for channels and their derivatives, and the names of its single numbers."""
        if names not in self._channels:
            e = self.equations
            source = e.channels.at_motion(*e.known)
            values = [array(source[name]) for name in names]
            labels = [label for name, value in zip(names, values, strict=True) for label in _labels(name, value.shape)]
            flat = array([x for value in values for x in value.ravel()])
            kernel = compile_function(e.motion_function("channels", **channel_variations(e, flat)))
            self._channels[names] = kernel, tuple(labels)
        return self._channels[names]

    def pencil_kernel(self) -> Kernel:
        """Native code of `pencil_variations`, which is also given the vectors x, μx and w by name."""
        if "pencil" not in self._kernels:
            e, layout = self.equations, self.layout
            sizes = {"q": layout.nq, "u": layout.nu, "z": layout.nz, "s": len(e.s), "lam": len(e.g_dot)}
            d = {name: symbols(f"d_{name}", size) for name, size in sizes.items()}
            rates = {name: symbols(f"e_{name}", sizes[name]) for name in "quz"}
            w = {name: symbols(f"w_{name}", sizes["lam" if name == "g" else name]) for name in "quzsg"}
            given = {f"{part}_{name}": x for part, of in (("d", d), ("e", rates), ("w", w)) for name, x in of.items()}
            inputs = {**e.inputs, "u_dot": e.known[0], "lam": e.known[1], **given}
            function = make_function("pencil", inputs, pencil_variations(e, d, rates, w))
            self._kernels["pencil"] = compile_function(function)
        return self._kernels["pencil"]

    def evaluate(self, name: str, state: State) -> Any:
        """The outputs of one of the functions at a state; accelerations at one that satisfies the constraints only."""
        if name in OF_MOTION:
            violated = self.violations(state)
            if violated:
                raise ModelError(refusal(f"evaluate({name!r})", self.model.name, violated, remedy(self, state)))
        return self.output(name, state)

    def output(self, name: str, state: State) -> Any:
        """The same at any state, open loops or not: what analyses use that move states on purpose."""
        return self.kernel(name)(*self.arguments(state))

    def violations(self, state: State) -> list[Violation]:
        """The loops, constraints, norms, drives and locks that a state violates, and how far; empty if none."""
        check_owner(self.layout, state)
        return violations_of(self, state)

    def evaluate_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The outputs of a function that also takes accelerations and multipliers."""
        return self.kernel(name)(*self.arguments(state), u_dot, lam)

    def channels(self, state: State, outputs: Mapping[str, Callable[[Any], Any]] | None = None) -> StateChannels:
        """Every channel at one state by name, `system.channels(state)["k.force"]`; `outputs` as in `simulate`."""
        return StateChannels(self, state, dict(outputs or {}))

    def channel_function(self, name: str) -> tuple[Callable[..., Any], bool]:
        """A channel as a function, and whether that takes accelerations and multipliers too; traced once."""
        if name not in self._read:
            self._read[name] = traced_channel(self.equations, name)
        return self._read[name]

    def channel_slopes(self, names: tuple[str, ...], state: State, u_dot: Any, lam: Any) -> tuple[tuple[str, ...], Any]:
        """(names of the single numbers, their values and derivatives) of channels of a motion."""
        kernel, labels = self.channel_kernel(names)
        return labels, kernel(*self.arguments(state), u_dot, lam)

    def channel_value(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """A channel of a motion with these accelerations and multipliers."""
        labels, found = self.channel_slopes((name,), state, u_dot, lam)
        value = np.asarray(found.value)
        return float(value[0]) if labels == (name,) else value

    def load_direction(self, name: str, state: State) -> np.ndarray | None:
        """Generalised forces of a unit load on a coordinate or speed; None for other names."""
        if name not in self.layout.q and name not in self.layout.u:
            return None
        return np.eye(self.layout.nu)[self.layout.u_index(name if name in self.layout.u else f"{name}_dot")]

    def body_number(self, name: str) -> int:
        """The place of a body among attitudes; the ground is the first."""
        return int(self.topology.body(name).number)

    def recompiled(self, model: Model) -> System:
        """Another model, in the same way."""
        return compile_model(model)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The Parameters, in the order of derivatives by them."""
        return tuple(p.name for p in self.equations.parameters)

    is_sparse: ClassVar[bool] = False
    """Whether searches are on sparse matrices."""
    sees_reactions: ClassVar[bool] = False
    """Whether forces depend on multipliers: reactions that elements look at are unknowns of the equations instead."""

    def arguments(self, state: State) -> tuple[Any, ...]:
        """What functions of a system are given at a state: (q, u, z, s, t, parameters)."""
        check_owner(self.layout, state)
        values = self._parameter_values(state)
        return state.q, state.u, state.z, self._unknowns(state, values), state.t, values

    def _unknowns(self, state: State, values: np.ndarray) -> np.ndarray:
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
                f"the unknown {names[worst]!r} has no value that satisfies its residual at t = {state.t:g}; "
                "check the law it belongs to."
            )
        return s

    @cached_property
    def unknowns(self) -> tuple[str, ...]:
        """The names of the unknowns of elements, and of channels of the motion that their inputs ask for."""
        if not any(connection.inputs for connection in self.topology.forces):
            return self.layout.s
        _ = self.equations.s
        return (*self.layout.s, *self.equations.channels.wanted)

    @cached_property
    def is_large(self) -> bool:
        """Whether derivatives of accelerations come from loops over dense matrices; found once, since it takes time."""
        return is_large(self.equations)

    @cached_property
    def rest(self) -> State:
        """The state in which every hinge is at its plain attitude or the starting value its connection gives."""
        q, u = np.zeros(self.layout.nq), np.zeros(self.layout.nu)
        for branch in self.topology.branches:
            q[branch.q] = branch.hinge.rest_values
        parameters = {p.name: p.value for p in self.equations.parameters}
        state = State(self.layout, q, u, 0.0, parameters)
        return self.prescribed(state.with_values(self._initial()))

    def state(self, values: Mapping[str, float] | None = None, t: float = 0.0) -> State:
        """A state from values by name; the others are those of `rest`. Driven coordinates follow their signals."""
        asked = self.rest.with_values(values, t)
        found = self.prescribed(asked)
        for entry in (*self.layout.driven, *self.layout.locked) if values else ():
            given, own = float(asked.q[entry.q]), float(found.q[entry.q])
            if entry.name in (values or {}) and abs(given - own) > PRESCRIBED * (1.0 + abs(own)):
                how = "driven" if entry in self.layout.driven else "locked"
                raise ModelError(
                    f"state: {entry.name} is {how} and is {own:.6g} at t = {t:g}; {given:.6g} was given. Leave it "
                    f"away, or change what it is {how} by."
                )
        return found

    def prescribed(self, state: State) -> State:
        """The state with driven and locked coordinates and their rates at their values for its time."""
        if not (self.layout.driven or self.layout.locked):
            return state
        q, u = state.q.copy(), state.u.copy()
        for entry in self.layout.driven:
            q[entry.q], u[entry.u] = (entry.value.derivative(state.t, k, state.parameters) for k in (0, 1))
        for entry in self.layout.locked:
            q[entry.q], u[entry.u] = float(state.worth(entry.value)), 0.0
        return replace(state, q=q, u=u)

    def mass_matrix(self, state: State) -> np.ndarray:
        """M(q)."""
        return np.asarray(self.evaluate("dynamics", state).M)

    def bias(self, state: State) -> np.ndarray:
        """h(q, u, t): generalised forces less what velocities and gravity ask for."""
        return np.asarray(self.evaluate("dynamics", state).h)

    def acceleration(self, state: State) -> np.ndarray:
        """u̇ at a state, by the compiled solution. `lw.accelerations` also finds it where that has no sound pivots."""
        try:
            found = self.evaluate("acceleration", state)
        except TraceError:
            found = None  # no pivots whatever the attitude
        if found is None or not (np.isfinite(found.u_dot).all() and found.pivot > ROUNDING):
            raise ModelError(
                f"model {self.model.name!r} has no compiled solution here: rows repeat each other, or a coordinate has "
                "no inertia. Use lw.accelerations(system, state), which finds it or says what is wrong."
            )
        return np.asarray(found.u_dot)

    def constraint_rows(self, state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(P, P_0, P_00) of all constraints and closed loops."""
        rows = self.evaluate("rows", state)
        return rows.P, rows.P_0, rows.P_00

    def energy(self, state: State) -> tuple[float, float]:
        """Kinetic energy, and potential energy of gravity."""
        found = self.evaluate("energy", state)
        return found.kinetic, found.potential

    def partial_velocities(self, state: State) -> PartialVelocities:
        """v_klm and ω_klm of all bodies and their rates, S2 (15)–(17)."""
        found = self.evaluate("partial_velocities", state)
        kept = [v.number for v in self.topology.bodies[1:] if not v.is_twin]
        names = tuple(self.topology.bodies[k].name for k in kept)
        outputs = ("v", "w", "v_dot", "w_dot", "v_0", "w_0", "a_0", "alpha_0", "com", "spin")
        arrays = {name: np.asarray(getattr(found, name))[kept] for name in outputs}
        return PartialVelocities(names, tuple(self.layout.u), **arrays)

    def jacobian(self, point: Point | Body, state: State) -> Jacobian:
        """[ω; v] = J u + V_0 of a point in world axes, and its acceleration at u̇ = 0."""
        name = point.name if isinstance(point, Body) else point.body.name
        number = self.topology.body(name or "").number
        if number == 0:
            return Jacobian(np.zeros((6, self.layout.nu)), np.zeros(6), np.zeros(6))
        at = self.evaluate("attitudes", state)
        own = np.zeros(3) if isinstance(point, Body) else state.worth(point.X.p)
        return self.partial_velocities(state).jacobian(str(name), at.p[number] + at.R[number] @ own)

    def generalized_forces(self, state: State) -> GeneralizedForces:
        """The generalised forces of every element, of gravity and of velocities, S2 (32); their sum is `bias`."""
        found = self.evaluate("forces", state)
        names = force_origins(of_tree(self.equations, "forces by origin"))
        elements = dict(zip(names, np.asarray(found.elements), strict=True))
        return GeneralizedForces(tuple(self.layout.u), elements, np.asarray(found.gravity), np.asarray(found.inertia))

    def report(self) -> str:
        """The model in words: bodies, tree, loops, coordinates. `lw.report(system)` adds what can move, and how."""
        return self.equations.report()

    def _initial(self) -> dict[str, float]:
        names = {*self.layout.q, *self.layout.u, *self.layout.z}
        return {name: float(value) for name, value in starting_values(self.equations.model).items() if name in names}

    def _parameter_values(self, state: State) -> np.ndarray:
        return np.array([state.parameters.get(p.name, p.value) for p in self.equations.parameters])

    def __repr__(self) -> str:
        return f"<system {self.model.name!r}: {self.layout.nq} coordinates, {self.layout.nu} speeds>"


def _labels(name: str, shape: tuple[int, ...]) -> list[str]:
    if shape == (3,):
        return [f"{name}.{axis}" for axis in "xyz"]
    return [f"{name}[{', '.join(map(str, place))}]" for place in np.ndindex(*shape)] if shape else [name]


def _traced(equations: MotionEquations, name: str) -> Function | ClosedProgram:
    """One of the functions of a system, in loops where that is faster."""
    straight = partial(_straight, equations, name)
    rolls = name in LOOPS and isinstance(equations, Equations)
    return (roll(of_tree(equations, "loops"), name, straight) if rolls else None) or straight()


def _straight(equations: MotionEquations, name: str) -> Function:
    if name in OUTPUTS:
        return equations.function(name, **OUTPUTS[name](equations))
    return equations.motion_function(name, **MOTION_OUTPUTS[name](equations))


def _chosen(equations: MotionEquations, name: str, rows: tuple[int, ...], stabilisation: float) -> Function:
    """One of the functions with chosen rows."""
    constrained = equations.under(rows)
    if name in CHOSEN_FUNCTIONS:
        return CHOSEN_FUNCTIONS[name](constrained)
    return equations.function(name, **CHOSEN_OUTPUTS[name](equations, constrained, stabilisation))


def _compile_derivatives(equations: MotionEquations) -> Kernel:
    """∂u̇/∂(τ, q, u): code without loops, or loops over dense matrices for large trees."""
    found = Derivatives(equations)
    if not found.is_large:
        return compile_function(equations.function(DERIVATIVES, **found.accelerations))
    factors = equations.function(DERIVATIVES, **found.separated)
    return compile_separated(Separated(factors, ("u_dot_tau", "u_dot_q", "u_dot_u"), *found.common.sides()))


MODEL = Kind(lambda value: isinstance(value, Model), "a model, lw.Model(…)")


@overload
def compile_model(model: Model, formulation: Literal["tree"] = "tree") -> System: ...


@overload
def compile_model(model: Model, formulation: Literal["absolute"]) -> AbsoluteSystem: ...


@takes(model=MODEL, formulation=NAME)
def compile_model(model: Model, formulation: str = "tree") -> System | AbsoluteSystem:
    """A frozen system from a model: topology found, equations derived; code is compiled as it is needed.

    `formulation` is "tree" (the coordinates of hinges; loops are opened) or "absolute" (six coordinates a body and a
    sparse system, for models of many bodies and for weak forms in time).
    """
    if formulation == "absolute":
        return compile_absolute(model)
    if formulation != "tree":
        raise ModelError(f"compile_model: {unknown('formulation', formulation, ['tree', 'absolute'])}")
    check_functions(model)
    frozen = model.sealed()
    acting = with_acting_assemblies(frozen)
    topology = find_topology(acting)
    check_masses(topology)
    return System(frozen, topology, derive(acting, topology))
