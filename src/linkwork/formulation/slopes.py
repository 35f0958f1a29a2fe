r"""Derivatives of ẏ = f(t, y), y = (q, u, z), for implicit methods.

Accelerations are not differentiated as they are solved for, but by what vanishes on a motion,

$$ r = M\dot u - h - P^T\lambda, \qquad c = P\dot u + P_{00}, $$

at fixed u̇ and λ; the factors that solved for u̇ solve for its derivatives too:

$$ M\dot u_x - P^T\lambda_x = -r_x, \qquad P\dot u_x = -c_x. $$

Along the unit sphere of Euler parameters they are exact; across it r and the accelerations need not agree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expr import array, jacobian, substitute, zeros
from ..expr.graph import as_expr
from .equations.constrained_dynamics import Constrained, Gains
from .equations.motion_equations import MotionEquations


def motion_slopes(e: MotionEquations, constrained: Constrained, stabilisation: Gains) -> dict[str, Any]:
    """∂(q̇, u̇, ż)/∂(q, u, z) and ∂(q̇, u̇, ż)/∂s at fixed unknowns s, and ∂r/∂(q, u, z) of their residual."""
    names = e.kinematics.symbols
    y = array([*names.q, *names.u, *names.z])
    n = len(y)
    x = array([*y, *e.unknowns.s])
    u_dot = _acceleration_slopes(e, constrained, stabilisation, x)
    slopes = np.concatenate([jacobian_of(e.kinematics.q_dot, x), u_dot, jacobian_of(e.laws.z_dot, x)])
    return {"f_y": slopes[:, :n], "f_s": slopes[:, n:], "r_y": jacobian_of(e.unknowns.residual, y)}


def _acceleration_slopes(e: MotionEquations, constrained: Constrained, stabilisation: Gains, x: Any) -> Any:
    result = zeros((e.topology.layout.nu, len(x)))
    free = e.kinematics.free
    if not free:
        return result
    symbols_u, symbols_lam = e.dynamics.known
    u_dot, lam, _ = constrained.accelerations(stabilisation)
    known = dict(zip([*symbols_u, *symbols_lam], map(as_expr, [*u_dot, *lam]), strict=True))
    chosen = list(constrained.chosen)
    p, _, p_00 = e.rows.matrices
    r = e.dynamics.inverse_dynamics(symbols_u)
    if chosen:
        r = r - e.rows.reactions[chosen].T @ symbols_lam[chosen]
    r_x = _put(jacobian_of(r[free], x), known)
    if chosen:
        c = p[chosen] @ symbols_u + p_00[chosen] + constrained.stabilising(stabilisation)
        c_x = _put(jacobian_of(c, x), known)
        plain = constrained.plain(-r_x, c_x)
        across, inner = constrained.reaching
        plain = plain + across @ inner.solve(-(c_x + constrained.p @ plain))
    else:
        plain = e.dynamics.factors.solve(-r_x)
    result[free] = plain
    return result


def jacobian_of(values: Any, x: Any) -> Any:
    """∂values/∂x, also where there is nothing to differentiate."""
    entries = array(values)
    return jacobian(entries, x) if entries.size and len(x) else np.zeros((len(entries), len(x)))


def _put(values: Any, known: dict[Any, Any]) -> Any:
    entries = array(values)
    return array(substitute([as_expr(v) for v in entries.ravel()], known)).reshape(entries.shape)
