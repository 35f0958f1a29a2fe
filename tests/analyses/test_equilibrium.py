"""Equilibria: against reference cases, closed forms, and motions that come to rest."""

import numpy as np
import pytest
from scipy import optimize

import linkwork as lw
from examples import bicycle
from tests.analyses.design_models import cart, gyro, hoop, loop, shaft, suspension
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


@pytest.mark.seed("S4.5", passage="§2.4 Listing 17")
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


def damped_loop() -> lw.Model:
    m = loop()
    m.connect("oil", lw.Damper(2.0, on=lw.RelativeAngle("y")), m.ground, m["crank"])
    return m


@pytest.mark.parametrize(
    ("make", "end"), [(suspension, 15.0), pytest.param(gyro, 60.0, marks=pytest.mark.slow), (damped_loop, 60.0)]
)
def test_a_damped_motion_comes_to_rest_there(make, end):
    system = lw.compile_model(make())
    start = lw.assemble(system, guess={"B.angle": -0.4}) if make is damped_loop else system.rest
    run = lw.simulate(system, start, end, times=2)
    eq = lw.equilibrium(system, run.final.with_values(dict.fromkeys(system.layout.u, 0.0)))
    moved = np.abs(eq.system.evaluate("body_poses", eq.state).p - system.evaluate("body_poses", run.final).p).max()
    assert eq.stability == "stable"
    assert moved < 1e-5


def truss(mass: float) -> lw.Model:
    """Two springs that lean against each other carry a mass; it snaps through when it is too heavy."""
    m = lw.Model("truss", gravity=(0, 0, -9.81))
    b = m.body("b", mass=mass)
    m.connect("z", lw.Prismatic("z"), m.ground, b, initial={"displacement": 0.3})
    for name, x in (("left", -1.0), ("right", 1.0)):
        m.connect(name, lw.Spring(4000.0, length=np.hypot(1.0, 0.3)), m.ground.at(x, 0, 0), b)
    return m


def unbalanced(z: np.ndarray, mass: float) -> np.ndarray:
    length = np.hypot(1.0, z)
    return -2.0 * 4000.0 * (length - np.hypot(1.0, 0.3)) * z / length - mass * 9.81


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_a_load_path_goes_through_the_limit_load_and_says_where(formulation):
    """The path turns back at the load that the truss can carry, and leads to where it hangs after it has snapped."""
    z = np.linspace(0.01, 0.3, 30000)
    most = float((unbalanced(z, 0.0) / 9.81).max())
    eq = lw.equilibrium(lw.compile_model(truss(40.0), formulation), steps=5)
    assert eq.path.limits == (pytest.approx(most / 40.0, rel=1e-3),)
    assert eq["z.displacement"] == pytest.approx(optimize.brentq(unbalanced, -1.0, -0.3, (40.0,)), rel=1e-9)
    assert eq.stability == "stable" and "the load has a limit at 0.1014" in str(eq.verdict)
    assert lw.equilibrium(lw.compile_model(truss(3.0), formulation), steps=3).path.fractions[-1] == 1.0


def test_load_steps_go_where_newton_gets_stuck():
    """Behind the limit load Newton ends at the limit point, where forces cannot balance; load steps pass it."""
    eq = lw.equilibrium(lw.compile_model(truss(40.0)))
    expected = optimize.brentq(unbalanced, -1.5, -0.3, args=(40.0,))
    assert eq.way == "load steps" and eq.stability == "stable"
    assert eq["z.displacement"] == pytest.approx(expected, rel=1e-12)
    light = lw.equilibrium(lw.compile_model(truss(3.0)))
    assert light.way == "newton"
    assert light["z.displacement"] == pytest.approx(optimize.brentq(unbalanced, 0.2, 0.3, args=(3.0,)), rel=1e-12)


class Wavy(lw.Force):
    """A spring whose stiffness changes its sign many times."""

    measure = lw.Displacement("x")

    def law(self, e):
        return -(e + 2.0 * lw.sin(3.0 * e))


def test_a_way_past_many_limits_of_the_load():
    """Many limit points lie on the way; steps along its arc length pass all of them, to a place that is stable."""
    m = lw.Model("wavy", gravity=(6.0, 0, 0))
    b = m.body("b", mass=1.0)
    m.connect("x", lw.Prismatic("x"), m.ground, b)
    m.connect("wave", Wavy(), m.ground, b)
    eq = lw.equilibrium(lw.compile_model(m))
    x = eq["x.displacement"]
    assert eq.way == "load steps" and eq.stability == "stable"
    assert x + 2.0 * np.sin(3.0 * x) == pytest.approx(6.0, abs=1e-9) and 1.0 + 6.0 * np.cos(3.0 * x) > 0.0


@pytest.mark.seed("S4.5")
@pytest.mark.parametrize(
    ("load", "shares"),
    [(0.2, (0.427083, 0.333333, 0.239583)), (1.1, (0.0, 0.25, 0.75)), (-0.3, (0.708333, 0.291667, 0.0))],
)
def test_supports_lift_off_as_the_load_asks(load, shares):
    """A plank on three one-sided supports: the load over all of them, or over the two that a lever leaves."""
    m = lw.Model("plank", gravity=(0, 0, -9.81))
    plank = m.body("plank", lw.Rod(length=2.0, mass=2.0, at=(-0.5, 0, 0)), lw.PointMass(mass=10.0, at=(load, 0, 0)))
    slide = m.body("slide", mass=0.0)
    m.connect("up", lw.Prismatic("z"), m.ground, slide)
    m.connect("tilt", lw.Revolute("y"), slide, plank)
    for name, x in (("a", -0.4), ("b", 0.4), ("c", 1.2)):
        law = lw.UnilateralSpring(1e6, 0.0, side="compression", on=lw.Displacement("z"))
        m.connect(name, law, m.ground.at(x, 0, 0), plank.at(x, 0, 0))
    eq = lw.equilibrium(lw.compile_model(m))
    assert [eq[f"{name}.force"] / (12.0 * 9.81) for name in "abc"] == pytest.approx(shares, abs=1e-4)


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


def test_steady_forward_motion_of_a_towed_bob():
    """Towed through air at v, a bob hangs back where tan φ = F/(m g), F = ½ρ c A v²."""
    m = lw.Model("tow", gravity=(0, 0, -9.81))
    sledge, bob = m.body("sledge", mass=1.0), m.body("bob", mass=0.2, com=(0, 0, -1.0))
    m.connect("rail", lw.Prismatic("x"), m.ground, sledge, drive={"displacement": lw.Polynomial((0.0, 8.0))})
    m.connect("pin", lw.Revolute("y"), sledge, bob)
    m.connect("air", Air(), m.ground, bob.at(0, 0, -1.0))
    system = lw.compile_model(m)
    eq = lw.equilibrium(system, drives="moving")
    assert np.tan(eq["pin.angle"]) == pytest.approx(0.02 * 64.0 / (0.2 * 9.81), rel=1e-12)
    assert eq.stability == "stable" and lw.equilibrium(system)["pin.angle"] == pytest.approx(0.0, abs=1e-12)


class Air(lw.Force):
    """A force against the velocity, growing with its square."""

    measure = lw.Vector()

    def law(self, e, e_dot):
        speed = lw.sqrt(lw.dot(e_dot, e_dot) + 1e-300)
        return [-0.02 * speed * x for x in e_dot]


MEIJAARD = {
    0.0: [-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393],
    1.0: [
        -7.11008014637442,
        -3.13423125066578,
        3.52696170990070 - 0.80774027519931j,
        3.52696170990070 + 0.80774027519931j,
    ],
    5.0: [
        -14.07838969279822,
        -0.77534188219585 - 4.46486771378823j,
        -0.77534188219585 + 4.46486771378823j,
        -0.32286642900409,
    ],
    8.0: [
        -20.27940894394569,
        -2.69348683581097 - 8.46037971396931j,
        -2.69348683581097 + 8.46037971396931j,
        0.14327879765713,
    ],
}
"""Eigenvalues of Whipple's bicycle by forward speed in m/s: table 2 of Meijaard, Papadopoulos, Ruina and Schwab."""


@pytest.mark.seed("S4.6")
@pytest.mark.parametrize("speed", MEIJAARD)
def test_a_bicycle_rides_with_the_published_eigenvalues(speed):
    """Steady forward motion with holonomic and nonholonomic rows: more free displacements than free speeds."""
    eq = lw.equilibrium(lw.compile_model(bicycle.model()), speeds={"rear.roll_dot": speed / bicycle.REAR})
    found = eq.eigenvalues[np.abs(eq.eigenvalues) > 1e-3]
    assert np.abs(np.sort_complex(found) - np.sort_complex(np.array(MEIJAARD[speed], dtype=complex))).max() < 1e-9
    # Where it goes, how far it has gone, and how fast: nothing depends on them.
    assert eq.stability == ("stable in shape, neutral in position" if speed == 5.0 else "unstable")


def test_several_equilibria_of_a_truss_and_of_a_double_pendulum():
    found = lw.equilibria(lw.compile_model(truss(3.0)))
    heights = sorted(eq["z.displacement"] for eq in found)
    grid = np.linspace(-1.0, 1.0, 2001)
    signs = np.flatnonzero(np.diff(np.sign(unbalanced(grid, 3.0))))
    expected = [optimize.brentq(unbalanced, grid[k], grid[k + 1], args=(3.0,)) for k in signs]
    assert heights == pytest.approx(expected, abs=1e-9)
    assert [eq.stability for eq in sorted(found, key=lambda eq: eq["z.displacement"])] == [
        "stable",
        "unstable",
        "stable",
    ]
    m = lw.Model("double", gravity=(0, 0, -9.81))
    first, second = (m.body(name, mass=1.0, com=(0, 0, -1.0), inertia=(0.1, 0.1, 0.1)) for name in ("first", "second"))
    m.connect("A", lw.Revolute("y"), m.ground, first)
    m.connect("B", lw.Revolute("y"), first.at(0, 0, -1.0), second)
    found = lw.equilibria(lw.compile_model(m))
    assert sorted((round(np.cos(eq["A.angle"])), round(np.cos(eq["B.angle"]))) for eq in found) == [
        (-1, -1),
        (-1, 1),
        (1, -1),
        (1, 1),
    ]
    assert [eq.stability for eq in found].count("stable") == 1


def test_several_equilibria_are_found_once_each():
    found = lw.equilibria(lw.compile_model(cart()))
    assert [round(abs(eq["pin.angle"]), 9) for eq in found] == [0.0, round(np.pi, 9)]
    # Nothing holds the cart.
    assert [eq.stability for eq in found] == ["stable in shape, neutral in position", "unstable"]


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


@pytest.mark.slow
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


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_drives_that_were_held_are_told_and_a_run_begins_there(formulation):
    """A pendulum on a cart that its drive moves at 0.1 m/s: rest is that of the held cart, and a run lets it go."""
    m = lw.Model("driven", gravity=(0, -9.81, 0))
    slide = m.body("cart", mass=1.0, inertia=(1, 1, 1))
    bob = m.body("bob", mass=1.0, com=(0, -0.5, 0), inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slide, drive={"displacement": 0.1 * lw.sin(lw.t)})
    m.connect("pin", lw.Revolute("z"), slide, bob)
    system = lw.compile_model(m, formulation)
    eq = lw.equilibrium(system)
    assert eq.held == {"rail.displacement": pytest.approx(0.1)} and eq.verdict.is_good
    assert "drives held at t = 0: rail.displacement, which its drive moves by 0.1 a second" in str(eq.verdict)
    assert "rail.displacement held" in repr(eq)
    assert not lw.equilibrium(system, t=0.5 * np.pi).held
    for start in (eq, eq.state):
        run = lw.simulate(system, start, t_end=0.1, rtol=1e-9)
        assert run["cart.position"][-1][0] == pytest.approx(0.1 * np.sin(0.1), abs=1e-7) and run.verdict.is_good
    members = lw.simulate_many(system, [eq, eq.state], 0.1)
    assert members[1]["cart.position"][-1][0] == pytest.approx(0.1 * np.sin(0.1), abs=1e-7)
    assert system.channels(eq.state)["bob.position"] == pytest.approx(0.0, abs=1e-12)
    other = lw.compile_model(cart(), formulation).rest
    for verb in (lw.simulate, lambda s, x, t_end: lw.simulate_many(s, [x], t_end), lambda s, x, t_end: lw.loads(s, x)):
        with pytest.raises(lw.ModelError, match="the state belongs to another system"):
            verb(system, other, t_end=0.1)


@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_a_state_of_an_equal_system_is_taken_by_every_verb(formulation):
    """Drives at rest: the state of the system whose drives are held is one of the driven system."""
    m = lw.Model("driven", gravity=(0, -9.81, 0))
    slide = m.body("cart", mass=1.0, inertia=(1, 1, 1))
    bob = m.body("bob", mass=1.0, com=(0, -0.5, 0), inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slide, drive={"displacement": 0.1 * lw.cos(lw.t)})
    m.connect("pin", lw.Revolute("z"), slide, bob)
    system = lw.compile_model(m, formulation)
    state = lw.equilibrium(system).state
    assert state.layout is not system.layout
    assert lw.accelerations(system, state).state.layout is system.layout
    assert lw.loads(system, state)["rail"].force == pytest.approx((-0.1 * (2.0 - 0.25 / 0.35), 19.62, 0.0), abs=1e-9)
    assert lw.linearize(system, state).A.shape == (2, 2)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_no_choice_of_multipliers_proves_instability_where_rank_is_lost(coordinates: str) -> None:
    """A closed chain hung at one point folds: its potential energy is least there, and its rows repeat each other."""
    m, links, length = lw.Model("folded ring"), 6, 0.2
    bodies = [m.body(f"link {k}", lw.Rod(length=length, mass=0.3)) for k in range(links)]
    m.connect("A", lw.Revolute("y"), m.ground, bodies[0])
    for k in range(1, links):
        m.connect(f"J{k}", lw.Revolute("y"), bodies[k - 1].at(length, 0, 0), bodies[k])
    m.connect("E", lw.Revolute("y"), bodies[-1].at(length, 0, 0), m.ground)
    system = lw.compile_model(m, coordinates)
    found = lw.equilibrium(system)
    assert system.channels(found.state)["link 3.position.z"] == pytest.approx(-3 * length, abs=1e-6)
    assert found.stability in ("stable", "undecided")
