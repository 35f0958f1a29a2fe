"""Energy against work, step by step, for methods that do not integrate the work with the motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..contract import value_of
from ..mechanics.asked_once import asked_once
from ..model.gravity import gravity_value

POWER_BEND = 1e-7
"""Part of the energy in motion that the bend of the power may add to the work of a step for three powers to tell it."""
GAUSS_POINT = 0.5 / 3.0**0.5
LEAST_HEIGHT, LEAST_SPEED = 1e-2, 1e-3
"""m and m/s: energies of bodies nearer to rest at the origin are rounded as those of bodies there."""


@asked_once
def least_energy_size(system: Any) -> float:
    """Σ m (g h + ½ v²): the size by which rounding is measured where bodies rest at height zero, and none has any."""
    model = system.model
    mass = sum(float(value_of(body.mass)) for body in model.bodies.values())
    g = float(np.linalg.norm(gravity_value(model.gravity)))
    # A field that is infinite at the origin, as that of a planet, says nothing of where bodies are.
    g = g if np.isfinite(g) else 0.0
    return mass * (g * LEAST_HEIGHT + 0.5 * LEAST_SPEED**2)


class EnergyBalance:
    """The work done so far, and how far the energy is off it; not a number once either could not be computed."""

    def __init__(self, t: float, kinetic: float, potential: float, power: float) -> None:
        self.t, self.power, self.first = t, power, kinetic + potential
        self.work = self.imbalance = self.last = self.growth = 0.0
        self.grew, self.scale, self.size = t, kinetic, kinetic + abs(potential)
        self.t_before = self.power_before = np.nan

    def add(self, t: float, kinetic: float, potential: float, power: float, on_way: Callable[[float], float]) -> None:
        """One more step, to a state of these energies and this power; `on_way` gives it at parts of the step."""
        if t > self.t:  # Where steps end at a kink that they begin at, nothing is done.
            self.work += self._work(t - self.t, power, on_way)
            self.t_before, self.power_before = self.t, self.power
        self.t, self.power = t, power
        change = kinetic + potential - self.first
        imbalance = change - self.work
        if abs(imbalance - self.last) > self.growth:
            self.growth, self.grew = abs(imbalance - self.last), t
        self.last = imbalance
        self.imbalance = float(np.maximum(self.imbalance, abs(imbalance)))
        self.scale = float(np.maximum(self.scale, max(kinetic, abs(change))))
        self.size = max(self.size, kinetic + abs(potential))

    def _work(self, h: float, power: float, on_way: Callable[[float], float]) -> float:
        """Of a step: by the parabola through this power and the last two where it is nearly straight, or its mean."""
        if power == 0.0 == self.power:
            return 0.0  # Nothing works here.
        before = self.t - self.t_before
        bend = ((power - self.power) / h - (self.power - self.power_before) / before) / (h + before)
        if abs(bend) * h**3 <= 6.0 * POWER_BEND * self.scale:
            return 0.5 * h * (self.power + power) - h**3 / 6.0 * bend
        # Gauss's two points: at the ends, where steps stop, a force may leap.
        return 0.5 * h * (on_way(0.5 - GAUSS_POINT) + on_way(0.5 + GAUSS_POINT))

    def jump(self, work: float, power: float) -> None:
        """An action of an event that does work, after which there is another power."""
        self.work, self.power = self.work + work, power
        self.t_before = self.power_before = np.nan

    def saved(self) -> dict[str, float]:
        """All of it, for a checkpoint."""
        return {name: float(value) for name, value in vars(self).items()}

    def restore(self, data: Mapping[str, float]) -> None:
        """Goes on from what a checkpoint holds."""
        vars(self).update(data)

    def certified(self) -> dict[str, float]:
        """What certificates say of energy and work."""
        found = {"scale": self.scale, "error": self.imbalance, "size": self.size, "grew": self.grew}
        return {f"energy_{name}": value for name, value in found.items()}
