r"""The linear system that follows from the variations at a state, with inputs and outputs.

$$ \dot x = A x + B w, \quad y = C x + D w, \qquad M\dot\eta + D\eta + K\xi = \ldots \text{ (S4 Listing 6)} $$
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...contract import ModelError
from ...contract.errors import joined
from ...mechanics.load_shares import open_loads
from ...results import Linearization
from ...results.delayed_roots import LinearPast
from ...results.linearization import unbalance_of
from ...results.load import REAL_SHARES
from ...run.past_memory import law_delays
from ..common.delays import present_delay, recalled
from .input_channels import Handle
from .parameter_derivatives import parameter_names
from .variation import Variation, variation_of


class InputColumn(NamedTuple):
    """What changes per unit of an input."""

    y_dot: np.ndarray
    y: np.ndarray
    s: np.ndarray
    u_dot: np.ndarray
    lam: np.ndarray
    p: np.ndarray


def linearized(v: Variation, handles: Sequence[Handle] = (), outputs: Sequence[str] = ()) -> Linearization:
    """The linear system from the variations at a state."""
    T, L = v.motion.T, v.motion.L
    A = (L @ v.by_state.A + v.motion.L_dot) @ T
    columns = [_column(v, handle) for handle in handles]
    B = np.array([L @ column.y_dot + v.motion.L_dot @ column.y for column in columns]).T.reshape(len(A), len(handles))
    names, C, D = _outputs(v, columns, outputs)
    inputs = tuple(handle.name for handle in handles)
    matrices = A, B, C, D, *v.by_state.stiffness
    motion = partial(_body_motion, v)
    return Linearization(v.state, v.motion.state_names, inputs, names, *matrices, T, L, motion, system=v.system)


def linearized_at_rest(v: Variation, handles: Sequence[Handle] = (), outputs: Sequence[str] = ()) -> Linearization:
    """The same where all has been at rest, with what delayed laws remember.

    Delayed values that they ask for are measured now, and come back as inputs: the constants of their polynomials.
    """
    delays = law_delays(v.system)
    asked = [(delay, r) for delay in delays for r in delay.asked]
    if not asked:
        return linearized(v, handles, outputs)
    state = recalled(v.system, v.state)
    late = [Handle(r.names[0], r.names[0]) for _, r in asked]
    channels = list(dict.fromkeys(r.channel for _, r in asked))
    now = variation_of(v.system, state, v.u_dot, v.lam, v.basis, v.sizes)
    found = linearized(now, [*late, *handles], [*channels, *outputs])
    sizes = [int(np.size(v.system.channels(state)[name])) for name in channels]
    first = dict(zip(channels, np.cumsum([0, *sizes]).tolist(), strict=False))
    rows = [first[r.channel] + r.component for _, r in asked]
    p, own = len(late), sum(sizes)
    if np.isnan(found.C[rows]).any():
        raise ModelError(f"{asked[0][1].channel}: it is not unique, and has no derivative.", "linearize")
    past = LinearPast(
        tuple(r.channel for _, r in asked),
        np.array([present_delay(v.system, state, delay) for delay, _ in asked]),
        found.B[:, :p],
        found.C[rows],
        found.D[rows, :p],
        found.D[rows, p:],
        found.D[own:, :p],
        any(delay.kind != "constant" and "t" in delay.needs for delay in delays),
    )
    B, C, D = found.B[:, p:], found.C[own:], found.D[own:, p:]
    inputs, outputs = found.inputs[p:], found.outputs[own:]
    return replace(found, B=B, C=C, D=D, past=past, state=v.state, inputs=inputs, outputs=outputs)


def with_unbalance(lin: Linearization, v: Variation) -> Linearization:
    """The same with how far the state is from an equilibrium."""
    if not len(lin.A):
        return lin
    rates, reach = v.motion.L @ v.rates_of_y, v.motion.reach
    return replace(lin, unbalance=unbalance_of(lin.still_A, rates, lin.states, lin.count, len(lin.mass), reach))


def _column(v: Variation, handle: Handle) -> InputColumn:
    """What changes per unit of an input."""
    layout, p = v.system.layout, np.zeros(1 + len(parameter_names(v.system)))
    if handle.force is not None:
        y = np.zeros(layout.nq + layout.nu + layout.nz)
        rates, lam = (x[:, 0] for x in v.by_state.by_force(handle.force[:, None]))
        nothing = np.zeros(len(v.motion.rates.R_s))
        z_dot = v.by_state.z_dot_from(nothing, lam)
        return InputColumn(np.concatenate([y[: layout.nq], rates, z_dot]), y, nothing, rates, lam, p)
    k = 1 + parameter_names(v.system).index(str(handle.parameter))
    by_y, by_p = v.by_state, v.by_parameters
    y, p[k] = by_p.Y[:, k], 1.0
    u_dot, lam = by_y.u_dot_y @ y + by_p.u_dot_p[:, k], by_y.lam_y @ y + by_p.lam_p[:, k]
    return InputColumn(by_y.A @ y + by_p.B[:, k], y, by_y.s_y @ y + by_p.s_p[:, k], u_dot, lam, p)


def _outputs(
    v: Variation, columns: Sequence[InputColumn], outputs: Sequence[str]
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    T = v.motion.T
    if not outputs:
        return (), np.zeros((0, T.shape[1])), np.zeros((0, len(columns)))
    names, found = varied_channels(v, outputs)
    own = np.hstack([found.by_q, found.by_u, found.by_z])
    by_y = own + found.by_s @ v.by_state.s_y
    if np.any(found.by_a) or np.any(found.by_lam):
        by_y = by_y + found.by_a @ v.by_state.u_dot_y + found.by_lam @ v.by_state.lam_y
    D = [own @ x.y + found.by_s @ x.s + found.by_a @ x.u_dot + found.by_lam @ x.lam + found.by_p @ x.p for x in columns]
    return names, by_y @ T, np.array(D).T.reshape(len(names), len(columns))


def varied_channels(v: Variation, names: Sequence[str]) -> tuple[tuple[str, ...], Any]:
    """(names of the single numbers, their values and derivatives) of channels.

    A load that is not unique has no derivative: it is nan beside numbers that have one, and refused on its own.
    """
    labels, found = v.system.channels.slopes(tuple(names), v.state, v.u_dot, v.lam)
    left = open_loads(v.system, v.state) if np.any(found.by_lam) else None
    shared = [k for k, label in enumerate(labels) if left is not None and label in left.names]
    if shared and len(shared) == len(labels):
        raise ModelError(
            f"model {v.system.model.name!r}: {joined(labels)} is not unique, and has no derivative: constraints repeat "
            f"each other; {REAL_SHARES}."
        )
    for slopes in (found.by_q, found.by_u, found.by_z, found.by_s, found.by_a, found.by_lam, found.by_p):
        slopes[shared] = np.nan
    return labels, found


def _body_motion(v: Variation) -> tuple[tuple[str, ...], np.ndarray]:
    """[turn; displacement] of all bodies' frames per unit of each free displacement."""
    dq, system = v.motion.displacements, v.system
    bodies = tuple(system.model.bodies)
    if not bodies:
        return (), np.zeros((0, 6, dq.shape[1]))
    found = system.evaluate("body_pose_slopes", v.state)
    R = np.asarray(system.evaluate("body_poses", v.state).R)
    rows = []
    for name in bodies:
        k = system.chart.body_number(name)
        turn = np.einsum("ijq,kj->ikq", np.asarray(found.R_q)[k], R[k])
        w = np.array([turn[2, 1], turn[0, 2], turn[1, 0]])
        rows.append(np.vstack([w @ dq, np.asarray(found.p_q)[k] @ dq]))
    return bodies, np.array(rows)
