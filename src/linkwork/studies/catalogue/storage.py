"""The database of a catalogue and the folder of files beside it, as all its parts use them."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...contract import ModelError
from .database import insert_once, transaction
from .file_store import FileStore
from .tables import CatalogueTables, sqlalchemy

FILE_ATTEMPTS = 5
"""Times that a file is kept anew which another program removed before its run was there."""


class FileRemoved(ModelError):
    """A file is gone before the run that it belongs to was kept."""


@dataclass(frozen=True, eq=False)
class CatalogueStorage:
    """The engine of SQLAlchemy, the tables and the files of a catalogue."""

    engine: Any
    tables: CatalogueTables
    store: FileStore

    def transaction(self, writes: bool = False, alone: bool = False) -> AbstractContextManager[Any]:
        """A connection inside of a transaction, as `database.transaction` has it."""
        return transaction(self.engine, writes, alone)

    def with_file(self, write: Callable[[Path], object], add: Callable[[tuple[str, int]], int]) -> int:
        """Keeps a file and then its row, again where another program removed the file in between."""
        for _ in range(FILE_ATTEMPTS - 1):
            try:
                return add(self.store.keep(write))
            except FileRemoved:
                continue
        return add(self.store.keep(write))

    def add_file(self, base: Any, file: tuple[str, int]) -> None:
        """Keeps the (hash, size) of a file, once."""
        insert_once(base, self.tables.files, hash=file[0], size=file[1])
        if not self.store.path(file[0]).exists():
            raise FileRemoved(f"catalogue: the file {file[0]} is not in {self.store.folder}.")

    def prune(self) -> int:
        """Removes models and files that no run or study refers to; how many files.

        Rows and files go while nobody else adds any: who keeps a run looks whether its file is still there.
        """
        sa, t = sqlalchemy(), self.tables
        with self.transaction(writes=True, alone=True) as base:
            used = sa.select(t.runs.c.file).where(t.runs.c.file.is_not(None)).union(sa.select(t.studies.c.file))
            base.execute(t.files.delete().where(t.files.c.hash.not_in(used)))
            self._remove_idle_models(base)
            known = set(base.execute(sa.select(t.files.c.hash)).scalars())
            idle = [path.name for path in self.store.names() if self.store.is_own(path) and path.name not in known]
            for name in idle:
                self.store.remove(name)
        self.store.remove_unfinished()
        return len(idle)

    def _remove_idle_models(self, base: Any) -> None:
        """Removes models that no run has and no other model was changed from, until there is none."""
        sa, models = sqlalchemy(), self.tables.models
        parents = sa.select(models.c.parent).where(models.c.parent.is_not(None))
        idle = models.c.hash.not_in(sa.select(self.tables.runs.c.model)) & models.c.hash.not_in(parents)
        while base.execute(models.delete().where(idle)).rowcount:
            pass


def current_user() -> str:
    """Who runs the program; nothing where the machine does not know."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
