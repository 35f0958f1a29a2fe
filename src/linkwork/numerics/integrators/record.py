"""What a run keeps: samples at given times, and the states at the ends of steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...kernels.loops import loop
from ...kernels.loops.calls import call
from ..status import RUN_DONE
from ..weighted_sums import assign
from .event_search import blend
from .flow import Flow

T, T_END, H, H_MAX, H_MIN, ENERGY, IMBALANCE, LAST_ERROR, H_LEAST, H_MOST, H_BEFORE = range(11)
"""Places in `StepRecord.clock`: time, its end, next step and bounds, starting energy, largest imbalance; statistics."""
ENERGY_SCALE, ENERGY_SIZE, LAST_IMBALANCE, GROWTH, T_GROWTH = range(11, 16)
"""Further ones: the largest kinetic energy or change of energy, the largest sum of energies without signs; imbalance
after the last step, its largest change in a step, and when that was."""
H_UNCUT = 16
"""One more: the step that would have been next if it had not been cut at a stop; 0 where none was."""
ACCEPTED, REJECTED, SAMPLED, STEPS_KEPT, STIFF_HINTS, EASY_STEPS, LANDING, SINGULAR_STEPS, STOPS_PASSED = range(9)
"""Places in `StepRecord.count`."""


NEAR_SINGULAR, NEARING_SINGULAR = 1e-3, 0.03
"""Pivots, relative to the largest seen, below which a configuration counts as nearly singular; the second one where
the pivots will be zero within the next steps."""
SINGULAR_NOTES = 8
"""Steps in a row that are reported as ending near such a configuration."""
SINGULAR_SHARE = 0.6
"""Part of the way to a configuration where the pivots will be zero that one step may take: none jumps across."""


NO_STOPS = np.zeros((0, 2))


@loop
def no_piece(method: Any, record: Any, stop: float) -> tuple[int, float]:
    """Nothing is remembered: pieces end where steps do."""
    return RUN_DONE, stop


@loop
def nothing_kept(method: Any, record: Any, has_jumped: bool) -> int:
    """Nothing is remembered of steps."""
    return RUN_DONE


@loop
def nothing_before(method: Any, record: Any) -> int:
    """Nothing is remembered of what was before."""
    return RUN_DONE


class PastLoops(NamedTuple):
    """What a march does for laws that are delayed."""

    piece: Any = no_piece
    """(method, record, stop) → (status, the end of the steps under way): before a step, what laws are given."""
    keep: Any = nothing_kept
    """(method, record, has_jumped) → status: after a step; at its end derivatives may jump."""
    restart: Any = nothing_before
    """(method, record) → status: from a state that somebody outside has changed."""


class NoPast(NamedTuple):
    """What marches remember whose laws are not delayed."""

    loops: PastLoops = PastLoops()


class StepRecord(NamedTuple):
    """Times, counters and memory of a run. All of a run's state is in arrays, so that it can stop and go on."""

    clock: Any
    count: Any
    times: Any
    """Where samples are wanted, increasing in the direction of the run."""
    samples: Any
    steps_t: Any
    steps_y: Any
    """States at the ends of steps; none are kept where it has no rows."""
    steps_dense: Any
    """Steps × powers × n: what leads to these ends, for methods whose steps cannot be computed again."""
    energy: Any
    """The kernel of the energy."""
    energies: Any
    mesh: Any
    """(time of a stop, longest step up to there), a row for each; none where steps are free."""
    past: Any = NoPast()
    """What is remembered for laws that are delayed (`past_in_march`)."""


@loop
def samples_until(record: StepRecord, t_new: float) -> int:
    """How many samples lie in the step that ends at t_new."""
    first = record.count[SAMPLED]
    place = first
    while place < len(record.times) and record.times[place] <= t_new:
        place += 1
    return int(place - first)


@loop
def sample_step(record: StepRecord, t: float, h: float, y: Any, y_new: Any, dense: Any, shift: Any) -> None:
    """Writes the samples that lie in a step."""
    place = record.count[SAMPLED]
    while place < len(record.times) and record.times[place] <= t + h:
        theta = (record.times[place] - t) / h
        if theta >= 1.0:
            assign(record.samples[place], y_new)
        else:
            blend(dense, y, shift, theta, record.samples[place])
        place += 1
    record.count[SAMPLED] = place


@loop
def balance_energy(record: StepRecord, work: float, t: float) -> None:
    """Compares the energy with the work done so far."""
    clock, kinetic, potential = record.clock, record.energies[0], record.energies[1]
    change = kinetic + potential - clock[ENERGY]
    imbalance = change - work
    grown = abs(imbalance - clock[LAST_IMBALANCE])
    if grown > clock[GROWTH]:
        clock[GROWTH] = grown
        clock[T_GROWTH] = t
    clock[LAST_IMBALANCE] = imbalance
    clock[IMBALANCE] = max(clock[IMBALANCE], abs(imbalance))
    clock[ENERGY_SCALE] = max(clock[ENERGY_SCALE], max(kinetic, abs(change)))
    clock[ENERGY_SIZE] = max(clock[ENERGY_SIZE], kinetic + abs(potential))


@loop
def accept(flow: Flow, record: StepRecord, h: float, y: Any, y_new: Any, t_new: float) -> None:
    """Takes a step: y becomes y_new, kept if wanted, its energy compared with the work done so far."""
    assign(y, y_new)
    reach(flow, record, h, y_new, t_new)
    if len(record.steps_t):
        place = record.count[STEPS_KEPT]
        record.steps_t[place] = t_new
        assign(record.steps_y[place], y_new)
        record.count[STEPS_KEPT] = place + 1


@loop
def reach(flow: Flow, record: StepRecord, h: float, y_new: Any, t_new: float) -> None:
    """Counts a step that ends at a state, whose energy is compared with the work done so far."""
    assign(flow.x, y_new)
    flow.x[len(y_new)] = t_new
    call(record.energy)
    clock = record.clock
    balance_energy(record, y_new[len(y_new) - 1], t_new)
    clock[T] = t_new
    clock[H_LEAST] = min(clock[H_LEAST], h)
    clock[H_MOST] = max(clock[H_MOST], h)
    record.count[ACCEPTED] += 1


def begin_balance(record: StepRecord) -> None:
    """Starts from the energies that were computed last."""
    clock, (kinetic, potential) = record.clock, record.energies.tolist()
    clock[ENERGY], clock[ENERGY_SCALE], clock[ENERGY_SIZE] = kinetic + potential, kinetic, kinetic + abs(potential)


def balance_told(clock: Sequence[float]) -> dict[str, float]:
    """What certificates say of energy and work, from the clock of a record."""
    return {
        "energy_scale": clock[ENERGY_SCALE],
        "energy_error": clock[IMBALANCE],
        "energy_size": clock[ENERGY_SIZE],
        "energy_grew": clock[T_GROWTH],
    }


@loop
def keep_dense(record: StepRecord, dense: Any, shift: Any) -> None:
    """Keeps the polynomial of the step that `accept` will take."""
    if len(record.steps_t):
        place = record.count[STEPS_KEPT]
        for j in range(len(dense)):
            for i in range(len(shift)):
                record.steps_dense[place, j, i] = dense[j, i] + (shift[i] if j == 0 else 0.0)


@loop
def meets_singularity(flow: Flow, record: StepRecord, adaptive: bool) -> bool:
    """Whether a step ended where constraint rows are about to depend on each other; told some times an approach.

    The root of the pivot goes to zero linearly, which tells when: `adaptive` steps are shortened to end before.
    """
    pivot, clock = flow.pivot, record.clock
    size, before, length = np.sqrt(max(pivot[2], 0.0)), pivot[3], clock[T] - pivot[4]
    pivot[3], pivot[4] = size, clock[T]
    ahead = length * size / (before - size) if before > size else np.inf
    # Methods that keep their own steps leave nothing in the clock.
    reach = max(clock[H], length)
    is_near = pivot[2] < NEAR_SINGULAR * pivot[1]
    if adaptive:
        is_near = is_near or (pivot[2] < NEARING_SINGULAR * pivot[1] and ahead < 2.0 * reach)
        if SINGULAR_SHARE * ahead < clock[H]:
            clock[H] = SINGULAR_SHARE * ahead
    else:
        is_near = is_near or ahead < 1.5 * reach
    told = record.count[SINGULAR_STEPS]
    record.count[SINGULAR_STEPS] = told + 1 if is_near else 0
    return bool(is_near and told < SINGULAR_NOTES)


@loop
def is_full(record: StepRecord, fired: int, room: int) -> bool:
    """Whether memory must be emptied before the next step."""
    return bool((len(record.steps_t) and record.count[STEPS_KEPT] >= len(record.steps_t)) or fired >= room // 2)


def make_record(n: int, times: Any, room: int, energy: Any, energies: Any) -> StepRecord:
    """A record that keeps samples at `times` and the ends of up to `room` steps at a time."""
    clock, count = np.zeros(17), np.zeros(9, dtype=np.int64)
    clock[H_LEAST] = np.inf
    wanted = np.ascontiguousarray(times, dtype=float)
    kept = np.zeros(room), np.zeros((room, n)), np.zeros((room, 0, n))
    return StepRecord(clock, count, wanted, np.zeros((len(wanted), n)), *kept, energy, energies, NO_STOPS)


def renewed(record: StepRecord, times: Any) -> StepRecord:
    """The same memory for another run, with as many samples."""
    record.clock.fill(0.0)
    record.count.fill(0)
    record.clock[H_LEAST] = np.inf
    record.times[:] = times
    return record


def keeping(record: StepRecord, powers: int) -> StepRecord:
    """The same record, with room for polynomials of so many powers."""
    room, n = record.steps_y.shape
    if record.steps_dense.shape == (room, powers, n):
        return record
    return record._replace(steps_dense=np.zeros((room, powers, n)))
