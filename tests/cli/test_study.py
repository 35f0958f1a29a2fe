"""`linkwork study`: a plan is run and written, goes on where it stopped; mistakes in it are told by file and key."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.app import app
from tests.studies.swings import angle_of, swing

PLAN = """
model = "swing.toml"
t_end = 1.0
{more}
[over]
k = {{from = 20.0, to = 60.0, count = 3}}
"A.angle" = [0.1, 0.2]

[measure]
end = ["A.angle", "final"]
middle = ["A.angle", 0.5]

[method]
rtol = 1e-10
atol = 1e-12
times = 11
"""


@pytest.fixture
def folder(tmp_path):
    lw.save_model(swing(), tmp_path / "swing.toml")
    return tmp_path


def invoked(folder, text, *words):
    (folder / "plan.toml").write_text(text)
    return CliRunner().invoke(app, ["study", str(folder / "plan.toml"), *words])


def test_a_plan_is_run_and_written(folder):
    found = invoked(
        folder, PLAN.format(more='result = ["out.npz", "out.csv"]'), "--json", "--plot", str(folder / "p.png")
    )
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["members"] == 6 and told["complete"] and len(told["written"]) == 3 and (folder / "p.png").exists()
    again = lw.load_study(folder / "out.npz")
    k, start = np.array([[20.0], [40.0], [60.0]]), np.array([0.1, 0.2])
    np.testing.assert_allclose(again["end"], angle_of(k, start, 1.0), atol=1e-9)
    np.testing.assert_allclose(again["middle"], angle_of(k, start, 0.5), atol=1e-9)
    assert told["measures"]["end"]["most"] == pytest.approx(angle_of(k, start, 1.0).max(), abs=1e-9)
    assert (folder / "out.csv").read_text().startswith("member,k,A.angle,end,middle,verdict,failure\n0,20.0,0.1,")


def test_the_verdict_is_printed_first(folder):
    found = invoked(folder, PLAN.format(more=""))
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith("swing: good: all members ran, and each run is good\n")
    failing = invoked(folder, PLAN.format(more="").replace("from = 20.0", "from = -20.0"))
    assert failing.exit_code == 0 and failing.stdout.startswith("swing: doubtful: 2 of 6 members have no numbers")


def test_a_plan_with_distributions_a_file_and_a_catalogue_goes_on(folder):
    pytest.importorskip("sqlalchemy", reason="pip install 'linkwork[catalogue]' brings SQLAlchemy.")
    text = """
model = "swing.toml"
t_end = 0.2
file = "study.db"
members = 8
sampling = "latin_hypercube"
start = {"A.angle_dot" = 0.0}
[over]
k = {normal = [40.0, 2.0]}
"A.angle" = {distribution = "triang", c = 0.5, loc = 0.1, scale = 0.1}
[measure]
end = ["A.angle", "final"]
[catalogue]
place = "lab.db"
keep = "numbers"
[where]
threads = 1
"""
    for _ in range(2):
        found = invoked(folder, text)
        assert found.exit_code == 0, found.output
    assert "8 members" in found.output and "study 1 of the catalogue" in found.output
    lab = lw.catalogue(folder / "lab.db")
    assert len(lab.runs()) == 8 and len(lab.studies()) == 1
    lab.close()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('model = "swing.toml"\n', "", "plan.toml: has no 'model'; a plan says model, t_end, over and measure."),
        ("swing.toml", "swing.py", "plan.toml: model: 'swing.py' ends in '.py'; a plan is data and runs no Python"),
        ("swing.toml", "swings.toml", "swings.toml: there is no such file"),
        ("t_end = 1.0", 't_end = "soon"', "plan.toml: t_end: must be a number, is 'soon'."),
        ("t_end = 1.0", "t_end = -1.0", "plan.toml: study: t_end = -1; give a time after the start of runs."),
        ("t_end", "tend", "plan.toml: tend: there is no key 'tend'. Did you mean 't_end'?"),
        ("count = 3", "count = 0", "plan.toml: over.k.count: is 0; give 1 or more."),
        ("[0.1, 0.2]", "[]", "plan.toml: study: the axis 'A.angle' of the grid is empty"),
        ("[0.1, 0.2]", '[0.1, "x"]', "plan.toml: over.A.angle[1]: must be a number, is 'x'."),
        ("[0.1, 0.2]", "{normal = [0.1]}", "plan.toml: over.A.angle.normal: has 1 number; give two."),
        ("[0.1, 0.2]", "{normal = [0.1, -1.0]}", "over.A.angle.normal: normal: deviation = -1; give the standard"),
        ("[0.1, 0.2]", "{gauss = [0.1, 1.0]}", "over.A.angle: is none of the ways to vary a value"),
        ("[0.1, 0.2]", '{distribution = "expo"}', "there is no distribution of SciPy 'expo'. Did you mean 'expon'?"),
        ("[0.1, 0.2]", '{distribution = "expon", rate = 1.0}', "over.A.angle: expon cannot be made: "),
        (
            'A.angle" =',
            'A.angel" =',
            "plan.toml: study: there is no Parameter, starting value or number of the model 'A.angel'.",
        ),
        ('"final"', '"last"', "plan.toml: measure.end[1]: there is no statistic 'last'"),
        ('["A.angle", "final"]', '"A.angle"', "plan.toml: measure.end: must be a list, is 'A.angle'."),
        ("0.5]", "0.55]", "study: measure 'middle': there is no sample at t = 0.55, the nearest at 0.5"),
        ('["A.angle", 0.5]', '["A.angel", 0.5]', "plan.toml: study: there is no channel 'A.angel'."),
        ("rtol", "tolerance", "plan.toml: method.tolerance: there is no key 'tolerance'"),
        ("t_end = 1.0", 't_end = 1.0\nresult = "out.xls"', "plan.toml: result: ends in '.xls'; results are written as"),
        ("[method]", "[where]\nprocesses = 0\n[method]", "plan.toml: where.processes: is 0; give 1 or more."),
        ("[method]", '[where]\nprocesses = 1\nscheduler = "tcp://x"\n[method]', "names processes and a scheduler"),
        ("[method]", '[catalogue]\nkeep = "runs"\n[method]', "plan.toml: catalogue: has no 'place'"),
    ],
)
def test_mistakes_in_a_plan_are_told_by_file_and_key(folder, old, new, said):
    text = PLAN.format(more="")
    assert old in text
    found = invoked(folder, text.replace(old, new, 1))
    assert found.exit_code != 0 and said in str(found.exception), found.exception


def test_what_cannot_be_written_or_shown_is_told_before_anything_runs(folder):
    text = PLAN.format(more='file = "study.db"')
    for words, said in (
        (["--out", "x.xls"], "x.xls: ends in '.xls'; results are written as .npz or .csv."),
        (["--plot", "x.png", "--measure", "ned"], "--measure: there is no measure 'ned'. Did you mean 'end'?"),
    ):
        found = invoked(folder, text, *words)
        assert found.exit_code != 0 and said in str(found.exception)
    assert not (folder / "study.db").exists()
