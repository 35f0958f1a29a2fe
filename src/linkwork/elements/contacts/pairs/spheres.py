"""Two spheres, beside each other or one in the other."""

from typing import Any

from ....contract import SphereSurface, value_of
from ..pair_rule import PairRule, guarded_norm


class SphereOnSphere(PairRule):
    """g = |p| − r₁ − r₂; in a hollow sphere of radius r₁, g = r₁ − r₂ − |p|."""

    first, second = SphereSurface, SphereSurface

    def fits(self, first: Any, second: Any) -> bool:
        """At most one is hollow, and the other has room in it."""
        if first.hollow and second.hollow:
            return False
        outer, inner = (first, second) if first.hollow else (second, first)
        return not outer.hollow or bool(value_of(outer.radius) > value_of(inner.radius))

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """The distance of the surfaces along the line of their centres."""
        if first.hollow or second.hollow:
            room = first.radius - second.radius
            return (room if first.hollow else -room) - guarded_norm(p)
        return guarded_norm(p) - (first.radius + second.radius)

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """On the first sphere."""
        return p * ((-first.radius if second.hollow else first.radius) / guarded_norm(p))
