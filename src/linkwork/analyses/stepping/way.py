"""A method with its choices, from which runs of absolute systems and single steps are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.measure import USUAL, Tolerances
from ...absolute.tables import Tables
from ...numerics.integrators.time_shapes import Element
from ..methods.method import Method
from .steppers import Stepper


@dataclass(frozen=True, eq=False)
class Way:
    """The method at given values of Parameters."""

    system: AbsoluteSystem
    parameters: Mapping[str, float]
    method: Method
    allowed: Tolerances = USUAL

    @property
    def element(self) -> Element | None:
        """The element in time; none is the generalized-α method."""
        return self.method.element

    @property
    def tables(self) -> Tables:
        """The numbers of all elements."""
        return self.system.tables(self.parameters)

    def at(self, parameters: Mapping[str, float]) -> Way:
        """The same at other values of Parameters."""
        return self if parameters == self.parameters else replace(self, parameters=dict(parameters))

    def stepper(self, at: Configuration, before: Stepper | None = None) -> Stepper:
        """The method at a state; it goes on counting from one that ran before."""
        made: Stepper = self.method.stepper(self.system, self.tables, at)
        made.allowed = self.allowed
        if before is not None:
            made.count_from(before)
        return made

    def reach(self, at: Configuration, h: float) -> Configuration | None:
        """The state after one step from another, None where that has no solution."""
        again = self.stepper(at)
        if again.attempt(h, False) is None:
            return None
        again.take()
        found: Configuration = again.at
        return found
