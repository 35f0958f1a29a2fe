"""Methods that step over impacts: of fixed steps, for systems with many contacts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ...contract import ModelError
from ...contract.arguments import REAL
from ...contract.errors import unknown
from ...numerics.contact.problem import CONTACT_SOLVERS
from ...numerics.integrators.alpha_scheme import RHO_INF
from ...results import State
from ...run import Plan
from ...topology.contacts import has_detected_contacts
from .. import engines
from ..contact.contact_driver import is_heap
from ..engines import Engine
from ..engines.engine import Beside
from .method import FIXED, Accuracy, Formulation, Method


@dataclass(frozen=True)
class SteppingMethod(Method):
    """A method whose steps, all of one length, go over impacts."""

    formulations: ClassVar[tuple[Formulation, ...]] = ("tree", "absolute")
    keeps_constraints: ClassVar[bool] = True
    steps = FIXED

    def beside(self, engine: Any, start: State, plan: Plan) -> Beside:
        """Impacts and forces."""
        found: Beside = engine.begin(start, plan)
        return found


@dataclass(frozen=True)
class Moreau(SteppingMethod):
    """Moreau's midpoint rule: impulses over steps, of first order after impacts, no events to look for.

    `solver` is that of the contact problem of a step: "newton" (semismooth), "gauss-seidel" (sweeps), "pivoting" (of
    Lemke, for contacts that slide along a line), "enumeration" (of all modes, for few contacts). "auto" takes native
    code wherever there is some, which goes by Newton's method.
    """

    solver: str = "auto"

    name = "moreau"
    order = 1
    description = "time stepping over impacts by Moreau's midpoint rule, order 1 after impacts, for many contacts"

    def __post_init__(self) -> None:
        check_solver("Moreau", self.solver)

    def engine(self, bound: Any, accuracy: Accuracy) -> Engine:
        """Native steps, of trees and absolute systems by their rows; heaps of free bodies have loops of their own."""
        # Those solve contact problems themselves: a solver that is named takes the other way.
        has_loops = self.solver == "auto" and is_heap(bound.system, has_detected_contacts)
        return engines.heap_engine(bound, self.name) if has_loops else engines.moreau_engine(bound, self.solver)


@dataclass(frozen=True)
class Leapfrog(SteppingMethod):
    """Leapfrog steps in which bodies may not close beyond their gap (Stewart and Trinkle): heaps of free bodies.

    Bodies rest without overlap, and positions are of second order between impacts. It has no options: heaps solve their
    contact problems in native loops.
    """

    name = "leapfrog"
    order = 2
    description = "leapfrog steps of free bodies that touch with surfaces, order 2 between impacts, no overlap at rest"
    formulations: ClassVar[tuple[Formulation, ...]] = ("absolute",)

    def engine(self, bound: Any, accuracy: Accuracy) -> Engine:
        """Heaps alone have one."""
        return engines.heap_engine(bound, self.name)


@dataclass(frozen=True)
class NonsmoothAlpha(SteppingMethod):
    """The nonsmooth generalized-α method: as generalized-α between impacts, with impulses where points touch.

    `rho_inf` is what a step leaves of the highest frequencies, from 1 (all) to 0. `solver` is that of contact problems,
    as for `Moreau`; "auto" tries modes of few contacts, and takes Newton's method for many.
    """

    rho_inf: float = RHO_INF
    solver: str = "auto"

    name = "nonsmooth_alpha"
    order = 2
    description = "time stepping over impacts, generalized-α of order 2 between them, damping by rho_inf"

    def __post_init__(self) -> None:
        check_solver("NonsmoothAlpha", self.solver)
        REAL.check("NonsmoothAlpha", "rho_inf", self.rho_inf)
        if not 0.0 <= self.rho_inf <= 1.0:
            raise ModelError(
                f"NonsmoothAlpha: rho_inf = {self.rho_inf!r} must lie between 0 (all damping) and 1 (none)."
            )

    def engine(self, bound: Any, accuracy: Accuracy) -> Engine:
        """Smooth steps and impulses."""
        return engines.AlphaContactEngine(bound, self.rho_inf, self.solver)


def check_solver(who: str, solver: object) -> None:
    """Raises where there is no such solver of contact problems."""
    if not isinstance(solver, str) or solver not in CONTACT_SOLVERS:
        raise ModelError(f"{who}: {unknown('solver', solver, CONTACT_SOLVERS)}")
