"""Models in absolute coordinates: elements of one kind evaluated together, scattered into one sparse system."""

from .configuration import Configuration
from .system import AbsoluteSystem, compile_absolute

__all__ = ["AbsoluteSystem", "Configuration", "compile_absolute"]
