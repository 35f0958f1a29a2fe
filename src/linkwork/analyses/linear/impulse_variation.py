"""How an impulse and the change of speeds that it makes vary with a state, time and Parameters."""

from __future__ import annotations

import numpy as np

from ...mechanics.port import dense
from ...results import State
from ...system import System


def varied_impulse(
    system: System, state: State, du: np.ndarray, lam: np.ndarray, y: np.ndarray, p: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """∂(M Δu − Pᵀλ) and ∂(P Δu) at fixed Δu and λ, where (q, u, z) and (t, Parameters) change by y and p.

    What the derivatives of the residuals have more of than at zero, being linear in accelerations and multipliers.
    """
    change = []
    for u_dot, forces in ((du, lam), (0.0 * du, 0.0 * lam)):
        f = system.functions.at_motion("residual_derivatives", state, u_dot, forces)
        g = system.functions.at_motion("parameter_variations", state, u_dot, forces)
        nq, nu = f.r_q.shape[1], f.r_u.shape[1]
        q, u = y[:nq], y[nq : nq + nu]
        r, c = (f.r_q, f.r_u, g.r_p), (f.c_q, f.c_u, g.c_p)
        change.append([sum(dense(a) @ b for a, b in zip(parts, (q, u, p), strict=True)) for parts in (r, c)])
    return np.asarray(change[0][0] - change[1][0]), np.asarray(change[0][1] - change[1][1])
