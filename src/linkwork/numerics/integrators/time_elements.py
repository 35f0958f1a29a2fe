r"""Finite elements in time: the primal weak form of S3 (Eq. 6, with constraints Eqs. 10–12), step by step.

Positions have k + 1 nodes in an element of length h, with Lagrange polynomials N_i. With momenta π = L_v + Aᵀμ, forces
Φ = L_q + f + Ȧᵀμ and rows ψ at quadrature points c_g of weight b_g,

$$ r_i = \sum_g b_g\,[N_i'\,\pi + h N_i\,\Phi]_g, \qquad r_0 + p_1 = 0,\quad r_i = 0\ (0<i<k),\quad p_2 = r_k . $$

With k Gauss points this is the Gauss method of k stages, of order 2k, symplectic and stable for every step; it is the
two-field
mixed form as well. `full` (k + 1 Gauss points for forces) and `lobatto` are stable for short steps only: what finite
elements
call locking. Multipliers μ are polynomials of degree k − 1; reactions are −Aᵀμ̇. In the "nodal" form the constant
part of μ acts
at the ends and closes the position rows at the end: no drift. In the "weighted" form (the document's own; conditions on
velocities always) all parts are weighted. At every end true momenta are recovered by projection, and μ starts from
zero again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp
from numpy.polynomial import legendre as leg
from scipy.sparse.linalg import splu

ITERATIONS = 25
TOLERANCE = 1e-13
ROUNDED = 1e-10
"""Corrections that no longer shrink are taken for rounding below this."""
EPSILON = 1e-11
QUADRATURES = ("gauss", "full", "lobatto")
FORMS = ("nodal", "weighted")


@dataclass(frozen=True, eq=False)
class Integrand:
    """What a mechanical system gives at an instant: vectors, and sparse derivatives by place (q) and velocity (u)."""

    pi: np.ndarray
    phi: np.ndarray
    psi: np.ndarray
    g: np.ndarray
    pi_q: Any
    pi_u: Any
    phi_q: Any
    phi_u: Any
    psi_q: Any
    A: Any
    A_dot: Any


@dataclass(frozen=True, eq=False)
class Point:
    """A place inside an element, and how it and its velocity depend on the nodes (one matrix for each node from 1)."""

    at: Any
    place: Sequence[Any]
    speed: Sequence[Any]


class Mechanics(Protocol):
    """What an integrator of weak forms needs to know of a system."""

    size: int
    rows: int
    holonomic: np.ndarray

    def start(self, at: Any, degree: int, h: float) -> np.ndarray:
        """Nodes (degree × size) to begin with: motion at constant velocity."""

    def point(self, at: Any, nodes: np.ndarray, N: np.ndarray, dN: np.ndarray, h: float, tau: float) -> Point:
        """The system where the shape functions are N and their derivatives dN."""

    def evaluate(self, at: Any, mu: np.ndarray) -> Integrand:
        """Momenta, forces, rows."""

    def end(self, at: Any, nodes: np.ndarray, h: float) -> tuple[Any, Any]:
        """(the system at the last node, with velocities of zero; how its place depends on the last node)."""

    def with_speed(self, at: Any, u: np.ndarray) -> Any:
        """The same place with another velocity."""


@dataclass(frozen=True)
class Element:
    """An element in time: degree k of positions, quadrature of forces, form of constraints."""

    degree: int
    quadrature: str = "gauss"
    form: str = "nodal"

    @property
    def order(self) -> int:
        """2k."""
        return 2 * self.degree

    @cached_property
    def points(self) -> list[tuple[float, float, float]]:
        """(place in [0, 1], weight of momenta and rows, weight of forces)."""
        c, b = gauss(self.degree)
        if self.quadrature == "gauss":
            return [(x, w, w) for x, w in zip(c, b, strict=True)]
        d, e = gauss(self.degree + 1) if self.quadrature == "full" else lobatto(self.degree + 1)
        return [(x, w, 0.0) for x, w in zip(c, b, strict=True)] + [(x, 0.0, w) for x, w in zip(d, e, strict=True)]

    def shape(self, tau: float) -> tuple[np.ndarray, np.ndarray]:
        """Lagrange polynomials on equally spaced nodes, and their derivatives."""
        nodes = np.linspace(0.0, 1.0, self.degree + 1)
        N, dN = np.ones(len(nodes)), np.zeros(len(nodes))
        for i, x in enumerate(nodes):
            others = np.delete(nodes, i)
            N[i] = np.prod((tau - others) / (x - others))
            dN[i] = sum(
                np.prod((tau - np.delete(others, j)) / (x - np.delete(others, j))) / (x - others[j])
                for j in range(len(others))
            )
        return N, dN

    def modes(self, tau: float) -> np.ndarray:
        """Legendre polynomials of degree 0 … k − 1."""
        return np.array([leg.Legendre.basis(m)(2 * tau - 1) for m in range(self.degree)])


def gauss(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights on [0, 1]."""
    x, w = leg.leggauss(n)
    return 0.5 * (x + 1), 0.5 * w


def lobatto(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights on [0, 1], both ends among them."""
    basis = leg.Legendre.basis(n - 1)
    x = np.concatenate([[-1.0], np.sort(basis.deriv().roots().real), [1.0]])
    return 0.5 * (x + 1), 1.0 / (n * (n - 1) * basis(x) ** 2)


@dataclass(frozen=True, eq=False)
class Stepped:
    """The end of an element: system, momenta, mean multipliers λ of the element, indicator of its error, iterations."""

    at: Any
    momenta: np.ndarray
    lam: np.ndarray
    indicator: float
    iterations: int


def step(element: Element, mechanics: Mechanics, at: Any, p_1: np.ndarray, h: float) -> Stepped | None:
    """One element from a state with momenta p_1; None where Newton's method finds no end."""
    work = _Work(element, mechanics, at, p_1, h)
    n, k = mechanics.size, element.degree
    nodes, mu = mechanics.start(at, k, h), np.zeros((k, mechanics.rows))
    last = np.inf
    for count in range(1, ITERATIONS + 1):
        residual, matrix = work.system(nodes, mu)
        if not np.isfinite(residual).all():
            return None
        try:
            change = -splu(matrix).solve(residual)
        except RuntimeError:
            return None
        nodes = nodes + change[: k * n].reshape(k, n)
        mu = mu + change[k * n :].reshape(k, -1)
        size = float(np.abs(change[: k * n]).max(initial=0.0))
        if not size < 1e8:
            return None
        scale = 1.0 + float(np.abs(nodes).max(initial=0.0))
        if size <= TOLERANCE * scale or (size > 0.5 * last and size <= ROUNDED * scale):
            return work.finish(nodes, mu, count)
        last = size
    return None


class _Work:
    """One element that is being solved."""

    def __init__(self, element: Element, mechanics: Mechanics, at: Any, p_1: np.ndarray, h: float) -> None:
        self.element, self.mechanics, self.at, self.p_1, self.h = element, mechanics, at, p_1, h
        held = mechanics.holonomic if element.form == "nodal" else np.zeros(mechanics.rows, dtype=bool)
        self.nodal = held
        self.inside = sp.diags((~held).astype(float)) if mechanics.rows else None
        """Picks the rows whose constant multiplier acts inside the element."""
        self.A_0 = None
        if held.any():
            self.A_0 = sp.diags(held.astype(float)) @ mechanics.evaluate(at, np.zeros(mechanics.rows)).A

    def _mu(self, modes: np.ndarray, mu: np.ndarray) -> np.ndarray:
        found = modes @ mu
        return found - np.where(self.nodal, modes[0] * mu[0], 0.0)

    def system(self, nodes: np.ndarray, mu: np.ndarray) -> tuple[np.ndarray, Any]:
        """Residual and matrix of Newton's method for (nodes, modes of μ)."""
        element, mechanics, h = self.element, self.mechanics, self.h
        k, n, m = element.degree, mechanics.size, mechanics.rows
        r = np.zeros((k + 1, n))
        rows = np.zeros((k, m))
        blocks: list[list[Any]] = [[None] * (2 * k if m else k) for _ in range(2 * k if m else k)]
        for tau, of_pi, of_phi in element.points:
            N, dN = element.shape(tau)
            modes = element.modes(tau)
            point = mechanics.point(self.at, nodes, N, dN, h, tau)
            f = mechanics.evaluate(point.at, self._mu(modes, mu))
            for i in range(k):
                a, b = of_pi * dN[i], of_phi * h * N[i]
                r[i] += a * f.pi + b * f.phi
                for j in range(k):
                    E, D = point.place[j], point.speed[j]
                    _add(blocks, i, j, (a * f.pi_q + b * f.phi_q) @ E + (a * f.pi_u + b * f.phi_u) @ D)
                for q in range(k if m else 0):
                    part = modes[q] * (a * f.A + b * f.A_dot)
                    _add(blocks, i, k + q, (part if q else self.inside @ part).T)
            for q in range(k if m else 0):
                weight = of_pi * modes[q]
                pick = self.inside if q == 0 else sp.identity(m)
                rows[q] += pick @ (weight * f.psi)
                for j in range(k):
                    slope = f.psi_q @ point.place[j] + f.A @ point.speed[j]
                    _add(blocks, k + q, j, pick @ (weight * slope))
        r[0] += self.p_1
        if self.A_0 is not None:
            self._close(nodes, mu, r, rows, blocks)
        for q in range(k if m else 0):
            _add(blocks, k + q, k + q, sp.identity(m) * -EPSILON)
        return np.concatenate([r[:k].ravel(), rows.ravel()]), sp.bmat(blocks, format="csc")

    def _close(self, nodes: np.ndarray, mu: np.ndarray, r: np.ndarray, rows: np.ndarray, blocks: Any) -> None:
        """Position rows at the end, and their constant multipliers at both ends."""
        mechanics, k = self.mechanics, self.element.degree
        assert self.A_0 is not None
        end, E = mechanics.end(self.at, nodes, self.h)
        f = mechanics.evaluate(end, np.zeros(mechanics.rows))
        held = sp.diags(self.nodal.astype(float))
        r[0] -= self.A_0.T @ mu[0]
        _add(blocks, 0, k, -self.A_0.T)
        # Divided by h, they are of the size of velocities as the other rows.
        rows[0] += held @ f.g / self.h
        _add(blocks, k, k - 1, held @ f.A @ E / self.h)

    def finish(self, nodes: np.ndarray, mu: np.ndarray, iterations: int) -> Stepped:
        """The end: p_2 = r_k at the solution, then true momenta and velocities by projection (S3, recovery)."""
        element, mechanics, h = self.element, self.mechanics, self.h
        k, n = element.degree, mechanics.size
        p_2 = np.zeros(n)
        for tau, of_pi, of_phi in element.points:
            N, dN = element.shape(tau)
            point = mechanics.point(self.at, nodes, N, dN, h, tau)
            f = mechanics.evaluate(point.at, self._mu(element.modes(tau), mu))
            p_2 += of_pi * dN[k] * f.pi + of_phi * h * N[k] * f.phi
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
        return mechanics.with_speed(at, splu(sp.csc_matrix(f.pi_u)).solve(p - f.pi)), np.zeros(0)
    exact = sp.bmat([[f.pi_u, f.A.T], [f.A, None]], format="csc")
    shifted = sp.bmat([[f.pi_u, f.A.T], [f.A, sp.identity(mechanics.rows) * -EPSILON]], format="csc")
    right = np.concatenate([p - f.pi, -f.psi])
    lu = splu(shifted)
    found = lu.solve(right)
    for _ in range(3):
        found = found + lu.solve(right - exact @ found)
    return mechanics.with_speed(at, found[: mechanics.size]), found[mechanics.size :]


def _add(blocks: list[list[Any]], i: int, j: int, part: Any) -> None:
    blocks[i][j] = part if blocks[i][j] is None else blocks[i][j] + part
