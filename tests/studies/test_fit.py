"""Fits: values and standard errors against closed forms, coverage of the truth, and what the data do not determine."""

import numpy as np
import pytest

import linkwork as lw
from tests.studies.swings import angle_of, swing

T = np.linspace(0.0, 2.0, 21)


@pytest.mark.slow
def test_a_fit_has_the_values_and_errors_of_linear_least_squares():
    """Near the least the model is linear in (k, start): the covariance is s² (JᵀJ)⁻¹ with the closed form's J."""
    noise = np.random.default_rng(1).normal(0.0, 1e-4, len(T))
    data = {"t": T, "A.angle": angle_of(37.0, 0.25, T) + noise}
    found = lw.fit(swing(), data, {"k": 35.0, "A.angle": 0.2}, deviations=1e-4)
    w = np.sqrt(found.values["k"])
    J = np.stack([-0.25 * T * np.sin(w * T) / (2.0 * w), np.cos(w * T)], axis=1)
    expected = 1e-8 * np.linalg.inv(J.T @ J)
    np.testing.assert_allclose(found.covariance, expected, rtol=1e-3)
    step = np.linalg.lstsq(J, noise, rcond=None)[0]
    assert found.values["k"] == pytest.approx(37.0 + step[0], abs=1e-5)
    assert found.values["A.angle"] == pytest.approx(0.25 + step[1], abs=1e-6)
    left = noise - J @ step
    assert found.verdict.is_good and found.noise == pytest.approx(np.sqrt(left @ left / (len(T) - 2)) / 1e-4, rel=1e-4)
    np.testing.assert_allclose(
        found.residuals["A.angle"], angle_of(found.values["k"], found.values["A.angle"], T) - data["A.angle"], atol=1e-8
    )
    free = lw.fit(swing(), data, {"k": 35.0, "A.angle": 0.2})
    assert free.standard_errors["k"] == pytest.approx(found.standard_errors["k"] * found.noise, rel=1e-6)


def test_numbers_that_were_not_measured_are_left_out_and_tables_serve():
    pandas = pytest.importorskip("pandas")
    y = angle_of(37.0, 0.25, T)
    y[5:10] = np.nan
    found = lw.fit(swing(), pandas.DataFrame({"t": T, "A.angle": y}), {"k": 36.0}, start={"A.angle": 0.25})
    assert found.values["k"] == pytest.approx(37.0, abs=1e-6)
    assert np.isnan(found.residuals["A.angle"][5:10]).all()
    assert found.model(swing()).parameters["k"].value == pytest.approx(37.0, abs=1e-6)


@pytest.mark.slow
def test_what_the_data_do_not_determine_is_told():
    k1, k2 = lw.Parameter("k1", 20.0), lw.Parameter("k2", 20.0)
    m = lw.Model("two springs", gravity=(0, 0, 0))
    rod = m.body("rod", lw.Rod(length=1.0, mass=3.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    m.connect("one", lw.TorsionSpring(stiffness=k1, axis="y"), m.ground, rod)
    m.connect("two", lw.TorsionSpring(stiffness=k2, axis="y"), m.ground, rod)
    data = {"t": T, "A.angle": angle_of(41.0, 0.1, T)}
    found = lw.fit(m, data, {"k1": 20.0, "k2": 20.0}, start={"A.angle": 0.1})
    assert found.undetermined == ("k1", "k2") and found.standard_errors["k1"] == np.inf
    assert found.verdict.is_bad and "the data do not determine k1, k2" in str(found.verdict)
    assert found.values["k1"] + found.values["k2"] == pytest.approx(41.0, abs=1e-5)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"data": {"A.angle": T}}, "the data have no column 't'"),
        ({"data": {"t": T, "A.angel": T}}, "there is no channel 'A.angel'. Did you mean 'A.angle'?"),
        ({"data": {"t": T, "A.angle": T[1:]}}, "'A.angle' has 20 numbers, and 't' has 21 numbers; give one for each"),
        ({"data": {"t": T, "A.angle": ["a"] * 21}}, "; give a number for each time, NaN for none."),
        (
            {"data": {"t": T, "rod.position": T}},
            "'rod.position' has (3,) numbers at a time; name one, as rod.position.x.",
        ),
        ({"data": [1, 2]}, 'data = [1, 2]; give columns by name, "t" among them.'),
        ({"over": {"k": "x"}}, "over = {'k': 'x'}; give first guesses by name"),
        ({"bounds": {"kk": (1, 2)}}, "fit: bounds: there is no variable 'kk'. Did you mean 'k'?"),
        ({"bounds": {"k": (50, 2)}}, "fit: the bounds of k, 50 to 2, are reversed; give the lower one first."),
        ({"deviations": "x"}, "deviations = 'x'; give a number, or numbers by channel"),
        ({"deviations": 0.0}, "fit: the deviation of 'A.angle' is 0.0; give a positive number for each channel."),
        ({"data": {"t": T[::-1], "A.angle": T}}, "times must be finite and increase; t[1] = 1.9. Sort the rows"),
        ({"over": {"kk": 1.0}}, "there is no Parameter or starting value 'kk'. Did you mean 'k'?"),
        ({"deviations": {"A.angel": 1.0}}, "there is no measured channel 'A.angel'. Did you mean 'A.angle'?"),
        ({"deviations": {}}, "the deviation of 'A.angle' is None; give a positive number for each channel."),
    ],
)
def test_bad_data_are_told_in_sentences(change, said):
    given = {"model": swing(), "data": {"t": T, "A.angle": 0.1 * np.cos(T)}, "over": {"k": 40.0}, **change}
    with pytest.raises(lw.ModelError) as error:
        lw.fit(**given)
    assert said in str(error.value)


def linkage(friction=0.05, stiffness=8.0, length=0.6):
    """A four-bar that swings on a spring against viscous friction; three of its numbers are Parameters."""
    c, k, x = (lw.Parameter(n, v) for n, v in (("friction", friction), ("stiffness", stiffness), ("length", length)))
    m = lw.Model("linkage", gravity=(0, 0, -9.81))
    left, right = (m.body(name, lw.Rod(length=0.3, mass=0.5)) for name in ("left", "right"))
    bar = m.body("bar", mass=1.0, com=(0.3, 0, 0), inertia=(1e-4, 0.03, 0.03))
    m.connect("A", lw.Revolute("y"), m.ground, left)
    m.connect("B", lw.Revolute("y"), left.at(0.3, 0, 0), bar)
    m.connect("C", lw.Revolute("y"), bar.at(x, 0, 0), right)
    m.connect("D", lw.Revolute("y"), right.at(0.3, 0, 0), m.ground.at(0.55, 0, 0))
    m.connect("spring", lw.TorsionSpring(stiffness=k, damping=c, axis="y"), m.ground, left)
    return m


@pytest.mark.slow
def test_standard_errors_of_a_four_bar_cover_the_truth():
    """Friction, stiffness and length from noisy samples: within two standard errors in 95 ± 3 % of 200 repeats."""
    truth, t = {"friction": 0.05, "stiffness": 8.0, "length": 0.6}, np.linspace(0.0, 1.5, 46)
    system = lw.compile_model(linkage())
    start = lw.assemble(system, fixed={"A.angle": 1.2}, guess={"B.angle": -1.2, "C.angle": 1.9})
    begin = {name: start[name] for name in system.layout.q}
    run = lw.simulate(system, start, 1.5, times=t, rtol=1e-10, atol=1e-12)
    inside = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        data = {"t": t, **{n: run[n] + rng.normal(0.0, 2e-3, len(t)) for n in ("A.angle", "D.angle")}}
        found = lw.fit(system, data, truth, start={"A.angle": 1.2}, guess=begin, deviations=2e-3, rtol=1e-7, atol=1e-9)
        inside.append([abs(found.values[n] - x) <= 2.0 * found.standard_errors[n] for n, x in truth.items()])
    print(f"the truth is within two standard errors in {100.0 * np.mean(inside):.1f} % of cases")
    assert 0.92 <= np.mean(inside) <= 0.98


@pytest.mark.slow
def test_a_model_that_does_not_explain_the_data_is_told():
    data = {"t": T, "A.angle": 0.1 + 0.3 * np.cos(5.0 * T)}
    found = lw.fit(swing(), data, {"k": 30.0}, start={"A.angle": 0.3}, deviations=1e-3)
    assert found.verdict.is_bad and "the model does not explain the data" in str(found.verdict)
    with pytest.raises(lw.ModelError, match=r"'A\.angle' has no number that was measured"):
        lw.fit(swing(), {"t": T, "A.angle": np.full(len(T), np.nan)}, {"k": 30.0})
    with pytest.raises(lw.ModelError, match="`over` names nothing to find"):
        lw.fit(swing(), data, {})


def test_a_fit_that_no_number_is_left_to_test_is_doubtful_and_with_fewer_numbers_bad():
    t = T[[0, 2]]
    data = {"t": t, "A.angle": angle_of(37.0, 0.25, t)}
    found = lw.fit(swing(), data, {"k": 35.0, "A.angle": 0.2})
    assert found.freedoms == 0 and found.verdict.level == "doubtful"
    assert "2 numbers for 2 values: the fit cannot estimate its own error, and its standard errors mean" in str(
        found.verdict
    )
    assert found.values["k"] == pytest.approx(37.0, abs=1e-5)
    measured = lw.fit(swing(), data, {"k": 35.0, "A.angle": 0.2}, deviations=1e-4)
    assert measured.verdict.level == "doubtful" and "mean nothing" not in str(measured.verdict)
    fewer = lw.fit(swing(), data, {"k": 35.0, "A.angle": 0.2, "A.angle_dot": 0.1})
    assert fewer.freedoms == -1 and fewer.verdict.is_bad
    assert "2 numbers cannot determine 3 values: measure more" in str(fewer.verdict)
    assert np.isinf(fewer.standard_errors["k"]) and "k" in fewer.undetermined


def test_a_parameter_smaller_than_its_standard_error_is_told_unless_a_bound_decides_it():
    """With noise of 0.2 rad on a swing of 1e-3 rad nothing is known of k; J of the closed form says how little."""
    noise = np.random.default_rng(3).normal(0.0, 0.2, 6)
    t = np.linspace(0.0, 0.2, 6)
    data = {"t": t, "A.angle": angle_of(37.0, 1e-3, t) + 1e-3 * noise}
    found = lw.fit(swing(), data, {"k": 37.0}, start={"A.angle": 1e-3}, deviations=0.2)
    w = np.sqrt(found.values["k"])
    J = -1e-3 * t * np.sin(w * t) / (2.0 * w)
    assert found.standard_errors["k"] == pytest.approx(0.2 / np.sqrt(J @ J), rel=1e-3)
    assert found.standard_errors["k"] > found.values["k"] and found.uncertain == ("k",)
    assert found.verdict.level == "doubtful" and "the data barely determine k = " in str(found.verdict)
    low = found.values["k"] + 1.0
    held = lw.fit(swing(), data, {"k": low + 5.0}, start={"A.angle": 1e-3}, deviations=0.2, bounds={"k": (low, np.inf)})
    assert held.values["k"] == pytest.approx(low, rel=1e-3) and held.uncertain == ()


def test_numbers_that_are_left_out_are_told():
    y = angle_of(37.0, 0.25, T)
    y[5:10] = np.nan
    found = lw.fit(swing(), {"t": T, "A.angle": y}, {"k": 36.0}, start={"A.angle": 0.25})
    assert found.notes == ("A.angle: 5 of 21 numbers are not finite, and were left out.",)
    assert found.notes[0] in found.report and found.freedoms == 15 and found.verdict.is_good
