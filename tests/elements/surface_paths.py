"""The length of a path over any surface by another way than linkwork's: a geodesic is shot from where it is touched.

On F(x) = 0 a geodesic has x″ = −(x′ᵀ H x′)/|∇F|² ∇F, H the matrix of second derivatives. The path comes straight from P
to a point A, F(A) = 0 and ∇F(A)·(A − P) = 0, follows the geodesic in that direction over a length l, and leaves along
its tangent for Q: four equations for A and l.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

X = sp.symbols("x y z")
ACROSS = sp.sqrt(X[0] ** 2 + X[1] ** 2)


def cylinder(r: float) -> Any:
    return ACROSS - r


def sphere(r: float) -> Any:
    return X[0] ** 2 + X[1] ** 2 + X[2] ** 2 - r**2


def ellipsoid(a: float, b: float, c: float) -> Any:
    return (X[0] / a) ** 2 + (X[1] / b) ** 2 + (X[2] / c) ** 2 - 1


def cone(angle: float) -> Any:
    return ACROSS - sp.tan(angle) * X[2]


def torus(R: float, r: float) -> Any:
    return (ACROSS - R) ** 2 + X[2] ** 2 - r**2


def shot_length(surface: Any, P: Any, Q: Any, A: Any, length: float) -> float:
    """The length of the path from P to Q; A and the length on the surface are where the search begins."""
    F = sp.lambdify(X, surface)
    slopes = sp.lambdify(X, [sp.diff(surface, x) for x in X])
    bends = sp.lambdify(X, sp.hessian(surface, X).tolist())

    def geodesic(_: float, y: np.ndarray) -> np.ndarray:
        g, t = np.array(slopes(*y[:3])), y[3:]
        return np.concatenate([t, -(t @ np.array(bends(*y[:3])) @ t) / (g @ g) * g])

    def end(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        t = (x[:3] - P) / np.linalg.norm(x[:3] - P)
        y = solve_ivp(geodesic, (0.0, x[3]), [*x[:3], *t], "DOP853", rtol=1e-13, atol=1e-15).y[:, -1]
        return y[:3], y[3:]

    def left_open(x: np.ndarray) -> list[float]:
        B, t = end(x)
        g = np.array(slopes(*B))
        return [F(*x[:3]), np.array(slopes(*x[:3])) @ (x[:3] - P), g @ (Q - B), np.cross(g, t) @ (Q - B)]

    found = fsolve(left_open, [*A, length], xtol=1e-14)
    assert np.abs(left_open(found)).max() < 1e-12
    return float(np.linalg.norm(found[:3] - P) + found[3] + np.linalg.norm(end(found)[0] - Q))
