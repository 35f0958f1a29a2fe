"""KLU (Davis and Palamadai Natarajan): blocks of a triangular form, column by column, for very sparse matrices."""

from __future__ import annotations

from typing import Any

from .suitesparse import SuiteSparse


class Klu(SuiteSparse):
    """By KVXOPT, with KLU's own settings; pivots are looked for anew with every matrix."""

    name = "KLU"
    module = "klu"

    def substitute(self, numeric: Any, b: Any) -> None:
        """Puts the solution in the place of the right side."""
        self._module.solve(self._matrix, self._symbolic, numeric, b)
