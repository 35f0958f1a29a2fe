"""Equilibria: against reference cases, closed forms, and motions that come to rest."""

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.design_models import cart, gyro, hoop, shaft, suspension
from tests.reference_models import beam, case, servo


def angles(eq: lw.Equilibrium) -> np.ndarray:
    return np.cumsum([eq[f"P{k}.angle"] for k in (1, 2, 3)])


def numbers(values) -> np.ndarray:
    return np.array(values, dtype=float)


@pytest.mark.seed("S4.5")
def test_beam_at_rest_meets_the_reference_to_its_digits():
    eq = lw.equilibrium(lw.compile_model(beam()))
    assert np.abs(angles(eq) - numbers(case("A1_elastic_beam")["equilibrium_t0"]["phi"])).max() < 1e-15
    assert eq.stability == "stable"


@pytest.mark.seed("S4.5")
def test_contact_finds_its_branch():
    eq = lw.equilibrium(lw.compile_model(beam(end="contact")))
    reference = case("A2_beam_contact")["equilibrium_t0"]
    assert np.abs(angles(eq) - numbers(reference["phi"])).max() < 1e-14
    assert abs(eq["support.force"][1] - float(reference["force"])) < 1e-10
    # Lifted off, the other branch leads to the same place.
    lifted = lw.equilibrium(eq.system, {"P1.angle": 0.5, "P2.angle": 0.3})
    assert np.abs(angles(lifted) - angles(eq)).max() < 1e-12


@pytest.mark.seed("S4.5")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("t0_static", {}),
        ("t1p25_static_u_frozen", {"t": 1.25}),
        ("t1p25_listing17", {"t": 1.25, "drives": "moving"}),
    ],
)
def test_loop_with_multiplier_meets_the_reference(name, options):
    reference = case("A3_beam_loop")["equilibria"][name]
    eq = lw.equilibrium(lw.compile_model(beam(end="loop")), **options)
    assert np.abs(angles(eq) - numbers(reference["phi"])).max() < 1e-14
    assert abs(eq["support.multipliers"] / float(reference["lambda_"]) - 1.0) < 1e-13


@pytest.mark.parametrize(("emf", "variant", "verdict"), [(1.0, "physical", "stable"), (-1.0, "literal", "unstable")])
def test_servo_with_states(emf, variant, verdict):
    reference = next(v for n, v in case("C3_position_servo")["variants"].items() if n.startswith(variant))
    eq = lw.equilibrium(lw.compile_model(servo(emf)))
    assert abs(eq["shaft.angle"] - reference["equilibrium_e"]) < 1e-14
    assert abs(eq["motor.current"] - reference["equilibrium_current"]) < 1e-13
    expected = [complex(*x) for x in reference["eigenvalues_at_equilibrium"]]
    assert np.abs(np.sort_complex(eq.eigenvalues) - np.sort_complex(expected)).max() < 1e-10
    assert eq.stability == verdict


@pytest.mark.parametrize("make", [suspension, gyro])
def test_a_damped_motion_comes_to_rest_there(make):
    system = lw.compile_model(make())
    start = system.rest
    run = lw.simulate(system, start, 60.0, times=2)
    eq = lw.equilibrium(system, run.final.with_values(dict.fromkeys(system.layout.u, 0.0)))
    moved = np.abs(eq.system.evaluate("attitudes", eq.state).p - system.evaluate("attitudes", run.final).p).max()
    assert eq.stability == "stable"
    assert moved < 1e-5


def test_steady_rotation_of_an_arm():
    m = lw.Model("governor", gravity=(0, 0, -9.81))
    hub, arm = m.body("hub", mass=1.0, inertia=(1, 1, 1)), m.body("arm", mass=1.0, com=(0, 0, -0.5))
    m.connect("spin", lw.Revolute("z"), m.ground, hub)
    m.connect("pin", lw.Revolute("y"), hub, arm)
    system = lw.compile_model(m)
    out = lw.equilibrium(system, {"pin.angle": 0.8}, speeds={"spin.angle_dot": 6.0})
    assert out["pin.angle"] == pytest.approx(np.arccos(9.81 / 0.5 / 36.0), abs=1e-13)
    assert lw.equilibrium(system, {"pin.angle": 0.1}, speeds={"spin.angle_dot": 6.0}).stability == "unstable"


@pytest.mark.parametrize("speed", [0.6, 1.5])
def test_rolling_hoop_has_the_eigenvalues_of_the_text_book(speed):
    """Straight rolling: (A + mr²) φ̈ + (C (C + mr²) Ω² / A − mgr) φ = 0."""
    r, A, C = 0.3, 0.045, 0.09
    eq = lw.equilibrium(lw.compile_model(hoop(r)), speeds={"w.roll_dot": speed / r})
    square = -(C * (C + r**2) / A * (speed / r) ** 2 - 9.81 * r) / (A + r**2)
    expected = max(abs(np.sqrt(complex(square))), 0.0)
    assert np.abs(eq.eigenvalues).max() == pytest.approx(expected, rel=1e-12)
    assert (eq.stability == "unstable") == (speed < np.sqrt(9.81 * r / 4))


@pytest.mark.parametrize("speed", [0.0, 7.0, 35.0])
def test_whirling_shaft(speed):
    eq = lw.equilibrium(lw.compile_model(shaft(speed)), drives="moving")
    own = np.sqrt(800.0 / 2.0)
    expected = sorted([own - speed, own + speed, speed - own, -own - speed])
    assert np.abs(np.sort(eq.eigenvalues.imag) - expected).max() < 1e-6 * own
    assert np.abs(eq.eigenvalues.real).max() < 1e-6 * own


def test_several_equilibria_are_found_once_each():
    found = lw.equilibria(lw.compile_model(cart()))
    assert [round(abs(eq["pin.angle"]), 9) for eq in found] == [0.0, round(np.pi, 9)]
    assert [eq.stability for eq in found] == ["undecided", "unstable"]  # nothing holds the cart


def test_a_stable_one_is_looked_for_beside_an_unstable_one():
    m = lw.Model("pendulum", gravity=(0, 0, -9.81))
    m.connect("pin", lw.Revolute("y"), m.ground, m.body("bob", mass=1.0, com=(0, 0, 1.0), inertia=(0.1, 0.1, 0.1)))
    system = lw.compile_model(m)
    assert lw.equilibrium(system).stability == "unstable"
    assert abs(lw.equilibrium(system, stable=True)["pin.angle"]) == pytest.approx(np.pi)


def test_no_equilibrium_says_what_is_not_held():
    m = lw.Model("falls")
    m.connect("lift", lw.Prismatic("z"), m.ground, m.body("b", mass=1.0))
    with pytest.raises(lw.EquilibriumError, match=r"no restoring force in lift\.displacement, where 9\.81 stays"):
        lw.equilibrium(lw.compile_model(m))


class Repelling(lw.Force):
    """Pushes apart the more, the farther apart."""

    measure = lw.RelativeAngle()

    def law(self, e):
        return 5.0 * e


def test_an_unstable_one_asked_as_stable_is_refused():
    m = lw.Model("repelled", gravity=(0, 0, 0))
    bob = m.body("bob", mass=1.0, inertia=(1, 1, 1))
    m.connect("pin", lw.Revolute("z"), m.ground, bob)
    m.connect("push", Repelling(), m.ground, bob)
    with pytest.raises(lw.EquilibriumError, match=r"unstable, and a stable one was asked for.*pin\.angle"):
        lw.equilibrium(lw.compile_model(m), stable=True)


def test_bad_names_are_told():
    system = lw.compile_model(cart())
    with pytest.raises(lw.ModelError, match=r"there is no speed 'pin\.angle_dt'"):
        lw.equilibrium(system, speeds={"pin.angle_dt": 1.0})
    with pytest.raises(lw.ModelError, match="there is no way to treat drives 'still'"):
        lw.equilibrium(system, drives="still")
    with pytest.raises(lw.ModelError, match="there is no channel"):
        lw.equilibrium(system)["pin.torsion"]
