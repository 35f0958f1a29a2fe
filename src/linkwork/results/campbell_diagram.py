"""`CampbellDiagram`: frequencies and damping of a rotor over its spin, its whirls, and where orders cross them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..diagnosis import NO_NOTES, Notes
from .extras import extra

CIRCULAR = 0.05
"""Part of a circle from which on an orbit has a direction."""


@dataclass(frozen=True)
class OrderCrossing:
    """A spin at which a multiple of it is a frequency.

    Seen from the ground one of order 1 is a critical speed, where unbalance meets a whirl.
    """

    order: float
    mode: int
    """Number of the mode, from 1."""
    whirl: str
    """"forward", "backward" or "planar"."""
    speed: float
    """rad/s."""
    frequency: float
    """Hz."""
    damping_ratio: float

    def __str__(self) -> str:
        turns = f"{self.speed:.6g} rad/s ({self.speed * 30.0 / np.pi:.6g} rpm)"
        kind = "" if self.whirl == "planar" else f", {self.whirl} whirl"
        return f"{self.order:g}× crosses mode {self.mode}{kind} at {turns}: {self.frequency:.6g} Hz"


@dataclass(frozen=True, eq=False)
class CampbellDiagram:
    """Modes followed over the spin, slowest first at the lowest speed; NaN where a mode does not swing."""

    spin: str
    """What turns: the speed of a joint, or a Parameter."""
    speeds: np.ndarray
    """rad/s."""
    eigenvalues: np.ndarray
    """λ (speeds × modes), 1/s; imaginary parts are frequencies as `frame` tells."""
    circularity: np.ndarray
    """1 for circles in the sense of the spin, −1 against it, 0 for motion to and fro (speeds × modes)."""
    crossings: tuple[OrderCrossing, ...]
    frame: str
    """"fixed": as seen from the ground; "turning": as seen from the rotor."""
    notes: Notes = NO_NOTES

    @property
    def frequencies(self) -> np.ndarray:
        """Hz (speeds × modes)."""
        return np.asarray(self.eigenvalues.imag / (2.0 * np.pi))

    @property
    def damping_ratios(self) -> np.ndarray:
        """−Re λ / |λ| (speeds × modes)."""
        return np.asarray(-self.eigenvalues.real / np.abs(self.eigenvalues))

    @property
    def whirls(self) -> tuple[str, ...]:
        """Of every mode at the highest speed: "forward", "backward" or "planar"."""
        last = [column[np.isfinite(column)][-1] for column in self.circularity.T]
        return tuple(whirl_name(float(c)) for c in last)

    @property
    def critical_speeds(self) -> tuple[OrderCrossing, ...]:
        """Crossings of the order 1: critical speeds where the frame is "fixed", and not where it is "turning"."""
        return tuple(x for x in self.crossings if x.order == 1.0)

    def __str__(self) -> str:
        heads = [f"{k + 1} {name}" for k, name in enumerate(self.whirls)]
        width = max((len(head) for head in heads), default=0) + 2
        lines = [f"{'speed (rad/s)':>14}" + "".join(f"{head:>{width}}" for head in heads) + "   (Hz)"]
        for speed, row in zip(self.speeds, self.frequencies, strict=True):
            lines.append(f"{speed:14.6g}" + "".join(f"{f:{width}.6g}" for f in row))
        return "\n".join([*lines, *map(str, self.crossings), *map(str, self.notes)])

    def to_dataset(self) -> Any:
        """An xarray Dataset over speed and mode."""
        xarray = extra("xarray", "to_dataset")
        dims = ("speed", "mode")
        return xarray.Dataset(
            {
                "frequency": (dims, self.frequencies, {"units": "Hz"}),
                "damping_ratio": (dims, self.damping_ratios),
                "circularity": (dims, self.circularity),
            },
            {
                "speed": ("speed", self.speeds, {"units": "rad/s"}),
                "mode": ("mode", np.arange(1, self.eigenvalues.shape[1] + 1)),
                "whirl": ("mode", list(self.whirls)),
            },
            {"spin": self.spin, "frame": self.frame, "crossings": [str(x) for x in self.crossings]},
        )

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with the speed as its index; two columns a mode."""
        pandas = extra("pandas", "to_dataframe")
        parts = (("frequency", self.frequencies), ("damping_ratio", self.damping_ratios))
        count = self.eigenvalues.shape[1]
        rows = {f"mode_{k + 1}.{what}": values[:, k] for k in range(count) for what, values in parts}
        frame = pandas.DataFrame(rows, index=pandas.Index(self.speeds, name="speed"))
        frame.attrs["units"] = {"speed": "rad/s", **{f"mode_{k + 1}.frequency": "Hz" for k in range(count)}}
        return frame


def whirl_name(circularity: float) -> str:
    """What an orbit is called."""
    if abs(circularity) < CIRCULAR:
        return "planar"
    return "forward" if circularity > 0.0 else "backward"
