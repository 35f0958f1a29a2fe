"""What a library of sparse factors looks like to those who use it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

Solve = Callable[[np.ndarray], np.ndarray]
"""right side → solution."""


class SingularError(ArithmeticError):
    """The matrix has no inverse."""


class Library(ABC):
    """Factors of square matrices (CSC) of one pattern, which come one after the other with other numbers.

    What depends on the pattern alone is found with the first matrix, as far as the library lets one keep it.
    """

    name: str
    """In words, for certificates."""
    package: ClassVar[str] = "scipy"
    """What it is imported from when the first one is made."""
    extra: ClassVar[str] = ""
    """The extra of ours that brings the package; none for what is always there."""
    is_symmetric: ClassVar[bool] = False
    """Whether it factors the symmetric part of a matrix, and leaves the rest to refinement."""

    @abstractmethod
    def factor(self, matrix: Any) -> Solve:
        """Solutions of a matrix, until the next one is factored. Raises `SingularError` where it has no inverse."""
