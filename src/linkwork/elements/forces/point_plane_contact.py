"""A point against a plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import axis, register
from ...expr import dot
from .compliant_contact import CompliantContact


@register
class PointPlaneContact(CompliantContact):
    """δ = −n·p: the second end's point against the plane through the first end's origin, across `normal` n.

    The normal points out of the solid. The law is `CompliantContact`'s: N = k δⁿ (1 + 3/2 d δ̇), friction μ.
    """

    normal = axis(default="z", doc="n, of the plane, in the first end")

    def place(self, rel: Any) -> tuple[Any, Any, Any]:
        """(δ, n, contact point)."""
        normal = np.array(self.normal)
        return -dot(normal, rel.p), normal, np.zeros(3)
