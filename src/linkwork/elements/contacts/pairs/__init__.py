"""Pairs of surfaces with a smooth gap, each a rule of its own."""

from ..pair_rule import PairRule
from .boxes import BoxOnBox
from .capsule_on_plane import CapsuleOnPlane
from .corners_on_plane import BoxOnPlane, HullOnPlane, PointsOnPlane
from .ellipsoid_on_plane import EllipsoidOnPlane
from .outlines import CircleOnCircle, CircleOnLine, PointsOnCircle, PointsOnLine
from .points_on_solids import PointsOnFace, PointsOnSphere
from .round_edge_on_plane import CylinderOnPlane, DiscEdgeOnPlane
from .sphere_on_plane import SphereOnPlane
from .sphere_on_solids import SphereOnBox, SphereOnCapsule, SphereOnCylinder, SphereOnDisc
from .spheres import SphereOnSphere

__all__ = [
    "PAIR_RULES",
    "BoxOnBox",
    "BoxOnPlane",
    "CapsuleOnPlane",
    "CircleOnCircle",
    "CircleOnLine",
    "CylinderOnPlane",
    "DiscEdgeOnPlane",
    "EllipsoidOnPlane",
    "HullOnPlane",
    "PointsOnCircle",
    "PointsOnFace",
    "PointsOnLine",
    "PointsOnPlane",
    "PointsOnSphere",
    "SphereOnBox",
    "SphereOnCapsule",
    "SphereOnCylinder",
    "SphereOnDisc",
    "SphereOnPlane",
    "SphereOnSphere",
]

PAIR_RULES: tuple[PairRule, ...] = (
    SphereOnPlane(),
    PointsOnPlane(),
    BoxOnPlane(),
    HullOnPlane(),
    CapsuleOnPlane(),
    CylinderOnPlane(),
    DiscEdgeOnPlane(),
    EllipsoidOnPlane(),
    SphereOnSphere(),
    SphereOnBox(),
    SphereOnCapsule(),
    SphereOnCylinder(),
    SphereOnDisc(),
    PointsOnSphere(),
    PointsOnFace(),
    BoxOnBox(),
    CircleOnCircle(),
    CircleOnLine(),
    PointsOnCircle(),
    PointsOnLine(),
)
"""All of them; the first that fits is taken."""
