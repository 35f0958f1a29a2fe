"""PARDISO (Schenk and Gärtner) of Intel's MKL: supernodes, on all threads that MKL is allowed."""

from __future__ import annotations

import weakref
from importlib import import_module
from typing import Any

import numpy as np

from .checked import Checked
from .library import SingularError, Solve


class Pardiso(Checked):
    """By pypardiso, whose calls analyse every matrix anew. Pivots that vanish are perturbed, not reported."""

    name = "PARDISO"
    package = "pypardiso"
    extra = "pardiso"

    def __init__(self) -> None:
        super().__init__()
        wrapper = import_module(f"{self.package}.pardiso_wrapper")
        self._solver, self._failed = wrapper.PyPardisoSolver(), wrapper.PyPardisoError
        # MKL holds factors until it is told to let them go.
        weakref.finalize(self, self._solver.free_memory, True)

    def begin(self, matrix: Any) -> Solve:
        """Factors a matrix."""
        rows = matrix.tocsr()
        try:
            self._solver.factorize(rows)
        except (ValueError, self._failed) as error:
            raise SingularError("the matrix is singular") from error

        def solve(b: np.ndarray) -> np.ndarray:
            return np.asarray(self._solver.solve(rows, b))

        return solve
