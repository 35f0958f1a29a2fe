"""The keeper of a run in absolute coordinates: rows, file, checkpoint, progress and Ctrl-C, after every step.

A checkpoint holds where the method is, what it remembers, and at which state its present factors were made, so that a
resumed run makes the same ones again.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from ..._version import __version__
from ...contract import ModelError
from ...results import Certificate, Fate, RunWriter, State
from ..checkpoints import check_signature, keep_checkpoint, read_checkpoint, state_data
from ..output import Clock, Interruption, Output, Progress
from .drive import Driven, Loop, Plan
from .events import Events
from .rows import MEANS, FileRows, MemoryRows
from .steppers import Stepper, WeakStepper
from .way import Way

Tell = Callable[[Stepper, Driven], Certificate]


class AbsoluteKeeper:
    """Sees to one run."""

    def __init__(
        self, way: Way, start: State, plan: Plan, watch: Any, events: Events | None, keeping: Output, tell: Tell
    ) -> None:
        self.way, self.start, self.plan, self.watch, self.events = way, start, plan, watch, events
        self.keeping, self.tell = keeping, tell
        layout = way.system.layout
        self.rows: MemoryRows | FileRows = MemoryRows((layout.nq, layout.nu, layout.nz))
        self.interruption, self._open = Interruption(), ExitStack()
        self.flushes, self.checkpoints = Clock(keeping.flush), Clock(keeping.checkpoint_every)

    def __enter__(self) -> AbsoluteKeeper:
        plan, name = self.plan, self.way.system.model.name
        self.progress = Progress(self.keeping.progress, plan.t_start, plan.t_end, name)
        self._open.enter_context(self.interruption.heard())
        self._open.callback(self.progress.close)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()
        if error is not None and isinstance(self.rows, FileRows):
            with suppress(Exception):  # of closing the file: not the error to tell
                self.rows.writer.break_off(self._fate(self._loop, "failed"), error)

    @property
    def count(self) -> int:
        """Rows so far."""
        return self.rows.count

    def begin(self, loop: Loop) -> bool:
        """Opens the file; goes back to a checkpoint where one was given, and tells so."""
        self._loop, file, resume = loop, self.keeping.file, self.keeping.resume
        if file is not None:
            self.rows = FileRows(RunWriter.reopen(file) if resume is not None else self._writer(file, loop))
        if resume is None:
            return False
        self._restore(resume, loop)
        return True

    def _writer(self, file: str | Path, loop: Loop) -> RunWriter:
        system = self.way.system
        channels = {MEANS: (system.rows,)} if self._has_means else {}
        fate, steps = self._fate(loop, "running"), not self.plan.times.size
        return RunWriter(file, system.model, system.layout, self.start.parameters, fate, channels, steps=steps)

    @property
    def _has_means(self) -> bool:
        return self.way.element is not None and self.way.system.rows > 0

    def add(self, stepper: Stepper, t: float) -> None:
        """A row for the state that the method is at."""
        parameters = self.way.parameters if self.events is None else self.events.way.parameters
        y = np.concatenate([*self.way.system.row(stepper.at, parameters), [self.watch.work]])
        means = stepper.means if self._has_means and isinstance(stepper, WeakStepper) else np.zeros(0)
        self.rows.add(t, y, means)

    def after_step(self, loop: Loop) -> bool:
        """What is due; whether the run is to stop."""
        self.progress.show(loop.t, loop.run.steps)
        if isinstance(self.rows, FileRows) and self.flushes.is_due():
            began = time.perf_counter()
            self.rows.writer.flush(self._fate(loop, "running"))
            self.flushes.done(began)
        asked = self.interruption.asked
        if self.keeping.checkpoint is not None and (asked or self.checkpoints.is_due()):
            began = time.perf_counter()
            self._write(self.keeping.checkpoint, loop)
            self.checkpoints.done(began)
        if asked:
            loop.run.status, loop.run.sentence = "paused", "interrupted; what was computed is kept"
        return asked or (isinstance(self.rows, FileRows) and self.rows.writer.trouble is not None)

    def close(self, certificate: Certificate, jumps: list[int]) -> Certificate:
        """Writes how the run ended; what is then to be said of what was kept."""
        if not isinstance(self.rows, FileRows):
            return certificate
        fate = Fate(certificate, self._happened(), self.changes(jumps))
        told = self.rows.writer.outcome(fate)
        self.rows.writer.close(replace(fate, certificate=told))
        return told

    def changes(self, jumps: list[int]) -> tuple[tuple[int, Mapping[str, float]], ...]:
        """Values of Parameters, and from which row on they hold."""
        return () if self.events is None else tuple(zip(jumps, self.events.parameters, strict=True))

    def _happened(self) -> tuple[tuple[float, str], ...]:
        return () if self.events is None else tuple((o.t, o.event) for o in self.events.happenings.occurrences)

    def _fate(self, loop: Loop, status: str) -> Fate:
        before = loop.run.status, loop.run.sentence
        loop.run.status, loop.run.sentence = status, "the run was going on when this was written"
        told = self.tell(loop.stepper, loop.run)
        loop.run.status, loop.run.sentence = before
        return Fate(told, self._happened(), self.changes(loop.run.jumps))

    def _write(self, path: str | Path, loop: Loop) -> None:
        """Writes a checkpoint."""
        arrays = {f"/stepper{name}": values for name, values in loop.stepper.saved().items()}
        if isinstance(self.rows, FileRows):
            self.rows.writer.flush(self._fate(loop, "running"))
        else:
            arrays |= self.rows.arrays()
        told = {
            "signature": signature(self.way, self.start, self.plan, self.events),
            "start": state_data(self.start),
            "rows": self.count,
            "in_file": isinstance(self.rows, FileRows),
            "loop": {"t": loop.t, "h": loop.h},
            "run": {name: getattr(loop.run, name) for name in OF_RUN},
            "watch": self.watch.told(),
            "events": None if self.events is None else self.events.told(),
        }
        keep_checkpoint(path, arrays, told, loop.run.notes)

    def _restore(self, path: str | Path, loop: Loop) -> None:
        """Goes back to a checkpoint."""
        arrays, told = read_checkpoint(path)
        check_signature(path, told["signature"], signature(self.way, self.start, self.plan, self.events))
        self._restore_rows(path, arrays, told)
        if self.events is not None:
            self.events.restore(told["events"])
        way = self.way if self.events is None else self.events.way
        kept = {name.removeprefix("/stepper"): x for name, x in arrays.items() if name.startswith("/stepper")}
        loop.stepper = way.stepper(loop.stepper.at)
        loop.stepper.restore(kept)
        loop.t, loop.h = told["loop"]["t"], told["loop"]["h"]
        for name in OF_RUN:
            setattr(loop.run, name, told["run"][name])
        self.watch.restore(told["watch"], loop.stepper.at, way.tables)

    def _restore_rows(self, path: str | Path, arrays: Mapping[str, np.ndarray], told: Mapping[str, Any]) -> None:
        if isinstance(self.rows, MemoryRows):
            if told["in_file"]:
                raise ModelError(
                    f"simulate: the run of the checkpoint {str(path)!r} wrote to a file; give "
                    "output=lw.Output(file=…) again."
                )
            self.rows.restore(*(arrays[f"/rows/{name}"] for name in ("t", "y", "means")))
            return
        if self.rows.count < told["rows"]:
            raise ModelError(
                f"simulate: the checkpoint {str(path)!r} goes on after row {told['rows']} of the file, which has "
                f"{self.rows.count}; give the file that belongs to it."
            )
        self.rows.writer.truncate(told["rows"], self._fate(self._loop, "running"))


OF_RUN = ("steps", "rejected", "shortest", "longest", "notes", "jumps")


def signature(way: Way, start: State, plan: Plan, events: Events | None) -> dict[str, str]:
    """What must be the same when a run goes on: the equations with their numbers, the method, the plan, the events."""
    system = way.system
    tables = system.tables(start.parameters)
    numbers = (tables.bodies, tables.com, tables.gravity, *tables.groups)
    parts = [np.ascontiguousarray(x).tobytes() for x in numbers]
    digests = [group.kernel("residual").function.digest for group in system.groups]
    return {
        "t_end": repr(plan.t_end),
        "coordinates": _digest([repr((system.layout.q, system.layout.u, system.layout.z)).encode()]),
        "equations": _digest([*(x.encode() for x in digests), *parts]),
        "times": f"{len(plan.times)} samples {_digest([plan.times.tobytes()])}" if plan.times.size else "steps",
        "events": repr([(e.name, e.direction, e.value, e.terminal, e.count) for e in events.events] if events else []),
        "h": repr(plan.h),
        "h_max": repr(plan.h_max),
        "tolerance": repr(plan.tolerance),
        "method": repr(way.method),
        "linkwork": __version__,
    }


def _digest(parts: list[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()[:16]
