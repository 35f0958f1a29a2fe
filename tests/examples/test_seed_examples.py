"""Examples of the documents against closed forms and reference computations by other programs."""

import numpy as np
import pytest

from examples import fifteen_bars, skewed_trough
from tests.reference_models import case


@pytest.mark.seed("S3.5")
def test_fifteen_bars_turn_when_the_document_says() -> None:
    found = fifteen_bars.numbers()
    assert found["lowest at"] == pytest.approx(0.47, abs=5e-3)  # as printed in S3
    assert found["turns at"] == pytest.approx(0.69, abs=1e-2)
    reference = case("B3_fifteen_bar")["cases"][0]
    assert [found["lowest at"], found["turns at"]] == pytest.approx(reference["turning_times_centre"][:2], rel=1e-7)
    # The least of all steps is not quite the least of the motion.
    assert -found["depth"] == pytest.approx(reference["turning_heights"][0], rel=1e-4)


@pytest.mark.seed("S1.5")
def test_trough_swings_harmonically_under_a_shaker_that_does_no_work_along_it() -> None:
    e, t = skewed_trough, 1.7
    found = e.numbers()
    x = e.REST + (e.START - e.REST) * np.cos(np.sqrt(e.STIFFNESS / e.MASS) * t)
    eta = e.AMPLITUDE * np.sin(e.OMEGA * t)
    assert found["x"] == pytest.approx(x, abs=1e-8)
    assert found["s"] == pytest.approx(x - eta * np.sin(e.SKEW), abs=1e-8)
    # Spring and inertia cancel along x; what is left of S1 (5.10) is the inertia across.
    assert found["shaker"] == pytest.approx(-e.MASS * e.OMEGA**2 * eta * np.cos(e.SKEW) ** 2, abs=1e-7)
