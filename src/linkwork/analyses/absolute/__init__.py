"""Analyses of systems in absolute coordinates: prescribed motion."""

from .following import followed

__all__ = ["followed"]
