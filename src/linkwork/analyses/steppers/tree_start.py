"""Where a run begins: its kernels bound to memory, which it lets others have at the end, and a start that meets the
constraints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import absolute
from ...consistency import said_of
from ...contract import ModelError
from ...diagnosis import Note, note
from ...expr import TraceError
from ...mechanics.motion import check_definite, row_solution
from ...numerics.integrators.flow import UNSEEN
from ...numerics.integrators.projection import PROJECTION_CHANGE
from ...numerics.integrators.record import H_MAX, H_MIN, T_END, StepRecord, T, make_record, renewed
from ...numerics.redundant_rows import ConstrainedSolution
from ...results import State
from ...run.output import scratch
from ..common.bound_kernels import BoundKernels, work_spaces
from ..constraints.motion_at import check_determined
from ..constraints.start_correction import correction, far_off
from ..engines import Engine
from ..methods.options import Options
from ..path.singular_start import is_singular, least_squares_state
from .lanes import H_LIMIT

RECORD = "record"
"""Under which name memory for samples and steps waits for the next run."""
NATIVE_STEPS = 4096
"""Steps that are kept in native memory before they are fetched."""


def bound_for(system: Any, state: State, rows: tuple[int, ...], options: Options) -> Any:
    """Kernels of a system that enforces some rows, bound to memory for a run."""
    if system.rows.are_regularised:
        if options.constraints == "baumgarte" or options.solution[0] != "auto":
            raise ModelError(
                "absolute coordinates keep constraints by projection and share loads of redundant ones by regularised "
                "factors; Baumgarte's gains and other solutions are for trees: leave them out, or compile with "
                "coordinates='tree'.",
                verb="simulate",
            )
        return absolute.leased_kernels(system, state.parameters, options.constraints == "projection")
    parameters = np.ascontiguousarray(system.arguments(state)[-1], dtype=float)
    solution = None if options.solution[0] == "auto" else _solution(system, state, options)
    try:
        projects = options.constraints == "projection"
        return work_spaces(system).lease(parameters, rows, options.gains, projects, solution)
    except TraceError:
        check_determined(system, state)  # what has no inertia is why there are no pivots
        raise


def _solution(system: Any, state: State, options: Options) -> ConstrainedSolution | None:
    """The way to solve for accelerations that was chosen."""
    way = options.solution[0]
    if system.rows.have_friction:
        raise ModelError(
            f"solution={way!r} shares loads of constraints that do no work, and friction of contacts follows their "
            "forces; leave the solution out of lw.Enforcement.",
            "simulate",
        )
    check_definite(system, state, way)
    return row_solution(system, state, *options.solution)


def record_for(bound: BoundKernels, options: Options, file: Any, keeps_steps: bool) -> StepRecord:
    """Memory for rows and counters of a run, that of a run before where it fits; samples for a file are on disk."""
    room, times = NATIVE_STEPS if keeps_steps else 0, options.sampled
    spare = bound.spare.pop(RECORD, None) if file is None else None
    if spare is not None and (len(spare.times), len(spare.steps_t)) == (len(times), room):
        record = renewed(spare, times)
    else:
        record = make_record(bound.n, times, room, bound.energy_kernel, bound.energies)
    if file is not None:
        record = record._replace(samples=scratch(file, record.samples.shape))
    clock = record.clock
    clock[T], clock[T_END] = options.t_start, options.end
    clock[H_MAX] = options.h or options.h_max or np.inf
    clock[H_MIN] = H_LIMIT
    return record


def release(engines: Sequence[Engine], bound: BoundKernels, record: StepRecord | None) -> None:
    """Lets the next run have the memory of one that is over."""
    for engine in engines:
        engine.leave()
    if record is not None:
        bound.spare[RECORD] = record
    bound.give_back()


def consistent_start(bound: Any, start: State, strict: bool) -> tuple[State, list[Note], bool]:
    """(the start on all constraints, a note where it was moved, whether it is singular); a bad start is refused."""
    system, is_at_singularity = bound.system, False
    state = system.prescribed(start)
    if system.rows.are_regularised:
        notes = list[Note]()
        if not bound.start.starts_on_rows(state):
            placed, notes = _on_rows(system, state, strict)
            bound.start.prepare(placed)
            state = system.elements.state_of(placed, state.parameters)
        return state, notes, bound.start.starts_singular(state)
    if len(bound.s):
        _find_unknowns(bound, state)
    if not bound.projection.kernel[0]:
        return state, [], False
    before = bound.y_of(state)
    y = before.copy()
    fits = bound.project(state.t, y)
    if bound.projection.worst[PROJECTION_CHANGE]:
        fits = fits and bound.project(state.t, y)
    if len(bound.rows) and bound.projection.active[0] and is_singular(bound):
        found = least_squares_state(bound, state)
        fits, is_at_singularity = found is not None, True
        y = before if found is None else bound.y_of(found)
    elif not all(map(math.isfinite, y.tolist())):
        check_determined(system, state)
    if not fits:
        raise ModelError(far_off(system, state), "simulate")
    bound.projection.worst.fill(0.0)
    if y.tolist() == before.tolist():  # much faster than arrays of a few numbers
        return state, [], is_at_singularity
    found = bound.state_of(y, state.t, state)
    said = correction(system, state, found)
    if said is not None and strict:
        raise ModelError(f"{said}. Or leave strict=True of lw.Enforcement out.", "simulate")
    return found, [] if said is None else [note("state_corrected", said, state.t)], is_at_singularity


def _on_rows(system: Any, state: State, strict: bool) -> tuple[absolute.Configuration, list[Note]]:
    """The start of an absolute system on all constraints, with a note where it was moved."""
    at, tables = system.elements.configuration(state), system.elements.tables(state.parameters)
    found, gap = absolute.project_configuration(system.elements, at, tables)
    if not np.isfinite(gap):
        raise ModelError(far_off(system, state), "simulate")
    after = system.elements.state_of(found, state.parameters)
    left = [v for v in system.violations(after) if not v.of_velocities]
    if left:
        raise ModelError(
            f"the constraints cannot all be met near this start: {said_of(left)} after all; they contradict "
            "each other, or the start is far off; assemble it first: lw.assemble(system, bodies=…).",
            "simulate",
        )
    said = correction(system, state, after)
    if said is not None and strict:
        raise ModelError(f"{said}. Or leave strict=True of lw.Enforcement out.", "simulate")
    return found, [] if said is None else [note("state_corrected", said, state.t)]


def _find_unknowns(bound: BoundKernels, state: State) -> None:
    """Unknowns of elements to begin with, where the run would not find them from zero; they are determined there."""
    count, start = bound.flow.count.copy(), np.zeros(len(bound.s))
    has_rates = bound.rates(state.t, bound.y_of(state)) is not None
    try:
        found = bound.system.arguments(state)[3]
        start = start if has_rates else found
    except ModelError:
        if has_rates:  # else the run says what is wrong
            raise
    bound.s[:] = start
    bound.flow.count[:] = count
    bound.flow.pivot[:] = UNSEEN
