"""The functions of a system in absolute coordinates, at states of body frames: the same names and results as a tree's.

A body has the coordinates (e0, e1, e2, e3, x, y, z) and the speeds (ω, v of its frame, world axes); unknowns of
elements follow. Norms of Euler parameters are invariants; nothing is prescribed; joints, drives and locks are rows.
Matrices are dense up to `DENSE` speeds and sparse above.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from ..absolute.channels import wrenches
from ..absolute.configuration import cross_products
from ..absolute.element_kinks import ElementKinks
from ..absolute.motion import accelerate, least_multipliers, rank_of_rows
from ..absolute.suspects import examined
from ..contract import ModelError
from ..contract.errors import unknown
from ..formulation.inputs_over_time import TimeInput, inputs_over_time
from ..formulation.suspects import Examined
from ..numerics.redundant_rows import CONSTRAINED_SOLVERS
from ..results import Jacobian, State
from .absolute_channel_slopes import frame_kink_variations
from .absolute_slopes import frame_balance, frame_parameter_variations, frame_rate_variations, residual_derivatives
from .block_diagonal import BlockDiagonal
from .frames import DENSE, Frames, frame_cross_matrices, frames_at, invariants, invariants_q
from .functions import SystemFunctions
from .motion import CONTRADICTION_TOLERANCE, Contradictory, StateMotion, Weights, solved_motion
from .port import OF_HINGES, lacking

OF_MOTION = frozenset(("acceleration", "multipliers"))
"""Functions that mean something only where the state satisfies all constraints."""


@cache
def _result(names: tuple[str, ...]) -> Any:
    return namedtuple("Result", names)


def named_results(**values: Any) -> Any:
    """Results by name."""
    return _result(tuple(values))(**values)


def _closure(f: Frames) -> Any:
    g_q = f.A[f.holonomic] @ f.E
    return named_results(
        g=f.rates.g[f.holonomic],
        g_q=f.matrix(g_q),
        invariants=invariants(f),
        invariants_q=invariants_q(f),
    )


def _position(f: Frames) -> Any:
    return named_results(g=f.rates.g[f.holonomic])


def _residuals(f: Frames) -> Any:
    return named_results(position=np.concatenate([f.rates.g[f.holonomic], invariants(f)]), velocity=f.rates.psi)


def _rows(f: Frames) -> Any:
    A = f.A
    own = f.at.u[: f.nu]
    return named_results(P=f.matrix(A @ f.B), P_0=f.rates.psi - A @ own, P_00=f.rates.P_00 + A @ f.bias[: f.nu])


def _kinematics(f: Frames) -> Any:
    q, u = f.state.q, f.state.u
    found = np.empty(f.nq)
    pose, twist = q[: 7 * f.bodies].reshape(-1, 7), u[: 6 * f.bodies].reshape(-1, 6)
    rate, w = found[: 7 * f.bodies].reshape(-1, 7), twist[:, :3]
    rate[:, 0] = -0.5 * (pose[:, 1:4] * w).sum(axis=1)
    rate[:, 1:4] = 0.5 * (pose[:, :1] * w + cross_products(w, pose[:, 1:4]))
    rate[:, 4:] = twist[:, 3:]
    found[7 * f.bodies :] = u[6 * f.bodies :]
    return named_results(q_dot=found)


def _multipliers(f: Frames) -> Any:
    """u̇ of frames and λ of the motion, by one sparse system."""
    found = accelerate(f.system, f.at, f.tables)
    return named_results(u_dot=_of_frames(f, found.u_dot), lam=found.lam, gap=found.gap)


def _energy(f: Frames) -> Any:
    with f.system.assembly.borrowed(f.tables) as elements:
        kinetic, potential = elements.energy(f.at)
    return named_results(kinetic=kinetic, potential=potential)


def _body_poses(f: Frames) -> Any:
    """R and p of all frames, the ground first."""
    R = np.concatenate([np.eye(3)[None], f.rotations])
    p = f.state.q[: 7 * f.bodies].reshape(-1, 7)[:, 4:]
    return named_results(R=R, p=np.concatenate([np.zeros((1, 3)), p]))


def _body_pose_slopes(f: Frames) -> Any:
    """∂R/∂q and ∂p/∂q, dense: δR = δθ̃ R."""
    n = f.bodies
    # Column j of R turns by δθ × R_j.
    by_turn = np.stack([-frame_cross_matrices(f.rotations[:, :, j]) for j in range(3)], axis=2)
    R_q, p_q = np.zeros((n + 1, 3, 3, f.nq)), np.zeros((n + 1, 3, f.nq))
    for k in range(n):
        R_q[k + 1, :, :, 7 * k : 7 * k + 7] = by_turn[k] @ f.E.blocks[k, :3]
        p_q[k + 1, :, 7 * k + 4 : 7 * k + 7] = np.eye(3)
    return named_results(R_q=R_q, p_q=p_q)


def _body_velocities(f: Frames) -> Any:
    twist = f.state.u[: 6 * f.bodies].reshape(-1, 6)
    return named_results(w=twist[:, :3].copy(), v=twist[:, 3:].copy())


def _body_momenta(f: Frames) -> Any:
    """Of all bodies as if they were rigid; what elastic coordinates add is in M and h alone (`body_momenta`)."""
    pose, twist = f.state.q[: 7 * f.bodies].reshape(-1, 7), f.state.u[: 6 * f.bodies].reshape(-1, 6)
    mass, own, w = f.tables.bodies[0][:, None], _spin_inertia(f), twist[:, :3]
    C = np.zeros(f.nu)
    taken = C[: 6 * f.bodies].reshape(-1, 6)
    taken[:, 3:] = mass * cross_products(w, cross_products(w, f.arms))
    taken[:, :3] = cross_products(w, np.einsum("nij,nj->ni", own, w)) + cross_products(f.arms, taken[:, 3:])
    inertia = np.zeros((f.bodies, 6, 6))
    inertia[:, :3, :3] = own
    inertia[:, [3, 4, 5], [3, 4, 5]] = mass
    G = inertia @ f.B.blocks
    return named_results(
        p=pose[:, 4:] + f.arms,
        J=f.matrix(BlockDiagonal(f.B.blocks, 0, (0, f.own))),
        G=f.matrix(BlockDiagonal(G, 0, (0, f.own))),
        pi=np.einsum("nij,nj->ni", G, twist).ravel(),
        C=C,
    )


def _velocity_force_slopes(f: Frames) -> Any:
    """∂C/∂u: of C = (ω × Jω + a × c, c) with c = m ω × (ω × a), by ω."""
    w, own, arms = f.state.u[: 6 * f.bodies].reshape(-1, 6)[:, :3], _spin_inertia(f), f.arms
    turn, arm = frame_cross_matrices(w), frame_cross_matrices(arms)
    momentum = frame_cross_matrices(np.einsum("nij,nj->ni", own, w))
    swing = -f.tables.bodies[0][:, None, None] * (frame_cross_matrices(cross_products(w, arms)) + turn @ arm)
    blocks = np.zeros((f.bodies, 6, 6))
    blocks[:, :3, :3] = turn @ own - momentum + arm @ swing
    blocks[:, 3:, :3] = swing
    return named_results(C_u=f.matrix(BlockDiagonal(blocks, 0, (f.own, f.own))))


FUNCTIONS: dict[str, Callable[[Frames], Any]] = {
    "closure": _closure,
    "position": _position,
    "invariants": lambda f: named_results(invariants=invariants(f), invariants_q=invariants_q(f)),
    "velocity": lambda f: named_results(g_dot=f.rates.psi),
    "residuals": _residuals,
    "rows": _rows,
    "reaching_rows": lambda f: named_results(P=f.matrix(f.reactions @ f.B)),
    "dynamics": lambda f: named_results(M=f.matrix(f.M), h=f.h),
    "mass_matrix": lambda f: named_results(M=f.matrix(f.M)),
    "acceleration": lambda f: named_results(u_dot=_multipliers(f).u_dot),
    "multipliers": _multipliers,
    "kinematics": _kinematics,
    "state_rates": lambda f: named_results(z_dot=f.z_dot),
    "energy": _energy,
    "body_poses": _body_poses,
    "body_pose_slopes": _body_pose_slopes,
    "body_velocities": _body_velocities,
    "body_momenta": _body_momenta,
    "velocity_force_slopes": _velocity_force_slopes,
    "rate_variations": frame_rate_variations,
    "kinks": lambda f: named_results(values=ElementKinks(f.system).values(f.at, f.tables)),
}
"""The functions of a state, by name."""


def _loads(f: Frames, u_dot: np.ndarray, lam: np.ndarray) -> Any:
    """Wrenches of connections, in the order of groups; nothing is prescribed."""
    found = wrenches(f.system, f.state, lam)
    return named_results(wrenches=np.array([*found.values()]).reshape(-1, 6), prescribing=np.zeros(f.nu))


MOTION_FUNCTIONS: dict[str, Callable[[Frames, np.ndarray, np.ndarray], Any]] = {
    "loads": _loads,
    "residual_derivatives": residual_derivatives,
    "parameter_variations": frame_parameter_variations,
    "kink_variations": frame_kink_variations,
}
"""The functions that are given accelerations and multipliers too."""


@dataclass(frozen=True, eq=False)
class AbsoluteFunctions(SystemFunctions):
    """The functions of states of body frames."""

    system: Any

    def at(self, name: str, state: State) -> Any:
        """The results of one of the functions."""
        if name in OF_HINGES:
            raise lacking(self.system, OF_HINGES[name], "tree")
        if name not in FUNCTIONS:
            raise ModelError(unknown("function of a system in absolute coordinates", name, [*FUNCTIONS]))
        return FUNCTIONS[name](frames_at(self.system.elements, state))

    def at_motion(self, name: str, state: State, u_dot: Any, lam: Any) -> Any:
        """The results of a function of a motion, at accelerations of frames and multipliers."""
        if name not in MOTION_FUNCTIONS:
            raise ModelError(unknown("function of a motion in absolute coordinates", name, [*MOTION_FUNCTIONS]))
        given = np.asarray(u_dot, dtype=float), np.asarray(lam, dtype=float)
        return MOTION_FUNCTIONS[name](frames_at(self.system.elements, state), *given)

    def balance(self, state: State, u_dot: np.ndarray, lam: np.ndarray) -> Any:
        """By one evaluation of the elements; dense up to `DENSE` speeds."""
        return frame_balance(frames_at(self.system.elements, state), u_dot, lam)

    def is_dynamic(self, name: str) -> bool:
        """Whether it is one of the motion."""
        return name in OF_MOTION

    def motion(self, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
        """Accelerations and multipliers."""
        return absolute_motion(self.system, state, method, weights)

    @cached_property
    def inputs_over_time(self) -> tuple[TimeInput, ...]:
        """Of the model with assemblies as they act."""
        return inputs_over_time(self.system.elements.acting, lambda name: self.system.channel_table[name].shape)

    def state_rows(self, members: Sequence[State] | Mapping[str, np.ndarray]) -> None:
        """None: code is that of kinds of elements."""
        return

    @property
    def kink_owners(self) -> tuple[str, ...]:
        """Of all elements."""
        return ElementKinks(self.system.elements).owners

    @property
    def untraced(self) -> list[tuple[str, Any]]:
        """Of all elements."""
        groups = [(group.names, group.kind.equations.laws.opaque) for group in self.system.elements.groups]
        return [(name, source) for names, found in groups for _, source in found for name in names]

    def unknown_slopes(self, state: State) -> dict[str, np.ndarray]:
        """Element by element."""
        elements = self.system.elements
        at, tables = elements.configuration(state), elements.tables(state.parameters)
        found: dict[str, np.ndarray] = {}
        for group, data in zip(elements.groups, tables.groups, strict=True):
            if group.kind.unknowns:
                slopes = group.unknown_slopes(at, data, elements.threads)
                found |= {name: slopes[:, :, k] for k, name in enumerate(group.names)}
        return found

    def jacobian(self, body: str, arm: np.ndarray, state: State) -> Jacobian:
        """ω and v of the body's frame are speeds: v_P = v + ω × arm."""
        layout = self.system.layout
        J, bias, place = np.zeros((6, layout.nu)), np.zeros(6), layout.u_of[body]
        w = state.u[place][:3]
        J[:, place] = np.eye(6)
        J[3:, place.start : place.start + 3] = -frame_cross_matrices(arm[None])[0]
        bias[3:] = np.cross(w, np.cross(w, arm))
        return Jacobian(J, np.zeros(6), bias)

    def examined(self, state: State) -> list[Examined]:
        """All elements."""
        elements = self.system.elements
        return list(examined(elements, elements.configuration(state), elements.tables(state.parameters)))


def absolute_motion(system: Any, state: State, method: str = "auto", weights: Weights | None = None) -> StateMotion:
    """The motion at a state, which is taken as it is; rows that repeat others share their load by least squares."""
    if method == "compiled":
        raise ModelError(
            "accelerations in absolute coordinates are not compiled as one; give method='auto', "
            f"or up to {DENSE} speeds {', '.join(map(repr, CONSTRAINED_SOLVERS))}."
        )
    if method != "auto" and system.layout.nu > DENSE:
        raise ModelError(f"method {method!r} takes dense matrices, of up to {DENSE} speeds; use method='auto'.")
    if method != "auto":
        return solved_motion(system, state, method, weights)
    f, rows = frames_at(system.elements, state), system.rows.count
    found = accelerate(f.system, f.at, f.tables)
    if found.gap > CONTRADICTION_TOLERANCE * (1.0 + float(np.abs(found.u_dot).max(initial=0.0))):
        raise Contradictory(
            f"model {system.model.name!r}: constraints contradict each other.", -system.functions.at("rows", state).P_00
        )
    # Of very many rows the rank is not determined and taken to be full.
    rank, lam = rank_of_rows(found.A), found.lam
    if rank is not None and rank < rows and not system.elements.sees_reactions:
        lam = least_multipliers(found)
    used = rows - len(system.rows.switched_off(state))
    return StateMotion(_of_frames(f, found.u_dot), lam, used, used if rank is None else rank, "sparse")


def _of_frames(f: Frames, a: np.ndarray) -> np.ndarray:
    """u̇ of frames at accelerations of centres of mass: B⁻¹(a − b)."""
    found = (a - f.bias)[: f.nu]
    body = found[: 6 * f.bodies].reshape(-1, 6)
    body[:, 3:] -= cross_products(body[:, :3], f.arms)
    return found


def _spin_inertia(f: Frames) -> np.ndarray:
    """R J Rᵀ about centres of mass (bodies × 3 × 3), of bodies as if they were rigid."""
    a, b, c, d, e, g = f.tables.bodies[1:]
    own = np.array([[a, b, d], [b, c, e], [d, e, g]]).transpose(2, 0, 1)
    return np.asarray(f.rotations @ own @ f.rotations.transpose(0, 2, 1))
