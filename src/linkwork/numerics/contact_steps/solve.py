r"""All contacts of a step brought to their laws: sweeps, with steps on the set of closed contacts where they are slow.

Sweeps to and fro find out which contacts open, stick and slide; between them directions are conjugate, after Fletcher
and Reeves (Silcowitz-Hansen et al., 2010). Where some sweeps have not been enough, all contacts are solved together by
Newton's method (`stiff_newton`), ever stiffer, and sweeps go on from there: in stacks and walls that rest, or land, one
pass is all that it takes, in heaps that tumble some ten. What it makes worse is taken back.
"""

from __future__ import annotations

from typing import Any

from ...kernels.loops import vectorised
from .bodies import BodyState, BodyTable
from .body_order import connect, order_bodies
from .contact_sweeps import SweepLimits, extrapolate, sweep
from .step_rows import NORMAL, STEP_ROWS_SLIP, StepRows, apply_impulse
from .stiff_newton import PASS_GROWTH, SOFTEST_PASS, STIFFEST_PASS, StiffProblem, solve_stiff

WORSE = 3.0
"""Newton's steps are taken back where the residual is so many times larger after them."""
FIRM_GAIN = 0.3
"""Turns with firm contacts go on as long as the residual falls to this part of it."""
INNER = 0.3
"""The part of the residual to which Newton's steps are worth their time."""


@vectorised
def note_impulses(rows: StepRows, count: int) -> None:
    """Keeps impulses as they are before sweeps."""
    for k in range(count):
        for c in range(3):
            rows.before[k, c] = rows.impulse[k, c]


@vectorised
def go_on(rows: StepRows, u: Any, count: int, last: float) -> float:
    """Goes on along the direction before, and returns the squared size of what the sweeps changed."""
    size = 0.0
    for k in range(count):
        impulse, before, record = rows.impulse[k], rows.before[k], rows.record[k]
        size += (impulse[0] - before[0]) ** 2 / record[NORMAL]
        size += ((impulse[1] - before[1]) ** 2 + (impulse[2] - before[2]) ** 2) / record[STEP_ROWS_SLIP]
    if last > 0.0 and size <= last:
        extrapolate(rows, u, count, size / last)
    for k in range(count):
        for c in range(3):
            rows.towards[k, c] = rows.impulse[k, c] - rows.before[k, c]
    return size


@vectorised
def solve_contacts(
    bodies: BodyTable,
    motion: BodyState,
    rows: StepRows,
    space: StiffProblem,
    count: int,
    tolerance: float,
    limits: SweepLimits,
    rests: bool,
) -> tuple[int, float]:
    """(sweeps, residual) when nothing changes beyond the tolerance, in m/s, or the limit of sweeps is reached.

    What rests is solved stiff at once: its contacts barely change, and what is left of velocities would be creep.
    """
    u = motion.u
    worst, done, last, waited, pause = 0.0, 0, 0.0, 0, limits.pause
    # The residual before Newton's steps were taken; negative while they need no proof.
    tried = -1.0
    fits, is_ordered, stiffness = pause > 0, False, STIFFEST_PASS if rests else SOFTEST_PASS
    firm = True
    while done < limits.sweeps:
        note_impulses(rows, count)
        for back in range(2):
            worst = sweep(rows, u, count, back == 1)
            done += 1
            if worst <= tolerance:
                return done, worst
        waited += 2
        if tried >= 0.0 and worst > WORSE * tried:
            return_to(rows, space.saved, u, count)
            # Firm passes that fail are followed by those with cones at once.
            pause, last, waited, tried = pause if firm else 2 * pause, 0.0, 0 if not firm else pause, -1.0
            firm = False
            continue
        firm = firm and not (tried >= 0.0 and worst > FIRM_GAIN * tried)
        tried = -1.0
        if fits and waited >= pause:
            if not is_ordered:
                connect(space.graph, rows, count)
                fits = order_bodies(space.graph) <= len(space.matrix)
                is_ordered = True
            inner = max(0.1 * tolerance, INNER * worst)
            if fits and solve_stiff(
                space, bodies, motion, rows, count, inner, STIFFEST_PASS if firm else stiffness, firm
            ):
                stiffness = stiffness if firm else min(STIFFEST_PASS, PASS_GROWTH * stiffness)
                for k in range(count):
                    for c in range(3):
                        space.saved[k, c] = rows.impulse[k, c]
                extrapolate(rows, u, count, 1.0)
                last, tried, waited = 0.0, worst, 0
                continue
        last = go_on(rows, u, count, last)
    return done, worst


@vectorised
def return_to(rows: StepRows, saved: Any, u: Any, count: int) -> None:
    """Takes impulses back to those that were saved, and velocities with them."""
    for k in range(count):
        impulse, one, two = rows.impulse[k], u[rows.body[k, 0]], u[rows.body[k, 1]]
        a, b, c = saved[k, 0] - impulse[0], saved[k, 1] - impulse[1], saved[k, 2] - impulse[2]
        apply_impulse(rows.record[k], one, two, a, b, c)
        impulse[0], impulse[1], impulse[2] = saved[k, 0], saved[k, 1], saved[k, 2]
