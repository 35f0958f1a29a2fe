"""The catalogue: runs found again by what they are, opened without compiling, checked; several writers; bad input."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.studies.catalogue.catalogue import add_rows
from linkwork.studies.catalogue.run_rows import rows_of_runs
from linkwork.studies.catalogue.tables import RUN_COLUMNS
from tests.studies.catalogued import run_of, several_writers
from tests.studies.swings import swing

ROOT = Path(__file__).parents[2]
pytest.importorskip("sqlalchemy", reason="pip install 'linkwork[catalogue]' brings SQLAlchemy.")


@pytest.fixture(scope="module")
def system():
    return lw.compile_model(swing())


@pytest.fixture
def lab(tmp_path):
    found = lw.catalogue(tmp_path / "lab.db")
    yield found
    found.close()


def test_runs_are_found_by_values_tags_certificate_and_model(lab, system):
    for k in (20.0, 40.0, 60.0):
        run = run_of(system, k)
        lab.add(
            run, tags=["v1", *(["stiff"] if k > 50 else [])], measures={"peak": run["A.angle"].max()}, note=f"k {k}"
        )
    assert list(lab.runs("k >= 40").index) == [2, 3]
    assert list(lab.runs("tag == 'stiff'")["k"]) == [60.0]
    assert list(lab.runs("tag != 'stiff' and verdict == 'good'").index) == [1, 2]
    assert list(lab.runs("30 < k <= 40 or k == 60").index) == [2, 3]
    assert list(lab.runs("k in (20, 60) and not tag == 'stiff'").index) == [1]
    assert list(lab.runs("model == 'swing' and energy_error < 1e-6 and steps > 1").index) == [1, 2, 3]
    assert len(lab.runs("peak > 0.5")) == 0 and len(lab.runs()) == 3
    table = lab.runs()
    assert table.loc[3, "tags"] == "stiff, v1" and table.loc[1, "note"] == "k 20.0" and table.loc[2, "peak"] >= 0.1


def test_a_run_is_opened_as_it_was_and_its_file_is_kept_once(lab, system):
    run = run_of(system)
    first, second = lab.add(run), lab.add(run)
    again = lab.open(first)
    assert (again["A.angle"] == run["A.angle"]).all() and again.certificate.steps == run.certificate.steps
    assert len(list(lab.storage.store.names())) == 1
    assert lab.delete(f"id == {first}") == 1
    assert len(list(lab.storage.store.names())) == 1 and len(lab.open(second)) == len(run)
    assert lab.delete("model == 'swing'") == 1 and not list(lab.storage.store.names())


def test_recording_keeps_every_run(lab, system):
    with lab.recording(tags=["session"], keep=False):
        run_of(system, 30.0)
        run_of(system, 31.0)
    run_of(system, 32.0)
    assert list(lab.runs("tag == 'session'")["k"]) == [30.0, 31.0]
    with pytest.raises(lw.ModelError, match="run 1 was stored without its file"):
        lab.open(1)


def test_models_are_kept_by_content_and_compared(lab, system):
    changed = swing()
    changed.connect("more", lw.TorsionSpring(stiffness=1.0, axis="y"), changed.ground, changed.bodies["rod"])
    other = lw.compile_model(changed)
    first = lab.add(run_of(system, 20.0), keep=False)
    second = lab.add(lw.simulate(other, other.state({"A.angle": 0.1}), 0.2), keep=False, parent=system.model)
    said = lab.compare(first, second)
    assert "Connection 'more' is only in the second model." in said and "k is 20 and 40." in said
    assert list(lab.models.open(second).connections) == ["A", "spring", "more"]
    with lab.storage.engine.connect() as base:
        kept = base.exec_driver_sql("select hash, parent from models order by created").fetchall()
    assert [parent for _, parent in kept] == [None, kept[0][0]] and lab.compare(first, first) == []


def test_a_lineage_tells_what_each_model_was_changed_from_and_how(lab, system):
    def with_springs(count):
        model = swing()
        for k in range(count):
            model.connect(f"more{k}", lw.TorsionSpring(stiffness=1.0, axis="y"), model.ground, model.bodies["rod"])
        return lw.compile_model(model)

    def run(made):
        return lw.simulate(made, made.state({"A.angle": 0.1}), 0.1)

    lab.add(run_of(system), keep=False)
    lab.add(run(with_springs(1)), keep=False, change="one more spring")
    second = lab.add(run(with_springs(2)), keep=False, change="and another")
    third = lab.add(run(with_springs(3)), keep=False, parent=with_springs(1).model)
    steps = lab.models.lineage(second)
    assert [step.change for step in steps] == ["", "one more spring", "and another"]
    assert steps[0].differences == () and steps[2].differences == ("Connection 'more1' is only in the second model.",)
    assert steps[2].versions["linkwork"] == lw.__version__ and steps[2].created >= steps[1].created
    assert [step.hash for step in lab.models.lineage(third)] == [
        *(step.hash for step in steps[:2]),
        lab.models.lineage(third)[-1].hash,
    ]
    assert len(lab.models.lineage(third)[-1].differences) == 2 and "one more spring" in str(steps[1])
    models = lab.models()
    assert list(models["runs"]) == [1, 1, 1, 1] and models.loc[steps[1].hash, "parent"] == steps[0].hash
    assert lab.models.compare(steps[0].hash[:12], second) == [
        "Connection 'more0' is only in the second model.",
        "Connection 'more1' is only in the second model.",
    ]
    assert list(lab.runs(f"model_hash == '{steps[1].hash}'").index) == [2]
    for which, sentence in (("", "there are several models"), ("zz", "there is no model"), (99, "there is no run 99")):
        with pytest.raises(lw.ModelError, match=sentence):
            lab.models.lineage(which)
    # Models go with their runs, and one that another was changed from stays as long as that one.
    lab.delete(f"id < {third}")
    assert len(lab.models()) == 3
    lab.delete("id > 0")
    assert lab.models().empty


def test_a_model_that_was_kept_in_part_is_compared_as_far_as_it_goes(lab, system):
    lab.add(run_of(system), keep=False)
    with sqlite3.connect(lab.storage.engine.url.database) as base:
        base.execute("update models set missing = ?, hash = 'ff'", ('["spring: a law of one\'s own"]',))
        base.execute("update runs set model = 'ff'")
    lab.add(run_of(system), keep=False)
    assert lab.compare(1, 2)[0].startswith(
        "The models differ, but the differences cannot be listed: catalogue: the model 'swing' was stored in"
    )
    with pytest.raises(lw.ModelError, match="was stored in part: spring: a law of one's own"):
        lab.models.open(1)


@pytest.mark.slow
def test_a_run_is_opened_without_compiling(lab, system, tmp_path):
    """In a process with an empty cache of kernels: none is built, none is asked for."""
    run = run_of(system)
    number = lab.add(run, measures={"peak": 1.0})
    program = (
        "import linkwork as lw, linkwork.kernels.kernel as kernel\n"
        "def refuse(*given): raise AssertionError('something was compiled')\n"
        "kernel.compile_function = kernel.compile_known = kernel.compile_body = refuse\n"
        f"lab = lw.catalogue({str(lab.storage.engine.url.database)!r})\n"
        f"run = lab.open({number})\n"
        "sums = [float(run[name].sum()) for name in ('A.angle', 'A.angle_dot')]\n"
        "print(*sums, run.certificate.steps, run.verdict.level)\n"
        f"print(list(lab.models.open({number}).bodies), lab.compare({number}, {number}), len(lab.runs('peak == 1')))\n"
    )
    cache = tmp_path / "cache"
    plain = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LINKWORK_CACHE_DIR": str(cache)}
    told = subprocess.run([sys.executable, "-c", program], env=plain, capture_output=True, text=True, timeout=300)
    assert told.stderr == ""
    first, second = told.stdout.splitlines()
    assert first == f"{float(run['A.angle'].sum())} {float(run['A.angle_dot'].sum())} {run.certificate.steps} good"
    assert second == "['rod'] [] 1"
    assert not [path for path in cache.rglob("*") if path.is_file()]


def test_numbers_that_databases_do_not_know_are_told(lab, system):
    lab.add(run_of(system), tags=["v1", "v3"], keep=False)
    assert len(lab.runs("tag < 'v2'")) == 1 and len(lab.runs("tag > 'v5'")) == 0
    for query, sentence in (
        ("steps == 99999999999999999999", "a whole number in the query is too large"),
        ("not " * 60 + "k == 1", "nested more than 40 deep"),
        (r"tag == '\ud800'", "the database refused"),
        (" or ".join(["k == 1"] * 900), None),
        (" or ".join(["k == 1"] * 1200), "characters; 10000 are allowed"),
    ):
        if sentence is None:
            assert len(lab.runs(query)) == 0
        else:
            with pytest.raises(lw.ModelError, match=sentence):
                lab.runs(query)


def test_check_finds_what_is_gone_cut_off_and_foreign(lab, system):
    names = [lab.storage.store.path(lab._run(lab.add(run_of(system, k)))["file"]) for k in (20, 30, 40.0)]
    assert lab.check() == []
    names[0].unlink()
    names[1].write_bytes(names[1].read_bytes()[:-10])
    (lab.storage.store.folder / "ab").mkdir(exist_ok=True)
    (lab.storage.store.folder / "ab" / "letter.txt").write_text("not ours")
    found = {fault.kind: fault for fault in lab.check()}
    assert sorted(found) == ["damaged", "foreign", "gone"]
    assert found["gone"].runs == (1,) and found["damaged"].runs == (2,) and "letter.txt" in str(found["foreign"])
    with pytest.raises(lw.ModelError, match="the file of run 1 is gone"):
        lab.open(1)


@pytest.mark.parametrize(
    "query",
    [
        "__import__('os').system('true')",
        "k + 1 > 2",
        "k",
        "(lambda: 1)()",
        "k > 1; drop table runs",
        "tag == ['a']",
        "k is None",
        "[k for k in (1, 2)]",
        "k ==",
    ],
)
def test_queries_are_data(lab, query):
    with pytest.raises(lw.ModelError, match=r"catalogue: .*write comparisons such as"):
        lab.runs(query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("k > other", "other in the query stands for a name"),
        ("tag == v1", "v1 in the query stands for a name; write text in quotes, 'v1', and compare names with values."),
        ("tag is 'v1'", "`is` in the query \"tag is 'v1'\" cannot be asked for"),
        ("created > 'yesterday'", "'yesterday' is not a date; write '2026-05-31', or '2026-05-31 14:00'."),
    ],
)
def test_slips_in_queries_are_told(lab, query, said):
    with pytest.raises(lw.ModelError) as error:
        lab.runs(query)
    assert said in str(error.value)


def test_measures_whose_names_are_no_words_are_found(lab, system):
    number = lab.add(run_of(system, 40.0), keep=False, measures={"peak force [N]": 3.0, "a'b": 4.0}, tags=["`k`"])
    assert list(lab.runs("`peak force [N]` > 2 and `a'b` in (4, 5) and tag == '`k`' and k == 40").index) == [number]
    for query, said in (
        (
            "`peak forc [N]` > 2",
            "there is no column, Parameter or measure 'peak forc [N]'. Did you mean 'peak force [N]'?",
        ),
        ("`a'b` + 1 > 2", '"`a\'b` + 1" in the query cannot be asked for'),
        ("`peak", "the query '`peak' cannot be read"),
    ):
        with pytest.raises(lw.ModelError) as error:
            lab.runs(query)
        assert said in str(error.value)


def test_runs_are_found_by_the_day(lab, system):
    number = lab.add(run_of(system, 40.0), keep=False)
    with lab.storage.engine.begin() as base:
        base.exec_driver_sql("update runs set created = 1780228800.0")  # 2026-05-31 12:00 UTC
    for query, found in (("'2026-05-31'", 1), ("'2026-05-31 12:00:01'", 0), ("'2026-05-31T13:30+02:00'", 1)):
        assert lab.count(f"created >= {query}") == found
    assert list(lab.runs("created < '2026-01-01'")) == ["model", "created", *RUN_COLUMNS, "tags", "note", "who"]
    assert lab.tags(number) == []


@pytest.mark.parametrize("tag", ["", "  ", "a\0b", "\x1b[2J", "two\nlines", "x" * 201])
def test_tags_that_nobody_sees_are_refused(lab, system, tag):
    number = lab.add(run_of(system, 40.0), keep=False, tags=["Knie's 🦵", "<b>", "a, b"])
    for act in (lambda: lab.tag(number, tag), lambda: lab.add(run_of(system, 40.0), keep=False, tags=[tag])):
        with pytest.raises(lw.ModelError, match="give a word or a few, up to 200 characters that can be printed"):
            act()
    assert lab.count() == 1 and lab.tags(number) == ["<b>", "Knie's 🦵", "a, b"]


def test_names_and_values_in_queries_cannot_leave_their_place(lab, system):
    lab.add(run_of(system), tags=["x' or 1=1 --"], note="'; drop table runs; --", keep=False)
    assert len(lab.runs('tag == "x\' or 1=1 --"')) == 1
    assert len(lab.runs('note == "\' or 1=1 --"')) == 0
    assert len(lab.runs()) == 1
    with pytest.raises(lw.ModelError, match="steps is compared with 'many'; compare it with a number"):
        lab.runs("steps == 'many'")


def test_places_that_cannot_be_used_are_told(tmp_path, system):
    with pytest.raises(lw.ModelError, match="there is no folder"):
        lw.catalogue(tmp_path / "nowhere" / "lab.db")
    (tmp_path / "text.db").write_text("not a database, and long enough to look like one " * 40)
    with pytest.raises(lw.ModelError, match="cannot be opened: file is not a database"):
        lw.catalogue(tmp_path / "text.db")
    with pytest.raises(lw.ModelError, match=r"say where files of runs go"):
        lw.catalogue("postgresql://127.0.0.1/lab")
    lw.catalogue(tmp_path / "new.db").close()
    with sqlite3.connect(tmp_path / "new.db") as base:
        base.execute("update about set value = '99' where name = 'version'")
    with pytest.raises(lw.ModelError, match="was made by a newer version of linkwork"):
        lw.catalogue(tmp_path / "new.db")
    with pytest.raises(lw.ModelError, match="there is no run 7"):
        lw.catalogue(tmp_path / "lab.db").open(7)


def test_a_locked_database_says_so_and_loses_nothing(tmp_path, system, monkeypatch):
    monkeypatch.setattr("linkwork.studies.catalogue.database.CATALOGUE_PATIENCE", 0.1)
    lab = lw.catalogue(tmp_path / "lab.db")
    lab.add(run_of(system), keep=False)
    with sqlite3.connect(tmp_path / "lab.db") as other:
        other.execute("begin immediate")
        with pytest.raises(lw.ModelError, match=r"database is locked: another program .* try again\. Nothing of this"):
            lab.add(run_of(system), keep=False)
        other.rollback()
    assert len(lab.runs()) == 1


@pytest.mark.slow
def test_two_writers_and_a_reader_share_a_file(lab, tmp_path):
    several_writers(str(tmp_path / "lab.db"), None, lab)


def test_a_hundred_thousand_runs_are_found_by_index(lab, system):
    """The plan of a filtered query uses an index, and a run takes less than 1 kB (here with 2000 runs)."""
    run = run_of(system)
    peaks = np.random.default_rng(0).random(2000)
    rows = rows_of_runs([(run, {"peak": float(x)}, None) for x in peaks])
    add_rows(lab.storage, run.model, rows, tags=["many"])
    assert len(lab.runs("peak > 0.99")) == int((peaks > 0.99).sum())
    lab.close()
    with sqlite3.connect(lab.storage.engine.url.database) as base:
        base.execute("pragma wal_checkpoint(truncate)")
        size = base.execute("pragma page_count").fetchone()[0] * base.execute("pragma page_size").fetchone()[0]
        text = "explain query plan select run from run_values where name = 'peak' and value > 0.99"
        plan = " ".join(str(row) for row in base.execute(text))
    assert size / 2000 < 1000.0 and "values_by_name" in plan


def test_studies_are_kept_and_opened_again(lab, tmp_path):
    def variant(kind):
        return swing()

    over = {"kind": ["a", "b"], "A.angle": lw.uniform(0.1, 0.2)}
    found = lw.study(variant, over, {"end": ("A.angle", "final")}, 0.2, members=3)
    number = lab.studies.add(found, note="first")
    again = lab.studies.open(number)
    assert (again["end"] == found["end"]).all() and list(again.to_dataset()["kind"].values) == ["a", "b"]
    assert str(again.verdict) == str(found.verdict) and again.units == found.units
    listed = lab.studies()
    assert listed.loc[number, "members"] == 6 and listed.loc[number, "measures"] == "end"
    assert lab.prune() == 0 and lab.check() == []
    with pytest.raises(lw.ModelError, match="has no model to run again"):
        again.run(0)
    with pytest.raises(lw.ModelError, match="there is no study 9"):
        lab.studies.open(9)
    (tmp_path / "cut.npz").write_bytes(next(lab.storage.store.names()).read_bytes()[:-40])
    with pytest.raises(lw.ModelError, match=r"cut\.npz: is not the file of a study, or is damaged"):
        lw.load_study(tmp_path / "cut.npz")


def test_unknown_names_and_names_that_are_taken_are_refused(lab, system):
    lab.add(run_of(system), measures={"peak": 1.0}, keep=False)
    for query in ("kx > 3", "not kx > 3", "peek > 0", "tags == 'v1'"):
        with pytest.raises(lw.ModelError, match="there is no column, Parameter or measure"):
            lab.delete(query)
    assert len(lab.runs()) == 1
    for name in ("k", "steps", "tag"):
        with pytest.raises(lw.ModelError, match=f"the measure '{name}' is called like something else of a run"):
            lab.add(run_of(system), measures={name: 99.0}, keep=False)
    with pytest.raises(lw.ModelError, match="the measure 'v' = 'x'; give a finite number"):
        lab.add(run_of(system), measures={"v": "x"}, keep=False)
    with pytest.raises(lw.ModelError, match=r"give a run, as lw\.simulate gives it"):
        lab.add(3)
