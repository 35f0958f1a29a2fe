"""A method with its choices, from which runs of absolute systems and single steps are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...absolute import AbsoluteSystem, Configuration
from ...absolute.alpha import NAME
from ...absolute.measure import USUAL, Tolerances
from ...absolute.tables import Tables
from ...absolute.weak import WeakAbsolute
from ...numerics.integrators.alpha_scheme import RHO_INF
from ...numerics.integrators.time_shapes import Element
from .distances import distance
from .steppers import AlphaStepper, Stepper, WeakStepper


@dataclass(frozen=True, eq=False)
class Way:
    """The method at given values of Parameters; no element is the generalized-α method."""

    system: AbsoluteSystem
    parameters: Mapping[str, float]
    element: Element | None
    control: str
    chart: str
    solver: str
    rho_inf: float
    allowed: Tolerances = USUAL

    @classmethod
    def of_run(cls, system: AbsoluteSystem, parameters: Mapping[str, float], method: str) -> Way:
        """A way for single steps that are as good as those of a run, from how its certificate calls its method.

        Runs by elements in time have the elements of highest order.
        """
        element = None if method.startswith(NAME) else Element(3)
        return cls(system, parameters, element, "doubling", "middle", "auto", RHO_INF)

    @property
    def tables(self) -> Tables:
        """The numbers of all elements."""
        return self.system.tables(self.parameters)

    def at(self, parameters: Mapping[str, float]) -> Way:
        """The same at other values of Parameters."""
        return self if parameters == self.parameters else replace(self, parameters=dict(parameters))

    def stepper(self, at: Configuration, before: Stepper | None = None) -> Stepper:
        """The method at a state; it goes on counting from one that ran before."""
        made: AlphaStepper | WeakStepper
        if self.element is None:
            made = AlphaStepper(self.system, self.tables, at, self.rho_inf, self.solver, self.allowed)
        else:
            mechanics = WeakAbsolute(self.system, self.tables, self.chart, self.solver)
            made = WeakStepper(mechanics, at, self.element, self.control, self._difference, allowed=sum(self.allowed))
        if before is not None:
            made.count_from(before)
        return made

    def _difference(self, one: Configuration, other: Configuration) -> float:
        """How far two ends of a step are apart: places, and states relative to their size."""
        nu = self.system.layout.nu
        states = np.abs(one.u[nu:] - other.u[nu:]) / (1.0 + np.abs(one.u[nu:]))
        return max(distance(one, other), float(states.max(initial=0.0)))

    def reach(self, at: Configuration, h: float) -> Configuration | None:
        """The state after one step from another, None where that has no solution."""
        again = self.stepper(at)
        if again.attempt(h, False) is None:
            return None
        again.take()
        found: Configuration = again.at
        return found
