"""Signals: numbers that depend on time alone, with as many derivatives as they have."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from ...contract import Expression, register
from .constant import Constant
from .formula import Formula
from .periodic_spline import PeriodicSpline
from .piecewise import Piecewise
from .polynomial import Polynomial
from .ramp import Ramp
from .sine import Sine
from .smooth_step import SmoothStep
from .spline import Spline
from .table import Table

__all__ = [
    "Constant",
    "Expression",
    "Formula",
    "PeriodicSpline",
    "Piecewise",
    "Polynomial",
    "Ramp",
    "Sine",
    "SmoothStep",
    "Spline",
    "Table",
]

register(Expression)
