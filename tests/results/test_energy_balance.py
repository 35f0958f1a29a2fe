"""The accuracy test of S2 (55) as a series: kinetic energy against the integral of the power, row by row."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson

import linkwork as lw
from tests.throws import Throw, start

ELEMENTS = ("spring", "brake", "push", "tissue")


def machine() -> lw.Model:
    """A cart with an arm that is driven round: a spring, a damper, a law with states and a force of time work too."""
    m = lw.Model("machine")
    cart = m.body("cart", mass=2.0, inertia=(0.1, 0.1, 0.1))
    arm = m.body("arm", lw.Rod(length=0.6, mass=0.8))
    m.connect("rail", lw.Prismatic("x"), m.ground, cart)
    m.connect("A", lw.Revolute("y"), cart, arm, drive={"angle": lw.Polynomial((0.4, 5.0, 8.0))})
    m.connect("spring", lw.Spring(stiffness=80.0, length=0.3), m.ground.at(1.2, 0, 0.2), cart)
    m.connect("brake", lw.Damper(damping=4.0), m.ground.at(-0.5, 0, 0), cart)
    m.connect("tissue", lw.Maxwell(stiffness=50.0, damping=8.0), m.ground.at(0, 0, 1.0), arm.at(0.3, 0, 0))
    m.connect("push", lw.FormulaForce("3*sin(4*t)"), m.ground.at(1.5, 0, 0), cart)
    return m


@cache
def run_of(formulation: str) -> lw.Trajectory:
    system = lw.compile_model(machine(), formulation)
    if formulation == "tree":
        return lw.simulate(system, t_end=0.3, rtol=1e-10, atol=1e-12, times=151)
    return lw.simulate(system, t_end=0.3, h=5e-3)


def worked(run: lw.Trajectory, formulation: str) -> np.ndarray:
    """∫ Σ F y dt of everything that does work, by Simpson's rule from channels of single elements."""
    power = sum(run[f"{name}.power"] for name in ELEMENTS)
    # The drive turns the arm: the moment about the axis of its hinge, at the rate of the signal.
    rate = 5.0 + 16.0 * run.t
    needed = run["A.angle.load"] if formulation == "tree" else run["A.moment"][:, 1]
    power = power + needed * rate
    return np.asarray(cumulative_simpson(power, x=run.t, initial=0.0))


@pytest.mark.few(1)
@pytest.mark.seed("S2.7")
@pytest.mark.parametrize(("formulation", "tolerance"), [("tree", 1e-7), ("absolute", 1e-2)])
def test_the_series_is_kinetic_energy_less_the_integral_of_the_power(formulation: str, tolerance: float) -> None:
    run = run_of(formulation)
    kinetic, gravity = run["kinetic_energy"], run["gravity_energy"]
    own = kinetic - kinetic[0] + gravity - gravity[0] - worked(run, formulation)
    scale = np.ptp(kinetic)
    assert scale > 1.0 and np.ptp(run.work) > 1.0
    assert np.abs(own).max() < tolerance * scale
    assert run.energy_balance.shape == run.t.shape and run.energy_balance[0] == 0.0
    np.testing.assert_allclose(run.energy_balance, own, atol=tolerance * scale)
    assert np.abs(run.energy_balance).max() <= 1.01 * run.certificate.energy_error + 1e-9


@pytest.mark.seed("S2.7")
def test_a_coarse_run_shows_where_its_error_arises() -> None:
    system = lw.compile_model(machine())
    coarse, fine = (lw.simulate(system, t_end=0.3, method="rk4", h=h) for h in (0.02, 0.01))
    errors = [np.abs(run.energy_balance).max() for run in (coarse, fine)]
    assert errors[0] > 8.0 * errors[1] > 0.0  # of fourth order, of which the series is as good a witness as states
    assert errors[0] == pytest.approx(coarse.certificate.energy_error, rel=1e-6)


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_the_series_is_a_channel_with_a_unit_for_files_and_tables(formulation: str, tmp_path: Path) -> None:
    run = run_of(formulation)
    np.testing.assert_array_equal(run["energy_balance"], run.energy_balance)
    assert run.channel_table["energy_balance"].unit == "J" and "energy_balance" in run.channel_table
    found = run.channels("energy_balance", "kinetic_energy")
    assert set(found) == {"energy_balance", "kinetic_energy"}
    run.to_csv(tmp_path / "run.csv", "energy_balance")
    assert (tmp_path / "run.csv").read_text(encoding="utf-8").splitlines()[0].endswith("energy_balance")
    run.save(tmp_path / "run.nc", "energy_balance")
    again = lw.load_run(tmp_path / "run.nc")
    np.testing.assert_array_equal(again["energy_balance"], run.energy_balance)
    assert "energy_balance" not in run.state(0).layout.q
    with pytest.raises(lw.ModelError, match="energy_balance"):
        lw.compile_model(machine(), formulation).channels(run.state(0))["energy_balance"]


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
def test_the_work_of_backward_differentiation_is_as_accurate_as_its_motion(rtol: float) -> None:
    """A force in the shape of a triangle on a body at rest: what it does is v²/2, and v at the end its area, 1."""
    pytest.importorskip("sksundae")
    m = lw.Model("pulse", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0)
    m.connect("slide", lw.Prismatic("x"), m.ground, block)
    pulse = lw.Table([0.0, 7.29, 7.3, 7.31, 20.0], [0.0, 0.0, 100.0, 0.0, 0.0])
    m.connect("push", lw.AppliedForce((pulse, 0, 0)), block)
    run = lw.simulate(lw.compile_model(m), None, 20.0, method="bdf", rtol=rtol)
    assert abs(run["slide.displacement_dot"][-1] - 1.0) < 10.0 * rtol
    assert abs(run.work[-1] - 0.5) < 10.0 * rtol
    assert run.certificate.energy_error < 10.0 * rtol and run.verdict.is_good, run.verdict


def test_work_by_backward_differentiation_ends_where_a_stop_is_met() -> None:
    """A ball thrown up against a stiff stop: steps that reach far into it are cut, and so is what they work."""
    pytest.importorskip("sksundae")
    throw = Throw(12.0, 0.99, 60.0)
    for rtol in (1e-6, 1e-9):
        run = lw.simulate(*start("tree", throw, True), throw.duration, method="bdf", rtol=rtol)
        assert run.certificate.energy_error < 100.0 * rtol * run.certificate.energy_scale
