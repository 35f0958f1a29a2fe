"""One-step methods as a run steps them: each step is tried, its error looked at, and taken or tried again shorter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from ...diagnosis import Note, add_note, note
from ...numerics.integrators.alpha_scheme import UNSOLVED, alpha_growth, shortening
from ...numerics.status import EVENT, NEWTON_FAILED, RUN_DONE, RUNNING, SENTENCES, STEP_COLLAPSED
from ...results import State, Trajectory
from ...run import Crawl, EnergyBalance, Event, EventLog, Plan, Recorder, Statistics, StepSource
from ...run.past import past_of
from ...run.past_steps import PastMeasures
from ...run.time_mesh import TimeMesh, mesh_notes, time_mesh
from ..methods.trial_steppers import SingleSteps, Tolerances, TrialStepper
from .event_finder import EventFinder, Landing
from .run_notes import shared_loads, step_too_long_note

SHORTEST = 1e-12
"""Of the length of the run: a step below this is none."""
CRAWL_WINDOW, CRAWL_STEPS = 500, 1e5
"""Steps after which the pace is looked at for the first time; steps to the end from which on a run crawls."""
HALVINGS = 8
"""How often a fixed step may be halved where it has no solution."""
SOLVABLE_GROWTH = 1.1
"""By how much each step may be longer than the one before, after one without a solution: an attempt that fails costs
more than a step."""
STEP_COUNTERS = ("t", "h", "accepted", "rejected", "shortest", "longest")


class Observer(Protocol):
    """Looks at the states of a run: energy against work, residuals of constraints, rows to keep."""

    system: Any
    balance: EnergyBalance
    position: float
    velocity: float
    rows: int
    speeds: int

    @property
    def rank(self) -> int | None:
        """Independent rows at the start; None where that is not known."""

    def look(self, at: Any) -> None:
        """Looks at a state that was taken, whose velocities need not be on their rows."""

    def measure(self, at: Any) -> None:
        """Measures how far a state that a run shows is off its constraints."""

    def jump(self, at: Any, parameters: Mapping[str, float]) -> None:
        """A state that the action of an event leads to: what it adds to the energy is work like any other."""

    def hold(self, parameters: Mapping[str, float]) -> None:
        """Goes on with other numbers of elements, at a state at which they give the same."""

    def row(self, at: Any, parameters: Mapping[str, float]) -> np.ndarray:
        """(q, u, z, work) of the state that was looked at last."""

    def state(self, at: Any, parameters: Mapping[str, float]) -> State:
        """A state as others see it."""

    def is_leaping(self, at: Any, parameters: Mapping[str, float]) -> bool:
        """Whether some law leaps at a state, or just beyond."""

    def culprit(self, at: Any, parameters: Mapping[str, float], h: float) -> str:
        """Who is to blame where no step of length h leads on from a state; empty where that is not known."""

    def saved(self) -> dict[str, float]:
        """What a checkpoint keeps of it."""

    def restore(self, data: Mapping[str, float], at: Any, parameters: Mapping[str, float]) -> None:
        """Goes on from there."""


class PythonStepper:
    """A one-step method on its way. Steps end where samples are wanted, and where events land."""

    piece = 1

    def __init__(
        self,
        source: SingleSteps,
        at: Any,
        start: State,
        plan: Plan,
        observer: Observer,
        finder: EventFinder | None = None,
    ) -> None:
        self.source, self.start, self.plan, self.observer, self.finder = source, start, plan, observer, finder
        self.method = self._stepper(at)
        self.log = EventLog((), plan.t_start) if finder is None else finder.log
        self.system, layout = observer.system, observer.system.layout
        self.recorder = Recorder((layout.nq, layout.nu, layout.nz), source.channels)
        self.past = past_of(self.system, plan, PastMeasures)
        """Delayed values of laws."""
        if self.past is not None:
            self.plan = plan = plan._replace(h_max=min(plan.h_max, self.past.longest))
        self.mesh = self._look_ahead()
        """Where inputs over time ask steps to end, and how long these may be; None where they do not care."""
        self.crawl = Crawl(plan.t_start, CRAWL_WINDOW, CRAWL_STEPS if plan.h is None else np.inf)
        self.notes: list[Note] = []
        self.landed: Sequence[Event] = ()
        self.t = plan.t_start
        self.h = plan.h or min(plan.h_max, self.method.first_step(plan.t_end - plan.t_start))
        self.accepted = self.rejected = 0
        self.shortest, self.longest = np.inf, 0.0
        self._solvable = np.inf
        """The longest step that is tried, where longer ones had no solution a while ago."""
        self._pending: list[tuple[float, int]] = []
        """Steps of fixed length that are still to be taken, and how often each may be halved."""
        self._under_way = source
        """What makes the steps of the stretch under way."""
        self._lost: tuple[float, float] | None = None
        """The step that ended the run: its length, and its error in units of what is allowed, 0 without a solution."""

    def _stepper(self, at: Any, before: TrialStepper | None = None) -> TrialStepper:
        """The method at a state, with the tolerances of the run."""
        made = self.source.stepper(at, before)
        made.allowed = Tolerances(self.plan.rtol, self.plan.atol)
        return made

    @property
    def state(self) -> State:
        """The present state."""
        return self.observer.state(self.method.at, self.source.parameters)

    def begin(self) -> int:
        """Records the start and looks at events there."""
        if self.plan.keeps_steps:
            row = self.observer.row(self.method.at, self.source.parameters)
            self.recorder.start(self.t, row, channels=self._beside())
        elif len(self.plan.times) and self.plan.times[0] <= self.t:
            self._row(self.t)
        self._recall()
        if self.finder is not None:
            self.finder.begin(self.method.at)
        return RUNNING

    def advance(self, steps: int) -> int:
        """Goes on for up to so many steps, tried or taken."""
        for _ in range(steps):
            self._pass_jump()
            if self.past is not None and not self._is_ahead(self.past.stop) and self._is_ahead(self.plan.t_end):
                self._pass_mesh_point()
            target = self._target()
            if target is None:
                return RUN_DONE
            target = target if self.past is None else min(target, self.past.stop)
            if self.mesh is not None and self.plan.h is None:
                stop, longest = self.mesh.piece(self.t, self._near)
                target, self.h = min(target, stop), min(self.h, longest)
            code = self._controlled(target) if self.plan.h is None else self._fixed(target)
            if code != RUNNING:
                return code
        return RUNNING

    def _look_ahead(self) -> TimeMesh | None:
        """What inputs over time ask for, at the present values of Parameters."""
        plan = self.plan
        return time_mesh(self.system, self.source.parameters, plan.t_start, plan.t_end, plan.rtol)

    @property
    def _near(self) -> float:
        """Times nearer than this are one."""
        return SHORTEST * max(self.plan.t_end - self.plan.t_start, abs(self.t))

    def _pass_jump(self) -> None:
        """Goes to the other side of a jump of some input in time, where the method begins anew."""
        beyond = None if self.mesh is None or self.plan.h is not None else self.mesh.jump_at(self.t, self._near)
        if beyond is None or not self._is_ahead(self.plan.t_end):
            return
        at, parameters = replace(self.method.at, t=beyond), self.source.parameters
        self.t = beyond
        self.observer.jump(at, parameters)
        if self.finder is not None:
            self.finder.look_again(at, [])
        self.method = self._stepper(at, self.method)
        if self.plan.keeps_steps:
            self.recorder.end(self._under_way)
            self.recorder.start(self.t, self.observer.row(at, parameters), channels=self._beside())
        if self.past is not None:
            self.past.break_at(self.t)
            self._recall()

    def _pass_mesh_point(self) -> None:
        """Gives delayed laws the past for the next piece."""
        if self.plan.keeps_steps:
            self.recorder.end(self._under_way)
            self.recorder.start(self.t, self.observer.row(self.method.at, self.source.parameters), is_new=False)
        self._recall()

    def _recall(self) -> None:
        """Sets the numbers of the past for the piece that begins here; nothing where no law is delayed."""
        if self.past is None:
            return
        row = self.observer.row(self.method.at, self.source.parameters)
        self.past.kept.start(self.t, row, self.source.parameters, self.past.is_break(self.t))
        values = self.past.values(self.state)
        self.log.change(self.past.first_row(self.recorder.count, self.t), values)
        self.source = self._under_way = self.source.at({**self.source.parameters, **values})
        if self.finder is not None:
            self.finder.method = self.finder.method.at(self.source.parameters)
        self.observer.hold(self.source.parameters)
        self.method = self._stepper(self.method.at, self.method)

    def _is_ahead(self, t: float) -> bool:
        """Whether a time lies ahead by more than rounding."""
        return t - self.t > SHORTEST * max(self.plan.t_end - self.plan.t_start, abs(t))

    def _target(self) -> float | None:
        """Where steps have to lead next, None where the end is reached; a sample that is reached becomes a row."""
        plan = self.plan
        if plan.keeps_steps:
            return plan.t_end if self._is_ahead(plan.t_end) else None
        while self.recorder.count < len(plan.times):
            target = float(plan.times[self.recorder.count])
            if self._is_ahead(target):
                return target
            before = self.recorder.count
            self._row(target)
            if self.recorder.count == before:
                return None  # The file takes no more.
        return None

    def _length(self, target: float) -> float:
        """The next step: at most what is left, and no tiny one after it."""
        left = target - self.t
        h = left if left <= self.h * (1 + 1e-9) else self.h
        return 0.5 * left if self.plan.h is None and h < left < 2 * h else h

    def _controlled(self, target: float) -> int:
        """Tries a step whose error is to stay below the tolerance."""
        h, order = self._length(target), self.method.order
        error = self.method.attempt(h, True)
        if error is None or not error <= 1.0:
            self.rejected += 1
            if error is not None and self._stops_at_kink():
                return RUNNING
            self.h = h * (UNSOLVED if error is None else shortening(error, order))
            if error is None:
                self._solvable = self.h
            if self.h > self._shortest:
                return RUNNING
            return self._fail(NEWTON_FAILED, h) if error is None else self._fail(STEP_COLLAPSED, h, error)
        code, grown = self._take(h), alpha_growth(error, order)
        self._solvable *= SOLVABLE_GROWTH
        # A step that was cut to end at a sample says nothing about longer ones.
        wanted = h * grown if h >= self.h * 0.99 or grown < 1.0 else self.h
        self.h = min(self.plan.h_max, wanted, max(h, self._solvable))
        return code

    @property
    def _shortest(self) -> float:
        """The length below which a step is none."""
        return SHORTEST * max(min(self.plan.t_end - self.plan.t_start, 1.0), abs(self.t))

    def _stops_at_kink(self) -> bool:
        """Whether a step that missed its tolerance went across a kink: the next one ends there, or begins behind it."""
        if self.finder is None:
            return False
        found = self.finder.kink_ahead(self.method.at, self.method.tried, self._shortest)
        if found is None or not found[0] < self.h:
            return False
        left, at = found
        if left > 0.0:
            self.h = left
            return True
        if at is self.method.at:
            return False
        self.t, self.method.at = float(at.t), at
        self.settle((), False)
        return True

    def _fixed(self, target: float) -> int:
        """A step of given length, in halves where it has no solution."""
        h, left = self._pending.pop() if self._pending else (self._length(target), HALVINGS)
        if self.method.attempt(h, False) is not None:
            return self._take(h)
        self.rejected += 1
        if not left:
            return self._fail(NEWTON_FAILED, h)
        assert self.plan.h is not None
        add_note(self.notes, step_too_long_note(self.plan.h, self.t))
        self._pending += [(0.5 * h, left - 1)] * 2
        return RUNNING

    def _take(self, h: float) -> int:
        """Takes the step that was tried, up to the first event in it at which steps have to end."""
        landing = self._landing()
        if landing is not None:
            self.method.at, self.landed = landing.at, landing.events
        at, is_on_rows = (self.method.at, True) if self.plan.keeps_steps else self.method.passing
        self.t = float(at.t)
        self.accepted += 1
        self.shortest, self.longest = min(self.shortest, h), max(self.longest, h)
        self.observer.look(at)
        if is_on_rows:
            self.observer.measure(at)
        if self.plan.keeps_steps:
            self._row(self.t)
        if self.past is not None:
            given = self.source.parameters
            self.past.kept.add(np.array([self.t]), self.observer.row(at, given)[None], given)
        return RUNNING if landing is None else EVENT

    def _landing(self) -> Landing | None:
        """Takes the step that was tried; where it has to end, if an event says so."""
        if self.finder is None:
            self.method.take()
            return None
        before = self.method.at
        self.method.take()
        return self.finder.passed(before, self.method.at)

    def _row(self, t: float) -> None:
        """A row for the present state."""
        was_on_rows = self.method.passing[1]
        row = self.observer.row(self.method.at, self.source.parameters)
        if not was_on_rows:
            self.observer.measure(self.method.at)
        self.recorder.add(np.array([t]), row[None], None, self._beside())

    def _beside(self) -> dict[str, np.ndarray]:
        """What belongs to the step that ended here."""
        return {name: self.method.beside[name][None] for name in self.recorder.channels}

    def _fail(self, code: int, h: float, error: float = 0.0) -> int:
        self._lost = h, error
        return code

    def jump(self, event: Event, state: State) -> State:
        """Goes on from what an action returns, closed on the constraints."""
        assert self.finder is not None
        self.method.at = self.finder.jump(event, state)
        self.source = self.finder.method
        self.mesh = self._look_ahead()
        return self.state

    def settle(self, landed: Sequence[Event], has_jumped: bool) -> None:
        """Begins anew from where a step was cut off, with what an action left."""
        assert self.finder is not None
        at, parameters = self.method.at, self.source.parameters
        if has_jumped:
            self.observer.jump(at, parameters)
        self.finder.look_again(at, [self.log.events.index(event) for event in landed])
        self.method = self._stepper(at, self.method)
        if has_jumped and self.plan.keeps_steps:
            self.recorder.end(self._under_way)
            self.recorder.start(self.t, self.observer.row(at, parameters), channels=self._beside())
            self._under_way = self.source
        if has_jumped and self.past is not None:
            self.past.break_at(self.t)
            self._recall()

    def is_leaping(self) -> bool:
        """Whether some law leaps here, or just beyond."""
        return self.observer.is_leaping(self.method.at, self.source.parameters)

    def explain(self, code: int) -> str:
        """Why it cannot go on."""
        h, error = self._lost or (self.shortest, 0.0)
        said = f"at t = {self.t:.6g} Newton's method finds no next state, even for a step of {h:.2g} s"
        if code == STEP_COLLAPSED:
            said = f"{SENTENCES[STEP_COLLAPSED]} at t = {self.t:.6g}"
            said += f", where one of {h:.2g} s has {error:.2g} times the error that is allowed" if error else ""
        culprit = self.observer.culprit(self.method.at, self.source.parameters, h)
        return f"{said}: {culprit}" if culprit else said

    def collect(self) -> None:
        """Nothing is left: every row is recorded when it is reached."""

    def finish(self, code: int) -> None:
        """Ends the last stretch; among samples, the state at which an event ended the run is the last one."""
        if self.plan.keeps_steps:
            self.recorder.end(self._under_way)
        elif code == EVENT:
            self._row(self.t)

    def close(self, run: Trajectory) -> None:
        """It leaves no memory to others."""

    def statistics(self) -> Statistics:
        """What is known of the steps."""
        observer, method, balance = self.observer, self.method, self.observer.balance
        rank, rows = observer.rank, observer.rows
        shared = shared_loads(rank)
        return Statistics(
            method=method.name,
            t_end=self.t,
            steps=self.accepted,
            rejected=self.rejected,
            evaluations=method.evaluations,
            jacobians=method.jacobians,
            step_range=(self.shortest if self.accepted else 0.0, self.longest),
            energy=balance.certified(),
            position_error=observer.position,
            velocity_error=observer.velocity,
            correction=0.0,
            rank=rank,
            rows=rows,
            freedoms=None if rank is None else observer.speeds - rank,
            notes=(
                *self.notes,
                *mesh_notes(self.mesh, self.plan.h),
                *([] if self.past is None else self.past.notes()),
                *([note("constraints_redundant", shared)] if rank is None or rank < rows else []),
            ),
        )

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """All it consists of, for a checkpoint."""
        wanted = {name: repr(getattr(self.plan, name)) for name in ("t_end", "h", "h_max", "rtol", "atol")}
        made = self.source.at(self.start.parameters).signature()
        data = {
            "signature": {"method": made["method"], **wanted, **made},
            "counted": {name: getattr(self, name) for name in STEP_COUNTERS},
            "pending": self._pending,
            "source": self.source.data(),
            "observer": self.observer.saved(),
            "finder": None if self.finder is None else self.finder.saved(),
        }
        if self.past is None:
            return self.method.saved(), data
        arrays, past = self.past.saved()
        return {**self.method.saved(), **arrays}, {**data, "past": past}

    def restore(
        self, arrays: Mapping[str, np.ndarray], data: Mapping[str, Any]
    ) -> Callable[[Mapping[str, Any]], StepSource]:
        """Goes on from there; gives what tells the sources of steps."""
        vars(self).update(data["counted"])
        self._pending = [(h, left) for h, left in data["pending"]]
        self.source = self._under_way = self.source.at(data["source"]["parameters"])
        self.mesh = self._look_ahead()
        self.method = self._stepper(self.method.at)
        self.method.restore(arrays)
        self.observer.restore(data["observer"], self.method.at, self.source.parameters)
        if self.finder is not None:
            self.finder.restore(data["finder"], self.source.parameters)

        def source(made: Mapping[str, Any]) -> StepSource:
            return self.source.at(made["parameters"])

        if self.past is not None:
            self.past.restore(arrays, data["past"], source)
        return source
