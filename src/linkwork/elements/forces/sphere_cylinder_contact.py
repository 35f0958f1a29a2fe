"""A sphere against a cylinder."""

from __future__ import annotations

from typing import Any

from ...contract import axis, parameter, register
from ...expr import dot, norm
from ...spatial import matrix
from .compliant_contact import CompliantContact


@register
class SphereCylinderContact(CompliantContact):
    """δ = R + r − |p − a (a·p)|: a sphere of `second` radius r about the second end on a round cylinder, a pulley.

    The cylinder of `first` radius R is about `axis` a through the first end, and as long as it need be. Where its body
    turns, friction follows how the surfaces slide. The law is `CompliantContact`'s: N = k δⁿ (1 + 3/2 d δ̇), friction μ.
    A centre on the axis has no normal.
    """

    first = parameter(unit="m", check="positive", doc="R, of the cylinder")
    second = parameter(unit="m", check="positive", doc="r, of the sphere")
    axis = axis(default="y", doc="a, of the cylinder, in the first end")

    def place(self, rel: Any) -> tuple[Any, Any, Any]:
        """(δ, n, contact point)."""
        a = matrix(self.axis)
        across = rel.p - a * dot(a, rel.p)
        distance = norm(across)
        normal = across / distance
        depth = self.first + self.second - distance
        return depth, normal, -(self.second - 0.5 * depth) * normal
