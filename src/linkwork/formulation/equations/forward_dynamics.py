"""Forward dynamics: accelerations and multipliers as expressions of the state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .constrained_dynamics import Constrained
from .dynamics import DynamicEquations


@dataclass(frozen=True, eq=False)
class ForwardDynamics:
    """What solves the dynamic equations."""

    dynamics: DynamicEquations

    def under(self, chosen: tuple[int, ...]) -> Constrained:
        """The equations with some of the constraint rows enforced."""
        return Constrained(self.dynamics, chosen)

    @cached_property
    def by_mass_matrix(self) -> tuple[Any, Any, Any]:
        """(u̇, λ, smallest pivot): M by its sparse LDLᵀ, multipliers by that of P M⁻¹ Pᵀ.

        Whatever rows are switched off: these are zero, and so are their multipliers.
        """
        return self.under_all.accelerations()

    @cached_property
    def under_all(self) -> Constrained:
        """The equations under all rows, of which some may be switched off."""
        return Constrained(self.dynamics, tuple(self.dynamics.rows.nonzero), has_switches=True)

    @cached_property
    def acceleration(self) -> tuple[Any, Any]:
        """(u̇, smallest pivot)."""
        u_dot, _, pivot = self.by_mass_matrix
        return u_dot, pivot
