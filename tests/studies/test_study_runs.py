"""Studies in a catalogue: the study, numbers of its runs, whole runs; each member once, whatever stopped the study."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import linkwork as lw
from linkwork.studies.measures import read_measures
from linkwork.studies.member_batch import StudyTask, run_batch
from tests.studies.swings import angle_of, swing

pytest.importorskip("sqlalchemy", reason="pip install 'linkwork[catalogue]' brings SQLAlchemy.")
START = np.linspace(0.1, 0.2, 8)
END = {"end": ("A.angle", "final")}


@pytest.fixture
def lab(tmp_path):
    found = lw.catalogue(tmp_path / "lab.db")
    yield found
    found.close()


def go(lab, **more):
    return lw.study(swing(), {"A.angle": START}, END, 0.2, catalogue=lab, **more)


def test_a_study_is_kept_once(lab):
    first, again = go(lab), go(lab)
    assert first.notes == again.notes == ("study 1 of the catalogue",)
    assert len(lab.studies()) == 1 and not len(lab.runs())
    assert (lab.studies.open(1)["end"] == first["end"]).all()


def test_a_catalogue_may_be_named_by_its_file(tmp_path):
    go(tmp_path / "named.db")
    lab = lw.catalogue(tmp_path / "named.db")
    assert len(lab.studies()) == 1
    lab.close()


def test_numbers_of_runs_are_those_that_whole_runs_have(lab, tmp_path):
    """Rows by columns of an ensemble, and by a run at a time; of a variant of the model, and of a member that fails."""

    def made(mass):
        model = swing()
        model.body("load", lw.Rod(length=0.1, mass=mass))
        model.connect("B", lw.Weld(), model.bodies["rod"].at(1, 0, 0), model.bodies["load"])
        return model

    other, over = lw.catalogue(tmp_path / "other.db"), {"mass": [1.0, 2.0], "k": [-1.0, 30.0], "A.angle": 0.1}
    for keep, kept in (("numbers", lab), ("runs", other)):
        lw.study(made, over, END, 0.2, catalogue=kept, keep=keep)
    mine, theirs = (kept.runs().drop(columns=["created", "wall_time", "tags"]) for kept in (lab, other))
    assert len(mine) == 2 and list(mine["member"]) == [1, 3] and list(mine["mass"]) == [1.0, 2.0]
    assert mine[sorted(mine)].equals(theirs[sorted(theirs)])
    assert list(lab.models()["name"]) == ["swing"] * 2
    other.close()


def test_workers_send_numbers_not_runs():
    """Of a study that keeps numbers no motion leaves the worker."""
    task = StudyTask(swing(), (), "tree", None, {}, 0.1, read_measures(END), keep="numbers")
    found = run_batch(task, task.system({}), {"A.angle": START}, len(START))
    assert not found.runs and found.rows is not None and len(found.rows) == len(found.places) == 8


def test_numbers_of_runs_are_found_by_queries(lab):
    found = go(lab, keep="numbers")
    tag = found.notes[0].split("'")[1]
    table = lab.runs(f"tag == '{tag}' and end > 0.05")
    np.testing.assert_allclose(table["end"], angle_of(40.0, START, 0.2)[found["end"] > 0.05], atol=1e-6)
    assert list(lab.runs()["member"]) == list(range(8)) and (lab.runs()["A.angle"] == START).all()
    with pytest.raises(lw.ModelError, match="was stored without its file"):
        lab.open(1)
    go(lab, keep="numbers")
    assert len(lab.runs()) == 8


def test_whole_runs_are_kept_where_asked(lab):
    found = go(lab, keep=lambda numbers: numbers["end"] > 0.05)
    wanted = [k for k in range(8) if found["end"][k] > 0.05]
    assert 0 < len(wanted) < 8 and list(lab.runs()["member"]) == wanted
    run = lab.open(int(lab.runs().index[0]))
    assert run["A.angle"][-1] == found["end"][wanted[0]]


@pytest.mark.slow
def test_runs_of_workers_reach_the_catalogue(lab, monkeypatch):
    monkeypatch.setattr("linkwork.studies.study.BATCH_MEMBERS", 3)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = go(lab, keep="runs", client=pool)
    assert sorted(lab.runs()["member"]) == list(range(8)) and found.verdict.is_good
    for number, row in lab.runs().iterrows():
        assert lab.open(number)["A.angle"][-1] == row["end"] == found["end"][int(row["member"])]


def test_a_program_that_ends_between_catalogue_and_ledger_keeps_each_run_once(lab, tmp_path, monkeypatch):
    monkeypatch.setattr("linkwork.studies.study.BATCH_MEMBERS", 3)
    from linkwork.studies.ledger import StudyLedger

    add = StudyLedger.add

    def stopped(self, first, found):
        if first == 3:
            raise OSError("power cut")
        add(self, first, found)

    with monkeypatch.context() as patch:
        patch.setattr(StudyLedger, "add", stopped)
        with pytest.raises(OSError, match="power cut"):
            go(lab, keep="numbers", file=tmp_path / "study.db")
    assert len(lab.runs()) == 6
    whole = go(lab, keep="numbers", file=tmp_path / "study.db")
    assert whole.complete and list(lab.runs()["member"]) == list(range(8))


def test_what_cannot_be_kept_is_told(lab):
    with pytest.raises(lw.ModelError, match=r"keep = 'all'; give 'study', 'numbers' or 'runs', or a function"):
        go(lab, keep="all")
    with pytest.raises(lw.ModelError, match="`keep` says which runs a catalogue keeps; give it"):
        go(None, keep="runs")
    with pytest.raises(lw.ModelError, match="`keep` fails: KeyError: 'peak'"):
        go(lab, keep=lambda numbers: numbers["peak"] > 1.0)
    with pytest.raises(lw.ModelError, match=r"catalogue = 3; give a catalogue, as lw.catalogue opens it, or the name"):
        go(3)
    with pytest.raises(lw.ModelError, match=r"a measure is called 'A\.angle' like something else of a study"):
        lw.study(swing(), {"A.angle": START}, {"A.angle": ("A.angle", "max")}, 0.2)
