"""A sphere against a sphere."""

from __future__ import annotations

from typing import Any

from ...contract import ModelError, parameter, register, value_of
from ...expr import norm
from .compliant_contact import CompliantContact


@register
class SphereSphereContact(CompliantContact):
    """δ = r₁ + r₂ − |p|: spheres of radii `first` r₁ and `second` r₂ about the two ends.

    A negative r₁ is a hollow sphere around the other: δ = |p| − |r₁| + r₂. They meet half-way through the penetration.
    The law is `CompliantContact`'s: N = k δⁿ (1 + 3/2 d δ̇), friction μ. Centres that coincide have no normal.
    """

    first = parameter(unit="m", check="nonzero", doc="r₁; negative for a hollow sphere")
    second = parameter(unit="m", check="positive", doc="r₂")

    def validate(self) -> None:
        """A hollow sphere has room for the other."""
        if value_of(self.first) < 0 and value_of(self.first) + value_of(self.second) >= 0:
            raise ModelError(f"{self.kind}: the sphere of radius second does not fit into the hollow one.")

    def place(self, rel: Any) -> tuple[Any, Any, Any]:
        """(δ, n, contact point)."""
        side = 1.0 if value_of(self.first) > 0 else -1.0
        distance = norm(rel.p)
        normal = rel.p * (side / distance)
        depth = self.first + self.second - side * distance
        return depth, normal, -(self.second - 0.5 * depth) * normal
