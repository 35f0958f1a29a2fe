"""How a triangle is deformed in its own plane: what a `Membrane` measures."""

from __future__ import annotations

from typing import Any

from ...contract import Measure, parameter, register
from ...expr import dot, norm
from ...spatial import matrix


@register
class MembraneDeformation(Measure):
    """ε = (x₂ − l₁, y₃ − l₂, x₃ − l₃): the deformation of a triangle in its own plane (S0 (3.4.20)).

    x points from the first end to the second, y across it towards the third: `base` l₁ and `height` l₂ of the
    undeformed triangle, and `foot` l₃, how far along the base the third point stands. However the triangle is moved
    and turned, ε stays the same. The three points must not lie on one line.
    """

    ends = 3
    base = parameter(unit="m", check="positive", doc="l₁, from the first point to the second")
    height = parameter(unit="m", check="positive", doc="l₂, of the third point above the base")
    foot = parameter(unit="m", doc="l₃, of the third point along the base")
    units = ("m", "m", "m")

    def value(self, rel: Any) -> Any:
        """ε, from the second and the third point as the first end sees them."""
        second, third = rel[0].p, rel[1].p
        width = norm(second)
        along = dot(third, second) / width
        above = norm(third - second * (along / width))
        return matrix([width - self.base, above - self.height, along - self.foot])
