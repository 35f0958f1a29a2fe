"""A surface whose height is a polynomial."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, parameter, register, value_of
from ...spatial import matrix
from .patch import Patch


@register
class PolynomialSurface(Patch):
    r"""$z = \sum c\,x^i y^j$ (S0 §1.1: a spatial cam of polynomial surfaces). Its solid is below; u and v are x and y.

    `terms` are rows (i, j, c).
    """

    terms = parameter(shape=(None, 3), doc="rows (i, j, c) of the exponents of x and y, and the coefficient")

    def validate(self) -> None:
        """Exponents are whole numbers."""
        for i, j, _ in self.terms:
            if any(float(value_of(x)) % 1.0 or float(value_of(x)) < 0.0 for x in (i, j)):
                raise ModelError(
                    f"{self.kind}: terms are rows (i, j, c) with whole exponents i and j, 0 or more; one row has "
                    f"({value_of(i):g}, {value_of(j):g})."
                )

    def point(self, *s: Any) -> Any:
        """(x, y, Σ c xⁱ yʲ)."""
        x, y = s
        height = sum(c * x ** int(value_of(i)) * y ** int(value_of(j)) for i, j, c in self.terms)
        return matrix([x, y, height])
