"""A run: one loop that asks a stepper for pieces, and sees to what is due between them."""

from __future__ import annotations

import contextlib
import math
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..._version import __version__
from ...contract import ModelError
from ...diagnosis import Note, add_note, note, stored_notes
from ...numerics.status import EVENT, PAUSED, RUN_DONE, RUNNING, SENTENCES, STEP_COLLAPSED, STUCK
from ...results import Certificate, ContactChange, Fate, RunWriter, State, Trajectory
from ...run.certificate import Certifier, RunComparison
from ...run.checkpoint import check_signature, checkpoint_digest, read_checkpoint, state_data, write_checkpoint
from ...run.contact_events import ContactDriver, ContactEvent
from ...run.event_log import state_after
from ...run.events import Event
from ...run.output import Output
from ...run.progress import Clock, Interruption, Progress
from .tree import TreeStepper

PIECE = 0.1
"""Seconds that a piece should take: what Ctrl-C has to wait for."""
FIRST_PIECE = 1000
"""Steps of the first piece."""
REST = "let the event be terminal, or give its law a way to come to rest"
HELD_AT_ZERO = (
    "; where what its action switches on holds the event at zero, let its condition ask for that too: "
    'lambda x: (… < 0) & (x["latched"] < 0.5)'
)
GOING_ON = "the run was going on when this was written"


class Run:
    """One run of a stepper, which began at `began` (`time.perf_counter`). `reader` reads channels of its result.

    `second` estimates the error of the motion when it is first asked for, and `judge` finds notes in its rows when the
    certificate is. After `most` steps it is left, at the end of a piece.
    """

    def __init__(
        self,
        stepper: TreeStepper,
        output: Output,
        reader: Any,
        began: float,
        driver: ContactDriver | None = None,
        second: RunComparison | None = None,
        judge: Callable[[Trajectory], Iterable[Note]] | None = None,
        most: float = math.inf,
    ) -> None:
        self.stepper, self.output, self.reader, self.began, self.driver = stepper, output, reader, began, driver
        self.second, self.judge, self.most = second, judge, most
        self.ended_by: str | None = None
        """The event that ended the run."""
        self._interruption = Interruption()
        self._piece, self._piece_began = FIRST_PIECE, began
        self._flushes, self._checkpoints = Clock(output.flush), Clock(output.checkpoint_every)
        if output.file is not None:
            stepper.recorder.writer = self._writer(output.file)

    def _writer(self, file: str | Path) -> RunWriter:
        stepper = self.stepper
        system, recorder = stepper.system, stepper.recorder
        recorder.fix_columns()
        if self.output.resume is not None:
            return RunWriter.reopen(file)
        channels = {name: (size,) for name, size in recorder.channels.items()}
        fate, given, steps = self._fate("running"), stepper.start.parameters, stepper.plan.keeps_steps
        return RunWriter(file, system.channels.provider, given, fate, channels, steps=steps)

    def trajectory(self) -> Trajectory:
        """Runs, and gives what was computed however it ends; a file is closed also where an error ends it."""
        try:
            code = self._run()
            status, sentence = self._outcome(code)
            self.stepper.finish(code)
            return self._result(self._certifier(status, sentence))
        except BaseException as error:
            self._break_off(error)
            raise

    def _run(self) -> int:
        """The loop with Ctrl-C heard and progress shown."""
        plan, name = self.stepper.plan, self.stepper.system.model.name
        progress = Progress(self.output.progress, plan.t_start, plan.t_end, name)
        self._interruption.listen()
        try:
            return self._loop(progress)
        except KeyboardInterrupt:
            return PAUSED
        finally:
            self._interruption.leave()
            progress.close()

    def _loop(self, progress: Progress) -> int:
        stepper = self.stepper
        code = self._events(RUNNING if self._is_resumed() else stepper.begin())
        while code == RUNNING:
            code = self._events(stepper.advance(self._steps()))
            if code == RUNNING and self._is_stuck():
                return STEP_COLLAPSED
            # Only now: a checkpoint, or an interruption, must not come between an event and what it does.
            if code == RUNNING and (self._after_piece(progress) or stepper.accepted >= self.most):
                return PAUSED
        return code

    def _steps(self) -> int:
        """How many steps the next piece has: so many that Ctrl-C is heard several times a second."""
        self._piece_began = time.perf_counter()
        self._piece = min(self.stepper.piece, self._piece)
        return self.stepper.crawl.budget(self.stepper.accepted, self._piece)

    def _is_stuck(self) -> bool:
        """Whether steps crawl where a law leaps."""
        stepper = self.stepper
        return stepper.crawl.is_stuck(
            stepper.accepted, stepper.t, stepper.plan.t_end, stepper.is_leaping, stepper.notes
        )

    def _events(self, code: int) -> int:
        """What the events at which a piece ended do; the code to go on with."""
        if code != EVENT:
            return code
        stepper = self.stepper
        landed = tuple(stepper.landed)
        changed = [self._act(event) for event in landed if event.action is not None]
        for crowded in filter(None, (stepper.log.crowd(event, stepper.t, stepper.plan.t_end) for event in landed)):
            stepper.notes.append(crowded)
            warnings.warn(str(crowded), stacklevel=2)  # now: the certificate may be hours away
        changed.append(self._touch([event for event in landed if isinstance(event, ContactEvent)]))
        self.ended_by = stepper.log.first_end(landed)
        if any(changed) or self.ended_by is None:
            stepper.settle(landed, any(changed))
        if self.ended_by is not None:
            return EVENT
        return STUCK if landed and stepper.log.is_stuck else RUNNING

    def _act(self, event: Event) -> bool:
        """Applies an action; whether it changes anything."""
        stepper = self.stepper
        before = stepper.state
        state = state_after(event, stepper.system, before)
        if state is None:
            return False
        change = None
        if self.driver is not None:
            state, change = self.driver.acted(before, state)
        stepper.collect()
        changed = _changed(before, state)
        if changed:
            stepper.log.change(stepper.recorder.count, changed)
        after = stepper.jump(event, state)
        stepper.log.acted(event.name, after)
        self._tell((), change, before, after)
        return True

    def _touch(self, triggers: list[ContactEvent]) -> bool:
        """What contacts do whose margins are used up; whether there are some."""
        if not triggers:
            return False
        stepper, driver = self.stepper, self.driver
        assert driver is not None
        before = stepper.state
        state, change = driver.resolve(stepper.system, before, triggers)
        stepper.collect()
        changed = _changed(before, state)
        if changed:
            stepper.log.change(stepper.recorder.count, changed)
        self._tell(triggers, change, before, stepper.jump(triggers[0], state))
        return True

    def _tell(
        self, triggers: Sequence[ContactEvent], change: ContactChange | None, before: State, after: State
    ) -> None:
        """What happened to contacts and switched connections, if anything did."""
        self.stepper.log.touched(triggers, change, before, after)
        for one in () if change is None else change.notes:
            add_note(self.stepper.notes, one)

    def _after_piece(self, progress: Progress) -> bool:
        """What is due; whether the run is to stop."""
        stepper, writer = self.stepper, self.stepper.recorder.writer
        spent = time.perf_counter() - self._piece_began
        if spent > 2.0 * PIECE:
            self._piece = max(1, int(self._piece * PIECE / spent))
        elif spent < 0.5 * PIECE:
            self._piece *= 2
        progress.show(stepper.t, stepper.accepted)
        if writer is not None and self._flushes.is_due():
            began = time.perf_counter()
            stepper.collect()
            writer.flush(self._fate("running"))
            self._flushes.done(began)
        asked = self._interruption.asked or (writer is not None and writer.trouble is not None)
        if self.output.checkpoint is not None and (asked or self._checkpoints.is_due()):
            began = time.perf_counter()
            self._save(self.output.checkpoint)
            self._checkpoints.done(began)
        return asked

    def _save(self, path: str | Path) -> None:
        """Writes a checkpoint; rows that it counts on are in the file before."""
        self.stepper.collect()
        if self.stepper.recorder.writer is not None:
            self.stepper.recorder.writer.flush(self._fate("running"))
        save_checkpoint(path, self.stepper, self.driver)

    def _is_resumed(self) -> bool:
        """Goes back to a checkpoint, where one was given."""
        if self.output.resume is None:
            return False
        rows = restore_checkpoint(self.output.resume, self.stepper, self.driver)
        if self.stepper.recorder.writer is not None:
            self.stepper.recorder.writer.truncate(rows, self._fate("running"))
        return True

    def _outcome(self, code: int) -> tuple[str, str]:
        """(status, sentence) of how the run ended."""
        if code == RUN_DONE:
            missed = None if self.driver is None else self.driver.missed(self.stepper.state)
            return ("done", "the end was reached") if missed is None else ("failed", missed)
        if code == PAUSED:
            return "paused", "interrupted; what was computed is kept"
        if code == EVENT:
            return "event", f"the event {self.ended_by!r} ended the run"
        if code == STUCK:
            held = "" if self.driver is None else HELD_AT_ZERO
            return "failed", f"{SENTENCES[STUCK]} at t = {self.stepper.t:.6g}; {REST}{held}"
        return "failed", self.stepper.explain(code)

    def _certifier(self, status: str, sentence: str) -> Certifier:
        """What is known of the run by now."""
        stepper, wall = self.stepper, time.perf_counter() - self.began
        known = stepper.system, stepper.plan, stepper.statistics(), status, sentence, stepper.log, wall
        return Certifier(*known, self.second, self.judge)

    def _fate(self, status: str, certificate: Certificate | None = None) -> Fate:
        log = self.stepper.log
        told = certificate or self._certifier(status, GOING_ON).counted()
        return Fate(told, log.told(), tuple(log.parameter_changes))

    def _result(self, certifier: Certifier) -> Trajectory:
        """The run as it was kept; its certificate is made when it is first asked for."""
        stepper, recorder = self.stepper, self.stepper.recorder
        if recorder.writer is not None:
            written = recorder.writer.outcome(self._fate("", certifier.counted()))
            certifier = replace(certifier, written=written)
        t, (q, u, z, work) = recorder.table()
        unkept = recorder.unkept if stepper.plan.keeps_steps else ""
        run = Trajectory(
            stepper.system.channels.provider,
            t,
            q,
            u,
            z,
            work,
            dict(stepper.start.parameters),
            certifier,
            self.reader,
            recorder.at if stepper.plan.keeps_steps and not unkept else None,
            tuple(stepper.log.occurrences),
            self.reader.outputs,
            tuple(stepper.log.parameter_changes),
            unkept,
            tuple(recorder.channels),
        )
        stepper.close(run)
        if recorder.writer is not None:
            recorder.writer.close(self._fate("", run.certificate))
        return run

    def _break_off(self, error: BaseException) -> None:
        """Closes the file of a run that ends with an error; whatever goes wrong with that is not the error to tell."""
        with contextlib.suppress(Exception):
            writer = self.stepper.recorder.writer
            if writer is not None:
                self.stepper.collect()
                writer.break_off(self._fate("failed"), error)


def _changed(before: State, after: State) -> dict[str, float]:
    """Parameters that have other values."""
    return {name: x for name, x in after.parameters.items() if before.parameters.get(name) != x}


def signature_of(stepper: TreeStepper, own: Mapping[str, str]) -> dict[str, str]:
    """What must be the same when a run goes on: what is wanted of it, the events, and what its stepper tells."""
    plan, layout, events = stepper.plan, stepper.system.layout, stepper.log.events
    samples = f"{len(plan.times)} samples {checkpoint_digest([np.ascontiguousarray(plan.times).tobytes()])}"
    return {
        "coordinates": checkpoint_digest([repr((layout.q, layout.u, layout.z)).encode()]),
        "times": "steps" if plan.keeps_steps else samples,
        "events": repr([(e.name, e.direction, e.value, e.terminal, e.count) for e in events]),
        "linkwork": __version__,
        **own,
    }


def save_checkpoint(path: str | Path, stepper: TreeStepper, driver: ContactDriver | None = None) -> None:
    """Writes all that a run consists of: stepper, rows, log of events, what is remembered of contacts.

    Where that fails the run goes on, the checkpoint before stays, and a note tells so.
    """
    (arrays, stepped), (rows, recorded) = stepper.saved(), stepper.recorder.saved()
    found = {f"/stepper{name}": values for name, values in arrays.items()}
    found |= {f"/rows{name}": values for name, values in rows.items()}
    told = {
        "signature": signature_of(stepper, stepped["signature"]),
        "start": state_data(stepper.start),
        "stepper": stepped,
        "rows": recorded,
        "events": stepper.log.saved(),
        "notes": [one.to_dict() for one in stepper.notes],
        "contacts": None if driver is None else driver.saved(),
    }
    try:
        write_checkpoint(path, found, told)
    except ModelError as error:
        add_note(stepper.notes, note("checkpoint_unwritten", error.text, stepper.t))


def restore_checkpoint(path: str | Path, stepper: TreeStepper, driver: ContactDriver | None = None) -> int:
    """Goes back to where a run was when it was saved; how many rows there were."""
    arrays, told = read_checkpoint(path)
    check_signature(path, told["signature"], signature_of(stepper, stepper.saved()[1]["signature"]))
    source = stepper.restore(_within(arrays, "/stepper"), told["stepper"])
    stepper.recorder.restore(path, _within(arrays, "/rows"), told["rows"], source)
    stepper.log.restore(told["events"])
    stepper.notes[:] = stored_notes(told["notes"])
    if driver is not None:
        driver.restore(told["contacts"])
    return int(told["rows"]["rows"])


def _within(arrays: Mapping[str, np.ndarray], path: str) -> dict[str, np.ndarray]:
    return {name.removeprefix(path): values for name, values in arrays.items() if name.startswith(f"{path}/")}
