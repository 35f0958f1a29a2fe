r"""The seventeen segments of a human body of given height, mass and sex.

Limbs have the lengths of the table times H/H₀, H₀ the mean height. Ankles stand 0.039 H over the sole. Trunk, neck and
head fill what is left to the height, all shortened or lengthened alike (by 0.958 for men, 1.002 for women): the
table's landmarks do not lie above one another, and the lengths of men add up to more than their height. Masses are
parts of the whole, which they add up to; the centre of mass of each segment lies on its axis.

The table has head and neck as one. The neck is taken as a round cylinder of 0.2 of their mass, the head as what is
left: together they have the mass, centre of mass and inertia of the table while the head is straight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..contract import ModelError
from ..contract.arguments import NAME_ARGUMENT, REAL, takes
from ..contract.errors import unknown
from .anthropometry import (
    ANKLE_HEIGHT,
    ANKLE_PLACE,
    HIP_BREADTH,
    MEAN_BODIES,
    NECK_DENSITY,
    NECK_LENGTH,
    NECK_SHARE,
    SHOULDER_BREADTH,
    MeanBody,
    SegmentRow,
)

TRUNK = ("lower_torso", "middle_torso", "upper_torso")
ARM = ("upper_arm", "forearm", "hand")
LEG = ("thigh", "shank", "foot")
SIDES = {"left": 1.0, "right": -1.0}
PLAUSIBLE_HEIGHT, PLAUSIBLE_MASS = (0.4, 3.0), (8.0, 120.0)
"""m, and kg/m² (mass over height squared): from a newborn to the largest people that were measured."""


@dataclass(frozen=True, eq=False)
class BodySegment:
    """A segment, in axes that point forward, to the left and up while the body stands upright.

    Its frame stands in the joint that joins it to the segment nearer to the hips (a lower torso's: between the hips).
    """

    name: str
    length: float
    """In m, along z; a foot's along x."""
    mass: float
    com: NDArray[np.float64]
    """Centre of mass in its frame."""
    inertia: NDArray[np.float64]
    """Principal moments about the centre of mass, about x, y, z."""


@dataclass(frozen=True, eq=False)
class BodySegments:
    """All segments by name, and the places of joints that lie off the axes of segments."""

    height: float
    mass: float
    of: dict[str, BodySegment]
    shoulder: NDArray[np.float64]
    """Of the left shoulder, in the upper torso."""
    hip: NDArray[np.float64]
    """Of the left hip, in the lower torso."""
    ankle_height: float
    """Over the sole."""

    @property
    def hip_height(self) -> float:
        """Over the sole, in an upright body."""
        return self.ankle_height + self.of["shank_left"].length + self.of["thigh_left"].length

    def __getitem__(self, name: str) -> BodySegment:
        if name not in self.of:
            raise ModelError(unknown("segment", name, self.of))
        return self.of[name]


@takes(height=REAL, mass=REAL, sex=NAME_ARGUMENT)
def body_segments(height: float = 1.75, mass: float = 75.0, sex: str = "male") -> BodySegments:
    """The segments of a body of `height` in m and `mass` in kg, after the means of its sex, "male" or "female"."""
    for name, value, unit in (("height", height, "m"), ("mass", mass, "kg")):
        if not (np.isfinite(value) and value > 0):
            raise ModelError(f"a human body: {name} = {value!r}: must be a positive number, in {unit}.")
    if not PLAUSIBLE_HEIGHT[0] <= height <= PLAUSIBLE_HEIGHT[1]:
        hint = (
            f"that looks like centimetres; give metres, {height / 100.0:g}"
            if PLAUSIBLE_HEIGHT[0] <= height / 100.0 <= PLAUSIBLE_HEIGHT[1]
            else ""
        )
        low, high = PLAUSIBLE_HEIGHT
        raise ModelError(f"a human body: height = {height:g} m: {hint or f'must be from {low:g} to {high:g} m'}.")
    least, most = (index * height**2 for index in PLAUSIBLE_MASS)
    if not least <= mass <= most:
        raise ModelError(
            f"a human body: mass = {mass:g} kg at a height of {height:g} m: must be from {least:.3g} to {most:.3g} kg; "
            "check both, in kg and m."
        )
    if sex not in MEAN_BODIES:
        raise ModelError(f"a human body: sex = {sex!r}: choose one of {', '.join(map(repr, MEAN_BODIES))}.")
    mean = MEAN_BODIES[sex]
    limbs = height / mean.height
    hip_height = ANKLE_HEIGHT * height + limbs * (mean.segments["thigh"].length + mean.segments["shank"].length)
    trunk = (height - hip_height) / (mean.trunk + mean.segments["head_and_neck"].length)
    rows = _scaled(mean, mass, limbs, trunk)
    found = {name: _upward(name, rows[name]) for name in TRUNK}
    found |= _neck_and_head(rows["head_and_neck"], NECK_LENGTH * height)
    for side in SIDES:
        found |= {f"{name}_{side}": _downward(f"{name}_{side}", rows[name]) for name in (*ARM, "thigh", "shank")}
        found[f"foot_{side}"] = _foot(f"foot_{side}", rows["foot"], ANKLE_HEIGHT * height)
    shoulder = trunk * mean.shoulder - found["lower_torso"].length - found["middle_torso"].length
    return BodySegments(
        float(height),
        float(mass),
        found,
        np.array([0.0, SHOULDER_BREADTH * height, shoulder]),
        np.array([0.0, HIP_BREADTH * height, 0.0]),
        ANKLE_HEIGHT * height,
    )


def _scaled(mean: MeanBody, mass: float, limbs: float, trunk: float) -> dict[str, SegmentRow]:
    """Rows with lengths in m and masses in kg: parts of the masses in the table add up to 0.9999 for women."""
    single = ("head_and_neck", *TRUNK)
    total = sum(row.mass * (1 if name in single else 2) for name, row in mean.segments.items())
    return {
        name: row._replace(length=row.length * (trunk if name in single else limbs), mass=row.mass * mass / total)
        for name, row in mean.segments.items()
    }


def _moments(row: SegmentRow) -> NDArray[np.float64]:
    return row.mass * (row.length * np.array([row.sagittal, row.transverse, row.longitudinal])) ** 2


def _upward(name: str, row: SegmentRow) -> BodySegment:
    """A segment that stands on its joint."""
    com = np.array([0.0, 0.0, (1.0 - row.centre) * row.length])
    return BodySegment(name, row.length, row.mass, com, _moments(row))


def _downward(name: str, row: SegmentRow) -> BodySegment:
    """A segment that hangs from its joint."""
    return BodySegment(name, row.length, row.mass, np.array([0.0, 0.0, -row.centre * row.length]), _moments(row))


def _foot(name: str, row: SegmentRow, ankle: float) -> BodySegment:
    """A foot lies along x under its ankle, its centre of mass half as high as that."""
    along, across, longitudinal = _moments(row)
    com = np.array([(row.centre - ANKLE_PLACE) * row.length, 0.0, -0.5 * ankle])
    return BodySegment(name, row.length, row.mass, com, np.array([longitudinal, across, along]))


def _neck_and_head(both: SegmentRow, length: float) -> dict[str, BodySegment]:
    """A cylinder under what is left of head and neck, by the theorem of Steiner."""
    neck_mass = NECK_SHARE * both.mass
    head_mass = both.mass - neck_mass
    square = neck_mass / (NECK_DENSITY * np.pi * length)
    neck_inertia = neck_mass * np.array([square / 4 + length**2 / 12, square / 4 + length**2 / 12, square / 2])
    # Heights over the seventh cervical vertebra.
    centre, neck_centre = (1.0 - both.centre) * both.length, 0.5 * length
    head_centre = (both.mass * centre - neck_mass * neck_centre) / head_mass
    moved = neck_mass * (neck_centre - centre) ** 2 + head_mass * (head_centre - centre) ** 2
    head_inertia = _moments(both) - neck_inertia - moved * np.array([1.0, 1.0, 0.0])
    neck = BodySegment("neck", length, neck_mass, np.array([0.0, 0.0, neck_centre]), neck_inertia)
    head_com = np.array([0.0, 0.0, head_centre - length])
    return {"neck": neck, "head": BodySegment("head", both.length - length, head_mass, head_com, head_inertia)}
