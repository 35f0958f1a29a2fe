"""`linkwork runs`: what a catalogue has, on the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.app import app
from tests.studies.swings import swing

pytest.importorskip("sqlalchemy", reason="pip install 'linkwork[catalogue]' brings SQLAlchemy.")


@pytest.fixture
def place(tmp_path):
    found = tmp_path / "lab.db"
    lab, system = lw.catalogue(found), lw.compile_model(swing())
    for k in (20.0, 60.0):
        lab.add(lw.simulate(system, system.state({"k": k, "A.angle": 0.1}), 0.1), tags=["first"], note="a note")
    lab.close()
    return str(found)


def said(*words: str, group: str = "runs") -> str:
    found = CliRunner().invoke(app, [group, *words])
    assert found.exit_code == 0, found.output
    return found.output


def test_runs_are_listed_shown_compared_and_opened(place, tmp_path):
    listed = json.loads(said("list", place, "-q", "k > 30", "--json"))
    assert [row["run"] for row in listed] == [2] and listed[0]["k"] == 60.0
    assert "first" in said("list", place) and "a note" in said("show", place, "1")
    assert "k is 20 and 60." in said("compare", place, "1", "2")
    page = tmp_path / "run.html"
    assert "good" in said("open", place, "2", "--view", str(page)) and page.exists()


def test_tags_pruning_and_checks(place):
    said("tag", place, "1", "better", "best")
    assert "best, better, first" in said("show", place, "1")
    assert "all files are what they should be" in said("check", place)
    assert "removed 0 files" in said("prune", place)
    assert "removed 1 run" in said("delete", place, "k == 20")
    assert "run 2: first, x" in said("tag", place, "2", "x", "--note", "seen")
    assert "run 2: x" in said("tag", place, "2", "first", "--remove") and "seen" in said("show", place, "2")
    assert "no such run" in said("list", place, "-q", "k == 20")
    said("delete", place, "id > 0")
    assert "there are no runs yet" in said("list", place)


def test_a_check_that_finds_something_ends_with_one(place):
    files = sorted(path for path in Path(f"{place}.files").rglob("*") if path.is_file())
    files[0].unlink()
    files[1].write_bytes(files[1].read_bytes()[:-5])
    (Path(f"{place}.files") / "letter.txt").write_text("not ours")
    found = CliRunner().invoke(app, ["runs", "check", place])
    for said_of_it in ("is not there", "is not what was stored", "letter.txt is not a file of this catalogue"):
        assert said_of_it in found.output
    assert found.exit_code == 1
    told = CliRunner().invoke(app, ["runs", "check", place, "--json"])
    assert len(json.loads(told.output)) == 3 and told.exit_code == 1


def test_models_are_listed_with_their_lineage(place):
    lab, stiffer = lw.catalogue(place), swing()
    stiffer.connect("more", lw.TorsionSpring(stiffness=1.0, axis="y"), stiffer.ground, stiffer.bodies["rod"])
    system = lw.compile_model(stiffer)
    lab.add(lw.simulate(system, system.state({"A.angle": 0.1}), 0.1), change="stiffer")
    lab.close()
    listed = json.loads(said("models", place, "--json", group="catalogue"))
    assert [row["runs"] for row in listed] == [2, 1] and listed[1]["parent"] == listed[0]["hash"]
    assert "stiffer" in said("models", place, group="catalogue")
    told = said("lineage", place, listed[1]["hash"][:10], group="catalogue")
    assert (
        told.index("swing (" + listed[0]["hash"][:12]) < told.index("stiffer") < told.index("Connection 'more' is only")
    )
    assert json.loads(said("lineage", place, "3", "--json", group="catalogue"))[1]["change"] == "stiffer"
    assert "Connection 'more' is only in the first" in said("compare", place, "3", "1", group="catalogue")
    assert "nothing differs" in said("compare", place, "1", "2", group="catalogue")


def test_mistakes_end_with_a_sentence(place, capsys):
    for words, sentence in (
        (["list", "nowhere.db"], "there is no file 'nowhere.db'"),
        (["list", place, "-q", "k +"], "cannot be read"),
        (["show", place, "99"], "there is no run 99"),
        (["open", place, "99"], "there is no run 99"),
        (["compare", place, "1", "99"], "there is no run 99"),
        (["tag", place, "99", "x"], "there is no run 99"),
        (["delete", place, "k"], "cannot be asked for"),
        (["list", "postgresql+psycopg://127.0.0.1:1/lab"], "say where files of runs go"),
    ):
        found = CliRunner().invoke(app, ["runs", *words])
        assert found.exit_code != 0 and sentence in str(found.exception)
