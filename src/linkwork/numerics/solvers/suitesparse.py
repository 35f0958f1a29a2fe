"""Matrices as KVXOPT holds them, which brings UMFPACK and KLU of SuiteSparse along."""

from __future__ import annotations

from abc import abstractmethod
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from .checked import Checked
from .library import SingularError, Solve


class SuiteSparse(Checked):
    """The symbolic analysis is that of the first matrix; numbers are put into the places it has."""

    package = "kvxopt"
    extra = "suitesparse"
    module: ClassVar[str]
    """Of the package."""

    def __init__(self) -> None:
        super().__init__()
        self._kvxopt = import_module(self.package)
        self._module = import_module(f"{self.package}.{self.module}")
        self._matrix: Any = None
        self._symbolic: Any = None

    def begin(self, matrix: Any) -> Solve:
        """Factors a matrix."""
        if self._matrix is None:
            columns = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.indptr))
            self._matrix = self._kvxopt.spmatrix(1.0, matrix.indices.astype(int), columns, matrix.shape)
        self._matrix.V = self._kvxopt.matrix(matrix.data)
        try:
            if self._symbolic is None:
                self._symbolic = self._module.symbolic(self._matrix)
            numeric = self._module.numeric(self._matrix, self._symbolic)
        except ArithmeticError as error:
            raise SingularError("the matrix is singular") from error

        def solve(b: np.ndarray) -> np.ndarray:
            found = self._kvxopt.matrix(np.asarray(b, dtype=float))
            self.substitute(numeric, found)
            return np.array(found).ravel()

        return solve

    @abstractmethod
    def substitute(self, numeric: Any, b: Any) -> None:
        """Puts the solution in the place of the right side."""
