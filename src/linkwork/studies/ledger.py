"""The ledger of a study: which batches are done, and their numbers, in a file that survives whatever ends the program.

A batch is one row of an SQLite table, written in one transaction and checked by a sum: it is there whole, or not at
all. A study that was stopped opens the same file and runs the rest.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..contract import ModelError
from .catalogue.database import said_by_database
from .member_batch import BatchNumbers

LEDGER_FORMAT = 1
WAIT_SECONDS = 30.0
"""How long a writer waits for another one."""
TABLES = """
create table if not exists about (name text primary key, value text not null);
create table if not exists batches (
    first integer primary key, count integer not null, numbers blob not null, levels blob not null,
    sentences text not null, checksum integer not null);
"""


class StudyLedger:
    """Batches by their first member; in memory without a file."""

    def __init__(self, path: str | Path | None, about: Mapping[str, str]) -> None:
        self.path = None if path is None else Path(path)
        if self.path is not None and (self.path.is_dir() or not self.path.resolve().parent.is_dir()):
            what = "is a folder" if self.path.is_dir() else f"there is no folder {self.path.parent}"
            raise ModelError(f"{path}: {what}; give the study a file.")
        try:
            self._base = sqlite3.connect(":memory:" if path is None else str(path), timeout=WAIT_SECONDS)
            self._check_owner()
            with self._base:
                self._base.executescript("pragma synchronous = full;" + TABLES)
            self._check({"format": str(LEDGER_FORMAT), **about})
        except sqlite3.Error as error:
            raise ModelError(f"{path}: cannot be used as the file of a study: {said_by_database(error)}.") from None

    def _check_owner(self) -> None:
        """Raises where the file is a database of something else, of which nothing is changed."""
        names = {name for (name,) in self._base.execute("select name from sqlite_master where type = 'table'")}
        if names - {"about", "batches"}:
            raise ModelError(f"{self.path}: is the database of something else; give the study a file of its own.")

    def _check(self, about: Mapping[str, str]) -> None:
        """Says what a new file is for, or raises where an old one is for something else."""
        with self._base:
            self._base.execute("begin immediate")  # another study may begin with the same file
            known = dict(self._base.execute("select name, value from about").fetchall())
            if not known:
                self._base.executemany("insert into about values (?, ?)", list(about.items()))
                return
        version = known.get("format", "")
        if not version.isdecimal():
            raise ModelError(f"{self.path}: is damaged, or no file of a study; take it from a copy, or begin anew.")
        if int(version) > LEDGER_FORMAT:
            raise ModelError(f"{self.path}: was written by a newer version of linkwork; use that one.")
        other = [name for name in about if known.get(name) != about[name]]
        if other:
            raise ModelError(
                f"{self.path}: holds another study: its {' and its '.join(other)} differ. Give this one a new file, or "
                "go on with the study as it was."
            )

    def done(self) -> dict[int, int]:
        """Batches that are there: first member → how many."""
        return dict(self._base.execute("select first, count from batches order by first").fetchall())

    def add(self, first: int, found: BatchNumbers) -> None:
        """Keeps a batch; it lasts when this returns. One that is there already stays as it is."""
        numbers, levels = np.ascontiguousarray(found.values, "<f8").tobytes(), found.levels.astype(np.int8).tobytes()
        said = json.dumps({str(k): text for k, text in found.sentences.items()})
        row = first, len(found.levels), numbers, levels, said, _checksum(numbers, levels, said)
        try:
            with self._base:
                self._base.execute("insert or ignore into batches values (?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise ModelError(
                f"{self.path}: batch {first} cannot be saved: {said_by_database(error)}. What was saved before stays; "
                "run the study again to continue from there."
            ) from None

    def numbers(self, measures: int, members: int) -> BatchNumbers:
        """Everything that is kept, in the order of members; not a number where nothing is."""
        values, levels = np.full((measures, members), np.nan), np.full(members, -1, dtype=np.int8)
        sentences: dict[int, str] = {}
        rows: Any = self._base.execute("select first, count, numbers, levels, sentences, checksum from batches")
        for first, count, numbers, kept, said, checksum in rows:
            if _checksum(numbers, kept, said) != checksum:
                raise ModelError(f"{self.path}: batch {first} is damaged; take the file from a copy, or begin anew.")
            values[:, first : first + count] = np.frombuffer(numbers, "<f8").reshape(measures, count)
            levels[first : first + count] = np.frombuffer(kept, np.int8)
            sentences |= {first + int(k): text for k, text in json.loads(said).items()}
        return BatchNumbers(values, levels, dict(sorted(sentences.items())))

    def close(self) -> None:
        """Leaves the file to others."""
        self._base.close()


def _checksum(numbers: bytes, levels: bytes, said: str) -> int:
    return zlib.crc32(said.encode(), zlib.crc32(levels, zlib.crc32(numbers)))
