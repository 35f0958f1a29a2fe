r"""Derivatives of the eigenvalues at an equilibrium, with the equilibrium moving along.

$$ \mu' = -\frac{w^T(\mathcal A' - \mu\,\mathcal B')\,x}{w^T\,\partial_\mu(\mathcal A - \mu\mathcal B)\,x} $$

with right and left null vectors x and w of the pencil of the unreduced equations (`formulation/variations.py`); what is
differentiated is the traced bilinear form itself, so that second derivatives are exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import ModelError
from ..results.dual_numbers import Varied
from .common.delays import refuse_delays
from .equilibrium import Equilibrium, equilibrium
from .hinge_coordinates import hinged_state
from .linear.variation import Variation
from .sensitivities import equilibrium_sensitivity, hinged_columns

REPEATED = 1e-6
"""Eigenvalues closer than this, relative to the largest, have no derivative of their own."""
SAME_VALUE = 1e-6
"""Eigenvalues in two kinds of coordinates that differ less than this, relative to the largest, are the same."""


def eigenvalue_sensitivity(eq: Equilibrium, p: np.ndarray) -> Varied:
    """The eigenvalues, in the order of `eq.eigenvalues`, and their derivatives by changes of (t, Parameters)."""
    refuse_delays(eq.system, "eigenvalue_sensitivity", "Compare eigenvalues at slightly different values instead.")
    if eq.system.hinged is not eq.system:
        return _in_hinges(eq, p)
    v = eq.variation
    values = eq.eigenvalues
    moved = equilibrium_sensitivity(eq, p).y
    layout = eq.system.layout
    nq, nu = layout.nq, layout.nu
    a = v.by_parameters.functions.a_p @ p
    base = {
        "q": moved[:nq],
        "u": moved[nq : nq + nu],
        "z": moved[nq + nu :],
        "s": v.by_state.s_y @ moved + v.by_parameters.s_p @ p,
        "lam": v.by_state.lam_y @ moved + v.by_parameters.lam_p @ p,
        "a": a,
        "p": p,
    }
    return Varied(values, np.array([_derivative(v, values, k, base) for k in range(len(values))]))


def _in_hinges(eq: Equilibrium, p: np.ndarray) -> Varied:
    """The same of a system in absolute coordinates: eigenvalues do not depend on coordinates.

    Second derivatives are traced in coordinates of joints only.
    """
    hinged = eq.in_hinges
    if hinged is None:
        hinged = equilibrium(eq.system.hinged, hinged_state(eq.system, eq.state, eq.state.t))
    found = eigenvalue_sensitivity(hinged, hinged_columns(eq.system, hinged.system, p))
    values = eq.eigenvalues
    gaps = np.abs(values[:, None] - found.value)
    places = gaps.argmin(axis=1)
    size = float(np.abs(values).max(initial=0.0))
    if len(values) != len(found.value) or gaps[range(len(values)), places].max(initial=0.0) > SAME_VALUE * size:
        raise ModelError(
            f"model {eq.system.model.name!r}: in coordinates of its joints the equilibrium has other eigenvalues, so "
            "that derivatives are not carried over; compile the model with lw.compile_model(model)."
        )
    return Varied(values, found.gradient[places])


def _derivative(v: Variation, values: np.ndarray, k: int, base: dict[str, np.ndarray]) -> np.ndarray:
    mu = values[k]
    others = np.delete(values, k)
    if len(others) and np.abs(others - mu).min() < REPEATED * max(float(np.abs(values).max()), 1e-300):
        raise ModelError(
            f"the eigenvalue {mu:.6g} is repeated: it has no derivative of its own. Vary something else first, or use "
            "sums over the repeated ones."
        )
    x, w = _null_vectors(v, mu)
    system: Any = v.system
    at, kernel = system.arguments(v.state), system.kernel("pencil")

    def form(left: dict[str, np.ndarray], right: dict[str, np.ndarray], rates: dict[str, np.ndarray]) -> np.ndarray:
        given = {f"d_{n}": y for n, y in right.items()} | {f"e_{n}": y for n, y in rates.items()}
        given |= {f"w_{n}": y for n, y in left.items()}
        names = ("q", "u", "z", "s", "t", "parameters", "u_dot", "lam")
        found = kernel(**dict(zip(names, (*at, v.u_dot, v.lam), strict=True)), **given)
        return np.asarray(sum(np.asarray(getattr(found, f"by_{n}")) @ base[n] for n in base))

    rates = {n: mu * x[n] for n in "quz"}
    parts = {
        f: [{n: np.ascontiguousarray(f(y)) for n, y in z.items()} for z in (w, x, rates)] for f in (np.real, np.imag)
    }
    real, imag = parts[np.real], parts[np.imag]
    change = form(*real) - form(imag[0], imag[1], imag[2])
    change = change + 1j * (form(real[0], imag[1], imag[2]) + form(imag[0], real[1], real[2]))
    slope = -w["q"] @ x["q"] + w["u"] @ (v.by_state.M @ x["u"]) - w["z"] @ x["z"]
    return np.asarray(-change / slope)


def _null_vectors(v: Variation, mu: complex) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """(x, w) by name; zero for prescribed coordinates and rows that repeat others."""
    system: Any = v.system
    f, r, e = v.motion.rates, v.by_state.residuals, system.equations
    nq, nu, nz, ns, rows = len(f.q_dot_q), len(v.by_state.M), len(f.z_dot_z), len(f.R_s), len(v.lam)
    hold = [k for k, place in enumerate(e.rows.position_of_row) if place is not None]
    g_q, g_u = np.array(f.g_dot_q, dtype=float).reshape(rows, nq), v.motion.P.copy()
    if hold:
        g_q[hold] = np.asarray(v.system.evaluate("closure", v.state).g_q)[
            [place for place in e.rows.position_of_row if place is not None]
        ]
        g_u[hold] = 0.0
    zero = np.zeros
    matrix = np.block(
        [
            [f.q_dot_q - mu * np.eye(nq), f.q_dot_u, zero((nq, nz + ns + rows))],
            [r.r_q, r.r_u + mu * v.by_state.M, r.r_z, r.r_s, -v.motion.P.T],
            [f.z_dot_q, f.z_dot_u, f.z_dot_z - mu * np.eye(nz), f.z_dot_s, zero((nz, rows))],
            [f.R_q, f.R_u, f.R_z, f.R_s, zero((ns, rows))],
            [g_q, g_u, zero((rows, nz + ns + rows))],
        ]
    )
    kept_rows = v.closures.velocity_rank(v.motion.P).independent_rows if rows else ()
    chosen = [*v.closures.free_q, *(nq + k for k in v.motion.free), *range(nq + nu, nq + nu + nz + ns)]
    chosen += [nq + nu + nz + ns + k for k in kept_rows]
    u, _, vh = np.linalg.svd(matrix[np.ix_(chosen, chosen)])
    ends = np.cumsum([0, nq, nu, nz, ns, rows])
    return tuple(  # type: ignore[return-value]
        _named(vector, chosen, ends, last) for vector, last in ((vh[-1].conj(), "lam"), (u[:, -1].conj(), "g"))
    )


def _named(vector: np.ndarray, chosen: list[int], ends: Any, last: str) -> dict[str, np.ndarray]:
    whole = np.zeros(ends[-1], dtype=complex)
    whole[chosen] = vector
    return {n: whole[a:b] for n, a, b in zip(("q", "u", "z", "s", last), ends[:-1], ends[1:], strict=True)}
