"""Cross-sections of beams."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .circle import Circle
from .general_section import GeneralSection
from .i_profile import IProfile
from .profile import profile
from .rectangle import Rectangle
from .rectangular_tube import RectangularTube
from .stiffness_section import StiffnessSection
from .tube import Tube

__all__ = [
    "Circle",
    "GeneralSection",
    "IProfile",
    "Rectangle",
    "RectangularTube",
    "StiffnessSection",
    "Tube",
    "profile",
]
