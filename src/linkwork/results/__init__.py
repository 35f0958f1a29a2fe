"""What analyses take and give: states and, later, trajectories. Readable without a compiler."""

from .generalized_forces import GeneralizedForces
from .partial_velocities import Jacobian, PartialVelocities
from .state import State

__all__ = ["GeneralizedForces", "Jacobian", "PartialVelocities", "State"]
