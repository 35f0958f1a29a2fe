"""Models in absolute coordinates: elements of one kind evaluated together, scattered into one sparse system."""

from .configuration import Configuration
from .motion import accelerate
from .run_kernels import AbsoluteKernels
from .weak_form import WeakAbsolute

__all__ = ["AbsoluteKernels", "Configuration", "WeakAbsolute", "accelerate"]
