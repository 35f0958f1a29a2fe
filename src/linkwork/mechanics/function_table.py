"""The functions of a system, one table: name → (inputs, what is traced, what may be chosen).

`System.kernel(name, **choice)` compiles an entry when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..channels import component_names
from ..contract import ModelError
from ..contract.errors import unknown
from ..expr import Function, array, make_function, opaque
from ..formulation import MotionEquations
from ..formulation.body_momenta import body_momenta, velocity_force_slopes
from ..formulation.contact_step import chart_state, contact_motion, contact_place, contact_points
from ..formulation.derivatives import Derivatives
from ..formulation.equations.constrained_dynamics import NO_GAINS, Gains, solved_under_all
from ..formulation.index3 import (
    index3,
    index3_inputs,
    index3_slopes,
    motion_slopes,
    stretch,
    stretch_inputs,
    weak_inputs,
    weak_terms,
)
from ..formulation.inspection import forces_by_origin, traced_partial_velocities
from ..formulation.loads import connection_loads, prescribing_loads, wrench_table
from ..formulation.shared_loads import can_share, shared_multipliers
from ..formulation.variations import (
    channel_variations,
    parameter_variations,
    pencil_inputs,
    pencil_variations,
    rate_variations,
)
from ..kernels import Separated
from ..kernels.program import ProgramSource
from ..numerics.redundant_rows import ConstrainedSolution
from ..topology.contact_margins import margins_of
from .tree_loops import roll

Rows = tuple[int, ...]
Outputs = Callable[..., dict[str, Any]]

DERIVATIVES = "acceleration_derivatives"
"""The function that gives ∂u̇/∂τ, ∂u̇/∂q and ∂u̇/∂u at fixed z and s: its code depends on the size of the model."""


def of_state(e: MotionEquations, **_: Any) -> dict[str, Any]:
    """(q, u, z, s, t, parameters)."""
    return e.tracer.inputs


def of_motion(e: MotionEquations, **_: Any) -> dict[str, Any]:
    """The same, then accelerations u̇ and multipliers λ."""
    return e.tracer.motion_inputs


@dataclass(frozen=True)
class FunctionEntry:
    """A function of a system: `outputs` are traced from `inputs`, both of the equations and of what is chosen."""

    outputs: Outputs
    inputs: Outputs = of_state
    choice: Mapping[str, Any] = field(default_factory=dict)
    """What may be chosen, with its default."""
    loops: Callable[[MotionEquations, str, Callable[[], Function]], ProgramSource | None] | None = None
    """Writes it in loops over tables; gives None where straight-line code is faster."""
    is_dynamic: bool = False
    """Whether it means something only where the state satisfies all constraints."""

    def chosen(self, name: str, choice: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values of everything that may be chosen, in the order of the entry."""
        for word in choice:
            if word not in self.choice:
                raise ModelError(f"kernel({name!r}): {unknown('choice', word, list(self.choice))}")
        return tuple(choice.get(word, default) for word, default in self.choice.items())

    def trace(self, e: MotionEquations, name: str, values: tuple[Any, ...]) -> ProgramSource:
        """The function, in loops where that is faster."""
        straight = partial(self._straight, e, name, values)
        return (self.loops(e, name, straight) if self.loops else None) or straight()

    def _straight(self, e: MotionEquations, name: str, values: tuple[Any, ...]) -> Function:
        choice = dict(zip(self.choice, values, strict=True))
        return make_function(name, self.inputs(e, **choice), self.outputs(e, **choice))


def function_entry(name: str) -> FunctionEntry:
    """The entry of a name."""
    if name not in TABLE:
        raise ModelError(unknown("function of a system", name, [*TABLE]))
    return TABLE[name]


def _separated(e: MotionEquations, name: str, straight: Callable[[], Function]) -> Separated | None:
    """∂u̇/∂(τ, q, u) by loops over dense matrices, for large trees."""
    found = Derivatives(e)
    if not found.is_large:
        return None
    factors = make_function(name, e.tracer.inputs, found.separated)
    return Separated(factors, ("u_dot_tau", "u_dot_q", "u_dot_u"), *found.common.sides())


def _acceleration(e: MotionEquations) -> dict[str, Any]:
    u_dot, pivot = e.forward_dynamics.acceleration
    return {"u_dot": u_dot, "pivot": pivot}


def _multipliers(e: MotionEquations) -> dict[str, Any]:
    return dict(zip(("u_dot", "lam", "pivot"), e.forward_dynamics.by_mass_matrix, strict=True))


def _rates(e: MotionEquations) -> dict[str, Any]:
    u_dot, pivot = e.forward_dynamics.acceleration
    return {"q_dot": e.kinematics.q_dot, "u_dot": u_dot, "z_dot": e.laws.z_dot, "pivot": pivot}


def _motion(
    e: MotionEquations, rows: Rows, stabilisation: Gains, solution: ConstrainedSolution | None
) -> dict[str, Any]:
    """q̇, u̇, ż and the power of all elements, with only `rows` enforced, or all of them by a `solution`."""
    u_dot, lam, pivot = _accelerations(e, rows, stabilisation, solution)
    rates = {"q_dot": e.kinematics.q_dot, "u_dot": u_dot, "z_dot": e.laws.z_dot}
    return {**rates, "power": e.energies.power(u_dot, lam), "pivot": pivot}


def _accelerations(
    e: MotionEquations, rows: Rows, stabilisation: Gains = NO_GAINS, solution: ConstrainedSolution | None = None
) -> tuple[Any, Any, Any]:
    """(u̇, λ, smallest pivot)."""
    if e.rows.by_connection:
        under = e.forward_dynamics.under(rows)
        if solution is None:
            return under.accelerations(stabilisation)
        n, m = len(e.kinematics.free), len(e.rows.nonzero)
        solver = opaque(solution.of(e.rows.nonzero).flat(n, m), n * n + n + m * n + m, n + m, name=solution.method)
        return solved_under_all(under, solver, stabilisation)
    u_dot, pivot = e.forward_dynamics.acceleration
    return u_dot, np.zeros(0), pivot


def _closure(e: MotionEquations) -> dict[str, Any]:
    k = e.kinematics
    return {"g": e.rows.g, "g_q": e.rows.g_q, "invariants": k.invariants, "invariants_q": k.invariants_q}


def _residuals(e: MotionEquations) -> dict[str, Any]:
    return {"position": array([*e.rows.g, *e.kinematics.invariants]), "velocity": e.rows.g_dot}


def _body_poses(e: MotionEquations) -> dict[str, Any]:
    R, p = e.kinematics.body_poses
    return {"R": R, "p": p}


def _body_pose_slopes(e: MotionEquations) -> dict[str, Any]:
    R, p = e.kinematics.body_poses
    return {"R_q": e.kinematics.slopes(R), "p_q": e.kinematics.slopes(p)}


def _loads(e: MotionEquations) -> dict[str, Any]:
    d = e.origin.of_tree("loads").dynamics
    return {"wrenches": wrench_table(connection_loads(d, *d.known)), "prescribing": prescribing_loads(d, *d.known)}


def _body_velocities(e: MotionEquations) -> dict[str, Any]:
    """(ω, v) of the frames of all bodies in the world, one row each, twins left out."""
    names = [vertex.name for vertex in e.topology.bodies[1:] if vertex.is_drawn]
    parts = {"w": "angular_velocity", "v": "velocity"}
    return {key: array([e.channels[f"{name}.{what}"] for name in names]) for key, what in parts.items()}


def _channels(e: MotionEquations, channels: tuple[str, ...]) -> dict[str, Any]:
    """Channels, one number after the other, and their derivatives by everything."""
    return channel_variations(e, array([x for value in _expressions(e, channels) for x in value.ravel()]))


@lru_cache(maxsize=64)
def channel_labels(e: MotionEquations, channels: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the single numbers of channels, as the function "channels" gives them."""
    found = zip(channels, _expressions(e, channels), strict=True)
    return tuple(label for name, value in found for label in component_names(name, value.shape))


def _values(e: MotionEquations, channels: tuple[str, ...]) -> dict[str, Any]:
    """Channels `c0`, `c1`, … of a state, in the order of their names."""
    return {f"c{k}": e.channels[name] for k, name in enumerate(channels)}


def _motion_values(e: MotionEquations, channels: tuple[str, ...]) -> dict[str, Any]:
    """The same where some are channels of accelerations or multipliers."""
    return {f"c{k}": value for k, value in enumerate(_expressions(e, channels))}


def _contact_margins(e: MotionEquations, rows: Rows) -> dict[str, Any]:
    """What ends modes of contacts, with forces under the rows that are enforced."""
    u_dot, lam, _ = _accelerations(e, rows)
    channels = e.channels.at_motion(u_dot, lam)
    return {"values": array([channels[margin.name] for margin in margins_of(e.channels.contacts)])}


def _observed(e: MotionEquations, rows: Rows, channels: tuple[str, ...]) -> dict[str, Any]:
    """Channels of a state in motion, one number after the other, with only `rows` enforced."""
    source: Any = e.channels
    if not all(name in source for name in channels):
        source = e.channels.at_motion(*_loaded(e, rows)[:2])
    return {"values": array([x for name in channels for x in array(source[name]).ravel()])}


def _loaded(e: MotionEquations, rows: Rows) -> tuple[Any, Any, Any]:
    """(u̇, λ, smallest pivot) with only `rows` enforced; the others share their loads where expressions can tell."""
    u_dot, lam, pivot = _accelerations(e, rows)
    if can_share(e, rows):
        lam = shared_multipliers(e.origin.of_tree("shared loads"), rows, u_dot, lam)
    return u_dot, lam, pivot


def _expressions(e: MotionEquations, channels: tuple[str, ...]) -> list[Any]:
    """Channels, which may be those of accelerations and multipliers."""
    source = e.channels.at_motion(*e.dynamics.known)
    return [array(source[name]) for name in channels]


ROWS: dict[str, Any] = {"rows": ()}

TABLE: dict[str, FunctionEntry] = {
    "acceleration": FunctionEntry(_acceleration, loops=roll, is_dynamic=True),
    "multipliers": FunctionEntry(_multipliers, is_dynamic=True),
    "loaded": FunctionEntry(
        lambda e, rows: dict(zip(("u_dot", "lam", "pivot"), _loaded(e, rows), strict=True)), choice=ROWS
    ),
    "rates": FunctionEntry(_rates, loops=roll, is_dynamic=True),
    DERIVATIVES: FunctionEntry(lambda e: Derivatives(e).accelerations, loops=_separated, is_dynamic=True),
    "unknowns": FunctionEntry(lambda e: {"r": e.unknowns.residual, "r_s": e.unknowns.residual_s}),
    "kinematics": FunctionEntry(lambda e: {"q_dot": e.kinematics.q_dot}),
    "state_rates": FunctionEntry(lambda e: {"z_dot": e.laws.z_dot}),
    "dynamics": FunctionEntry(lambda e: {"M": e.dynamics.M, "h": e.dynamics.h}),
    "mass_matrix": FunctionEntry(lambda e: {"M": e.dynamics.M}),
    "position": FunctionEntry(lambda e: {"g": e.rows.g}),
    "velocity": FunctionEntry(lambda e: {"g_dot": e.rows.g_dot}),
    "residuals": FunctionEntry(_residuals),
    "rows": FunctionEntry(lambda e: dict(zip(("P", "P_0", "P_00"), e.rows.matrices, strict=True))),
    "reaching_rows": FunctionEntry(lambda e: {"P": e.dynamics.reaching_rows}),
    "closure": FunctionEntry(_closure),
    "invariants": FunctionEntry(
        lambda e: {"invariants": e.kinematics.invariants, "invariants_q": e.kinematics.invariants_q}
    ),
    "energy": FunctionEntry(lambda e: {"kinetic": e.energies.kinetic, "potential": e.energies.potential}),
    "kinks": FunctionEntry(lambda e: {"values": array(e.laws.kinks)}),
    "partial_velocities": FunctionEntry(lambda e: traced_partial_velocities(e.origin.of_tree("partial velocities"))),
    "forces": FunctionEntry(lambda e: forces_by_origin(e.origin.of_tree("forces by origin"))),
    "body_poses": FunctionEntry(_body_poses),
    "body_pose_slopes": FunctionEntry(_body_pose_slopes),
    "body_velocities": FunctionEntry(_body_velocities),
    "body_momenta": FunctionEntry(lambda e: body_momenta(e.origin.of_tree("momenta of bodies"))),
    "velocity_force_slopes": FunctionEntry(lambda e: velocity_force_slopes(e.origin.of_tree("momenta of bodies"))),
    "rate_variations": FunctionEntry(rate_variations),
    "loads": FunctionEntry(_loads, of_motion),
    "residual_derivatives": FunctionEntry(lambda e: Derivatives(e).outputs, of_motion),
    "parameter_variations": FunctionEntry(parameter_variations, of_motion),
    "values": FunctionEntry(_values, choice={"channels": ()}),
    "motion_values": FunctionEntry(_motion_values, of_motion, {"channels": ()}),
    "channels": FunctionEntry(_channels, of_motion, {"channels": ()}),
    "kink_variations": FunctionEntry(lambda e: channel_variations(e, array(e.laws.kinks)), of_motion),
    "pencil": FunctionEntry(pencil_variations, pencil_inputs),
    "motion": FunctionEntry(_motion, choice={**ROWS, "stabilisation": NO_GAINS, "solution": None}),
    "motion_slopes": FunctionEntry(
        lambda e, rows, stabilisation: motion_slopes(e, e.forward_dynamics.under(rows), stabilisation),
        choice={**ROWS, "stabilisation": NO_GAINS},
    ),
    "contact_margins": FunctionEntry(_contact_margins, choice=ROWS),
    "chart_state": FunctionEntry(lambda e: chart_state(e.origin.of_tree("states on their chart"))),
    "contact_place": FunctionEntry(lambda e: contact_place(e.origin.of_tree("places of contacts"))),
    "contact_points": FunctionEntry(lambda e: contact_points(e.origin.of_tree("points of contacts"))),
    "contact_motion": FunctionEntry(lambda e: contact_motion(e.origin.of_tree("laws of contacts"))),
    "observed": FunctionEntry(_observed, choice={**ROWS, "channels": ()}),
    "projection": FunctionEntry(lambda e, rows: e.forward_dynamics.under(rows).corrections(), choice=ROWS),
    "index3": FunctionEntry(index3, index3_inputs, ROWS),
    "index3_slopes": FunctionEntry(index3_slopes, index3_inputs, ROWS),
    "stretch": FunctionEntry(stretch, stretch_inputs),
    "weak": FunctionEntry(weak_terms, weak_inputs),
}
"""All functions of a system. Loads, partial velocities, forces by origin and weak forms are of trees only."""
