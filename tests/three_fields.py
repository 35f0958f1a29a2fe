"""One element of the general three-field form of S3 (Eq. 5, constraints Eq. 10), written out with every unknown.

A rigid body whose point ρ is held by a ball joint, under gravity: positions, velocities and momenta are polynomials of
degree k − 1 with unknowns of their own at k points, the ends (d, x_2) and (h_2, p_2) are unknowns as well, weights have
degree k (δv: k − 1). Everything is solved together, by differences, with nothing eliminated beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import polynomial as poly
from scipy.optimize import root
from scipy.spatial.transform import Rotation

RHO, MASS, INERTIA, GRAVITY = np.array([0.1, -0.2, 0.5]), 1.3, np.diag([0.2, 0.3, 0.1]), np.array([0.0, 0.0, -9.81])


@dataclass(frozen=True)
class Top:
    """R, centre of mass, (ω, v) of a body that turns about the origin with its point ρ."""

    R: np.ndarray
    x: np.ndarray
    u: np.ndarray

    @property
    def A(self) -> np.ndarray:
        """ψ = v + ω × Rρ."""
        a, b, c = self.R @ RHO
        return np.hstack([-np.array([[0, -c, b], [c, 0, -a], [-b, a, 0]]), np.eye(3)])

    @property
    def M(self) -> np.ndarray:
        return np.block([[self.R @ INERTIA @ self.R.T, np.zeros((3, 3))], [np.zeros((3, 3)), MASS * np.eye(3)]])


def basis(nodes: np.ndarray) -> list[np.ndarray]:
    """Coefficients of Lagrange polynomials."""
    found = []
    for x in nodes:
        others = nodes[nodes != x]
        found.append(np.atleast_1d(poly.polyfromroots(others) / np.prod(x - others)))
    return found


def rule(count: int) -> tuple[np.ndarray, np.ndarray]:
    x, w = np.polynomial.legendre.leggauss(count)
    return 0.5 * (x + 1), 0.5 * w


def turned(th: np.ndarray) -> np.ndarray:
    return Rotation.from_rotvec(th).as_matrix()


def angular_velocity(th: np.ndarray, th_dot: np.ndarray) -> np.ndarray:
    """ω of exp(ϑ), by its closed form."""
    s, first = float(np.linalg.norm(th)), np.cross(th, th_dot)
    last = (s - np.sin(s)) / s**3 if s > 0.05 else 1 / 6 - s**2 / 120 + s**4 / 5040
    return th_dot + 0.5 * np.sinc(0.5 * s / np.pi) ** 2 * first + last * np.cross(th, first)


def element(top: Top, k: int, h: float, points: int) -> tuple[Top, np.ndarray, np.ndarray]:
    """(the body after an element, modified momenta, true ones); `points` Gauss points for all terms."""
    c, b = rule(points)
    inner, outer = basis(rule(k)[0] if k > 1 else np.array([0.5])), basis(np.linspace(0, 1, k + 1))
    N, dN = ([poly.polyval(c, f if i == 0 else poly.polyder(f)) for f in outer] for i in range(2))
    L = np.array([poly.polyval(c, f) * np.ones(points) for f in inner])
    p_1 = top.M @ top.u

    def residual(y: np.ndarray) -> np.ndarray:
        fields, ends = y[: 21 * k].reshape(k, 21), y[21 * k :]
        d, x_2, p_2 = ends[:3], ends[3:6], ends[6:]
        middle = turned(d) @ top.R
        weak_p, weak_q, weak_v, rows = (np.zeros((n, m)) for n, m in ((k + 1, 6), (k + 1, 6), (k, 6), (k, 3)))
        for g in range(points):
            q, v, p, mu = np.split(L[:, g] @ fields, [6, 12, 18])
            w = angular_velocity(q[:3], v[:3])
            now = Top(turned(q[:3]) @ middle, q[3:], np.concatenate([w, v[3:]]))
            rho = now.R @ RHO
            modified = now.M @ now.u + now.A.T @ mu
            force = np.concatenate([np.cross(np.cross(w, rho), mu), MASS * GRAVITY])
            for i in range(k + 1):
                weak_p[i] += b[g] * (dN[i][g] * p + h * N[i][g] * force)
                weak_q[i] -= b[g] * (dN[i][g] * q + h * N[i][g] * v)
            for m in range(k):
                weak_v[m] += b[g] * L[m, g] * (p - modified)
                rows[m] += b[g] * L[m, g] * (now.u[3:] + np.cross(w, rho))
        weak_p[0] += p_1
        weak_p[k] -= p_2
        weak_q[0] -= np.concatenate([-d, top.x])
        weak_q[k] += np.concatenate([d, x_2])
        return np.concatenate([weak_p.ravel(), weak_q.ravel(), weak_v.ravel(), rows.ravel()])

    still = np.concatenate([np.zeros(3), top.x, top.u, p_1, np.zeros(3)])
    start = np.concatenate([np.tile(still, k), 0.5 * h * top.u[:3], top.x, p_1])
    found = root(residual, start, tol=1e-14, method="hybr")
    assert np.abs(residual(found.x)).max() < 1e-11
    d, x_2, p_2 = np.split(found.x[21 * k :], [3, 6])
    end = Top(turned(2 * d) @ top.R, x_2, np.zeros(6))
    # The true momenta: what is left of the modified ones across the rows, in the metric of the mass.
    A, back = end.A, np.linalg.inv(end.M)
    true = p_2 - A.T @ np.linalg.solve(A @ back @ A.T, A @ back @ p_2)
    return Top(end.R, x_2, back @ true), p_2, true
