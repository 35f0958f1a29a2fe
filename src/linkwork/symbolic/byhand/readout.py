"""What one can read of equations derived by hand: every intermediate value as SymPy matrices, as text, as LaTeX."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

from ..readable.printout import Written, write_out
from ..readable.reader import FormulaReader
from .terms import Derived


class HandDerived(ABC):
    """Equations of motion that were derived from SymPy expressions. `compile_equations` makes a system of them."""

    @property
    @abstractmethod
    def derived(self) -> Derived:
        """The derivation, in the graph."""

    @abstractmethod
    def steps(self) -> dict[str, Any]:
        """Every intermediate value by name, in the order of the derivation, as graphs."""

    @cached_property
    def _reader(self) -> FormulaReader:
        return FormulaReader(self.derived.sheet.leaves)

    def read(self, value: Any) -> Any:
        """A graph of the derivation in SymPy."""
        return self._reader.matrix(value)

    @cached_property
    def M(self) -> Any:
        """Mass matrix."""
        return self.read(self.derived.M)

    @cached_property
    def h(self) -> Any:
        """Right-hand side: M u̇ = h + Wᵀ λ."""
        return self.read(self.derived.h)

    @cached_property
    def W(self) -> Any:
        """Constraint rows: W u̇ + w̄ = 0."""
        return self.read(self.derived.constraint_matrices[0])

    @cached_property
    def w_bar(self) -> Any:
        """w̄ of the constraint rows."""
        return self.read(self.derived.constraint_matrices[1])

    def intermediate(self, name: str) -> Any:
        """One of `steps` in SymPy."""
        return self.read(self.steps()[name])

    @cached_property
    def written(self) -> Written:
        """The equations, ready to print."""
        parts = {"M": self.derived.M, "h": self.derived.h}
        w, w_bar = self.derived.constraint_matrices
        if len(w):
            parts |= {"W": w, "w_bar": w_bar}
        return write_out(type(self).__name__, parts, self.derived.sheet.leaves)

    def text(self) -> str:
        """The equations as plain text."""
        return self.written.text()

    def latex(self) -> str:
        """The equations in LaTeX."""
        return self.written.latex()

    def markdown(self) -> str:
        """The equations as Markdown."""
        return self.written.markdown()

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def derivation(self) -> Written:
        """All steps, from the first to M and h, ready to print."""
        return write_out(
            type(self).__name__, {**self.steps(), "M": self.derived.M, "h": self.derived.h}, self.derived.sheet.leaves
        )
