"""The contract of responses: the force in a material or spring as a function of how far it is stretched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..expr import substitute, symbols
from ..expr.graph import as_expr
from ..expr.polynomials import polynomial_integral
from .element import Element
from .errors import ModelError


class Response(Element):
    """f(x): the force in an element whose elongation is x, written as `value(x)`.

    Positive x is stretched and positive f is tension: a linear spring has f = k x. Nonlinear springs and viscoelastic
    elements are given one; their laws exert −f on what they measure.
    """

    def traced(self) -> Mapping[str, Any]:
        """f."""
        return {"value": self.value(symbols("x"))}

    def value(self, x: Any) -> Any:
        """f(x), one number."""
        raise ModelError(f"{self.kind}: a response must have value(self, x).")

    def integral(self, x: Any) -> Any | None:
        """∫ f dx from zero, the energy stored at x; None where f is no polynomial and nobody wrote it."""
        at = symbols("x")
        found = polynomial_integral(self.value(at), at)
        return None if found is None else substitute([found], {at: as_expr(x)})[0]
