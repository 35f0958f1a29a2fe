"""Analyses: each a verb, `verb(system, …)`, that returns a frozen result."""

from .accelerations import Accelerations, accelerations
from .assemble import AssemblyError, assemble, assembly_modes
from .events import Event
from .impact import impact, impulse
from .kinematics import Kinematics, kinematics
from .loads import Loads, inverse_dynamics, loads
from .mobility import Mobility, Repetition, mobility
from .report import report
from .simulate import simulate
from .singularities import Singularity
from .time_elements import time_elements

__all__ = [
    "Accelerations",
    "AssemblyError",
    "Event",
    "Kinematics",
    "Loads",
    "Mobility",
    "Repetition",
    "Singularity",
    "accelerations",
    "assemble",
    "assembly_modes",
    "impact",
    "impulse",
    "inverse_dynamics",
    "kinematics",
    "loads",
    "mobility",
    "report",
    "simulate",
    "time_elements",
]
