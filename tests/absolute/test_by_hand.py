"""Two bars in weak form against a second implementation: S3's own rows, start chart, Newton's method by complex steps.

It shares nothing with the package: nodes, quadrature, rotations by their series, rows of ball joints in world axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
import pytest
from numpy.polynomial import Legendre
from numpy.polynomial.legendre import leggauss

import linkwork as lw
from tests.reference_models import case, two_bars

INERTIA, WEIGHT = np.diag([1 / 12, 0.01, 1 / 12]), np.tile([0, 0, 0, 0, 0, -9.81], 2)
JOINTS = (((1, 0, 0.5),), ((1, 0, -0.5), (-1, 1, 0.5)))
"""(sign, body, place along the bar) of the points whose sum each joint keeps at zero."""


def hat(a: Any) -> Any:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def series(x: Any, first: int) -> Any:
    return sum((-x) ** n / factorial(2 * n + first) for n in range(12))


def turn(th: Any) -> Any:
    return np.eye(3) + series(th @ th, 1) * hat(th) + series(th @ th, 2) * hat(th) @ hat(th)


def tangent(th: Any) -> Any:
    return np.eye(3) + series(th @ th, 2) * hat(th) + series(th @ th, 3) * hat(th) @ hat(th)


def shapes(k: int) -> tuple[Any, Any, Any, Any]:
    """(weights, N, N', Legendre polynomials) at k Gauss points."""
    c, b = leggauss(k)
    c, b, nodes = (c + 1) / 2, b / 2, np.linspace(0, 1, k + 1)
    lagrange = []
    for i in range(k + 1):
        others = np.delete(nodes, i)
        lagrange.append(np.poly1d(others, r=True) / np.prod(nodes[i] - others))
    modes = [Legendre.basis(m, domain=[0, 1])(c) for m in range(k)]
    return b, np.array([p(c) for p in lagrange]), np.array([p.deriv()(c) for p in lagrange]), np.array(modes)


@dataclass
class Bars:
    """Rotations, places, and velocities (ω, v) of both bars."""

    R: list[Any]
    x: Any
    u: Any

    def moved(self, nodes: Any, rates: Any) -> Bars:
        R = [turn(nodes[6 * b : 6 * b + 3]) @ self.R[b] for b in range(2)]
        u = rates.astype(complex)
        for b in range(2):
            u[6 * b : 6 * b + 3] = tangent(nodes[6 * b : 6 * b + 3]) @ rates[6 * b : 6 * b + 3]
        return Bars(R, self.x + nodes.reshape(2, 6)[:, 3:], u)

    @property
    def mass(self) -> Any:
        M = np.eye(12, dtype=complex)
        for b in range(2):
            M[6 * b : 6 * b + 3, 6 * b : 6 * b + 3] = self.R[b] @ INERTIA @ self.R[b].T
        return M

    @property
    def rows(self) -> tuple[Any, Any, Any]:
        """(gap, A, Ȧ)."""
        gap, A, A_dot = np.zeros(6, complex), np.zeros((6, 12), complex), np.zeros((6, 12), complex)
        for j, ends in enumerate(JOINTS):
            at = slice(3 * j, 3 * j + 3)
            for sign, b, place in ends:
                arm = self.R[b] @ [0, place, 0]
                gap[at] += sign * (self.x[b] + arm)
                A[at, 6 * b : 6 * b + 3], A[at, 6 * b + 3 : 6 * b + 6] = -sign * hat(arm), sign * np.eye(3)
                A_dot[at, 6 * b : 6 * b + 3] = -sign * hat(np.cross(self.u[6 * b : 6 * b + 3], arm))
        return gap, A, A_dot


def residual(bars: Bars, y: Any, k: int, h: float, nodal: bool) -> tuple[Any, Any, Bars]:
    """(rows to solve, modified momenta at the end, the end)."""
    b, N, D, P = shapes(k)
    nodes, mu = y[: 12 * k].reshape(k, 12), y[12 * k :].reshape(k, 6)
    r, rows = np.zeros((k + 1, 12), complex), np.zeros((k, 6), complex)
    for g in range(k):
        at = bars.moved(N[1:, g] @ nodes, D[1:, g] @ nodes / h)
        _, A, A_dot = at.rows
        own = P[:, g] * (np.arange(k) > 0 if nodal else 1)
        r += b[g] * np.outer(D[:, g], at.mass @ at.u + A.T @ (own @ mu))
        r += b[g] * h * np.outer(N[:, g], WEIGHT + A_dot.T @ (own @ mu))
        rows += b[g] * np.outer(own, A @ at.u)
    end = bars.moved(nodes[-1], np.zeros(12))
    if nodal:
        gap, A, _ = end.rows
        r[0] -= bars.rows[1].T @ mu[0]
        r[k] += A.T @ mu[0]
        rows[0] = gap
    r[0] += bars.mass @ bars.u
    return np.concatenate([*r[:k], *rows]), r[k], end


def element(bars: Bars, k: int, h: float, nodal: bool) -> Bars:
    y = np.concatenate([np.outer(np.arange(1, k + 1) / k, h * bars.u.real).ravel(), np.zeros(6 * k)])
    for _ in range(12):
        slopes = [residual(bars, y + 1e-30j * unit, k, h, nodal)[0].imag * 1e30 for unit in np.eye(len(y))]
        change = np.linalg.solve(np.array(slopes).T, -residual(bars, y, k, h, nodal)[0].real)
        y = y + change
        if np.abs(change[: 12 * k]).max() < 1e-13:
            break
    _, p, end = residual(bars, y, k, h, nodal)
    A = end.rows[1].real
    saddle = np.block([[end.mass.real, A.T], [A, np.zeros((6, 6))]])
    u = np.linalg.solve(saddle, np.concatenate([p.real, np.zeros(6)]))[:12]
    return Bars([R.real for R in end.R], end.x.real, u)


@pytest.mark.few(2)
@pytest.mark.seed("S3.2")
@pytest.mark.parametrize("form", ["nodal", "weighted"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_same_elements_by_hand(k: int, form: str) -> None:
    given = case("B1_two_bar_spherical")["cases"]["case1"]["initial"]
    w, v, x = ([np.array(given[name.format(b)]) for b in (1, 2)] for name in ("omega{}_body", "v_com{}", "com{}"))
    bars, h = Bars([np.eye(3), np.eye(3)], np.array(x), np.concatenate([w[0], v[0], w[1], v[1]])), 0.06
    system = lw.compile_model(two_bars(lw.Spherical()), coordinates="absolute")
    poses = {f"bar{b}": (np.eye(3), given[f"com{b}"]) for b in (1, 2)}
    start = system.placed(poses, {f"bar{b + 1}": (w[b], v[b]) for b in range(2)})
    run = lw.simulate(system, start, 3 * h, h=h, method=lw.TimeElements(degree=k, constraints=form, chart="start"))
    for _ in range(3):
        bars = element(bars, k, h, form == "nodal")
    for b in range(2):
        np.testing.assert_allclose(run[f"bar{b + 1}.position"][-1], bars.x[b], atol=1e-12)
        np.testing.assert_allclose(run[f"bar{b + 1}.rotation"][-1], bars.R[b], atol=1e-12)
        np.testing.assert_allclose(run[f"bar{b + 1}.velocity"][-1], bars.u[6 * b + 3 : 6 * b + 6], atol=1e-10)
