"""f(F, ε, ε̇, t) = 0, f a Python function."""

from __future__ import annotations

from typing import Any

from ...contract import option, register
from ..on_measure import OnMeasure
from .function_force import called_law, checked_function

IMPLICIT_ARGUMENTS = ("F", "e", "e_dot", "t")


@register
class ImplicitForce(OnMeasure):
    """f(F, ε, ε̇, t) = 0: a law that gives the force F only implicitly (S0 (3.4.5)). It names what it takes.

    `function` returns what is zero, `lambda F, e: F + 0.1 * F**3 + 200 * e`. F, positive where it makes ε grow, is an
    unknown that is solved for at every state by Newton's method from zero, with the exact tangent.
    """

    function = option(convert=lambda given: checked_function(given, IMPLICIT_ARGUMENTS), doc="f, of F, e, e_dot, t")
    unknowns = ("F",)

    def law(self, s: Any) -> Any:
        """F."""
        return s.F

    def residual(self, s: Any, e: Any, e_dot: Any, t: Any) -> Any:
        """f."""
        return called_law(self.function, {"F": s.F, "e": e, "e_dot": e_dot, "t": t})
