"""The shape of an element in time: nodes, quadrature points, multipliers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial import legendre as leg

QUADRATURES = ("gauss", "full", "lobatto")
FORMS = ("nodal", "weighted")


@dataclass(frozen=True, eq=False)
class Quadrature:
    """A point of an element: its place in [0, 1], weights, shape functions, polynomials of multipliers."""

    tau: float
    kinetic: float
    """Weight of momenta, of what goes with them, and of rows."""
    forces: float
    """Weight of forces."""
    N: np.ndarray
    dN: np.ndarray
    modes: np.ndarray


@dataclass(frozen=True)
class TimeElement:
    """An element in time: degree k of positions, quadrature of forces, form of constraints."""

    degree: int
    quadrature: str = "gauss"
    form: str = "nodal"

    @property
    def order(self) -> int:
        """2k."""
        return 2 * self.degree

    @cached_property
    def points(self) -> tuple[Quadrature, ...]:
        """k Gauss points; for "full" and "lobatto" k + 1 others for the forces."""
        c, b = gauss_rule(self.degree)
        if self.quadrature == "gauss":
            return tuple(self._point(x, w, w) for x, w in zip(c, b, strict=True))
        d, e = gauss_rule(self.degree + 1) if self.quadrature == "full" else lobatto(self.degree + 1)
        kinetic = [self._point(x, w, 0.0) for x, w in zip(c, b, strict=True)]
        return (*kinetic, *(self._point(x, 0.0, w) for x, w in zip(d, e, strict=True)))

    def _point(self, tau: float, kinetic: float, forces: float) -> Quadrature:
        return Quadrature(tau, kinetic, forces, *self.shape(tau), self.modes(tau))

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


def gauss_rule(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights on [0, 1]."""
    x, w = leg.leggauss(n)
    return 0.5 * (x + 1), 0.5 * w


def lobatto(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights on [0, 1], both ends among them."""
    basis = leg.Legendre.basis(n - 1)
    x = np.concatenate([[-1.0], np.sort(basis.deriv().roots().real), [1.0]])
    return 0.5 * (x + 1), 1.0 / (n * (n - 1) * basis(x) ** 2)
