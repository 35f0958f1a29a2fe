r"""What is asked of a kind of element, as traced functions with exact derivatives.

| function | gives |
|---|---|
| `rates` | forces Q, residuals g, rows ψ on velocity level, P_00 on acceleration level |
| `residual` | $r = -Q - A^T\lambda$ and the rows that are solved: g, or c₃ψ for conditions on velocities |
| `tangent` | the same with $c_1 r_u + c_2 r_q$, A, and the derivative of the rows |
| `weak` | $\pi = A^T\mu$, $\Phi = \dot A^T\mu$, Q, ψ and their derivatives: the integrand of S3 Eq. 10 by parts |
| `slopes` | r, g, ψ and $c = A a + P_{00}$ at given accelerations with all derivatives, for linear systems |
| `load` | the wrench of multipliers on the second end |

Derivatives are by spatial rotations and displacements ("q") and by velocities ("u"). Matrices are lists of the
entries that are not zero by structure; `Entries` says where they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...expr import Function, array, jacobian, make_function, symbols
from ...expr.graph import as_expr
from .kind import Kind


@dataclass(frozen=True, eq=False)
class Entries:
    """Where the entries of one matrix stand: rows and columns, each of some side of the element's own numbering."""

    rows: np.ndarray
    columns: np.ndarray


@dataclass(frozen=True, eq=False)
class Traced:
    """A traced function, and the places of the entries of its matrices by name."""

    function: Function
    entries: dict[str, Entries]


def traced(name: str, inputs: dict[str, Any], vectors: dict[str, Any], matrices: dict[str, Any]) -> Traced:
    """A function with vectors and sparse matrices as outputs; what is empty is left out."""
    outputs: dict[str, Any] = {key: array(value) for key, value in vectors.items() if np.size(value)}
    places: dict[str, Entries] = {}
    for key, value in matrices.items():
        found = [(i, j, as_expr(x)) for (i, j), x in np.ndenumerate(array(value)) if not _is_zero(as_expr(x))]
        if found:
            outputs[key] = array([x for _, _, x in found])
            places[key] = Entries(np.array([i for i, _, _ in found]), np.array([j for _, j, _ in found]))
    return Traced(make_function(name, inputs, outputs), places)


def _is_zero(x: Any) -> bool:
    return bool(x.op == "const" and x.data == 0.0)


def _inputs(kind: Kind, **more: Any) -> dict[str, Any]:
    return {"q": kind.q, "u": kind.u, "t": kind.t, "data": array(list(kind.data)), **more}


def _solved_rows(kind: Kind, factor: Any) -> Any:
    if not len(kind.g):
        return kind.psi * factor
    return array(
        [g if plain else psi * factor for g, psi, plain in zip(kind.g, kind.psi, kind.is_holonomic, strict=True)]
    )


def rates(kind: Kind) -> Traced:
    """Q, g, ψ, P_00."""
    vectors = {"Q": kind.Q, "g": kind.g, "psi": kind.psi, "P_00": kind.P_00}
    return traced(f"{kind.label}_rates", _inputs(kind), vectors, {})


def _residual(kind: Kind) -> tuple[dict[str, Any], dict[str, Any], Any, Any]:
    lam, c = symbols("lam", kind.rows), symbols("c", 4)
    r = -kind.Q - (kind.A.T @ lam if kind.rows else 0.0)
    inputs = _inputs(kind, lam=lam, c=c)
    return inputs, {"r": r, "rows": _solved_rows(kind, c[3])}, r, c


def residual(kind: Kind) -> Traced:
    """r and the rows that are solved."""
    inputs, vectors, _, _ = _residual(kind)
    return traced(f"{kind.label}_residual", inputs, vectors, {})


def tangent(kind: Kind) -> Traced:
    """The same with derivatives."""
    inputs, vectors, r, c = _residual(kind)
    slopes = c[1] * jacobian(r, kind.u) + c[2] * kind.turned(r)
    rows = array(kind.A).copy()
    if not kind.is_holonomic.all():
        on_speeds = ~kind.is_holonomic
        rows[on_speeds] = rows[on_speeds] + c[3] * kind.turned(kind.psi[on_speeds])
    return traced(f"{kind.label}_tangent", inputs, vectors, {"r_x": slopes, "rows_x": rows, "A": kind.A})


def weak(kind: Kind) -> Traced:
    """π, Φ, Q and ψ with derivatives by position, velocity and μ."""
    mu = symbols("mu", kind.rows)
    vectors: dict[str, Any] = {"force": kind.Q}
    matrices: dict[str, Any] = {"force_q": kind.turned(kind.Q), "force_u": jacobian(array(kind.Q), kind.u)}
    if kind.rows:
        pi, phi = kind.A.T @ mu, kind.A_dot.T @ mu
        vectors |= {"pi": pi, "phi": phi, "psi": kind.psi, "g": kind.g}
        matrices |= {"pi_q": kind.turned(pi), "phi_q": kind.turned(phi), "phi_u": jacobian(array(phi), kind.u)}
        matrices |= {"psi_q": kind.turned(kind.psi), "A": kind.A, "A_dot": kind.A_dot}
    return traced(f"{kind.label}_weak", _inputs(kind, mu=mu), vectors, matrices)


def slopes(kind: Kind) -> Traced:
    """r, rows and their rates with all derivatives."""
    lam, a = symbols("lam", kind.rows), symbols("a", len(kind.u))
    r = array(-kind.Q - (kind.A.T @ lam if kind.rows else 0.0))
    vectors: dict[str, Any] = {"r": r, "g": kind.g, "psi": kind.psi}
    matrices: dict[str, Any] = {"r_q": kind.turned(r), "r_u": jacobian(r, kind.u)}
    if kind.rows:
        c = array(kind.A @ a + kind.P_00)
        matrices |= {"A": kind.A, "psi_q": kind.turned(kind.psi), "c_q": kind.turned(c), "c_u": jacobian(c, kind.u)}
    return traced(f"{kind.label}_slopes", _inputs(kind, lam=lam, a=a), vectors, matrices)


def load(kind: Kind) -> Traced:
    """Wrench of the multipliers on the second end, in the axes of the first."""
    lam = symbols("lam", kind.rows)
    return traced(f"{kind.label}_load", _inputs(kind, lam=lam), {"wrench": kind.directions.T @ lam}, {})


OUTPUTS: dict[str, Callable[[Kind], Traced]] = {
    "rates": rates,
    "residual": residual,
    "tangent": tangent,
    "weak": weak,
    "slopes": slopes,
    "load": load,
}
"""The functions by name."""
