"""UMFPACK (Davis): unsymmetric fronts, each solution refined by the library itself."""

from __future__ import annotations

from typing import Any

from .suitesparse import SuiteSparse


class Umfpack(SuiteSparse):
    """By KVXOPT, with UMFPACK's own settings."""

    name = "UMFPACK"
    module = "umfpack"

    def substitute(self, numeric: Any, b: Any) -> None:
        """Puts the solution in the place of the right side."""
        self._module.solve(self._matrix, numeric, b)
