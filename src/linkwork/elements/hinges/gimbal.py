"""Three successive turns: Bryant, Euler and all other angle sequences."""

from typing import Any

import numpy as np

from ...contract import Hinge, option, register
from ...spatial import Pose, Relative, rotation_sequence


def valid_sequence(sequence: Any) -> bool | str:
    """True for three of x, y, z without two equal neighbours; else a sentence."""
    letters = isinstance(sequence, str) and len(sequence) == 3 and set(sequence) <= set("xyz")
    if not letters or sequence[0] == sequence[1] or sequence[1] == sequence[2]:
        return "is not a sequence; use three of x, y, z without equal neighbours: 'xyz' (Bryant), 'zxz' (Euler)"
    return True


@register
class Gimbal(Hinge):
    """M turns about F's origin by three angles about carried axes: R = R₁(first) R₂(second) R₃(third), p = 0.

    "xyz" are Bryant (Cardan) angles, singular at second = ±π/2; "zxz" are Euler angles, singular at second = 0. The
    plain configuration is the regular one half-way between singular ones: there Euler angles have second = π/2.
    """

    coordinates = ("first", "second", "third")
    units = ("rad", "rad", "rad")
    sequence = option(default="xyz", check=valid_sequence, doc="axes of the turns, in order")

    @property
    def rest_values(self) -> np.ndarray:
        """All zero, or second = π/2 where zero is singular."""
        is_euler = self.sequence[0] == self.sequence[2]
        return np.array([0.0, np.pi / 2 if is_euler else 0.0, 0.0])

    def pose(self, q: Any, t: Any) -> Pose:
        """Three turns."""
        return Pose(rotation_sequence(self.sequence, q))

    def residual(self, rel: Relative, t: Any) -> Any:
        """The origins coincide."""
        return rel.p
