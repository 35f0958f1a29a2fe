"""Checkpoints: everything a run consists of, so that it goes on as if it had never stopped.

All state of a run is in arrays (memory of the method, record, watch, unknowns, counters), and a few lists of what
happened. Compiled and plain loops give the same bits, and pieces of a run may be of any length; so a resumed run gives
the same bits as one that was not interrupted.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from .._files import archive_arrays, written
from ..contract import ModelError
from ..results import State

CHECKPOINT_FORMAT = 5
SEAL = "linkwork checkpoint "
"""What a checkpoint begins with; its check sum follows, then arrays as NumPy stores them."""
PLACE = len(SEAL) + 9
ADDRESSES = ("kernel", "rhs", "calls", "settle", "energy")
OF_STEPS = ("bound", "tableau", "times", "samples", "steps_t", "steps_y", "steps_dense", "x", "f")
OF_EVENTS = ("log_t", "log_event", "log_y", "pieces")
LEFT_OUT = frozenset([*ADDRESSES, *OF_STEPS, *OF_EVENTS])
"""Fields that hold addresses, belong to others, are constant, or are written before they are read."""
ADDRESS = 1 << 32
"""Integers from here on are addresses, which mean nothing in another process."""


def arrays_in(thing: Any, path: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """All arrays within tuples, lists, and named fields, with the way to each."""
    if isinstance(thing, np.ndarray):
        if thing.dtype.kind in "fi" and not (thing.dtype.kind == "i" and (np.abs(thing) >= ADDRESS).any()):
            yield path, thing
        return
    if hasattr(thing, "_asdict"):
        parts: Mapping[str, Any] = thing._asdict()
    elif isinstance(thing, Mapping):
        parts = thing
    elif isinstance(thing, (list, tuple)):
        parts = {str(k): part for k, part in enumerate(thing)}
    else:
        return
    for name, part in parts.items():
        if name not in LEFT_OUT:
            yield from arrays_in(part, f"{path}/{name}")


def checkpoint_digest(parts: Iterable[bytes]) -> str:
    """A short check sum."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()[:16]


def state_data(state: State) -> dict[str, Any]:
    """A state as plain data."""
    return {
        "q": state.q.tolist(),
        "u": state.u.tolist(),
        "z": state.z.tolist(),
        "t": state.t,
        "parameters": dict(state.parameters),
    }


def state_from(system: Any, data: Mapping[str, Any]) -> State:
    """The state that was written so."""
    return State(system.layout, np.array(data["q"]), np.array(data["u"]), data["t"], data["parameters"], data["z"])


def write_checkpoint(path: str | Path, arrays: Mapping[str, np.ndarray], told: Mapping[str, Any]) -> None:
    """Writes a checkpoint; the one before it is replaced once all is written."""
    text = np.frombuffer(json.dumps({"format": CHECKPOINT_FORMAT, **told}).encode(), dtype=np.uint8)
    try:
        with written(Path(path)) as stream:
            stream.write(bytes(PLACE))
            named: dict[str, Any] = {f"array{name}": values for name, values in arrays.items()}
            np.savez(stream, told=text, **named)
            stream.flush()
            checked = f"{SEAL}{_crc(stream):08x}\n".encode()
            stream.seek(0)
            stream.write(checked)
    except OSError as error:
        raise ModelError(
            f"the checkpoint {str(path)!r} cannot be written: {error.strerror or error}.", "simulate"
        ) from None


def _crc(stream: BinaryIO) -> int:
    """The check sum of a checkpoint: of all behind the place of its seal."""
    with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data, memoryview(data) as view:
        return zlib.crc32(view[PLACE:])


def read_checkpoint(path: str | Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """What `write_checkpoint` wrote."""
    try:
        with Path(path).open("rb") as stream:
            seal = stream.read(PLACE)
            if not seal.startswith(SEAL.encode()) or len(seal) < PLACE:
                raise ModelError("it is none")
            if seal != f"{SEAL}{_crc(stream):08x}\n".encode():
                raise ModelError("it is damaged, and its check sum differs")
            found = archive_arrays(stream)
            told = json.loads(found["told"].tobytes())
            arrays = {name[5:]: values for name, values in found.items() if name.startswith("array")}
    except (OSError, ValueError, KeyError, EOFError, MemoryError, zipfile.BadZipFile) as error:
        raise ModelError(f"{str(path)!r} cannot be read as a checkpoint: {error}.", "simulate") from None
    if told["format"] != CHECKPOINT_FORMAT:
        raise ModelError(f"the checkpoint {str(path)!r} is of another version of linkwork; run it anew.", "simulate")
    return arrays, told


def check_signature(path: str | Path, stored: Mapping[str, str], present: Mapping[str, str]) -> None:
    """Raises where a checkpoint belongs to another run."""
    for name, value in present.items():
        if stored.get(name) != value:
            raise ModelError(
                f"the checkpoint {str(path)!r} belongs to another run: {name} was {stored.get(name)}, "
                f"is {value}. Give what the interrupted run was given.",
                "simulate",
            )


def restore_arrays(thing: Any, arrays: Mapping[str, np.ndarray], path: str) -> None:
    """Puts stored values back where they were."""
    for name, values in arrays_in(thing, path):
        stored = arrays.get(name)
        if stored is None or stored.shape != values.shape:
            raise ModelError(f"the checkpoint has no {name} of shape {values.shape}; it is damaged.", "simulate")
        values[...] = stored


def resumed_start(system: Any, path: str | Path) -> State:
    """The state from which the run of a checkpoint began."""
    _, told = read_checkpoint(path)
    try:
        return state_from(system, told["start"])
    except (KeyError, TypeError, ModelError) as error:
        raise ModelError(f"the checkpoint {str(path)!r} belongs to another system: {error}", "simulate") from None
