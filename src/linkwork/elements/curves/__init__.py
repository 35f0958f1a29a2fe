"""Curves that bodies slide along, touch and roll on."""

from ...contract import register
from .arcs_and_lines import ArcsAndLines
from .circle_curve import CircleCurve
from .convert import as_curve
from .function_curve import FunctionCurve
from .line_curve import LineCurve
from .spline_curve import SplineCurve

__all__ = ["ArcsAndLines", "CircleCurve", "FunctionCurve", "LineCurve", "SplineCurve", "as_curve"]

for _element in (ArcsAndLines, CircleCurve, FunctionCurve, LineCurve, SplineCurve):
    register(_element)
