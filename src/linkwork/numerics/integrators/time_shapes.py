r"""The shape of an element in time: fields, quadrature points, multipliers.

The general weak form (S3 Eq. 5) has three fields q, v, p and weights δq, δv, δp. Those of degree k of δq and δp are
continuous; inside, fields of degree k − 1 need not meet the values at the ends. With unknowns $x_j$ (displacements),

$$ q(\tau) = q_1 + \sum_j P_j(\tau)\,x_j, \qquad \dot q(\tau) = \tfrac1h \sum_j S_j(\tau)\,x_j, \qquad
   q_2 = q_1 + \sum_j E_j x_j . $$

| fields | a priori | P, S, E |
|---|---|---|
| "three" | nothing | S: polynomials on the k Gauss points; P and E from the weak form of q̇ = v |
| "mixed" (Eq. 7) | p = L_v, at the Gauss points | the same |
| "primal" (Eq. 6) | q̇ = v, and q at the ends | polynomials N_1 … N_k on k + 1 nodes, their derivatives, the last node |

The weak form of p = L_v with δv of degree k − 1 replaces p by the projection of L_v on such polynomials. Since p is
multiplied by δq̇, which is one, the projection drops out and L_v itself may stand there: momenta inside need no unknowns
of their own. Three fields differ from two in the points at which L_v is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial import legendre as leg

QUADRATURES = ("gauss", "full", "lobatto")
FORMS = ("nodal", "weighted")
FIELDS = ("primal", "mixed", "three")
CONTROLS = ("doubling", "indicator")
LARGEST_DEGREE = 6
"""Of weights on equally spaced nodes, before these polynomials begin to oscillate."""


@dataclass(frozen=True, eq=False)
class Quadrature:
    """A point of an element: its place in [0, 1], weights, polynomials of weights, of multipliers and of fields."""

    tau: float
    kinetic: float
    """Weight of momenta, of what goes with them, and of rows."""
    forces: float
    """Weight of forces."""
    N: np.ndarray
    dN: np.ndarray
    modes: np.ndarray
    place: np.ndarray
    """P_j."""
    speed: np.ndarray
    """S_j."""
    rates: np.ndarray
    """What velocities at the start and at the points of rows count for in accelerations, times h."""


@dataclass(frozen=True)
class TimeElement:
    """An element in time: degree k of weights, quadrature of forces, form of constraints, choice of fields."""

    degree: int
    quadrature: str = "gauss"
    form: str = "nodal"
    fields: str = "primal"

    @property
    def order(self) -> int:
        """2k."""
        return 2 * self.degree

    @cached_property
    def points(self) -> tuple[Quadrature, ...]:
        """k Gauss points; for "full" and "lobatto" k + 1 others for the forces, in the form of three fields for all."""
        c, b = gauss_rule(self.degree)
        if self.quadrature == "gauss":
            return tuple(self._point(x, w, w) for x, w in zip(c, b, strict=True))
        d, e = gauss_rule(self.degree + 1) if self.quadrature == "full" else lobatto(self.degree + 1)
        if self.fields == "three":
            return tuple(self._point(x, w, w) for x, w in zip(d, e, strict=True))
        kinetic = [self._point(x, w, 0.0) for x, w in zip(c, b, strict=True)]
        return (*kinetic, *(self._point(x, 0.0, w) for x, w in zip(d, e, strict=True)))

    @cached_property
    def start(self) -> np.ndarray:
        """Unknowns of motion at a constant velocity, in units of the displacement of the whole element."""
        k = self.degree
        return np.arange(1, k + 1) / k if self.fields == "primal" else np.ones(k)

    @cached_property
    def end(self) -> np.ndarray:
        """E_j."""
        return np.eye(self.degree)[-1] if self.fields == "primal" else self._compatible[-1]

    @cached_property
    def last(self) -> Quadrature:
        """The end as a point without weight, for what fields say of it."""
        return self._point(1.0, 0.0, 0.0)

    @cached_property
    def _compatible(self) -> np.ndarray:
        r"""Places at the Gauss points and at the end, by velocities: the rows

        $$ \sum_g b_g [-N_i' q_g - N_i x_g] + \delta_{ik} q_2 = 0, \qquad i = 0 \ldots k . $$
        """
        k, (c, b) = self.degree, gauss_rule(self.degree)
        N, dN = np.transpose([self.weights(x) for x in c], (1, 2, 0))
        return np.linalg.solve(np.column_stack([b * dN, -np.eye(k + 1)[-1]]), -b * N)

    def _rates(self, tau: float) -> np.ndarray:
        """Derivatives of the polynomials on the start and the points of rows; none where the start is one of these."""
        c, _ = gauss_rule(self.degree)
        if self.fields == "three" and self.quadrature != "gauss":
            c, _ = gauss_rule(self.degree + 1) if self.quadrature == "full" else lobatto(self.degree + 1)
        if c[0] == 0.0:
            return np.concatenate([[0.0], lagrange(c, tau)[1]])
        return lagrange(np.concatenate([[0.0], c]), tau)[1]

    def _point(self, tau: float, kinetic: float, forces: float) -> Quadrature:
        N, dN = self.weights(tau)
        place, speed = N[1:], dN[1:]
        if self.fields != "primal":
            speed = lagrange(gauss_rule(self.degree)[0], tau)[0]
            place = speed @ self._compatible[:-1]
        return Quadrature(tau, kinetic, forces, N, dN, self.modes(tau), place, speed, self._rates(tau))

    def weights(self, tau: float) -> tuple[np.ndarray, np.ndarray]:
        """δq: Lagrange polynomials on equally spaced nodes, and their derivatives."""
        return lagrange(np.linspace(0.0, 1.0, self.degree + 1), tau)

    def modes(self, tau: float) -> np.ndarray:
        """Legendre polynomials of degree 0 … k − 1."""
        return np.array([leg.Legendre.basis(m)(2 * tau - 1) for m in range(self.degree)])


def lagrange(nodes: np.ndarray, tau: float) -> tuple[np.ndarray, np.ndarray]:
    """Lagrange polynomials on nodes, and their derivatives."""
    N, dN = np.ones(len(nodes)), np.zeros(len(nodes))
    for i, x in enumerate(nodes):
        others = np.delete(nodes, i)
        N[i] = np.prod((tau - others) / (x - others))
        dN[i] = sum(
            np.prod((tau - np.delete(others, j)) / (x - np.delete(others, j))) / (x - others[j])
            for j in range(len(others))
        )
    return N, dN


def gauss_rule(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights on [0, 1]."""
    x, w = leg.leggauss(n)
    return 0.5 * (x + 1), 0.5 * w


def lobatto(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights on [0, 1], both ends among them."""
    basis = leg.Legendre.basis(n - 1)
    x = np.concatenate([[-1.0], np.sort(basis.deriv().roots().real), [1.0]])
    return 0.5 * (x + 1), 1.0 / (n * (n - 1) * basis(x) ** 2)
