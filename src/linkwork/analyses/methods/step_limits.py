r"""Fixed steps that are too long: the fastest motion at the start against where a method stays bounded.

With the eigenvalues λ of $\partial\dot y/\partial y$, a step h of an explicit method grows what it should not unless
|λ| h stays below the edge of its stability region.
"""

from __future__ import annotations

import numpy as np

from ...results import State
from ..common.bound_kernels import BoundKernels
from ..common.failing_elements import changed_most
from .method import Method

SHIFT = 1e-7


def too_long(bound: BoundKernels, method: Method, h: float, start: State) -> str | None:
    """A sentence where the step exceeds what the motion at the start allows; None where it does not."""
    y = bound.y_of(start)
    found = _slopes(bound, start.t, y)
    if found is None or method.reach is None:
        return None
    values, vectors = np.linalg.eig(found)
    k = int(np.argmax(np.abs(values)))
    fastest = float(np.abs(values[k]))
    if fastest * h <= method.reach:
        return None
    along = np.real(vectors[:, k]) + np.imag(vectors[:, k])
    least = 0.7 * method.reach / fastest
    moved = y.copy()
    moved[:-1] += SHIFT * along / np.abs(along).max()
    stiff = changed_most(bound.system, start, bound.state_of(moved, start.t, start))
    who = "" if stiff is None else f" for connection {stiff.name!r}"
    return (
        f"h = {h:.3g} is too long{who}: the fastest motion at the start has a rate of "
        f"{fastest:.3g} per second, and {method.name} stays bounded for steps below {method.reach / fastest:.2g}. Take "
        f"h = {least:.1g} or less, or method='radau'"
    )


def _slopes(bound: BoundKernels, t: float, y: np.ndarray) -> np.ndarray | None:
    """∂ẏ/∂y without the work, by central differences."""
    n = len(y) - 1
    found = np.empty((n, n))
    for k in range(n):
        step = SHIFT * (1.0 + abs(y[k]))
        sides = []
        for sign in (1.0, -1.0):
            moved = y.copy()
            moved[k] += sign * step
            rates = bound.rates(t, moved)
            if rates is None or not np.isfinite(rates).all():
                return None
            sides.append(rates[:n])
        found[:, k] = (sides[0] - sides[1]) / (2.0 * step)
    return found
