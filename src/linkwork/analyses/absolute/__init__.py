"""Analyses of systems in absolute coordinates: equilibria, linear systems, prescribed motion."""

from .at_rest import AbsoluteEquilibrium, absolute_equilibrium
from .following import followed
from .linear import absolute_linearization
from .variation import AbsoluteVariation, absolute_variation

__all__ = [
    "AbsoluteEquilibrium",
    "AbsoluteVariation",
    "absolute_equilibrium",
    "absolute_linearization",
    "absolute_variation",
    "followed",
]
