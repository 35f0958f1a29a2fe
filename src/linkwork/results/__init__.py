"""What analyses take and give: states and, later, trajectories. Readable without a compiler."""

from .state import State

__all__ = ["State"]
