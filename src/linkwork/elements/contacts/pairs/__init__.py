"""Pairs of surfaces with a smooth gap, each a rule of its own."""

from ..pair_rule import PairRule
from .boxes import BoxOnBox
from .on_plane import (
    BoxOnPlane,
    CapsuleOnPlane,
    CylinderOnPlane,
    DiscEdgeOnPlane,
    EllipsoidOnPlane,
    HullOnPlane,
    PointsOnPlane,
    SphereOnPlane,
)
from .outlines import CircleOnCircle, CircleOnLine, PointsOnCircle, PointsOnLine
from .points_on_solids import PointsOnFace, PointsOnSphere
from .spheres import SphereOnBox, SphereOnCapsule, SphereOnCylinder, SphereOnDisc, SphereOnSphere

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
