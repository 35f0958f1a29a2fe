"""One or more examples of every element of the catalogue, for tests that run over all of it.

An element that has defaults, or works with 0.5 for each number that must be given, needs none. Others stand here; a
package that registers elements adds its own: `EXAMPLES["MyJoint"] = (MyJoint(curve=helix),)`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .. import elements as lw
from ..contract import Element, ModelError, Parameter
from ..contract.fields import as_direction
from ..expr import cos, sin
from .contact_examples import CONTACT_EXAMPLES, SURFACE_EXAMPLES, TOUCHING_EXAMPLES
from .force_examples import FORCE_EXAMPLES as FORCE_EXAMPLES
from .force_examples import TILTED
from .others import BEAM_EXAMPLES
from .report import ConformanceError

STOP_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "BumpStop": (lw.BumpStop(0.4, 0.9), lw.BumpStop(longest=Parameter("stroke", 0.9), friction=0.2)),
    "ClearanceRevolute": (
        lw.ClearanceRevolute(0.01, 0.1, friction=0.2),
        lw.ClearanceRevolute(0.01, 0.1, "y", width=0.3, restitution=0.5),
    ),
    "JointStop": (lw.JointStop(-0.5, 0.7, restitution=0.3), lw.JointStop(upper=Parameter("limit", 0.7))),
    "OneWayClutch": (lw.OneWayClutch(), lw.OneWayClutch(Parameter("drive", 2.5))),
    "PinInSlot": (lw.PinInSlot(0.3, 0.01, 0.05, friction=0.2), lw.PinInSlot(0.3, 0.01, 0.05, "z", "x")),
    "Ratchet": (lw.Ratchet(), lw.Ratchet(backward=True)),
    "Rope": (lw.Rope(0.7), lw.Rope(Parameter("line", 0.7), restitution=0.4)),
}


ZIGZAG = ((0.0, 0.0, 0.0), (0.4, 0.3, 0.1), (0.9, 0.2, 0.3), (1.5, 0.6, 0.2), (2.2, 0.1, 0.0))
OVAL = ((0.5, 0.0), (0.0, 0.3), (-0.5, 0.0), (0.0, -0.3))
STADIUM = ((0.4, 0.0), (0.3 * np.pi, 1 / 0.3), (0.4, 0.0), (0.3 * np.pi, 1 / 0.3))
TETRAHEDRON: dict[str, Any] = {
    "vertices": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "faces": ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)),
}

ROD_FILE = Path(__file__).with_name("rod.npz")
"""A steel rod of 0.5 m and 10 mm, joined at both ends: the data of a modal body."""


def helix(s: Any) -> list[Any]:
    """A helix about z."""
    return [0.5 * cos(s), 0.5 * sin(s), 0.1 * s]


def ellipse(s: Any) -> list[Any]:
    """An ellipse in the xy plane."""
    return [0.6 * cos(s), 0.4 * sin(s)]


def follower(angle: Any, lift: Any, t: Any) -> Any:
    """A cam whose lift breathes with time."""
    return lift - 0.1 * sin(angle) * cos(t)


HINGES: dict[str, tuple[Element, ...]] = {
    "AlongCurve": (
        lw.AlongCurve(helix, "tangent"),
        lw.AlongCurve(ZIGZAG),
        lw.AlongCurve(lw.SplineCurve(OVAL, closed=True), "tangent"),
        lw.AlongCurve(lw.CircleCurve(Parameter("track", 0.4)), "tangent"),
    ),
    "Cylindrical": (lw.Cylindrical("x"), lw.Cylindrical(TILTED)),
    "Gimbal": tuple(lw.Gimbal(word) for word in ("xyz", "zxz", "yxy", "zyx")),
    "LeaningWheel": (lw.LeaningWheel(0.3), lw.LeaningWheel(Parameter("rim", 0.3))),
    "Planar": (lw.Planar(), lw.Planar("y"), lw.Planar(TILTED)),
    "Prismatic": (lw.Prismatic("-y"), lw.Prismatic(TILTED)),
    "Revolute": (lw.Revolute("y"), lw.Revolute("-x"), lw.Revolute(TILTED)),
    "RollingWheel": (lw.RollingWheel(0.3),),
    "Screw": (lw.Screw(0.2), lw.Screw(Parameter("pitch", -0.3), TILTED)),
    "Universal": (lw.Universal(), lw.Universal(TILTED, (2.0, 0.0, 1.0))),
}
CONSTRAINT_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "Clutch": (lw.Clutch(), lw.Clutch(Parameter("gearing", -2.0))),
    "Coupling": (lw.Coupling(follower),),
    "CurveOnCurve": (
        lw.CurveOnCurve(ellipse, lw.CircleCurve(0.2)),
        lw.CurveOnCurve(lw.LineCurve(), lw.CircleCurve(0.2)),
        lw.CurveOnCurve(lw.CircleCurve(0.5), lw.CircleCurve(0.2), one_sided=True, restitution=0.5),
    ),
    "DiscOnPlane": (lw.DiscOnPlane(0.3), lw.DiscOnPlane(0.3, "z", TILTED)),
    "FixedDistance": (lw.FixedDistance(0.7), lw.FixedDistance(Parameter("rod", 0.7)), lw.FixedDistance(0.7, "longest")),
    "Gear": (lw.Gear(-2.5, 0.1),),
    "KnifeEdge": (lw.KnifeEdge(), lw.KnifeEdge(TILTED)),
    "PrescribedRate": (
        lw.PrescribedRate("z", lw.Sine(0.3, omega=2.0)),
        lw.PrescribedRate(TILTED, Parameter("belt_speed", 0.4), "translation", "first"),
    ),
    "FormulaCoupling": (lw.FormulaCoupling("lift - c*sin(angle)", ("angle", "lift"), Parameter("c", 0.1)),),
    "LinearCoupling": (lw.LinearCoupling((20.0, 60.0, -80.0)), lw.LinearCoupling((1.0, Parameter("share", 2.0)), 0.3)),
    "ParallelAxes": (lw.ParallelAxes(), lw.ParallelAxes("x", "-y"), lw.ParallelAxes(TILTED)),
    "PointInPlane": (lw.PointInPlane(), lw.PointInPlane(TILTED, 0.3)),
    "PointOnCurve": (lw.PointOnCurve(helix), lw.PointOnCurve(ZIGZAG)),
    "SlidingJoint": (
        *(lw.SlidingJoint("point", (0.0, 0.5, 1.0, 1.5, 2.0)[:count]) for count in (5, 3)),
        lw.SlidingJoint("tangent", (0.0, 0.5, 1.0, 1.5, 2.0)),
        lw.SlidingJoint("section", (0.0, 0.5, 1.0, 1.5)),
    ),
    "PointOnLine": (lw.PointOnLine(), lw.PointOnLine(TILTED)),
    "PrescribedAttitude": (
        lw.PrescribedAttitude((lw.Sine(0.3, omega=2.0), 0.1, Parameter("height", 0.4))),
        lw.PrescribedAttitude(None, (lw.Sine(0.3, omega=2.0), 0.1, 0.0), "zxz"),
        lw.PrescribedAttitude((0.0, 0.0, lw.Sine(0.3, omega=2.0)), (0.0, 0.2, lw.Sine(0.5, omega=3.0))),
    ),
    "RollingCurves": (
        lw.RollingCurves(lw.CircleCurve(0.4), lw.CircleCurve(0.2)),
        lw.RollingCurves(lw.LineCurve(), lw.FunctionCurve(ellipse, (0.0, 2 * np.pi), True)),
    ),
    "RollingDisc": (lw.RollingDisc(0.3), lw.RollingDisc(0.3, "z", TILTED)),
    "RollingSphere": (lw.RollingSphere(0.2), lw.RollingSphere(0.2, TILTED, spins=False)),
}
CURVES: dict[str, tuple[Element, ...]] = {
    "ArcsAndLines": (lw.ArcsAndLines(STADIUM, closed=True), lw.ArcsAndLines(STADIUM[:2], (1.0, 2.0), 0.3)),
    "CircleCurve": (lw.CircleCurve(0.4), lw.CircleCurve(Parameter("ring", 0.4), (1.0, 0.0, 2.0), TILTED)),
    "FunctionCurve": (lw.FunctionCurve(helix, (-3.0, 3.0)), lw.FunctionCurve(ellipse, (0.0, 2 * np.pi), True)),
    "LineCurve": (lw.LineCurve(), lw.LineCurve(TILTED, (0.0, 1.0, 0.0))),
    "SplineCurve": (lw.SplineCurve(ZIGZAG), lw.SplineCurve(OVAL, closed=True)),
}
SIGNALS: dict[str, tuple[Element, ...]] = {
    "Expression": (lw.Expression(lambda t: sin(3.0 * t) * t),),
    "Formula": (lw.Formula("0.1*sin(5*t)"),),
    "PeriodicSpline": (lw.PeriodicSpline((0.0, 0.3, 0.7, 1.0), (0.0, 0.5, -0.2, 0.0)),),
    "Piecewise": (lw.Piecewise((0.5,), (1.0, lw.Sine(0.3, omega=2.0))),),
    "Polynomial": (lw.Polynomial((1.0, -2.0, 0.5)),),
    "Ramp": (lw.Ramp(0.5), lw.Ramp(0.5, 0.2, 0.9)),
    "Sine": (lw.Sine(0.3, frequency=2.0), lw.Sine(Parameter("a", 0.3), omega=2.0)),
    "Spline": (lw.Spline((0.0, 0.5, 1.2, 2.0), (0.0, 1.0, 0.4, 0.7)),),
    "Table": (lw.Table((0.0, 0.5, 1.2, 2.0), (0.0, 1.0, 0.4, 0.7)),),
}
SHAPE_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "Box": (lw.Box((0.1, 0.2, 0.3), mass=1.0),),
    "Composite": (lw.Composite((lw.Rod(0.3, mass=1.0), lw.Sphere(0.1, density=1000.0))),),
    "Cone": (lw.Cone(0.1, 0.3, mass=1.0),),
    "Cylinder": (lw.Cylinder(0.1, 0.3, density=7800.0, at=(0.1, 0.0, 0.0), rotate={"x": 0.3}),),
    "Ellipsoid": (lw.Ellipsoid((0.1, 0.2, 0.3), mass=1.0),),
    "Extrusion": (
        lw.Extrusion(((0.0, 0.0), (0.3, 0.0), (0.1, 0.2)), 0.05, mass=0.4),
        lw.Extrusion(OVAL, Parameter("thickness", 0.05), axis="y", holes=[0.3 * np.array(OVAL)], density=7800.0),
    ),
    "GearWheel": (
        lw.GearWheel(20, 0.005, 0.02, bore=0.01, mass=0.4),
        lw.GearWheel(40, Parameter("module", 0.005), 0.02, rim=0.02, density=7800.0),
    ),
    "Revolution": (
        lw.Revolution(((0.05, 0.0), (0.1, 0.0), (0.05, 0.2)), mass=0.4),
        lw.Revolution(((0.0, 0.0), (0.1, 0.0), (0.0, 0.2)), "x", angle=Parameter("turn", 4.0), density=7800.0),
    ),
    "Mesh": (lw.Mesh(**TETRAHEDRON, density=1000.0),),
    "ModalBody": (lw.ModalBody(str(ROD_FILE)),),
    "Plate": (lw.Plate((0.1, 0.2), mass=1.0),),
    "Rod": (lw.Rod(0.3, mass=1.0), lw.Rod(Parameter("l", 0.3), 0.02, density=7800.0)),
    "Sphere": (lw.Sphere(0.1, mass=1.0),),
}
LOAD_EXAMPLES: dict[str, tuple[Element, ...]] = {
    "PressureLoad": (
        lw.PressureLoad(lambda x, y: 0.1 * x * y, 2.0, over=((-0.3, 0.2), (-0.1, 0.4)), points=2),
        lw.PressureLoad(
            lw.PolynomialSurface(((2, 0, 0.8), (0, 2, 0.5)), over=((-0.3, 0.2), (-0.1, 0.4)), hollow=True),
            lambda x, t: 2.0 - x[2] * cos(t),
            fixed_in="world",
            points=2,
        ),
    ),
    "VolumeLoad": (
        lw.VolumeLoad((0.0, 1.0, lw.Sine(0.3, omega=2.0)), ((0.0, 0.2), (0.0, 0.1), (0.0, 0.3)), points=1),
        lw.VolumeLoad(lambda x, t: (x[1], -x[0], t), ((0.0, 0.2), (0.0, 0.1), (0.0, 0.3)), "world", points=2),
    ),
    "AppliedForce": (lw.AppliedForce((1.0, 0.0, lw.Sine(0.3, omega=2.0))), lw.AppliedForce(2.0, along="x")),
    "AppliedMoment": (lw.AppliedMoment((1.0, 0.0, 2.0), axes="body"),),
    "Wheel": (lw.Wheel(0.01, spin=30.0), lw.Wheel(0.01, motor=0.2)),
}
EXAMPLES = {
    **HINGES,
    **CONSTRAINT_EXAMPLES,
    **CONTACT_EXAMPLES,
    **SURFACE_EXAMPLES,
    **TOUCHING_EXAMPLES,
    **STOP_EXAMPLES,
    **CURVES,
    **SIGNALS,
    **SHAPE_EXAMPLES,
    **LOAD_EXAMPLES,
    **FORCE_EXAMPLES,
    **BEAM_EXAMPLES,
}


def examples_of(kind: type[Element]) -> tuple[Element, ...]:
    """The examples of a class: those of the table, else one with 0.5 or an oblique axis for all that must be given."""
    known = EXAMPLES.get(kind.__name__)
    if known is not None:
        return known
    needed = {name: field for name, field in kind.given_fields().items() if field.required}
    given = {name: 0.5 for name, field in needed.items() if field.is_number and not field.shape}
    given_axes = {name: TILTED for name, field in needed.items() if field.convert is as_direction}
    try:
        return (kind(**given, **given_axes),)
    except ModelError as error:
        sentence = f"linkwork.testing.EXAMPLES has none, and simple numbers do not make one ({error})"
        raise ConformanceError(kind.__name__, "example", sentence) from None
