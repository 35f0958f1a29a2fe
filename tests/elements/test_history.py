"""Laws with history and implicit laws: closed forms, and reference case C4."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import linkwork as lw
from linkwork.contract import Force, ModelError

from .acting import acting, motion, moving

C4 = json.loads((Path(__file__).parent.parent / "reference" / "C4_viscoelastic.json").read_text(encoding="utf-8"))
GIVEN = C4["parameters"]
LENGTH = 0.3
"""The distance at which the elongation of the case is zero: it is measured between two points."""
TISSUE = lw.Fung(lw.ExponentialResponse(GIVEN["A"], GIVEN["B"]), GIVEN["g_i"], GIVEN["tau_i"], GIVEN["g_inf"], LENGTH)


def hanging(force: Force) -> lw.System:
    """A mass on a vertical rail under the force; the coordinate is positive downwards."""
    m = lw.Model("hanging", gravity=(0, 0, -GIVEN["g"]))
    mass = m.body("mass", mass=GIVEN["m"], inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("-z"), m.ground, mass)
    m.connect("tissue", force, m.ground.at(0, 0, LENGTH), mass)
    return lw.compile_model(m)


@pytest.mark.seed("S0.4")
def test_fung_tissue_pulled_by_a_mass_meets_reference_c4():
    samples = C4["mass_run"]
    rows = motion(hanging(TISSUE), [s["t"] for s in samples])
    for y, sample in zip(rows, samples, strict=True):
        assert y[0] == pytest.approx(sample["e"], abs=1e-12)
        assert y[1] == pytest.approx(sample["edot"], abs=1e-11)
        np.testing.assert_allclose(y[2:], sample["q"], atol=1e-11)
        found = acting(TISSUE, moving((0, 0, LENGTH + y[0])), z=y[2:])
        assert -found.F[0] == pytest.approx(sample["F"], abs=1e-11)


@pytest.mark.seed("S0.4")
def test_ramp_and_hold_of_fung_tissue_meets_reference_c4():
    """A prescribed ramp, then hold: the states in closed form are driven through the element's own rates."""
    rate, ramp = C4["ramp_hold"]["rate"], C4["ramp_hold"]["t_ramp"]

    def elongation(t: float) -> tuple[float, float]:
        return (rate * t, rate) if t < ramp else (rate * ramp, 0.0)

    m = lw.Model("pulled", gravity=(0, 0, 0))
    m.connect("rail", lw.Prismatic("x"), m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)))
    m.connect("tissue", TISSUE, m.ground.at(-LENGTH, 0, 0), m.bodies["b"])
    system = lw.compile_model(m)
    kernel = system.kernel("rates")

    def rates(t: float, q: np.ndarray) -> np.ndarray:
        x, x_dot = elongation(t)
        return np.asarray(kernel([x], [x_dot], q, [], t, []).z_dot)

    q, before = np.zeros(3), 0.0
    for sample in C4["ramp_hold"]["samples"]:
        t = sample["t"]
        # A sample on the corner belongs to the ramp: its end is approached from below.
        stops = [ramp - 1e-14, t] if before < ramp < t else [t if t != ramp else ramp - 1e-14]
        for stop in stops:
            q = solve_ivp(rates, (before, stop), q, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
            before = stop if stop != ramp - 1e-14 else ramp
        force = kernel([sample["e"]], [0.0], q, [], t, []).u_dot[0]
        assert -force == pytest.approx(float(sample["F"]), abs=1e-8)


@pytest.mark.seed("S0.4")
def test_prony_states_are_the_relaxation_integral():
    """F from the states against S0 (3.4.3) by quadrature, for a motion that is given."""
    g, tau, g_inf = np.array([0.3, 0.2]), np.array([0.1, 0.7]), 0.5
    tissue = lw.Fung("5*x + 40*x**3", g, tau, length=1.0)

    def x(t: float) -> float:
        return 0.2 * np.sin(3 * t)

    def slope(t: float) -> float:
        return (5 + 120 * x(t) ** 2) * 0.6 * np.cos(3 * t)

    t = 1.3
    states = [quad(lambda s, k=k: np.exp(-(t - s) / tau[k]) * slope(s), 0, t, epsabs=1e-13)[0] for k in range(2)]
    whole = quad(lambda s: (g_inf + g @ np.exp(-(t - s) / tau)) * slope(s), 0, t, epsabs=1e-13)[0]
    rel = moving((1 + x(t), 0, 0), v=(0.6 * np.cos(3 * t), 0, 0))
    found = acting(tissue, rel, z=states)
    assert -found.F[0] == pytest.approx(whole, rel=1e-10)
    np.testing.assert_allclose(found.z_dot, slope(t) - np.array(states) / tau, rtol=1e-12, atol=1e-14)


def relaxed(force: Force, times: np.ndarray, rate: float, start: float) -> np.ndarray:
    """Tension of a law on a distance that grows at a constant rate from `start`."""
    m = lw.Model("pulled", gravity=(0, 0, 0))
    m.connect("rail", lw.Prismatic("x"), m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)))
    m.connect("law", force, m.ground, m.bodies["b"])
    kernel = lw.compile_model(m).kernel("rates")
    z = np.zeros(len(force.states))
    run = solve_ivp(
        lambda t, z: np.asarray(kernel([start + rate * t], [rate], z, [], t, []).z_dot),
        (0, times[-1]),
        z,
        "DOP853",
        times,
        rtol=1e-11,
        atol=1e-12,
    )
    return np.array(
        [-kernel([start + rate * t], [rate], z, [], t, []).u_dot[0] for t, z in zip(times, run.y.T, strict=True)]
    )


@pytest.mark.seed("S0.4")
def test_maxwell_and_zener_creep_as_textbooks_say():
    k, c, k0, rate = 20.0, 4.0, 7.0, 0.3
    times = np.linspace(0.0, 1.0, 6)
    arm = c * rate * (1 - np.exp(-k / c * times))
    np.testing.assert_allclose(relaxed(lw.Maxwell(k, c), times, rate, 1.0), arm, atol=1e-9)
    np.testing.assert_allclose(relaxed(lw.Zener(k0, k, c, 1.0), times, rate, 1.0), k0 * rate * times + arm, atol=1e-9)


@pytest.mark.seed("S0.4", passage="§3.4 (3.4.6)")
@pytest.mark.parametrize(
    ("general", "special"),
    [
        # Maxwell: S + (c/k) Ṡ = c ẋ. Zener: S + (c/k₁) Ṡ = k₀ x + c (1 + k₀/k₁) ẋ.
        (lw.LinearViscoelastic((1.0, 0.2), (0.0, 4.0), 1.0), lw.Maxwell(20.0, 4.0)),
        (lw.LinearViscoelastic((1.0, 0.2), (7.0, 4.0 * (1 + 7.0 / 20.0)), 1.0), lw.Zener(7.0, 20.0, 4.0, 1.0)),
        # Two Maxwell arms beside a spring: the product form of their sum.
        (
            lw.LinearViscoelastic((1.0, 0.7, 0.1), (7.0, 7 * 0.7 + 4.0 + 6.0, 0.7 + 4.0 * 0.5 + 6.0 * 0.2), 1.0),
            lw.Fung(1.0, (20.0, 12.0), (0.2, 0.5), 7.0, 1.0),
        ),
        # A damper beside a Maxwell arm: one derivative more on the right.
        (
            lw.LinearViscoelastic((1.0, 0.2), (0.0, 4.0 + 3.0, 0.6), 1.0),
            lw.LinearViscoelastic((5.0, 1.0), (0.0, 35.0, 3.0), 1.0),
        ),
    ],
)
def test_the_differential_form_has_them_as_special_cases(general, special):
    times = np.linspace(0.0, 1.0, 6)
    one, other = (relaxed(force, times, 0.3, 1.0) for force in (general, special))
    np.testing.assert_allclose(one, other, atol=1e-8)
    assert np.abs(one).max() > 0.1


@pytest.mark.seed("S0.4")
@pytest.mark.parametrize(
    "force", [lw.ImplicitForce(lambda F, e: F + F**3 + 3.0 * (e - 0.5)), lw.ImplicitFormula("F + F**3 + 3*(e - 0.5)")]
)
def test_implicit_laws_are_solved(force):
    m = lw.Model("implicit", gravity=(0, 0, 0))
    m.connect("rail", lw.Prismatic("x"), m.ground, m.body("b", mass=2.0, inertia=(1, 1, 1)))
    m.connect("law", force, m.ground, m.bodies["b"])
    system = lw.compile_model(m)
    for x in (0.2, 0.5, 1.7):
        found = 2.0 * lw.accelerations(system, system.state({"rail.displacement": x})).u_dot[0]
        assert found + found**3 == pytest.approx(-3 * (x - 0.5), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.Fung(1.0, (0.2, -0.1), (0.1, 1.0)), "Fung: moduli[1] = -0.1: the relaxation kernel is not passive"),
        (lambda: lw.Fung(1.0, (0.2, 0.1), (0.1, 0.0)), "Fung: times[1] = 0: the relaxation kernel is not passive"),
        (lambda: lw.Fung(1.0, (0.8, 0.7), (0.1, 1.0)), "not passive: equilibrium is -0.5"),
        (lambda: lw.Fung(1.0, (0.8,), (0.1, 1.0)), "Fung: 1 moduli and 2 times; give one time for each modulus"),
        (lambda: lw.Maxwell(-1.0, 1.0), "Maxwell: stiffness = -1 must be positive"),
        (lambda: lw.Zener(1.0, 1.0, 0.0), "Zener: damping = 0 must be positive"),
        (lambda: lw.LinearViscoelastic((1.0, -0.2), (0.0, 4.0)), "its force grows by itself: force has a root 5"),
        (lambda: lw.LinearViscoelastic((1.0, 0.2), (0.0, -4.0)), "not passive: at"),
        (lambda: lw.LinearViscoelastic((1.0, 0.2), (7.0, 1.0)), "not passive: at"),
        (lambda: lw.LinearViscoelastic((1.0,), (-7.0, 1.0)), "not passive: its stiffness at rest, -7, is negative"),
        (lambda: lw.LinearViscoelastic((1.0,), (7.0, 1.0, 2.0)), "may have one more, not 2: inertia belongs to bodies"),
        (lambda: lw.LinearViscoelastic((1.0, 0.0), (7.0,)), "the last of which is not zero"),
        (lambda: lw.ImplicitFormula("e - 0.5"), "ImplicitFormula: 'e - 0.5' does not have F"),
        (lambda: lw.ImplicitForce(lambda F, x: F), "cannot be given 'x'; it may ask for F, e, e_dot, t"),
        (lambda: lw.FunctionForce(3.0), "FunctionForce: function = 3.0: is not a function"),
        (lambda: lw.FormulaForce("-k*e"), "FormulaForce: "),
        (lambda: lw.FormulaForce("-2*e", lw.Parameter("k", 1.0)), "does not have the Parameter 'k'"),
        (lambda: lw.FormulaForce("-e", lw.Parameter("e", 1.0)), "'e' means something else here"),
    ],
)
def test_bad_laws_are_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


@pytest.mark.parametrize("strain", [(0.0, 100.0), (0.0, 100.0, 1.0)])
def test_a_force_that_never_relaxes_says_nothing_of_what_it_stores(strain: tuple[float, ...]) -> None:
    """p₀ = 0: Ṡ = k ẋ + c ẍ is a spring and a damper, of which no arm can be told."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        element = lw.LinearViscoelastic((0.0, 1.0), strain)
        assert not element.may_store and element.stored_energy(0.1, [0.0]) is None and element.outputs == ()
