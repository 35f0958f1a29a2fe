"""Constraints: functions of the relative motion, or of coordinates, that are zero."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .clamp import Clamp
from .clutch import Clutch
from .coupling import Coupling
from .curve_on_curve import CurveOnCurve
from .disc_on_plane import DiscOnPlane
from .fixed_distance import FixedDistance
from .formula_coupling import FormulaCoupling
from .gear import Gear
from .knife_edge import KnifeEdge
from .linear_coupling import LinearCoupling
from .parallel_axes import ParallelAxes
from .perpendicular_axes import PerpendicularAxes
from .point_coincidence import PointCoincidence
from .point_in_plane import PointInPlane
from .point_on_curve import PointOnCurve
from .point_on_line import PointOnLine
from .prescribed_attitude import PrescribedAttitude
from .prescribed_rate import PrescribedRate
from .rack_and_pinion import RackAndPinion
from .rolling_curves import RollingCurves
from .rolling_disc import RollingDisc
from .rolling_sphere import RollingSphere
from .rolling_surfaces import RollingSurfaces
from .same_orientation import SameOrientation
from .screw_coupling import ScrewCoupling
from .sliding_joint import SlidingJoint
from .surface_on_surface import SurfaceOnSurface
from .weld import Weld

__all__ = [
    "Clamp",
    "Clutch",
    "Coupling",
    "CurveOnCurve",
    "DiscOnPlane",
    "FixedDistance",
    "FormulaCoupling",
    "Gear",
    "KnifeEdge",
    "LinearCoupling",
    "ParallelAxes",
    "PerpendicularAxes",
    "PointCoincidence",
    "PointInPlane",
    "PointOnCurve",
    "PointOnLine",
    "PrescribedAttitude",
    "PrescribedRate",
    "RackAndPinion",
    "RollingCurves",
    "RollingDisc",
    "RollingSphere",
    "RollingSurfaces",
    "SameOrientation",
    "ScrewCoupling",
    "SlidingJoint",
    "SurfaceOnSurface",
    "Weld",
]
