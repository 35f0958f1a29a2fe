"""Studies: members by grids and samples against closed forms, failures beside results, and words for bad input."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from scipy import stats

import linkwork as lw
from linkwork.studies.member_table import member_table
from linkwork.studies.workers import work_batch
from tests.studies.swings import angle_of, four_bar, swing

PEAK = {"peak": ("A.angle", "max")}


def test_a_grid_of_parameters_and_starts_has_the_values_of_the_closed_form():
    k, start = np.array([20.0, 40.0, 60.0]), np.array([0.1, 0.2])
    end = {"end": ("A.angle", "final")}
    found = lw.study(swing(), over={"k": k, "A.angle": start}, measure=end, t_end=1.0, rtol=1e-10, atol=1e-12)
    assert found["end"].shape == (3, 2)
    np.testing.assert_allclose(found["end"], angle_of(k[:, None], start, 1.0), atol=1e-9)
    assert found.verdict.is_good and found.complete and not found.failures
    data = found.to_dataset()
    assert data["end"].dims == ("k", "A.angle") and data["end"].attrs["units"] == "rad"
    assert data["k"].attrs["units"] == "N*m/rad"
    assert len(found.to_dataframe()) == 6


def test_statistics_of_channels_are_those_of_functions_of_runs():
    measures = {
        "max": ("A.angle", "max"),
        "min": ("A.angle", "min"),
        "abs_max": ("A.angle", "abs_max"),
        "range": ("A.angle", "range"),
        "mean": ("A.angle", "mean"),
        "rms": ("A.angle", "rms"),
        "first": ("A.angle", "first"),
        "final": ("A.angle", "final"),
        "time_of_max": ("A.angle", "time_of_max"),
        "time_of_min": ("A.angle", "time_of_min"),
        "tip": ("rod.position.x", "max"),
    }
    by_run = {
        "max": lambda run: run["A.angle"].max(),
        "min": lambda run: run["A.angle"].min(),
        "abs_max": lambda run: np.abs(run["A.angle"]).max(),
        "range": lambda run: np.ptp(run["A.angle"]),
        "mean": lambda run: np.trapezoid(run["A.angle"], run.t) / run.t[-1],
        "rms": lambda run: np.sqrt(np.trapezoid(run["A.angle"] ** 2, run.t) / run.t[-1]),
        "first": lambda run: run["A.angle"][0],
        "final": lambda run: run["A.angle"][-1],
        "time_of_max": lambda run: run.t[np.argmax(run["A.angle"])],
        "time_of_min": lambda run: run.t[np.argmin(run["A.angle"])],
        "tip": lambda run: run["rod.position"][:, 0].max(),
    }
    over = {"k": [20.0, 30.0], "A.angle": [0.2]}
    one = lw.study(swing(), over, measures, 2.0)
    other = lw.study(swing(), over, by_run, 2.0)
    for name in measures:
        np.testing.assert_allclose(one[name], other[name], rtol=1e-12, atol=1e-15)
    assert one.to_dataset()["time_of_max"].attrs["units"] == "s"


def test_functions_of_ensembles_are_called_once_for_many_members():
    calls = []

    def last(ensemble):
        calls.append(len(ensemble))
        return ensemble["A.angle"][:, -1]

    measure = {"end": lw.StudyMeasure(last, unit="rad", of="ensemble")}
    found = lw.study(swing(), {"A.angle": np.linspace(0.1, 0.2, 40)}, measure, 1.0)
    assert calls == [40]
    np.testing.assert_allclose(found["end"], angle_of(40.0, np.linspace(0.1, 0.2, 40), 1.0), atol=1e-6)


@pytest.mark.parametrize("sampling", ["sobol", "latin_hypercube", "random"])
def test_samples_follow_their_distributions_and_their_seed(sampling):
    over = {"a": lw.normal(2.0, 0.1), "b": stats.expon(scale=3.0), "c": 7.0}
    table = member_table(over, 500, sampling, seed=3)
    assert stats.kstest(table.columns["a"], stats.norm(2.0, 0.1).cdf).pvalue > 1e-3
    assert stats.kstest(table.columns["b"], stats.expon(scale=3.0).cdf).pvalue > 1e-3
    assert (table.columns["c"] == 7.0).all() and table.dims == {"member": 500}
    again, other = member_table(over, 500, sampling, seed=3), member_table(over, 500, sampling, seed=4)
    assert (table.columns["a"] == again.columns["a"]).all() and (table.columns["a"] != other.columns["a"]).any()


def test_samples_stand_at_every_point_of_a_grid():
    table = member_table({"k": [1.0, 2.0], "x": lw.uniform(0.0, 1.0), "v": ["a", "b", "c"]}, 4, "sobol", 0)
    assert table.dims == {"k": 2, "v": 3, "member": 4} and len(table) == 24
    assert table.member(5)["k"] == 1.0 and table.member(5)["v"] == "b"
    assert table.member(5)["x"] == table.member(1)["x"]


def test_loops_are_closed_for_every_member():
    lengths = [0.85, 0.9, 0.95]
    found = lw.study(
        four_bar(),
        over={"coupler_length": lengths},
        measure={"left open": lambda run: run.certificate.position_error, "rocker": ("D.angle", "first")},
        t_end=0.3,
        start={"A.angle": 0.3},
    )
    assert found.verdict.is_good and found["left open"].max() < 1e-9
    # The distance between the crank's pin and the rocker's foot, and the law of cosines at the foot.
    pin = 0.2 * np.array([np.cos(0.3), -np.sin(0.3)])
    d = np.hypot(0.8 - pin[0], pin[1])
    for run, length in zip((found.run(k) for k in range(3)), lengths, strict=True):
        joint = run["rocker.position"][0]
        assert np.hypot(joint[0] - pin[0], joint[2] - pin[1]) == pytest.approx(length, abs=1e-9)
        assert np.hypot(joint[0] - 0.8, joint[2]) == pytest.approx(0.5, abs=1e-9)
        assert abs(length - 0.5) < d < length + 0.5


def test_a_length_that_cannot_be_closed_fails_alone():
    found = lw.study(four_bar(), {"coupler_length": [0.9, 3.0]}, {"end": ("A.angle", "final")}, 0.1)
    assert list(found.failures) == [1] and "joint 'D' stays open" in found.failures[1]
    assert np.isfinite(found["end"][0]) and np.isnan(found["end"][1])
    assert found.verdict.level == "doubtful" and "1 of 2 members have no numbers" in str(found.verdict)
    assert found.to_dataframe()["failure"][1]


def test_variants_of_the_structure_are_models_of_their_own():
    def chain(links, mass=1.0):
        m = lw.Model(f"chain of {links}")
        before = m.ground
        for k in range(links):
            rod = m.body(f"rod{k}", lw.Rod(length=1.0 / links, mass=mass / links))
            m.connect(
                f"joint{k}", lw.Revolute("y"), before.at(0, 0, 0) if k == 0 else before.at(1.0 / links, 0, 0), rod
            )
            before = rod
        return m

    found = lw.study(chain, {"links": [1, 2, 3], "joint0.angle": [0.1, 0.2]}, {"work": lambda run: run.energy[-1]}, 0.2)
    assert found["work"].shape == (3, 2) and found.verdict.is_good
    run = found.run(4)
    assert run.model.name == "chain of 3" and run["joint0.angle"][0] == pytest.approx(0.1)


def test_a_measure_that_fails_for_some_members_says_so_beside_the_others():
    def picky(run):
        return 1.0 / (0 if run["A.angle"][0] > 0.15 else 1)

    found = lw.study(swing(), {"A.angle": [0.1, 0.2]}, {"picky": picky, **PEAK}, 0.2)
    assert list(found.failures) == [1] and "measure 'picky' fails: ZeroDivisionError" in found.failures[1]
    assert found["picky"][0] == 1.0 and np.isnan(found["picky"][1]) and np.isfinite(found["peak"]).all()


def test_a_study_goes_on_where_it_stopped(tmp_path, monkeypatch):
    """Ctrl-C in the third batch: two are kept, and are not run again."""
    monkeypatch.setattr("linkwork.studies.study.BATCH_MEMBERS", 10)
    file, runs = tmp_path / "study.db", []

    def counted(ensemble):
        if len(runs) == 2:
            runs.append(None)
            raise KeyboardInterrupt
        runs.append(len(ensemble))
        return ensemble["A.angle"][:, -1]

    def go():
        measure = {"end": lw.StudyMeasure(counted, of="ensemble")}
        return lw.study(swing(), {"A.angle": np.linspace(0.1, 0.2, 45)}, measure, 1.0, file=file)

    partial = go()
    assert not partial.complete and partial.notes == ("interrupted after 20 of 45 members; what was computed is kept",)
    assert partial.verdict.level == "doubtful" and "25 of 45 members have not run" in str(partial.verdict)
    assert np.isfinite(partial["end"]).sum() == 20
    whole = go()
    assert whole.complete and runs == [10, 10, None, 10, 10, 5]
    np.testing.assert_allclose(whole["end"], angle_of(40.0, np.linspace(0.1, 0.2, 45), 1.0), atol=1e-6)


def test_a_file_belongs_to_one_study(tmp_path):
    file = tmp_path / "study.db"
    lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, file=file)
    with pytest.raises(lw.ModelError, match="holds another study: its varied values differ"):
        lw.study(swing(), {"k": [21.0]}, PEAK, 0.1, file=file)
    with pytest.raises(lw.ModelError, match="its options differ"):
        lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, file=file, rtol=1e-5)
    (tmp_path / "text.db").write_text("this is not a database, but a text that is long enough to be one\n" * 50)
    with pytest.raises(lw.ModelError, match=r"text\.db: cannot be used as the file of a study: file is not a database"):
        lw.study(swing(), {"k": [20.0]}, PEAK, 0.1, file=tmp_path / "text.db")


@pytest.mark.slow
def test_workers_of_an_executor_give_the_same_numbers(monkeypatch):
    monkeypatch.setattr("linkwork.studies.study.BATCH_MEMBERS", 8)
    over, measure = {"k": lw.uniform(20.0, 60.0)}, {**PEAK, "own": lambda run: run["A.angle"][-1]}
    here = lw.study(swing(), over, measure, 0.5, members=32, start={"A.angle": 0.1})
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        there = lw.study(swing(), over, measure, 0.5, members=32, start={"A.angle": 0.1}, client=pool)
    for name in measure:
        assert (here[name] == there[name]).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"over": {"kk": [1.0]}},
            "there is no Parameter, starting value or number of the model 'kk'. Did you mean 'k'?",
        ),
        ({"over": {"k": []}}, "the axis 'k' of the grid is empty; give it at least one value."),
        ({"over": {}}, "`over` names nothing to vary"),
        ({"over": {"k": lw.uniform(0.0, 1.0)}}, "'k' is a distribution; say how many `members` to draw."),
        ({"members": 3}, "`members` counts samples of distributions, and none of the values is one."),
        ({"over": {"k": ["soft"]}}, "'k' = 'soft'; Parameters and starting values are numbers."),
        ({"over": {"k": [1.0, np.nan]}}, "'k' has a value that is not finite, at place 1."),
        ({"over": [{"k": 1.0}, {"A.angle": 1.0}]}, "member 1 varies ['A.angle'], and member 0 ['k']; vary the same."),
        ({"measure": {}}, "`measure` is empty"),
        ({"measure": {"p": ("A.angel", "max")}}, "there is no channel 'A.angel'. Did you mean 'A.angle'?"),
        ({"measure": {"p": ("A.angle", "maxi")}}, "measure 'p': there is no statistic 'maxi'. Did you mean 'max'?"),
        ({"measure": {"p": 7}}, "measure 'p' is 7; give a function of a run"),
        ({"measure": {"p": ("rod.position", "max")}}, "name one, as rod.position.x."),
        ({"sampling": "halton"}, "there is no sampling 'halton'"),
        ({"t_end": -1.0}, "t_end = -1; give a time after the start of runs."),
        ({"client": "localhost"}, "client = 'localhost'; give an executor, or a client of Dask."),
        ({"model": lambda links: None, "over": {"k": [1.0]}}, "the function of variants takes 'links'"),
        ({"model": lambda k: None}, "the function of variants gives NoneType for {'k': 20.0}; return a lw.Model."),
    ],
)
def test_bad_input_is_told_in_sentences(change, said):
    given = {"model": swing(), "over": {"k": [20.0]}, "measure": PEAK, "t_end": 0.1, **change}
    with pytest.raises(lw.ModelError) as error:
        lw.study(**given)
    assert said in str(error.value)


def test_distributions_refuse_what_makes_no_sense():
    with pytest.raises(lw.ModelError, match="low = 2 is not below high = 1"):
        lw.uniform(2.0, 1.0)
    with pytest.raises(lw.ModelError, match="give the standard deviation, a positive number"):
        lw.normal(0.0, 0.0)


def test_a_member_that_cannot_begin_does_not_stop_statistics_of_the_others():
    """A run that starts inside of a wall is refused; the others are measured."""
    m = lw.Model("ball", gravity=(0, 0, 0))
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("rail", lw.Prismatic("x"), m.ground, ball)
    m.connect("wall", lw.UnilateralContact(restitution=0.5), m.ground.plane("-x", (1.0, 0, 0)), ball.surface())
    over = {"rail.displacement": [0.0, 0.95], "rail.displacement_dot": [2.0]}
    found = lw.study(m, over, {"end": ("rail.displacement_dot", "final")}, 1.0)
    assert found["end"][0, 0] == pytest.approx(-1.0) and np.isnan(found["end"][1, 0])
    assert list(found.failures) == [1] and "overlaps" in found.failures[1]


def test_a_variant_that_cannot_be_made_fails_alone():
    def variant(kind):
        if kind == "broken":
            raise ZeroDivisionError("no such thing")
        return swing()

    found = lw.study(variant, {"kind": ["plain", "broken"]}, PEAK, 0.1)
    assert list(found.failures) == [1] and np.isfinite(found["peak"][0])
    assert "fails for {'kind': 'broken'}: ZeroDivisionError: no such thing" in found.failures[1]


def test_a_worker_with_another_version_refuses_the_batch():
    with pytest.raises(lw.ModelError, match=r"a worker has linkwork .*, and the study 0\.0\.1; install the same there"):
        work_batch(b"", "digest", "0.0.1", {}, {"k": np.ones(2)}, 2)
