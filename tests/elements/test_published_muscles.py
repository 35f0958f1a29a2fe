"""Thelen's and Hatze's muscles against the formulas and digits that were published."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.elements.actuators import hatze_curves as hatze
from linkwork.elements.actuators import thelen_curves as thelen
from linkwork.expr.evaluate import evaluate

from .acting import acting, moving

FORCE, FIBRE, SLACK, ALPHA = 800.0, 0.09, 0.21, 0.3


def thelen_inverse(force: float, a: float, f: float) -> float:
    """Equations (6) and (7) of Thelen (2003) as they are printed, A_f = 0.25 and F_len = 1.4."""
    b = a * f + force / 0.25 if force <= a * f else (2 + 2 / 0.25) * (a * f * 1.4 - force) / (1.4 - 1)
    return (0.25 + 0.75 * a) * (force - a * f) / b


@pytest.mark.seed("S0.5", passage="§3.5, Hatze's muscle")
def test_thelen_lengths_are_the_published_ones():
    for x in np.linspace(0.4, 1.7, 14):
        assert thelen.thelen_active_force(x) == pytest.approx(math.exp(-((x - 1) ** 2) / 0.45), rel=1e-14)
        passive = (math.exp(5 * (x - 1) / 0.6) - 1) / (math.exp(5) - 1)
        assert thelen.thelen_passive_force(x) == pytest.approx(max(passive, 0.0), rel=1e-12, abs=1e-15)


def test_thelen_tendon_is_the_published_one():
    """The three digits of ε_toe and k_lin are those of a curve with a continuous slope that carries F₀ at ε₀."""
    cube = math.exp(3.0)
    toe = 99 * cube / (166 * cube - 67)
    assert (round(toe, 3), round(0.67 / (1 - toe), 3)) == (0.609, 1.712)
    for strain, wanted in ((-0.01, 0.0), (0.609 * 0.04, 0.33), (0.04, 1.0)):
        assert thelen.thelen_tendon_force(1.0 + strain, 0.04) == pytest.approx(wanted, abs=1e-3)
    below, at, above = (float(thelen.thelen_tendon_force(1.0 + 0.609 * 0.04 + h, 0.04)) for h in (-1e-6, 0.0, 1e-6))
    assert at - below == pytest.approx(above - at, rel=2e-3)


@pytest.mark.parametrize("a", [0.05, 0.4, 1.0])
def test_thelen_velocity_is_the_published_one(a):
    for f in (0.3, 1.0):
        for force in np.array([0.0, 0.2, 0.7, 1.0, 1.2, 1.32]) * a * f:
            wanted = thelen_inverse(force, a, f)
            assert thelen.thelen_velocity(force, a, f) == pytest.approx(wanted, rel=1e-12, abs=1e-14)
            assert thelen.thelen_contractile_force(wanted, a, f) == pytest.approx(force, rel=1e-12, abs=1e-14)
    assert thelen.thelen_contractile_force(-2.0, a, 1.0) == 0.0
    edge = 0.95 * 1.4 * a
    low, mid, high = (float(thelen.thelen_velocity(edge + h, a, 1.0)) for h in (-1e-7, 0.0, 1e-7))
    assert mid - low == pytest.approx(high - mid, rel=1e-4)


def test_thelen_activation_has_the_published_time_constants():
    assert thelen.thelen_activation_rate(0.2, 0.7, 0.015, 0.05) == pytest.approx(0.5 / (0.015 * 0.8), rel=1e-14)
    assert thelen.thelen_activation_rate(0.6, 0.1, 0.015, 0.05) == pytest.approx(-0.5 * 1.4 / 0.05, rel=1e-14)


def test_thelen_fibres_and_tendon_carry_the_same():
    """At the length where the balance has a given velocity, by hand."""
    muscle, a, fibre, velocity = lw.Muscle(FORCE, FIBRE, SLACK, ALPHA, curves="Thelen2003"), 0.5, 0.095, -0.2
    x, along = fibre / FIBRE, math.sqrt(fibre**2 - (FIBRE * math.sin(ALPHA)) ** 2)
    active = float(thelen.thelen_active_force(x))
    carried = (
        float(thelen.thelen_contractile_force(velocity, a, active) + thelen.thelen_passive_force(x)) * along / fibre
    )
    toe = 0.609 * 0.04
    assert carried < 0.33
    strain = toe / 3.0 * math.log(1.0 + carried / 0.33 * (math.exp(3.0) - 1.0))
    whole = along + SLACK * (1.0 + strain)
    found = acting(muscle, moving((whole, 0, 0)), z=[a, fibre], inputs={"excitation": 0.3})
    assert found.outputs[0] == pytest.approx(FORCE * carried, rel=1e-9)
    assert found.z_dot == pytest.approx([-0.2 * (0.5 + 1.5 * a) / 0.05, velocity * 10 * FIBRE], rel=1e-8)


@pytest.mark.seed("S0.5", passage="§3.5, Hatze's muscle")
def test_hatze_curves_have_the_published_digits():
    """k(ξ) is 1.000 at 1 and next to nothing at 0.58; g(η) is 1.005 at rest, 0.005 at −1, and 0.1433/0.1074 at most."""
    for x in np.linspace(0.58, 1.8, 9):
        wanted = 0.32 + 0.71 * math.exp(-1.112 * (x - 1)) * math.sin(3.722 * (x - 0.656))
        assert hatze.hatze_active_force(x) == pytest.approx(wanted, rel=1e-13)
    assert hatze.hatze_active_force(1.0) == pytest.approx(1.0, abs=5e-4)
    assert 0.0 < hatze.hatze_active_force(0.3) == hatze.hatze_active_force(0.58) < 0.01
    for v in np.linspace(-1.0, 0.4, 8):
        wanted = 0.1433 / (0.1074 + math.exp(-1.409 * math.sinh(3.2 * v + 1.6)))
        assert hatze.hatze_velocity_force(v) == pytest.approx(wanted, rel=1e-13)
    assert hatze.hatze_velocity_force(0.0) == pytest.approx(1.005, abs=5e-4)
    assert hatze.hatze_velocity_force(-1.0) == pytest.approx(0.005, abs=5e-4)
    assert hatze.hatze_velocity_force(5.0) == pytest.approx(1.334, abs=5e-4)


def test_hatze_velocity_goes_both_ways():
    for v in np.linspace(-1.0, 0.3, 14):
        assert hatze.hatze_velocity_of_force(hatze.hatze_velocity_force(v)) == pytest.approx(v, abs=1e-9)
    for v in (-1.0, 0.3):
        force = float(hatze.hatze_velocity_force(v))
        low, mid, high = (float(hatze.hatze_velocity_of_force(force + h)) for h in (-1e-8, 0.0, 1e-8))
        assert mid - low == pytest.approx(high - mid, rel=1e-3)
    assert np.isfinite([float(hatze.hatze_velocity_of_force(x)) for x in (-1.0, 0.0, 1.4, 100.0)]).all()


def test_calcium_activates_as_published():
    """γ_c = 1.373e-4 mol/l times ρ₀ = 5.27e4 l/mol for ν = 3 and 6.62e4 for ν = 2; half activation at γρ = 1."""
    assert hatze.CALCIUM_EXPONENTS[3] == pytest.approx(1.373e-4 * 5.27e4, abs=5e-3)
    assert hatze.CALCIUM_EXPONENTS[2] == pytest.approx(1.373e-4 * 6.62e4, abs=2e-2)
    for power, most in hatze.CALCIUM_EXPONENTS.items():

        def q(calcium, length, power=power, most=most):
            return float(hatze.calcium_activation(calcium, length, power, most, 2.9, 0.005))

        assert q(0.0, 1.0) == 0.005 and q(1.0, 1.0) == pytest.approx((0.005 + most**power) / (1 + most**power))
        assert q(1.0 / most, 1.0) == pytest.approx(1.005 / 2.0, rel=1e-12)
        # At ξ the calcium counts (2.9 − 1)/(2.9/ξ − 1) times as much as at 1.
        assert q(0.1, 1.3) == pytest.approx(q(0.1 * 1.9 / (2.9 / 1.3 - 1.0), 1.0), rel=1e-12)


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_hatze_muscle_is_excited(formulation):
    """Isometric with a rigid tendon: γ = v (1 − exp(−m t)), T = F₀ ((n q + (1 − n) q₀) k g(0) + f_p)."""
    m = lw.Model("hold", gravity=(0, 0, 0))
    block = m.body("block", mass=1e9)
    m.connect("slide", lw.Prismatic("x"), m.ground, block, initial={"displacement": SLACK + 1.1 * FIBRE})
    muscle = lw.HatzeMuscle(FORCE, FIBRE, SLACK, tendon="rigid")
    m.connect("m", muscle, m.ground, block, inputs={"stimulation": 0.2, "recruitment": 0.7})
    run = lw.simulate(lw.compile_model(m, formulation), None, 0.3, times=[0.0, 0.1, 0.3])
    gamma = 0.2 * (1.0 - np.exp(-11.25 * run.t))
    assert run["m.calcium"] == pytest.approx(gamma, rel=1e-5, abs=1e-9)
    q = hatze.calcium_activation(gamma, 1.1, 3, 7.24, 2.9, 0.005)
    passive = (math.exp(4 * 0.1 / 0.6) - 1) / (math.exp(4) - 1)
    active = float(hatze.hatze_active_force(1.1)) * float(hatze.hatze_velocity_force(0.0))
    wanted = FORCE * ((0.7 * q + 0.3 * 0.005) * active + passive)
    assert run["m.tension"] == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize("velocity", [-0.3, 0.0, 0.1])
def test_hatze_fibres_and_tendon_carry_the_same(velocity):
    muscle, gamma, fibre = lw.HatzeMuscle(FORCE, FIBRE, SLACK, ALPHA), 0.12, 0.092
    x, along = fibre / FIBRE, math.sqrt(fibre**2 - (FIBRE * math.sin(ALPHA)) ** 2)
    q = float(hatze.calcium_activation(gamma, x, 3, 7.24, 2.9, 0.005))
    active = q * float(hatze.hatze_active_force(x) * hatze.hatze_velocity_force(velocity))
    carried = (active + (math.exp(4 * (x - 1) / 0.6) - 1) / (math.exp(4) - 1)) * along / fibre
    whole = along + SLACK * (1.0 + 0.04 / 3.0 * math.log(1.0 + carried * (math.exp(3.0) - 1.0)))
    inputs = {"stimulation": 0.5, "recruitment": 1.0}
    found = acting(muscle, moving((whole, 0, 0)), z=[gamma, fibre], inputs=inputs)
    assert found.outputs[0] == pytest.approx(FORCE * carried, rel=1e-9)
    assert found.z_dot == pytest.approx([11.25 * (0.5 - gamma), velocity * 10 * FIBRE], rel=1e-7, abs=1e-9)
    given = lw.HatzeMuscle(FORCE, FIBRE, SLACK, ALPHA, control="activation")
    other = acting(given, moving((whole, 0, 0)), z=[fibre], inputs={"activation": q})
    assert other.z_dot[0] == pytest.approx(found.z_dot[1], rel=1e-9, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "muscle", [lw.HatzeMuscle(FORCE, FIBRE, SLACK), lw.Muscle(FORCE, FIBRE, SLACK, curves="Thelen2003")]
)
def test_published_muscles_never_push(muscle):
    inputs = dict.fromkeys(muscle.inputs, 0.4)
    for length in np.linspace(0.22, 0.36, 8):
        for rate in (-2.0, 0.0, 2.0):
            ends = moving((length, 0, 0), v=(rate, 0, 0))
            for tendon, z in (("elastic", [0.2, 0.09]), ("rigid", [0.2])):
                found = acting(muscle.with_values(tendon=tendon), ends, z=z, inputs=inputs)
                assert found.outputs[0] >= 0.0 and np.isfinite(found.z_dot).all()


def test_hatze_pole_may_be_a_parameter_that_comes_nearer():
    """At another value than its own it stays beyond the fibres, so that q stays between 0 and 1."""
    pole, length = lw.Parameter("pole", 2.9), 1.6
    muscle = lw.HatzeMuscle(FORCE, FIBRE, SLACK, pole=pole)
    active = muscle.active_state(0.3, muscle.i([0.5, 1.0]), muscle.z([0.3, length * FIBRE]))
    found = float(evaluate([active], {"pole": 1.5})[0])
    assert found == pytest.approx(float(hatze.calcium_activation(0.3, 0.9 * 1.5, 3, 7.24, 1.5, 0.005)), rel=1e-12)
    assert 0.0 < found < 1.0
    with pytest.raises(lw.ModelError, match=r"pole = 0\.8 must be more than 1, the optimal length"):
        lw.HatzeMuscle(FORCE, FIBRE, SLACK, pole=0.8)


def test_bad_published_muscles_are_explained():
    with pytest.raises(lw.ModelError, match="exponent = 4: choose one of 3, 2"):
        lw.HatzeMuscle(1.0, 0.1, 0.1, exponent=4)
    with pytest.raises(lw.ModelError, match="curves = 'Hill': choose one of 'DeGroote2016', 'Thelen2003'"):
        lw.Muscle(1.0, 0.1, 0.1, curves="Hill")
