"""Bodies turned and shifted, all of them in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels.rows import BoundShare, Rows, trailing
from .configuration import Configuration


class Mover:
    """Moves configurations of one system. It has memory, so everyone has an own one."""

    def __init__(self, system: Any) -> None:
        bodies = system.bodies
        self._kernel, self._count = bodies.kernel("moved"), bodies.count
        self._pose, self._step = np.empty((7, self._count)), np.empty(6 * self._count)
        self._moved = np.empty((7, self._count))
        self._inputs = [trailing(self._pose, (7,)), Rows(self._step, 6, 1, 6)]
        self._outputs = [trailing(self._moved, (7,))]
        self._call: BoundShare | None = None

    def moved(self, at: Configuration, step: np.ndarray, u: np.ndarray, t: float) -> Configuration:
        """Every body turned by the rotation vector and shifted by the displacement in `step`, with other velocities."""
        n = 6 * self._count
        self._pose[:] = at.pose
        self._step[:] = step[:n]
        if self._call is None and self._kernel.has_wide_code:
            self._call = BoundShare(self._kernel, self._inputs, self._outputs, 0, self._count)
        if self._call is None:
            self._kernel.run_rows(self._inputs, lambda: self._outputs, self._count, 1)
        else:
            self._call.run()
        return Configuration(self._moved.copy(), at.own + step[n:], u, t)
