r"""The two-field mixed form of S3 (Eq. 7): positions and momenta free inside an element, joined to its ends weakly.

Inside, q and p are polynomials of degree k − 1 that need not meet the values at the ends; weights have degree k:

$$ \sum_g b_g [N_i' p - h N_i (H_q - f)]_g + \delta_{i0} p_1 - \delta_{ik} p_2 = 0, \qquad
   \sum_g b_g [-N_i' q - h N_i H_p]_g - \delta_{i0} q_1 + \delta_{ik} q_2 = 0 . $$

Momenta are given by velocities, p = L_v + Aᵀμ, so that H_p = v and −H_q = L_q + Ȧᵀμ at each point (Legendre's
transformation), and rows ψ hold at the points: constraints in the document's form. With k points this is the primal
form with k points in other unknowns, and unconditionally stable.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ..blocks import solve_matrix
from .time_elements import (
    ELEMENT_NEWTON_STEPS,
    ELEMENT_ROUNDING,
    ELEMENT_TOLERANCE,
    TIME_REGULARISATION,
    Mechanics,
    Stepped,
    recovered,
)
from .time_shapes import TimeElement


class FlatMechanics(Mechanics, Protocol):
    """A system whose coordinates can be added."""

    def moved(self, at: Any, shift: np.ndarray, u: np.ndarray, t: float) -> Any:
        """The place shifted, with another velocity, at another time."""


def mixed_step(element: TimeElement, mechanics: FlatMechanics, at: Any, p_1: np.ndarray, h: float) -> Stepped | None:
    """One element from a state with momenta p_1; None where Newton's method finds no end."""
    k, n, m = element.degree, mechanics.size, mechanics.rows
    x = np.zeros((2 * k + 2) * n + k * m)
    inside = _Fields(k, n, m)
    for g, place in enumerate(element.points):
        x[inside.q(g)], x[inside.v(g)] = h * place.tau * at.u, at.u
    x[inside.q_2], x[inside.p_2] = h * at.u, p_1
    last = np.inf
    for count in range(1, ELEMENT_NEWTON_STEPS + 1):
        residual, matrix = _system(element, mechanics, at, p_1, h, x, inside)
        if not np.isfinite(residual).all():
            return None
        try:
            change = -solve_matrix(matrix, residual)
        except (RuntimeError, np.linalg.LinAlgError):
            return None
        x = x + change
        size = float(np.abs(change[: k * n]).max(initial=0.0))
        if not size < 1e8:
            return None
        scale = 1.0 + float(np.abs(x[: k * n]).max(initial=0.0))
        if size <= ELEMENT_TOLERANCE * scale or (size > 0.5 * last and size <= ELEMENT_ROUNDING * scale):
            return _finish(mechanics, at, h, x, inside, count)
        last = size
    return None


class _Fields:
    """Where the unknowns stand: q, v and μ at the points, q_2 and p_2."""

    def __init__(self, k: int, n: int, m: int) -> None:
        self.k, self.n, self.m = k, n, m
        self.q_2, self.p_2 = slice(2 * k * n, (2 * k + 1) * n), slice((2 * k + 1) * n, (2 * k + 2) * n)

    def q(self, g: int) -> slice:
        """Positions at a point, from the start."""
        return slice(g * self.n, (g + 1) * self.n)

    def v(self, g: int) -> slice:
        """Velocities at a point."""
        return slice((self.k + g) * self.n, (self.k + g + 1) * self.n)

    def mu(self, g: int) -> slice:
        """Multipliers at a point."""
        first = (2 * self.k + 2) * self.n + g * self.m
        return slice(first, first + self.m)


def _system(
    element: TimeElement, mechanics: FlatMechanics, at: Any, p_1: np.ndarray, h: float, x: np.ndarray, inside: _Fields
) -> tuple[np.ndarray, np.ndarray]:
    """Residual and matrix: k + 1 rows of momenta, k + 1 of positions, ψ at the points."""
    k, n = inside.k, inside.n
    r, J = np.zeros(len(x)), np.zeros((len(x), len(x)))
    unit = np.eye(n)
    for g, place in enumerate(element.points):
        q, v, mu, b = inside.q(g), inside.v(g), inside.mu(g), place.kinetic
        f = mechanics.evaluate(mechanics.moved(at, x[q], x[v], at.t + place.tau * h), x[mu])
        for i in range(k + 1):
            top, low = slice(i * n, (i + 1) * n), slice((k + 1 + i) * n, (k + 2 + i) * n)
            a, c = b * place.dN[i], b * h * place.N[i]
            r[top] += a * f.pi + c * (f.phi + f.force)
            J[top, q] += a * f.pi_q + c * (f.phi_q + f.force_q)
            J[top, v] += a * f.pi_u + c * (f.phi_u + f.force_u)
            J[top, mu] += (a * f.A + c * f.A_dot).T
            r[low] += -a * x[q] - c * x[v]
            J[low, q] -= a * unit
            J[low, v] -= c * unit
        r[mu] = f.psi
        J[mu, q], J[mu, v] = f.psi_q, f.A
        J[mu, mu] -= TIME_REGULARISATION * np.eye(inside.m)
    r[:n] += p_1
    r[k * n : (k + 1) * n] -= x[inside.p_2]
    J[k * n : (k + 1) * n, inside.p_2] = -unit
    last = slice((2 * k + 1) * n, (2 * k + 2) * n)
    r[last] += x[inside.q_2]
    J[last, inside.q_2] = unit
    return r, J


def _finish(mechanics: FlatMechanics, at: Any, h: float, x: np.ndarray, inside: _Fields, count: int) -> Stepped:
    end = mechanics.moved(at, x[inside.q_2], np.zeros(inside.n), at.t + h)
    new, mu_2 = recovered(mechanics, end, x[inside.p_2])
    jump = h * float(np.abs(x[inside.v(inside.k - 1)] - new.u).max(initial=0.0))
    momenta = mechanics.evaluate(new, np.zeros(inside.m)).pi
    return Stepped(new, momenta, -mu_2 / h, jump, count)
