"""What analyses take and give: states, trajectories, certificates. Readable without a compiler."""

from .certificate import Certificate
from .state import State
from .trajectory import Occurrence, Trajectory

__all__ = ["Certificate", "Occurrence", "State", "Trajectory"]
