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

from ...numerics.integrators.event_search import TAKE, StepPath, Watch, blend
from ...numerics.integrators.event_step import first_landing
from ...numerics.integrators.projection import project
from ...numerics.integrators.record import SAMPLED, H, StepRecord, accept
from ..common.bound_kernels import BoundKernels
from ..engines import Engine, StepInterpolator
from ..engines.polynomials import piecewise
from ..sensitivity.gapped_collocation import gap_powers, gapped_nodes, integrals

scipy = lazy_loader.load("scipy")

LENGTHS = (8.0, 5.0, 3.0)
"""How long leaps may be, in times to the singular configuration; the longest that is accurate is taken."""
BRANCH_REACH = 1.5
"""How far beyond the steps behind it a polynomial tells the branch, in lengths of these steps."""
JUMP_ITERATIONS = 40
JUMP_CONVERGED = 0.02
"""Changes by an iteration, in tolerances, that are small enough."""
JUMP_ERROR = 0.3
"""Errors of a leap, in tolerances, that are small enough."""
ACROSS = 1e-3
"""What counts of the distance from the constraints by which the last node is missed."""
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
        blend(self.dense, self.y, np.zeros_like(self.y), (t - self.t) / self.h, found)
        return found

    def until(self, t: float) -> Leap:
        """The part of it up to a time."""
        part = (t - self.t) / self.h
        dense = self.dense * part ** np.arange(1, len(self.dense) + 1)[:, None]
        return Leap(self.t, t - self.t, self.y, self.at(t), dense, self.singular, self.error)


class Leaping:
    """What made the inside of a leap: its polynomial; in files, which keep none, the cubic through its ends."""

    name = "leap"
    powers = 0

    def __init__(self, bound: BoundKernels) -> None:
        self.bound = bound

    def interpolator(self, t: np.ndarray, y: np.ndarray, dense: np.ndarray) -> StepInterpolator:
        """The polynomial."""
        if dense.shape[1]:
            return piecewise(t, y, dense)
        rates = [self.bound.rates(float(t[k]), y[k]) for k in (0, -1)]
        slopes = [np.zeros(self.bound.n) if f is None else f for f in rates]
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
    for start, path in engine.ahead(t):
        singular = _zero_ahead(bound, path, t, BRANCH_REACH * (t - start))
        if singular is None:
            continue
        way = singular - t
        for length in _lengths(way, 0.25 * (t - start), grid):
            if length <= BRANCH_REACH * (t - start):
                leap = leap_along(bound, t, y, length, way, path, tolerance)
                if leap is not None and leap.error < good:
                    return leap
    return None


def _lengths(way: float, step: float, grid: float | None) -> list[float]:
    """Lengths of leaps to try, falling: some times the way, or about a step as before where the way is short."""
    lengths = {length * way for length in LENGTHS} | {part * step for part in (1.0, 0.3) if part * step > 8.0 * way}
    if grid is not None:
        lengths = {max(1, round(length / grid)) * grid for length in lengths}
    return sorted((length for length in lengths if length > 2.0 * way), reverse=True)


def _zero_ahead(bound: BoundKernels, path: BranchPath, t: float, reach: float) -> float | None:
    """When the pivots are zero on a path: their root falls linearly. None where they turn before, or out of reach."""
    largest, smallest = float(bound.flow.pivot[1]), float(bound.flow.pivot[0])

    def root(time: float) -> float:
        bound.rates(time, path(time))
        return float(np.sqrt(max(bound.f[bound.n], 0.0)))

    before, now = (t, root(t)), (t + 1e-6 * reach, root(t + 1e-6 * reach))
    first, zero = before[1], None
    for _ in range(6):
        if not now[1] < before[1]:
            break
        guess = now[0] + (now[0] - before[0]) * now[1] / (before[1] - now[1])
        if guess - t > reach:
            break
        zero = guess if now[1] < 0.3 * first else None
        time = now[0] + 0.7 * (guess - now[0])
        before, now = now, (time, root(time))
    bound.flow.pivot[0], bound.flow.pivot[1] = smallest, largest
    return zero


def leap_along(
    bound: BoundKernels, t: float, y: np.ndarray, h: float, way: float, path: BranchPath, tolerance: np.ndarray
) -> Leap | None:
    """The leap of length h from (t, y) that follows a path across what is met after `way`; None where it fails.

    Collocation by fixed-point iteration: rates at projected states on the constraints depend on the motion along them
    only, which is smooth.
    """
    nodes = gapped_nodes(way / h)
    weights, times = integrals(nodes, nodes), t + h * nodes
    allowed = np.maximum(tolerance, JUMP_ROUNDING * (1.0 + np.abs(y)))[:-1]
    worst = bound.closing.worst.copy()
    states, last = np.array([path(float(time)) for time in times]), np.inf
    met: np.ndarray | None = states
    rates: np.ndarray | None = None
    for turn in range(JUMP_ITERATIONS):
        before = states[-1] if met is None else met[-1]
        met, rates = _on_constraints(bound, times, states)
        if rates is None:
            break
        new = y + h * (weights @ rates)
        change, states = float((np.abs(new - states)[:, :-1] / allowed).max()), new
        if change < JUMP_CONVERGED or (turn > 4 and change > 0.7 * last):
            break
        last = change
    bound.closing.worst[:] = worst
    if met is None or rates is None or not np.isfinite(states).all():
        return None
    # Next to the gap rounding moves states across the motion; only what is left of it behind the projection matters.
    moved, missed = (float((np.abs(met[-1] - other)[:-1] / allowed).max()) for other in (before, states[-1]))
    error = max(moved, ACROSS * missed, _estimate(nodes, h * rates[:, :-1], allowed))
    leap = Leap(t, h, y, *_end(bound, t, y, h, nodes, rates), t + way, error)
    return leap if _ends_well(bound, leap, times, met) else None


def _on_constraints(
    bound: BoundKernels, times: np.ndarray, states: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | tuple[None, None]:
    """States projected on the constraints, and the rates there."""
    met, rates = states.copy(), np.empty_like(states)
    for k, time in enumerate(times):
        found = bound.rates(float(time), met[k]) if project(bound.flow, bound.closing, float(time), met[k]) else None
        if found is None:
            return None, None
        rates[k] = found
    return met, rates


def _ends_well(bound: BoundKernels, leap: Leap, times: np.ndarray, met: np.ndarray) -> bool:
    """Whether rows are independent at the nodes and the end of a leap: not close to the next singular configuration."""
    seen = bound.flow.pivot[:2].copy()
    pivots = []
    for time, y in [(leap.t, leap.y), *zip(times, met, strict=True), (leap.t_new, leap.y_new)]:
        bound.rates(float(time), y)
        pivots.append(float(bound.f[bound.n]))
    bound.flow.pivot[:2] = seen
    begin, *inside, end = (pivot if np.isfinite(pivot) else 0.0 for pivot in pivots)
    return bool(min(inside) > 0.1 * begin and end > max(begin, 0.2 * max(inside)))


def _estimate(nodes: np.ndarray, rates: np.ndarray, allowed: np.ndarray) -> float:
    """What the integral changes by where one of the nodes behind the gap is left out, in tolerances, less an order."""
    one, fewer = np.ones(1), np.delete(np.arange(len(nodes)), len(nodes) // 2)
    change = integrals(nodes, one)[0] @ rates - integrals(nodes[fewer], one)[0] @ rates[fewer]
    return 0.1 * float((np.abs(change) / allowed).max())


def _end(
    bound: BoundKernels, t: float, y: np.ndarray, h: float, nodes: np.ndarray, rates: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(state at the end, on the constraints; powers of the polynomial that leads there)."""
    dense = h * (gap_powers(nodes) @ rates)
    y_new = y + dense.sum(axis=0)
    project(bound.flow, bound.closing, t + h, y_new)
    dense[0] += y_new - y - dense.sum(axis=0)
    return y_new, dense


def leap_notes(leaps: Sequence[tuple[float, float]]) -> list[str]:
    """What a run says of the singular configurations that it passed, of which times and errors are given."""
    if not leaps:
        return []
    first, last, worst = leaps[0][0], leaps[-1][0], max(error for _, error in leaps)
    said = f"a singular configuration near t = {first:.5g} was passed in the direction of motion"
    if len(leaps) > 1:
        between = f"between t = {first:.5g} and {last:.5g}"
        said = f"{len(leaps)} singular configurations {between} were passed in the direction of motion"
    return [said if worst < 1.0 else f"{said}, to {worst:.0g} times the tolerance"]


def take_leap(bound: BoundKernels, watch: Watch, record: StepRecord, leap: Leap) -> Leap:
    """Goes to the end of a leap, or to an event in it at which steps end; writes samples on the way."""
    leap = _up_to_event(bound, watch, record, leap)
    place = int(record.count[SAMPLED])
    while place < len(record.times) and record.times[place] <= leap.t_new:
        record.samples[place] = leap.at(float(record.times[place]))
        place += 1
    record.count[SAMPLED] = place
    # The leap is kept with its own polynomial, not by the record.
    apart = record._replace(steps_t=np.zeros(0))
    accept(bound.flow, apart, leap.h, leap.y.copy(), leap.y_new, leap.t_new)
    record.clock[H] = min(record.clock[H], 0.5 * leap.h) if record.clock[H] > 0.0 else record.clock[H]
    return leap


def _up_to_event(bound: BoundKernels, watch: Watch, record: StepRecord, leap: Leap) -> Leap:
    watch.fired[1] = -1
    nothing, trial = np.zeros_like(leap.y), np.empty_like(leap.y)
    while len(watch.value):
        path = StepPath(leap.y, leap.y_new, leap.dense, nothing, trial)
        part = first_landing(bound.flow, watch, record, path, leap.t, leap.h)
        if part >= TAKE:
            break
        leap = leap.until(leap.t + part * leap.h)
    return leap
