"""A run in progress: pieces of native integration, and what happens between them."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..contract import ModelError
from ..expr import TraceError
from ..numerics.finite import are_finite
from ..numerics.integrators.closing import CORRECTION, POSITION, VELOCITY, closed
from ..numerics.integrators.explicit import HINTS
from ..numerics.integrators.record import (
    ACCEPTED,
    H_LEAST,
    H_MAX,
    H_MIN,
    H_MOST,
    KEPT,
    REJECTED,
    SAMPLED,
    SINGULAR,
    STIFF_HINTS,
    T_END,
    TOLD,
    H,
    Record,
    T,
    balance_told,
    begin_balance,
    keeping,
    make_record,
    renewed,
)
from ..numerics.integrators.watch import look, remember
from ..numerics.status import COLLAPSED, DONE, EVENT, FULL, PAUSED, RANK, STIFF, STUCK
from ..results import Certificate, State, Trajectory
from ..system import System
from .accelerations import check_determined
from .along import FEW
from .crawl import Crawl
from .engines import RECORD, Engine, Interpolator, release
from .events import Event, Watching, watching
from .failures import explain, is_leaping
from .flows import Bound, bound_to
from .happenings import AHEAD, Happenings, acted, sides_after, violated_after
from .keeper import Keeper
from .leaps import Leap, Leaping, find_leap, leap_notes, take_leap
from .methods.method import Method
from .notes import NEARLY, STIFFLY, tell
from .options import ROUNDED, Options
from .output import Output, scratch
from .plausibility import first_notes
from .reading import ChannelReader
from .row_choice import REMEMBERED, better_rows, chosen_rows, unit_rows
from .singular_start import AT_REST, consistent, is_singular, leap_from
from .start_correction import correction, far_off
from .stepping.versions import versions

ROOM = 4096
"""Steps that are kept in native memory before they are fetched."""
H_LIMIT = 1e-15
"""Steps shorter than this, relative to the time, are no steps."""


class Run:
    """One simulation."""

    def __init__(
        self,
        system: System,
        start: State,
        options: Options,
        events: Sequence[Event],
        outputs: dict[str, Any],
        keeping: Output,
    ) -> None:
        self.system, self.options, self.events, self.outputs = system, options, tuple(events), outputs
        self.keeping = keeping
        self.began = time.perf_counter()
        self.notes = first_notes(system, start)
        self.methods: list[str] = []
        self.happenings = Happenings(self.events, options.t_start)
        self.occurrences, self.counts = self.happenings.occurrences, self.happenings.counts
        self.parameter_changes: list[tuple[int, Mapping[str, float]]] = []
        self.rows = chosen_rows(system, start)
        self.start = self.present = start
        self.asked: list[np.ndarray] = []
        """Unit rows of configurations in which rows were chosen again, after those of the start."""
        self.leaps: list[tuple[float, float]] = []
        """When singular configurations were passed, and with which error, in tolerances."""
        self.bound = self._bound(start)
        self.watching: Watching = watching(self.bound, self.events)
        self.record = self._record()
        self.starts_singular = False
        self.start = self.present = self._consistent(start)
        self.first_leap = self._leap_from_start() if self.starts_singular else None
        self.engine = self._engine(options.first_method)
        self.crawl = Crawl(options.t_start, 5000, 2e6)
        self.keeper = Keeper(self, keeping)
        self.segments = self.keeper.segments

    def _bound(self, state: State) -> Bound:
        parameters = np.ascontiguousarray(self.system.arguments(state)[-1], dtype=float)
        way = self.options.constraints
        rate = 1.0 / max(20.0 * (self.options.h or 1e-3), 1e-4) if way == "baumgarte" else 0.0
        try:
            return bound_to(self.system, parameters, self.rows, rate, way == "projection")
        except TraceError:
            check_determined(self.system, state)  # what has no inertia is why there are no pivots
            raise

    def _record(self) -> Record:
        room, times = ROOM if self.options.keeps_steps else 0, self.options.sampled
        spare = self.bound.spare.pop(RECORD, None) if self.keeping.file is None else None
        if spare is not None and (len(spare.times), len(spare.steps_t)) == (len(times), room):
            record = renewed(spare, times)
        else:
            record = make_record(self.bound.n, times, room, self.bound.energy_kernel, self.bound.energies)
        if self.keeping.file is not None:
            record = record._replace(samples=scratch(self.keeping.file, record.samples.shape))
        clock = record.clock
        clock[T], clock[T_END] = self.options.t_start, self.options.end
        clock[H_MAX] = self.options.h or self.options.h_max or np.inf
        clock[H_MIN] = H_LIMIT
        return record

    def _consistent(self, start: State) -> State:
        """The start on all constraints, corrected with a note or refused."""
        state = self.system.prescribed(start)
        if not self.bound.closing.kernel[0]:
            return state
        before = self.bound.y_of(state)
        y = before.copy()
        fits = closed(self.bound.flow, self.bound.closing, state.t, y)
        if self.bound.closing.worst[CORRECTION]:
            fits = fits and closed(self.bound.flow, self.bound.closing, state.t, y)
        if len(self.rows) and self.bound.closing.active[0] and is_singular(self.bound):
            found = consistent(self.bound, state)
            fits, self.starts_singular = found is not None, True
            y = before if found is None else self.bound.y_of(found)
        elif not are_finite(y, len(y)):
            check_determined(self.system, state)
        if not fits:
            raise ModelError(far_off(self.system, state))
        self.bound.closing.worst[:] = 0.0
        if (y == before).all():
            return state
        found = self.bound.state_of(y, state.t, state)
        said = correction(self.system, state, found)
        if said is not None and self.options.strict:
            raise ModelError(f"simulate: {said}. Or leave strict=True of lw.Enforcement away.")
        self.notes += [] if said is None else [said]
        return found

    def _engine(self, method: Method, work: float = 0.0) -> Engine:
        options = self.options
        self.method, engine = method, options.engine(method, self.bound)
        self.methods.append(engine.name)
        code = engine.restart(self.present.t, self.bound.y_of(self.present, work))
        self.record = keeping(self.record, engine.powers)
        if code != DONE:
            raise ModelError(f"simulate: at the start, {explain(self.bound, code, self.present.t, engine.y)}")
        clock = self.record.clock
        if options.is_fixed:
            clock[H] = options.h
        elif options.end > self.present.t:
            engine.first_step(self.present.t, options.end - self.present.t, self.record)
        return engine

    def trajectory(self) -> Trajectory:
        """Runs, and gives what was computed however it ends; a file is closed also where an error ends it."""
        try:
            return self._trajectory()
        except BaseException as error:
            self.keeper.break_off(error)
            raise

    def _trajectory(self) -> Trajectory:
        if not self.keeper.resumed():
            self._begin()
        status, sentence = "done", "the end was reached"
        try:
            with self.keeper:
                code = self._loop()
        except KeyboardInterrupt:
            code = PAUSED
        if code == PAUSED:
            status, sentence = "paused", "interrupted; what was computed is kept"
        elif code == EVENT:
            status, sentence = "event", f"the event {self.ended_by!r} ended the run"
        elif code != DONE:
            status = "failed"
            sentence = explain(self.bound, code, float(self.record.clock[T]), self.engine.y, self.start, self.options)
        self._close_segment()
        run = self.keeper.finish(self._result, self._certificate(status, sentence, *self.keeper.left_open()))
        record = self.record if self.keeping.file is None and len(self.record.times) <= FEW else None
        if not self.options.keeps_steps:
            release(self.engine, self.bound, record)
        elif run.interpolator is not None and self.keeping.file is None and len(self.segments.told()) == 1:
            # Steps between rows are computed anew by the same code, until nobody has the run any more.
            weakref.finalize(run.interpolator, release, self.engine, self.bound, record)
        return run

    def _leap_from_start(self) -> Leap | None:
        """The first step from a singular configuration, behind which a method can begin."""
        if self.options.end <= self.start.t:
            return None
        check_determined(self.system, self.start)
        leap, at_rest = leap_from(self.bound, self.start, *self._accuracy(self.bound.y_of(self.start)))
        self.present = self.bound.state_of(leap.y_new, leap.t_new, self.start)
        if at_rest:
            self.notes.append(AT_REST)
        return leap

    def _accuracy(self, y: np.ndarray) -> tuple[np.ndarray, float | None]:
        """(tolerance of every entry of y, the length of a step where that is fixed)."""
        scale = self.options.absolute_tolerances(self.system.layout)
        return np.broadcast_to(scale, y.shape) + self.options.rtol * np.abs(y), self.options.h

    def _begin(self) -> None:
        y, t = self.engine.y, self.present.t
        if self.first_leap is not None:
            y, t = self.first_leap.y, self.first_leap.t
        self.bound.energy(t, y)
        begin_balance(self.record)
        if self.options.keeps_steps:
            powers = self.engine.powers if self.first_leap is None else len(self.first_leap.dense)
            self.segments.start(t, y, powers)
        elif len(self.record.times) and self.record.times[0] <= t:
            self.record.samples[0] = y
            self.record.count[SAMPLED] = 1
        if len(self.watching.watch.value):
            look(self.bound.flow, self.watching.watch, t, y)
            remember(self.watching.watch)
        if self.first_leap is not None:
            self._take(self.first_leap)

    def _loop(self) -> int:
        while True:
            taken, steps = int(self.record.count[ACCEPTED]), self.keeper.steps(self.engine.steps)
            code = self.engine.advance(self.watching.watch, self.record, self.crawl.budget(taken, steps))
            self._log()
            if code in (PAUSED, FULL):
                self._fetch()
                if self._is_stuck():
                    return COLLAPSED
            elif code == EVENT:
                ended = self._event()
                if ended is not None:
                    return ended
            elif code == STIFF:
                self._stiff()
            elif code == RANK:
                ended = None if self._choose_rows() else self._leap()
                if ended is not None:
                    return ended
            else:
                return code
            # Only now: a checkpoint, or an interruption, must not come between an event and what it does.
            if self.keeper.after_piece():
                return PAUSED

    def _is_stuck(self) -> bool:
        """Whether steps crawl where a law leaps."""
        t, y = float(self.record.clock[T]), self.engine.y
        leaps = partial(is_leaping, self.bound, t, y)
        return self.crawl.is_stuck(int(self.record.count[ACCEPTED]), t, self.options.end, leaps, self.notes)

    def _stiff(self) -> None:
        """Goes on with the implicit method where the choice is ours; otherwise the note tells."""
        t = float(self.record.clock[T])
        stiff = self.options.method.when_stiff
        if stiff is None:
            tell(self.notes, STIFFLY, t)
            self.record.count[STIFF_HINTS] = HINTS + 1
            return
        before, y = self.engine.name, self.engine.y.copy()
        self._close_segment()
        self.present = self.bound.state_of(y, t, self.present)
        self.engine = self._engine(stiff, float(y[-1]))
        if self.options.keeps_steps:
            self.segments.start(t, y, self.engine.powers, is_new=False)
        self.notes.append(f"the equations turned out stiff: {self.engine.name} went on from {before} at t = {t:.4g}")

    def _choose_rows(self) -> bool:
        """Enforces other rows where those in use are about to depend on each other and others do not; False elsewhere.

        A set that is good in all configurations that asked for another one is taken where there is one.
        """
        if len(self.rows) == len(self.system.equations.felt):
            return False
        t, y = float(self.record.clock[T]), self.engine.y.copy()
        met = self.asked or [unit_rows(self.system, self.start)]
        met = [*met[1 - REMEMBERED :], unit_rows(self.system, self.bound.state_of(y, t, self.present))]
        rows = better_rows(self.system.equations.felt, self.rows, met)
        if rows is None:
            return False
        self.asked = met
        self._close_segment()
        self._enforce(rows)
        code = self._restart(t, y)
        if code != DONE:
            raise ModelError(f"simulate: with other constraint rows, {explain(self.bound, code, t, y)}")
        if self.options.keeps_steps:
            self.segments.start(t, y, self.engine.powers, is_new=False)
        return True

    def _enforce(self, rows: tuple[int, ...]) -> None:
        """Binds code for other rows, and the method in use to it."""
        self.rows = rows
        if not self.options.keeps_steps:
            self.engine.leave()
        self.bound = self.bound.with_rows(rows)
        self.engine = self.options.engine(self.method, self.bound)

    def _restart(self, t: float, y: np.ndarray) -> int:
        """Has the engine go on from another state, from which nothing is known of the past."""
        self.bound.flow.pivot[3:] = np.nan
        self.record.count[SINGULAR] = 0
        return self.engine.restart(t, y)

    def _leap(self) -> int | None:
        """Passes a singular configuration; where there is none ahead, the run goes on as it was."""
        t = float(self.record.clock[T])
        told = int(self.record.count[SINGULAR])
        leap = find_leap(self.bound, self.engine, t, *self._accuracy(self.engine.y), told)
        if leap is None:
            said = NEARLY.format(t=t, engine=self.engine.name)
            if told >= TOLD and not self._is_unresolved:
                self.notes.append(said)
            return None
        self._close_segment()
        if self.options.keeps_steps:
            self.segments.start(t, self.engine.y, len(leap.dense), is_new=False)
        self.leaps.append((leap.singular, leap.error))
        return self._take(leap)

    def _take(self, leap: Leap) -> int | None:
        """Goes across a singular configuration, up to the end of the run or an event on the way."""
        leap = leap if leap.t_new <= self.options.end else leap.until(self.options.end)
        leap = take_leap(self.bound, self.watching.watch, self.record, leap)
        t, y = leap.t_new, leap.y_new
        if self.options.keeps_steps:
            self.segments.add(np.array([t]), y[None], leap.dense[None])
            self.segments.end(Leaping(self.bound), self.bound)
            self.segments.start(t, y, self.engine.powers, is_new=False)
        self.present = self.bound.state_of(y, t, self.present)
        code = self._restart(t, y)
        if code != DONE and t < self.options.end:
            raise ModelError(f"simulate: behind a singular configuration, {explain(self.bound, code, t, y)}")
        return self._event() if self.watching.watch.fired[1] >= 0 else None

    @property
    def _is_unresolved(self) -> bool:
        """Whether no way was found across some singular configuration."""
        return any(note.startswith(NEARLY[:20]) for note in self.notes)

    def _log(self) -> None:
        watch = self.watching.watch
        for k in range(int(watch.fired[0])):
            name = self.watching.name(int(watch.log_event[k]))
            if name is not None:
                t = float(watch.log_t[k])
                self.happenings.note(t, name, self.bound.state_of(watch.log_y[k], t, self.present))
        watch.fired[0] = 0

    def _event(self) -> int | None:
        """What the events at which a step ended do: None to go on."""
        landed = [event for k, event in enumerate(self.watching.events) if self.watching.watch.landed[k]]
        changed = [event.action is not None and self._act(event) for event in landed]
        if any(changed):
            self._look_again([self.watching.events.index(event) for event in landed])
        ended = [event for event in landed if self.happenings.ends(event)]
        if ended:
            self.ended_by = ended[0].name
            return EVENT
        return STUCK if landed and self.happenings.is_stuck else None

    def _act(self, event: Event) -> bool:
        """Applies an action and goes on from what it returns; whether that is anything new."""
        t, y = float(self.record.clock[T]), self.engine.y
        state = self.bound.state_of(y, t, self.present)
        changed = acted(event, self.system, state)
        if changed is None:
            return False
        work = float(y[-1])
        before = self.bound.energy(t, y)
        self._close_segment()
        if dict(changed.parameters) != dict(state.parameters):
            row = self._count()
            self.parameter_changes.append((row, dict(changed.parameters)))
            self.bound.parameters[:] = self.system.arguments(changed)[-1]
            rows = chosen_rows(self.system, changed)  # a constraint may have been switched off or on
            if rows != self.rows:
                self._enforce(rows)
        new, asked = self.bound.y_of(changed), changed.q
        fits = not self.bound.closing.active[0] or closed(self.bound.flow, self.bound.closing, t, new)
        if not fits or (np.abs(new[: len(asked)] - asked) > ROUNDED * (1.0 + np.abs(asked))).any():
            raise ModelError(f"event {event.name!r}: {violated_after(self.system, changed)}")
        self.present = self.bound.state_of(new, t, changed)
        # What an action adds to the energy is work like any other.
        new[-1] = work + self.bound.energy(t, new) - before
        code = self.engine.restart(t, new)
        if code != DONE:
            raise ModelError(f"event {event.name!r}: after its action, {explain(self.bound, code, t, new)}")
        if self.options.keeps_steps:
            self.segments.start(t, new, self.engine.powers)
        self.happenings.acted(event.name, self.present)
        if not self.options.is_fixed:
            self.engine.first_step(t, self.options.end - t, self.record)
        return True

    def _look_again(self, who: Sequence[int]) -> None:
        """The sides of events after a jump; one that is just at zero is on the side it moves to."""
        watch, flow = self.watching.watch, self.bound.flow
        t, y = float(self.record.clock[T]), self.engine.y
        look(flow, watch, t, y)
        now = watch.value.copy()
        rates = self.bound.rates(t, y)
        ahead = AHEAD * max(1.0, abs(t))
        look(flow, watch, t + ahead, y + ahead * (0.0 if rates is None else rates))
        watch.side[:] = sides_after(now, watch.value - now, watch.side, who)

    def _count(self) -> int:
        return self.segments.count if self.options.keeps_steps else int(self.record.count[SAMPLED])

    def _fetch(self) -> None:
        """Takes kept steps out of native memory."""
        count = int(self.record.count[KEPT])
        if count:
            record = self.record
            kept = record.steps_t, record.steps_y, record.steps_dense
            self.segments.add(*(part[:count].copy() for part in kept))
            record.count[KEPT] = 0

    def _close_segment(self, leaping: Leaping | None = None) -> None:
        """Ends a stretch of steps that one engine with one set of parameters made, or a leap."""
        if self.options.keeps_steps:
            self._fetch()
            self.segments.end(leaping or self.engine, self.bound)

    def _result(self, t: np.ndarray, parts: Any, between: Interpolator | None, certificate: Certificate) -> Trajectory:
        q, u, z, work = parts
        return Trajectory(
            self.system.model,
            self.system.layout,
            t,
            q,
            u,
            z,
            work,
            dict(self.start.parameters),
            certificate,
            ChannelReader(self.system, self.outputs),
            between,
            tuple(self.occurrences),
            self.outputs,
            tuple(self.parameter_changes),
        )

    def _certificate(self, status: str, sentence: str, position: float = 0.0, velocity: float = 0.0) -> Certificate:
        """What is known of the run; `position` and `velocity` is what constraints leave at states that were kept."""
        clock, count = self.record.clock.tolist(), self.record.count.tolist()
        evaluations, jacobians, *_ = self.bound.flow.count.tolist()
        worst, layout = self.bound.closing.worst.tolist(), self.system.layout
        named = [f"{name} {value:.1e}" for name, value in self.options.named_atol.items()]
        tolerances = [f"absolute tolerances {', '.join(named)}"] if named else []
        least = clock[H_LEAST] if math.isfinite(clock[H_LEAST]) else 0.0
        return Certificate(
            status=status,
            sentence=sentence,
            method=", ".join(dict.fromkeys(self.methods)),
            t_start=self.options.t_start,
            t_end=clock[T],
            rtol=self.options.rtol,
            atol=self.options.usual_atol,
            h=self.options.h,
            steps=count[ACCEPTED],
            rejected=count[REJECTED],
            evaluations=evaluations,
            jacobians=jacobians,
            step_range=(least, clock[H_MOST]),
            **balance_told(self.record),
            position_error=max(worst[POSITION], position),
            velocity_error=max(worst[VELOCITY], velocity),
            correction=worst[CORRECTION],
            rank=len(self.rows),
            rows=len(self.system.equations.g_dot),
            freedoms=layout.nu - len(layout.driven) - len(layout.locked) - len(self.rows),
            events=len(self.occurrences),
            notes=(*tolerances, *self.notes, *leap_notes(self.leaps), *self.watching.unfollowed()),
            singular_unresolved=self._is_unresolved,
            wall_time=time.perf_counter() - self.began,
            versions=versions(),
        )
