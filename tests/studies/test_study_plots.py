"""Plots of studies and what they are drawn from: fronts, stack-ups and indices against closed forms; pictures."""

import numpy as np
import pytest

import linkwork as lw
from tests.studies.swings import angle_of, swing

pytest.importorskip("matplotlib", reason="pip install 'linkwork[plot]' brings matplotlib.")
END = {"end": ("A.angle", "final"), "peak": ("A.angle_dot", "abs_max")}


@pytest.fixture(scope="module")
def grid():
    return lw.study(swing(), {"k": np.linspace(20.0, 60.0, 7), "A.angle": np.linspace(0.1, 0.3, 5)}, END, 0.3)


@pytest.fixture(scope="module")
def samples():
    return lw.study(swing(), {"k": lw.uniform(20.0, 60.0), "A.angle": lw.normal(0.2, 0.02)}, END, 0.3, members=64)


def free() -> lw.Model:
    """Three masses on rails, which stay where they start: measures are functions of the start alone."""
    m = lw.Model("rails", gravity=(0, 0, 0))
    for k in (1, 2, 3):
        m.connect(f"r{k}", lw.Prismatic("x"), m.ground, m.body(f"m{k}", lw.Sphere(0.1, mass=1.0)))
    return m


def of_start(function):
    """A measure that is a function of the three starting places."""
    return lw.StudyMeasure(
        lambda e: function(*(e[f"r{k}.displacement"][:, 0] for k in (1, 2, 3))), unit="m", of="ensemble"
    )


def rails(function, spread, **ways):
    over = {f"r{k}.displacement": spread for k in (1, 2, 3)}
    return lw.study(free(), over, {"y": of_start(function)}, 0.01, times=2, **ways)


def curve(axes):
    return axes.lines[0].get_xydata()


def test_a_grid_of_one_axis_is_a_curve_with_a_band_of_samples(grid, tmp_path):
    k = np.linspace(20.0, 60.0, 7)
    found = lw.study(swing(), {"k": k, "A.angle": lw.uniform(0.1, 0.3)}, END, 0.3, members=8)
    axes = lw.plot_study(found, "end", tmp_path / "curve.png").axes[0]
    np.testing.assert_allclose(curve(axes), np.stack([k, found["end"].mean(axis=1)], axis=1))
    assert axes.get_xlabel() == "k [N*m/rad]" and axes.get_ylabel() == "end [rad]"
    assert len(axes.collections) == 1 and (tmp_path / "curve.png").stat().st_size > 1000


def test_a_grid_of_two_axes_is_a_map(grid):
    figure = lw.plot_study(grid, "end")
    assert [axes.get_ylabel() for axes in figure.axes] == ["A.angle [rad]", "end [rad]"]
    low, high = figure.axes[0].collections[0].get_clim()
    assert low <= grid["end"].min() and high >= grid["end"].max()


def test_samples_are_points_over_each_value(samples):
    figure = lw.plot_study(samples, "peak")
    assert [axes.get_xlabel() for axes in figure.axes] == ["k [N*m/rad]", "A.angle [rad]"]
    np.testing.assert_array_equal(curve(figure.axes[1]), np.stack([samples["A.angle"], samples["peak"]], axis=1))


def test_variants_are_places_on_an_axis():
    def made(kind):
        return swing()

    found = lw.study(made, {"kind": ["plain", "odd"]}, END, 0.1)
    assert [x.get_text() for x in lw.plot_study(found, "end").axes[0].get_xticklabels()] == ["plain", "odd"]
    assert lw.plot_parallel(found).axes


def test_the_front_has_whom_nobody_beats(grid):
    aims = {"end": "least", "peak": "most"}
    front = lw.pareto_front(grid, aims)
    end, peak = grid["end"].ravel(), grid["peak"].ravel()
    beaten = [
        any((end[j] <= end[k] and peak[j] >= peak[k]) and (end[j] < end[k] or peak[j] > peak[k]) for j in range(35))
        for k in range(35)
    ]
    assert front.tolist() == [k for k in range(35) if not beaten[k]] and 1 <= len(front) < 35
    assert lw.plot_pareto(grid, aims).axes[0].get_xlabel() == "end [rad], least is best"


def test_the_front_of_a_quarter_circle_is_the_circle():
    angle = np.linspace(0.0, np.pi / 2, 30)
    start = [{"k": 40.0, "A.angle": float(np.cos(a)), "A.angle_dot": float(np.sin(a))} for a in angle]
    inside = [{"k": 40.0, "A.angle": 0.9 * x["A.angle"], "A.angle_dot": 0.9 * x["A.angle_dot"]} for x in start]
    found = lw.study(swing(), start + inside, {"x": ("A.angle", "first"), "y": ("A.angle_dot", "first")}, 0.01)
    assert lw.pareto_front(found, {"x": "most", "y": "most"}).tolist() == list(range(30))


def test_parallel_axes_have_a_line_a_member(grid):
    axes = lw.plot_parallel(grid, "k", "A.angle", "end").axes[0]
    segments = np.array(axes.collections[0].get_segments())
    assert segments.shape == (35, 3, 2)
    np.testing.assert_allclose(segments[:, 2, 1], (grid["end"].ravel() - grid["end"].min()) / np.ptp(grid["end"]))


def test_a_stack_up_of_a_linear_measure_is_the_closed_form():
    found = lw.stack_up(rails(lambda a, b, c: 2.0 * a - b + 0.5 * c, lw.uniform(0.9, 1.1), members=64), "y")
    sigma = 0.2 / np.sqrt(12.0)
    assert list(found.slopes.values()) == pytest.approx([2.0, -1.0, 0.5], rel=1e-9)
    assert found.nominal == pytest.approx(1.5, abs=1e-12) and found.unexplained < 1e-20
    assert list(found.contributions.values()) == pytest.approx([4 / 5.25, 1 / 5.25, 0.25 / 5.25])
    assert found.deviation == pytest.approx(sigma * np.sqrt(5.25))
    assert found.worst_case == pytest.approx(0.35) and found.rss == pytest.approx(0.1 * np.sqrt(5.25))
    assert found.verdict.is_good and "76.2 % of the variance" in found.report
    normal = lw.stack_up(rails(lambda a, b, c: 2.0 * a - b + 0.5 * c, lw.normal(1.0, 0.01), members=64), "y")
    assert normal.worst_case == pytest.approx(3.0 * 0.01 * 3.5)  # three deviations where there are no bounds
    figure = lw.plot_stack_up(found)
    assert [x.get_text() for x in figure.axes[0].get_yticklabels()][-1] == "r1.displacement"


def test_a_stack_up_of_a_curved_measure_is_doubtful():
    found = lw.stack_up(rails(lambda a, b, c: a * a + 0.1 * b, lw.uniform(-1.0, 1.0), members=128), "y")
    assert found.verdict.level == "doubtful" and "the linear form leaves" in str(found.verdict)


def ishigami(a, b, c):
    return np.sin(a) + 7.0 * np.sin(b) ** 2 + 0.1 * c**4 * np.sin(a)


def test_indices_of_sobol_are_those_of_ishigami():
    """Ishigami and Homma (1990): V₁ = ½ (1 + π⁴/50)², V₂ = 49/8, V₁₃ = π⁸ (1/18 − 1/50)/100 with a = 7, b = 0.1."""
    pytest.importorskip("SALib", reason="pip install 'linkwork[sensitivity]' brings SALib.")
    study = rails(ishigami, lw.uniform(-np.pi, np.pi), members=1024, sampling="saltelli")
    assert len(study) == 1024 * 8
    found = lw.sensitivity_indices(study, "y")
    v1, v2, v13 = 0.5 * (1.0 + np.pi**4 / 50.0) ** 2, 49.0 / 8.0, 0.01 * np.pi**8 * (1.0 / 18.0 - 1.0 / 50.0)
    total = v1 + v2 + v13
    np.testing.assert_allclose(found.indices["first"], [v1 / total, v2 / total, 0.0], atol=0.03)
    np.testing.assert_allclose(found.indices["total"], [(v1 + v13) / total, v2 / total, v13 / total], atol=0.03)
    assert found.second[0, 2] == pytest.approx(v13 / total, abs=0.05) and abs(found.second[0, 1]) < 0.05
    assert (np.abs(found.indices["first"] - [v1 / total, v2 / total, 0.0]) < 2.0 * found.errors["first"]).all()
    assert found["r2.displacement"]["total"] == found.indices["total"][1]
    assert found.to_dataframe().shape == (3, 4) and "indices of Sobol" in repr(found)
    assert len(lw.plot_indices(found).axes[0].patches) == 6


def test_indices_of_morris_of_a_linear_measure_are_its_slopes_over_the_range():
    pytest.importorskip("SALib", reason="pip install 'linkwork[sensitivity]' brings SALib.")
    study = rails(lambda a, b, c: 3.0 * a - b, lw.uniform(-1.0, 1.0), members=20, sampling="morris")
    assert len(study) == 80
    found = lw.sensitivity_indices(study, "y")
    np.testing.assert_allclose(found.indices["mean"], [6.0, -2.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(found.indices["absolute mean"], [6.0, 2.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(found.indices["deviation"], 0.0, atol=1e-9)
    assert next(text.get_text() for text in lw.plot_indices(found).axes[0].texts) == "r1.displacement"


def test_studies_for_indices_are_read_from_files(tmp_path):
    pytest.importorskip("SALib", reason="pip install 'linkwork[sensitivity]' brings SALib.")
    study = rails(lambda a, b, c: a + b * c, lw.uniform(0.0, 1.0), members=16, sampling="saltelli")
    lw.save_study(study, tmp_path / "study.npz")
    again = lw.load_study(tmp_path / "study.npz")
    one, other = lw.sensitivity_indices(study, "y"), lw.sensitivity_indices(again, "y")
    np.testing.assert_array_equal(one.indices["total"], other.indices["total"])
    assert again.table.spreads == study.table.spreads


def test_residuals_are_drawn_beside_the_data():
    t = np.linspace(0.0, 2.0, 41)
    noise = np.random.default_rng(3).normal(0.0, 1e-3, len(t))
    data = {"t": t, "A.angle": angle_of(37.0, 0.25, t) + noise}
    found = lw.fit(swing(), data, {"k": 35.0}, start={"A.angle": 0.25}, deviations=1e-3)
    first, left, order = lw.plot_residuals(found).axes
    np.testing.assert_array_equal(curve(first)[:, 1], data["A.angle"])
    np.testing.assert_allclose(left.lines[1].get_ydata(), -found.residuals["A.angle"])
    np.testing.assert_allclose(order.lines[1].get_ydata(), np.sort(-found.residuals["A.angle"]) / 1e-3)
    said = found.report
    assert (
        f"k = {found.values['k']:.6g} ± " in said
        and "A.angle: 41 numbers, residuals of 0.00" in said
        and "good: " in said
    )
    measured = np.sqrt(np.mean(found.residuals["A.angle"] ** 2))
    assert f"residuals of {measured:.3g} (root mean square)" in said


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda g, s: lw.plot_study(g, "ende"), "there is no measure 'ende'. Did you mean 'end'?"),
        (lambda g, s: lw.plot_study(7, "end"), "give a study, as lw.study gives it."),
        (lambda g, s: lw.pareto_front(g, {"end": "least"}), "give two measures or more with what is better"),
        (lambda g, s: lw.pareto_front(g, {"end": "least", "peak": "max"}), "'peak' is to be 'max'; give 'least' or"),
        (lambda g, s: lw.plot_parallel(g, "end"), "give two names or more"),
        (lambda g, s: lw.plot_parallel(g, "end", "kk"), "there is no measure or varied value 'kk'. Did you mean 'k'?"),
        (lambda g, s: lw.stack_up(g, "end"), "takes a study of samples: give `over` distributions alone"),
        (lambda g, s: lw.stack_up(s, "ende"), "there is no measure 'ende'"),
        (lambda g, s: lw.sensitivity_indices(s, "end"), "takes a study of distributions alone, sampled for it"),
        (lambda g, s: lw.plot_residuals(s), "give a fit, as lw.fit gives it."),
        (
            lambda g, s: rails(lambda a, b, c: a, lw.uniform(0.0, 1.0), members=100, sampling="saltelli"),
            "members = 100; Saltelli's sampling takes powers of 2, such as 128.",
        ),
        (
            lambda g, s: rails(lambda a, b, c: a, lw.normal(0.0, 1.0), members=4, sampling="morris"),
            "Morris's sampling takes bounds, and 'r1.displacement' has none; give lw.uniform.",
        ),
        (
            lambda g, s: lw.sensitivity_indices(
                rails(lambda a, b, c: 0.0 * a, lw.uniform(0.0, 1.0), members=4, sampling="morris"), "y"
            ),
            "'y' is 0 in all runs; nothing that was varied moves it.",
        ),
        (
            lambda g, s: lw.sensitivity_indices(
                rails(lambda a, b, c: np.where(a > 0.5, a, np.nan), lw.uniform(0.0, 1.0), members=4, sampling="morris"),
                "y",
            ),
            "members have no number, and indices need all of them",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told(ask, said, grid, samples):
    with pytest.raises(lw.ModelError) as error:
        ask(grid, samples)
    assert said in str(error.value)
