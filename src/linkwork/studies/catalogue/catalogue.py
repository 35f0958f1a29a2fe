"""`catalogue`: a database of models and runs, with their files beside it."""

from __future__ import annotations

import getpass
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...contract import ModelError
from ...contract.arguments import (
    COUNT,
    FILE_ARGUMENT,
    FLAG,
    NAME_ARGUMENT,
    NAMED,
    NAMES_ARGUMENT,
    NUMBER_ARGUMENT,
    TEXT_ARGUMENT,
    ArgumentKind,
    takes,
)
from ...model import Model
from ...results import Trajectory
from ...results.extras import extra
from ...run.listeners import recorded_by
from ...runs.load_run import load_run
from ..study_file import load_study, save_study
from ..study_result import Study
from .check import CatalogueFault, faults_of
from .database import connected, delete_rows, insert_columns, insert_once, next_numbers, transaction
from .file_store import FileStore, is_content_hash
from .lineage import ModelShelf, ModelStep, differences_of, model_of
from .query import LARGEST_INTEGER, OWN_NAMES, RunQuery
from .run_rows import RunRows, check_tags, rows_of_runs
from .tables import RUN_COLUMNS, CatalogueTables, sqlalchemy

FOLDER = ".files"
"""What the folder of files is called behind the name of the database."""
RUN = ArgumentKind(lambda value: isinstance(value, Trajectory), "a run, as lw.simulate gives it")
PARENT = ArgumentKind(lambda value: isinstance(value, Model), "a model")
STUDY = ArgumentKind(lambda value: isinstance(value, Study), "a study, as lw.study gives it")
MODEL_NAME = ArgumentKind(
    lambda value: isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)),
    "the number of a run, or the first letters of a model's hash",
)
LARGEST_SET = 500
"""Identities of runs in one statement."""
FILE_ATTEMPTS = 5
"""Times that a file is kept anew which another program removed before its run was there."""


class FileRemoved(ModelError):
    """A file is gone before the run that it belongs to was kept."""


@takes(place=FILE_ARGUMENT, files=FILE_ARGUMENT | None, read_only=FLAG)
def catalogue(place: str | Path, files: str | Path | None = None, read_only: bool = False) -> Catalogue:
    """The catalogue in a file of SQLite, which is made where it is not there, or in PostgreSQL by its address.

    Files of runs stand in a folder beside the database, `NAME.files`; that of PostgreSQL is given as `files`. What is
    opened `read_only`, or may only be read, is never changed.
    """
    is_file = "://" not in str(place)
    if not is_file and files is None:
        raise ModelError("catalogue: say where files of runs go, files=…: a database on a server has no folder.")
    tables = CatalogueTables()
    engine = connected(place, tables, read_only)
    return Catalogue(engine, tables, FileStore(Path(files) if files is not None else Path(f"{place}{FOLDER}")))


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Models by their content and runs with all that is known of them. Made by `lw.catalogue`."""

    engine: Any
    tables: CatalogueTables
    store: FileStore

    @property
    def _shelf(self) -> ModelShelf:
        """Models by their content."""
        return ModelShelf(self.tables)

    def __repr__(self) -> str:
        return f"<catalogue {self.engine.url.render_as_string(hide_password=True)}, files in {self.store.folder}>"

    @takes(
        run=RUN,
        tags=NAMES_ARGUMENT,
        note=TEXT_ARGUMENT,
        measures=NAMED | None,
        keep=FLAG,
        parent=PARENT | None,
        change=TEXT_ARGUMENT,
    )
    def add(
        self,
        run: Trajectory,
        *,
        tags: Sequence[str] = (),
        note: str = "",
        measures: Mapping[str, float] | None = None,
        keep: bool = True,
        parent: Model | None = None,
        change: str = "",
    ) -> int:
        """Keeps a run, with its file unless `keep` is False; its number.

        The model is kept by its content, once. `parent` says which one it was changed from, the last one of the same
        name unless given, and `change` how, in your words; `lineage` tells both and what differs.
        """
        for name, x in (measures or {}).items():
            if name in run.parameters or name in self.tables.runs.c or name in OWN_NAMES:
                raise ModelError(f"catalogue: the measure {name!r} is called like something else of a run; rename it.")
            NUMBER_ARGUMENT.check("catalogue", f"the measure {name!r}", x)

        def add(file: tuple[str, int] | None) -> int:
            kept = [(run, dict(measures or {}), file)]
            return self.add_many(kept, tags=tags, note=note, parent=parent, change=change)[0]

        return self._with_file(run.save, add) if keep else add(None)

    def add_many(
        self,
        runs: Sequence[tuple[Trajectory, Mapping[str, float], tuple[str, int] | None]],
        *,
        tags: Sequence[str] = (),
        note: str = "",
        parent: Model | None = None,
        change: str = "",
    ) -> list[int]:
        """Keeps runs of one model in one transaction: (run, measures, (hash, size) of its file); their numbers."""
        return self.add_rows(runs[0][0].model, rows_of_runs(runs), tags=tags, note=note, parent=parent, change=change)

    def add_rows(
        self,
        model: Model,
        rows: RunRows,
        *,
        tags: Sequence[str] = (),
        note: str = "",
        parent: Model | None = None,
        change: str = "",
    ) -> list[int]:
        """Keeps what is known of runs of one model in one transaction; their numbers."""
        t, who, count = self.tables, _user(), len(rows)
        check_tags(tags)
        with transaction(self.engine, writes=True) as base:
            versions = rows.told["versions"][0]
            kept = self._shelf.add(base, model, parent, who=who, versions=versions, change=change)
            for file in {file for file in rows.files if file is not None}:
                self._file(base, file)
            same = {"model": kept, "created": time.time(), "who": who, "note": note}
            files = [None if file is None else file[0] for file in rows.files] or [None] * count
            numbers = next_numbers(base, t, t.runs, count)
            columns = {name: [value] * count for name, value in same.items()}
            insert_columns(base, t.runs, {"id": numbers, **columns, **rows.told, "file": files})
            for name, values in rows.values.items():
                known = np.flatnonzero(np.isfinite(values)).tolist()
                own = {"run": [numbers[k] for k in known], "name": [name] * len(known), "value": values[known].tolist()}
                insert_columns(base, t.values, own)
            for tag in dict.fromkeys(tags):
                insert_columns(base, t.tags, {"run": numbers, "tag": [tag] * count})
        return numbers

    @contextmanager
    def recording(self, *, tags: Sequence[str] = (), note: str = "", keep: bool = True) -> Iterator[None]:
        """Keeps every run that `lw.simulate` gives inside of `with cat.recording(): …`."""
        with recorded_by(lambda run: self.add(run, tags=tags, note=note, keep=keep)):
            yield

    @takes(query=TEXT_ARGUMENT | None, newest=COUNT | None)
    def runs(self, query: str | None = None, newest: int | None = None) -> Any:
        """Runs for which a query holds, the newest last, as a pandas DataFrame with the number of each as its index.

        `cat.runs("tag == 'v2' and energy_error < 1e-6 and k >= 40")`: names are columns, `tag`, `model`, and values of
        Parameters and measures. `newest` is how many there are at most.
        """
        pandas, sa, t = extra("pandas", "runs"), sqlalchemy(), self.tables
        if newest is not None and newest < 1:
            raise ModelError(f"catalogue: newest = {newest}; give 1 or more.")
        wanted = sa.select(t.runs, t.models.c.name.label("model_name")).join_from(t.runs, t.models)
        if query is not None and query.strip():
            wanted = wanted.where(self._condition(query))
        with self._transaction() as base:
            rows = base.execute(wanted.order_by(t.runs.c.id.desc()).limit(newest)).mappings().all()[::-1]
            numbers = [row["id"] for row in rows]
            values = _by_run(base, numbers, t.values.c.run, t.values.c.name, t.values.c.value)
            tags = _by_run(base, numbers, t.tags.c.run, t.tags.c.tag, t.tags.c.tag)
        found = pandas.DataFrame(
            [
                {
                    "model": row["model_name"],
                    "created": pandas.Timestamp(row["created"], unit="s"),
                    **{name: row[name] for name in RUN_COLUMNS},
                    **values.get(row["id"], {}),
                    "tags": ", ".join(tags.get(row["id"], {})),
                    "note": row["note"],
                    "who": row["who"],
                }
                for row in rows
            ],
            index=pandas.Index(numbers, name="run"),
        )
        # Without any run there are the columns that every run has.
        return found if rows else found.reindex(columns=["model", "created", *RUN_COLUMNS, "tags", "note", "who"])

    @takes(query=TEXT_ARGUMENT | None)
    def count(self, query: str | None = None) -> int:
        """How many runs there are for which a query holds."""
        sa = sqlalchemy()
        wanted = sa.select(sa.func.count()).select_from(self.tables.runs)
        if query is not None and query.strip():
            wanted = wanted.where(self._condition(query))
        with self._transaction() as base:
            return int(base.execute(wanted).scalar_one())

    @takes(tag=TEXT_ARGUMENT, name=TEXT_ARGUMENT)
    def tagged_values(self, tag: str, name: str) -> list[float]:
        """A Parameter or measure of all runs that have a tag and such a value."""
        sa, values, tags = sqlalchemy(), self.tables.values.c, self.tables.tags.c
        own = sa.select(values.value).where(
            values.name == name, values.run.in_(sa.select(tags.run).where(tags.tag == tag))
        )
        with self._transaction() as base:
            return list(base.execute(own).scalars())

    @takes(number=COUNT)
    def tags(self, number: int) -> list[str]:
        """The tags of a run."""
        sa, own = sqlalchemy(), self.tables.tags.c
        with self._transaction() as base:
            return list(base.execute(sa.select(own.tag).where(own.run == number).order_by(own.tag)).scalars())

    @takes(number=COUNT)
    def has_file(self, number: int) -> bool:
        """Whether a run was kept with its file, so that it can be opened."""
        name = self._run(number)["file"]
        return name is not None and is_content_hash(name) and self.store.path(name).exists()

    @takes(number=COUNT)
    def open(self, number: int) -> Trajectory:
        """A run as it was, read from its file without compiling anything."""
        row = self._run(number)
        if row["file"] is None:
            raise ModelError(f"catalogue: run {number} was kept without its file; its numbers are in `runs`.")
        return load_run(self.store.to_open(row["file"], f"run {number}"))

    @takes(study=STUDY, note=TEXT_ARGUMENT)
    def add_study(self, study: Study, note: str = "") -> int:
        """Keeps a study with its file; its number among studies."""
        t = self.tables
        row = {
            "name": study.name,
            "created": time.time(),
            "who": _user(),
            "note": note,
            "members": len(study),
            "failed": len(study.failures),
            "verdict": study.verdict.level,
            "varied": ", ".join(study.table.names),
            "measures": ", ".join(study.values),
        }

        def add(file: tuple[str, int]) -> int:
            with transaction(self.engine, writes=True) as base:
                self._file(base, file)
                number = next_numbers(base, t, t.studies, 1)[0]
                base.execute(t.studies.insert().values(id=number, **row, file=file[0]))
                return number

        return self._with_file(lambda path: save_study(study, path), add)

    def studies(self) -> Any:
        """All studies, the newest last, as a pandas DataFrame with the number of each as its index."""
        pandas, sa, t = extra("pandas", "studies"), sqlalchemy(), self.tables
        with self._transaction() as base:
            rows = base.execute(sa.select(t.studies).order_by(t.studies.c.id)).mappings().all()
        table = pandas.DataFrame([dict(row) for row in rows], columns=[c.name for c in t.studies.c])
        table["created"] = pandas.to_datetime(table["created"], unit="s")
        return table.drop(columns="file").set_index("id").rename_axis("study")

    @takes(number=COUNT)
    def open_study(self, number: int) -> Study:
        """A study as it was."""
        sa, t = sqlalchemy(), self.tables
        with self._transaction() as base:
            file = base.execute(sa.select(t.studies.c.file).where(t.studies.c.id == int(number))).scalar()
        if file is None:
            raise ModelError(f"catalogue: there is no study {number}.")
        return load_study(self.store.to_open(file, f"study {number}"))

    @takes(which=MODEL_NAME)
    def model(self, which: int | str) -> Model:
        """The model of a run by its number, or the one whose hash begins so."""
        with self._transaction() as base:
            return model_of(self._model_row(base, which))

    def models(self) -> Any:
        """All models, the newest last, as a pandas DataFrame with the hash of each as its index."""
        pandas, sa, t = extra("pandas", "models"), sqlalchemy(), self.tables
        runs = sa.select(sa.func.count()).where(t.runs.c.model == t.models.c.hash).scalar_subquery()
        columns = [t.models.c[name] for name in ("hash", "name", "created", "who", "change")]
        columns.append(sa.func.coalesce(t.models.c.parent, "").label("parent"))
        with self._transaction() as base:
            rows = base.execute(sa.select(*columns, runs.label("runs")).order_by(t.models.c.created)).all()
        table = pandas.DataFrame(rows, columns=[*(c.name for c in columns), "runs"])
        table["created"] = pandas.to_datetime(table["created"], unit="s")
        return table.set_index("hash")

    @takes(which=MODEL_NAME)
    def lineage(self, which: int | str) -> list[ModelStep]:
        """The models that a model was made from, the first one first, itself last, each with how it was changed."""
        with self._transaction() as base:
            return self._shelf.lineage(base, self._model_row(base, which)["hash"])

    @takes(first=MODEL_NAME, second=MODEL_NAME)
    def compare_models(self, first: int | str, second: int | str) -> list[str]:
        """What differs between two models, in sentences."""
        with self._transaction() as base:
            return differences_of(self._model_row(base, first), self._model_row(base, second))

    @takes(first=COUNT, second=COUNT)
    def compare(self, first: int, second: int) -> list[str]:
        """What differs between two runs, in sentences: their models, values, methods, versions and results."""
        a, b = self._run(first), self._run(second)
        found = self.compare_models(first, second)
        versions = [json.loads(row["versions"]) for row in (a, b)]
        for one, other in ([self._values(number) for number in (first, second)], versions):
            for name in dict.fromkeys((*one, *other)):
                if one.get(name) != other.get(name):
                    found.append(f"{name} is {_said(one.get(name))} and {_said(other.get(name))}.")
        unlike = [name for name in RUN_COLUMNS if a[name] != b[name]]
        return found + [f"{name} is {_said(a[name])} and {_said(b[name])}." for name in unlike]

    @takes(number=COUNT, tags=NAME_ARGUMENT)
    def tag(self, number: int, *tags: str) -> None:
        """Adds tags to a run."""
        self._run(number)
        check_tags(tags)
        with transaction(self.engine, writes=True) as base:
            for tag in dict.fromkeys(tags):
                insert_once(base, self.tables.tags, run=number, tag=tag)

    @takes(number=COUNT, tags=NAME_ARGUMENT)
    def untag(self, number: int, *tags: str) -> None:
        """Takes tags from a run."""
        self._run(number)
        own = self.tables.tags.c
        with transaction(self.engine, writes=True) as base:
            base.execute(self.tables.tags.delete().where(own.run == number, own.tag.in_(tags)))

    @takes(number=COUNT, text=TEXT_ARGUMENT)
    def note(self, number: int, text: str) -> None:
        """Writes the note of a run anew."""
        self._run(number)
        runs = self.tables.runs
        with transaction(self.engine, writes=True) as base:
            base.execute(runs.update().where(runs.c.id == number).values(note=text))

    @takes(query=TEXT_ARGUMENT)
    def delete(self, query: str) -> int:
        """Removes the runs for which a query holds, and files that no other run has; how many runs."""
        condition = self._condition(query)
        with transaction(self.engine, writes=True, alone=True) as base:
            removed = delete_rows(base, self.tables, self.tables.runs, condition)
        self.prune()
        return removed

    @takes(number=COUNT)
    def delete_study(self, number: int) -> None:
        """Removes a study with its file."""
        studies = self.tables.studies
        with transaction(self.engine, writes=True, alone=True) as base:
            if not delete_rows(base, self.tables, studies, studies.c.id == number):
                raise ModelError(f"catalogue: there is no study {number}.")
        self.prune()

    def prune(self) -> int:
        """Removes models and files that no run refers to; how many files.

        Rows and files go while nobody else adds any: who keeps a run looks whether its file is still there.
        """
        sa, t = sqlalchemy(), self.tables
        with transaction(self.engine, writes=True, alone=True) as base:
            used = sa.select(t.runs.c.file).where(t.runs.c.file.is_not(None)).union(sa.select(t.studies.c.file))
            base.execute(t.files.delete().where(t.files.c.hash.not_in(used)))
            self._shelf.remove_idle(base)
            known = set(base.execute(sa.select(t.files.c.hash)).scalars())
            idle = [path.name for path in self.store.names() if self.store.is_own(path) and path.name not in known]
            for name in idle:
                self.store.remove(name)
        self.store.remove_unfinished()
        return len(idle)

    def check(self) -> list[CatalogueFault]:
        """Files that are gone, damaged, or nobody's; none where all is well."""
        sa, t = sqlalchemy(), self.tables
        with self._transaction() as base:
            known = dict(base.execute(sa.select(t.files.c.hash, t.files.c.size)).all())
            owners = base.execute(sa.select(t.runs.c.file, t.runs.c.id).where(t.runs.c.file.is_not(None))).all()
        return faults_of(self.store, known, owners)

    def close(self) -> None:
        """Leaves the database."""
        self.engine.dispose()

    def _transaction(self) -> AbstractContextManager[Any]:
        return transaction(self.engine)

    def _condition(self, query: str) -> Any:
        sa, values = sqlalchemy(), self.tables.values.c

        def names() -> list[str]:
            return list(base.execute(sa.select(values.name).distinct()).scalars())

        def is_value(name: str) -> bool:
            return base.execute(sa.select(values.run).where(values.name == name).limit(1)).first() is not None

        with self._transaction() as base:
            return RunQuery(self.tables, is_value, names).condition(query)

    def _with_file(self, write: Callable[[Path], object], add: Callable[[tuple[str, int]], int]) -> int:
        """Keeps a file and then its row, again where another program removed the file in between."""
        for _ in range(FILE_ATTEMPTS - 1):
            try:
                return add(self.store.keep(write))
            except FileRemoved:
                continue
        return add(self.store.keep(write))

    def _run(self, number: int) -> Mapping[str, Any]:
        sa, t = sqlalchemy(), self.tables
        with self._transaction() as base:
            wanted = sa.select(t.runs).where(t.runs.c.id == int(number))
            found = base.execute(wanted).mappings().first() if abs(number) <= LARGEST_INTEGER else None
        if found is None:
            raise ModelError(f"catalogue: there is no run {number}.")
        return dict(found)

    def _values(self, number: int) -> dict[str, float]:
        t = self.tables.values.c
        with self._transaction() as base:
            return _by_run(base, [number], t.run, t.name, t.value).get(number, {})

    def _model_row(self, base: Any, which: int | str) -> Mapping[str, Any]:
        """What is known of a model, by the number of a run or the first letters of its hash."""
        shelf = self._shelf
        return shelf.row(base, shelf.hash_of(base, which) if isinstance(which, str) else self._run(which)["model"])

    def _file(self, base: Any, file: tuple[str, int]) -> None:
        """Keeps the (hash, size) of a file, once."""
        insert_once(base, self.tables.files, hash=file[0], size=file[1])
        if not self.store.path(file[0]).exists():
            raise FileRemoved(f"catalogue: the file {file[0]} is not in {self.store.folder}.")


def _by_run(base: Any, numbers: Sequence[int], run: Any, name: Any, value: Any) -> dict[int, dict[str, Any]]:
    """Names and values of several runs."""
    sa = sqlalchemy()
    found: dict[int, dict[str, Any]] = {}
    for at in range(0, len(numbers), LARGEST_SET):
        part = numbers[at : at + LARGEST_SET]
        for number, key, x in base.execute(sa.select(run, name, value).where(run.in_(part)).order_by(run, name)):
            found.setdefault(number, {})[key] = x
    return found


def _said(value: float | str | None) -> str:
    return "missing" if value is None else value if isinstance(value, str) else f"{value:.10g}"


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
