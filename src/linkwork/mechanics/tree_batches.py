"""Arguments, accelerations and residuals of a tree for many states at once, in batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..expr import TraceError
from ..formulation.shared_loads import can_share
from ..results import State, Trajectory
from .load_shares import open_loads
from .motion import AS_COMPILED, PIVOT_TOLERANCE, Weights

STATES_AT_A_TIME = 1 << 14
"""States that are handled at a time, so that memory does not grow with the run."""
FEW_STATES = 16
"""Up to so many states are evaluated one by one, which takes less time than setting up what evaluates many."""
BATCH_NEWTON_STEPS = 12
"""Newton steps for all states at once; what has not converged by then is solved one by one, more carefully."""


@dataclass(frozen=True, eq=False)
class StateRows:
    """States of one tree, one a row, each with its own values of Parameters."""

    system: Any
    q: np.ndarray
    u: np.ndarray
    z: np.ndarray
    t: np.ndarray
    parameters: np.ndarray
    """Rows × Parameters, in the order of the equations."""

    def __len__(self) -> int:
        return len(self.t)

    def pieces(self) -> Iterator[StateRows]:
        """The rows in pieces; none as they are."""
        if len(self) <= STATES_AT_A_TIME:
            yield self
            return
        for start in range(0, len(self), STATES_AT_A_TIME):
            part = slice(start, start + STATES_AT_A_TIME)
            q, u, z, t, parameters = (x[part] for x in (self.q, self.u, self.z, self.t, self.parameters))
            yield StateRows(self.system, q, u, z, t, parameters)

    def state(self, k: int) -> State:
        """One of them."""
        named = (p.name for p in self.system.equations.parameters)
        given = dict(zip(named, map(float, self.parameters[k]), strict=True))
        return State(self.system.layout, self.q[k], self.u[k], float(self.t[k]), given, self.z[k])


def rows_of_states(system: Any, states: Sequence[State]) -> StateRows:
    """Some states."""
    q, u, z, t = (np.array([getattr(state, name) for state in states]) for name in ("q", "u", "z", "t"))
    named = system.equations.parameters
    parameters = np.array([[state.parameters.get(p.name, p.value) for p in named] for state in states])
    return StateRows(system, q, u, z, t, parameters)


def rows_of_columns(system: Any, columns: Mapping[str, np.ndarray]) -> StateRows:
    """The states of `rest` with columns in place of some values, as `State.with_values` takes them."""
    layout, rest, named = system.layout, system.rest, [p.name for p in system.equations.parameters]
    count = len(next(iter(columns.values()), ()))
    parameters, q, u, z = (
        np.tile(np.asarray(row, dtype=float), (count, 1))
        for row in ([rest.parameters[name] for name in named], rest.q, rest.u, rest.z)
    )
    for name, column in columns.items():
        if name in named:
            parameters[:, named.index(name)] = column
        elif name in layout.u and name not in layout.q:
            u[:, layout.u_index(name)] = column
        elif name in layout.z:
            z[:, layout.z_index(name)] = column
        elif name in layout.q:
            q[:, layout.q_index(name)] = column
        else:
            rest.with_values({name: 0.0})  # it has the sentence for a name that is none
    return StateRows(system, q, u, z, np.zeros(count), parameters)


def rows_of_run(system: Any, run: Trajectory) -> StateRows:
    """The states of a trajectory."""
    q, u, z, t = (np.ascontiguousarray(x, dtype=float) for x in (run.q, run.u, run.z, run.t))
    return StateRows(system, q, u, z, t, _parameters(system, run))


def batch_arguments(rows: StateRows) -> list[Any]:
    """(q, u, z, s, t, parameters), one row a state."""
    return [rows.q, rows.u, rows.z, _unknowns(rows), rows.t, rows.parameters]


def _parameters(system: Any, run: Trajectory) -> np.ndarray:
    named = system.equations.parameters
    changes = sorted({0, *(k for k, _ in run.parameter_changes if k < len(run)), len(run)})
    values = np.zeros((len(run), len(named)))
    for start, stop in pairwise(changes):
        given = run.parameters_at(start)
        values[start:stop] = [given.get(p.name, p.value) for p in named]
    return values


def _unknowns(rows: StateRows) -> np.ndarray:
    """The unknowns of elements by Newton's method from zero."""
    system = rows.system
    s = np.zeros((len(rows), len(system.unknowns)))
    if not s.size:
        return s
    kernel = system.kernel("unknowns")
    change = np.full(s.shape, np.inf)
    for _ in range(BATCH_NEWTON_STEPS):
        found = kernel.batch(rows.q, rows.u, rows.z, s, rows.t, rows.parameters)
        try:
            change = np.linalg.solve(found.r_s, found.r[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
        s -= change
    settled = (np.abs(change) <= 1e-12 * (1.0 + np.abs(s))).all(axis=1)
    for k in np.flatnonzero(~settled):
        s[k] = system.arguments(rows.state(int(k)))[3]
    return s


def batch_motion(
    rows: StateRows, arguments: list[Any], solution: tuple[str, Weights] = AS_COMPILED
) -> list[np.ndarray]:
    """(u̇, λ), one row a state: the compiled solution where its pivots are sound, the robust one where they are not.

    A `solution` of the user's choice is asked for at every state. Where constraints repeat each other, multipliers are
    those of least loads.
    """
    system, count = rows.system, rows.system.equations.rows.count
    u_dot, lam = np.zeros((len(rows), system.layout.nu)), np.zeros((len(rows), count))
    sound = np.zeros(len(rows), dtype=bool)
    if not count or solution == AS_COMPILED:
        sound = _compiled_motions(system, arguments, u_dot, lam)
    left = open_loads(system, rows.state(len(rows) // 2)) if len(rows) else None
    if left is not None:
        sound = _loaded_motions(system, arguments, left.independent_rows, u_dot, lam, solution)
    for k in np.flatnonzero(~sound):
        one = system.functions.loaded_motion(rows.state(int(k)), *solution)
        u_dot[k], lam[k] = one.u_dot, one.lam
    return [u_dot, lam]


def _compiled_motions(system: Any, arguments: list[Any], u_dot: np.ndarray, lam: np.ndarray) -> np.ndarray:
    """Writes u̇ and λ of states at which the compiled solution has sound pivots; which these are."""
    rows, count = lam.shape[1], len(u_dot)
    try:
        found = system.kernel("multipliers" if rows else "acceleration").batch(*arguments)
    except TraceError:
        return np.zeros(count, dtype=bool)  # no pivots whatever the configuration
    scale = np.ones(count)
    if rows:
        masses = system.kernel("mass_matrix").batch(*arguments).M
        scale = np.abs(masses).max(axis=(1, 2), initial=1e-300)
    finite = np.isfinite(found.u_dot).all(axis=1)
    sound = np.asarray(finite & (found.pivot > PIVOT_TOLERANCE * np.minimum(scale, 1.0 / scale)))
    u_dot[sound] = found.u_dot[sound]
    if rows:
        lam[sound] = found.lam[sound]
    return sound


def _loaded_motions(
    system: Any, arguments: list[Any], rows: tuple[int, ...], u_dot: np.ndarray, lam: np.ndarray, solution: Any
) -> np.ndarray:
    """The same where `rows` are the independent ones and the others share their loads."""
    if solution != AS_COMPILED or not can_share(system.equations, rows):
        return np.zeros(len(u_dot), dtype=bool)
    found = system.kernel("loaded", rows=rows).batch(*arguments)
    sound = np.isfinite(found.u_dot).all(axis=1) & np.isfinite(found.lam).all(axis=1) & (found.pivot > PIVOT_TOLERANCE)
    u_dot[sound], lam[sound] = found.u_dot[sound], found.lam[sound]
    return np.asarray(sound)


def residual_sizes(rows: StateRows) -> np.ndarray:
    """The largest residual of constraints and invariants on position and on velocity level (rows × 2)."""
    found = np.zeros((len(rows), 2))
    e = rows.system.equations
    if not len(rows) or not (e.rows.count or len(e.kinematics.invariants)):
        return found
    kernel, at = rows.system.kernel("residuals"), 0
    for piece in rows.pieces():
        given, part = batch_arguments(piece), found[at : at + len(piece)]
        if len(piece) <= FEW_STATES:
            for row, one in zip(part, map(kernel, *given), strict=True):
                row[:] = [np.abs(x).max(initial=0.0) for x in (one.position, one.velocity)]
        else:
            many = kernel.batch(*given)
            part[:] = np.transpose([np.abs(x).max(axis=1, initial=0.0) for x in (many.position, many.velocity)])
        at += len(piece)
    return found


def residuals_along(system: Any, run: Trajectory) -> tuple[float, float] | None:
    """What constraints and invariants leave at the states that were kept, on position and on velocity level."""
    e = system.equations
    if not len(run) or not (e.rows.count or len(e.kinematics.invariants)):
        return None
    position, velocity = map(float, residual_sizes(rows_of_run(system, run)).max(axis=0))
    return position, velocity
