"""Implicit Runge–Kutta methods as a run uses them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...numerics.tableaus import ImplicitTableau
from ...numerics.tableaus.radau import Collocation
from ..common.bound_kernels import BoundKernels
from .native import NativeEngine

SOLVED_RTOL, SOLVED_ATOL = 1e-8, 1e-10
"""Tolerances in units of which stages are solved for in steps of a given length, unless closer ones are asked for."""


def implicit_engine(
    bound: BoundKernels, tableau: ImplicitTableau | Collocation, rtol: float, atol: Any, is_fixed: bool
) -> NativeEngine:
    """The engine of all tables, with the polynomials of their steps."""
    order = 0 if is_fixed else tableau.error_order
    make = partial(bound.implicit_method, tableau.basis, order)
    if is_fixed:
        rtol, atol = min(rtol, SOLVED_RTOL), np.minimum(atol, SOLVED_ATOL)
    return NativeEngine.renewed(
        bound,
        tableau.name,
        f"{tableau.name} {hash(tableau)} {order}",
        make,
        rtol,
        atol,
    )
