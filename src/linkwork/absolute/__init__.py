"""Models in absolute coordinates: elements of one kind evaluated together, scattered into one sparse system."""

from .configuration import Configuration

__all__ = ["Configuration"]
