"""Table and memory of implicit Runge–Kutta methods, as compiled code wants them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..tableaus.stage_basis import StageBasis

SHIFT_FACTORED, PAIR_RE, PAIR_IM, H_ACCEPTED, ERROR_ACCEPTED, THETA, H_PREVIOUS, DECAY = range(8)
"""Places in `ImplicitWork.state`: κ of the real factors and of the complex ones, the last step and its error, the rate
of convergence, …"""
HAS_JACOBIAN, IS_FRESH, HAS_BEFORE, NEWTON_ITERATIONS, WAS_REJECTED, BEFORE_KINK = range(6)
"""Places in `ImplicitWork.flag`."""

SLOW_CONVERGENCE = 1e-3
"""Rate of convergence from which on the Jacobian of a tree is computed anew for the next step."""


class ImplicitTable(NamedTuple):
    """A method as compiled code wants it: s stages that are solved for, their states y + z_i, and f at the start."""

    c: Any
    a: Any
    t: Any
    t_inverse: Any
    shifts: Any
    """Λ, s × s, with blocks on its diagonal and nothing right of them."""
    first: Any
    """The first column with an entry in every row of Λ."""
    paired: Any
    """Of every row of Λ, whether a block of two by two begins there."""
    end: Any
    """y₁ = y + Σ end_i z_i + end_start h f₀."""
    error: Any
    """The estimate is (κ/h − J)⁻¹ (error_start f₀ + Σ error_i z_i / h)."""
    dense: Any
    """Powers × stages: y(θ) = y + Σ_j θ^(j+1) (Σ_i dense_ji z_i + dense_start_j h f₀)."""
    start: Any
    """Weights of h f₀ in stages."""
    dense_start: Any
    end_start: float
    error_start: float
    kappa: float
    """κ of the error estimate and of projection."""
    has_start: bool
    """Whether f₀ is a stage, an explicit one."""
    slow: float
    """Rate of convergence from which on the Jacobian is computed anew for the next step."""


class ImplicitWork(NamedTuple):
    """Memory of a step beside its ends: n entries with the energy integral, n − 1 where Newton's method solves."""

    before: Any
    """The polynomial of the step before, whose continuation Newton's method starts from."""
    f: Any
    z: Any
    w: Any
    right: Any
    error: Any
    state: Any
    flag: Any


def implicit_table(basis: StageBasis) -> ImplicitTable:
    """A method in arrays of its own."""
    shifts = np.array(basis.shifts, dtype=float)
    first = np.array([int(np.flatnonzero(row)[0]) for row in shifts], dtype=np.int64)
    paired = np.array([*(np.diag(shifts, 1) != 0.0), False], dtype=np.int64)
    names = ("c", "a", "t", "t_inverse", "end", "error", "dense", "start", "dense_start")
    arrays = {name: np.array(getattr(basis, name), dtype=float) for name in names}
    return ImplicitTable(
        **arrays,
        shifts=shifts,
        first=first,
        paired=paired,
        end_start=float(basis.end_start),
        error_start=float(basis.error_start),
        kappa=float(basis.kappa),
        has_start=bool(arrays["start"].any() or basis.end_start or arrays["dense_start"].any()),
        slow=SLOW_CONVERGENCE,
    )


def implicit_memory(table: ImplicitTable, n: int) -> ImplicitWork:
    """Memory for steps of n entries."""
    s = len(table.c)
    f, z = np.zeros((2, s, n))
    w, right = np.zeros((2, s, n - 1))
    before, flag = np.zeros((len(table.dense), n)), np.zeros(6, dtype=np.int64)
    return ImplicitWork(before, f, z, w, right, np.zeros(n - 1), np.zeros(8), flag)
