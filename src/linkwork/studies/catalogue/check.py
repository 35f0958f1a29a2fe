"""Whether the files of a catalogue are what its database says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .file_store import FileStore, content_hash_of, is_content_hash


@dataclass(frozen=True)
class CatalogueFault:
    """A file that is not what it should be, and the runs that need it.

    It is "gone", "damaged", "unclaimed" (ours, and whole, of a run that was never kept: `prune` removes it),
    "renamed" (its name is no hash: the database was changed by another program, and it is never opened), or "foreign"
    (somebody else put it there, and only they know whether it may go).
    """

    kind: str
    file: str
    runs: tuple[int, ...]

    def __str__(self) -> str:
        named = f" of run {', '.join(map(str, self.runs))}" if self.runs else ""
        said = {
            "gone": "is not there",
            "damaged": "is not what was kept: it was cut off or changed",
            "unclaimed": "belongs to no run: a program ended before its run was kept; `prune` removes it",
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
