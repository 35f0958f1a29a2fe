"""Analyses: each a verb, `verb(system, …)`, that returns a frozen result."""

from .accelerations import Accelerations, accelerations
from .assemble import AssemblyError, assemble, assembly_modes
from .equilibrium import Equilibrium, EquilibriumError, equilibria, equilibrium
from .events import Event
from .impact import impact, impulse
from .kinematics import Kinematics, kinematics
from .linearize import linearize
from .loads import Loads, inverse_dynamics, loads
from .mobility import Mobility, Repetition, mobility
from .report import report
from .simulate import simulate
from .singularities import Singularity

__all__ = [
    "Accelerations",
    "AssemblyError",
    "Equilibrium",
    "EquilibriumError",
    "Event",
    "Kinematics",
    "Loads",
    "Mobility",
    "Repetition",
    "Singularity",
    "accelerations",
    "assemble",
    "assembly_modes",
    "equilibria",
    "equilibrium",
    "impact",
    "impulse",
    "inverse_dynamics",
    "kinematics",
    "linearize",
    "loads",
    "mobility",
    "report",
    "simulate",
]
