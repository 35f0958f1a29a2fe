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
from .constrained_dynamics import Constrained
from .equations import Equations
from .motion_equations import MotionEquations
from .recursion import generalised, inertia_loads, joint_loads, motions
from .regroup import regrouped


def inverse_dynamics_residual(e: MotionEquations, u_dot: Any) -> Any:
    """M u̇ − h; by one recursion where there is a tree and no wheel has a speed of its own."""
    if not isinstance(e, Equations) or e.topology.layout.rotors:
        return e.M @ u_dot - e.h
    links = regrouped(e.tree.links)
    motion = motions(links, e.tree.u, u_dot, e.base)
    needed = [inertia_loads(k, motion.w[k.number], motion.alpha[k.number], motion.a[k.number]) for k in links]
    return generalised(links, joint_loads(links, e.with_actions(needed)), e.topology.layout.nu)


def motion_slopes(e: MotionEquations, constrained: Constrained, stabilisation: float) -> dict[str, Any]:
    """∂(q̇, u̇, ż)/∂(q, u, z) and ∂(q̇, u̇, ż)/∂s at fixed unknowns s, and ∂r/∂(q, u, z) of their residual."""
    names = e.symbols
    y = array([*names.q, *names.u, *names.z])
    n = len(y)
    x = array([*y, *e.s])
    u_dot = _acceleration_slopes(e, constrained, stabilisation, x)
    slopes = np.concatenate([jacobian_of(e.q_dot, x), u_dot, jacobian_of(e.z_dot, x)])
    return {"f_y": slopes[:, :n], "f_s": slopes[:, n:], "r_y": jacobian_of(e.residual, y)}


def _acceleration_slopes(e: MotionEquations, constrained: Constrained, stabilisation: float, x: Any) -> Any:
    result = zeros((e.topology.layout.nu, len(x)))
    if not e.free:
        return result
    symbols_u, symbols_lam = e.known
    u_dot, lam, _ = constrained.accelerations(stabilisation)
    known = dict(zip([*symbols_u, *symbols_lam], map(as_expr, [*u_dot, *lam]), strict=True))
    chosen = list(constrained.chosen)
    p, _, p_00 = e.constraint_matrices
    r = e.inverse_dynamics(symbols_u)
    if chosen:
        r = r - p[chosen].T @ symbols_lam[chosen]
    r_x = _put(jacobian_of(r[e.free], x), known)
    if chosen:
        c = p[chosen] @ symbols_u + p_00[chosen] + constrained.stabilising(stabilisation)
        c_x = _put(jacobian_of(c, x), known)
        plain = constrained.plain(-r_x, c_x)
        across, inner = constrained.across
        plain = plain + across @ inner.solve(-(c_x + constrained.p @ plain))
    else:
        plain = e.factors.solve(-r_x)
    result[e.free] = plain
    return result


def jacobian_of(values: Any, x: Any) -> Any:
    """∂values/∂x, also where there is nothing to differentiate."""
    entries = array(values)
    return jacobian(entries, x) if entries.size and len(x) else np.zeros((len(entries), len(x)))


def _put(values: Any, known: dict[Any, Any]) -> Any:
    entries = array(values)
    return array(substitute([as_expr(v) for v in entries.ravel()], known)).reshape(entries.shape)
