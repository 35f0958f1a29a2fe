"""The generalized-α method as a run uses it."""

from __future__ import annotations

from functools import partial

import numpy as np

from ..common.bound_kernels import BoundKernels
from .extension import FEW_NODES
from .native import NativeEngine
from .polynomials import piecewise


def alpha_engine(bound: BoundKernels, rho_inf: float, rtol: float, atol: np.ndarray, is_fixed: bool) -> NativeEngine:
    """Generalized-α on index 3, order 2, with damping of high frequencies to choice, and cubics through its steps."""
    name, made = "generalized_alpha", partial(bound.alpha_method, rho_inf, is_fixed)
    between, spare = bound.between or piecewise, f"{name} {rho_inf} {is_fixed}"
    return NativeEngine.renewed(bound, name, spare, made, rtol, atol, nodes=FEW_NODES, between=between)
