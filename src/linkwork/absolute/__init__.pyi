"""Models in absolute coordinates: elements of one kind evaluated together, scattered into one sparse system."""

from .configuration import Configuration
from .motion import accelerate, project_configuration
from .run_kernels import AbsoluteKernels, leased_kernels

__all__ = ["AbsoluteKernels", "Configuration", "accelerate", "leased_kernels", "project_configuration"]
