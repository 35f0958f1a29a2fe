"""The keeper of a run: after each piece of native work it sees to the file, the checkpoint, the terminal and Ctrl-C."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np

from ..absolute import AbsoluteSystem
from ..contract import ModelError
from ..numerics.integrators.record import ACCEPTED, SAMPLED, Record, T
from ..results import Certificate, Fate, Occurrence, RunWriter, State, Trajectory
from ..system import System
from .along import FEW, measured_on
from .checkpoints import (
    arrays_in,
    check_signature,
    keep_checkpoint,
    read_checkpoint,
    restore,
    signature,
    state_data,
    state_from,
)
from .file_segments import FileSegments
from .leaps import Leaping
from .methods.method import Method
from .output import Clock, Interruption, Output, Progress
from .segments import Segments

PIECE = 0.1
"""Seconds that a piece of native work should take: what Ctrl-C has to wait for."""
FIRST_PIECE = 1000
"""Steps of the first piece."""


class Kept(Protocol):
    """What of a run its keeper sees."""

    system: System
    options: Any
    events: Any
    start: State
    present: State
    bound: Any
    engine: Any
    record: Record
    watching: Any
    notes: list[str]
    leaps: list[tuple[float, float]]
    occurrences: list[Occurrence]
    counts: dict[str, int]
    parameter_changes: list[Any]
    _certificate: Callable[[str, str], Certificate]
    _engine: Callable[[Method], Any]
    _fetch: Callable[[], None]


class Keeper:
    """Sees to one run."""

    def __init__(self, run: Any, keeping: Output) -> None:
        self.run: Kept = run
        self.keeping = keeping
        self.interruption = Interruption()
        self.samples_written = 0
        self.writer: RunWriter | None = None
        self.segments: Segments | FileSegments = Segments(run.bound.n)
        if keeping.file is not None:
            steps = run.options.keeps_steps
            model, layout, given = run.system.model, run.system.layout, run.start.parameters
            if keeping.resume is None:
                self.writer = RunWriter(keeping.file, model, layout, given, self._fate("running"), steps=steps)
            else:
                self.writer = RunWriter.reopen(keeping.file)
            self.segments = FileSegments(run.bound.n, self.writer)
        self._piece, self._began = FIRST_PIECE, time.perf_counter()
        self.flushes, self.checkpoints = Clock(keeping.flush), Clock(keeping.checkpoint_every)

    def __enter__(self) -> Keeper:
        options = self.run.options
        self.progress = Progress(self.keeping.progress, options.t_start, options.end, self.run.system.model.name)
        self.interruption.listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.interruption.leave()
        self.progress.close()

    def steps(self, most: int) -> int:
        """How many steps the next piece has: so many that the keeper is asked several times a second."""
        self._began = time.perf_counter()
        self._piece = min(most, self._piece)
        return self._piece

    def after_piece(self) -> bool:
        """What is due; whether the run is to stop."""
        record = self.run.record
        spent = time.perf_counter() - self._began
        if spent > 2.0 * PIECE:
            self._piece = max(1, int(self._piece * PIECE / spent))
        elif spent < 0.5 * PIECE:
            self._piece *= 2
        self.progress.show(float(record.clock[T]), int(record.count[ACCEPTED]))
        if self.writer is not None and self.flushes.is_due():
            began = time.perf_counter()
            self._collect()
            self.writer.flush(self._fate("running"))
            self.flushes.done(began)
        asked = self.interruption.asked or (self.writer is not None and self.writer.trouble is not None)
        if self.keeping.checkpoint is not None and (asked or self.checkpoints.is_due()):
            began = time.perf_counter()
            self.write()
            self.checkpoints.done(began)
        return asked

    def _collect(self) -> None:
        """Rows out of native memory, to where they are kept."""
        run = self.run
        if run.options.keeps_steps:
            run._fetch()
        elif self.writer is not None:
            first, last = self.samples_written, int(run.record.count[SAMPLED])
            if last > first:
                self.writer.append(run.record.times[first:last], run.record.samples[first:last])
                self.samples_written = last

    def _fate(self, status: str, certificate: Certificate | None = None) -> Fate:
        run = self.run
        told = certificate or run._certificate(status, "the run was going on when this was written")
        return Fate(told, tuple((o.t, o.event) for o in run.occurrences), tuple(run.parameter_changes))

    def finish(self, give: Callable[..., Trajectory], certificate: Certificate) -> Trajectory:
        """The run that `give` makes of times, states, what gives states between, and the certificate, closed and kept.

        How well constraints are met is measured on what was kept.
        """
        self._collect()
        if self.writer is not None:
            certificate = self.writer.outcome(self._fate("", certificate))
        run = give(*self._result(), certificate)
        if self._is_short():
            return run
        found = measured_on(self.run.system, run)
        measured = run if found is certificate else replace(run, certificate=found)
        if self.writer is not None:
            self.writer.close(self._fate("", measured.certificate))
        return measured

    def break_off(self, error: BaseException) -> None:
        """Closes the file of a run that ends with an error; whatever goes wrong with that is not the error to tell."""
        with contextlib.suppress(Exception):
            if self.writer is not None:
                self._collect()
                self.writer.break_off(self._fate("failed"), error)

    def _is_short(self) -> bool:
        """Whether a few states were kept, in memory and with parameters that are those of the end."""
        run = self.run
        if self.writer is not None or run.parameter_changes or len(run.bound.s):
            return False
        return bool((self.segments.count if run.options.keeps_steps else run.record.count[SAMPLED]) <= FEW)

    def left_open(self) -> tuple[float, float]:
        """What constraints leave at the states of a short run, by code that is bound already; zero for others."""
        if not self._is_short():
            return 0.0, 0.0
        left = [self.run.bound.left_open(t, y) for t, y in zip(*self._rows(), strict=True)]
        return max((x for x, _ in left), default=0.0), max((x for _, x in left), default=0.0)

    def _result(self) -> tuple[np.ndarray, tuple[np.ndarray, ...], Any]:
        """Times, (q, u, z, work), and what gives states between."""
        run = self.run
        nq, nu, _ = run.bound.sizes
        between = self.segments.at if run.options.keeps_steps else None
        if self.writer is not None:
            content = self.writer.content()
            names = ("q", "u", "z", "work")
            return content.column("t"), tuple(content.column(name) for name in names), between
        t, y = self._rows()
        return t, (y[:, :nq], y[:, nq : nq + nu], y[:, nq + nu : -1], y[:, -1]), between

    def _rows(self) -> tuple[np.ndarray, np.ndarray]:
        """(times, states) that are kept in memory."""
        if self.run.options.keeps_steps:
            return self.segments.table()
        count = int(self.run.record.count[SAMPLED])
        return self.run.record.times[:count].copy(), self.run.record.samples[:count].copy()

    def _arrays(self) -> dict[str, Any]:
        bound = self.run.bound
        return {
            "engine": vars(self.run.engine),
            "record": self.run.record,
            "watch": self.run.watching.watch,
            "unknowns": bound.flow.s,
            "counts": bound.flow.count,
            "pivot": bound.flow.pivot,
            "worst": bound.closing.worst,
            "parameters": bound.parameters,
        }

    def write(self) -> None:
        """Writes a checkpoint."""
        run, path = self.run, self.keeping.checkpoint
        assert path is not None
        self._collect()
        arrays = dict(arrays_in(self._arrays()))
        arrays |= self._row_arrays()
        told = {
            "signature": signature(run.system, run.options, run.events),
            "method": run.engine.name,
            "start": state_data(run.start),
            "present": state_data(run.present),
            "rows": 0 if self.writer is None else self.writer.rows,
            "stretches": self.segments.told(),
            "samples_written": self.samples_written,
            "notes": run.notes,
            "leaps": run.leaps,
            "occurrences": [[o.t, o.event] for o in run.occurrences],
            "counts": run.counts,
            "parameter_changes": [[row, dict(values)] for row, values in run.parameter_changes],
        }
        keep_checkpoint(path, arrays, told, run.notes)

    def _row_arrays(self) -> dict[str, np.ndarray]:
        """What was kept so far: in the file, or here."""
        if self.writer is not None:
            self.writer.flush(self._fate("running"))
            return {}
        sampled = int(self.run.record.count[SAMPLED])
        return {"/samples": self.run.record.samples[:sampled], **self.segments.arrays()}

    def resumed(self) -> bool:
        """Goes back to a checkpoint, where one was given."""
        path = self.keeping.resume
        if path is None:
            return False
        run = self.run
        arrays, told = read_checkpoint(path)
        check_signature(path, told["signature"], signature(run.system, run.options, run.events))
        if run.engine.name != told["method"]:
            run.engine = run._engine(run.options.method_named(told["method"]))
        run.present = state_from(run.system, told["present"])
        restore(self._arrays(), arrays, "")
        self._restore_rows(arrays, told, path)
        run.notes[:] = told["notes"]
        run.leaps[:] = [(t, error) for t, error in told["leaps"]]
        run.occurrences[:] = [Occurrence(t, name) for t, name in told["occurrences"]]
        run.counts.update(told["counts"])
        run.parameter_changes[:] = [(row, values) for row, values in told["parameter_changes"]]
        return True

    def _restore_rows(self, arrays: dict[str, np.ndarray], told: dict[str, Any], path: str | Path) -> None:
        def engine(name: str) -> Any:
            if name == Leaping.name:
                return Leaping(run.bound)
            return (
                run.engine if name == run.engine.name else run.options.engine(run.options.method_named(name), run.bound)
            )

        run = self.run
        if self.writer is not None:
            if self.writer.rows < told["rows"]:
                raise ModelError(
                    f"simulate: the checkpoint {str(path)!r} goes on after row {told['rows']} of the file, which has "
                    f"{self.writer.rows}; give the file that belongs to it."
                )
            self.writer.truncate(told["rows"], self._fate("running"))
            self.samples_written = told["samples_written"]
        elif "/samples" not in arrays:
            raise ModelError(
                f"simulate: the run of the checkpoint {str(path)!r} wrote to a file; give "
                "output=lw.Output(file=…) again."
            )
        else:
            run.record.samples[: len(arrays["/samples"])] = arrays["/samples"]
        if run.options.keeps_steps:
            self.segments.restore(told["stretches"], arrays, engine, run.bound)


def resumed_start(system: System | AbsoluteSystem, path: str | Path) -> State:
    """The state from which the run of a checkpoint began."""
    _, told = read_checkpoint(path)
    try:
        return state_from(system, told["start"])
    except (KeyError, TypeError, ModelError) as error:
        raise ModelError(f"simulate: the checkpoint {str(path)!r} belongs to another system: {error}") from None
