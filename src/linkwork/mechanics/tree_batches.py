"""Arguments, accelerations and residuals of a tree for all states of a trajectory, in batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from ..expr import TraceError
from ..motion import AS_COMPILED, PIVOT_TOLERANCE, Weights
from ..results import Certificate, Trajectory
from ..results.trajectory import state_of_row

STATES_AT_A_TIME = 1 << 14
"""States that are handled at a time, so that memory does not grow with the run."""
FEW_STATES = 16
"""Up to so many states are evaluated one by one, which takes less time than setting up what evaluates many."""
BATCH_NEWTON_STEPS = 12
"""Newton steps for all states at once; what has not converged by then is solved one by one, more carefully."""


def pieces_of(run: Trajectory) -> Iterator[Trajectory]:
    """A run in pieces; an empty one as it is."""
    if len(run) <= STATES_AT_A_TIME:
        yield run
        return
    for start in range(0, len(run), STATES_AT_A_TIME):
        yield run.part(start, start + STATES_AT_A_TIME)


def batch_arguments(system: Any, run: Trajectory) -> list[Any]:
    """(q, u, z, s, t, parameters), one row a state."""
    q, u, z, t = (np.ascontiguousarray(x, dtype=float) for x in (run.q, run.u, run.z, run.t))
    parameters = _parameters(system, run)
    return [q, u, z, _unknowns(system, run, q, u, z, t, parameters), t, parameters]


def _parameters(system: Any, run: Trajectory) -> np.ndarray:
    named = system.equations.parameters
    changes = sorted({0, *(k for k, _ in run.parameter_changes if k < len(run)), len(run)})
    values = np.zeros((len(run), len(named)))
    for start, stop in pairwise(changes):
        given = run.parameters_at(start)
        values[start:stop] = [given.get(p.name, p.value) for p in named]
    return values


def _unknowns(system: Any, run: Trajectory, q: Any, u: Any, z: Any, t: Any, parameters: Any) -> np.ndarray:
    """The unknowns of elements by Newton's method from zero."""
    s = np.zeros((len(run), len(system.unknowns)))
    if not s.size:
        return s
    kernel = system.kernel("unknowns")
    change = np.full(s.shape, np.inf)
    for _ in range(BATCH_NEWTON_STEPS):
        found = kernel.batch(q, u, z, s, t, parameters)
        try:
            change = np.linalg.solve(found.r_s, found.r[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
        s -= change
    settled = (np.abs(change) <= 1e-12 * (1.0 + np.abs(s))).all(axis=1)
    for k in np.flatnonzero(~settled):
        s[k] = system.arguments(state_of_row(run, int(k)))[3]
    return s


def batch_motion(
    system: Any, run: Trajectory, arguments: list[Any], solution: tuple[str, Weights] = AS_COMPILED
) -> list[np.ndarray]:
    """(u̇, λ), one row a state: the compiled solution where its pivots are sound, the robust one where they are not.

    A `solution` of the user's choice is asked for at every state.
    """
    rows = system.equations.rows.count
    u_dot, lam = np.zeros((len(run), system.layout.nu)), np.zeros((len(run), rows))
    sound = np.zeros(len(run), dtype=bool)
    if not rows or solution == AS_COMPILED:
        sound = _compiled_motions(system, arguments, u_dot, lam)
    for k in np.flatnonzero(~sound):
        one = system.functions.motion(state_of_row(run, int(k)), *solution)
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


def certificate_with_residuals(system: Any, run: Trajectory) -> Certificate:
    """The certificate with what constraints and invariants leave at the states that were kept."""
    e = system.equations
    if not len(run) or not (e.rows.count or len(e.kinematics.invariants)):
        return run.certificate
    position = velocity = 0.0
    kernel = system.kernel("residuals")
    for piece in pieces_of(run):
        given = batch_arguments(system, piece)
        few = len(piece) <= FEW_STATES
        for found in map(kernel, *given) if few else [kernel.batch(*given)]:
            position = max(position, float(np.abs(found.position).max(initial=0.0)))
            velocity = max(velocity, float(np.abs(found.velocity).max(initial=0.0)))
    worst = max(position, run.certificate.position_error)
    return replace(run.certificate, position_error=worst, velocity_error=velocity)
