"""A sphere on a box, a cylinder, a disc, a capsule: the distance of its centre from what is nearest, less its radius.

The distance from a convex solid is smooth outside of it: its slope is continuous, its curvature leaps where the sphere
goes from a face over an edge.
"""

from typing import Any, ClassVar

from ....contract import BoxSurface, CapsuleSurface, ContactSurface, CylinderSurface, DiscSurface, SphereSurface
from ....expr import clip, minimum
from ....spatial import matrix
from ..pair_rule import PairRule, guarded_norm


class SphereOnBox(PairRule):
    """g = |p − c| − r, c the point of the box that is nearest to p: |c_x| ≤ a/2, |c_y| ≤ b/2, |c_z| ≤ c/2."""

    first: ClassVar[type[ContactSurface]] = BoxSurface
    second: ClassVar[type[ContactSurface]] = SphereSurface

    def fits(self, first: Any, second: Any) -> bool:
        """A sphere that is full."""
        return not second.hollow

    def nearest(self, first: Any, p: Any) -> Any:
        """The point of the solid nearest to p."""
        half = 0.5 * first.size
        return matrix([clip(x, -h, h) for x, h in zip(p, half, strict=True)])

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """How far the sphere is from that point."""
        return guarded_norm(p - self.nearest(first, p)) - second.radius

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """That point."""
        return self.nearest(first, p)


class SphereOnCylinder(SphereOnBox):
    """g = |p − c| − r, c the point of the cylinder that is nearest to p: on its side, an end, or a rim."""

    first = CylinderSurface

    def nearest(self, first: Any, p: Any) -> Any:
        """The point of the cylinder nearest to p."""
        inwards = minimum(first.radius / guarded_norm(p[:2]), 1.0)
        half = 0.5 * first.length
        return matrix([p[0] * inwards, p[1] * inwards, clip(p[2], -half, half)])


class SphereOnDisc(SphereOnBox):
    """g = |p − c| − r, c the point of the disc that is nearest to p."""

    first = DiscSurface

    def nearest(self, first: Any, p: Any) -> Any:
        """The point of the disc nearest to p."""
        inwards = minimum(first.radius / guarded_norm(p[:2]), 1.0)
        return matrix([p[0] * inwards, p[1] * inwards, 0.0])


class SphereOnCapsule(SphereOnBox):
    """g = |p − c| − r₁ − r₂, c the point of the capsule's segment that is nearest to p."""

    first = CapsuleSurface

    def nearest(self, first: Any, p: Any) -> Any:
        """The point of the segment nearest to p."""
        half = 0.5 * first.length
        return matrix([0.0, 0.0, clip(p[2], -half, half)])

    def gap(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """How far the surfaces are apart."""
        return super().gap(first, second, R, p) - first.radius

    def point(self, first: Any, second: Any, R: Any, p: Any) -> Any:
        """On the capsule, towards the sphere."""
        c = self.nearest(first, p)
        return c + (p - c) * (first.radius / guarded_norm(p - c))
