"""Joints: relative poses as functions of coordinates."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .along_curve import AlongCurve
from .cylindrical import Cylindrical
from .fixed import Fixed
from .free import Free
from .gimbal import Gimbal
from .leaning_wheel import LeaningWheel
from .planar import Planar
from .prismatic import Prismatic
from .revolute import Revolute
from .rolling_wheel import RollingWheel
from .screw import Screw
from .spherical import Spherical
from .translation import Translation
from .universal import Universal

__all__ = [
    "AlongCurve",
    "Cylindrical",
    "Fixed",
    "Free",
    "Gimbal",
    "LeaningWheel",
    "Planar",
    "Prismatic",
    "Revolute",
    "RollingWheel",
    "Screw",
    "Spherical",
    "Translation",
    "Universal",
]
