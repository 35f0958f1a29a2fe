"""The loop over steps: samples, step control, failures that are explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np

from ...numerics.integrators.alpha_scheme import UNSOLVED, growth, shortening
from ...numerics.status import COLLAPSED, SENTENCES, STUCK
from ..crawl import Crawl
from .steppers import Stepper

SHORTEST = 1e-12
"""Of the length of the run: a step below this is none."""
WINDOW = 500
"""Steps after which the pace of a run is looked at for the first time."""
MOST = 1e5
"""Steps to the end from which on a run crawls."""
HALVINGS = 8
"""How often a fixed step may be halved where it has no solution."""


@dataclass(frozen=True)
class Plan:
    """What is wanted of a run."""

    t_start: float
    t_end: float
    times: np.ndarray
    """Where samples are wanted; empty where all steps are kept."""
    h: float | None
    h_max: float
    rtol: float
    atol: float

    @property
    def tolerance(self) -> float:
        """The error that a step may have: coordinates of poses are of the order of one."""
        return self.rtol + self.atol


@dataclass(eq=False)
class Driven:
    """What a run gave."""

    steps: int = 0
    rejected: int = 0
    shortest: float = np.inf
    longest: float = 0.0
    status: str = "done"
    sentence: str = "the end was reached"
    notes: list[str] = field(default_factory=list)
    jumps: list[int] = field(default_factory=list)
    """Rows from which on the actions of events hold."""
    stepper: Any = None
    """The method at the end."""
    lost_step: float | None = None
    """The length of the last step that had no solution, where that ended the run."""


@dataclass(frozen=True, eq=False)
class Landing:
    """Where a step has to end: the state, and the events that happen there."""

    at: Any
    events: tuple[Any, ...]


Look = Callable[[Any], None]


class Watched(Protocol):
    """Events of a run."""

    def begin(self, at: Any) -> None:
        """Looks at the start."""

    def passed(self, before: Any, after: Any) -> Landing | None:
        """Records what happened in a step, up to the first event that ends the run or acts."""

    def act(self, landing: Landing, stepper: Stepper) -> tuple[Stepper | None, str | None]:
        """(the method to go on with, None where nothing changed; the event that ends the run)."""

    @property
    def is_stuck(self) -> bool:
        """Whether events come without end."""


class Kept(Protocol):
    """Where the rows of a run go, and what happens beside it."""

    @property
    def count(self) -> int:
        """Rows so far."""

    def begin(self, loop: Loop) -> bool:
        """Whether the run goes on from where another one stopped."""

    def add(self, stepper: Stepper, t: float) -> None:
        """A row for the state that a method is at."""

    def after_step(self, loop: Loop) -> bool:
        """What is due; whether the run is to stop."""


class States:
    """All states in memory, and nothing else."""

    def __init__(self) -> None:
        self.t: list[float] = []
        self.states: list[Any] = []

    @property
    def count(self) -> int:
        """Rows so far."""
        return len(self.t)

    def begin(self, loop: Loop) -> bool:
        """Every run is a new one."""
        return False

    def add(self, stepper: Stepper, t: float) -> None:
        """One more state."""
        self.t.append(t)
        self.states.append(stepper.at)

    def after_step(self, loop: Loop) -> bool:
        """Nothing is due."""
        return False


def drive(
    stepper: Stepper,
    plan: Plan,
    look: Look,
    rows: Kept,
    events: Watched | None = None,
    leaps: Callable[[Any], bool] | None = None,
) -> Driven:
    """Runs a method over a plan; `look` sees every state that was taken, `leaps` says where a law leaps."""
    loop = Loop(stepper, plan, look, rows, events, leaps)
    run = loop.run
    try:
        if not rows.begin(loop):
            loop.begin()
        if loop.keeps:
            loop.reach(plan.t_end)
        for target in plan.times[rows.count :]:
            is_there = loop.reach(float(target))
            if is_there or run.status == "event":
                rows.add(loop.stepper, float(target) if is_there else loop.t)
            if not is_there:
                break
    except KeyboardInterrupt:
        run.status, run.sentence = "paused", "interrupted; what was computed is kept"
    run.stepper = loop.stepper
    return run


def _nowhere(_: Any) -> bool:
    return False


class Loop:
    """Steps on the way."""

    def __init__(
        self,
        stepper: Stepper,
        plan: Plan,
        look: Look,
        rows: Kept,
        events: Watched | None,
        leaps: Callable[[Any], bool] | None = None,
    ) -> None:
        self.leaps, self.crawl = leaps, Crawl(plan.t_start, WINDOW, MOST)
        self.stepper, self.plan, self.look, self.rows, self.events = stepper, plan, look, rows, events
        self.run = Driven()
        self.keeps = not plan.times.size
        self.t = plan.t_start
        self.h = plan.h or min(plan.h_max, stepper.first_step(plan.t_end - plan.t_start))

    def begin(self) -> None:
        """The start: its row, and a look at events."""
        if self.keeps or self.plan.times[0] <= self.plan.t_start:
            self.rows.add(self.stepper, self.plan.t_start)
        if self.events is not None:
            self.events.begin(self.stepper.at)

    def reach(self, target: float) -> bool:
        """Goes on to a time; False where that failed."""
        span = self.plan.t_end - self.plan.t_start
        while target - self.t > SHORTEST * max(span, abs(target)):
            left = target - self.t
            h = left if left <= self.h * (1 + 1e-9) else self.h
            if self.plan.h is None and h < left < 2 * h:
                h = 0.5 * left
            if not (self._controlled(h) if self.plan.h is None else self._fixed(h, HALVINGS)):
                return False
            if self.run.status != "done" or self.rows.after_step(self):
                return False
            if self.plan.h is None and self._is_stuck():
                return self._fail(self.run.shortest, f"{SENTENCES[COLLAPSED]} at t = {self.t:.6g}")
        return True

    def _is_stuck(self) -> bool:
        """Whether steps crawl where a law leaps."""
        leaps = partial(self.leaps or _nowhere, self.stepper.at)
        return self.crawl.is_stuck(self.run.steps, self.t, self.plan.t_end, leaps, self.run.notes)

    def _controlled(self, h: float) -> bool:
        error = self.stepper.attempt(h, True)
        if error is None or not error <= 1.0:
            self.run.rejected += 1
            self.h = h * (UNSOLVED if error is None else shortening(error, self.stepper.order))
            if self.h <= SHORTEST * max(1.0, abs(self.t)):
                return self._fail(h)
            return True
        self._taken(h)
        # A step that was cut to end at a sample says nothing about longer ones.
        grown = growth(error, self.stepper.order)
        self.h = min(self.plan.h_max, h * grown) if h >= self.h * 0.99 or grown < 1.0 else self.h
        return True

    def _fixed(self, h: float, left: int) -> bool:
        """A step of given length, in halves where it has no solution."""
        if self.stepper.attempt(h, False) is not None:
            self._taken(h)
            return True
        self.run.rejected += 1
        if not left:
            return self._fail(h)
        said = f"the step h = {self.plan.h:.3g} was too long near t = {self.t:.4g}; it was taken in shorter ones"
        if not self.run.notes:
            self.run.notes.append(said)
        first = self._fixed(0.5 * h, left - 1)
        return first and (self.run.status != "done" or self._fixed(0.5 * h, left - 1))

    def _taken(self, h: float) -> None:
        before, run = self.stepper.at, self.run
        self.stepper.take()
        landing = None if self.events is None else self.events.passed(before, self.stepper.at)
        if landing is not None:
            self.stepper.at = landing.at
        self.t = float(self.stepper.at.t)
        run.steps += 1
        run.shortest, run.longest = min(run.shortest, h), max(run.longest, h)
        self.look(self.stepper.at)
        self._keep()
        if landing is not None:
            self._act(landing)

    def _keep(self) -> None:
        if self.keeps:
            self.rows.add(self.stepper, self.t)

    def _act(self, landing: Landing) -> None:
        """What the events at which a step ended do."""
        assert self.events is not None
        new, end = self.events.act(landing, self.stepper)
        if new is not None:
            jumps = new.at is not landing.at
            self.stepper = new
            if jumps:
                self.run.jumps.append(self.rows.count)
                self._keep()
        if end is not None:
            self.run.status, self.run.sentence = "event", f"event {end!r} ended the run"
        elif self.events.is_stuck:
            self.run.status = "failed"
            self.run.sentence = (
                f"{SENTENCES[STUCK]} at t = {self.t:.6g}; let the event be terminal, or give its law a way to come to "
                "rest"
            )

    def _fail(self, h: float, said: str = "") -> bool:
        no_state = f"at t = {self.t:.6g} Newton's method finds no next state, even for a step of {h:.2g} s"
        self.run.status, self.run.sentence = "failed", said or no_state
        self.run.lost_step = h
        return False
