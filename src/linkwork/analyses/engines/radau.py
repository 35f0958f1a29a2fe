"""Radau IIA as a run uses it."""

from __future__ import annotations

from typing import Any

from ...numerics.tableaus.radau import RADAU
from ..common.bound_kernels import BoundKernels
from .native import NativeEngine
from .polynomials import piecewise


def radau_engine(bound: BoundKernels, rtol: float, atol: Any) -> NativeEngine:
    """Implicit Runge–Kutta of order 5 for stiff equations, with its collocation polynomials."""
    between = bound.between or piecewise
    return NativeEngine.renewed(bound, RADAU.name, RADAU.name, bound.radau_method, rtol, atol, between=between)
