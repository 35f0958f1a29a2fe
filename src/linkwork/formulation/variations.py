r"""First variations of all that a motion consists of, beside those of the residuals r and c in `derivatives.py`.

With y = (q, u, z), unknowns s of elements and, in one column each, time t and the Parameters p:

$$ \dot q_y,\ \dot z_y,\ \dot z_s,\ R_y,\ R_s,\ \dot g_q \qquad\text{and}\qquad
   r_p,\ c_p,\ \dot q_p,\ \dot z_p,\ R_p,\ a_p,\ g_p,\ \dot g_p . $$

R are the residuals of the unknowns, a the accelerations of driven coordinates. Driven and locked coordinates are
functions of (t, p) wherever they stand, so that columns by their symbols are zero.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..expr import array, forward_derivatives, jacobian, symbols
from ..expr.graph import as_expr
from .derivatives import Derivatives
from .equations.motion_equations import MotionEquations


def rate_variations(e: MotionEquations) -> dict[str, Any]:
    """∂(q̇, ż, R)/∂(q, u, z, s) and ∂ġ/∂q."""
    names = e.kinematics.symbols
    found: dict[str, Any] = {
        "q_dot_q": _by(e.kinematics.q_dot, names.q),
        "q_dot_u": _by(e.kinematics.q_dot, names.u),
        "g_dot_q": _by(e.rows.g_dot, names.q),
    }
    for what, values in (("z_dot", e.laws.z_dot), ("R", e.unknowns.residual)):
        for name, by in (("q", names.q), ("u", names.u), ("z", names.z), ("s", e.unknowns.s)):
            found[f"{what}_{name}"] = _by(values, by)
    return found


def parameter_variations(e: MotionEquations) -> dict[str, Any]:
    """Derivatives by (t, p), at fixed accelerations and multipliers; prescribed motion q_p, u_p as well."""
    u_dot, lam = e.dynamics.known
    (p, _, p_00), b = e.rows.matrices, e.rows.reactions
    force = e.dynamics.inverse_dynamics(u_dot)
    a = [e.kinematics.prescribed_rates.get(k, 0.0) for k in range(e.topology.layout.nu)]
    parts = {
        "r_p": force - b.T @ lam if len(lam) else force,
        "c_p": p @ u_dot + p_00 if len(lam) else array([]),
        "q_dot_p": e.kinematics.q_dot,
        "z_dot_p": e.laws.z_dot,
        "R_p": e.unknowns.residual,
        "a_p": array(a),
        "g_p": e.rows.g,
        "g_dot_p": e.rows.g_dot,
        "q_p": e.kinematics.q,
        "u_p": e.kinematics.u,
    }
    by = array([e.kinematics.symbols.t, *e.parameters])
    return {name: _by(values, by) for name, values in parts.items()}


def channel_variations(e: MotionEquations, values: Any) -> dict[str, Any]:
    """Values of expressions of channels, flat, and their derivatives by everything they may depend on."""
    names, (u_dot, lam) = e.kinematics.symbols, e.dynamics.known
    entries = array([as_expr(x) for x in array(values).ravel()])
    by = {
        "q": names.q,
        "u": names.u,
        "z": names.z,
        "s": e.unknowns.s,
        "p": array([names.t, *e.parameters]),
        "a": u_dot,
        "lam": lam,
    }
    return {"value": entries, **{f"by_{name}": _by(entries, x) for name, x in by.items()}}


def _by(values: Any, by: Any) -> Any:
    entries = array(values).ravel()
    return jacobian(entries, by) if len(entries) and len(by) else np.zeros((len(entries), len(by)))


def pencil_inputs(e: MotionEquations) -> dict[str, Any]:
    """(q, u, z, s, t, parameters, u_dot, lam), then x, μx and w of the pencil: `d_q` …, `e_q` …, `w_q` …."""
    named = {f"{part}_{name}": x for part, of in zip("dew", _pencil_symbols(e), strict=True) for name, x in of.items()}
    return {**e.tracer.motion_inputs, **named}


def _pencil_symbols(e: MotionEquations) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Symbols of x, μx and w by name."""
    layout = e.topology.layout
    sizes = {"q": layout.nq, "u": layout.nu, "z": layout.nz, "s": len(e.unknowns.s), "lam": e.rows.count}
    directions = {name: symbols(f"d_{name}", size) for name, size in sizes.items()}
    rates = {name: symbols(f"e_{name}", sizes[name]) for name in "quz"}
    return directions, rates, {name: symbols(f"w_{name}", sizes["lam" if name == "g" else name]) for name in "quzsg"}


def pencil_variations(e: MotionEquations) -> dict[str, Any]:
    r"""The derivatives of $\Phi = w^T(\mathcal A\,x - \mathcal B\,\mu x)$ by q, u, z, s, λ, u̇ and (t, p).

    The variations x = (q, u, z, s, λ) of a motion that go as e^{μt} meet

    $$ \mu\,\delta q = \delta\dot q,\quad \delta r + M\mu\,\delta u = 0,\quad \mu\,\delta z = \delta\dot z,\quad
       \delta R = 0,\quad \delta g = 0 \text{ (or } \delta\dot g = 0), $$

    which are the rows of the pencil; w weighs them. x, μx and w are symbols, so that Φ is bilinear and complex numbers
    are put in by their parts.
    """
    names, s, (u_dot, lam) = e.kinematics.symbols, e.unknowns.s, e.dynamics.known
    d, rates, adjoints = _pencil_symbols(e)
    r = e.dynamics.inverse_dynamics(u_dot)
    r = r - e.rows.reactions.T @ lam if len(lam) else r
    moved = {**_pairs(names.q, d["q"]), **_pairs(names.u, d["u"]), **_pairs(names.z, d["z"]), **_pairs(s, d["s"])}
    # M μ δu is the change of r at δu̇ = μ δu.
    with_rates = {**moved, **_pairs(lam, d["lam"]), **_pairs(u_dot, rates["u"])}
    rows = {
        "q": _along(e.kinematics.q_dot, moved) - array(rates["q"]),
        "u": _along(r, with_rates),
        "z": _along(e.laws.z_dot, moved) - array(rates["z"]) if len(names.z) else array([]),
        "s": _along(e.unknowns.residual, moved) if len(s) else array([]),
        "g": constraint_rates(e, moved),
    }
    phi: Any = as_expr(0.0)
    for name, values in rows.items():
        for weight, value in zip(adjoints[name], values, strict=True):
            phi = phi + weight * value
    by = {"q": names.q, "u": names.u, "z": names.z, "s": s, "lam": lam, "a": u_dot}
    by["p"] = array([names.t, *e.parameters])
    return {f"by_{name}": _by([phi], x)[0] for name, x in by.items()}


def constraint_rates(e: MotionEquations, moved: dict[Any, Any]) -> Any:
    """Per row of P, the change of g, or of ġ where the row restricts velocities only."""
    values = [e.rows.g_dot[k] if place is None else e.rows.g[place] for k, place in enumerate(e.rows.position_of_row)]
    return _along(array(values), moved) if values else array([])


def _pairs(symbols: Any, values: Any) -> dict[Any, Any]:
    return dict(zip(symbols, values, strict=True))


def _along(values: Any, tangents: dict[Any, Any]) -> Any:
    entries = [as_expr(x) for x in array(values).ravel()]
    return array(forward_derivatives(entries, tangents)) if entries else array([])


@lru_cache(maxsize=8)
def is_large(e: MotionEquations) -> bool:
    """Whether the derivatives of accelerations come from loops over dense matrices; nothing else is then asked for.

    Remembered, since it takes time and is asked at every state.
    """
    return Derivatives(e).is_large and not e.topology.layout.nz and not len(e.unknowns.s)
