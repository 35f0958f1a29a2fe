r"""One kind of element between bodies that move freely: its rows and its forces as functions of their motion alone.

The element is put into a small model of its own, in which every body has six coordinates and its frame at its centre of
mass, so that all the rest of the formulation serves: relative motion, laws, rows. Velocities are taken to world axes:
with ω and v of a body in world axes, virtual work is $Q\cdot(\delta\theta, \delta x)$ of spatial rotations and
displacements, and a constraint of rows $\psi = A\,(\omega, v) + a$ acts by $A^T\lambda$ (S3 Eq. 10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...contract import Parameter
from ...model import Body, Model
from ...topology import find_topology
from ..tree_equations import TreeEquations, derive_equations
from .element_forces import ElementForces, ModalForces
from .element_motion import ElementLayout, ElementMotion
from .element_rows import ElementRows
from .element_unknowns import ElementUnknowns
from .observed_channels import Sight
from .velocity_rows import RestrictsRates


@dataclass(frozen=True, eq=False)
class ElementKind:
    """Elements that differ in numbers only. Symbols are ordered body after body, then unknowns of the element's own."""

    label: str
    model: Model
    bodies: tuple[str, ...]
    """Those of the small model, in the order of the element's ends."""
    data: tuple[Parameter, ...]
    sight: Sight = field(default_factory=Sight)
    """What it looks at of other elements."""
    modal: Body | None = None
    """The modal body whose elastic coordinates it has; the first of its numbers are the acceleration of gravity."""

    @cached_property
    def equations(self) -> TreeEquations:
        """Of the small model."""
        return derive_equations(self.model, find_topology(self.model))

    @cached_property
    def layout(self) -> ElementLayout:
        """Names and places of its own unknowns and states."""
        return ElementLayout(self.equations, self.bodies, self.sight)

    @cached_property
    def motion(self) -> ElementMotion:
        """Symbols of places and velocities."""
        return ElementMotion(self.layout)

    @cached_property
    def unknowns(self) -> ElementUnknowns:
        """The unknowns that its residuals make known, and derivatives in which they follow."""
        return ElementUnknowns(self.motion)

    @cached_property
    def rows(self) -> ElementRows:
        """Its constraint rows."""
        return ElementRows(self.motion, self._restricting)

    @cached_property
    def forces(self) -> ElementForces:
        """Its forces, energies and momenta."""
        return ElementForces(self.motion) if self.modal is None else ModalForces(self.motion, self.modal, self.data[:3])

    @property
    def rest(self) -> np.ndarray:
        """Own unknowns to begin with, where they are not zero all the same."""
        return np.array(() if self._restricting is None else self._restricting.rest)

    @property
    def _restricting(self) -> RestrictsRates | None:
        element = None if self.modal is not None else self.model.connections["element"].element
        return element if isinstance(element, RestrictsRates) else None
