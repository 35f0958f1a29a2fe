"""`Channel`: one entry of the table of channels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from ..spatial import AXES, Relative

ENERGIES = ("energy", "kinetic_energy", "potential_energy", "gravity_energy", "stored_energy")
BALANCE = "energy_balance"
"""Energy less work, less the same at the start: a channel of runs."""
MEANS = "mean_multipliers"
"""−μ/h of every row: the means of multipliers over elements in time."""
MOMENTA, MODIFIED = "momenta", "modified_momenta"
"""L_v of all speeds where elements in time end, and p̄ = L_v + Aᵀμ before the projection that μ is taken away by."""
RUN_CHANNELS = (MEANS, MOMENTA, MODIFIED)
"""What belongs to elements in time, and so to runs only."""


class BodyQuantity(NamedTuple):
    """What each body and each of its points has: shape, unit, and its value from the motion of the frame there."""

    shape: tuple[int, ...]
    unit: str
    value: Callable[[Relative], Any]


BODY = {
    "position": BodyQuantity((3,), "m", lambda frame: frame.p),
    "rotation": BodyQuantity((3, 3), "1", lambda frame: frame.R),
    "velocity": BodyQuantity((3,), "m/s", lambda frame: frame.v),
    "angular_velocity": BodyQuantity((3,), "rad/s", lambda frame: frame.w),
}
"""Channels of bodies and points in any coordinates; the motion is that in the world. A new row is a new channel."""
FRAME_MOTION = ("position", "rotation", "velocity", "angular_velocity")
"""Those that absolute coordinates read from the coordinates and speeds of a body, without an expression."""
ACCELERATIONS = {"acceleration": "m/s**2", "angular_acceleration": "rad/s**2"}
LOAD = {"force": "N", "moment": "N*m"}
MEAN_LOAD = {"mean_force": "N", "mean_moment": "N*m"}
MOMENTUM = {
    f"{of}{what}": (name, unit)
    for name, of in ((MOMENTA, ""), (MODIFIED, "modified_"))
    for what, unit in (("angular_momentum", "kg*m**2/s"), ("momentum", "kg*m/s"))
}
"""Momenta of a body at its centre of mass: which they are part of, and their units."""
MUSCLE = {
    **dict.fromkeys(("tension", "active_force", "passive_force", "damping_force"), "N"),
    **dict.fromkeys(("normalised_length", "normalised_velocity", "tendon_strain"), "1"),
    "pennation_angle": "rad",
}
CONNECTION = {**LOAD, **MUSCLE, "power": "W", "energy": "J", "loss": "W"}
POSE = {**dict.fromkeys(("e0", "e1", "e2", "e3"), "1"), **dict.fromkeys(("x", "y", "z"), "m")}
"""Coordinates of bodies in the absolute formulation."""
SPEED_UNITS = {"w": "rad/s", "v": "m/s", "spin": "rad/s"}
"""Speeds that are not rates of coordinates, by the first part of their name ("w_x")."""
WORK = {"m": "N", "rad": "N*m"}
"""What does work on a displacement."""


def unit_text(unit: str | None) -> str:
    """A unit as it is read: "N·m", "m/s²"; nothing where there is none or it is not known."""
    written = (unit or "").replace("**2", "²").replace("*", "·")
    return "" if written == "1" else written


def rate(unit: str | None) -> str | None:
    """The unit of a rate of change."""
    if not unit:
        return None
    if unit == "1":
        return "1/s"
    stem, slash, below = unit.rpartition("/")
    return f"{stem}/s**2" if slash and below == "s" else f"{unit}/s"


NOT_UNIQUE = "not unique"
"""How loads are marked that constraints which repeat each other could share in other ways."""
Needs = Literal["state", "motion", "run"]
"""What a channel is computed from: a state; accelerations and multipliers too; elements in time, which only runs have.
"""
Source = Literal[
    "time",
    "parameter",
    "energy",
    "state",
    "rate",
    "body",
    "point",
    "stress",
    "acceleration",
    "momentum",
    "element",
    "measure",
    "load",
    "drive",
    "multipliers",
    "mean",
    "contact",
    "margin",
    "own",
]
"""Who answers for a channel.

Coordinates, speeds and states stand in a "state", and the rates of speeds in a motion. A "measure" is a coordinate of a
joint that is measured on its ends; a "load" that of a joint, constraint or contact, a "mean" the same over elements in
time, a "drive" what enforces a coordinate. A "margin" says how far a point of a contact is from changing; "own" are
outputs, and what only a run has.
"""
WITHOUT_LOADS = ("time", "parameter", "energy", "state", "rate", "body", "point", "acceleration")
"""Sources of channels in which there is no load, which constraints that repeat each other could leave open."""


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
    not_unique: tuple[str, ...] = ()
    """Those of its numbers, by name, that constraints which repeat each other leave open; shown are least loads."""
    source: Source = field(default="own", compare=False)
    owner: str = field(default="", repr=False, compare=False)
    """The body, point or connection that it belongs to; "" where it is of the whole."""

    @property
    def what(self) -> str:
        """Its name without the owner: "force" of "A.force"."""
        return self.name[len(self.owner) + 1 :] if self.owner else self.name

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
        name = f"{self.name}.{axis}"
        left = tuple(own for own in self.not_unique if own == name)
        return replace(self, name=name, shape=self.shape[1:], unit=unit, units=(), not_unique=left)

    @property
    def label(self) -> str:
        """Name and unit as they are written on an axis: "A.force [N]"."""
        written, name = unit_text(self.unit), self.marked(self.name)
        return f"{name} [{written}]".strip() if written else name

    def marked(self, text: str, number: str | None = None) -> str:
        """A text on its value, or on one of its numbers, with "(not unique)" where that is so."""
        left = self.not_unique if number is None else [own for own in self.not_unique if own == number]
        return f"{text} ({NOT_UNIQUE})" if left else text


def component_names(name: str, shape: tuple[int, ...]) -> list[str]:
    """Names of the numbers of a channel: "A.force.x" of three, "A.rotation[0,2]" of others, its own of a single one."""
    if shape == (3,):
        return [f"{name}.{axis}" for axis in AXES]
    return [f"{name}[{','.join(map(str, place))}]" if place else name for place in np.ndindex(*shape)]
