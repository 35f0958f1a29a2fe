"""The functions of a tree: native code at the arguments of a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..contract import ModelError
from ..contract.parameters import parameter_values
from ..formulation.inputs_over_time import TimeInput
from ..formulation.suspects import Examined
from ..formulation.variations import is_large
from ..results import Jacobian, PartialVelocities, State
from .asked_once import asked_once
from .function_table import DERIVATIVES, function_entry
from .functions import BalanceFunctions, SystemFunctions
from .motion import StateMotion, Weights, tree_motion
from .tree_batches import StateRows, rows_of_columns, rows_of_states

VELOCITY_PARTS = ("v", "w", "v_dot", "w_dot", "v_0", "w_0", "a_0", "alpha_0", "com", "spin")


@dataclass(frozen=True, eq=False)
class TreeFunctions(SystemFunctions):
    """Those of `function_table`."""

    system: Any

    def at(self, name: str, state: State) -> Any:
        """The results of one of the functions."""
        return self.system.kernel(name)(*self.system.arguments(state))

    def at_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The results of a function that also takes accelerations and multipliers."""
        return self.system.kernel(name)(*self.system.arguments(state), u_dot, lam)

    def balance(self, state: State, u_dot: np.ndarray, lam: np.ndarray) -> Any:
        """Dense."""
        return tree_balance(self.system, state, u_dot, lam)

    def is_dynamic(self, name: str) -> bool:
        """As its entry says."""
        return function_entry(name).is_dynamic

    @cached_property
    def inputs_over_time(self) -> tuple[TimeInput, ...]:
        """As equations say."""
        return self.system.equations.origin.inputs_over_time(lambda name: self.system.channel_table[name].shape)

    def state_rows(self, members: Sequence[State] | Mapping[str, np.ndarray]) -> StateRows | None:
        """States, or columns where no coordinate is prescribed."""
        if not isinstance(members, Mapping):
            return rows_of_states(self.system, members)
        layout = self.system.layout
        return None if layout.driven or layout.locked else rows_of_columns(self.system, members)

    @property
    def kink_owners(self) -> tuple[str, ...]:
        """As laws say."""
        return self.system.equations.laws.kink_owners

    @property
    def untraced(self) -> list[tuple[str, Any]]:
        """As laws say."""
        return [] if self.system.kernel.of_plain_data else self.system.equations.laws.opaque

    def unknown_slopes(self, state: State) -> dict[str, np.ndarray]:
        """Of all elements together, taken apart."""
        places = self.system.layout.s_of
        slopes = np.asarray(self.at("unknowns", state).r_s) if places else np.zeros((0, 0))
        return {name: slopes[own, own] for name, own in places.items()}

    @property
    def has_loops(self) -> bool:
        """Whether derivatives of accelerations come from loops over dense matrices."""
        return is_large(self.system.equations)

    def motion(self, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
        """Accelerations and multipliers."""
        return tree_motion(self.system, state, method, weights)

    def jacobian(self, body: str, arm: np.ndarray, state: State) -> Jacobian:
        """By the partial velocities of its body."""
        place = self.at("body_poses", state).p[self.system.chart.body_number(body)] + arm
        return named_velocities(self.system, self.at("partial_velocities", state)).jacobian(body, place)

    def examined(self, state: State) -> list[Examined]:
        """All elements."""
        return tree_examined(self.system, state)


def named_velocities(system: Any, found: Any) -> PartialVelocities:
    """Results of "partial_velocities" by the names of bodies; bodies that are cut count once."""
    kept = [v.number for v in system.topology.bodies[1:] if v.is_drawn]
    names = tuple(system.topology.bodies[k].name for k in kept)
    arrays = {name: np.asarray(getattr(found, name))[kept] for name in VELOCITY_PARTS}
    return PartialVelocities(names, tuple(system.layout.u), **arrays)


def tree_examined(system: Any, state: State) -> list[Examined]:
    """All elements with what they measure, are given and give at a state."""
    found = system.equations.origin.suspects
    named = {f"s{k}_{part}": value for k, x in enumerate(found) for part, value in x.parts.items()}
    numbers = dict(zip(named, _numbers(system, state, named), strict=True))
    return [(x.name, x, {part: numbers[f"s{k}_{part}"] for part in x.parts}) for k, x in enumerate(found)]


def _numbers(system: Any, state: State, named: dict[str, Any]) -> list[np.ndarray]:
    try:
        arguments = system.arguments(state)
    except ModelError:  # a law that is NaN leaves unknowns without a solution; what else is wrong is looked for first
        values = parameter_values(system.equations.parameters)
        arguments = (state.q, state.u, state.z, np.zeros(len(system.unknowns)), state.t, values)
    with np.errstate(all="ignore"):
        found = system.equations.tracer.function("values", **named)(*arguments)
    return [np.atleast_1d(np.asarray(x, float)).ravel() for x in found]


@asked_once
def _holonomic(system: Any) -> np.ndarray:
    """The holonomic rows among all rows."""
    return np.asarray(system.rows.table(system.rest).holonomic)


def tree_balance(system: Any, state: State, u_dot: np.ndarray, lam: np.ndarray) -> BalanceFunctions:
    """All that a search for rest asks for; unknowns of elements follow the state.

    Of large trees, whose slopes come from loops, r_q is −M ∂u̇/∂q: the same where the accelerations are those of the
    motion.
    """
    functions, nq, nu, nz = system.functions, system.layout.nq, system.layout.nu, system.layout.nz
    dynamics, closure = functions.at("dynamics", state), functions.at("closure", state)
    M, h = np.atleast_2d(dynamics.M), np.atleast_1d(dynamics.h)
    P = np.asarray(functions.at("rows", state).P, dtype=float).reshape(len(lam), nu)
    f = functions.at("rate_variations", state)
    z_dot = np.atleast_1d(functions.at("state_rates", state).z_dot) if nz else np.zeros(0)
    z_dot_q, z_dot_z = f.z_dot_q, f.z_dot_z
    r_lam, z_dot_lam = np.zeros((nu, len(lam))), np.zeros((nz, len(lam)))
    if functions.has_loops:
        r_q, r_z = -M @ functions.at(DERIVATIVES, state).u_dot_q, np.zeros((nu, nz))
    else:
        by = functions.at_motion("residual_derivatives", state, u_dot, lam)
        r_q, r_z = by.r_q, by.r_z
        if system.rows.are_seen:
            r_lam, z_dot_lam = by.r_lam, by.z_dot_lam
        if len(f.R_s):
            s_q, s_z = (-np.linalg.solve(f.R_s, x) for x in (f.R_q, f.R_z))
            r_q, r_z = r_q + by.r_s @ s_q, r_z + by.r_s @ s_z
            z_dot_q, z_dot_z = z_dot_q + f.z_dot_s @ s_q, z_dot_z + f.z_dot_s @ s_z
    q_dot_u = np.asarray(f.q_dot_u, dtype=float).reshape(nq, nu)
    turns_q = q_dot_u if np.array_equal(q_dot_u, np.eye(nq)) else np.linalg.pinv(q_dot_u)
    # Rows on speeds forbid the displacements that they would forbid as rates.
    g, g_q, held = np.zeros(len(lam)), P @ turns_q, _holonomic(system)
    g[held] = np.ravel(closure.g)
    g_q[held] = np.asarray(closure.g_q, dtype=float).reshape(len(held), nq)
    invariants = np.ravel(closure.invariants)
    invariants_q = np.asarray(closure.invariants_q, dtype=float).reshape(len(invariants), nq)
    r = M @ u_dot - h - (P.T - r_lam) @ lam
    found = r, z_dot, g, invariants, r_q, r_z, r_lam, z_dot_q, z_dot_z, z_dot_lam
    return BalanceFunctions._make([*map(np.asarray, found), g_q, invariants_q, P, M, q_dot_u, turns_q])
