"""A tree as a run steps it: pieces of native integration, changes of method and of constraint rows in between."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...contract import ModelError
from ...diagnosis import Note, add_note, note
from ...mechanics.tree_batches import FEW_STATES
from ...numerics.integrators.event_search import look, remember
from ...numerics.integrators.explicit import HINTS
from ...numerics.integrators.flow import UNSEEN
from ...numerics.integrators.record import (
    ACCEPTED,
    NEAR_SINGULAR,
    SAMPLED,
    SINGULAR_NOTES,
    SINGULAR_STEPS,
    STEPS_KEPT,
    STIFF_HINTS,
    T_END,
    H,
    T,
    begin_balance,
    keeping,
)
from ...numerics.status import (
    EVENT,
    FULL,
    PAUSED,
    RANK_LOST,
    RUN_DONE,
    RUNNING,
    STEP_COLLAPSED,
    STIFF,
)
from ...results import State, Trajectory
from ...run import Crawl, Event, EventLog, Recorder, Statistics
from ...run.event_log import EVENT_SIDE, sides_after, violated_after
from ...run.past import RunPast
from ...run.past_memory import looks_back
from ...run.time_mesh import mesh_notes
from .. import steppers
from ..common.node_stability import balanced_assemblies, unstable_nodes
from ..common.plausibility import law_notes, plausibility
from ..constraints.motion_at import check_determined
from ..constraints.row_choice import REMEMBERED, better_rows, chosen_rows, unit_rows
from ..constraints.start_correction import START_ROUNDING
from ..engines import Engine
from ..engines.polynomials import Between, step_source
from ..methods.method import Method
from ..methods.options import Options
from ..path.singular_passage import LEAP_SOURCE, Leap, find_leap, take_leap, within_leap
from ..path.singular_start import AT_REST, leap_from
from .event_kernel import EventKernel, event_kernel
from .failures import explain, forces_jump
from .leap_notes import leap_at_start, leap_passed
from .tree_checkpoint import TreeCheckpoint
from .tree_mesh import TreeMesh
from .tree_start import bound_for, consistent_start, record_for, release
from .tree_statistics import tree_statistics

TREE_CRAWL_WINDOW, TREE_CRAWL_STEPS = 5000, 2e6
"""Steps after which the pace is looked at for the first time; steps to the end from which on a run crawls."""
CALLED_CRAWL_WINDOW = 500
"""The same where events are called functions: a step takes a millisecond."""
UNRESOLVED = (
    "constraint rows nearly depended on each other near t = {t:.5g}, and {method} found no way across by its last "
    "steps: the run may have left its branch; compare with another method and a smaller rtol"
)


class TreeStepper(TreeMesh, TreeCheckpoint):
    """A tree on its way, by an engine that advances many steps in native code; `file` is where samples will go. Where
    it `leaves` the process, all that loops call is code."""

    def __init__(
        self,
        system: Any,
        start: State,
        options: Options,
        events: Sequence[Event],
        file: Any = None,
        rows: tuple[int, ...] | None = None,
        leaves: bool = False,
    ) -> None:
        self.system, self.options, self.file, self.leaves = system, options, file, leaves
        self.plan = options.plan
        self.notes = [*law_notes(system), *plausibility(system, start), *options.solution_notes]
        self.methods: list[str] = []
        self.log = EventLog(events, options.t_start)
        self.rows = chosen_rows(system, start) if rows is None else rows
        self.start = self.present = start
        self.asked: list[np.ndarray] = []
        """Unit rows of configurations in which rows were chosen again, after those of the start."""
        self.leaps: list[tuple[float, float]] = []
        """When singular configurations were passed, and with which error, in tolerances."""
        self.bound = bound_for(system, start, self.rows, options)
        self.recorder = Recorder(self.bound.sizes)
        self.events: EventKernel = self._event_kernel()
        by_ends = options.is_fixed or not options.method.looks_inside
        self.past = RunPast(system, self.plan, by_ends) if looks_back(system) else None
        """Delayed values of laws."""
        self.follows = options.keeps_steps or self.past is not None
        """Whether all steps are wanted, by the recorder or by delayed laws."""
        self.record = record_for(self.bound, options, file, self.follows)
        self._look_ahead()
        self.notes += mesh_notes(self.mesh, options.h)
        self._handed = 0
        """Samples that the recorder has."""
        found, said, starts_singular = consistent_start(self.bound, start, options.enforcement.strict)
        self.start = self.present = found
        self.notes += said
        self.first_leap = self._leap_from_start() if starts_singular else None
        self.engine = self._engine(options.first_method)
        self.beside = options.method.beside(self.engine, self.present, self.plan)
        """What the method tells beside states: of contacts where it steps over impacts, momenta of elements in time."""
        if self.beside is not None:
            self.recorder = Recorder(self.bound.sizes, self.beside.channels, self.beside.later)
        self.notes += unstable_nodes(system, self.present) if balanced_assemblies(system) else []
        window = TREE_CRAWL_WINDOW if self.events.called is None else CALLED_CRAWL_WINDOW
        self.crawl = Crawl(options.t_start, window, TREE_CRAWL_STEPS, self._goes_on_implicitly)
        self.landed: list[Event] = []
        self._ways: dict[tuple[tuple[int, ...], str], tuple[EventKernel, Engine]] = {}
        """What was bound for other rows, by these and the name of the method: contacts open and close all the time."""
        self.left_open = 0.0, 0.0
        """What constraints leave at the rows of a short run."""

    def _event_kernel(self) -> EventKernel:
        if self.bound.traces_events:
            return event_kernel(self.bound, self.log.events)
        if self.leaves:
            return steppers.events_by_code(self.bound, self.log.events)
        return steppers.events_by_calls(self.bound, self.log.events, self.start)

    def _engine(self, method: Method, work: float = 0.0) -> Engine:
        self.method, engine = method, self.options.engine(method, self.bound)
        self.piece = engine.steps
        self.methods.append(engine.name)
        code = engine.restart(self.present.t, self.bound.y_of(self.present, work))
        self.record = keeping(self.record, engine.powers)
        if code != RUN_DONE:
            raise ModelError(f"at the start, {explain(self.bound, code, self.present.t, engine.y)}", "simulate")
        if self.options.is_fixed:
            self.record.clock[H] = self.options.h
        elif self.plan.t_end > self.present.t:
            engine.first_step(self.present.t, self.plan.t_end - self.present.t, self.record)
        return engine

    @property
    def t(self) -> float:
        """The present time."""
        return float(self.record.clock[T])

    @property
    def state(self) -> State:
        """The present state."""
        return self.bound.state_of(self.engine.y, self.t, self.present)

    @property
    def accepted(self) -> int:
        """Steps so far."""
        return int(self.record.count[ACCEPTED])

    def _leap_from_start(self) -> Leap | None:
        """The first step from a singular configuration, behind which a method can begin."""
        if self.plan.t_end <= self.start.t:
            return None
        check_determined(self.system, self.start)
        leap, at_rest = leap_from(self.bound, self.start, *self._accuracy(self.bound.y_of(self.start)))
        self.present = self.bound.state_of(leap.y_new, leap.t_new, self.start)
        if at_rest:
            self.notes.append(note("start_singular", AT_REST, self.start.t))
        return leap

    def _accuracy(self, y: np.ndarray) -> tuple[np.ndarray, float | None]:
        """(tolerance of every entry of y, the length of a step where that is fixed)."""
        scale = self.options.absolute_tolerances(self.system.layout)
        return np.broadcast_to(scale, y.shape) + self.options.rtol * np.abs(y), self.options.h

    def begin(self) -> int:
        """Records the start, looks at events there, and leaps where the start is singular."""
        y, t = self.engine.y, self.present.t
        if self.first_leap is not None:
            y, t = self.first_leap.y, self.first_leap.t
        self.bound.energy(t, y)
        begin_balance(self.record)
        self._start_stretch(t, y, True, None if self.first_leap is None else len(self.first_leap.dense))
        if not self.plan.keeps_steps and len(self.record.times) and self.record.times[0] <= t:
            self.record.samples[0] = y
            self.record.count[SAMPLED] = 1
            if self.beside is not None:
                self.collect()
        if len(self.events.watch.value):
            look(self.bound.flow, self.events.watch, t, y)
            remember(self.events.watch)
            for k, value in enumerate(self.events.watch.value.tolist()):
                found = self.events.discontinuity(k)
                self.notes += [] if found is None else leap_at_start(*found, value, t)
        if self.past is not None:
            self._recall(self.state if self.first_leap is None else self.start)
        code = RUNNING if self.first_leap is None else self._take(self.first_leap)
        self._land()
        return code

    def advance(self, steps: int) -> int:
        """Goes on for up to so many steps in native code; what asks for another method or other rows gets it."""
        code = self.engine.advance(self.events.watch, self.record, steps)
        if self.events.called is not None:
            self.events.called.raise_pending()
        self._log()
        if self.beside is not None:
            self.beside.hand_on(self.log)
        if code in (PAUSED, FULL):
            self._fetch()
            return RUNNING
        if code == STIFF:
            self._stiff()
            return RUNNING
        if self._halve(code):
            return RUNNING
        if code == STEP_COLLAPSED and not self.is_leaping() and self._goes_on_implicitly():
            return RUNNING
        if code == RANK_LOST:
            code = RUNNING if self._choose_rows() else self._leap()
        if code == EVENT:
            self._land()
        if code == RUN_DONE and self.t < self.plan.t_end:
            if self.options.is_fixed:
                self.record.clock[H] = self.options.h
            self._pass_mesh_point()
            return RUNNING
        return code

    def _recall(self, state: State) -> None:
        """Sets the numbers of the past for the piece that begins at a state, and where it ends."""
        assert self.past is not None
        values = self.past.values(state)
        self._hold(values)
        self.log.change(self.past.first_row(self.recorder.count, state.t), values)
        self.record.clock[T_END] = self._limit
        code = self.engine.restart(self.t, self.engine.y.copy())
        if code != RUN_DONE:
            raise ModelError(f"{explain(self.bound, code, self.t, self.engine.y)}", "simulate")

    def _hold(self, values: Mapping[str, float]) -> None:
        """Has code compute with other values of some Parameters."""
        self.present = replace(self.present, parameters={**self.present.parameters, **values})
        self.bound.set_parameters(self.bound.numbers(self.present.parameters))

    def _land(self) -> None:
        landed = zip(self.events.watch.landed.tolist(), self.events.events, strict=True)
        self.landed = [event for is_landed, event in landed if is_landed and event is not None]

    def is_leaping(self) -> bool:
        """Whether some force leaps here, or just beyond, or rows are about to depend on each other."""
        _, largest, pivot, *_ = self.bound.flow.pivot.tolist()
        return pivot < NEAR_SINGULAR * largest or forces_jump(self.bound, self.t, self.engine.y)

    def explain(self, code: int) -> str:
        """Why it cannot go on."""
        return explain(self.bound, code, self.t, self.engine.y, self.start, self.options)

    def _stiff(self) -> None:
        """Goes on with the implicit method where the choice is ours; otherwise the note tells."""
        if not self._goes_on_implicitly("the equations turned out stiff"):
            said = f"the equations look stiff near t = {self.t:.4g}; method='radau' would take fewer steps"
            add_note(self.notes, note("stiff", said, self.t))
            self.record.count[STIFF_HINTS] = HINTS + 1

    def _goes_on_implicitly(self, why: str = "steps became very short") -> bool:
        """Goes on with the implicit method; False where it is in use, or the choice is not ours.

        Rounding in stiff forces may bound steps far below the border of stability, where nothing hints at stiffness.
        """
        stiff = self.options.method.when_stiff
        if stiff is None or stiff.name == self.method.name:
            return False
        t, before, y = self.t, self.engine.name, self.engine.y.copy()
        self._end_stretch()
        self.present = self.bound.state_of(y, t, self.present)
        self.engine = self._engine(stiff, float(y[-1]))
        self._start_stretch(t, y)
        said = f"{why}: {self.engine.name} went on from {before} at t = {t:.4g}"
        self.notes.append(note("method_changed", said, t, self.engine.name))
        return True

    def _choose_rows(self) -> bool:
        """Enforces other rows where those in use are about to depend on each other and others do not; False elsewhere.

        A set that is good in all configurations that asked for another one is taken where there is one.
        """
        system: Any = self.system
        if len(self.rows) in (0, system.rows.count):
            return False
        nonzero = system.equations.rows.nonzero
        t, y = self.t, self.engine.y.copy()
        met = self.asked or [unit_rows(self.system, self.start)]
        met = [*met[1 - REMEMBERED :], unit_rows(self.system, self.bound.state_of(y, t, self.present))]
        rows = better_rows(nonzero, self.rows, met)
        if rows is None:
            return False
        self.asked = met
        self._end_stretch()
        self._enforce(rows)
        code = self._restart(t, y)
        if code != RUN_DONE:
            raise ModelError(f"with other constraint rows, {explain(self.bound, code, t, y)}", "simulate")
        self._start_stretch(t, y)
        return True

    def _enforce(self, rows: tuple[int, ...]) -> None:
        """Binds code for other rows, and the method in use to it."""
        self._ways[self.rows, self.method.name] = self.events, self.engine
        self.rows, before = rows, self.events
        self.bound = self.bound.with_rows(rows)
        known = self._ways.get((rows, self.method.name))
        if known is None:
            # Margins of contacts are those of forces, which other rows carry now.
            events = before.under(self.bound) if before.events else before
            known = events, self.options.engine(self.method, self.bound)
        self.events, self.engine = known

    def _restart(self, t: float, y: np.ndarray) -> int:
        """Has the engine go on from another state, from which nothing is known of the past."""
        self.bound.flow.pivot[3:] = np.nan
        self.record.count[SINGULAR_STEPS] = 0
        return self.engine.restart(t, y)

    def _leap(self) -> int:
        """Passes a singular configuration; where there is none ahead, the run goes on as it was."""
        t, told = self.t, int(self.record.count[SINGULAR_STEPS])
        leap = find_leap(self.bound, self.engine, t, *self._accuracy(self.engine.y), told)
        if leap is None:
            if told >= SINGULAR_NOTES:
                add_note(self.notes, note("singularity", UNRESOLVED.format(t=t, method=self.engine.name), t))
            return RUNNING
        self._end_stretch()
        self._start_stretch(t, self.engine.y, False, len(leap.dense))
        self.leaps.append((leap.singular, leap.error))
        return self._take(leap)

    def _take(self, leap: Leap) -> int:
        """Goes across a singular configuration, up to the end of the run or an event on the way."""
        leap = leap if leap.t_new <= self._limit else leap.until(self._limit)
        leap = take_leap(self.bound, self.events.watch, self.record, leap)
        t, y = leap.t_new, leap.y_new
        self._add_steps(np.array([t]), y[None], leap.dense[None], None)
        self._end_with(LEAP_SOURCE, partial(within_leap, self.bound))
        self._start_stretch(t, y)
        self.present = self.bound.state_of(y, t, self.present)
        code = self._restart(t, y)
        if code != RUN_DONE and t < self.plan.t_end:
            raise ModelError(f"behind a singular configuration, {explain(self.bound, code, t, y)}", "simulate")
        return EVENT if self.events.watch.fired[1] >= 0 else RUNNING

    def moved_aside(self) -> list[Note]:
        """Nodes whose equilibrium is unstable now and was not at the start."""
        if not balanced_assemblies(self.system):
            return []
        known = {(one.code, one.about) for one in self.notes}
        return [one for one in unstable_nodes(self.system, self.state) if (one.code, one.about) not in known]

    def _log(self) -> None:
        watch = self.events.watch
        for k in range(int(watch.fired[0])):
            name = self.events.name(int(watch.log_event[k]))
            t = float(watch.log_t[k])
            if name is not None:
                self.log.note(t, name, self.bound.state_of(watch.log_y[k], t, self.present))
            else:
                self._look_for_leap(int(watch.log_event[k]), t, watch.log_y[k].copy())
        watch.fired[0] = 0

    def _look_for_leap(self, k: int, t: float, y: np.ndarray) -> None:
        """Tells where what a law measures leaps at a kink that has been passed."""
        found = self.events.discontinuity(k)
        if found is None:
            return
        rates = self.bound.rates(t, y)
        y_dot = np.zeros_like(y) if rates is None else rates.copy()
        passed = leap_passed(self.system, *found, t, lambda h: self.bound.state_of(y + h * y_dot, t + h, self.present))
        for one in passed:
            add_note(self.notes, one)

    def jump(self, event: Event, state: State) -> State:
        """Goes on from what an action returns, closed on the constraints."""
        t, y = self.t, self.engine.y
        work, before = float(y[-1]), self.bound.energy(t, y)
        self._end_stretch()
        if dict(state.parameters) != dict(self.present.parameters):
            self.bound.set_parameters(self.bound.numbers(state.parameters))
            rows = chosen_rows(self.system, state)  # a constraint may have been switched off or on
            if rows != self.rows:
                self._enforce(rows)
                # Pivots of other rows, or of none, are of another size.
                self.bound.flow.pivot[:] = UNSEEN
        new, asked = self.bound.y_of(state), state.q
        fits = not self.bound.projection.active[0] or self.bound.project(t, new)
        if (
            not fits
            or (np.abs(self.bound.shown(new)[: len(asked)] - asked) > START_ROUNDING * (1.0 + np.abs(asked))).any()
        ):
            raise ModelError(f"event {event.name!r}: {violated_after(self.system, state)}")
        self.present = self.bound.state_of(new, t, state)
        self._look_ahead()
        # What an action adds to the energy is work like any other.
        new[-1] = work + self.bound.energy(t, new) - before
        code = self.engine.restart(t, new)
        if code != RUN_DONE:
            raise ModelError(f"event {event.name!r}: after its action, {explain(self.bound, code, t, new)}")
        self._start_stretch(t, new, is_new=True)
        if self.past is not None:
            self.past.break_here(by_motion=True)
            self._recall(self.present)
        if not self.options.is_fixed:
            self.engine.first_step(t, self._limit - t, self.record)
        return self.present

    def settle(self, landed: Sequence[Event], has_jumped: bool) -> None:
        """The sides of events after a jump; one that is just at zero is on the side it moves to."""
        if not has_jumped:
            return
        watch, flow, t, y = self.events.watch, self.bound.flow, self.t, self.engine.y
        look(flow, watch, t, y)
        now = watch.value.copy()
        rates = self.bound.rates(t, y)
        ahead = EVENT_SIDE * max(1.0, abs(t))
        look(flow, watch, t + ahead, y + ahead * (0.0 if rates is None else rates))
        who = [self.events.place(event) for event in landed]
        rounding = watch.pieces.rounding
        watch.side[:] = sides_after(now, watch.value - now, watch.side, who, self.events.margins, rounding)

    def _fetch(self) -> None:
        """Takes kept steps out of native memory."""
        record, count = self.record, int(self.record.count[STEPS_KEPT])
        if count:
            t, y, dense = (part[:count].copy() for part in (record.steps_t, record.steps_y, record.steps_dense))
            self._measure(t, y)
            self._add_steps(t, y, dense, self._beside(count) if self.plan.keeps_steps else None)
            record.count[STEPS_KEPT] = 0

    def collect(self) -> None:
        """Takes rows out of native memory: ends of steps, or samples."""
        if self.plan.keeps_steps:
            self._fetch()
            return
        first, last, record = self._handed, int(self.record.count[SAMPLED]), self.record
        if last > first:
            times, samples = record.times[first:last].copy(), record.samples[first:last].copy()
            if self.bound.measures_as_they_come and self.method.rows_suffice:
                self.bound.close_rows(times, samples)
            self._measure(times, samples)
            self.recorder.add(times, self.bound.shown(samples), None, self._beside(last - first))
            self._handed = last

    def _beside(self, count: int) -> Mapping[str, np.ndarray] | None:
        """Channels of the next rows, of a method that has some of its own."""
        return None if self.beside is None else self.beside.take(count, self.recorder)

    def _measure(self, t: np.ndarray, y: np.ndarray) -> None:
        """Measures what constraints leave at rows, where that is not done for all of them at the end."""
        if self.bound.measures_as_they_come:
            found = self.bound.left_open(t, y)
            self.left_open = max(self.left_open[0], found[0]), max(self.left_open[1], found[1])

    def _start_stretch(self, t: float, y: np.ndarray, is_new: bool = False, powers: int | None = None) -> None:
        """Begins a stretch of steps at a state: a row where it is new."""
        if not self.follows:
            return
        shown, powers = self.bound.shown(y), self.engine.powers if powers is None else powers
        if self.plan.keeps_steps:
            self.recorder.start(t, shown, powers, is_new, self._beside(1) if is_new else None)
        if self.past is not None:
            self.past.start(t, shown, powers)

    def _add_steps(
        self, t: np.ndarray, y: np.ndarray, dense: np.ndarray, beside: Mapping[str, np.ndarray] | None
    ) -> None:
        """More steps of the stretch under way, with the polynomials that lead to them, and channels beside them."""
        shown = self.bound.shown(y)
        if self.plan.keeps_steps:
            self.recorder.add(t, shown, dense, beside)
        if self.past is not None:
            self.past.add(t, shown, dense)

    def _end_stretch(self) -> None:
        """Ends a stretch of steps that one engine with one set of parameters made."""
        if self.follows:
            self._fetch()
            self._end_with(self.engine.name, self.engine.interpolator, self.engine.powers)

    def _end_with(self, name: str, between: Between, powers: int = 0) -> None:
        """Ends a stretch with what made it."""
        source = step_source(self.bound, self.bound.parameters.copy(), name, between, powers)
        if self.plan.keeps_steps:
            self.recorder.end(source)
        if self.past is not None:
            self.past.end(source)

    def finish(self, code: int) -> None:
        """Records what is left in native memory; what constraints leave at the rows of a short run."""
        self.collect()
        self._end_stretch()
        if not self.bound.measures_as_they_come and self.is_short:
            worst, worst_rate = 0.0, 0.0
            for t, y in zip(*self.recorder.rows(), strict=True):
                position, velocity = self.bound.left_open(t, y)
                worst, worst_rate = max(worst, position), max(worst_rate, velocity)
            self.left_open = worst, worst_rate

    @property
    def is_short(self) -> bool:
        """Whether a few states were kept, in memory and with parameters that are those of the end."""
        if self.recorder.writer is not None or self.log.parameter_changes or len(self.bound.s):
            return False
        return self.recorder.count <= FEW_STATES

    def close(self, run: Trajectory) -> None:
        """Lets later runs have the memory."""
        record = self.record if self.file is None and len(self.record.times) <= FEW_STATES else None
        engines = [*(engine for _, engine in self._ways.values()), self.engine]
        if not self.plan.keeps_steps:
            release(engines, self.bound, record)
        elif run.interpolator is not None and self.file is None:
            # Steps between rows are computed anew by the same code, until nobody has the run any more.
            weakref.finalize(run.interpolator, release, engines, self.bound, record)

    def statistics(self) -> Statistics:
        """What is known of the steps."""
        return tree_statistics(self)
