"""Runs as files: one NetCDF file with states, chosen channels, the model, and the outcome of the run.

Rows are appended while a run goes on. What changes meanwhile (certificate, events, parameters that actions changed) is
a log whose last two entries stand in the file, written in turn: one of the two is always whole. Everything has check
sums. A disk that is full, or gone, ends the file, not the process: what was written before stays, and `failure` says
so.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from .._files import why_unwritten, written
from .._version import __version__
from ..channels import ChannelTable, SystemProvider
from ..contract import ModelError
from .certificate import Certificate
from .description import (
    CHECKSUM,
    OWN_VARIABLES,
    chain_start,
    checksum_except,
    described_run,
    intact,
    sealed,
    variable_name,
)
from .extras import model_text
from .netcdf import MOST_ROWS, ROWS_AT, Variable, header_bytes, read_header, row_type
from .run_log import Fate, LogEntry
from .run_reader import RUN_FORMAT, SLOTS, RunContent, guarded, read_run, read_stream
from .verdict import warn_outside

if sys.platform != "win32":
    import fcntl

OPEN_ENTRY_BYTES = 1 << 16
"""Bytes of an entry of the log that is still to change."""


class RunWriter:
    """A file of a run that grows: `append` rows, `flush` so that they last, `close`."""

    def __init__(
        self,
        path: str | Path,
        provider: SystemProvider,
        parameters: Mapping[str, float],
        fate: Fate,
        channels: Mapping[str, tuple[int, ...]] | None = None,
        grows: bool = True,
        steps: bool = True,
    ) -> None:
        self.path, self.rows, self.turn = Path(path), 0, 1
        self.trouble: str | None = None
        """Why nothing more can be written, if so: "No space left on device"."""
        dimensions, variables = described_run(ChannelTable(provider.parts), provider.layout, channels or {})
        text, missing = model_text(provider.drawn)
        if missing:
            said = f"the file of this run lacks a part of the model; what is not stored cannot be read: {missing[0]}"
            warn_outside(said)
        first = LogEntry(fate, self.turn).text()
        slots, room = (SLOTS, OPEN_ENTRY_BYTES) if grows else (SLOTS[:1], len(first.encode()))
        attributes = {
            "linkwork_format": str(RUN_FORMAT),
            "linkwork_version": __version__,
            "model": text,
            "model_parts_missing": json.dumps(missing),
            "parameters": json.dumps(dict(parameters)),
            "rows_are": "steps" if steps else "samples",
            **dict.fromkeys(slots, " " * room),
        }
        self._row = row_type(dimensions, variables)
        self._crc = chain_start(text, attributes["parameters"])
        head = _checked_header(dimensions, attributes, variables)
        self._begin, self._flushed, places = len(head), 0, read_header(bytes(head)).places
        self._slots = [places[name] for name in slots]
        place, room = self._slots[0]
        head[place : place + room] = LogEntry(fate, self.turn).text(room).encode().ljust(room)
        try:
            if self.path.exists():
                with self.path.open("rb") as before:
                    _claim(before, self.path)
            with written(self.path) as stream:
                stream.write(head)
        except OSError as error:
            raise ModelError(f"{self.path}: cannot be written: {why_unwritten(self.path, error)}.") from None
        self._file = self._opened()

    @classmethod
    def reopen(cls, path: str | Path) -> RunWriter:
        """The writer of a file that exists, at its end."""
        content, writer = read_run(path), cls.__new__(cls)
        header = content.header
        writer.path, writer.rows, writer.turn, writer.trouble = Path(path), len(content.rows), content.turn, None
        writer._row, writer._begin, writer._crc, writer._flushed = header.row, header.begin, content.crc, writer.rows
        writer._slots = [header.places[name] for name in SLOTS if name in header.places]
        writer._file = writer._opened()
        return writer

    def _opened(self) -> BinaryIO:
        """The file for writing, without a buffer in between, and for nobody else."""
        try:
            stream = self.path.open("rb+", buffering=0)
        except OSError as error:
            raise ModelError(f"{self.path}: cannot be written: {why_unwritten(self.path, error)}.") from None
        _claim(stream, self.path)
        return stream

    @property
    def failure(self) -> str | None:
        """A sentence where the file ended before the run, None elsewhere."""
        if self.trouble is None:
            return None
        return f"the file {str(self.path)!r} cannot be written any further: {self.trouble}; it holds {self.rows} rows"

    def append(self, t: np.ndarray, y: np.ndarray, channels: Mapping[str, np.ndarray] | None = None) -> None:
        """Adds rows at the end: times, states (q, u, z, w), channels. Nothing happens after a failure."""
        if self.trouble is not None:
            return
        rows = np.zeros(len(t), self._row)
        rows["t"], rows["work"], at = t, y[:, -1], 0
        for name in OWN_VARIABLES[1:4]:
            if name in (self._row.names or ()):
                size = self._row[name].shape[0]
                rows[name] = y[:, at : at + size]
                at += size
        for name, values in (channels or {}).items():
            rows[variable_name(name)] = values
        if self.rows + len(rows) > MOST_ROWS:
            raise ModelError(f"{self.path}: holds {self.rows} rows, as many as such a file can; keep fewer samples.")
        data, crc = sealed(rows, self._crc)
        try:
            self._write(self._begin + self.rows * self._row.itemsize, data)
        except OSError as error:
            self._fail(error, self.rows)
        else:
            self.rows, self._crc = self.rows + len(rows), crc

    def flush(self, fate: Fate) -> None:
        """Makes what was appended last: rows first, then their number, then what is known of the run."""
        try:
            self._sync()
        except OSError as error:
            self._fail(error, self._flushed)
        try:
            self._write(ROWS_AT, struct.pack(">i", self.rows))
            self._log(fate)
        except OSError as error:
            self._fail(error, self._flushed)
        else:
            self._flushed = self.rows

    def _log(self, fate: Fate) -> None:
        """Writes an entry over the one before the last."""
        place, room = self._slots[self.turn % len(self._slots)]
        self.turn += 1
        self._write(place, LogEntry(fate, self.turn, self.rows).text(room).encode().ljust(room))
        self._sync()

    def truncate(self, rows: int, fate: Fate) -> None:
        """Goes back to the first rows: a run that is resumed writes the others again."""
        if rows < self.rows:
            content = self.content()
            self.rows, self._crc = intact(content.rows[:rows], content.crc)
        if self.rows != rows:
            raise ModelError(f"{self.path}: is not the file that row {rows} was counted in.")
        self.flush(fate)
        self._file.truncate(self._begin + rows * self._row.itemsize)

    def content(self) -> RunContent:
        """What was flushed so far, out of this very file, whatever became of its name."""
        return self._last if self._file.closed else read_stream(self._file, self.path, is_own=True)

    def outcome(self, fate: Fate) -> Certificate:
        """Flushes; the certificate of what the file then holds: as given, or that it ended before the run."""
        self.flush(fate)
        if self.failure is None:
            return fate.certificate
        t = self.content().column("t")
        t_end = float(t[-1]) if len(t) else fate.certificate.t_start
        told = replace(fate.certificate, status="failed", sentence=f"{self.failure}, to t = {t_end:g}", t_end=t_end)
        self.flush(replace(fate, certificate=told))
        return told

    def break_off(self, fate: Fate, error: BaseException | None) -> None:
        """Closes the file of a run that an error ended."""
        said = "it was interrupted" if isinstance(error, KeyboardInterrupt) else str(error)
        told = replace(fate.certificate, status="failed", sentence=f"the run was broken off: {said}")
        self.close(replace(fate, certificate=told))

    def close(self, fate: Fate) -> None:
        """Flushes and closes; the file is copied where the reserved room does not hold all events."""
        if self._file.closed:
            return
        self.flush(fate)
        with contextlib.suppress(OSError):
            if len(self._slots) > 1:
                self._log(fate)
            if len(LogEntry(fate, self.turn, self.rows).text().encode()) > self._slots[0][1]:
                self._copy(LogEntry(fate, self.turn, self.rows))
        self._leave()

    def _leave(self) -> None:
        """Closes the file, and leaves it to others."""
        self._last = self.content()
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)  # what maps the file would hold the lock
        self._file.close()

    def _copy(self, entry: LogEntry) -> None:
        """Puts the same file in its place with as much room as an entry needs."""
        header, text = self.content().header, entry.text().encode()
        attributes = {name: value for name, value in header.attributes.items() if name not in (*SLOTS, CHECKSUM)}
        attributes[SLOTS[0]] = " " * len(text)
        head = _checked_header(header.dimensions, attributes, header.variables)
        place, room = read_header(bytes(head)).places[SLOTS[0]]
        head[place : place + room] = text
        head[ROWS_AT : ROWS_AT + 4] = struct.pack(">i", self.rows)
        self._file.seek(header.begin)
        with written(self.path) as target:
            target.write(head)
            shutil.copyfileobj(self._file, target, 1 << 22)

    def _fail(self, error: OSError, rows: int) -> None:
        """Ends the file behind its first rows; a second failure adds nothing."""
        self.rows = rows
        self.trouble = self.trouble or error.strerror or str(error)
        with contextlib.suppress(OSError):
            self._file.truncate(self._begin + rows * self._row.itemsize)

    def _write(self, place: int, data: Any) -> None:
        view = memoryview(data)
        self._file.seek(place)
        while len(view):
            view = view[self._file.write(view) :]

    def _sync(self) -> None:
        os.fsync(self._file.fileno())


def _checked_header(
    dimensions: Mapping[str, int], attributes: Mapping[str, str], variables: Mapping[str, Variable]
) -> bytearray:
    """A header with its check sum."""
    head = bytearray(header_bytes(dimensions, {**attributes, CHECKSUM: "0" * 8}, variables))
    header = read_header(bytes(head))
    place, size = header.places[CHECKSUM]
    head[place : place + size] = checksum_except(head, len(head), guarded(header)).encode()
    return head


def _claim(stream: BinaryIO, path: Path) -> None:
    """Takes a file for this writer alone, until it is closed."""
    if sys.platform != "win32":
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ModelError(f"{path}: another run is writing this file; give each run a file of its own.") from None
        except OSError:
            return  # a file system without locks
