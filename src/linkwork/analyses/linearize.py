r"""`linearize`: the linear system about a state, an equilibrium, or along a run. Exact, by differentiation.

$$ \dot x = A x + B w, \quad y = C x + D w, \qquad M\dot\eta + D\eta + K\xi = \ldots \text{ (S4 Listing 6)} $$
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..absolute import AbsoluteSystem
from ..contract import ModelError
from ..contract.arguments import NAME, NAMES, SEVERAL, takes
from ..contract.errors import unknown
from ..function_table import channel_labels
from ..results import Linearization, State, Trajectory
from ..results.state import check_owner
from ..results.unbalance import unbalance_of
from ..system import System
from .absolute import AbsoluteVariation, absolute_linearization, absolute_variation
from .consistent_state import consistent_state
from .given import SYSTEM
from .holding import moved_state
from .perturbing import Handle, handles_of
from .variation import BASES, Variation, variation_of

AXES = ("x", "y", "z")


@takes(system=SYSTEM, inputs=SEVERAL, outputs=NAMES, basis=NAME)
def linearize(
    system: System | AbsoluteSystem,
    at: Any = None,
    inputs: Sequence[Any] = (),
    outputs: Sequence[str] = (),
    *,
    basis: str = "orthonormal",
    moving: bool = False,
) -> Any:
    """The linear system about `at`: a state, an equilibrium, a run (one for each of its states), or `system.rest`.

    `inputs` are names as `analyses/perturbing.py` lists them, Parameters or signals; `outputs` are channels. With loops
    the states are free displacements and speeds in an orthonormal basis; basis="coordinates" takes independent
    coordinates and speeds instead, under their names. Of absolute systems displacements are turns and displacements of
    bodies; inputs are forces and moments on bodies, outputs their motion and states of elements.

    Eigenvalues and modes mean something at an equilibrium or in a steady motion: at another state the verdict is bad.
    `moving` says that the state is meant as a moment of a motion, which those of a run are.
    """
    if basis not in BASES:
        raise ModelError(unknown("basis", basis, BASES))
    if isinstance(at, Trajectory):
        states = (at.state(k) for k in range(len(at)))
        return tuple(linearize(system, state, inputs, outputs, basis=basis, moving=True) for state in states)
    u_dot = lam = None
    state = system.rest if at is None else at
    if hasattr(at, "u_dot") and hasattr(at, "lam"):
        system, state, u_dot, lam = at.system, at.state, at.u_dot, at.lam
    if not isinstance(state, State):
        raise ModelError(f"linearize: {state!r} is no state, equilibrium or run.")
    check_owner(system.layout, state, "linearize")
    notes: tuple[str, ...] = ()
    if u_dot is None:
        state, notes = consistent_state(system, state, "linearize")
    if isinstance(system, AbsoluteSystem):
        w = absolute_variation(system, state, u_dot, lam, basis)
        return replace(_judged(absolute_linearization(w, inputs, outputs), w, moving or u_dot is not None), notes=notes)
    varied, handles = handles_of(system, state, inputs)
    moved = moved_state(varied, replace(state, parameters=dict(state.parameters)))
    v = variation_of(varied, moved, u_dot, lam, basis)
    found = _judged(linearized(v, handles, outputs), v, moving or u_dot is not None)
    return replace(found, state=state, notes=notes)


def _judged(lin: Linearization, v: Variation | AbsoluteVariation, is_meant: bool) -> Linearization:
    """With how far the state is from an equilibrium, unless it is one or is not meant to be."""
    if is_meant or not len(lin.A):
        return lin
    count, speeds = lin.count, len(lin.mass)
    return replace(lin, unbalance=unbalance_of(lin.A, v.L @ v.rates_of_y, lin.states, count, speeds, v.reach))


def linearized(v: Variation, handles: Sequence[Handle] = (), outputs: Sequence[str] = ()) -> Linearization:
    """The linear system from the variations at a state."""
    A = v.L @ v.A @ v.T
    columns = [_column(v, handle) for handle in handles]
    B = np.array([v.L @ rates for rates, *_ in columns]).T.reshape(len(A), len(handles))
    names, C, D = _outputs(v, columns, outputs)
    mass, damping, stiffness = v.stiffness
    return Linearization(
        v.state,
        v.state_names,
        tuple(handle.name for handle in handles),
        names,
        A,
        B,
        C,
        D,
        mass,
        damping,
        stiffness,
        v.T,
        v.L,
        lambda: _body_motion(v),
    )


Column = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def _column(v: Variation, handle: Handle) -> Column:
    """(ẏ, y, s, u̇, λ, (t, p)) per unit of an input."""
    layout = v.system.layout
    ny = layout.nq + layout.nu + layout.nz
    if handle.force is not None:
        rates, lam = v.u_dot_by_force(handle.force[:, None])
        y_dot = np.zeros(ny)
        y_dot[layout.nq : layout.nq + layout.nu] = rates[:, 0]
        return y_dot, np.zeros(ny), np.zeros(len(v.system.unknowns)), rates[:, 0], lam[:, 0], _unit(v, None)
    k = 1 + [p.name for p in v.system.equations.parameters].index(str(handle.parameter))
    y = v.Y[:, k]
    u_dot, lam = v.u_dot_y @ y + v.u_dot_p[:, k], v.lam_y @ y + v.lam_p[:, k]
    return v.A @ y + v.B[:, k], y, v.s_y @ y + v.s_p[:, k], u_dot, lam, _unit(v, k)


def _unit(v: Variation, k: int | None) -> np.ndarray:
    found = np.zeros(1 + len(v.system.equations.parameters))
    if k is not None:
        found[k] = 1.0
    return found


def _outputs(
    v: Variation, columns: Sequence[Column], outputs: Sequence[str]
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    n = v.T.shape[1]
    if not outputs:
        return (), np.zeros((0, n)), np.zeros((0, len(columns)))
    names, found = varied_channels(v, outputs)
    s_y = v.s_y if len(v.system.unknowns) else np.zeros((0, len(v.T)))
    by_y = np.hstack([found.by_q, found.by_u, found.by_z]) + found.by_s @ s_y
    if np.any(found.by_a) or np.any(found.by_lam):
        by_y = by_y + found.by_a @ v.u_dot_y + found.by_lam @ v.lam_y
    own = np.hstack([found.by_q, found.by_u, found.by_z])
    D = [
        own @ y + found.by_s @ s + found.by_a @ a + found.by_lam @ lam + found.by_p @ p
        for _, y, s, a, lam, p in columns
    ]
    return names, by_y @ v.T, np.array(D).T.reshape(len(names), len(columns))


def varied_channels(v: Variation, names: Sequence[str]) -> tuple[tuple[str, ...], Any]:
    """(names of the single numbers, their values and derivatives) of channels."""
    channels, system = tuple(names), v.system
    kernel = system.kernel("channels", channels=channels)
    return channel_labels(system.equations, channels), kernel(*system.arguments(v.state), v.u_dot, v.lam)


def channel_values(system: System, name: str, state: State, u_dot: np.ndarray, lam: np.ndarray) -> Any:
    """The value of a channel where accelerations and multipliers are known."""
    kernel, labels = system.kernel("channels", channels=(name,)), channel_labels(system.equations, (name,))
    value = np.asarray(kernel(*system.arguments(state), u_dot, lam).value)
    return float(value[0]) if labels == (name,) else value


def _body_motion(v: Variation) -> tuple[tuple[str, ...], np.ndarray]:
    """[turn; displacement] of all bodies' frames per unit of each free displacement."""
    dq = v.displacements
    system = v.system
    bodies = tuple(system.model.bodies)
    if not bodies:
        return (), np.zeros((0, 6, dq.shape[1]))
    found = system.evaluate("attitude_slopes", v.state)
    R = np.asarray(system.evaluate("attitudes", v.state).R)
    rows = []
    for name in bodies:
        k = system.topology.body(name).number
        turn = np.einsum("ijq,kj->ikq", np.asarray(found.R_q)[k], R[k])
        w = np.array([turn[2, 1], turn[0, 2], turn[1, 0]])
        rows.append(np.vstack([w @ dq, np.asarray(found.p_q)[k] @ dq]))
    return bodies, np.array(rows)
