"""Contact problems y = G x + b with complementarity and Coulomb friction: laws, solvers, impacts."""

from .impact_laws import ImpactResult, solve_impact
from .painleve import SlidingContact, examine_sliding, painleve_sentence
from .problem import ContactProblem, contact_problem, fold_slip
from .solution import ContactResidual, ContactSolution, natural_residual
from .solve import solve_contact

__all__ = [
    "ContactProblem",
    "ContactResidual",
    "ContactSolution",
    "ImpactResult",
    "SlidingContact",
    "contact_problem",
    "examine_sliding",
    "fold_slip",
    "natural_residual",
    "painleve_sentence",
    "solve_contact",
    "solve_impact",
]
