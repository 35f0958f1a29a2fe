"""The studies of the gallery by other routes: closed forms, their derivatives, a search without derivatives."""

from math import erf, sqrt

import numpy as np
import pytest
from scipy.optimize import least_squares

import linkwork as lw
from examples import governor_robustness, hoecken_tolerances, muscle_parameters


def test_tolerances_of_hoeckens_linkage_are_those_of_its_triangles():
    study = hoecken_tolerances.tolerances(64)
    by_hand = [hoecken_tolerances.height(**study.table.member(k)) for k in range(64)]
    np.testing.assert_allclose(study["height"], by_hand, atol=1e-12)
    found = lw.stack_up(study, "height")
    h, nominal = 1e-6, hoecken_tolerances.LENGTHS
    for name, slope in found.slopes.items():
        ends = [hoecken_tolerances.height(**{**nominal, name: nominal[name] + s * h}) for s in (-1, 1)]
        assert slope == pytest.approx((ends[1] - ends[0]) / (2 * h), abs=1e-3)
    # The slopes of the drawing: rocker 5/4, reach 4/5, crank and ground -3/4, coupler -7/20.
    exact = {"crank": -0.75, "ground": -0.75, "rocker": 1.25, "coupler": -0.35, "reach": 0.8}
    assert found.slopes == pytest.approx(exact, abs=1e-3) and found.verdict.is_good
    total = sum(s * s for s in exact.values())
    assert found.contributions == pytest.approx({n: s * s / total for n, s in exact.items()}, abs=1e-3)
    assert found.worst_case == pytest.approx(2e-4 * sum(map(abs, exact.values())), rel=1e-3)
    assert found.rss == pytest.approx(2e-4 * sqrt(total), rel=1e-3)
    assert found.deviation == pytest.approx(2e-4 / sqrt(3.0) * sqrt(total), rel=1e-3)


def test_governors_rest_where_their_balls_are_in_balance():
    """Nearly linear: ln h = … + M/(m + M) (dM/M - dm/m) - 2 dΩ/Ω, so that the speed has 0.495 of the variance."""
    pytest.importorskip("SALib", reason="pip install 'linkwork[sensitivity]' brings SALib.")
    study = governor_robustness.robustness(16)
    by_hand = np.array([governor_robustness.height(**study.table.member(k)) for k in range(len(study))])
    np.testing.assert_allclose(study["height"], by_hand, atol=5e-6)
    parts = {"ball": (1.5 / 2.1 * 0.01) ** 2, "sleeve_mass": (1.5 / 2.1 * 0.01) ** 2, "arm": 0.0, "speed": 0.01**2}
    shares = {name: part / sum(parts.values()) for name, part in parts.items()}
    assert lw.stack_up(study, "height").contributions == pytest.approx(shares, abs=0.01)
    found = lw.sensitivity_indices(study, "height")
    for k, name in enumerate(found.names):
        assert abs(found.indices["total"][k] - shares[name]) <= 2.0 * found.errors["total"][k] + 1e-6
    # The share of governors within 2 mm, by the normal distribution that the linear form has.
    deviation = abs(governor_robustness.height(0.6, 1.5, 0.2, 18.0)) * sqrt(sum(parts.values()))
    kept = float((np.abs(by_hand - governor_robustness.height(0.6, 1.5, 0.2, 18.0)) < 2e-3).mean())
    assert kept == pytest.approx(erf(2e-3 / deviation / sqrt(2.0)), abs=0.1)


@pytest.mark.slow
def test_the_muscle_is_found_from_its_motion():
    found, data = muscle_parameters.fitted(), muscle_parameters.measured()
    truth = {"force": muscle_parameters.FORCE, "slack": muscle_parameters.SLACK}
    for name, x in truth.items():
        assert abs(found.values[name] - x) <= 3.0 * found.standard_errors[name] < 0.02 * x
    assert found.verdict.is_good and 0.7 < found.noise < 1.3
    system = lw.compile_model(muscle_parameters.model())

    def residuals(scaled):
        values = {name: x * s for s, (name, x) in zip(scaled, truth.items(), strict=True)}
        run = lw.simulate(system, system.rest.with_values(values), times=data["t"], rtol=1e-8, atol=1e-10)
        return (run["elbow.angle"] - data["elbow.angle"]) / muscle_parameters.NOISE

    by_differences = least_squares(residuals, [0.98, 1.002], diff_step=1e-5)
    for s, (name, x) in zip(by_differences.x, truth.items(), strict=True):
        assert found.values[name] == pytest.approx(s * x, abs=0.02 * found.standard_errors[name])
    errors = np.sqrt(np.diag(np.linalg.inv(by_differences.jac.T @ by_differences.jac))) * list(truth.values())
    np.testing.assert_allclose(list(found.standard_errors.values()), errors, rtol=0.02)
