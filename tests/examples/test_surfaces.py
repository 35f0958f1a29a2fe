"""Mechanisms of surfaces that touch: a cam by the reference case K1, gears in closed form, the knee by K2."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from examples import bent_knee, involute_gears, spatial_cam
from tests.reference_models import case


@pytest.mark.slow
@pytest.mark.seed("S0.2", passage="§1.1, spatial cams")
def test_the_ball_on_the_plate_rises_and_leaves_it() -> None:
    """Lift of K1; below the speed that its bend allows the ball stays, above it leaves."""
    found = spatial_cam.numbers()
    samples = {x["theta_deg"]: x for x in case("K1_surface_contact")["cam"]["samples"]}
    assert found["lift at 0°"] == pytest.approx(float(samples[0]["centre_height"]), abs=1e-10)
    assert found["lift at 90°"] == pytest.approx(float(samples[90]["centre_height"]), abs=1e-10)
    assert (found["leaves below"], found["leaves above"]) == (0.0, 1.0)


@pytest.mark.parametrize("coordinates", ("tree", pytest.param("absolute", marks=pytest.mark.slow)))
@pytest.mark.seed("S0.2", passage="§1.1, joints that are surfaces")
def test_involutes_turn_wheels_at_a_constant_ratio(coordinates: str) -> None:
    """The ratio of the base circles, and the load over the base radius, at every instant; nothing knows of either."""
    g = involute_gears
    system = lw.compile_model(g.model(), coordinates=coordinates)
    run = lw.simulate(system, g.start(system), g.DURATION, times=31, rtol=1e-10, atol=1e-12)
    assert run.certificate.verdict.is_good
    ratio = -run["pinion.angular_velocity.z"] / run["wheel.angular_velocity.z"]
    np.testing.assert_allclose(ratio, g.TEETH[1] / g.TEETH[0], atol=1e-12)
    np.testing.assert_allclose(run["teeth.normal_force"], g.LOAD / g.BASES[1], rtol=1e-11)
    # The contact runs along the line of action, and slides but where that meets the line of centres.
    np.testing.assert_allclose(np.diff(run["teeth.u1"]), g.SPEED * g.DURATION / 30, atol=1e-12)


def test_teeth_that_run_out_say_so() -> None:
    """Beyond the end of a flank nothing holds: the edge and the wheel are named."""
    g = involute_gears
    system = lw.compile_model(g.model())
    run = lw.simulate(system, g.start(system), 0.6)
    assert "left the edge of the FunctionSurface at" in str(run.certificate.verdict)


@pytest.mark.slow
@pytest.mark.seed("S0.4")
def test_the_bent_knee_rests_where_the_reference_case_has_it() -> None:
    found, k2 = bent_knee.numbers(), case("K2_knee_statics")
    at = next(x for x in k2["flexion"] if x["phi_deg"] == 20.0)["contacts"]
    assert found["medial"] == pytest.approx(float(at["medial"]["force"]), rel=1e-10)
    assert found["lateral"] == pytest.approx(float(at["lateral"]["force"]), rel=1e-10)
    assert found["lateral, pressed"] == pytest.approx(0.0, abs=1e-6)
    assert found["medial, pressed"] == pytest.approx(float(k2["varus"]["lift_off_state"]["medial_force"]), rel=1e-8)


@pytest.mark.slow
def test_the_bent_knee_is_a_page_that_runs(tmp_path: Path) -> None:
    """Its sliders are the flexion and the moment; the page solves the equations itself."""
    system = lw.compile_model(bent_knee.model())
    page = lw.live(system, tmp_path / "knee.html", bent_knee.CONTROLS, bent_knee.start(system), span=0.2)
    assert page.is_living, page.sentence
