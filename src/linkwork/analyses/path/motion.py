"""What is collected while a prescribed motion is followed, in either formulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from .singularities import Singularity

STOPPED = "It is at a singular configuration, and was asked to stop there."


@dataclass(eq=False)
class FollowedMotion:
    """Configurations at the times asked for, singular ones on the way, and why it ended."""

    end: float
    """How far it came."""
    times: list[float] = field(default_factory=list)
    q: list[np.ndarray] = field(default_factory=list)
    u: list[np.ndarray] = field(default_factory=list)
    u_dot: list[np.ndarray] = field(default_factory=list)
    singularities: list[Singularity] = field(default_factory=list)
    cause: str = ""
    open: tuple[float, float] = (0.0, 0.0)
    """The largest residual of a configuration, in radians or lever arms, and when."""

    def add(self, t: float, values: Sequence[np.ndarray]) -> None:
        """One more configuration: (q, u, u̇) at a time."""
        self.times.append(t)
        for kept, value in zip((self.q, self.u, self.u_dot), values, strict=True):
            kept.append(value)

    def cut(self, t: float) -> None:
        """Takes back what lies after a time, at which it stops."""
        count = sum(time <= t for time in self.times)
        for kept in (self.times, self.q, self.u, self.u_dot):
            del kept[count:]
        self.end, self.cause = t, STOPPED
