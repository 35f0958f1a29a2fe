"""Curves that bodies slide along, touch and roll on."""

# The imports of elements and `__all__` are written by `python -m tools.stub`.
from .arcs_and_lines import ArcsAndLines
from .circle_curve import CircleCurve
from .convert import as_curve
from .function_curve import FunctionCurve
from .line_curve import LineCurve
from .spline_curve import SplineCurve

__all__ = ["ArcsAndLines", "CircleCurve", "FunctionCurve", "LineCurve", "SplineCurve", "as_curve"]
