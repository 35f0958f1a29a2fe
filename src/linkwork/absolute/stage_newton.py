r"""Newton's method on the stages of Radau IIA in large absolute systems, with factors kept from step to step.

Displacements x and multipliers λ of the stages are the unknowns; velocities are those whose rotation vectors change as
x does. The matrix is made at the middle stage, as it is expected or known so far: from there all stages are closer than
from the start of the step. It serves steps of about the same length, as long as the corrections that old factors cost
in addition are fewer than those that new ones are worth; where corrections shrink slowly, it is made anew on the way.
Of corrections f that shrink along one direction, the next one is known from the last two (D. G. Anderson, J. ACM 12,
1965): with the step Δx before it and the change Δf,

$$ \Delta x_+ = f - \theta\,(\Delta x + \Delta f), \qquad \theta = \frac{f\cdot\Delta f}{\Delta f\cdot\Delta f} . $$
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..kernels.loops import compiled_loop, loop, vectorised
from ..numerics.assign import assign
from ..numerics.sparse import SingularError
from .configuration import Configuration
from .evaluate import ROW_RATES, ElementCalls, evaluate_elements
from .measure import Tolerances, root_mean_square
from .stage_motion import RADAU_STAGES, StageMotion, StageTables
from .stage_systems import STAGE_EIGENVALUES, StageSystems

ONE_FACTOR = (0.0, 0.0, 0.0, 1.0)
"""Residuals without tangents, rows as they are."""
LONGEST_WAY = 10.0
"""How many corrections are expected to follow one at most."""
MIDDLE_STAGE = 1
"""The stage at which matrices are made."""
MOST_CORRECTIONS = 12
"""Newton's steps."""
FACTORS_WORTH = 5.0
"""How many of them take about as long as new factors."""
MOST_FACTORS = 3
"""How often factors are made for one step at most."""
LENGTH_CHANGE = 0.1
"""Factors serve steps whose length differs by less than this part."""


STAGES_SOLVED = Tolerances(1e-13, 1e-15)
"""What Newton's method comes to, whatever is asked for: events are looked for between states that are all as good."""
ROUNDED = 1e3
"""Corrections up to so many times that are rounding where they shrink no more."""
STALLED = 0.3
"""A reduction of corrections worse than this is none, once they are as small as rounding."""


@dataclass(frozen=True, eq=False)
class RadauStages:
    """Displacements, velocities and multipliers at the stages of a step, one stage a row."""

    x: np.ndarray
    u: np.ndarray
    lam: np.ndarray

    def moved(self, x: np.ndarray, u: np.ndarray, lam: np.ndarray) -> RadauStages:
        """After a correction."""
        return RadauStages(self.x + x, self.u + u, self.lam + lam)


class CorrectionTables(NamedTuple):
    """What loops take of Newton's method: unknowns, corrections, and those before (stages × …)."""

    x: Any
    lam: Any
    f: Any
    f_lam: Any
    f_before: Any
    f_lam_before: Any
    step: Any
    step_lam: Any
    u: Any
    u_before: Any
    largest: Any
    """Of f over the stages."""
    largest_u: Any
    flag: Any
    """Whether there is a correction before."""
    pose: Any
    own: Any
    start: Any
    """Where the step starts: poses, unknowns of elements, u."""
    massive: Any
    nu: int
    allowed: Any


class ResidualTables(NamedTuple):
    """What loops take for residuals of all stages."""

    stages: StageTables
    lam: Any
    forces: ElementCalls
    rows: ElementCalls
    r: Any
    psi: Any
    """The memory of what both give."""
    of_r: Any
    of_rows: Any


@loop
def stage_residuals(w: ResidualTables) -> None:
    """r and ψ of all stages."""
    for k in range(len(w.of_r)):
        put_stage(w.forces.state, w.stages, k)
        first = w.stages.pose.shape[1] * w.stages.pose.shape[2] + len(w.stages.own) + 2 * len(w.stages.start)
        for i in range(w.lam.shape[1]):
            w.forces.state[first + i] = w.lam[k, i]
        w.forces.t[0] = w.stages.t[k]
        evaluate_elements(w.forces)
        assign(w.of_r[k], w.r)
        if len(w.psi) > 0:
            put_stage(w.rows.state, w.stages, k)
            w.rows.t[0] = w.stages.t[k]
            evaluate_elements(w.rows)
            assign(w.of_rows[k], w.psi)


@vectorised
def put_stage(state: Any, stages: StageTables, k: int) -> None:
    """Places, velocities and accelerations of a stage, as elements gather them."""
    at, count, size = 0, stages.pose.shape[2], len(stages.start)
    for j in range(7):
        for b in range(count):
            state[at + b] = stages.pose[k, j, b]
        at += count
    for i in range(len(stages.own)):
        state[at + i] = stages.own[i] + stages.x[k, 6 * count + i]
    at += len(stages.own)
    for i in range(size):
        state[at + i] = stages.u[k, i]
        state[at + size + i] = stages.u_dot[k, i]


@vectorised
def take_correction(w: CorrectionTables) -> None:
    """Moves unknowns by a correction and what is expected to follow it."""
    follow = 0.0
    if w.flag[0] > 0.0:
        along, size = 0.0, 0.0
        for k in range(len(w.x)):
            for i in range(w.x.shape[1]):
                change = w.f[k, i] - w.f_before[k, i]
                along += w.f[k, i] * change
                size += change * change
        if size > 0.0:
            follow = max(-1.0, min(along / size, LONGEST_WAY))
    move_unknowns(w.x, w.f, w.f_before, w.step, follow)
    move_unknowns(w.lam, w.f_lam, w.f_lam_before, w.step_lam, follow)
    for i in range(w.x.shape[1]):
        w.largest[i] = max(abs(w.f[0, i]), max(abs(w.f[1, i]), abs(w.f[2, i])))


@vectorised
def move_unknowns(x: Any, f: Any, before: Any, step: Any, follow: float) -> None:
    """Takes one step of one kind of unknowns."""
    for k in range(len(x)):
        for i in range(x.shape[1]):
            step[k, i] = f[k, i] - follow * (step[k, i] + f[k, i] - before[k, i])
            x[k, i] += step[k, i]
            before[k, i] = f[k, i]


@vectorised
def compare_speeds(w: CorrectionTables) -> None:
    """How velocities changed at most."""
    for i in range(w.u.shape[1]):
        largest = 0.0
        for k in range(len(w.u)):
            change = abs(w.u[k, i] - w.u_before[k, i])
            largest = largest if change <= largest else change
            w.u_before[k, i] = w.u[k, i]
        w.largest_u[i] = largest


@loop
def correction_size(w: CorrectionTables) -> float:
    """Of the last correction, in units of what is allowed."""
    compare_speeds(w)
    rtol, atol = w.allowed[0], w.allowed[1]
    return root_mean_square(
        w.largest, w.largest_u, w.pose, w.pose, w.own, w.own, w.start, w.start, w.massive, w.nu, rtol, atol
    )


class StageNewton:
    """Newton's method for the stages of one step after the other. It has memory, and factors."""

    def __init__(self, system: Any, elements: Any) -> None:
        self.elements, self.motion = elements, StageMotion(system)
        self.systems = StageSystems(elements, self.motion.turn)
        x, lam, v = self.motion.x, np.zeros((RADAU_STAGES, system.rows)), self.systems.vectors
        before = np.zeros_like(x), np.zeros_like(lam), np.zeros_like(x), np.zeros_like(lam)
        speeds = self.motion.u, np.zeros_like(x), np.zeros(system.size), np.zeros(system.size), np.zeros(1)
        tables, massive = self.motion.tables, system.massive[6 * system.bodies.count :]
        start = self.motion.pose, tables.own, tables.start, massive, system.layout.nu, np.zeros(2)
        self._w = CorrectionTables(x, lam, v.r, v.rows, *before, *speeds, *start)
        self._take = compiled_loop(take_correction).bound(self._w)
        self._size = compiled_loop(correction_size).bound(self._w)
        self._forces, self._rows = elements.evaluation("residual"), elements.evaluation(ROW_RATES)
        self._at_once = self._whole()
        self.evaluations = self.jacobians = 0
        self._needed = self._excess = 0
        """Corrections of the first step with these factors, and what later steps needed beyond that."""

    def _whole(self) -> Callable[[], None] | None:
        """One call for the residuals of all stages; None where elements need more than that."""
        w, forces, rows = self._w, self._forces, self._rows
        if forces.calls is None or rows.calls is None:
            return None
        found = forces.calls, rows.calls, forces.total("r"), rows.total("psi"), w.f, w.f_lam
        return compiled_loop(stage_residuals).bound(ResidualTables(self.motion.tables, w.lam, *found))

    def solved(self, at: Configuration, expected: RadauStages, h: float, allowed: Tolerances) -> RadauStages | None:
        """The stages of a step from a state, as closely as is allowed; None where they are not found."""
        self.motion.begin(at, h)
        self._expect(expected)
        made = 0
        while made < MOST_FACTORS:
            if not abs(h - self.systems.h) <= LENGTH_CHANGE * self.systems.h:
                try:
                    self._factor()
                except SingularError:
                    return None
                made += 1
            count, is_found = self._corrected(allowed, made)
            if is_found:
                self._count(count, made)
                return RadauStages(self._w.x.copy(), self._w.u.copy(), self._w.lam.copy())
            self.systems.h = 0.0
            if count < 0:
                if made:
                    return None
                self._expect(expected)
        return None

    def _expect(self, stages: RadauStages) -> None:
        """Begins with these stages."""
        self._w.x[...], self._w.lam[...] = stages.x, stages.lam
        self.motion.move()

    def _factor(self) -> None:
        """Makes the factors at the middle stage."""
        at = self.motion.kept(MIDDLE_STAGE)
        self.motion.made[...] = at.pose[:4]
        self.systems.factor(at, self.motion.u_dot[MIDDLE_STAGE].copy(), self._w.lam[MIDDLE_STAGE].copy(), self.motion.h)
        self.motion.move()
        self.jacobians += 1

    def _corrected(self, allowed: Tolerances, made: int) -> tuple[int, bool]:
        """(corrections made, −1 where they grow; whether what is left is allowed)."""
        w, last = self._w, np.inf
        w.u_before[...], w.allowed[...] = w.u, allowed
        for past in (w.step, w.step_lam, w.f_before, w.f_lam_before):
            past.fill(0.0)  # what a try that failed left there may be no number
        for count in range(MOST_CORRECTIONS):
            self._residuals()
            self.systems.correct()
            # What bends overestimates its stretch at first: the second correction may be the larger one.
            w.flag[0] = count > 1
            self._take()
            self.motion.move()
            size = self._size()
            rate = size / last if np.isfinite(last) else 1.0
            if not np.isfinite(size) or (rate > 2.0 and count > 1):
                return -1, False
            if is_solved(size, rate, allowed):
                return count + 1, True
            if count > 1 and made < MOST_FACTORS and size * rate**FACTORS_WORTH > 1.0:
                return count + 1, False
            last = size
        return -1, False

    def _count(self, count: int, made: int) -> None:
        """Forgets factors once the corrections that old ones cost in addition are worth new ones."""
        if made:
            self._needed, self._excess = count, 0
        self._excess += max(0, count - self._needed)
        if self._excess >= FACTORS_WORTH:
            self.systems.h = 0.0

    def _residuals(self) -> None:
        """r and ψ at all stages."""
        w = self._w
        self.evaluations += RADAU_STAGES
        if self._at_once is not None:
            self._forces.multiply(ONE_FACTOR)
            self._at_once()
            self._forces.raise_pending()
            self._rows.raise_pending()
            return
        for k in range(RADAU_STAGES):
            at = self.motion.at(k)
            w.f[k] = self.elements.residual(at, self.motion.u_dot[k], w.lam[k], 1.0)[0]
            w.f_lam[k] = self.elements.velocity_rows(at)

    @property
    def s(self) -> float:
        """h/γ of the present factors."""
        return self.systems.made[3] / STAGE_EIGENVALUES[0] if self.systems.made else 0.0

    def solve(self, right: np.ndarray) -> np.ndarray:
        """The solution of the real system, in axes that turn with the bodies at the end of the step."""
        return self.systems.solve(right, RADAU_STAGES - 1)

    def saved(self) -> dict[str, np.ndarray]:
        """Where the present factors were made, for a checkpoint."""
        if not self.systems.h or self.systems.made is None:
            return {}
        at, rate, lam, h = self.systems.made
        found = {"rate": rate, "lam": lam, "h": np.array(h), "counts": np.array([self._needed, self._excess])}
        return at.saved("/matrix/at") | {f"/matrix/{name}": value for name, value in found.items()}

    def restore(self, kept: Mapping[str, np.ndarray]) -> None:
        """Makes these factors again."""
        if "/matrix/h" not in kept:
            return
        at = Configuration.restored(kept, "/matrix/at")
        self.motion.made[...] = at.pose[:4]
        self.systems.factor(at, kept["/matrix/rate"], kept["/matrix/lam"], float(kept["/matrix/h"]))
        self._needed, self._excess = (int(x) for x in kept["/matrix/counts"])


def is_solved(size: float, rate: float, allowed: Tolerances) -> bool:
    """Whether a correction, or what it leaves to the next ones, is allowed; or is rounding, where that is asked for."""
    left = size * rate / (1.0 - rate) if rate < 1.0 else size
    return min(size, left) <= 1.0 or (size < ROUNDED and STALLED < rate < 1.0 and allowed is STAGES_SOLVED)
