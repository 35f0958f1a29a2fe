"""Object code on disk: content key, whole or not at all, private to the user.

One file an entry: a line of JSON (key, work size, sizes of the objects, hash of all), then the objects. An entry is
written beside its place and moved there, so that another process sees all of it or nothing; it is read only if
everything in the header agrees with the content, and ignored otherwise. Where the folder cannot be written, or belongs
to someone else, kernels are compiled and not kept; `info` says so. `LINKWORK_CACHE_DIR` moves the folder; an empty
value turns the cache off.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from .._files import PART, written

CACHE_FORMAT = 2
CACHE_BYTES = 512 * 2**20
"""Room the cache may take, and little more: see `LOOK`."""
LOOK = 8 * 2**20
"""Bytes a process writes before it looks again how much room is taken; a full folder takes long to list."""
SUFFIX, PREFIX = ".kernel", ".linkwork-"
ABANDONED = 3600.0
"""Seconds after which a half-written file must be one whose writer died."""


@dataclass(frozen=True)
class CacheEntry:
    """What a kernel needs to be loaded: its object code, and how much work memory it wants."""

    objects: list[bytes]
    work: int


def folder() -> Path | None:
    """Where entries are kept; None when the cache is off."""
    given = os.environ.get("LINKWORK_CACHE_DIR")
    if given is not None:
        return Path(given).expanduser().absolute() if given else None
    return Path(platformdirs.user_cache_dir("linkwork")) / "kernels"


def make_key(*parts: Any) -> str:
    """A name for content: a hash of everything the object code depends on."""
    return hashlib.sha256(json.dumps([CACHE_FORMAT, *parts], sort_keys=True).encode()).hexdigest()


def read(key: str) -> CacheEntry | None:
    """The entry of this key, or None where there is none that can be trusted."""
    path = _path(key)
    if path is None or _distrust(path.parent):
        return None
    try:
        content = path.read_bytes()
        entry = _decode(key, content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # the order in which entries are dropped
    return entry


def write(key: str, entry: CacheEntry) -> bool:
    """Keeps an entry; False where the folder cannot be written."""
    path = _path(key)
    if path is None:
        return False
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _distrust(path.parent):
            return False
        # What power takes away is compiled again: entries are sealed.
        with written(path, PREFIX, 0o600, durable=False) as file:
            size = file.write(_encode(key, entry))
    except OSError:
        return False
    _room.taken(size)
    return True


class _Room:
    """Keeps the folder within its room, looking at the first entry that is written and every few after it."""

    def __init__(self) -> None:
        self._left = 0

    def taken(self, size: int) -> None:
        """An entry of this size was written."""
        self._left -= size
        if self._left < 0:
            self._left = LOOK
            bound()


_room = _Room()


@dataclass(frozen=True)
class Info:
    """What the cache holds, and what keeps it from being used, if anything does."""

    folder: Path | None
    entries: int
    bytes: int
    problem: str | None = None

    def __str__(self) -> str:
        held = f"{self.entries} kernels, {self.bytes / 2**20:.1f} MiB in {self.folder or 'no folder'}"
        return f"{held} (not used: {self.problem})" if self.problem else held


def info() -> Info:
    """How many entries there are and how much room they take; why the cache is not used, where it is not."""
    place = folder()
    problem = "it is turned off by an empty LINKWORK_CACHE_DIR" if place is None else _distrust(place)
    sizes = [size for _, size, _ in _files(SUFFIX)]
    return Info(place, len(sizes), sum(sizes), problem)


def clear() -> int:
    """Removes every entry, and what interrupted writers left; returns how many entries."""
    _remove(path for path, _, _ in _files(PART))
    return _remove(path for path, _, _ in _files(SUFFIX))


def bound(max_bytes: int = CACHE_BYTES) -> int:
    """Removes the entries unused for longest until the rest fits in `max_bytes`; returns how many."""
    now = time.time()
    _remove(path for path, _, used in _files(PART) if now - used > ABANDONED)
    entries = sorted(_files(SUFFIX), key=lambda item: item[2], reverse=True)
    room, dropped = max_bytes, []
    for path, size, _ in entries:
        room -= size
        if room < 0:
            dropped.append(path)
    return _remove(dropped)


def _remove(paths: Iterable[Path]) -> int:
    count = 0
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()
            count += 1
    return count


def _files(suffix: str) -> Iterator[tuple[Path, int, float]]:
    """Path, size and time of last use of every file with this ending that the cache has written."""
    place = folder()
    if place is None:
        return
    with contextlib.suppress(OSError):
        for item in list(os.scandir(place)):
            if _OWN[suffix].fullmatch(item.name):
                with contextlib.suppress(OSError):
                    status = item.stat()
                    yield Path(item.path), status.st_size, status.st_mtime


_OWN = {
    SUFFIX: re.compile(rf"[0-9a-f]{{64}}{re.escape(SUFFIX)}"),
    PART: re.compile(rf"{re.escape(PREFIX)}\w+{re.escape(PART)}"),
}
"""Names of our own files; what else is in the folder is the user's."""


def _path(key: str) -> Path | None:
    place = folder()
    return None if place is None else place / f"{key}{SUFFIX}"


def _distrust(place: Path) -> str | None:
    """Why code in this folder is not used, if so: anybody but this user could have put it there."""
    try:
        status = place.stat()
    except FileNotFoundError:
        return None  # made when the first entry is written
    except OSError as error:
        return f"the folder cannot be looked into: {error.strerror}"
    if not stat.S_ISDIR(status.st_mode):
        return "it is not a folder"
    if not hasattr(os, "getuid"):
        return None  # Windows: the user's cache folder is private by its access list
    if status.st_uid != os.getuid():
        return "the folder belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to the folder; chmod go-w would make it private"
    return None


def _encode(key: str, entry: CacheEntry) -> bytes:
    body = b"".join(entry.objects)
    header = {"format": CACHE_FORMAT, "key": key, "work": entry.work, "sizes": [len(image) for image in entry.objects]}
    return json.dumps({**header, "sha256": _seal(header, body)}).encode() + b"\n" + body


def _decode(key: str, content: bytes) -> CacheEntry:
    line, _, body = content.partition(b"\n")
    header = json.loads(line)
    seal = header.pop("sha256")
    if seal != _seal(header, body):
        raise ValueError("damaged")
    if header["format"] != CACHE_FORMAT or header["key"] != key:
        raise ValueError("another entry")
    return CacheEntry(_cut(body, header["sizes"]), header["work"])


def _seal(header: dict[str, Any], body: bytes) -> str:
    """Hash of all that an entry says: a wrong work size would be as bad as wrong code."""
    content = hashlib.sha256(json.dumps(header, sort_keys=True).encode())
    content.update(body)
    return content.hexdigest()


def _cut(body: bytes, sizes: Sequence[int]) -> list[bytes]:
    objects, start = [], 0
    for size in sizes:
        objects.append(body[start : start + size])
        start += size
    if start != len(body):
        raise ValueError("damaged")
    return objects
