"""The contract of rotors: what spins inside a body and makes it a gyrostat (S1 §1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..expr import symbols
from .element import Element
from .errors import ModelError


class Rotor(Element):
    """A symmetric wheel that turns about an axis fixed in its body; its mass is part of the body's.

    The end it is connected to gives the axis (z of that frame). `axial_inertia()` is its moment of inertia about the
    axis. Where `speed(t)` is given, the relative spin is prescribed; else the spin is a coordinate (`angle`, with speed
    `spin`) on which `torque(angle, spin, t)` acts, with its reaction on the body.
    """

    ends: ClassVar[int | None] = 1
    coordinates: ClassVar[tuple[str, ...]] = ("angle",)
    speeds: ClassVar[tuple[str, ...]] = ("spin",)

    @property
    def is_free(self) -> bool:
        """Whether the spin is a coordinate of its own; else `speed` prescribes it."""
        return self.speed(symbols("t")) is None

    def traced(self) -> Mapping[str, Any]:
        """Inertia, spin and torque."""
        t = symbols("t")
        torque = self.torque(symbols("angle"), symbols("spin"), t)
        return {"axial_inertia": self.axial_inertia(), "speed": self.speed(t), "torque": torque}

    def axial_inertia(self) -> Any:
        """Moment of inertia about the axis."""
        raise ModelError(f"{self.kind}: a rotor must have axial_inertia(self).")

    def speed(self, t: Any) -> Any | None:
        """The prescribed spin relative to the body, None where the spin is free."""
        return None

    def torque(self, angle: Any, spin: Any, t: Any) -> Any:
        """The torque of the body on the rotor about the axis."""
        return 0.0
