"""The matrices of the graph (S0 §4.3) and the lower body arrays (S2 §2), to look at.

Bodies are numbered from 1, the ground is 0; rows and columns that stand for bodies 1 … n or branches 1 … n have index
number − 1. The matrices are dense; nothing is computed with them but what a reader wants to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True, eq=False)
class GraphMatrices:
    """The matrices of a regularly numbered graph with n bodies, n branches and nc chords."""

    lower: tuple[int, ...]
    """The lower body of 1 … n."""
    chords: tuple[tuple[int, int], ...]
    """Start and end of every chord."""
    chord_names: tuple[str, ...]
    """What the columns of L_c stand for: the hinges that are cut, then the constraints between two bodies."""

    @property
    def location_column(self) -> np.ndarray:
        """l (n): l_j is the last but one vertex on the path from the ground to j, S0 (4.3.5)."""
        return np.array(self.lower, dtype=int)

    @cached_property
    def L(self) -> np.ndarray:
        """Location matrix of the branches (n + 1 × n): +1 where branch k ends, −1 where it starts, S0 (4.3.1)."""
        return _incidence(len(self.lower) + 1, [(i, k) for k, i in enumerate(self.lower, 1)])

    @cached_property
    def L_c(self) -> np.ndarray:
        """Location matrix of the chords (n + 1 × nc): +1 where chord k ends, −1 where it starts, S0 (4.3.1)."""
        return _incidence(len(self.lower) + 1, self.chords)

    @property
    def S_0(self) -> np.ndarray:
        """The row of L that stands for the ground (n), S0 (4.3.2)."""
        return self.L[0]

    @property
    def S(self) -> np.ndarray:
        """The rows of L that stand for the bodies (n × n): unit diagonal, upper triangular, S0 (4.3.2)."""
        return self.L[1:]

    @property
    def S_0_c(self) -> np.ndarray:
        """The row of L_c that stands for the ground (nc), S0 (4.3.2)."""
        return self.L_c[0]

    @property
    def S_c(self) -> np.ndarray:
        """The rows of L_c that stand for the bodies (n × nc), S0 (4.3.2)."""
        return self.L_c[1:]

    @cached_property
    def T(self) -> np.ndarray:
        """Tree matrix (n × n): 1 where branch k is on the path from the ground to body l, S0 (4.3.6).

        In a regular numbering all branches point outwards, so there is no −1. S_0 T = −1ᵀ, S T = T S = E, S0 (4.3.8).
        """
        n = len(self.lower)
        T = np.zeros((n, n), dtype=int)
        for k, i in enumerate(self.lower):
            if i:
                T[:, k] = T[:, i - 1]
            T[k, k] = 1
        return T

    @property
    def trees(self) -> tuple[slice, ...]:
        """The diagonal blocks Sⁱ, Tⁱ of S and T, one for each tree: `S[block, block]`, S0 (4.3.3)."""
        starts = [k for k, i in enumerate(self.lower) if i == 0]
        return tuple(slice(a, b) for a, b in zip(starts, [*starts[1:], len(self.lower)], strict=True))


def _incidence(rows: int, arcs: Sequence[tuple[int, int]]) -> np.ndarray:
    matrix = np.zeros((rows, len(arcs)), dtype=int)
    for k, (start, end) in enumerate(arcs):
        matrix[start, k] -= 1
        matrix[end, k] += 1
    return matrix


def lower_body_arrays(lower: Sequence[int]) -> np.ndarray:
    """L⁰(K), L¹(K), … as rows, up to the first that is all zero, S2 (2) and table 1; `lower` is L¹ of 1 … n.

    A column, read downwards, is the way from its body to the ground: ω_k is the sum of the relative angular velocities
    of these bodies, S2 (4).
    """
    step = np.array([0, *lower], dtype=int)
    rows = [np.arange(1, len(step))]
    while rows[-1].any():
        rows.append(step[rows[-1]])
    return np.array(rows)
