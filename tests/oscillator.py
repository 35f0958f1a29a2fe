"""One oscillator for weak forms in time, and the Gauss method of Runge–Kutta type for it, written independently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import fsolve

from linkwork.analyses.steppers.weak_tree import WeakState
from linkwork.numerics.blocks import factored_matrix
from linkwork.numerics.integrators.time_elements import Integrand, Stepped, TimePoint, recovered, step
from linkwork.numerics.integrators.time_shapes import TimeElement, gauss_rule


class Oscillator:
    """L = ½ m(q) q̇² − V(q), one coordinate; m = 1 + c sin²q, V = ½ω²q² + a q⁴."""

    size, rows = 1, 0
    holonomic = np.zeros(0, dtype=bool)

    def __init__(self, omega: float = 1.0, a: float = 0.0, c: float = 0.0) -> None:
        self.omega, self.a, self.c = omega, a, c

    def evaluate(self, at: WeakState, mu: np.ndarray) -> Integrand:
        q, v = at.q[0], at.u[0]
        m, m_q, m_qq = 1 + self.c * np.sin(q) ** 2, self.c * np.sin(2 * q), 2 * self.c * np.cos(2 * q)
        values = (m * v, 0.5 * m_q * v * v, -(self.omega**2) * q - 4 * self.a * q**3)
        stiffness = -(self.omega**2) - 12 * self.a * q * q
        slopes = (m_q * v, m, 0.5 * m_qq * v * v, m_q * v, stiffness, 0.0)
        none = np.zeros((0, 1))
        vectors = (np.array([x]) for x in values)
        matrices = (np.array([[x]]) for x in slopes)
        return Integrand(*vectors, np.zeros(0), np.zeros(0), *matrices, none, none, none)

    def hamilton(self, y: np.ndarray) -> np.ndarray:
        """(q̇, ṗ)."""
        q, p = y
        v = p / (1 + self.c * np.sin(q) ** 2)
        f = self.evaluate(WeakState(np.array([q]), np.array([v]), 0.0), np.zeros(0))
        return np.array([v, f.phi[0] + f.force[0]])

    def energy(self, y: np.ndarray) -> float:
        q, p = y
        return 0.5 * p * p / (1 + self.c * np.sin(q) ** 2) + 0.5 * self.omega**2 * q * q + self.a * q**4

    def start(self, at: WeakState, degree: int, h: float) -> np.ndarray:
        return np.outer(np.arange(1, degree + 1) / degree, h * at.u)

    def point(self, at: WeakState, nodes: np.ndarray, N: np.ndarray, dN: np.ndarray, h: float, tau: float) -> TimePoint:
        place = WeakState(at.q + N[1:] @ nodes, dN[1:] @ nodes / h, at.t + tau * h)
        return TimePoint(place, [n * np.eye(1) for n in N[1:]], [n / h * np.eye(1) for n in dN[1:]])

    def end(self, at: WeakState, nodes: np.ndarray, h: float) -> tuple[WeakState, np.ndarray]:
        return WeakState(at.q + nodes[-1], np.zeros(1), at.t + h), np.eye(1)

    def moved(self, at: WeakState, shift: np.ndarray, u: np.ndarray, t: float) -> WeakState:
        return WeakState(at.q + shift, u, t)

    def factored(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves for right sides."""
        return factored_matrix(matrix)

    def with_speed(self, at: WeakState, u: np.ndarray) -> WeakState:
        return replace(at, u=u)


def one_step(
    o: Oscillator, element: TimeElement, y: np.ndarray, h: float, single: Callable[..., Stepped | None] = step
) -> np.ndarray:
    """(q, p) after a step."""
    start, _ = recovered(o, WeakState(y[:1], np.zeros(1), 0.0), y[1:])
    found = single(element, o, start, y[1:], h)
    assert found is not None
    return np.array([found.at.q[0], found.momenta[0]])


def collocation(o: Oscillator, k: int, y: np.ndarray, h: float) -> np.ndarray:
    """The same by the Gauss method of k stages, as a Runge–Kutta method."""
    c, b = gauss_rule(k)
    A = np.array([[np.polyval(np.polyint(_lagrange(c, j)), x) for j in range(k)] for x in c])

    def off(flat: np.ndarray) -> np.ndarray:
        stages = flat.reshape(k, 2)
        return np.ravel([stages[i] - o.hamilton(y + h * A[i] @ stages) for i in range(k)])

    stages = fsolve(off, np.tile(o.hamilton(y), k), xtol=1e-14).reshape(k, 2)
    return y + h * b @ stages


def _lagrange(c: np.ndarray, j: int) -> np.ndarray:
    others = np.delete(c, j)
    return np.atleast_1d(np.poly(others)) / np.prod(c[j] - others)
