r"""The equations of motion as they stand, with accelerations and multipliers as unknowns, constraints on positions:

$$ M\dot u - h - P^T\lambda = 0, \quad \dot z - f(q, u, z, s, t) = 0, \quad g(q, t) = 0, \quad r(q, u, z, s, t) = 0 $$

for methods that solve all of them at the end of a step (index 3). Conditions on velocities only stay P u + P_0 = 0.
"""

from __future__ import annotations

from typing import Any

from ..expr import array, jacobian, substitute, symbols, zeros
from ..expr.graph import as_expr
from .equations.motion_equations import MotionEquations
from .slopes import jacobian_of


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
