"""Examples of contacts, one for every pair of surfaces that has a smooth gap, in both orders, and of surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import elements as lw
from ..contract import ContactSurface, Element, Parameter
from ..expr import cos, sin

WEDGE = ((0.2, 0.1, -0.1), (-0.2, 0.1, -0.1), (0.0, -0.2, -0.1), (0.0, 0.0, 0.3))
BALL = lw.SphereSurface(0.2)
_PLANE = lw.PlaneSurface()
_BOX = lw.BoxSurface((0.5, 0.3, 0.4))
FEET = lw.PointsSurface(((0.1, 0.2, -0.3), (-0.2, 0.1, -0.3)), ("left", "right"))
_CYLINDER = lw.CylinderSurface(0.2, 0.5)
_CAPSULE = lw.CapsuleSurface(0.1, Parameter("reach", 0.4))
_DISC = lw.DiscSurface(0.3)
EGG = lw.EllipsoidSurface((0.2, 0.3, Parameter("height_of_egg", 0.4)))
ROLLER = lw.OutlineSurface(lw.CircleCurve(0.2, (0.1, 0.0, 0.0)))
HOLE = lw.OutlineSurface(lw.CircleCurve(0.5, (0.0, 0.1, 0.0)), hollow=True)
ROAD = lw.OutlineSurface(lw.LineCurve((1.0, 0.2, 0.0), (0.0, 0.3, 0.0)))


def waves(x: Any, y: Any, z: Any) -> Any:
    """A road with waves."""
    return z - 0.1 * sin(3.0 * x)


def falling(speed: Any) -> Any:
    """Friction that falls with the sliding speed."""
    return 0.2 + 0.1 / (1.0 + speed)


def hills(x: Any, y: Any) -> Any:
    """Ground with hills."""
    return 0.1 * sin(2.0 * x) * cos(y)


def saddle_points(u: Any, v: Any) -> list[Any]:
    """A saddle_points."""
    return [u, v, 0.3 * u * v]


def tube(u: Any, v: Any) -> list[Any]:
    """A wavy tube."""
    return [(1.0 + 0.1 * sin(v)) * cos(u), (1.0 + 0.1 * sin(v)) * sin(u), v]


def barrel(u: Any) -> list[Any]:
    """The section of a barrel, in x and z."""
    return [0.3 - 0.4 * u * u, 0.0, u]


BOWL = lw.PolynomialSurface(((2, 0, 0.8), (0, 2, 0.5), (1, 1, 0.3), (3, 0, 0.2)))
RING = lw.TorusSurface(0.4, 0.1)
PAIRS: tuple[tuple[ContactSurface, ContactSurface], ...] = (
    (_PLANE, BALL),
    (_PLANE, FEET),
    (_PLANE, _BOX),
    (_PLANE, lw.HullSurface(WEDGE)),
    (_PLANE, _CAPSULE),
    (_PLANE, _CYLINDER),
    (_PLANE, _DISC),
    (_PLANE, EGG),
    (BALL, lw.SphereSurface(Parameter("radius_of_ball", 0.3))),
    (lw.SphereSurface(0.9, hollow=True), BALL),
    (_BOX, BALL),
    (_CYLINDER, BALL),
    (_DISC, BALL),
    (_CAPSULE, BALL),
    (BALL, FEET),
    (lw.SphereSurface(0.9, hollow=True), FEET),
    (lw.BoxSurface((0.5, 0.3, 0.4), "-y"), FEET),
    (_BOX, lw.BoxSurface((0.2, Parameter("width_of_box", 0.6), 0.3))),
    (ROLLER, lw.OutlineSurface(lw.CircleCurve(0.3))),
    (HOLE, ROLLER),
    (ROAD, ROLLER),
    (ROLLER, FEET),
    (HOLE, FEET),
    (ROAD, FEET),
)
"""Every rule at least once."""
_PLACED = [lw.UnilateralContact(0.5, 0.3).placed(ends) for pair in PAIRS for ends in (pair, pair[::-1])]
CONTACT_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "UnilateralContact": (
        # The many features of two boxes would take minutes; they are compared with the detection of collisions.
        *(contact for contact in _PLACED if not contact.is_detected),
        lw.UnilateralContact(Parameter("e", 0.5), Parameter("mu", 0.3), 0.4, "poisson").placed((_PLANE, BALL)),
    ),
    "ContactGroup": (lw.ContactGroup(0.5, 0.3), lw.ContactGroup(friction=lw.FormulaResponse("0.3 + 0.1*exp(-x)"))),
    "SurfaceContact": (lw.SurfaceContact(waves, 0.5, falling),),
}
SURFACE_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "BoxSurface": (_BOX,),
    "CapsuleSurface": (_CAPSULE,),
    "CylinderSurface": (_CYLINDER,),
    "DiscSurface": (_DISC,),
    "EllipsoidSurface": (EGG,),
    "HullSurface": (lw.HullSurface(WEDGE),),
    "OutlineSurface": (ROLLER, HOLE, ROAD),
    "PointsSurface": (FEET, lw.PointsSurface(np.eye(3))),
    "SphereSurface": (BALL, lw.SphereSurface(0.9, hollow=True)),
    "FunctionSurface": (
        lw.FunctionSurface(saddle_points),
        lw.FunctionSurface(tube, over=((0.0, 2.0 * np.pi), None), closed=(True, False)),
    ),
    "HeightSurface": (lw.HeightSurface(hills), lw.HeightSurface(hills, ((-1, 1), (None, 2)))),
    "PolynomialSurface": (
        BOWL,
        lw.PolynomialSurface(((2, 0, Parameter("bend_of_bowl", 0.8)), (0, 2, 0.6), (1, 1, 0.1)), hollow=True),
    ),
    "RevolvedSurface": (lw.RevolvedSurface(barrel, ((-0.4, 0.4), None)),),
    "SweptSurface": (lw.SweptSurface(barrel), lw.SweptSurface(lw.CircleCurve(0.3), lw.LineCurve("z"), hollow=True)),
    "TorusSurface": (RING, lw.TorusSurface(0.5, Parameter("radius_of_tube", 0.2), hollow=True)),
}
TOUCHING_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "SurfaceOnSurface": (
        lw.SurfaceOnSurface(BOWL, EGG),
        lw.SurfaceOnSurface(hills, RING),
        lw.SurfaceOnSurface(
            BALL, lw.RevolvedSurface(barrel, ((-0.4, 0.4), None)), one_sided=True, restitution=0.5, friction=0.4
        ),
    ),
    "RollingSurfaces": (lw.RollingSurfaces(BOWL, EGG), lw.RollingSurfaces(EGG, RING, spins=False)),
}
