"""What vanishes where a tree stands still, and its derivatives: the answer that absolute coordinates give too."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..results import State
from .absolute_slopes import BalanceFunctions
from .asked_once import asked_once
from .function_table import DERIVATIVES


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
