r"""The equations of motion as they stand, with accelerations and multipliers as unknowns, constraints on positions:

$$ M\dot u - h - P^T\lambda = 0, \quad \dot z - f(q, u, z, s, t) = 0, \quad g(q, t) = 0, \quad r(q, u, z, s, t) = 0 $$

for methods that solve all of them at the end of a step (index 3). Conditions on velocities only stay P u + P_0 = 0.

Derivatives of ẏ = f(t, y), y = (q, u, z), for implicit methods.

Accelerations are not differentiated as they are solved for, but by what vanishes on a motion,

$$ r = M\dot u - h - P^T\lambda, \qquad c = P\dot u + P_{00}, $$

at fixed u̇ and λ; the factors that solved for u̇ solve for its derivatives too:

$$ M\dot u_x - P^T\lambda_x = -r_x, \qquad P\dot u_x = -c_x. $$

Along the unit sphere of Euler parameters they are exact; across it r and the accelerations need not agree.

Tree systems in weak form, in their own coordinates: momenta, forces and rows with their derivatives.

$$ \pi = M u + P^T\mu, \quad \Phi = N^T T_q + \dot P^T\mu, \quad F = h + \dot M u - N^T T_q, \qquad \dot q = N u, $$

since d(M u)/dt = h + Ṁ u without multipliers. Speeds need not be rates of coordinates: rows belong to virtual
displacements of speeds, and derivatives by place are along these, ∂/∂q · N.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expr import array, forward_derivatives, jacobian, substitute, symbols, zeros
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


class Index3:
    """The residual R(q, u, z, t; u̇, ż, λ, s) under the chosen rows, in this order of equations and of unknowns."""

    def __init__(self, e: MotionEquations, rows: tuple[int, ...]) -> None:
        self.equations, self.chosen = e, list(rows)
        layout = e.topology.layout
        self.u_dot, self.z_dot = symbols("u_dot", layout.nu), symbols("z_dot", layout.nz)
        self.lam = symbols("lam", len(self.chosen))
        forces = zeros(e.rows.count)
        forces[self.chosen] = self.lam
        motion = e.dynamics.inverse_dynamics(self.u_dot)
        if self.chosen:
            motion = motion - e.rows.reactions.T @ forces
        for k, rate in e.kinematics.prescribed_rates.items():
            motion[k] = self.u_dot[k] - rate
        unknowns = [*e.laws.residual, *e.unknowns.wanted(self.u_dot, forces)]
        places = [e.rows.position_of_row[k] for k in self.chosen]
        kept = [e.rows.g_dot[k] if at is None else e.rows.g[at] for k, at in zip(self.chosen, places, strict=True)]
        self.residual = array([*motion, *(self.z_dot - e.laws.z_dot), *kept, *unknowns])


def index3_inputs(e: MotionEquations, rows: tuple[int, ...]) -> dict[str, Any]:
    """Everything that the residual depends on: (q, u, z, s, t, parameters, u_dot, z_dot, lam)."""
    layout = e.topology.layout
    unknowns = {"u_dot": layout.nu, "z_dot": layout.nz, "lam": len(rows)}
    return {**e.tracer.inputs, **{name: symbols(name, size) for name, size in unknowns.items()}}


def index3(e: MotionEquations, rows: tuple[int, ...]) -> dict[str, Any]:
    """R."""
    return {"r": Index3(e, rows).residual}


def index3_slopes(e: MotionEquations, rows: tuple[int, ...]) -> dict[str, Any]:
    """∂R/∂q, ∂R/∂(u, z) and ∂R/∂(u̇, ż, λ, s)."""
    found, names = Index3(e, rows), e.kinematics.symbols
    r, unknowns = found.residual, array([*found.u_dot, *found.z_dot, *found.lam, *e.unknowns.s])
    return {
        "r_q": jacobian_of(r, names.q),
        "r_v": jacobian_of(r, array([*names.u, *names.z])),
        "r_x": jacobian_of(r, unknowns),
    }


def stretch_inputs(e: MotionEquations) -> dict[str, Any]:
    """(q, u, z, s, t, parameters, h)."""
    return {**e.tracer.inputs, "h": symbols("h")}


def stretch(e: MotionEquations) -> dict[str, Any]:
    """(q₁, ∂q₁/∂u): where q̇ = q̇(q, u, t) leads in time h at constant u, by one step of order 4.

    Exactly q + h u where q̇ = u; for Euler parameters a turn about a fixed axis, up to h⁵.
    """
    names, h = e.kinematics.symbols, symbols("h")
    q = array(names.q)
    k_1 = _rates(e, q, 0.0)
    k_2 = _rates(e, q + 0.5 * h * k_1, 0.5 * h)
    k_3 = _rates(e, q + 0.5 * h * k_2, 0.5 * h)
    k_4 = _rates(e, q + h * k_3, h)
    end = q + h / 6.0 * (k_1 + 2.0 * (k_2 + k_3) + k_4)
    for k, rate in enumerate(e.kinematics.q_dot):
        # The sum of equal rates is that rate, without the round-off of adding them up.
        if any(rate is u for u in names.u):
            end[k] = q[k] + h * rate
    for entry in (*e.topology.layout.driven, *e.topology.layout.locked):
        end[entry.q] = substitute([as_expr(e.kinematics.q[entry.q])], {names.t: names.t + h})[0]
    return {"q_new": end, "q_u": jacobian(end, names.u)}


def _rates(e: MotionEquations, q: Any, later: Any) -> Any:
    names = e.kinematics.symbols
    there = dict(zip(names.q, map(as_expr, q), strict=True))
    there[names.t] = as_expr(names.t + later)
    return array(substitute([as_expr(x) for x in e.kinematics.q_dot], there))


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
