"""Multibody dynamics in Python: bodies and connections in, readable equations and native code out."""

from ._version import __version__

__all__ = ["__version__"]
