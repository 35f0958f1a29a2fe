"""What analyses take and give: states, trajectories, certificates. Readable without a compiler."""

from .certificate import Certificate
from .generalized_forces import GeneralizedForces
from .linearization import Linearization
from .modes import Modes
from .partial_velocities import Jacobian, PartialVelocities
from .state import State
from .trajectory import Occurrence, Trajectory
from .varied import Varied, stacked

__all__ = [
    "Certificate",
    "GeneralizedForces",
    "Jacobian",
    "Linearization",
    "Modes",
    "Occurrence",
    "PartialVelocities",
    "State",
    "Trajectory",
    "Varied",
    "stacked",
]
