"""Generalised forces at a state, by where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..contract import ModelError
from ..contract.errors import unknown


@dataclass(frozen=True, eq=False)
class GeneralizedForces:
    """What pushes on each speed: elements by name, gravity, and velocities. `str` is a table."""

    speeds: tuple[str, ...]
    elements: Mapping[str, np.ndarray]
    gravity: np.ndarray
    inertia: np.ndarray
    """What velocities take, as a force: centrifugal, Coriolis and gyroscopic terms."""

    @property
    def total(self) -> np.ndarray:
        """Their sum, h of the equations of motion."""
        return np.sum([*self.elements.values(), self.gravity, self.inertia], axis=0)

    def __getitem__(self, element: str) -> np.ndarray:
        if element not in self.elements:
            raise ModelError(unknown("force, load or rotor", element, self.elements))
        return self.elements[element]

    def __str__(self) -> str:
        rows = {**self.elements, "(gravity)": self.gravity, "(velocities)": self.inertia, "(sum)": self.total}
        first = max(len(name) for name in ("speed", *self.speeds))
        widths = [max(len(name), 11) for name in rows]
        lines = ["  ".join([f"{'speed':<{first}}", *(f"{n:>{w}}" for n, w in zip(rows, widths, strict=True))])]
        for k, speed in enumerate(self.speeds):
            cells = [f"{row[k] + 0.0:>{w}.5g}" for row, w in zip(rows.values(), widths, strict=True)]
            lines.append("  ".join([f"{speed:<{first}}", *cells]))
        return "\n".join(lines)
