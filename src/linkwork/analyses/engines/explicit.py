"""Explicit Runge–Kutta methods as a run uses them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators.explicit import ExplicitMethod, explicit_method, interpolate
from ...numerics.integrators.stages import stage_table
from ...numerics.tableaus import Tableau
from ..common.bound_kernels import BoundKernels
from .native import NativeEngine
from .polynomials import StepInterpolator


def explicit_engine(bound: BoundKernels, tableau: Tableau, rtol: float, atol: Any) -> NativeEngine:
    """The engine of all tables."""
    between, make = partial(_again, bound, tableau), partial(_method, bound, tableau)
    return NativeEngine.renewed(bound, tableau.name, tableau.digest, make, rtol, atol, between=between)


def _method(bound: BoundKernels, tableau: Tableau) -> ExplicitMethod:
    return explicit_method(bound.flow, bound.projection, stage_table(tableau), bound.calls_into)


def _again(bound: BoundKernels, tableau: Tableau, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
    """The states between the ends of steps: each step is computed again when a time in it is asked for."""
    times, states = np.ascontiguousarray(t), np.ascontiguousarray(y)
    method = _method(bound, tableau)

    def between(wanted: np.ndarray) -> np.ndarray:
        order = np.argsort(wanted, kind="stable")
        rows, result = np.zeros((2, len(wanted), bound.n))
        compiled_loop(interpolate)(method, times, states, np.ascontiguousarray(wanted[order]), rows)
        result[order] = rows
        return result

    return between
