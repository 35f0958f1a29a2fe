"""Bringing coordinates onto all holonomic constraints and invariants: the step that every analysis shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import lazy_loader
import numpy as np

from ...mechanics.port import dense
from ...numerics.least_squares import Residuals, least_squares_fit
from ...numerics.rank import Ranked
from ...results import State
from ...system import System
from .built_shape import BuiltShape
from .row_wrenches import LoopClosures

scipy = lazy_loader.load("scipy")

CLOSURE_STEPS = 200
"""Iterations that a closure may take."""
CLOSURE_TOLERANCE = 1e-9
"""Scaled residual (radians, or lengths over the typical lever arm) below which a configuration counts as closed."""


@dataclass(frozen=True, eq=False)
class ClosureFit:
    """A state and how far its configuration is from meeting all constraints."""

    state: State
    residual: np.ndarray
    """Scaled residuals of holonomic rows, then of invariants."""

    @property
    def size(self) -> float:
        """The largest of them."""
        return float(np.abs(self.residual).max(initial=0.0))

    @property
    def is_closed(self) -> bool:
        """Whether the configuration meets all constraints."""
        return self.size < CLOSURE_TOLERANCE


def evaluate_closure(system: System, state: State) -> Residuals:
    """(residuals, slopes) of holonomic rows and invariants."""
    found = system.evaluate("closure", state)
    residual = np.concatenate([np.ravel(found.g), np.ravel(found.invariants)])
    if not isinstance(found.g_q, np.ndarray):
        return residual, scipy.sparse.vstack([found.g_q, found.invariants_q], format="csr")
    # Where nothing can move there are no columns, and how many rows there are is not told by their number.
    pairs = ((found.g, found.g_q), (found.invariants, found.invariants_q))
    slopes = [np.asarray(x, dtype=float).reshape(np.size(value), system.layout.nq) for value, x in pairs]
    return residual, np.vstack(slopes)


def closure_scale(closures: LoopClosures) -> np.ndarray:
    """Scales of holonomic rows and invariants."""
    return np.concatenate([closures.row_scale[closures.holonomic], np.full(len(closures.system.chart.invariants), 0.5)])


def solve_closure(
    closures: LoopClosures,
    state: State,
    columns: Sequence[int] | None = None,
    shape: BuiltShape | None = None,
    iterations: int = CLOSURE_STEPS,
) -> ClosureFit:
    """The state nearest to the given one, in the coordinates that may change, whose configuration is closed.

    `columns` are the places in q that may change: those that are not prescribed, unless said otherwise. With a `shape`
    beams stand as they were built.
    """
    free = list(closures.free_q if columns is None else columns)
    q = state.q.copy()

    def residual(x: np.ndarray) -> Residuals:
        q[free] = x
        at = replace(state, q=q)
        r, slope = evaluate_closure(closures.system, at)
        if shape is None:
            return r, slope[:, free]
        more = shape.closure(at, free)
        return np.concatenate([r, more[0]]), np.vstack([dense(slope)[:, free], more[1]])

    scale = closure_scale(closures)
    if shape is not None:
        scale = np.concatenate([scale, np.ones(len(shape.residual(state)))])
    found = least_squares_fit(residual, state.q[free], scale, closures.q_scale[free], iterations)
    q[free] = found.x
    return ClosureFit(replace(state, q=q), found.residual)


def position_rank(closures: LoopClosures, state: State, columns: Sequence[int] | None = None) -> Ranked:
    """The rank of holonomic rows and invariants on the free coordinates at a state."""
    _, slope = evaluate_closure(closures.system, state)
    count = len(closures.holonomic)
    return closures.position_rank(slope[:count], slope[count:], columns)
