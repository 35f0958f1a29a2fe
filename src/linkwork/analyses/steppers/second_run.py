"""The error of a motion, estimated by a second run with another tolerance or with shorter steps.

Bounds of the errors of steps say nothing of what these errors grow to. A second run does: its difference to the first
is the error of the less accurate of the two (Richardson's estimate, Hairer, Nørsett, Wanner, *Solving Ordinary
Differential Equations I*, II.4). Where that is large, a far more accurate run takes its place, and one from a
neighbouring start shows whether neighbouring motions diverge, so that no tolerance helps for long.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from ...contract import ModelError
from ...results import State, Trajectory
from ...results.certificate import MotionError
from ...results.run_judgement import MOTION_CHAOTIC, NEIGHBOURS_DIVERGE
from ..methods.options import Options
from ..methods.stepping_methods import SteppingMethod

COMPARED_ROWS = 41
"""Moments at which two runs are compared."""
TENTH = 10.0
"""By how much a tolerance is changed."""
TIGHT_RTOL = 1e-7
"""Relative tolerances up to which the second run is the less accurate one, which is the cheaper one too."""
LEAST_RATIO = 4.0
"""A tolerance ten times as large makes the error at least so many times as large: 10^(p/(p+1)) at order p = 2."""
FEW_ATOL = 10.0
"""Absolute tolerances by which states may differ in any case."""
BEYOND_RESIDUALS = 2.0
"""How many times the residual of constraints what moves has to be: a fixed point has that residual for its speed."""
SHARP = 1e-3
"""By how much tolerances are smaller where a run is suspected to diverge from its neighbours."""
SHARP_WORK = 10.0
"""How many times as many steps that takes by a method of order 2; others take fewer."""
START_CHANGE = 1e-9
"""Change of a start that shows how neighbouring motions diverge, relative to the sizes of states."""
WHOLE_TURN = 2.0 * math.pi
"""Angles repeat themselves: errors are never compared with larger ones."""
MOST_STEPS, MORE_STEPS = 10, 1000
"""Steps that a run is repeated with at the most: so many times its own, and some more. A tenth of the tolerance takes
√10 times as many at order one; where it takes far more, steps crawl, and may never end."""
MOST_WORK = 2e7
"""Evaluations times speeds of a run that is repeated: a second or two."""
PYTHON_STEP = 2e3
"""Speeds whose native evaluation takes as long as the overhead of one in Python."""

Again = Callable[[State, Options, int], Trajectory]
"""(start, options, about how many steps it may take) → the run, with the same events."""


@dataclass(frozen=True, eq=False)
class SecondRun:
    """What it takes to repeat a run from its start."""

    again: Again
    start: State
    options: Options
    is_native: bool
    """Whether native code takes many steps at once."""
    has_actions: bool = False
    """Whether events act on it."""

    _found: list[MotionError] = field(default_factory=list)

    def look_at(self, run: Trajectory) -> Callable[[], MotionError]:
        """What compares it when that is first asked for."""
        return partial(self._look, run)

    def _look(self, run: Trajectory) -> MotionError:
        """The estimated error of the run, made once."""
        if not self._found:
            self._found.append(self.compare(run))
        return self._found[0]

    def compare(self, run: Trajectory) -> MotionError:
        """The estimated error of the run; a reason where there is none."""
        why = self._unwanted(run)
        if why:
            return MotionError(way=why)
        try:
            return self._compared(run)
        except ModelError as error:
            return MotionError(way=f"a second run is refused: {error}")

    def _unwanted(self, run: Trajectory, times: float = 1.0) -> str:
        """Why no second run of so many times its work is made, if so."""
        c, layout = run.certificate, run.layout
        if c.freedoms == 0:
            return "nothing is free to move"
        if c.status not in ("done", "event") or not len(run):
            return "the run did not get to its end"
        if run.t[-1] <= c.t_start:
            return "the run has no length"
        if isinstance(self.options.method, SteppingMethod):
            return f"{self.options.method.name} steps over impacts"
        if self.has_actions:
            return "actions of events are not repeated"
        most = int(MOST_WORK / (layout.nu + PYTHON_STEP * (not self.is_native)))
        if times * c.evaluations > most:
            return (
                f"the run took {c.evaluations:,} evaluations, and runs of more than {most:,} are not repeated; run it "
                "again with another tolerance, or step, and compare"
            )
        return ""

    def _compared(self, run: Trajectory) -> MotionError:
        rows = _rows(run)
        sizes = Sizes(run, rows)
        options, way, ratio = self._other_accuracy()
        found, _ = self._against(run, rows, sizes, options, way, ratio)
        if not self._is_suspicious(found, ratio / options.rtol):
            return found
        sharp = self._sharper(run)
        closer, base = (found, None) if sharp is None else self._against(run, rows, sizes, *sharp)
        if sharp is None or base is None:
            return replace(found, growth=self._growth(run, rows, sizes, self.options))
        if not self._is_suspicious(closer, 1.0 / self.options.rtol):
            return closer
        return replace(closer, growth=self._growth(base, np.arange(len(base)), sizes, sharp[0]))

    def _against(
        self, run: Trajectory, rows: np.ndarray, sizes: Sizes, options: Options, way: str, ratio: float = 1.0
    ) -> tuple[MotionError, Trajectory | None]:
        """(the error of a run as another one shows it, that one); none where it did not get to its end."""
        other = self._repeat(run, rows, self.start, options)
        if other.certificate.status not in ("done", "event"):
            c, own = other.certificate, f"the run took {run.certificate.steps:,}"
            return MotionError(
                way=f"a second run with {way} ended at t = {c.t_end:.6g}, after {c.steps:,} steps ({own})"
            ), None
        off = sizes.off(run, other, rows)
        k, i = np.unravel_index(int(np.argmax(off)), off.shape)
        return MotionError(
            float(off[k, i]) / ratio, sizes.names[i], float(run.t[rows[k]]), None, f"a second run with {way}"
        ), other

    def _is_suspicious(self, found: MotionError, per_tolerance: float) -> bool:
        """Whether an error is worth to ask for its reason: of itself, or as the outcome of errors of steps."""
        if found.error is None:
            return False
        grown = 0.0 if self.options.h is not None else found.error * per_tolerance
        return max(found.error / MOTION_CHAOTIC, grown / NEIGHBOURS_DIVERGE) > 1.0

    def _other_accuracy(self) -> tuple[Options, str, float]:
        """(options of the second run, how it differs, its error relative to that of the first, or one)."""
        given = self.options
        if given.h is not None:
            return replace(given, step=0.5 * given.h), f"steps of {0.5 * given.h:g} s", 1.0
        factor, ratio = (TENTH, LEAST_RATIO) if given.rtol <= TIGHT_RTOL else (1.0 / TENTH, 1.0)
        return self._with_tolerances(factor), f"rtol = {factor * given.rtol:.0e}", ratio

    def _sharper(self, run: Trajectory) -> tuple[Options, str] | None:
        """(options of a far more accurate run, how it differs); None where that is not possible, or too much.

        With loose tolerances neighbouring runs take other steps, whose errors part them as if their motions diverged.
        """
        given = self.options
        if given.h is not None or given.rtol <= TIGHT_RTOL or self._unwanted(run, SHARP_WORK):
            return None
        options, rtol = self._with_tolerances(SHARP), SHARP * given.rtol
        return options, f"rtol = {rtol:.0e}"

    def _with_tolerances(self, factor: float) -> Options:
        """The options with other tolerances."""
        atol = self.options.atol
        atol = {name: factor * x for name, x in atol.items()} if isinstance(atol, Mapping) else factor * atol
        return replace(self.options, rtol=factor * self.options.rtol, atol=atol)

    def _repeat(self, run: Trajectory, rows: np.ndarray, start: State, options: Options) -> Trajectory:
        most = MOST_STEPS * run.certificate.steps + MORE_STEPS
        return self.again(start, replace(options, t_end=float(run.t[-1]), times=run.t[rows]), most)

    def _growth(self, run: Trajectory, rows: np.ndarray, sizes: Sizes, options: Options) -> float | None:
        """How far a run from a neighbouring start leaves this one, relative to where it began."""
        try:
            other = self._repeat(run, rows, sizes.nudged(self.start), options)
        except ModelError:
            return None  # Contacts may not let it begin there.
        off = sizes.off(run, other, rows, floor=0.0).max(axis=1)
        first = off[0] if run.t[rows[0]] <= self.start.t else START_CHANGE
        return float(off.max() / first) if first > 0.0 else None


class Sizes:
    """How large coordinates, speeds and states of each unit are along a run: what their errors are compared with."""

    def __init__(self, run: Trajectory, rows: np.ndarray) -> None:
        layout, span = run.layout, float(run.t[-1]) - run.certificate.t_start
        self.names = (*layout.q, *layout.u, *layout.z)
        self.is_speed = np.array([False] * layout.nq + [True] * layout.nu + [False] * layout.nz)
        self.has_impacts = bool(run.contacts)
        self.atol = run.certificate.atol
        units = [run.channel_table[name].unit or "" for name in self.names]
        largest: dict[str, float] = {}
        for unit, size in zip(units, np.abs(_table(run, rows)).max(axis=0), strict=True):
            largest[unit] = max(largest.get(unit, 0.0), float(size))
        if "rad" in largest:
            largest["rad"] = min(largest["rad"], WHOLE_TURN)
        for of_position, of_speed in (("m", "m/s"), ("rad", "rad/s"), ("1", "rad/s")):
            # What hardly moves is as exact as its position is asked to be.
            if of_speed in largest:
                largest[of_speed] = max(largest[of_speed], largest.get(of_position, 0.0) / span)
        sizes = np.array([largest[unit] for unit in units])
        c = run.certificate
        residuals = BEYOND_RESIDUALS * np.where(self.is_speed, c.velocity_error, c.position_error)
        # Of what stays below the absolute tolerance, or is a residual of constraints, nothing is known but that.
        self.sizes = np.where(sizes > np.maximum(FEW_ATOL * self.atol, residuals), sizes, np.inf)

    def off(self, run: Trajectory, other: Trajectory, rows: np.ndarray, floor: float = FEW_ATOL) -> np.ndarray:
        """Differences of two runs, rows that both have × names; speeds that impacts change are left out."""
        count = len(other)
        difference = np.abs(_table(run, rows[:count]) - _table(other, np.arange(count))) - floor * self.atol
        difference = np.where(np.isfinite(difference), np.maximum(difference, 0.0), np.inf) / self.sizes
        if self.has_impacts:
            difference[:, self.is_speed] = 0.0  # An impact a moment later changes speeds, and nothing else.
        return difference

    def nudged(self, state: State) -> State:
        """A neighbouring state."""
        sizes = np.where(np.isfinite(self.sizes), self.sizes, 0.0)
        change = START_CHANGE * sizes * np.cos(np.arange(1.0, len(sizes) + 1.0))
        nq, nu = len(state.q), len(state.u)
        return replace(state, q=state.q + change[:nq], u=state.u + change[nq : nq + nu])


def _rows(run: Trajectory) -> np.ndarray:
    """Rows at which runs are compared, each at a time of its own; the last among them."""
    _, last = np.unique(run.t[::-1], return_index=True)
    single = len(run) - 1 - last
    return single[np.unique(np.linspace(0, len(single) - 1, COMPARED_ROWS).astype(int))]


def _table(run: Trajectory, rows: np.ndarray) -> np.ndarray:
    return np.hstack([run.q[rows], run.u[rows], run.z[rows]])
