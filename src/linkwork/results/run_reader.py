"""Reading files of runs: what is damaged is reported, and never read."""

from __future__ import annotations

import json
import mmap
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..contract import ModelError
from .description import CHECKSUM, STATE_NAMES, chain_start, checksum_except, intact, names_of_variable
from .netcdf import ROWS_AT, Header, read_header
from .run_log import Fate, LogEntry, entry_of

RUN_FORMAT, OLDEST_FORMAT = 3, 2
"""Version of these files, and the oldest that is read: notes are sentences in it, and it does not have options."""
SLOTS = ("run_a", "run_b")
"""Attributes that hold the last two entries of the file's log."""
UNKEPT = "nothing had been saved yet when the process that wrote it ended"
PARTIAL = "partial=True takes those before"


@dataclass(frozen=True, eq=False)
class RunContent:
    """What a file of a run holds."""

    header: Header
    rows: np.ndarray
    """Structured, big-endian, mapped from the file: read where it is used."""
    turn: int
    """How often it was flushed."""
    crc: int
    """Behind the rows, which those that are appended go on from; where the chain begins if they were not checked."""
    fate: Fate
    names: Mapping[str, tuple[str, ...]]
    """Of q, u and z."""
    model: Mapping[str, Any]
    missing: tuple[str, ...]
    """Why parts of the model are not there."""
    parameters: Mapping[str, float]

    def column(self, name: str) -> np.ndarray:
        """One variable of all rows."""
        if name in (self.rows.dtype.names or ()):
            return self.rows[name]
        return np.zeros((len(self.rows), 0))

    @property
    def channels(self) -> dict[str, np.ndarray]:
        """The channels that were stored, by name."""
        found = self.header.variables
        return {v.attributes["channel"]: self.column(name) for name, v in found.items() if "channel" in v.attributes}


def read_run(path: str | Path, partial: bool = False) -> RunContent:
    """The content of a file that `RunWriter` wrote, checked; `partial` takes the rows before the first damage."""
    try:
        with Path(path).open("rb") as stream:
            return read_stream(stream, path, partial)
    except FileNotFoundError:
        raise ModelError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror or error}.") from None


def read_stream(stream: BinaryIO, path: str | Path, partial: bool = False, is_own: bool = False) -> RunContent:
    """The content of an open file; one's own rows, just written, are taken as they are."""
    data: Any = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) if stream.seek(0, 2) else b""
    try:
        return _content(data, partial, is_own, str(path))
    except ModelError as error:
        raise ModelError(f"{path}: cannot be read as a run: {error}.") from None


def guarded(header: Header) -> list[tuple[int, int]]:
    """Places in a header that its check sum leaves out: they change as rows come, or hold it."""
    return [(ROWS_AT, 4), *(header.places[name] for name in (*SLOTS, CHECKSUM) if name in header.places)]


def _content(data: Any, partial: bool, is_own: bool, path: str) -> RunContent:
    header = _header(data)
    found = header.attributes
    entry = _entry(header, path)
    try:
        names = {part: names_of_variable(header.variables.get(label)) for part, label in STATE_NAMES.items()}
        model, missing, parameters = (json.loads(found[k]) for k in ("model", "model_parts_missing", "parameters"))
        values = {str(name): float(value) for name, value in parameters.items()}
    except (KeyError, ValueError, TypeError, AttributeError):
        raise ModelError("its names, its model or its parameters are damaged") from None
    rows, crc = _rows(data, header, entry, partial, is_own)
    fate = entry.fate
    if len(rows) < max(header.rows, entry.rows):
        said = f"only the first {len(rows)} of {max(header.rows, entry.rows)} rows could be read: the file is damaged"
        warnings.warn(f"{path}: {said}.", stacklevel=5)
        told = fate.certificate
        end = float(rows[-1]["t"]) if len(rows) else told.t_start
        fate = replace(fate, certificate=replace(told, status="failed", sentence=said, t_end=end))
    return RunContent(header, rows, entry.turn, crc, fate, names, model, tuple(missing), values)


def _header(data: Any) -> Header:
    """The header, known to be as it was written."""
    if not len(data):
        raise ModelError(f"it is empty: {UNKEPT}")
    header = read_header(data)
    version = header.attributes.get("linkwork_format", "")
    if not version.isdigit():
        raise ModelError("it was not written by linkwork")
    if int(version) > RUN_FORMAT:
        raise ModelError(f"its format is {version}, this version of linkwork knows {RUN_FORMAT}; update linkwork")
    if int(version) < OLDEST_FORMAT:
        raise ModelError(f"its format is {version}, from before {OLDEST_FORMAT}, and has no check sums; run it again")
    is_whole = 0 < header.begin <= len(data) and (header.row.names or ("",))[-1] == CHECKSUM
    if not is_whole or checksum_except(data, header.begin, guarded(header)) != header.attributes.get(CHECKSUM):
        raise ModelError(
            "its header, which holds names, units, its model and parameters, does not agree with its check sum: bytes "
            "were changed, lost or inserted before the first row, and nothing can be read without it"
        )
    return header


def _entry(header: Header, path: str) -> LogEntry:
    """The last entry of the log that is whole."""
    texts = [header.attributes[name] for name in SLOTS if name in header.attributes]
    whole = [entry for text in texts if (entry := entry_of(text)) is not None]
    if not whole:
        raise ModelError(UNKEPT if not "".join(texts).strip("\0 ") else "the outcome of the run is damaged")
    last = max(whole, key=lambda entry: entry.turn)
    if any(entry_of(text) is None and (last.turn > 1 or text.strip("\0 ")) for text in texts):
        warnings.warn(
            f"{path}: one of the two places that say the outcome of the run is damaged; the other one says "
            f"{last.fate.certificate.status!r} at t = {last.fate.certificate.t_end:g}.",
            stacklevel=6,
        )
    return last


def _rows(data: Any, header: Header, entry: LogEntry, partial: bool, is_own: bool) -> tuple[np.ndarray, int]:
    """(the rows, the CRC behind them); ModelError with what is wrong, unless what is right is enough."""
    promised = max(header.rows, entry.rows)
    there = (len(data) - header.begin) // header.row.itemsize
    if there < promised and not partial:
        raise ModelError(f"it is truncated: {promised} rows are promised and {there} are there; {PARTIAL}")
    if header.rows < entry.rows and not partial:
        raise ModelError(
            f"its number of rows is damaged: it begins with {header.rows} and its log says {entry.rows}; {PARTIAL}"
        )
    count = min(there, promised)
    rows = np.frombuffer(data, header.row, count, header.begin) if count else np.zeros(0, header.row)
    start = chain_start(header.attributes["model"], header.attributes["parameters"])
    if is_own:
        return rows, start
    good, crc = intact(rows, start)
    if good < count and not partial:
        raise ModelError(f"its rows are damaged after the first {good} of {count} (check sums differ); {PARTIAL}")
    return rows[:good], crc
