"""Tissue with a relaxation kernel of any form: exponentials that meet it, the integral itself, kernels that feed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import exp1

import linkwork as lw
from linkwork.contract import ModelError

RATE, HORIZON, LENGTH = 0.05, 20.0, 0.3
STRETCHED = "0.3 + 0.7*exp(-x**0.6)"


def spectrum(t: float) -> float:
    """Fung's kernel of a continuous spectrum of relaxation times from 10 ms to 10 s; no code that can be traced."""
    c, first, last = 0.5, 0.01, 10.0
    grown = 1 + c * (exp1(t / last) - exp1(t / first)) if t > 0 else 1 + c * np.log(last / first)
    return float(grown / (1 + c * np.log(last / first)))


def pulled(element: lw.Force, end: float, count: int, **drive: Any) -> lw.Trajectory:
    m = lw.Model("pulled", gravity=(0, 0, 0))
    grip = m.body("grip", mass=1.0, inertia=(1, 1, 1))
    signal = lw.Ramp(slope=RATE, offset=LENGTH) if not drive else lw.Sine(**drive)
    m.connect("rail", lw.Prismatic("x"), m.ground, grip, drive={"displacement": signal})
    m.connect("tissue", element, m.ground, grip)
    return lw.simulate(lw.compile_model(m), t_end=end, times=count, rtol=1e-9, atol=1e-11)


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize("kernel", [spectrum, STRETCHED, lambda t: (1 + t / 0.1) ** -0.4])
def test_ramp_against_the_relaxation_integral(kernel: Any) -> None:
    """A linear response pulled at a constant rate: F = −k v ∫ G, by quadrature with the kernel as given."""
    tissue = lw.FungKernel(200.0, kernel=kernel, horizon=HORIZON, length=LENGTH)
    run = pulled(tissue, 5.0, 6)

    def value(t: float) -> float:
        return 0.3 + 0.7 * float(np.exp(-(t**0.6))) if isinstance(kernel, str) else kernel(t)

    wanted = [-200.0 * RATE * quad(value, 0, t, points=[1e-3 * t], epsabs=1e-12, limit=200)[0] for t in run.t[1:]]
    bound = tissue.error_bound(run.t, run["tissue.measure"])
    assert tissue.fit.error <= 1e-6
    np.testing.assert_allclose(run["tissue.force"][1:], wanted, atol=bound[-1] + 1e-7)
    assert bound[-1] == pytest.approx(tissue.fit.error * 200.0 * RATE * 5.0)
    assert "tissue: its kernel is met by" in str(run.certificate)


@pytest.mark.seed("S0.4")
def test_stored_history_convolved_with_the_kernel_as_given() -> None:
    """A nonlinear response to and fro: what the exponentials give in the run is the integral within the bound."""
    tissue = lw.FungKernel("5*x + 400*x**3", kernel=STRETCHED, horizon=HORIZON, length=LENGTH)
    run = pulled(tissue, 3.0, 301, amplitude=0.1, frequency=0.6, offset=LENGTH)
    history = run.t, run["tissue.measure"]
    off = np.abs(run["tissue.force"] - tissue.convolved(*history))
    bound = tissue.error_bound(*history)
    assert (off <= bound + 2e-6).all()
    assert bound[-1] < 1e-4 * np.abs(run["tissue.force"]).max()


def test_convolution_of_an_exponential_is_that_of_its_state() -> None:
    """The quadrature over a history against the exact state of `Fung`."""
    plain = lw.Fung("5*x + 400*x**3", (0.6,), (0.5,), length=LENGTH)
    same = lw.FungKernel("5*x + 400*x**3", kernel="0.4 + 0.6*exp(-x/0.5)", horizon=HORIZON, length=LENGTH)
    run = pulled(plain, 3.0, 301, amplitude=0.1, frequency=0.6, offset=LENGTH)
    np.testing.assert_allclose(same.convolved(run.t, run["tissue.measure"]), run["tissue.force"], atol=2e-7)


def test_history_that_was_at_rest_elsewhere_is_relaxed() -> None:
    tissue = lw.FungKernel(200.0, kernel="0.4 + 0.6*exp(-x/0.5)", horizon=HORIZON, length=LENGTH)
    times = np.linspace(0.0, 1.0, 11)
    np.testing.assert_allclose(tissue.convolved(times, np.full(11, 0.5)), -0.4 * 200.0 * 0.2, rtol=1e-6)


def test_measured_kernel_in_a_file(tmp_path: Path) -> None:
    """A table of a kernel that is not one at zero: f is scaled by it."""
    t = np.concatenate([[0.0], np.geomspace(1e-3, 30.0, 60)])
    table = lw.TableResponse(t, 2.0 * (0.4 + 0.6 * np.exp(-t / 0.5)))
    m = lw.Model("stored")
    grip = m.body("grip", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, grip)
    tissue = lw.FungKernel(100.0, kernel=table, horizon=HORIZON, tolerance=1e-3)
    m.connect("tissue", tissue, m.ground, grip)
    lw.save_model(m, tmp_path / "m.toml")
    again = lw.load_model(tmp_path / "m.toml")["tissue"].element
    assert again == tissue
    assert sum(again.moduli) + again.equilibrium == pytest.approx(2.0, rel=1e-3)


def box(t: float) -> float:
    return 1.0 if t < 1.0 else 0.2


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda t: 1 + t, "FungKernel: the relaxation kernel is not passive: at 20 s it is 21 of what it is at once"),
        (box, "FungKernel: the relaxation kernel is not passive: steps of length at intervals of .* get energy out"),
        (
            "where(x < 1, 1 - x, 0)",
            "no sum of decaying exponentials meets the relaxation kernel within 1e-06 of G.0., nor",
        ),
        ("1/x", "FungKernel: G.0. = inf; a kernel must be finite and positive at once"),
        ("-exp(-x)", "FungKernel: G.0. = -1; a kernel must be finite and positive at once"),
        (lambda t: float("nan") if t > 3 else 1.0, "FungKernel: G.3.* s. is not a number; a kernel must be finite"),
        (3, "FungKernel: kernel = 3: give a function of time, a formula such as"),
    ],
)
def test_kernels_that_cannot_be_are_named(kernel: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        lw.FungKernel(5.0, kernel=kernel, horizon=20.0)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_run_beyond_the_horizon_is_doubtful(coordinates: str) -> None:
    m = lw.Model("long", gravity=(0, 0, 0))
    grip = m.body("grip", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, grip)
    m.connect("tissue", lw.FungKernel(5.0, kernel="exp(-x)", horizon=0.5, on=lw.Displacement("x")), m.ground, grip)
    system = lw.compile_model(m, coordinates)
    inside, beyond = (lw.simulate(system, t_end=end, times=3) for end in (0.5, 0.6))
    assert inside.verdict.is_good and beyond.verdict.level == "doubtful"
    assert "0.6 s long: tissue for histories up to 0.5 s; give a longer horizon" in str(beyond.verdict)
    assert beyond.certificate.to_dict()["horizons"] == {"tissue": 0.5}


def test_histories_that_cannot_be_convolved_are_named() -> None:
    tissue = lw.FungKernel(5.0, kernel="exp(-x)", horizon=2.0)
    with pytest.raises(ModelError, match="the history is 3 s long; its kernel is met for 2 s"):
        tissue.convolved([0.0, 3.0], [1.0, 1.1])
    with pytest.raises(ModelError, match="give increasing times and as many values of the measure"):
        tissue.error_bound([0.0, 0.0], [1.0, 1.1])
    with pytest.raises(ModelError, match="the exponentials are found once, and the Parameter 'span' could not change"):
        lw.FungKernel(5.0, kernel="exp(-x)", horizon=lw.Parameter("span", 2.0))
