"""The cases of S3 in the gallery, against reference numbers and the tree formulation."""

import numpy as np
import pytest

import linkwork as lw
from examples import fifteen_bars, two_bars
from tests.reference_models import case


@pytest.mark.seed("S3.5")
def test_two_bars_are_where_the_reference_has_them() -> None:
    """With the errors that order 4 allows for these elements; the hinge has no reference: by the tree formulation."""
    found = two_bars.numbers()
    ball = case("B1_two_bar_spherical")["cases"]
    cross = case("B2_two_bar_universal")["cases"]["i=x1_j=z2"]
    tree = lw.compile_model(two_bars.model("hinge"))
    hinge = lw.simulate(tree, two_bars.start(tree), times=[0.25], rtol=1e-10, atol=1e-12)["bar2.position"][-1]
    wanted = {
        "ball": (ball["case1"]["samples"][1]["com2"], 3e-7),
        "spin": (ball["case2_spin_1000"]["samples"][0]["com2"], 5e-6),
        "cross": (cross["samples"][1]["com2"], 3e-7),
        "hinge": (hinge, 3e-7),
    }
    for name, (place, error) in wanted.items():
        assert np.allclose([found[f"{name} {axis}"] for axis in "xyz"], place, rtol=0, atol=error), name


@pytest.mark.seed("S3.5")
def test_fifteen_bars_turn_when_the_reference_does() -> None:
    found = fifteen_bars.numbers()
    times = case("B3_fifteen_bar")["cases"][0]["turning_times_centre"]
    assert found["low point"] == pytest.approx(times[0], abs=1e-6)
    assert found["next turn"] == pytest.approx(times[1], abs=1e-6)
    assert found["formulations differ by"] < 5e-6
