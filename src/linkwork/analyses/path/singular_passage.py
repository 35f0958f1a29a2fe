"""Singular configurations on the way: passed by one step of collocation, whose nodes lie on both sides of them.

Where constraint rows become dependent, two motions cross, and the equations there do not tell which one goes on; errors
of the state are multiplied without bound. The motion itself is smooth, and a little way before and behind the
configuration all is well: a polynomial through the rates there, at states that are projected on the constraints, is
integrated across. Which branch is taken follows from the polynomial through the last steps, where it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import lazy_loader
import numpy as np

from ...diagnosis import INFO, Note
from ...kernels.loops import compiled_loop
from ...numerics.integrators.branch import MotionBranch, zero_ahead
from ...numerics.integrators.event_search import TAKE, StepPath, Watch, blend
from ...numerics.integrators.event_step import first_landing
from ...numerics.integrators.gap_step import GapStep, cross_along, cross_gap, gapped_nodes, make_gap_step
from ...numerics.integrators.record import SAMPLED, H, StepRecord, reach
from ..common.bound_kernels import BoundKernels
from ..engines import Engine, StepInterpolator
from ..engines.polynomials import piecewise

scipy = lazy_loader.load("scipy")

LENGTHS = (8.0, 5.0, 3.0)
"""How long leaps may be, in times to the singular configuration; the longest that is accurate is taken."""
BRANCH_REACH = 1.5
"""How far beyond the steps behind it a polynomial tells the branch, in lengths of these steps."""
JUMP_ERROR = 0.3
"""Errors of a leap, in tolerances, that are small enough."""
JUMP_ROUNDING = 3e-12
"""What rounding leaves of an accuracy, relative."""
BranchPath = Callable[[float], np.ndarray]


@dataclass(frozen=True, eq=False)
class Leap:
    """A step across a singular configuration: y(t + θh) = y + Σ_j dense_j θ^(j+1)."""

    t: float
    h: float
    y: np.ndarray
    y_new: np.ndarray
    dense: np.ndarray
    singular: float
    """When it is met."""
    error: float
    """Estimated, in tolerances."""

    @property
    def t_new(self) -> float:
        """Where it ends."""
        return self.t + self.h

    def at(self, t: float) -> np.ndarray:
        """The state at a time within it."""
        found = np.empty_like(self.y)
        compiled_loop(blend)(self.dense, self.y, np.zeros_like(self.y), (t - self.t) / self.h, found)
        return found

    def until(self, t: float) -> Leap:
        """The part of it up to a time."""
        part = (t - self.t) / self.h
        dense = self.dense * part ** np.arange(1, len(self.dense) + 1)[:, None]
        return Leap(self.t, t - self.t, self.y, self.at(t), dense, self.singular, self.error)


LEAP_SOURCE = "leap"
"""How what made the inside of a leap is called."""


def within_leap(bound: BoundKernels, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
    """The inside of a leap: its polynomial; in files, which keep none, the cubic through its ends."""
    if dense.shape[1]:
        return piecewise(t, y, dense)
    rates = [bound.rates(float(t[k]), y[k]) for k in (0, -1)]
    slopes = [np.zeros(bound.n) if f is None else f for f in rates]
    return scipy.interpolate.CubicHermiteSpline(t[[0, -1]], y[[0, -1]], slopes)


def find_leap(
    bound: BoundKernels, engine: Engine, t: float, tolerance: np.ndarray, grid: float | None, told: int = 1
) -> Leap | None:
    """The leap across a singular configuration just ahead; None where none is in reach, or no polynomial is accurate.

    With `grid`, the length of a step, leaps are multiples of it. `told` counts the steps in a row that asked: where
    coming closer has not helped, rounding is what is left, and larger errors have to do, which the leap tells.
    """
    good = JUMP_ERROR * 10.0 ** min(told - 1, 3)
    y = engine.y.copy()
    for start, branch in engine.ahead(t):
        way = compiled_loop(zero_ahead)(bound.flow, bound.projection, branch, t, BRANCH_REACH * (t - start))
        if way < 0.0:
            continue
        for length in _lengths(way, 0.25 * (t - start), grid):
            if length <= BRANCH_REACH * (t - start):
                leap = leap_along(bound, t, y, length, way, branch, tolerance)
                if leap is not None and leap.error < good:
                    return leap
    return None


def _lengths(way: float, step: float, grid: float | None) -> list[float]:
    """Lengths of leaps to try, falling: some times the way, or about a step as before where the way is short."""
    lengths = {length * way for length in LENGTHS} | {part * step for part in (1.0, 0.3) if part * step > 8.0 * way}
    if grid is not None:
        lengths = {max(1, round(length / grid)) * grid for length in lengths}
    return sorted((length for length in lengths if length > 2.0 * way), reverse=True)


def leap_along(
    bound: BoundKernels,
    t: float,
    y: np.ndarray,
    h: float,
    way: float,
    path: MotionBranch | BranchPath,
    tolerance: np.ndarray,
) -> Leap | None:
    """The leap of length h from (t, y) that follows a path across what is met after `way`; None where it fails.

    Along a branch it comes from the steps before, along another path from the singular configuration itself.
    """
    nodes = gapped_nodes(way / h)
    name = f"step across a gap, {len(nodes)} nodes"
    step: GapStep = bound.spare.get(name) or bound.spare.setdefault(name, make_gap_step(len(nodes), bound.n))
    step.nodes[:], step.y[:] = nodes, y
    step.allowed[:] = np.maximum(tolerance, JUMP_ROUNDING * (1.0 + np.abs(y)))[:-1]
    if isinstance(path, MotionBranch):
        found = compiled_loop(cross_along)(bound.flow, bound.projection, step, path, t, h)
    else:
        step.states[:] = [path(t + h * node) for node in nodes.tolist()]
        found = compiled_loop(cross_gap)(bound.flow, bound.projection, step, t, h, 0.0)
    if not found:
        return None
    return Leap(t, h, y.copy(), step.y_new.copy(), step.dense.copy(), t + way, float(step.error[0]))


def leap_notes(leaps: Sequence[tuple[float, float]]) -> list[Note]:
    """What a run says of the singular configurations that it passed, of which times and errors are given."""
    if not leaps:
        return []
    first, last, worst = leaps[0][0], leaps[-1][0], max(error for _, error in leaps)
    said = f"a singular configuration near t = {first:.5g} was passed in the direction of motion"
    said += "" if worst < 1.0 else f", to {worst:.0g} times the tolerance"
    return [Note("singular_passed", INFO, said, last, len(leaps))]


def take_leap(bound: BoundKernels, watch: Watch, record: StepRecord, leap: Leap) -> Leap:
    """Goes to the end of a leap, or to an event in it at which steps end; writes samples on the way."""
    leap = _up_to_event(bound, watch, record, leap)
    place = int(record.count[SAMPLED])
    while place < len(record.times) and record.times[place] <= leap.t_new:
        record.samples[place] = leap.at(float(record.times[place]))
        place += 1
    record.count[SAMPLED] = place
    # The leap is kept with its own polynomial, not by the record.
    compiled_loop(reach)(bound.flow, record, leap.h, leap.y_new, leap.t_new)
    record.clock[H] = min(record.clock[H], 0.5 * leap.h) if record.clock[H] > 0.0 else record.clock[H]
    return leap


def _up_to_event(bound: BoundKernels, watch: Watch, record: StepRecord, leap: Leap) -> Leap:
    watch.fired[1] = -1
    nothing, trial = np.zeros_like(leap.y), np.empty_like(leap.y)
    while len(watch.value):
        path = StepPath(leap.y, leap.y_new, leap.dense, nothing, trial)
        part = compiled_loop(first_landing)(bound.flow, watch, record, path, leap.t, leap.h)
        if part >= TAKE:
            break
        leap = leap.until(leap.t + part * leap.h)
    return leap
