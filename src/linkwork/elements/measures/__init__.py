"""Measures: what a law sees of the relative motion."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .beam_deformation import BeamDeformation
from .beam_strain import BeamStrain
from .cardan_angles import CardanAngles
from .displacement import Displacement
from .distance import Distance
from .guided_path import GuidedPath
from .line_distance import LineDistance
from .lines import Lines
from .membrane_deformation import MembraneDeformation
from .path import Path
from .relative_angle import RelativeAngle
from .relative_pose import RelativePose
from .rotation_vector import RotationVector
from .vector import Vector
from .wrapping_path import WrappingPath

__all__ = [
    "BeamDeformation",
    "BeamStrain",
    "CardanAngles",
    "Displacement",
    "Distance",
    "GuidedPath",
    "LineDistance",
    "Lines",
    "MembraneDeformation",
    "Path",
    "RelativeAngle",
    "RelativePose",
    "RotationVector",
    "Vector",
    "WrappingPath",
]
