"""Analyses: each a verb, `verb(system, …)`, that returns a frozen result."""

from .accelerations import Accelerations, accelerations
from .assemble import AssemblyError, assemble, assembly_modes
from .design import Design
from .equilibrium import Equilibrium, EquilibriumError, equilibria, equilibrium
from .events import Event
from .gradient import Gradient, gradient
from .impact import impact, impulse
from .kinematics import Kinematics, kinematics
from .linearize import linearize
from .loads import Loads, inverse_dynamics, loads
from .mobility import Mobility, Repetition, mobility
from .optimise import Optimum, optimise
from .report import report
from .sensitivities import RunSensitivity, sensitivities
from .simulate import simulate
from .singularities import Singularity

__all__ = [
    "Accelerations",
    "AssemblyError",
    "Design",
    "Equilibrium",
    "EquilibriumError",
    "Event",
    "Gradient",
    "Kinematics",
    "Loads",
    "Mobility",
    "Optimum",
    "Repetition",
    "RunSensitivity",
    "Singularity",
    "accelerations",
    "assemble",
    "assembly_modes",
    "equilibria",
    "equilibrium",
    "gradient",
    "impact",
    "impulse",
    "inverse_dynamics",
    "kinematics",
    "linearize",
    "loads",
    "mobility",
    "optimise",
    "report",
    "sensitivities",
    "simulate",
]
