r"""Libraries whose solutions are looked at: refined on the matrix itself, $x \leftarrow x + S^{-1}(b - K x)$.

Some trade stability for speed and do not tell: with KVXOPT's settings UMFPACK was seen to give a wrong solution of a
regular matrix, PARDISO perturbs pivots that vanish, QDLDL has no choice of pivots. Where refinement does not help,
SuperLU goes on.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import Any

import numpy as np

from .library import Library, Solve
from .superlu import SuperLU

ROUNDS = 30
SLOW = 0.5
"""Residuals that shrink less than by this factor are of no use, or are rounding."""
REFINED = 1e-12
"""Residuals below this part of the right side are small enough for Newton's method."""
TRUSTED = 1e-9
"""Residuals above this part of the right side, and of the matrix times the solution, are none of a solution."""


class Checked(Library):
    """A library, and SuperLU in its place once it fails."""

    def __init__(self) -> None:
        self._instead: SuperLU | None = None

    @abstractmethod
    def begin(self, matrix: Any) -> Solve:
        """Factors a matrix, as the library does it."""

    def factor(self, matrix: Any) -> Solve:
        """Factors a matrix."""
        if self._instead is not None:
            return self._instead.factor(matrix)
        try:
            return partial(self._refined, matrix, self.begin(matrix))
        except ArithmeticError:
            return self._give_up("found no pivots")(matrix)

    def _refined(self, matrix: Any, solve: Solve, b: np.ndarray) -> np.ndarray:
        """A solution that was looked at."""
        if self._instead is not None:
            return self._instead.factor(matrix)(b)
        found, last = solve(b), np.inf
        size, scale = np.inf, float(np.abs(b).max(initial=0.0))
        for _ in range(ROUNDS):
            left = b - matrix @ found
            size = float(np.abs(left).max(initial=0.0))
            if size <= REFINED * scale or not size <= SLOW * last:
                break
            found, last = found + solve(left), size
        if size <= TRUSTED * scale or size <= TRUSTED * float((abs(matrix) @ np.abs(found)).max(initial=0.0)):
            return found
        return self._give_up("gave wrong solutions")(matrix)(b)

    def _give_up(self, why: str) -> Any:
        self._instead = SuperLU()
        self.name = f"SuperLU in place of {self.name}, which {why}"
        return self._instead.factor
