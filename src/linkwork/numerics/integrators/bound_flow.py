"""A flow and its projection bound to memory, at states that Python gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...kernels.loops.calls import call
from .flow import Flow, rated_here
from .projection import Projection, project_here


class BoundFlow:
    """What equations of both formulations have in common, once they are bound to memory."""

    flow: Flow
    projection: Projection
    x: np.ndarray
    """What loops read: y, then t."""
    f: np.ndarray
    """What they write: ẏ, then the smallest pivot."""
    energies: np.ndarray
    """Kinetic and potential, where `energy` was asked for last."""
    energy_kernel: np.ndarray
    _rated: Any = None
    _projected: Any = None
    """Calls of compiled code, once they are needed; with the array that the second one changes."""

    def energy(self, t: float, y: np.ndarray) -> float:
        """Kinetic and potential energy together."""
        self.x[:-1], self.x[-1] = y, t
        call(self.energy_kernel)
        kinetic, potential = self.energies.tolist()
        return float(kinetic + potential)

    def rates(self, t: float, y: np.ndarray) -> np.ndarray | None:
        """ẏ, or None where it cannot be computed."""
        self.x[:-1], self.x[-1] = y, t
        if self._rated is None:
            self._rated = compiled_loop(rated_here).bound(self.flow)
        return self.f[:-1].copy() if self._rated() else None

    def project(self, t: float, y: np.ndarray) -> bool:
        """Projects y in place; False where the constraints cannot be met."""
        if self._projected is None:
            own = np.zeros(len(self.x) - 1)
            self._projected = compiled_loop(project_here).bound(self.flow, self.projection, own), own
        projected, own = self._projected
        own[:], self.x[-1] = y, t
        fits = bool(projected())
        y[:] = own
        return fits
