"""What a node of a beam carries."""

from __future__ import annotations

from typing import Any

from ...contract import (
    BoxSurface,
    CapsuleSurface,
    ContactSurface,
    ModelError,
    Section,
    Shape,
    option,
    parameter,
    register,
)
from ...contract.parameters import value_of
from ...contract.shape import placed_primitive
from ...spatial import MassProperties, Pose, frame_with_z, matrix


@register
class BeamNode(Shape):
    """m = ρA h, J = ρ (I_y + I_z, I_y, I_z) h: the piece of a beam of `length` h that its node carries.

    It is drawn as that piece along x, its middle at `shift`, and touches as a capsule or a box, the outline of its
    `section`.
    """

    length = parameter(unit="m", check="positive", doc="h")
    mass = parameter(unit="kg", check="nonnegative", doc="m")
    moments = parameter(unit="kg*m**2", shape=3, check="nonnegative", doc="J about x, y, z")
    section = option(default=None, doc="what is drawn")
    shift = parameter(unit="m", default=0.0, doc="where the middle of the piece is, along x")

    def validate(self) -> None:
        """What is drawn is a section."""
        if self.section is not None and not isinstance(self.section, Section):
            raise ModelError(f"{self.kind}: section = {self.section!r} is not a section.")

    def properties(self) -> MassProperties:
        """Mass and moments, at the node."""
        x, y, z = self.moments
        return MassProperties(self.mass, matrix([0.0, 0.0, 0.0]), matrix([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]]))

    def looks(self) -> list[dict[str, Any]]:
        """A piece of the beam; a point where nobody says how thick it is."""
        pose = Pose(p=(float(value_of(self.shift)), 0.0, 0.0))
        looks = [] if self.section is None else self.section.looks(self.length)
        found = [placed_primitive(look, pose) for look in looks]
        return found or [{"kind": "point", "position": [0.0, 0.0, 0.0]}]

    def surface(self) -> tuple[ContactSurface, Pose] | None:
        """A capsule along x, or a box."""
        if self.section is None or self.section.outline is None:
            return None
        y, z = (float(value_of(x)) for x in self.section.outline)
        if self.section.is_round:
            return CapsuleSurface(0.5 * y, self.length), Pose(frame_with_z("x"), (self.shift, 0.0, 0.0))
        return BoxSurface((self.length, y, z)), Pose(p=(self.shift, 0.0, 0.0))
