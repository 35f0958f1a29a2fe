"""The size of energies by which rounding is measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import value_of
from ..mechanics.asked_once import asked_once
from ..model.gravity import gravity_value

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
