"""Loops of stiff links: closing them must not set their stiff coordinates vibrating."""

import numpy as np
import pytest

import linkwork as lw


def stretching_four_bar(stiffness: float) -> lw.Model:
    """A four-bar whose coupler is two halves on a stiff spring, its light half outermost."""
    m = lw.Model("four-bar", gravity=(0.0, 0.0, -9.81))
    crank, rocker = m.body("crank", lw.Rod(length=0.2, mass=1.0)), m.body("rocker", lw.Rod(length=0.5, mass=1.0))
    near, far = m.body("near", lw.Rod(length=0.3, mass=1.0)), m.body("far", lw.Rod(length=0.3, mass=0.01))
    m.connect("A", lw.Revolute("y"), m.ground, crank, initial={"angle": -1.2})
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), near, initial={"angle": 1.0})
    m.connect("slide", lw.Prismatic("x"), near.at(0.3, 0, 0), far)
    spring = lw.Spring(stiffness=stiffness, damping=2e3, length=0.3)
    m.connect("stretch", spring, near, far)
    m.connect("C", lw.Revolute("y"), far.at(0.3, 0, 0), rocker.at(0.5, 0, 0), initial={"angle": 1.0})
    m.connect("D", lw.Revolute("y"), m.ground.at(0.6, 0, 0), rocker)
    return m


def test_projection_on_loops_spares_stiff_coordinates() -> None:
    """Projected steps are as long as steps without any projection; in the mass metric 1.4 times as many were tried."""
    system = lw.compile_model(stretching_four_bar(1e8))
    start = lw.assemble(system, fixed={"slide.displacement": 0.0})
    runs = {
        kind: lw.simulate(system, start, 0.5, method="radau", rtol=1e-6, atol=1e-8, constraints=kind)
        for kind in ("projection", "none")
    }
    tried = {kind: run.certificate.steps + run.certificate.rejected for kind, run in runs.items()}
    assert tried["projection"] <= 1.15 * tried["none"]
    for name in system.layout.q:
        np.testing.assert_allclose(runs["projection"][name][-1], runs["none"][name][-1], atol=1e-6)
    found = runs["projection"].certificate
    assert max(found.position_error, found.velocity_error) < 1e-12


@pytest.mark.filterwarnings("ignore::linkwork.VerdictWarning")  # of energies that damping takes in the first step
def test_a_stiff_start_is_not_rejected_for_an_error_that_the_problem_damps() -> None:
    """Hairer and Wanner (IV.8.20): f at the erroneous state removes the part of the first estimate that stiff modes
    would have damped. Overdamped oscillators from off their slow motion then begin without a rejected step.
    """
    for damping, rtol in ((1e5, 1e-3), (1e6, 1e-4)):
        m = lw.Model("overdamped", gravity=(0, 0, 0))
        body = m.body("body", mass=1.0)
        m.connect("slide", lw.Prismatic("x"), m.ground, body)
        m.connect("spring", lw.Spring(1e4, length=1.0, damping=damping), m.ground.at(-1, 0, 0), body)
        system = lw.compile_model(m)
        start = system.state({"slide.displacement": 0.1})
        run = lw.simulate(system, start, 10.0, method="radau", rtol=rtol, atol=rtol)
        slow = 0.1 * np.exp(-10.0 * 1e4 / damping)
        assert run.final.q[0] == pytest.approx(slow, abs=10 * rtol)
        assert run.certificate.rejected == 0
