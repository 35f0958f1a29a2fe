"""Energy against work, step by step, for methods that do not integrate the work with the motion."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


class EnergyBalance:
    """The work done so far, and how far the energy is off it; not a number once either could not be computed."""

    def __init__(self, t: float, kinetic: float, potential: float, power: float) -> None:
        self.t, self.power, self.first = t, power, kinetic + potential
        self.work = self.imbalance = self.last = self.growth = 0.0
        self.grew, self.scale, self.size = t, kinetic, kinetic + abs(potential)

    def add(self, t: float, kinetic: float, potential: float, middle: float, power: float) -> None:
        """One more step, to a state of these energies; `middle` is the power in its middle (Simpson's rule)."""
        self.work += (t - self.t) / 6.0 * (self.power + 4.0 * middle + power)
        self.t, self.power = t, power
        change = kinetic + potential - self.first
        imbalance = change - self.work
        if abs(imbalance - self.last) > self.growth:
            self.growth, self.grew = abs(imbalance - self.last), t
        self.last = imbalance
        self.imbalance = float(np.maximum(self.imbalance, abs(imbalance)))
        self.scale = float(np.maximum(self.scale, max(kinetic, abs(change))))
        self.size = max(self.size, kinetic + abs(potential))

    def told(self) -> dict[str, float]:
        """All of it, for a checkpoint."""
        return {name: float(value) for name, value in vars(self).items()}

    def restore(self, told: Mapping[str, float]) -> None:
        """Goes on from what a checkpoint holds."""
        vars(self).update(told)
