"""The contract of shapes: what a body is made of, from which its mass properties and its looks follow."""

from __future__ import annotations

from typing import Any, ClassVar

from ..spatial import MassProperties
from .element import Element
from .errors import ModelError


class Shape(Element):
    """A solid of uniform density, placed in the body frame. It writes `properties()` and `looks()`.

    Mass is given as `mass`, or follows from `density` and `volume()`.
    """

    ends: ClassVar[int | None] = 0

    def properties(self) -> MassProperties:
        """Mass, centre of mass and inertia about it, in the body frame."""
        raise ModelError(f"{self.kind}: a shape must have properties(self).")

    def looks(self) -> list[dict[str, Any]]:
        """What a viewer draws: primitives with their dimensions and their pose in the body frame."""
        return []
