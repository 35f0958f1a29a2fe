"""What analyses take and give: states, trajectories, certificates. Readable without a compiler."""

from .certificate import Certificate
from .run_file import Fate, RunContent, RunWriter, read_run
from .state import State
from .trajectory import Occurrence, Trajectory

__all__ = ["Certificate", "Fate", "Occurrence", "RunContent", "RunWriter", "State", "Trajectory", "read_run"]
