"""ε = (γ, κ): the strains of a geometrically exact beam."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import Measure, ModelError, option, parameter, register
from ...contract.derived.relative import relative_list
from ...spatial import matrix, rotation_of_vector, rotation_vector_of, turning_of_vector

HIGHEST_ORDER = 8
STRAIN_UNITS = ("", "", "", "1/m", "1/m", "1/m")


def lobatto_points(order: int) -> tuple[np.ndarray, np.ndarray]:
    """(places in [0, 1], weights that add up to 1) of the Gauss–Lobatto points of an element with order + 1 nodes."""
    legendre = np.polynomial.legendre.Legendre.basis(order)
    x = np.concatenate([[-1.0], np.sort(legendre.deriv().roots().real), [1.0]])
    return 0.5 * (1.0 + x), 1.0 / (order * (order + 1) * legendre(x) ** 2)


def gauss_points(order: int) -> tuple[np.ndarray, np.ndarray]:
    """(places in [0, 1], weights that add up to 1) of the Gauss points at which strains are taken: one fewer."""
    x, w = np.polynomial.legendre.leggauss(order)
    return 0.5 * (1.0 + x), 0.5 * w


def shape_functions(order: int) -> tuple[np.ndarray, np.ndarray]:
    """(values, slopes over [0, 1]) of Lagrange's polynomials of the nodes, at the Gauss points (points × nodes)."""
    nodes, at = lobatto_points(order)[0], gauss_points(order)[0]
    powers = np.arange(order + 1)
    inverse = np.linalg.inv(nodes[:, None] ** powers)
    slopes = powers * at[:, None] ** np.maximum(powers - 1, 0)
    return at[:, None] ** powers @ inverse, slopes @ inverse


@register
class BeamStrain(Measure):
    r"""ε = (γ, κ) of an exact beam element of `length` h (unstretched) through order + 1 nodes, tangent along x:

    $$ γ = R^T r' - e_1, \qquad R' = R\,\tildeκ $$

    at as many Gauss points as its `order`. The centre line r is interpolated between the nodes, at their Gauss–Lobatto
    points; rotations are, as rotation vectors ψ seen from the middle node, so that ε depends on relative poses alone:
    it is objective. With two nodes (Simo 1985; Crisfield and Jelenić 1999)

    $$ ψ = \log(R_1^T R_2),\quad R_m = R_1 \exp(ψ/2),\quad γ = R_m^T (r_2 - r_1)/h - e_1,\quad κ = ψ/h. $$

    ψ jumps at π: an element must bend by less than that from its middle node.
    """

    length = parameter(unit="m", check="positive", doc="h, unstretched")
    order = option(default=1, doc=f"of the polynomials, 1 to {HIGHEST_ORDER}; it has one node more")

    def validate(self) -> None:
        """It has as many ends as nodes."""
        order = self.order
        if isinstance(order, bool) or not isinstance(order, int) or not 1 <= order <= HIGHEST_ORDER:
            raise ModelError(f"{self.kind}: order = {order!r}; give a whole number from 1 to {HIGHEST_ORDER}.")
        object.__setattr__(self, "ends", order + 1)
        object.__setattr__(self, "units", STRAIN_UNITS * order)

    def value(self, rel: Any) -> Any:
        """ε, point after point."""
        if self.order == 1:
            return self._of_two(rel)
        rels = relative_list(rel)
        middle = self.order // 2
        R = [np.eye(3), *(x.R for x in rels)]
        p = [np.zeros(3), *(x.p for x in rels)]
        back = R[middle].T
        turns = [np.zeros(3) if k == middle else rotation_vector_of(back @ R[k]) for k in range(len(R))]
        arms = [back @ (x - p[middle]) for x in p]
        found: list[Any] = []
        for values, slopes in zip(*shape_functions(self.order), strict=True):
            turn = sum(n * x for n, x in zip(values, turns, strict=True))
            bend = sum(n * x for n, x in zip(slopes, turns, strict=True))
            line = sum(n * x for n, x in zip(slopes, arms, strict=True))
            found += self._strains(
                rotation_of_vector(turn), line / self.length, turning_of_vector(turn) @ bend / self.length
            )
        return matrix(found)

    def _of_two(self, rel: Any) -> Any:
        turn = rotation_vector_of(rel.R)
        return matrix(self._strains(rotation_of_vector(0.5 * turn), rel.p / self.length, turn / self.length))

    def _strains(self, R: Any, line: Any, bend: Any) -> list[Any]:
        x, y, z = R.T @ line
        return [x - 1.0, y, z, *bend]
