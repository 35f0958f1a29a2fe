"""A catalogue that is stopped at any moment, out of room, old, new, locked or read-only: nothing lost, nothing half."""

import errno
import itertools
import os
import resource
import signal
import sqlite3
import sys
import warnings
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy

import linkwork as lw
from linkwork.studies.catalogue import database
from linkwork.studies.catalogue.catalogue import add_rows
from linkwork.studies.catalogue.run_rows import rows_of_runs
from linkwork.studies.ledger import StudyLedger
from linkwork.studies.member_batch import BatchNumbers
from tests.studies.catalogued import run_of
from tests.studies.swings import swing

VERSION_1 = (Path(__file__).parent / "version_1.sql").read_text()
CUT = 77
"""How a process ends whose power is cut."""
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that begin in the middle of a program")


@pytest.fixture(scope="module")
def run():
    return run_of(lw.compile_model(swing()), 33.0)


def in_child(work):
    """How a child process ended that does some work: its code, or less than zero for a signal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def cut_at(place):
    """Ends this process without a word at the n-th thing that it does to files or to a database."""
    seen = 0

    def boundary(*_):
        nonlocal seen
        seen += 1
        if seen == place:
            os._exit(CUT)

    writes = ("os.rename", "os.mkdir", "os.remove", "os.chmod", "shutil.copyfile", "sqlite3.connect")
    sys.addaudithook(lambda name, given: boundary() if name in writes or _opens_to_write(name, given) else None)
    for event in ("before_cursor_execute", "commit"):
        sqlalchemy.event.listen(sqlalchemy.engine.Engine, event, boundary)
    fsync = os.fsync
    os.fsync = lambda number: (fsync(number), boundary())


def _opens_to_write(name, given):
    return name == "open" and isinstance(given[2], int) and bool(given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def cuts(work):
    """Does a piece of work in one process after the other, cut at its first, second, … boundary, until it ends."""
    for place in itertools.count(1):
        ended = in_child(lambda place=place: (cut_at(place), work()))
        assert ended in (0, CUT), f"ended with {ended} at boundary {place}"
        yield ended == CUT
        if ended == 0:
            return


@pytest.mark.slow
def test_power_cut_at_every_boundary_of_keeping_a_run(run, tmp_path):
    """Between any two writes: the run is there whole, or not at all; what is left behind goes with `prune`."""
    place, found = tmp_path / "lab.db", []
    lw.catalogue(place).close()
    for was_cut in cuts(lambda: lw.catalogue(place).add(run, tags=["cut"], measures={"peak": 1.0})):
        lab = lw.catalogue(place)
        assert {fault.kind for fault in lab.check()} <= {"unclaimed"}
        found.append((was_cut, len(lab.runs())))
        for number, row in lab.runs().iterrows():
            assert row["tags"] == "cut" and row["peak"] == 1.0
            assert (lab.open(number)["A.angle"] == run["A.angle"]).all()
        lab.delete("id > 0")
        assert lab.check() == []
        lab.close()
    rows = [count for _, count in found]
    assert rows == sorted(rows) and set(rows) <= {0, 1} and found[-1] == (False, 1) and len(found) > 30


def test_a_file_is_on_the_disk_before_the_row_that_names_it(run, tmp_path, monkeypatch):
    """What a power cut may take away is what was not synchronized: file, folder and database in this order."""
    lab, order = lw.catalogue(tmp_path / "lab.db"), []
    fsync, replace = os.fsync, os.replace

    def synchronized(number):
        order.append(Path(os.readlink(f"/proc/self/fd/{number}")))
        fsync(number)

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("Needs /proc to know what is synchronized.")
    monkeypatch.setattr(os, "fsync", synchronized)
    monkeypatch.setattr(os, "replace", lambda a, b, **more: (order.append(f"replace {b}"), replace(a, b, **more)))
    sqlalchemy.event.listen(lab.storage.engine, "commit", lambda base: order.append("commit"))
    lab.add(run)
    target = next(lab.storage.store.names())
    steps = [step for step in order if step == "commit" or isinstance(step, Path) or str(target) in step]
    parts = [k for k, step in enumerate(steps) if isinstance(step, Path) and step.suffix == ".part"]
    commits = [k for k, step in enumerate(steps) if step == "commit"]
    assert parts[0] < steps.index(target.parent) < steps.index(target.parent.parent) < commits[-1]
    with sqlite3.connect(tmp_path / "lab.db") as base:
        assert base.execute("pragma journal_mode").fetchone() == ("wal",)
    with lab.storage.engine.connect() as base:
        assert base.exec_driver_sql("pragma synchronous").scalar() == 2  # full: a commit waits for the disk


@pytest.mark.slow
def test_power_cut_at_every_boundary_of_a_removal(run, tmp_path):
    """Runs that remain keep their files, whenever the removal of another ends."""
    place, system = tmp_path / "lab.db", lw.compile_model(swing())
    lab = lw.catalogue(place)
    stays, other = lab.add(run), run_of(system, 55.0)
    numbers = [lab.add(other, tags=["goes"])]
    lab.close()
    for _ in cuts(lambda: lw.catalogue(place).delete("tag == 'goes'")):
        lab = lw.catalogue(place)
        assert [fault for fault in lab.check() if fault.runs or fault.kind in ("damaged", "foreign")] == []
        assert len(lab.open(stays)) == len(run)
        lab.delete("tag == 'goes'")
        assert lab.check() == []
        numbers.append(lab.add(other, tags=["goes"]))
        lab.close()
    assert len(numbers) > 15 and len(set(numbers)) == len(numbers)  # a number is never given again


def test_power_cut_at_every_statement_of_a_study(tmp_path):
    """A batch of the ledger is there whole or not at all, and one that is there is not replaced."""
    place, batch = tmp_path / "study.db", BatchNumbers(np.ones((1, 4)), np.zeros(4, np.int8), {2: "no"})
    connect = sqlite3.connect

    def add(at):
        seen = 0

        def boundary(_):
            nonlocal seen
            seen += 1
            if seen == at:
                os._exit(CUT)

        def traced(*given, **more):
            base = connect(*given, **more)
            base.set_trace_callback(boundary)
            return base

        sqlite3.connect = traced
        StudyLedger(place, {"model": "m"}).add(0, batch)
        boundary("returned")

    kept = []
    for at in itertools.count(1):
        place.unlink(missing_ok=True)
        ended = in_child(lambda at=at: add(at))
        ledger = StudyLedger(place, {"model": "m"})
        kept.append(ledger.done())
        ledger.add(0, BatchNumbers(np.full((1, 4), 2.0), np.zeros(4, np.int8), {}))
        found = ledger.numbers(1, 4)
        assert (found.values == (1.0 if kept[-1] else 2.0)).all()
        ledger.close()
        if ended == 0:
            break
    assert kept[0] == {} and kept[-1] == {0: 4} and len(kept) > 6


def limited(size, work, said):
    """Does some work in a process whose files may not grow beyond a size; it must end with a sentence."""

    def tried():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            work()
        except lw.ModelError as error:
            os._exit(CUT if said(str(error)) else 2)

    return in_child(tried)


@pytest.mark.slow
def test_a_full_disk_is_told_and_takes_nothing_away(run, tmp_path):
    """The kernel refuses to let a file grow: first that of the run, then that of the database."""
    place = tmp_path / "lab.db"
    lab = lw.catalogue(place)
    first = lab.add(run)
    lab.close()
    system = lw.compile_model(swing())
    other = lw.simulate(system, system.state({"A.angle": 0.1}), 10.0, times=5000)
    told = limited(60_000, lambda: lw.catalogue(place).add(other), lambda said: "lab.db.files: the run cannot" in said)
    assert told == CUT
    many = rows_of_runs([(run, {f"value{k}": float(k)}, None) for k in range(4000)])
    full = limited(
        200_000,
        lambda: add_rows(lw.catalogue(place).storage, run.model, many),
        lambda said: "Nothing of this was saved" in said,
    )
    assert full == CUT
    lab = lw.catalogue(place)
    assert list(lab.runs().index) == [first] and len(lab.open(first)) == len(run) and lab.check() == []
    assert lab.add(other) == 2


def test_no_room_for_any_write_of_a_file(run, tmp_path, monkeypatch):
    """Every system call that writes the file of a run fails once with ENOSPC; nothing is kept, then all is."""
    lab, counts, said = lw.catalogue(tmp_path / "lab.db"), dict.fromkeys(("mkdir", "replace", "fsync"), 0), []

    def failing(name, place):
        real, seen = getattr(os, name), itertools.count(1)

        def full(*given, **more):
            if next(seen) == place:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*given, **more)

        return full

    for name in counts:
        for place in itertools.count(1):
            with monkeypatch.context() as patch:
                patch.setattr(os, name, failing(name, place))
                try:
                    lab.add(run)
                except lw.ModelError as error:
                    assert "lab.db.files: " in str(error) and ".part" not in str(error)
                    said.append(str(error))
                else:
                    break
            counts[name] += 1
            assert lab.runs().empty and not list(lab.storage.store.folder.rglob("*.part"))
            lab.prune()
        lab.delete("id > 0")
    assert all(counts.values()) and counts["fsync"] >= 3
    assert sum(": No space left on device" in sentence for sentence in said) >= len(said) - 1
    assert len(lab.open(lab.add(run))) == len(run) and lab.check() == []


def test_a_study_out_of_room_keeps_what_it_had(tmp_path):
    place = tmp_path / "study.db"

    def go():
        over = {"A.angle": [0.001 * k for k in range(4000)]}
        return lw.study(swing(), over, {"end": ("A.angle", "final")}, 0.1, file=place, times=3)

    told = limited(48_000, go, lambda said: "cannot be saved" in said and "run the study again" in said)
    assert told == CUT
    with sqlite3.connect(place) as base:
        before = dict(base.execute("select first, numbers from batches"))
    assert 0 < len(before) < 4
    assert go().complete
    with sqlite3.connect(place) as base:
        after = dict(base.execute("select first, numbers from batches"))
    assert len(after) == 4 and all(after[k] == numbers for k, numbers in before.items())


def test_a_damaged_file_is_replaced_by_its_content(run, tmp_path):
    """A half file under the name of a whole one is not believed when the same run is kept again."""
    lab = lw.catalogue(tmp_path / "lab.db")
    lab.add(run)
    path = next(lab.storage.store.names())
    path.write_bytes(path.read_bytes()[:100])
    assert [fault.kind for fault in lab.check()] == ["damaged"]
    lab.add(run)
    assert lab.check() == [] and len(lab.open(1)) == len(run)


def test_a_file_that_another_program_prunes_meanwhile_is_kept_again(run, tmp_path, monkeypatch):
    lab, other = lw.catalogue(tmp_path / "lab.db"), lw.catalogue(tmp_path / "lab.db")
    keep, pruned = lab.storage.store.keep, []

    def kept_and_pruned(write):
        found = keep(write)
        if len(pruned) < 2:
            pruned.append(other.prune())
        return found

    monkeypatch.setattr(lab.storage.store, "keep", kept_and_pruned)
    assert len(lab.open(lab.add(run))) == len(run) and pruned == [1, 1] and lab.check() == []


def columns(place):
    with sqlite3.connect(place) as base:
        tables = [name for (name,) in base.execute("select name from sqlite_master where type = 'table'")]
        return {name: {tuple(row[1:4]) for row in base.execute(f"pragma table_info({name})")} for name in tables}


def version_1(place, run):
    """A catalogue as version 1 wrote it, with a model and a run."""
    made = lw.catalogue(place.with_name("made.db"))
    made.add(run, tags=["old"], measures={"peak": 2.0}, keep=False)
    made.close()
    with sqlite3.connect(place) as base:
        base.executescript(VERSION_1)
        base.execute("attach database ? as made", (str(made.storage.engine.url.database),))
        base.execute("insert into models select hash, name, content, missing, parent, created from made.models")
        for table in ("runs", "run_values", "tags"):
            base.execute(f"insert into {table} select * from made.{table}")


def test_an_old_catalogue_is_brought_up_to_date_whole_or_not_at_all(run, tmp_path):
    place = tmp_path / "old.db"
    version_1(place, run)
    with pytest.raises(lw.ModelError, match=r"old\.db' is of an older version of linkwork; open it once where it may"):
        lw.catalogue(place, read_only=True)
    before, states = columns(place), set()
    for _ in cuts(lambda: lw.catalogue(place).close()):
        with sqlite3.connect(place) as base:
            version = base.execute("select value from about where name = 'version'").fetchone()[0]
        assert version == "2" or columns(place) == before
        states.add(version)
    assert states == {"1", "2"}
    lab = lw.catalogue(place)
    assert list(lab.runs("tag == 'old' and peak == 2 and k == 33").index) == [1]
    assert lab.models.lineage(1)[0].who == "" and list(lab.models.open(1).bodies) == ["rod"]
    assert lab.add(run) == 2
    lab.close()
    names = {table: {name for name, *_ in found} for table, found in columns(place).items()}
    lw.catalogue(tmp_path / "new.db").close()
    assert names == {table: {name for name, *_ in found} for table, found in columns(tmp_path / "new.db").items()}


def test_every_version_has_its_way_up():
    assert sorted(database.MIGRATIONS) == list(range(2, database.CATALOGUE_VERSION + 1))


def test_databases_of_others_are_left_alone(tmp_path):
    StudyLedger(tmp_path / "study.db", {"model": "m"}).close()
    with pytest.raises(lw.ModelError, match=r"study\.db' is the database of something else; give another name"):
        lw.catalogue(tmp_path / "study.db")
    assert set(columns(tmp_path / "study.db")) == {"about", "batches"}


def test_a_catalogue_that_may_only_be_read(run, tmp_path):
    place = tmp_path / "lab.db"
    lab = lw.catalogue(place)
    number = lab.add(run, tags=["mine"])
    lab.close()
    reader = lw.catalogue(place, read_only=True)
    assert list(reader.runs("tag == 'mine'").index) == [number] and len(reader.open(number)) == len(run)
    for change in (lambda: reader.tag(number, "x"), lambda: reader.note(number, "x"), lambda: reader.delete("id > 0")):
        with pytest.raises(
            lw.ModelError, match=r"readonly database: it may only be read here\. Nothing of this was saved"
        ):
            change()
    reader.close()
    with pytest.raises(lw.ModelError, match="there is no file"):
        lw.catalogue(tmp_path / "none.db", read_only=True)

    def as_somebody():
        if os.geteuid() == 0:
            os.setgroups([])
            os.setuid(65534)
        theirs = lw.catalogue(place)
        assert len(theirs.runs()) == 1
        try:
            theirs.tag(number, "x")
        except lw.ModelError as error:
            os._exit(CUT if "it may only be read here" in str(error) else 2)

    for path in (tmp_path, *tmp_path.parents):
        if path.stat().st_uid == os.geteuid() and not path.stat().st_mode & 0o001:
            path.chmod(path.stat().st_mode | 0o011)
    place.chmod(0o444)
    tmp_path.chmod(0o555)
    assert in_child(as_somebody) == CUT
    tmp_path.chmod(0o755)
    assert list(lw.catalogue(place, read_only=True).runs()["tags"]) == ["mine"]


def point_elsewhere(place: Path, name: str) -> None:
    """Lets the rows of a database name another file, as one that was sent by somebody may do."""
    with sqlite3.connect(place) as base:
        base.execute("pragma foreign_keys=off")
        base.execute("update files set hash=?", (name,))
        base.execute("update runs set file=?", (name,))
    base.close()


@pytest.mark.parametrize("kind", ["absolute", "relative", "short", "upper case", "newline"])
def test_a_database_that_names_files_elsewhere_opens_none(run, kind, tmp_path):
    """Names are hashes of 64 hexadecimal digits; no other is joined to the folder, opened or removed."""
    victim = tmp_path / "victim.nc"
    run.save(victim)
    names = {"absolute": str(victim), "relative": "../../victim.nc", "short": "ab" * 31, "upper case": "AB" * 32}
    with closing(lw.catalogue(tmp_path / "lab.db")) as lab:
        lab.add(run)
    point_elsewhere(tmp_path / "lab.db", names.get(kind, "ab" * 32 + "\n"))
    with closing(lw.catalogue(tmp_path / "lab.db")) as lab:
        with pytest.raises(lw.ModelError, match="named by 64 hexadecimal digits: it was changed by another program"):
            lab.open(1)
        assert not lab.has_file(1)
        assert [fault.kind for fault in lab.check() if fault.runs] == ["renamed"]
        lab.delete("id == 1")
        lab.prune()
    assert victim.exists()


def test_a_link_in_the_folder_is_not_followed(run, tmp_path):
    victim = tmp_path / "victim.nc"
    run.save(victim)
    with closing(lw.catalogue(tmp_path / "lab.db")) as lab:
        lab.add(run)
        (kept,) = lab.storage.store.names()
        kept.unlink()
        kept.symlink_to(victim)
        with pytest.raises(lw.ModelError, match="the file of run 1 is a link to another place; nothing was opened"):
            lab.open(1)
