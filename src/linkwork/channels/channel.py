"""`Channel`: one entry of the table of channels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ..spatial import AXES
from .units import unit_text

Needs = Literal["state", "motion", "run"]
"""What a channel is computed from: a state; accelerations and multipliers too; elements in time, which only runs have.
"""


@dataclass(frozen=True)
class Channel:
    """A quantity by name: the shape of its values, its SI unit, and what it is computed from."""

    name: str
    shape: tuple[int, ...] = ()
    unit: str | None = None
    """"1" where it has none; None where it is not known, or where its numbers have different ones."""
    needs: Needs = "state"
    units: tuple[str | None, ...] = ()
    """Those of its numbers, where they differ."""

    @property
    def components(self) -> dict[str, str | None]:
        """Names of its single numbers, and the unit of each: vectors by axis ("A.force.x"), others by place."""
        names = component_names(self.name, self.shape)
        return dict(zip(names, self.units or (self.unit,) * len(names), strict=True))

    def columns(self, values: Any) -> dict[str, np.ndarray]:
        """Values over time (n × shape) by the names of the single numbers."""
        return dict(zip(self.components, np.reshape(values, (len(values), -1)).T, strict=True))

    def component(self, axis: str) -> Channel | None:
        """The part of a vector, or the row of a matrix, along x, y or z; None where there is none."""
        if self.shape[:1] != (3,) or axis not in AXES:
            return None
        unit = self.units[AXES.index(axis)] if self.units else self.unit
        return replace(self, name=f"{self.name}.{axis}", shape=self.shape[1:], unit=unit, units=())

    @property
    def label(self) -> str:
        """Name and unit as they are written on an axis: "A.force [N]"."""
        written = unit_text(self.unit)
        return f"{self.name} [{written}]".strip() if written else self.name


def component_names(name: str, shape: tuple[int, ...]) -> list[str]:
    """Names of the numbers of a channel: "A.force.x" of three, "A.rotation[0,2]" of others, its own of a single one."""
    if shape == (3,):
        return [f"{name}.{axis}" for axis in AXES]
    return [f"{name}[{','.join(map(str, place))}]" if place else name for place in np.ndindex(*shape)]
