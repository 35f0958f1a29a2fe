r"""Finite elements in time: the primal weak form of S3 (Eq. 6, with constraints Eqs. 10–12), step by step.

Positions have k + 1 nodes in an element of length h, with Lagrange polynomials N_i. With momenta π = L_v + Aᵀμ, forces
Φ = T_q + Ȧᵀμ + F and rows ψ at quadrature points c_g of weight b_g,

$$ r_i = \sum_g b_g\,[N_i'\,\pi + h N_i\,\Phi]_g, \qquad r_0 + p_1 = 0,\quad r_i = 0\ (0<i<k),\quad p_2 = r_k . $$

With k Gauss points this is the Gauss method of k stages, of order 2k, symplectic and stable for every step; it is the
two-field mixed form as well. `full` (k + 1 Gauss points for the forces F) and `lobatto` are stable for short steps
only: what finite elements call locking. Kinetic terms and constraints keep their k points in every case, so that one
discrete Lagrangian gives them all. Multipliers μ are polynomials of degree k − 1; reactions are −Aᵀμ̇. In the "nodal"
form the constant part of μ acts at the ends and closes the position rows at the end: no drift. In the "weighted" form
(the document's own; conditions on velocities always) all parts are weighted. At every end true momenta are recovered by
projection, and μ starts from zero again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..blocks import block_matrix, diagonal_matrix, picked
from .time_shapes import Quadrature, TimeElement

ELEMENT_NEWTON_STEPS = 25
ELEMENT_TOLERANCE = 1e-13
ELEMENT_ROUNDING = 1e-10
"""Corrections that no longer shrink are taken for rounding below this."""
TIME_REGULARISATION = 1e-11
ROW_TOLERANCE, MEAN_RATE_TOLERANCE = 1e-8, 1e-3
"""What rows may be off at the end of an element (lengths), and on average inside it (velocities): rows that repeat each
other only where they are met disagree a little inside; rows that contradict each other never settle."""


@dataclass(frozen=True, eq=False)
class Integrand:
    """What a mechanical system gives at an instant: vectors, and their derivatives by place (q) and velocity (u).

    `phi` is what goes with the momenta (T_q + Ȧᵀμ), `force` the rest. Matrices are all dense or all sparse.
    """

    pi: np.ndarray
    phi: np.ndarray
    force: np.ndarray
    psi: np.ndarray
    g: np.ndarray
    pi_q: Any
    pi_u: Any
    phi_q: Any
    phi_u: Any
    force_q: Any
    force_u: Any
    psi_q: Any
    A: Any
    A_dot: Any


@dataclass(frozen=True, eq=False)
class TimePoint:
    """A place inside an element, and how it and its velocity depend on the nodes (one matrix for each node from 1)."""

    at: Any
    place: Sequence[Any]
    speed: Sequence[Any]


class Mechanics(Protocol):
    """What an integrator of weak forms needs to know of a system."""

    size: int
    rows: int
    holonomic: np.ndarray

    @property
    def solved_by(self) -> str:
        """What solves its linear systems, in words."""

    def start(self, at: Any, degree: int, h: float) -> np.ndarray:
        """Nodes (degree × size) to begin with: motion at constant velocity."""

    def point(self, at: Any, nodes: np.ndarray, N: np.ndarray, dN: np.ndarray, h: float, tau: float) -> TimePoint:
        """The system where the shape functions are N and their derivatives dN."""

    def evaluate(self, at: Any, mu: np.ndarray) -> Integrand:
        """Momenta, forces, rows."""

    def end(self, at: Any, nodes: np.ndarray, h: float) -> tuple[Any, Any]:
        """(the system at the last node, with velocities of zero; how its place depends on the last node)."""

    def with_speed(self, at: Any, u: np.ndarray) -> Any:
        """The same place with another velocity."""

    def factored(self, matrix: Any) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves for right sides; matrices have velocities and rows once or for every node."""


@dataclass(frozen=True, eq=False)
class Stepped:
    """The end of an element: system, momenta, mean multipliers λ of the element, indicator of its error, iterations."""

    at: Any
    momenta: np.ndarray
    lam: np.ndarray
    indicator: float
    iterations: int


def step(element: TimeElement, mechanics: Mechanics, at: Any, p_1: np.ndarray, h: float) -> Stepped | None:
    """One element from a state with momenta p_1; None where Newton's method finds no end."""
    work = _Work(element, mechanics, at, p_1, h)
    n, k = mechanics.size, element.degree
    nodes, mu = mechanics.start(at, k, h), np.zeros((k, mechanics.rows))
    last = np.inf
    for count in range(1, ELEMENT_NEWTON_STEPS + 1):
        residual, matrix = work.system(nodes, mu)
        if not np.isfinite(residual).all():
            return None
        try:
            change = -mechanics.factored(matrix)(residual)
        except (RuntimeError, ArithmeticError, np.linalg.LinAlgError):
            return None
        nodes = nodes + change[: k * n].reshape(k, n)
        mu = mu + change[k * n :].reshape(k, -1)
        size = float(np.abs(change[: k * n]).max(initial=0.0))
        if not size < 1e8:
            return None
        scale = 1.0 + float(np.abs(nodes).max(initial=0.0))
        settled = size <= ELEMENT_TOLERANCE * scale or (size > 0.5 * last and size <= ELEMENT_ROUNDING * scale)
        if settled and work.is_met(residual[k * n :].reshape(k, -1), nodes):
            return work.finish(nodes, mu, count)
        last = size
    return None


class _Work:
    """One element that is being solved."""

    def __init__(self, element: TimeElement, mechanics: Mechanics, at: Any, p_1: np.ndarray, h: float) -> None:
        self.element, self.mechanics, self.at, self.p_1, self.h = element, mechanics, at, p_1, h
        self.nodal = mechanics.holonomic if element.form == "nodal" else np.zeros(mechanics.rows, dtype=bool)
        self.inside = (~self.nodal).astype(float)
        """Picks the rows whose constant multiplier acts inside the element."""
        self.A_0 = None
        if self.nodal.any():
            found = mechanics.evaluate(at, np.zeros(mechanics.rows)).A
            self.A_0 = picked(self.nodal.astype(float), found)

    def _mu(self, modes: np.ndarray, mu: np.ndarray) -> np.ndarray:
        found = modes @ mu
        return found - np.where(self.nodal, modes[0] * mu[0], 0.0)

    def system(self, nodes: np.ndarray, mu: np.ndarray) -> tuple[np.ndarray, Any]:
        """Residual and matrix of Newton's method for (nodes, modes of μ)."""
        element, mechanics, h = self.element, self.mechanics, self.h
        k, n, m = element.degree, mechanics.size, mechanics.rows
        r, rows = np.zeros((k, n)), np.zeros((k, m))
        blocks: list[list[Any]] = [[None] * (2 * k if m else k) for _ in range(2 * k if m else k)]
        for place in element.points:
            point = mechanics.point(self.at, nodes, place.N, place.dN, h, place.tau)
            f = mechanics.evaluate(point.at, self._mu(place.modes, mu))
            momenta, forces = self._slopes(place, f, point)
            for i in range(k):
                a, b = place.kinetic * place.dN[i], h * place.N[i]
                r[i] += a * f.pi + b * (place.kinetic * f.phi + place.forces * f.force)
                for j in range(k):
                    _add(blocks, i, j, a * momenta[j] + b * forces[j])
            if m and place.kinetic:
                self._constrain(place, f, point, rows, blocks)
        r[0] += self.p_1
        if self.A_0 is not None:
            self._close(nodes, mu, r, rows, blocks)
        for q in range(k if m else 0):
            _add(blocks, k + q, k + q, diagonal_matrix(f.pi_u, np.full(m, -TIME_REGULARISATION)))
        return np.concatenate([r.ravel(), rows.ravel()]), block_matrix(blocks)

    def is_met(self, rows: np.ndarray, nodes: np.ndarray) -> bool:
        """Whether these residuals of rows are those of rows that can be met."""
        size = 1.0 + float(np.abs(nodes).max(initial=0.0))
        gap = self.h * np.abs(rows[:1, self.nodal]).max(initial=0.0)
        rest = max(np.abs(rows[:1, ~self.nodal]).max(initial=0.0), np.abs(rows[1:]).max(initial=0.0))
        return bool(gap <= ROW_TOLERANCE * size and self.h * rest <= MEAN_RATE_TOLERANCE * size)

    def _slopes(self, place: Quadrature, f: Integrand, point: TimePoint) -> tuple[list[Any], list[Any]]:
        """∂π and ∂(weighted forces) by every node."""
        by_q = place.kinetic * f.phi_q + place.forces * f.force_q
        by_u = place.kinetic * f.phi_u + place.forces * f.force_u
        pairs = list(zip(point.place, point.speed, strict=True))
        return [f.pi_q @ E + f.pi_u @ D for E, D in pairs], [by_q @ E + by_u @ D for E, D in pairs]

    def _constrain(self, place: Quadrature, f: Integrand, point: TimePoint, rows: np.ndarray, blocks: Any) -> None:
        """Terms of multipliers inside the element, and their rows."""
        k, h = self.element.degree, self.h
        slopes = [f.psi_q @ E + f.A @ D for E, D in zip(point.place, point.speed, strict=True)]
        for q in range(k):
            weight = place.kinetic * place.modes[q] * (np.ones(len(self.inside)) if q else self.inside)
            rows[q] += weight * f.psi
            for j in range(k):
                _add(blocks, k + q, j, picked(weight, slopes[j]))
            A, A_dot = picked(weight, f.A).T, picked(weight, f.A_dot).T
            for i in range(k):
                _add(blocks, i, k + q, place.dN[i] * A + h * place.N[i] * A_dot)

    def _close(self, nodes: np.ndarray, mu: np.ndarray, r: np.ndarray, rows: np.ndarray, blocks: Any) -> None:
        """Position rows at the end, and their constant multipliers at both ends."""
        mechanics, k = self.mechanics, self.element.degree
        assert self.A_0 is not None
        end, E = mechanics.end(self.at, nodes, self.h)
        f = mechanics.evaluate(end, np.zeros(mechanics.rows))
        # Divided by h, they are of the size of velocities as the other rows.
        held = self.nodal / self.h
        r[0] -= self.A_0.T @ mu[0]
        _add(blocks, 0, k, -self.A_0.T)
        rows[0] += held * f.g
        _add(blocks, k, k - 1, picked(held, f.A @ E))

    def finish(self, nodes: np.ndarray, mu: np.ndarray, iterations: int) -> Stepped:
        """The end: p_2 = r_k at the solution, then true momenta and velocities by projection (S3, recovery)."""
        element, mechanics, h = self.element, self.mechanics, self.h
        p_2 = np.zeros(mechanics.size)
        for place in element.points:
            point = mechanics.point(self.at, nodes, place.N, place.dN, h, place.tau)
            f = mechanics.evaluate(point.at, self._mu(place.modes, mu))
            p_2 += place.kinetic * place.dN[-1] * f.pi
            p_2 += h * place.N[-1] * (place.kinetic * f.phi + place.forces * f.force)
        end, _ = mechanics.end(self.at, nodes, h)
        f = mechanics.evaluate(end, np.zeros(mechanics.rows))
        if self.A_0 is not None:
            p_2 += f.A.T @ np.where(self.nodal, mu[0], 0.0)
        new, mu_2 = recovered(mechanics, end, p_2)
        N, dN = element.shape(1.0)
        last = mechanics.point(self.at, nodes, N, dN, h, 1.0)
        indicator = h * float(np.abs(last.at.u - new.u).max(initial=0.0))
        momenta = mechanics.evaluate(new, np.zeros(mechanics.rows)).pi
        return Stepped(new, momenta, -mu_2 / h, indicator, iterations)


def recovered(mechanics: Mechanics, at: Any, p: np.ndarray) -> tuple[Any, np.ndarray]:
    """(the place with the velocity of modified momenta p = L_v + Aᵀμ on all rows, μ)."""
    still = mechanics.with_speed(at, np.zeros(mechanics.size))
    f = mechanics.evaluate(still, np.zeros(mechanics.rows))
    if not mechanics.rows:
        return mechanics.with_speed(at, mechanics.factored(block_matrix([[f.pi_u]]))(p - f.pi)), np.zeros(0)
    exact = block_matrix([[f.pi_u, f.A.T], [f.A, diagonal_matrix(f.pi_u, np.zeros(mechanics.rows))]])
    shifted = block_matrix(
        [[f.pi_u, f.A.T], [f.A, diagonal_matrix(f.pi_u, np.full(mechanics.rows, -TIME_REGULARISATION))]]
    )
    right = np.concatenate([p - f.pi, -f.psi])
    again = mechanics.factored(shifted)
    found = again(right)
    for _ in range(3):
        found = found + again(right - exact @ found)
    return mechanics.with_speed(at, found[: mechanics.size]), found[mechanics.size :]


def _add(blocks: list[list[Any]], i: int, j: int, part: Any) -> None:
    blocks[i][j] = part if blocks[i][j] is None else blocks[i][j] + part
