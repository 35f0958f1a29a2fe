"""A sphere against a plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import axis, parameter, register
from ...expr import dot
from .compliant_contact import CompliantContact


@register
class SpherePlaneContact(CompliantContact):
    """δ = r − n·p: a sphere of `radius` r about the second end against the plane of the first, across `normal` n.

    They meet on the plane, under the centre. The law is `CompliantContact`'s: N = k δⁿ (1 + 3/2 d δ̇), friction μ; a
    rolling sphere does not slide.
    """

    radius = parameter(unit="m", check="positive", doc="r")
    normal = axis(default="z", doc="n, of the plane, in the first end")

    def place(self, rel: Any) -> tuple[Any, Any, Any]:
        """(δ, n, contact point)."""
        normal = np.array(self.normal)
        height = dot(normal, rel.p)
        return self.radius - height, normal, -height * normal
