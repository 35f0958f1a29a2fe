r"""Rows that leave one freedom among two or three speeds, as in most linkages of one loop: solved along that freedom.

Two rows p_1, p_2 on three speeds leave the direction n = p_1 × p_2. With the dual vectors
d_1 = (p_2 × n)/n², d_2 = (n × p_1)/n², for which p_i·d_j = δ_ij, the least change in the mass metric that meets
P x = r, and the solution of M u̇ = h + Pᵀλ, P u̇ = r, are

$$ x = D r - n\,\frac{n^T M D r}{n^T M n}, \qquad \dot u = x + n\,\frac{n^T h}{n^T M n}, \qquad
   \lambda = D^T(M\dot u - h). $$

Factors of M and of P M⁻¹Pᵀ give the same by five divisions, each of which waits for the one before; these are two that
wait for nothing but n. One row on two speeds is the same in the plane n_3 = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...expr import array, cross, dot, maximum


@dataclass(frozen=True, eq=False)
class OneFreedom:
    """Rows P, one fewer than speeds, of which there are two or three, and the mass matrix M, positive definite."""

    p: Any
    mass: Any

    @staticmethod
    def leaves_one(rows: int, speeds: int) -> bool:
        """Whether there are so few of both."""
        return speeds in (2, 3) and rows == speeds - 1

    @cached_property
    def _rows(self) -> tuple[Any, Any]:
        """p_1, p_2; in the plane, p_2 is its normal."""
        if len(self.p) == 2:
            return self.p[0], self.p[1]
        return array([*self.p[0], 0.0]), np.array([0.0, 0.0, 1.0])

    @cached_property
    def direction(self) -> Any:
        """n, in the speeds there are."""
        return cross(*self._rows)[: len(self.mass)]

    @cached_property
    def _moved(self) -> tuple[Any, Any]:
        """M n, and 1 / nᵀ M n."""
        moved = self.mass @ self.direction
        return moved, 1.0 / dot(self.direction, moved)

    @cached_property
    def _inverse_square(self) -> Any:
        """1 / n²."""
        return 1.0 / dot(self.direction, self.direction)

    def _met(self, wanted: Any) -> Any:
        """D r, which is (r_1 p_2 − r_2 p_1) × n / n²."""
        (p_1, p_2), (r_1, r_2) = self._rows, (*wanted, 0.0)[:2]
        x = cross(r_1 * p_2 - r_2 * p_1, cross(p_1, p_2))
        return x[: len(self.mass)] * self._inverse_square

    def least(self, wanted: Any) -> Any:
        """The least x in the mass metric with P x = wanted."""
        return self.accelerations(np.zeros(len(self.mass)), wanted)

    def accelerations(self, load: Any, wanted: Any) -> Any:
        """u̇ with P u̇ = wanted under a load h."""
        x, n = self._met(wanted), self.direction
        moved, inverse = self._moved
        return x + n * ((dot(n, load) - dot(moved, x)) * inverse)

    def multipliers(self, load: Any, u_dot: Any) -> Any:
        """λ of the solution."""
        missing = self.mass @ u_dot - load
        return array([dot(missing, self._met(row)) for row in np.eye(len(self.p))])

    def pivot(self, same_kind: bool) -> Any:
        """det / (size_1 size_2) of P diag(M)⁻¹ Pᵀ, zero where rows depend on each other.

        Sizes are the diagonal's entries, or twice the larger one of rows of the same kind, which have one unit.
        """
        if len(self.p) == 1:
            return 1.0
        a, b, c = (self.mass[k, k] for k in range(3))
        others = array([b * c, a * c, a * b])
        sizes = [dot(others * p, p) for p in self._rows]
        if same_kind:
            sizes = [maximum(*sizes)] * 2
        n = self.direction
        return (a * n[0] * n[0] + b * n[1] * n[1] + c * n[2] * n[2]) * (a * others[0]) / (sizes[0] * sizes[1])
