"""What a run is judged by: arithmetic on the numbers of its certificate, each rule one function.

It is written in the part of Python that linkwork compiles loops from, so that a page judges its runs by these very
functions (`exports.page_verdict`). `run_rules` makes sentences of what they find.
"""

from __future__ import annotations

from inspect import isfunction
from typing import Any, NamedTuple

import numpy as np

STATUSES = ("done", "event", "paused", "running", "failed")
"""How a run ended; a certificate says it by the word, `RunNumbers` by its place here."""
RUN_PAUSED, RUN_FAILED = 2.0, 4.0
LEVEL_GOOD, LEVEL_DOUBTFUL, LEVEL_BAD = 0.0, 1.0, 2.0
RULES = ("end", "energy", "constraints", "correction", "steps", "fixed_step", "histories", "motion", "chaos")
"""The codes under which verdicts name rules, in the order of the rows that `judge` writes; the last two look at a
second run."""
(
    END_ROW,
    ENERGY_ROW,
    CONSTRAINTS_ROW,
    CORRECTION_ROW,
    STEPS_ROW,
    FIXED_STEP_ROW,
    HISTORIES_ROW,
    MOTION_ROW,
    CHAOS_ROW,
    WELL_ROW,
) = range(len(RULES) + 1)
"""Rows of what `judge` writes; the last is what a run without findings is described by."""
SAID_PRESCRIBED, SAID_FIXED_STEPS, SAID_HOLDING, SAID_EACH_STEP, SAID_DIVIDED_STEPS = 0.0, 1.0, 2.0, 3.0, 4.0
"""Kinds of such descriptions: nothing is free to move, steps of one length, errors within the tolerance of one step,
and within what all steps may add up to, steps of one length of which some were divided."""

PER_STEP, FEW_STEPS = 5.0, 50
"""Tolerances that errors may add up to: so many in each step, and in as many more, since some grow on the way."""
ENERGY_ROUNDING = 1e-14
"""Rounding of the energy in a step, relative to the energies that it is the sum of."""
ENERGY_MOST, ENERGY_BAD, ENERGY_WORST = 1e-2, 1e-2, 0.2
"""Of the energy in motion: no tolerance explains more than the first; what is below the second is never bad; what is
above the third always is."""
PASSING = 10.0
"""Tolerances by which the work may be off, relative to what dampers exchange: their power is integrated, step by step,
with the relative error of a step."""
MANY_TIMES = 10.0
"""So many times what tolerances explain makes a doubtful error a bad one; what dampers exchange counts beyond so many
times the energy in motion."""
FIXED_GOOD, FIXED_BAD = 1e-3, 5e-2
"""Bounds of the energy error of methods with fixed steps, which ask for no tolerance; `ENERGY_MOST` replaces the first
where a second run with shorter steps tells the error of the motion."""
MOTION_DOUBTFUL, MOTION_CHAOTIC = 5e-3, 1e-3
"""Estimated errors of a motion, relative to its size: what is doubtful, and what is where neighbours diverge."""
NEIGHBOURS_DIVERGE = 1e4
"""A small change of the start that grows by so much tells a chaotic motion."""
RESIDUAL_FINE, RESIDUAL_DOUBTFUL, RESIDUAL_TOO_LARGE = 1e-9, 1e-3, 5e-2
"""Residuals of constraints (m, rad): what is never doubtful, what always is, and what is bad."""
BETWEEN, AFTER = 100.0, 1000.0
"""Tolerances by which states between steps may be off their constraints, and by which they may be moved after steps."""
RESIDUAL_PRESCRIBED = 1e-8
"""Residuals of constraints below which they determine states that have no degree of freedom."""
CORRECTION_DOUBTFUL, CORRECTION_BAD = 0.1, 1.0
"""Corrections (m, rad): what is always doubtful, and what is bad."""
MANY_STEPS, STEP_RATIO_COLLAPSED = 100_000, 1e3
"""Steps above which it is asked whether they collapsed: whether the longest is so many times as long as the mean."""
MANY_REJECTED, REJECTED_SHARE = 1000, 3
"""Rejected steps above which it is asked how many times as many they are as those that were taken."""
ERROR_ROUNDED, RESIDUAL_ROUNDED = 1e-14, 1e-12
"""Relative errors, and residuals of constraints (m, rad), below which there is nothing but rounding."""
SAME_LENGTH = 1e-9
"""Relative to a horizon: what a run may be longer by rounding."""


class RunNumbers(NamedTuple):
    """The numbers of a certificate that rules read; not a number where something is not known."""

    status: float = 0.0
    """The place in `STATUSES`."""
    t_start: float = 0.0
    t_end: float = 0.0
    rtol: float = 0.0
    atol: float = 0.0
    h: float = np.nan
    """The length of steps, where it is fixed."""
    steps: float = 0.0
    rejected: float = 0.0
    longest_step: float = 0.0
    energy_error: float = 0.0
    energy_scale: float = 0.0
    energy_size: float = 0.0
    energy_passed: float = 0.0
    position_error: float = 0.0
    velocity_error: float = 0.0
    correction: float = 0.0
    rows: float = 0.0
    freedoms: float = np.nan
    motion_error: float = np.nan
    """By a second run."""
    growth: float = np.nan
    """By how much a small change of the start grows."""
    horizon: float = np.inf
    """The shortest of the histories for which laws are met."""


def judge(c: RunNumbers, found: Any) -> int:
    """Writes what all rules find; the worst level: 0 good, 1 doubtful, 2 bad."""
    found[END_ROW, 0], found[END_ROW, 1], found[END_ROW, 2] = judge_end(c)
    found[ENERGY_ROW, 0], found[ENERGY_ROW, 1], found[ENERGY_ROW, 2] = judge_energy(c)
    found[CONSTRAINTS_ROW, 0], found[CONSTRAINTS_ROW, 1], found[CONSTRAINTS_ROW, 2] = judge_constraints(c)
    found[CORRECTION_ROW, 0], found[CORRECTION_ROW, 1], found[CORRECTION_ROW, 2] = judge_correction(c)
    found[STEPS_ROW, 0], found[STEPS_ROW, 1], found[STEPS_ROW, 2] = judge_steps(c)
    found[FIXED_STEP_ROW, 0], found[FIXED_STEP_ROW, 1], found[FIXED_STEP_ROW, 2] = judge_fixed_step(c)
    found[HISTORIES_ROW, 0], found[HISTORIES_ROW, 1], found[HISTORIES_ROW, 2] = judge_histories(c)
    found[MOTION_ROW, 0], found[MOTION_ROW, 1], found[MOTION_ROW, 2] = judge_motion(c)
    found[CHAOS_ROW, 0], found[CHAOS_ROW, 1], found[CHAOS_ROW, 2] = judge_chaos(c)
    found[WELL_ROW, 0], found[WELL_ROW, 1], found[WELL_ROW, 2] = describe(c)
    worst = LEVEL_GOOD
    for k in range(WELL_ROW):
        worst = max(worst, found[k, 0])
    return int(worst)


def judge_end(c: RunNumbers) -> tuple[float, float, float]:
    """Whether it got where it was meant to."""
    if c.status < RUN_PAUSED:
        return LEVEL_GOOD, c.t_end, 0.0
    return LEVEL_BAD if c.status == RUN_FAILED else LEVEL_DOUBTFUL, c.t_end, 0.0


def judge_energy(c: RunNumbers) -> tuple[float, float, float]:
    """Whether energy and work agree as well as tolerances explain, as shares of the energy in motion."""
    if not (np.isfinite(c.energy_error) and np.isfinite(c.energy_scale)):
        return LEVEL_DOUBTFUL, np.nan, 0.0
    if c.freedoms == 0.0 and max(c.position_error, c.velocity_error) <= RESIDUAL_PRESCRIBED:
        # The constraints say where everything is, and how few states there are says nothing against them.
        return LEVEL_GOOD, 0.0, 0.0
    share = energy_share(c)
    allowed, worst = energy_bounds(c)
    if share <= allowed:
        return LEVEL_GOOD, share, allowed
    return LEVEL_BAD if share > worst else LEVEL_DOUBTFUL, share, allowed


def energy_share(c: RunNumbers) -> float:
    """Difference of energy and work beyond rounding, of the energy in motion."""
    return max(0.0, c.energy_error - over_all_steps(c, ENERGY_ROUNDING * c.energy_size)) / max(c.energy_scale, 1e-300)


def energy_bounds(c: RunNumbers) -> tuple[float, float]:
    """(what is in order, what is bad), as shares of the energy in motion."""
    # Motions that are damped as usual lose what they have: only where far more passes through is it a size of errors.
    passing = max(0.0, c.energy_passed / max(c.energy_scale, 1e-300) - MANY_TIMES)
    if c.h > 0.0:
        good = ENERGY_MOST if c.motion_error >= 0.0 else FIXED_GOOD
        return good * (1.0 + passing), FIXED_BAD * (1.0 + passing)
    per_joule = c.atol / c.energy_scale if c.energy_scale > c.atol else 1.0
    allowed = min(ENERGY_MOST, over_all_steps(c, c.rtol + c.atol + per_joule))
    worst = max(ENERGY_BAD, min(ENERGY_WORST, MANY_TIMES * allowed))
    passing *= PASSING * (c.rtol + c.atol)
    return allowed + passing, worst + MANY_TIMES * passing


def judge_constraints(c: RunNumbers) -> tuple[float, float, float]:
    """Whether loops are closed as well as tolerances explain."""
    allowed = RESIDUAL_DOUBTFUL
    if not c.h > 0.0:
        tolerance = c.rtol + c.atol
        explained = BETWEEN * tolerance if c.correction != 0.0 else over_all_steps(c, tolerance)
        allowed = min(RESIDUAL_DOUBTFUL, RESIDUAL_FINE + explained)
    if c.position_error <= allowed:
        return LEVEL_GOOD, c.position_error, allowed
    return LEVEL_BAD if c.position_error > RESIDUAL_TOO_LARGE else LEVEL_DOUBTFUL, c.position_error, allowed


def judge_correction(c: RunNumbers) -> tuple[float, float, float]:
    """Whether projection moved states further than an error of a step can be."""
    allowed = CORRECTION_DOUBTFUL
    if not c.h > 0.0:
        allowed = min(CORRECTION_DOUBTFUL, RESIDUAL_FINE + AFTER * (c.rtol + c.atol))
    if c.correction <= allowed:
        return LEVEL_GOOD, c.correction, allowed
    return LEVEL_BAD if c.correction > CORRECTION_BAD else LEVEL_DOUBTFUL, c.correction, allowed


def judge_steps(c: RunNumbers) -> tuple[float, float, float]:
    """Whether steps were taken in reasonable numbers: (level, the mean step where they collapsed, …)."""
    if c.rejected > max(float(MANY_REJECTED), REJECTED_SHARE * c.steps):
        return LEVEL_DOUBTFUL, 0.0, 0.0
    mean = (c.t_end - c.t_start) / max(c.steps, 1.0)
    if not c.h > 0.0 and c.steps > MANY_STEPS and c.longest_step > STEP_RATIO_COLLAPSED * mean:
        return LEVEL_DOUBTFUL, mean, c.longest_step
    return LEVEL_GOOD, mean, c.longest_step


def judge_fixed_step(c: RunNumbers) -> tuple[float, float, float]:
    """Whether steps of a fixed length had to be divided."""
    return LEVEL_DOUBTFUL if c.h > 0.0 and c.rejected > 0.0 else LEVEL_GOOD, c.rejected, 0.0


def judge_histories(c: RunNumbers) -> tuple[float, float, float]:
    """Whether laws that remember were met over the whole run."""
    length = c.t_end - c.t_start
    return LEVEL_DOUBTFUL if length > c.horizon * (1.0 + SAME_LENGTH) else LEVEL_GOOD, length, c.horizon


def judge_motion(c: RunNumbers) -> tuple[float, float, float]:
    """Whether a second run went the same way."""
    is_off = c.motion_error > MOTION_DOUBTFUL and not diverges(c)
    return LEVEL_DOUBTFUL if is_off else LEVEL_GOOD, c.motion_error, MOTION_DOUBTFUL


def judge_chaos(c: RunNumbers) -> tuple[float, float, float]:
    """Whether neighbouring motions diverge so that errors of steps grow to something."""
    return LEVEL_DOUBTFUL if diverges(c) else LEVEL_GOOD, c.motion_error, c.growth


def diverges(c: RunNumbers) -> bool:
    """The same as a truth value."""
    return c.growth >= NEIGHBOURS_DIVERGE and c.motion_error > MOTION_CHAOTIC


def describe(c: RunNumbers) -> tuple[float, float, float]:
    """(what is said of a good run, its energy error as a share, its residual); zero where it is rounding."""
    residual = 0.0 if c.position_error <= RESIDUAL_ROUNDED else c.position_error
    if c.freedoms == 0.0:
        return SAID_PRESCRIBED, 0.0, residual
    share = c.energy_error / max(c.energy_scale, 1e-300)
    if share <= ERROR_ROUNDED or (share > c.rtol and energy_share(c) == 0.0):
        share = 0.0
    if c.h > 0.0:
        is_divided = c.steps > np.floor((c.t_end - c.t_start) / c.h + 0.999)
        return SAID_DIVIDED_STEPS if is_divided else SAID_FIXED_STEPS, share, residual
    is_within = share <= c.rtol and c.position_error <= max(RESIDUAL_FINE, c.rtol + c.atol)
    return SAID_HOLDING if is_within else SAID_EACH_STEP, share, residual


def over_all_steps(c: RunNumbers, one: float) -> float:
    """What errors of all steps may add up to."""
    return PER_STEP * (FEW_STEPS + c.steps) * one


RUN_ARITHMETIC = tuple(own for own in list(globals().values()) if isfunction(own) and own.__module__ == __name__)
"""All of it, to be compiled."""


def new_findings() -> np.ndarray:
    """Where `judge` writes: a row for each rule and one for the description; level, size, what would be in order."""
    return np.zeros((len(RULES) + 1, 3))
