"""Energetic elements: forces that depend on the relative motion of their ends."""

from ...contract import register
from .damper import Damper
from .spring import Spring
from .torsion_spring import TorsionSpring

__all__ = ["Damper", "Spring", "TorsionSpring"]

for _force in (Damper, Spring, TorsionSpring):
    register(_force)
