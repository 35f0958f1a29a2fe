"""Runs as files: one NetCDF file with states, chosen channels, the model, and what became of the run.

Rows are appended while a run goes on. What changes meanwhile (certificate, events, parameters that actions changed) is
a text that stands twice, written in turn, each with its number and check sum: one of the two is always whole.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from .._version import __version__
from ..contract import ModelError
from ..model import Model
from ..topology import Layout
from .certificate import Certificate
from .extras import model_text
from .netcdf import MOST_ROWS, ROWS_AT, Header, Variable, header_bytes, read_header, row_type
from .units import channel_unit

FORMAT = 1
"""Version of these files; newer ones are refused."""
SLOTS = ("run_a", "run_b")
ROOM = 1 << 16
"""Bytes of a text that is still to change."""
OWN = ("t", "q", "u", "z", "work")
NAMES = {"q": "coordinate", "u": "speed", "z": "state"}
SHORT = "late events are missing: the run did not end, and the file had no more room for them"
HEADER_LIMIT = 1 << 28
"""Longest header that is read: what a model of a million parts would need, and no more."""


@dataclass(frozen=True)
class Fate:
    """What becomes of a run: everything about it that is not rows."""

    certificate: Certificate
    events: tuple[tuple[float, str], ...] = ()
    parameter_changes: tuple[tuple[int, Mapping[str, float]], ...] = ()

    def text(self, turn: int, room: int | None = None) -> str:
        """As it stands in a file. Where room is short, late events and changes are left out, and a note tells so."""
        events = [[t, name] for t, name in self.events]
        changes = [[row, dict(values)] for row, values in self.parameter_changes]
        certificate = self.certificate
        while True:
            found = {"certificate": certificate.to_dict(), "events": events, "parameter_changes": changes}
            body = json.dumps(found)
            whole = f"{turn} {zlib.crc32(body.encode())}\n{body}"
            if room is None or len(whole.encode()) <= room or not (events or changes):
                return whole
            certificate = replace(self.certificate, notes=(SHORT,))
            events, changes = events[: len(events) // 2], changes[: len(changes) // 2]


def fate_of(text: str) -> tuple[int, Fate] | None:
    """(turn, fate) of a text; None where it is not whole."""
    head, _, body = text.rstrip("\0 ").partition("\n")
    try:
        turn, check = (int(x) for x in head.split())
        if zlib.crc32(body.encode()) != check:
            return None
        data = json.loads(body)
        given = data["certificate"]
        given |= {"step_range": tuple(given["step_range"]), "notes": tuple(given["notes"])}
        known = {f.name for f in fields(Certificate)}
        certificate = Certificate(**{name: value for name, value in given.items() if name in known})
        events = tuple((float(t), str(name)) for t, name in data["events"])
        changes = tuple((int(row), dict(values)) for row, values in data["parameter_changes"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return turn, Fate(certificate, events, changes)


class RunWriter:
    """A file of a run that grows: `append` rows, `flush` so that they last, `close`."""

    def __init__(
        self,
        path: str | Path,
        model: Model,
        layout: Layout,
        parameters: Mapping[str, float],
        fate: Fate,
        channels: Mapping[str, tuple[int, ...]] | None = None,
        grows: bool = True,
        steps: bool = True,
    ) -> None:
        self.path, self.rows, self.turn = Path(path), 0, 0
        dimensions, variables = _described(model, layout, channels or {})
        text, missing = model_text(model)
        slots = SLOTS if grows else SLOTS[:1]
        room = ROOM if grows else len(fate.text(0).encode())
        attributes = {
            "linkwork_format": str(FORMAT),
            "linkwork_version": __version__,
            "model": text,
            "model_parts_missing": json.dumps(missing),
            "parameters": json.dumps(dict(parameters)),
            "rows_are": "steps" if steps else "samples",
            **dict.fromkeys(slots, " " * room),
        }
        self._row = row_type(dimensions, variables)
        head = header_bytes(dimensions, attributes, variables)
        self._slots = [read_header(head).places[name] for name in slots]
        self._begin = len(head)
        try:
            self._file: BinaryIO = self.path.open("wb+")
            self._file.write(head)
            self.flush(fate)
        except OSError as error:
            raise ModelError(f"{self.path}: cannot be written: {error}.") from None

    @classmethod
    def reopen(cls, path: str | Path) -> RunWriter:
        """The writer of a file that exists, at its end."""
        content = read_run(path)
        header, writer = content.header, cls.__new__(cls)
        writer.path, writer.rows, writer.turn = Path(path), len(content.rows), content.turn
        writer._row, writer._begin = header.row, header.begin
        writer._slots = [header.places[name] for name in SLOTS if name in header.places]
        try:
            writer._file = writer.path.open("rb+")
        except OSError as error:
            raise ModelError(f"{path}: cannot be written: {error}.") from None
        return writer

    def append(self, t: np.ndarray, y: np.ndarray, channels: Mapping[str, np.ndarray] | None = None) -> None:
        """Adds rows at the end: times, states (q, u, z, w), channels."""
        rows = np.zeros(len(t), self._row)
        at = 0
        for name in OWN:
            if name == "t":
                rows["t"] = t
            elif name == "work":
                rows["work"] = y[:, -1]
            elif name in (self._row.names or ()):
                size = self._row[name].shape[0]
                rows[name] = y[:, at : at + size]
                at += size
        for name, values in (channels or {}).items():
            rows[_variable_name(name)] = values
        if self.rows + len(rows) > MOST_ROWS:
            raise ModelError(f"{self.path}: holds {self.rows} rows, as many as such a file can; keep fewer samples.")
        self._file.seek(self._begin + self.rows * self._row.itemsize)
        self._file.write(rows.tobytes())
        self.rows += len(rows)

    def flush(self, fate: Fate) -> None:
        """Makes what was appended last: rows first, then their number, then what is known of the run."""
        self._sync()
        self._write(ROWS_AT, struct.pack(">i", self.rows))
        place, room = self._slots[self.turn % len(self._slots)]
        self.turn += 1
        self._write(place, fate.text(self.turn, room).encode().ljust(room))
        self._sync()

    def truncate(self, rows: int) -> None:
        """Goes back to the first rows: a run that is resumed writes the others again."""
        self.rows = rows
        self._file.truncate(self._begin + rows * self._row.itemsize)

    def close(self, fate: Fate) -> None:
        """Flushes and closes; the file is copied where the reserved room does not hold all events."""
        self.flush(fate)
        self._file.close()
        if len(fate.text(self.turn).encode()) > self._slots[0][1]:
            _copied(self.path, fate)

    def _write(self, place: int, data: bytes) -> None:
        self._file.seek(place)
        self._file.write(data)

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


def _copied(path: Path, fate: Fate) -> None:
    """The same file with as much room as a fate needs."""
    header = read_header(_beginning(path))
    attributes = {name: value for name, value in header.attributes.items() if name not in SLOTS}
    head = header_bytes(header.dimensions, {**attributes, SLOTS[0]: fate.text(1)}, header.variables)
    with written_anew(path) as target, path.open("rb") as source:
        target.write(head)
        target.seek(ROWS_AT)
        target.write(struct.pack(">i", header.rows))
        target.seek(len(head))
        source.seek(header.begin)
        shutil.copyfileobj(source, target, 1 << 22)


@contextmanager
def written_anew(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of another once all is written."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with unfinished.open("wb") as stream:
            yield stream
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _beginning(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(HEADER_LIMIT)


def _described(
    model: Model, layout: Layout, channels: Mapping[str, tuple[int, ...]]
) -> tuple[dict[str, int], dict[str, Variable]]:
    """Dimensions and variables: states, names and units of coordinates, chosen channels."""
    dimensions: dict[str, int] = {"t": 0}
    fixed: dict[str, Variable] = {}
    rows: dict[str, Variable] = {"t": Variable(("t",), {"units": "s"})}
    for part, names in (("q", layout.q), ("u", layout.u), ("z", layout.z)):
        if not names:
            continue
        label = NAMES[part]
        dimensions[label] = len(names)
        rows[part] = Variable(("t", label))
        units = [channel_unit(model, layout, name) or "" for name in names]
        for what, texts in ((label, names), (f"{label}_unit", units)):
            values = _characters(texts)
            dimensions[f"{what}_length"] = values.shape[1]
            fixed[what] = Variable((label, f"{what}_length"), {"_Encoding": "utf-8"}, values)
    rows["work"] = Variable(("t",), {"units": "J", "long_name": "integral of the power from the start"})
    for name, shape in channels.items():
        dims = [_dimension(k, size) for k, size in enumerate(shape)]
        dimensions |= dict(zip(dims, shape, strict=True))
        unit = channel_unit(model, layout, name)
        rows[_variable_name(name)] = Variable(("t", *dims), {"channel": name, **({"units": unit} if unit else {})})
    return dimensions, {**fixed, **rows}


def _dimension(k: int, size: int) -> str:
    return ("axis", "column")[k] if size == 3 and k < 2 else f"entry_{k}_of_{size}"


def _variable_name(channel: str) -> str:
    """Channels under their names, unless such a name is taken."""
    taken = channel in OWN or channel.partition("_")[0] in NAMES.values()
    return f"channel {channel}" if taken else channel


def _characters(texts: Sequence[str]) -> np.ndarray:
    data = [text.encode("utf-8") for text in texts]
    width = max([1, *map(len, data)])
    joined = b"".join(x.ljust(width, b"\0") for x in data)
    return np.frombuffer(joined, dtype="S1").reshape(len(data), width)


def _texts(values: np.ndarray) -> tuple[str, ...]:
    return tuple(row.tobytes().rstrip(b"\0").decode("utf-8") for row in values)


@dataclass(frozen=True, eq=False)
class RunContent:
    """What a file of a run holds."""

    header: Header
    rows: np.ndarray
    """Structured, big-endian, mapped from the file: read where it is used."""
    turn: int
    """How often it was flushed."""
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
    """The content of a file that `RunWriter` wrote; `partial` takes what there is of a truncated one."""
    file = Path(path)
    try:
        data = _beginning(file)
        size = file.stat().st_size
    except OSError as error:
        raise ModelError(f"{file}: cannot be read: {error}.") from None
    try:
        header = read_header(data)
        content = _content(file, header, size, partial)
    except ModelError as error:
        raise ModelError(f"{file}: cannot be read as a run: {error}.") from None
    return content


def _content(file: Path, header: Header, size: int, partial: bool) -> RunContent:
    found = header.attributes
    version = found.get("linkwork_format", "")
    if not version.isdigit():
        raise ModelError("it was not written by linkwork")
    if int(version) > FORMAT:
        raise ModelError(f"its format is {version}, this version of linkwork knows up to {FORMAT}; update linkwork")
    if not {"t", "work"} <= set(header.row.names or ()):
        raise ModelError("it has no times")
    there = max(0, size - header.begin) // header.row.itemsize
    if there < header.rows and not partial:
        raise ModelError(
            f"it is truncated: {header.rows} rows are promised and {there} are there; partial=True takes these"
        )
    fates = [fate for name in SLOTS if name in found and (fate := fate_of(found[name])) is not None]
    if not fates:
        raise ModelError("what became of the run is damaged")
    rows = min(there, header.rows)
    mapped = np.memmap(file, header.row, "r", header.begin, (rows,)) if rows else np.zeros(0, header.row)
    try:
        names = {part: _names(header, label) for part, label in NAMES.items()}
        model, missing, parameters = (json.loads(found[k]) for k in ("model", "model_parts_missing", "parameters"))
        if not isinstance(model, dict) or not isinstance(missing, list) or not isinstance(parameters, dict):
            raise ModelError("its model is damaged")
        values = {str(name): float(value) for name, value in parameters.items()}
    except (KeyError, ValueError, TypeError):
        raise ModelError("its names, its model or its parameters are damaged") from None
    return RunContent(header, mapped, *max(fates, key=lambda f: f[0]), names, model, tuple(missing), values)


def _names(header: Header, label: str) -> tuple[str, ...]:
    variable = header.variables.get(label)
    return () if variable is None or variable.values is None else _texts(variable.values)
