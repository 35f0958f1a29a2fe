"""One oscillator for weak forms in time, and the Gauss method of Runge–Kutta type for it, written independently."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import fsolve

from linkwork.mechanics.weak_tree import WeakState
from linkwork.numerics.integrators.rotation_chart import RotationChart
from linkwork.numerics.integrators.time_elements import Directions, WeakSlopes, WeakVectors, recovered, step
from linkwork.numerics.integrators.time_shapes import TimeElement, gauss_rule


class Matrix:
    """A small matrix as a solver."""

    def __init__(self, value: np.ndarray) -> None:
        self.value = value

    def solve(self, right: np.ndarray) -> np.ndarray:
        return np.linalg.solve(self.value, right)

    def times(self, x: np.ndarray) -> np.ndarray:
        return self.value @ x


class Oscillator:
    """L = ½ m(q) q̇² − V(q), one coordinate; m = 1 + c sin²q, V = ½ω²q² + a q⁴."""

    size, rows, middle, turns_reactions = 1, 0, True, False
    holonomic = np.zeros(0, dtype=bool)
    turning = np.zeros((0, 3), dtype=np.int64)
    chart = RotationChart(0)

    def __init__(self, omega: float = 1.0, a: float = 0.0, c: float = 0.0) -> None:
        self.omega, self.a, self.c = omega, a, c

    def terms(self, at: WeakState) -> tuple[tuple[float, ...], ...]:
        """(π, Φ, F), with derivatives by q and by v."""
        q, v = at.q[0], at.u[0]
        m, m_q, m_qq = 1 + self.c * np.sin(q) ** 2, self.c * np.sin(2 * q), 2 * self.c * np.cos(2 * q)
        values = (m * v, 0.5 * m_q * v * v, -(self.omega**2) * q - 4 * self.a * q**3)
        stiffness = -(self.omega**2) - 12 * self.a * q * q
        return values, (m_q * v, 0.5 * m_qq * v * v, stiffness), (m, m_q * v, 0.0)

    def vectors(self, at: WeakState, mu: np.ndarray, weights: Any, u_dot: Any = None) -> WeakVectors:
        return WeakVectors(np.array([np.dot(weights, self.terms(at)[0])]), np.zeros(0))

    def slopes(
        self, at: WeakState, mu: np.ndarray, weights: Any, place: Directions, speed: Directions, changing: Any = None
    ) -> WeakSlopes:
        value, by_q, by_v = (np.dot(weights, x) for x in self.terms(at))
        none = np.zeros((0, 1))
        slope = np.array([[by_q * place.factor + by_v * speed.factor]])
        return WeakSlopes(np.array([value]), np.zeros(0), slope, none, none)

    def by_speeds(self, at: WeakState, mu: np.ndarray) -> WeakSlopes:
        zero, one = (Directions(np.zeros((9, 0)), x) for x in (0.0, 1.0))
        return self.slopes(at, mu, (1.0, 0.0, 0.0), zero, one)

    def rotations(self, at: WeakState) -> np.ndarray:
        return np.zeros((4, 0))

    def rates(self, at: WeakState) -> np.ndarray:
        return at.u

    def moved(self, at: WeakState, e: np.ndarray, shift: np.ndarray, rates: np.ndarray, t: float) -> WeakState:
        return WeakState(at.q + shift, rates, t)

    def with_speed(self, at: WeakState, u: np.ndarray) -> WeakState:
        return replace(at, u=u)

    @property
    def matrices(self) -> Oscillator:
        return self

    def make_exact(self, wanted: bool) -> bool:
        return False

    def factored(self, pieces: Any, sides: str) -> Matrix:
        matrix = np.zeros((len(sides), len(sides)))
        for (i, j, _), value in pieces.items():
            matrix[i, j] += float(value[0, 0])
        return Matrix(matrix)

    def hamilton(self, y: np.ndarray) -> np.ndarray:
        """(q̇, ṗ)."""
        q, p = y
        v = p / (1 + self.c * np.sin(q) ** 2)
        _, phi, force = self.terms(WeakState(np.array([q]), np.array([v]), 0.0))[0]
        return np.array([v, phi + force])

    def energy(self, y: np.ndarray) -> float:
        q, p = y
        return 0.5 * p * p / (1 + self.c * np.sin(q) ** 2) + 0.5 * self.omega**2 * q * q + self.a * q**4


def one_step(o: Oscillator, element: TimeElement, y: np.ndarray, h: float) -> np.ndarray:
    """(q, p) after a step."""
    start, _, _ = recovered(o, WeakState(y[:1], np.zeros(1), 0.0), y[1:])  # type: ignore[arg-type]
    found = step(element, o, start, y[1:], h)  # type: ignore[arg-type]
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
