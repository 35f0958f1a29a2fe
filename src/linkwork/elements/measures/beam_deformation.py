"""ε = (p_x − l, p_y, p_z, θ n)."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, parameter, register
from ...spatial import matrix, rotation_vector_of


@register
class BeamDeformation(Measure):
    """ε = (p_x − l, p_y, p_z, θ n): the deformation of a beam of `length` l that is straight along x of its first end.

    Elongation, two deflections and the rotation vector of the second end, all seen from the first end: S0 (3.4.18) in
    space, with the twist that is left out there. The x axes of both ends are the tangents of the beam.
    """

    length = parameter(unit="m", check="positive", doc="l, undeformed")
    units = ("m", "m", "m", "rad", "rad", "rad")

    def value(self, rel: Any) -> Any:
        """ε."""
        x, y, z = rel.p
        return matrix([x - self.length, y, z, *rotation_vector_of(rel.R)])
