"""Files named by their content: the same content is kept once, and no half file is believed."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..._files import PART, synchronize
from ...contract import ModelError

READ_BYTES = 1 << 20
_HASH = re.compile("[0-9a-f]{64}")
FORGOTTEN = 3600.0
"""Seconds after which nobody writes an unfinished file any more."""


class FileStore:
    """A folder of files, each called by the hash of what is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Where the file of a hash stands; raises for any other name, which could lead out of the folder."""
        if not is_content_hash(name):
            raise ModelError(
                f"catalogue: its database names the file {name!r}, and files of a catalogue are named by 64 hexa"
                "decimal digits: it was changed by another program. Nothing was opened; see `check`."
            )
        return self.folder / name[:2] / name

    def to_open(self, name: str, owner: str) -> Path:
        """The file of a hash, which is there and no link to another place."""
        path = self.path(name)
        if not path.exists():
            raise ModelError(f"catalogue: the file of {owner} is gone from {self.folder}; see `check`.")
        if path.is_symlink():
            raise ModelError(f"catalogue: the file of {owner} is a link to another place; nothing was opened.")
        return path

    def keep(self, write: Callable[[Path], object]) -> tuple[str, int]:
        """Keeps the file that a function writes; (its hash, its size). It is on the disk when this returns."""
        part = self.folder / f".{secrets.token_hex(8)}{PART}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write(part)
            synchronize(part)
            name, size = content_hash_of(part), part.stat().st_size
            if not self.has(name):
                target = self.path(name)
                target.parent.mkdir(exist_ok=True)
                part.replace(target)
                synchronize(target.parent)
                synchronize(self.folder)
        except OSError as error:
            raise ModelError(f"{self.folder}: cannot be written: {error.strerror or error}.") from None
        except ModelError as error:  # of the writer, who knows the unfinished file
            raise ModelError(str(error).replace(str(part), str(self.folder))) from None
        finally:
            part.unlink(missing_ok=True)
        return name, size

    def has(self, name: str) -> bool:
        """Whether the file of a hash is there, and is what it should be."""
        path = self.path(name) if is_content_hash(name) else None
        return path is not None and path.exists() and content_hash_of(path) == name

    def remove(self, name: str) -> None:
        """Removes a file that nothing refers to any more."""
        self.path(name).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Removes what was left half written by a program that ended long ago."""
        for path in self._files():
            if path.name.endswith(PART) and time.time() - path.stat().st_mtime > FORGOTTEN:
                path.unlink(missing_ok=True)

    def names(self) -> Iterator[Path]:
        """All files of the folder but those that are being written."""
        return (path for path in self._files() if not path.name.endswith(PART))

    def is_own(self, path: Path) -> bool:
        """Whether a file is called and placed as one of ours."""
        return is_content_hash(path.name) and path == self.folder / path.name[:2] / path.name

    def _files(self) -> list[Path]:
        return [path for path in self.folder.rglob("*") if path.is_file()] if self.folder.is_dir() else []


def is_content_hash(name: object) -> bool:
    """Whether it is a hash in 64 hexadecimal digits, as files of a catalogue are called."""
    return isinstance(name, str) and _HASH.fullmatch(name) is not None


def content_hash_of(path: Path) -> str:
    """The hash of a file's content."""
    found = hashlib.sha256()
    with path.open("rb") as stream:
        while part := stream.read(READ_BYTES):
            found.update(part)
    return found.hexdigest()


@dataclass(frozen=True)
class CatalogueFault:
    """A file that is not what it should be, and the runs that need it.

    It is "gone", "damaged", "unclaimed" (ours, and whole, of a run that was never kept: `prune` removes it),
    "renamed" (its name is not a hash: the database was changed by another program, it is never opened), or "foreign"
    (somebody else put it there, and only they know whether it may go).
    """

    kind: str
    file: str
    runs: tuple[int, ...]

    def __str__(self) -> str:
        named = f" of run {', '.join(map(str, self.runs))}" if self.runs else ""
        said = {
            "gone": "is not there",
            "damaged": "is not what was stored: it was cut off or changed",
            "unclaimed": "belongs to no run: a program ended before its run was saved; `prune` removes it",
            "renamed": "is not named by 64 hexadecimal digits, and is not opened",
            "foreign": "is not a file of this catalogue",
        }
        return f"file {self.file}{named} {said[self.kind]}"


def faults_of(store: FileStore, known: Mapping[str, int], owners: Iterable[tuple[str, int]]) -> list[CatalogueFault]:
    """All of them. Sizes are compared first; contents of files of the right size are read."""
    runs: dict[str, list[int]] = {}
    for name, number in owners:
        runs.setdefault(name, []).append(number)
    found = []
    for name, size in known.items():
        if not is_content_hash(name):
            found.append(CatalogueFault("renamed", name, tuple(runs.get(name, ()))))
            continue
        path = store.path(name)
        if not path.exists():
            found.append(CatalogueFault("gone", name, tuple(runs.get(name, ()))))
        elif not _is_whole(path, name, size):
            found.append(CatalogueFault("damaged", name, tuple(runs.get(name, ()))))
    for path in store.names():
        if not store.is_own(path):
            found.append(CatalogueFault("foreign", str(path.relative_to(store.folder)), ()))
        elif path.name not in known:
            found.append(CatalogueFault("unclaimed", path.name, ()))
    return found


def _is_whole(path: Path, name: str, size: int) -> bool:
    try:
        return path.stat().st_size == size and content_hash_of(path) == name
    except OSError:
        return False
