"""Polynomials of steps: states between their ends, work along them, and what goes on beyond the last for some time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ...kernels.loops import compiled_loop
from ...numerics.integrators.branch import MotionBranch, extends, make_branch
from ...run import StepSource
from ..common.bound_kernels import BoundKernels

StepInterpolator = Callable[[np.ndarray], np.ndarray]
"""times → rows (q, u, z, w)."""
Between = Callable[[np.ndarray, np.ndarray, np.ndarray], StepInterpolator]
"""(times, states, polynomials of steps) → the states between."""
WORK_NODES = 0.5 * (1.0 + np.polynomial.legendre.leggauss(3)[0])
"""Parts of a step at which the power is asked for."""
_TO_WORK = np.linalg.inv(WORK_NODES[:, None] ** np.arange(3)) / np.arange(1, 4)[:, None]
"""Powers of the integral of the polynomial through values there."""

MANY_NODES, FEW_NODES = 5, 3
"""Points that a polynomial goes through, with the rates there: few where steps are of a low order."""
POLYNOMIAL_TOLERANCES, ROUGH_TOLERANCES, SMALL_MISS = 1e2, 1e5, 1e-6
"""By how many tolerances a polynomial may miss the steps it does not go through; by more where that is small."""

Extension = tuple[float, MotionBranch]
"""(where it begins, the polynomial)."""


def work_by_nodes(
    rates: Callable[[float, np.ndarray], np.ndarray | None], t: float, h: float, y: np.ndarray, dense: np.ndarray
) -> bool:
    """Gives the polynomial of a step the work by Gauss's rule along it, with the parabola through the power there.

    At the ends, where steps stop, a force may leap. False where some power cannot be computed, with nothing changed.
    """
    powers, power = np.arange(1, len(dense) + 1), np.zeros(len(WORK_NODES))
    for k, theta in enumerate(WORK_NODES):
        found = rates(t + theta * h, y + theta**powers @ dense)
        if found is None or not np.isfinite(found[-1]):
            return False
        power[k] = found[-1]
    dense[:, -1] = 0.0
    dense[: len(power), -1] = h * (_TO_WORK @ power)
    return True


def piecewise(t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
    """y(t_k + θh) = y_k + Σ_j dense_kj θ^(j+1), where dense_k belongs to the step that ends at t_(k+1)."""

    def between(wanted: np.ndarray) -> np.ndarray:
        if len(t) < 2:
            return np.repeat(y[:1], len(wanted), axis=0)
        k = np.clip(np.searchsorted(t, wanted, side="right") - 1, 0, len(t) - 2)
        theta = ((wanted - t[k]) / (t[k + 1] - t[k]))[:, None]
        powers = dense[k + 1]
        value = np.zeros((len(wanted), y.shape[1]))
        for j in reversed(range(dense.shape[1])):
            value = (value + powers[:, j]) * theta
        # The ends themselves are known exactly.
        return np.where(theta == 1.0, y[k + 1], y[k] + value)

    return between


def step_source(
    bound: BoundKernels, parameters: np.ndarray, name: str, between: Between, powers: int = 0
) -> StepSource:
    """What made steps by a method, or a leap, of kernels with the parameters of that time."""

    def interpolator(t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        inside = between(t, bound.hidden(y), dense)

        def at(wanted: np.ndarray) -> np.ndarray:
            present = bound.parameters.copy()
            bound.set_parameters(parameters)
            try:
                found = bound.shown(inside(wanted))
            finally:
                bound.set_parameters(present)
            # The ends themselves are known exactly.
            k = np.minimum(np.searchsorted(t, wanted), len(t) - 1)
            return np.where((t[k] == wanted)[:, None], y[k], found)

        return at

    return StepSource(
        name, interpolator, powers, lambda: {"name": name, "parameters": parameters.tolist(), "rows": list(bound.rows)}
    )


def extensions(
    track: np.ndarray, t: float, y: np.ndarray, f: np.ndarray, tolerance: np.ndarray, points: int = MANY_NODES
) -> Iterator[Extension]:
    """Polynomials through the starts of the last steps and the present state, and their rates, from shorter to longer.

    The first goes through the last steps one by one, those after it through every second, every fourth and so on, as
    long as they meet the others to `tolerance`: where steps are short, they reach farther.
    """
    rows = track[np.isfinite(track[:, 0])]
    rows = np.vstack([rows[np.argsort(rows[:, 0])], np.concatenate([[t], y, f])])[::-1]
    allowed = np.maximum(
        POLYNOMIAL_TOLERANCES * tolerance, np.minimum(ROUGH_TOLERANCES * tolerance, SMALL_MISS * (1.0 + np.abs(y)))
    )[:-1]
    stride, rows = 1, np.ascontiguousarray(rows)
    while stride < len(rows):
        used = min(points, (len(rows) - 1) // stride + 1)
        branch = make_branch(used, len(y))
        if not compiled_loop(extends)(branch, rows, stride, allowed):
            return
        yield float(rows[(used - 1) * stride, 0]), branch
        stride *= 2
