r"""Tree systems in weak form, in their own coordinates: momenta, forces and rows with their derivatives.

$$ \pi = M u + P^T\mu, \quad \Phi = N^T T_q + \dot P^T\mu, \quad F = h + \dot M u - N^T T_q, \qquad \dot q = N u, $$

since d(M u)/dt = h + Ṁ u without multipliers. Speeds need not be rates of coordinates: rows belong to virtual
displacements of speeds, and derivatives by place are along these, ∂/∂q · N.
"""

from __future__ import annotations

from typing import Any

from ..expr import array, forward_derivatives, jacobian, symbols
from ..expr.graph import as_expr
from .equations.motion_equations import MotionEquations


def weak_inputs(e: MotionEquations) -> dict[str, Any]:
    """(q, u, t, parameters, mu)."""
    names = e.kinematics.symbols
    mu = symbols("mu", e.rows.count)
    return {"q": names.q, "u": names.u, "t": names.t, "parameters": array(e.parameters), "mu": mu}


def weak_terms(equations: MotionEquations) -> dict[str, Any]:
    """π, Φ and F with their derivatives by q and u; where there are rows, ψ = P u + P_0, ψ_q, A = P, Ȧ, and g."""
    e = equations.origin.of_tree("weak forms in time")
    names, mu = e.kinematics.symbols, symbols("mu", e.rows.count)
    N = jacobian(e.kinematics.q_dot, names.u)
    momentum = array(e.dynamics.M @ names.u)
    carried = array(forward_derivatives([as_expr(x) for x in momentum], e.kinematics.motion))
    pi, phi = momentum, 0.5 * (jacobian(array([names.u @ momentum]), names.q) @ N)[0]
    force, rows = e.dynamics.h + carried - phi, {}
    if e.rows.count:
        P = e.rows.matrices[0]
        P_dot = array(forward_derivatives([as_expr(x) for x in array(P).ravel()], e.kinematics.motion)).reshape(P.shape)
        pi, phi = pi + P.T @ mu, phi + P_dot.T @ mu
        rows = {"psi": e.rows.g_dot, "psi_q": jacobian(e.rows.g_dot, names.q) @ N, "A": P, "A_dot": P_dot}
    outputs = {"pi": pi, "phi": phi, "force": force}
    for name, value in tuple(outputs.items()):
        by_q, outputs[f"{name}_u"] = (jacobian(array(value), x) for x in (names.q, names.u))
        outputs[f"{name}_q"] = by_q @ N
    return outputs | rows | ({"g": e.rows.g} if len(e.rows.g) else {})
