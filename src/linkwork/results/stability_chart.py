"""`StabilityChart`: the rightmost eigenvalue of a rest over two Parameters, and where it passes the imaginary axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..diagnosis import NO_NOTES, Notes
from .extras import extra

_NEUTRAL = 1e-10
"""Real parts below this part of their eigenvalue are zero."""


def growth_of(rightmost: np.ndarray) -> np.ndarray:
    """Real parts, with those that rounding leaves of none as zero."""
    return np.where(np.abs(rightmost.real) <= _NEUTRAL * np.abs(rightmost), 0.0 * rightmost.real, rightmost.real)


@dataclass(frozen=True, eq=False)
class StabilityChart:
    """How fast disturbances of a rest grow over a grid of two Parameters."""

    names: tuple[str, str]
    """The Parameters along x and y."""
    x: np.ndarray
    y: np.ndarray
    rightmost: np.ndarray
    """The eigenvalue with the largest real part (y × x), of a pair that above the real axis; NaN without rest."""
    border: np.ndarray
    """Points (x, y, frequency in rad/s) where it passes the imaginary axis, to rounding, on the lines of the grid."""
    notes: Notes = NO_NOTES

    @property
    def growth(self) -> np.ndarray:
        """Real parts of the rightmost eigenvalues, 1/s (y × x)."""
        return np.asarray(self.rightmost.real)

    @property
    def is_stable(self) -> np.ndarray:
        """Where all disturbances decay (y × x); without damping they do not."""
        return np.asarray(growth_of(self.rightmost) < 0.0)

    def __str__(self) -> str:
        known = np.isfinite(self.growth)
        head = (
            f"{self.names[0]} × {self.names[1]}: {int(self.is_stable.sum())} of {int(known.sum())} points stable, "
            f"{len(self.border)} points of the border"
        )
        rows = [
            "".join("?" if not k else "." if s else "#" for k, s in zip(*row, strict=True))
            for row in zip(known, self.is_stable, strict=True)
        ]
        return "\n".join([head, *rows[::-1], *map(str, self.notes)])

    def to_dataset(self) -> Any:
        """An xarray Dataset over the two Parameters."""
        xarray = extra("xarray", "to_dataset")
        dims = (self.names[1], self.names[0])
        return xarray.Dataset(
            {
                "growth": (dims, self.growth, {"units": "1/s"}),
                "frequency": (dims, np.abs(self.rightmost.imag), {"units": "rad/s"}),
            },
            {self.names[0]: self.x, self.names[1]: self.y},
        )
