"""The way to the database of a catalogue: a file of SQLite, or PostgreSQL by its address; its version; its sentences.

Tables have a version, kept in the table `about`. An older one is brought up to date when it is opened, all of it or
nothing; a newer one is refused.
"""

from __future__ import annotations

import importlib
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...contract import ModelError
from .tables import CatalogueTables, sqlalchemy

CATALOGUE_VERSION = 2
"""Raised with every change of the tables."""
MIGRATIONS = {
    2: (
        "alter table models add column who text not null default ''",
        "alter table models add column versions text not null default '{}'",
        "alter table models add column change text not null default ''",
    ),
}
"""What brings tables from the version before to each version."""
CATALOGUE_PATIENCE = 30.0
"""Seconds that a writer waits for another one."""
SERVER_LOCK = 0x11C0_7A10
"""The number of our lock in PostgreSQL: shared by those who add, held alone by who removes or changes tables."""
REASONS = {
    "database is locked": "another program is writing to it and did not end in time; try again",
    "readonly database": "it may only be read here",
    "read-only transaction": "it may only be read here",
    "database or disk is full": "make room and try again",
    "disk I/O error": "the disk is full, or it fails",
}
"""What to do about what a database says."""


def connected(place: str | Path, tables: CatalogueTables, read_only: bool = False) -> Any:
    """The engine of a database, whose tables are there and of this version."""
    sa, address = sqlalchemy(), str(place)
    is_file = "://" not in address
    if is_file:
        read_only = _may_only_be_read(Path(address), read_only)
    try:
        engine = _file_engine(address, read_only) if is_file else _server_engine(address, read_only)
        with _begun(engine) as base:
            known = _version(base, tables)
        if known != CATALOGUE_VERSION:
            _bring_up_to_date(engine, tables, _shown(address), read_only)
    except (sa.exc.SQLAlchemyError, ImportError) as error:
        raise ModelError(f"catalogue: {_shown(address)} cannot be opened: {said_by_database(error)}.") from None
    return engine


@contextmanager
def transaction(engine: Any, writes: bool = False, alone: bool = False) -> Iterator[Any]:
    """A connection inside of a transaction: all of it is kept at the end, or nothing.

    Who `writes` has the database to itself in SQLite; in PostgreSQL several may write, and nobody beside who is
    `alone`.
    """
    try:
        with _begun(engine, writes, alone) as base:
            yield base
    except (sqlalchemy().exc.SQLAlchemyError, UnicodeError, OverflowError) as error:
        kept = " Nothing of this was saved." if writes else ""
        raise ModelError(f"catalogue: the database refused: {said_by_database(error)}.{kept}") from None


@contextmanager
def _begun(engine: Any, writes: bool = False, alone: bool = False) -> Iterator[Any]:
    with engine.connect() as base:
        base.execution_options(writes=writes)
        with base.begin():
            if writes and base.dialect.name == "postgresql":
                lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
                base.exec_driver_sql(f"select {lock}({SERVER_LOCK})")
            yield base


def insert_once(base: Any, table: Any, **values: Any) -> None:
    """Inserts a row unless there is one with its key: another process may keep the same at the same moment."""
    dialect = importlib.import_module(f"sqlalchemy.dialects.{base.dialect.name}")
    base.execute(dialect.insert(table).values(**values).on_conflict_do_nothing())


def insert_columns(base: Any, table: Any, columns: Mapping[str, Sequence[Any]]) -> None:
    """Inserts rows by the driver itself: SQLAlchemy would look at every value of every row, which takes longer."""
    statement = table.insert().compile(dialect=base.dialect, column_keys=list(columns))
    names = statement.positiontup or list(columns)
    rows = list(zip(*(columns[name] for name in names), strict=True))
    if rows:
        base.exec_driver_sql(
            str(statement), rows if statement.positional else [dict(zip(names, row, strict=True)) for row in rows]
        )


def next_numbers(base: Any, tables: CatalogueTables, table: Any, count: int) -> list[int]:
    """Numbers that no row of a table ever had."""
    if base.dialect.name == "sqlite":  # which has one writer at a time
        first = _last_number(base, tables, table) + 1
        return list(range(first, first + count))
    sa = sqlalchemy()
    own = sa.func.nextval(sa.func.pg_get_serial_sequence(table.name, "id"))
    return [int(x) for x in base.execute(sa.select(own).select_from(sa.func.generate_series(1, count))).scalars()]


def _last_number(base: Any, tables: CatalogueTables, table: Any) -> int:
    """The largest number that a row of a table ever had: SQLite would give that of a removed one again."""
    sa = sqlalchemy()
    newest = base.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0
    known = base.execute(sa.select(tables.about.c.value).where(tables.about.c.name == f"last {table.name}")).scalar()
    return max(int(newest), int(known or 0))


def delete_rows(base: Any, tables: CatalogueTables, table: Any, condition: Any) -> int:
    """Removes rows, and remembers the last number that was given; how many rows."""
    last = str(_last_number(base, tables, table))
    removed = int(base.execute(table.delete().where(condition)).rowcount)
    base.execute(tables.about.delete().where(tables.about.c.name == f"last {table.name}"))
    base.execute(tables.about.insert().values(name=f"last {table.name}", value=last))
    return removed


def _may_only_be_read(path: Path, wanted: bool) -> bool:
    """Whether a file is only read: asked for, or its owner says so."""
    if not path.resolve().parent.is_dir():
        raise ModelError(f"catalogue: {str(path)!r}: there is no folder {path.parent}.")
    if wanted and not path.exists():
        raise ModelError(f"catalogue: there is no file {str(path)!r}.")
    return wanted or (path.exists() and not os.access(path, os.W_OK))


def _file_engine(address: str, read_only: bool) -> Any:
    sa = sqlalchemy()
    if not read_only:
        wait = {"timeout": CATALOGUE_PATIENCE}
        engine = sa.create_engine(sa.engine.URL.create("sqlite", database=address), connect_args=wait)
    else:
        engine = sa.create_engine("sqlite://", creator=lambda: _reader(address), poolclass=sa.pool.QueuePool)
    sa.event.listen(engine, "connect", _prepare_reader if read_only else _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _reader(address: str) -> sqlite3.Connection:
    """A connection that cannot write. Where not even SQLite's own notes can be kept, nobody else writes either."""
    name, found = f"file:{quote(str(Path(address).resolve()))}", None
    for mode in ("mode=ro", "immutable=1"):
        try:
            found = sqlite3.connect(f"{name}?{mode}", uri=True, timeout=CATALOGUE_PATIENCE, check_same_thread=False)
            found.execute("select count(*) from sqlite_master").fetchone()
            break
        except sqlite3.OperationalError as error:
            is_closed = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN  # the other bits say more about it
            if not is_closed or mode == "immutable=1" or Path(f"{address}-wal").exists():
                raise
    assert found is not None
    return found


def _server_engine(address: str, read_only: bool) -> Any:
    if not address.startswith("postgresql"):
        raise ModelError(
            f"catalogue: {_shown(address)}: give the name of a file, or the address of a database of PostgreSQL, which "
            "begins with postgresql+psycopg://."
        )
    only = {"connect_args": {"options": "-c default_transaction_read_only=on"}} if read_only else {}
    return sqlalchemy().create_engine(address, **only)


def _prepare(connection: sqlite3.Connection, record: Any) -> None:
    """Readers do not wait for writers, what is written lasts, and rows that belong to others go with them."""
    connection.isolation_level = None  # transactions begin where we say: those of Python leave changes of tables out
    for setting in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
        connection.execute(f"pragma {setting}")


def _prepare_reader(connection: sqlite3.Connection, record: Any) -> None:
    connection.isolation_level = None


def _begin(base: Any) -> None:
    """A writer takes its turn at once: one that reads first could not wait any more."""
    base.exec_driver_sql("begin immediate" if base.get_execution_options().get("writes") else "begin")


def _version(base: Any, tables: CatalogueTables) -> int | None:
    """The version of the tables; None where there are none of ours."""
    sa = sqlalchemy()
    if "about" not in sa.inspect(base).get_table_names():
        return None
    known = base.execute(sa.select(tables.about.c.value).where(tables.about.c.name == "version")).scalar()
    return None if known is None else int(known)


def _bring_up_to_date(engine: Any, tables: CatalogueTables, shown: str, read_only: bool) -> None:
    """Makes the tables, or changes those of an older version, in one transaction."""
    sa = sqlalchemy()
    with _begun(engine, writes=not read_only, alone=True) as base:
        known = _version(base, tables)  # again, since another process may have been faster
        names = set(sa.inspect(base).get_table_names())
        if known is None and (names if base.dialect.name == "sqlite" else names & set(tables.data.tables)):
            raise ModelError(f"catalogue: {shown} is the database of something else; give another name.")
        if known is not None and known > CATALOGUE_VERSION:
            raise ModelError(f"catalogue: {shown} was made by a newer version of linkwork; use that one.")
        if known == CATALOGUE_VERSION:
            return
        if read_only:
            raise ModelError(
                f"catalogue: {shown} is of an older version of linkwork; open it once where it may be written."
            )
        if known is None:
            tables.data.create_all(base)
            base.execute(tables.about.insert().values(name="version", value=str(CATALOGUE_VERSION)))
            return
        for version in range(known + 1, CATALOGUE_VERSION + 1):
            for statement in MIGRATIONS[version]:
                base.exec_driver_sql(statement)
        told = tables.about.update().where(tables.about.c.name == "version")
        base.execute(told.values(value=str(CATALOGUE_VERSION)))


def said_by_database(error: Exception) -> str:
    """The first line of what a database says, and what to do about it."""
    said = str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
    return next((f"{said}: {what}" for reason, what in REASONS.items() if reason in said), said)


def _shown(address: str) -> str:
    """An address without its password."""
    head, mark, rest = address.partition("://")
    return repr(f"{head}{mark}{rest.rpartition('@')[2]}" if mark else address)
