"""What analyses take and give: states, trajectories, certificates. Readable without a compiler."""

from .certificate import Certificate
from .ensemble import Ensemble
from .generalized_forces import GeneralizedForces
from .partial_velocities import Jacobian, PartialVelocities
from .run_file import Fate, RunContent, RunWriter, read_run
from .state import State
from .trajectory import Occurrence, Trajectory

__all__ = [
    "Certificate",
    "Ensemble",
    "Fate",
    "GeneralizedForces",
    "Jacobian",
    "Occurrence",
    "PartialVelocities",
    "RunContent",
    "RunWriter",
    "State",
    "Trajectory",
    "read_run",
]
