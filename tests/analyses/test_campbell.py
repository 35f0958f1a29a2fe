"""Campbell diagrams against closed forms: a disc with gyroscopic moments, and one in turning axes."""

import numpy as np
import pytest
import scipy.linalg

import linkwork as lw
from tests.reference_models import case

MASS, K, TILT, EQUATOR, POLAR = 2.0, 800.0, 40.0, 0.05, 0.03


def disc_on_bushing(damping=0.0):
    """A disc that turns in a frame on an elastic block: translation and tilt do not couple."""
    m = lw.Model("disc", gravity=(0, 0, 0))
    rest = 1e-3
    frame = m.body("frame", mass=0.0, inertia=(rest, rest, rest))
    disc = m.body("disc", mass=MASS, inertia=(EQUATOR - rest, EQUATOR - rest, POLAR))
    m.connect("place", lw.Free(), m.ground, frame)
    stiffness, lossy = (TILT, TILT, 1e3, K, K, 1e5), (0.0, 0.0, 0.0, damping, damping, 0.0)
    m.connect("block", lw.Bushing(stiffness, lossy), m.ground.at(0, 0, 0), frame.at(0, 0, 0))
    m.connect("spin", lw.Revolute("z"), frame, disc)
    return m


def tilts(spin):
    """I ω² ∓ I_p Ω ω − k = 0: forward and backward."""
    half = 0.5 * POLAR * spin / EQUATOR
    root = np.sqrt(half**2 + TILT / EQUATOR)
    return root + half, root - half


def test_a_disc_whirls_forward_and_backward_as_the_closed_form_says():
    system = lw.compile_model(disc_on_bushing(damping=4.0))
    speeds = np.linspace(0.0, 60.0, 7)
    found = lw.campbell(system, speeds, "spin.angle_dot", orders=(1, 2), modes=4)
    by_whirl = {}
    for k, name in enumerate(found.whirls):
        by_whirl.setdefault(name, []).append(2 * np.pi * found.frequencies[:, k])
    forward, backward = tilts(speeds)
    assert any(np.abs(x - forward).max() < 1e-6 for x in by_whirl["forward"])
    assert any(np.abs(x - backward).max() < 1e-6 for x in by_whirl["backward"])
    criticals = {
        x.whirl: x.speed for x in found.critical_speeds if abs(x.frequency * 2 * np.pi - np.sqrt(K / MASS)) > 0.1
    }
    assert criticals["forward"] == pytest.approx(np.sqrt(TILT / (EQUATOR - POLAR)), rel=1e-8)
    assert criticals["backward"] == pytest.approx(np.sqrt(TILT / (EQUATOR + POLAR)), rel=1e-8)
    double = [x for x in found.crossings if x.order == 2.0 and x.whirl == "forward"]
    # 4 I Ω² − 2 I_p Ω² = k
    assert any(x.speed == pytest.approx(np.sqrt(TILT / (4 * EQUATOR - 2 * POLAR)), rel=1e-8) for x in double)
    sliding = np.abs(2 * np.pi * found.frequencies[0] - np.sqrt(K / MASS)) < 0.1
    np.testing.assert_allclose(found.damping_ratios[:, sliding], 4.0 / (2 * np.sqrt(K * MASS)), rtol=1e-6)
    assert "1× crosses mode" in str(found) and "forward whirl" in str(found)
    frame, data = found.to_dataframe(), found.to_dataset()
    assert frame.index.name == "speed" and frame.attrs["units"]["mode_1.frequency"] == "Hz"
    np.testing.assert_allclose(data["frequency"].values[:, 0], frame["mode_1.frequency"])


def shaft_in_turning_axes():
    """A disc on two slides that turn with its shaft (S4 §5.3)."""
    m = lw.Model("shaft", gravity=(0, 0, 0))
    turning, slide, disc = m.body("turning", mass=0.0), m.body("slide", mass=0.0), m.body("disc", mass=MASS)
    speed = lw.Parameter("speed", 1.0)
    m.connect("spin", lw.Revolute("z"), m.ground, turning, drive={"angle": speed * lw.t})
    m.connect("x", lw.Prismatic("x"), turning, slide)
    m.connect("y", lw.Prismatic("y"), slide, disc)
    m.connect("bend", lw.Spring(K, length=0.0), turning.at(0, 0, 0), disc.at(0, 0, 0))
    return m


def test_turning_axes_are_seen_from_the_ground():
    """√(k/m) at all speeds from the ground, |√(k/m) ± Ω| from the rotor; a Parameter is the spin."""
    system = lw.compile_model(shaft_in_turning_axes())
    speeds, own = np.array([4.0, 12.0, 26.0]), np.sqrt(K / MASS)
    ground = lw.campbell(system, speeds, "speed")
    np.testing.assert_allclose(2 * np.pi * ground.frequencies, own, rtol=1e-9)
    assert sorted(ground.whirls) == ["backward", "forward"]
    assert [x.speed for x in ground.critical_speeds] == pytest.approx([own, own])
    rotor = lw.campbell(system, speeds[:2], "speed", frame="turning")
    np.testing.assert_allclose(2 * np.pi * rotor.frequencies, [[own - x, own + x] for x in speeds[:2]], rtol=1e-9)


@pytest.mark.slow
def test_a_modal_shaft_that_turns_about_its_own_axis():
    """An overhung round shaft: on the ground both whirls stay near its frequency, where turning axes see |ω ∓ Ω|."""
    m, speed = lw.Model("overhung", gravity=(0, 0, 0)), lw.Parameter("speed", 1.0)
    rod = lw.FlexibleRod(0.8, lw.Circle(0.01), lw.STEEL, modes=4, shear=False)
    arm = m.body("arm", rod)
    m.connect("hub", lw.Revolute("x"), m.ground, arm.at("root"), drive={"angle": speed * lw.t})
    own = rod.modal.frequencies[0]
    found = lw.campbell(lw.compile_model(m), np.array([0.2, 0.6, 1.4]) * own, "speed", modes=2)
    np.testing.assert_allclose(2 * np.pi * found.frequencies, own, rtol=2e-4)
    assert found.whirls == ("backward", "forward") and not found.notes
    assert [x.whirl for x in found.critical_speeds] == ["backward", "forward"]
    assert [x.speed for x in found.critical_speeds] == pytest.approx([own, own], rel=2e-4)


def exact_shaft(is_driven, disc=None, holder=lw.Fixed):
    """An overhung round shaft of 10 mm of exact elements on a hub that turns; a disc on its tip."""
    m, speed = lw.Model("exact shaft", gravity=(0, 0, 0)), lw.Parameter("speed", 1.0)
    hub = m.body("hub", mass=1.0, inertia=(1e-2, 1e-2, 1e-2))
    drive = {"drive": {"angle": speed * lw.t}} if is_driven else {}
    m.connect("axle", lw.Revolute("x"), m.ground, hub, **drive)
    beam = m.connect("beam", lw.ExactBeam(lw.Circle(0.01), lw.STEEL, 4, 0.8), hub)
    if disc is not None:
        m.connect("seat", holder(), beam.tip, m.body("disc", mass=disc[0], inertia=disc[1]))
    return m


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
@pytest.mark.parametrize("is_driven", [True, False])
def test_an_exact_shaft_that_turns_about_its_own_axis(formulation, is_driven):
    """Round, so that both whirls stay near its frequency at rest, and meet the order 1 there, seen or not."""
    system = lw.compile_model(exact_shaft(is_driven), formulation)
    own = 1.8751040687**2 * np.sqrt(lw.STEEL.E / lw.STEEL.density) * 0.01 / 4.0 / 0.8**2
    spin = "speed" if is_driven else "axle.angle_dot"
    found = lw.campbell(system, np.array([0.0, 0.6, 1.0, 1.4]) * own, spin, modes=2)
    np.testing.assert_allclose(2 * np.pi * found.frequencies, own, rtol=0.02)
    assert found.whirls == ("backward", "forward") and not found.notes
    # The discrete shaft has its own frequency, from which gyroscopic moments of the thin shaft part both by 1e-4.
    rest = 2 * np.pi * found.frequencies[0, 0]
    assert [x.speed for x in found.critical_speeds] == pytest.approx([rest, rest], rel=2e-4)
    assert [x.whirl for x in found.critical_speeds] == ["backward", "forward"]


def shaft_in_two_bearings(kind):
    """A shaft of 10 mm that is clamped to a hub and runs in a long bearing at its other end."""
    m = lw.Model("two bearings", gravity=(0, 0, 0))
    hub = m.body("hub", mass=1.0, inertia=(1e-2, 1e-2, 1e-2))
    m.connect("axle", lw.Revolute("x"), m.ground, hub)
    if kind == "exact":
        tip = m.connect("beam", lw.ExactBeam(lw.Circle(0.01), lw.STEEL, 6, 0.8), hub).tip
    else:
        shaft = m.body("shaft", lw.FlexibleRod(0.8, lw.Circle(0.01), lw.STEEL, modes=8))
        m.connect("clamp", lw.Fixed(), hub, shaft.at("root"))
        tip = shaft.at("tip")
    m.connect("far", lw.Cylindrical("x"), m.ground.at(0.8, 0, 0), tip)
    return m


@pytest.mark.slow
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
@pytest.mark.parametrize("kind", ["exact", "modal"])
def test_a_shaft_in_two_bearings_turns_without_twisting(kind, formulation):
    """Both ends clamped but for the spin: βL = 4.730, which 6 elements meet to 6 %; both bearings turn alike."""
    system = lw.compile_model(shaft_in_two_bearings(kind), formulation)
    own = 4.7300407449**2 * np.sqrt(lw.STEEL.E / lw.STEEL.density) * 0.01 / 4.0 / 0.8**2
    found = lw.campbell(system, [10.0, 120.0], "axle.angle_dot", modes=2)
    assert 2 * np.pi * found.frequencies == pytest.approx(np.full((2, 2), own), rel=0.07)
    steady = lw.equilibrium(system, speeds={"axle.angle_dot": 120.0})
    hinged = steady if steady.in_hinges is None else steady.in_hinges
    assert hinged.system.channels(hinged.state)["far.angle_dot"] == pytest.approx(120.0, rel=1e-9)


def test_two_discs_on_a_soft_shaft_turn_alike():
    """A spring between discs in bearings of their own: what rows leave open must not twist it."""
    m = lw.Model("discs", gravity=(0, 0, 0))
    first, second = (m.body(name, mass=1.0, inertia=(0.02, 0.01, 0.01)) for name in ("first", "second"))
    m.connect("near", lw.Revolute("x"), m.ground, first)
    m.connect("shaft", lw.Revolute("x"), first.at(0.5, 0, 0), second)
    m.connect("twist", lw.TorsionSpring(3.0, axis="x"), first.at(0.5, 0, 0), second)
    m.connect("far", lw.Revolute("x"), m.ground.at(0.5, 0, 0), second)
    eq = lw.equilibrium(lw.compile_model(m), speeds={"near.angle_dot": 50.0})
    assert eq.verdict.level == "good"
    assert eq.state["shaft.angle_dot"] == pytest.approx(0.0, abs=1e-9)


def rayleigh_rotor(spin, mass, polar, equator, elements=16, diameter=0.01, length=0.8):
    """Whirl frequencies of an overhung shaft with a disc, forward ones positive: beams of Euler and Bernoulli on paper.

    For r = y + i z: M r̈ − i Ω G ṙ + K r = 0 with cubic shapes, rotary inertia and gyroscopic moments (H. Nelson and
    J. McVaugh, 1976).
    """
    h, count = length / elements, 2 * elements + 2
    area, moment = np.pi * diameter**2 / 4.0, np.pi * diameter**4 / 64.0
    E, rho = lw.STEEL.E, lw.STEEL.density
    bend = np.array([[12, 6 * h, -12, 6 * h], [6 * h, 4 * h**2, -6 * h, 2 * h**2]])
    move = np.array([[156, 22 * h, 54, -13 * h], [22 * h, 4 * h**2, 13 * h, -3 * h**2]])
    tilt = np.array([[36, 3 * h, -36, 3 * h], [3 * h, 4 * h**2, -3 * h, -(h**2)]])
    sign = np.outer([1, -1], [1, -1, 1, -1])
    swap = [2, 3, 0, 1]
    k, m, g = (np.vstack([x, (sign * x)[:, swap]]) for x in (bend, move, tilt))
    K, M, G = (np.zeros((count, count)) for _ in range(3))
    for i in range(elements):
        at = slice(2 * i, 2 * i + 4)
        K[at, at] += E * moment / h**3 * k
        M[at, at] += rho * area * h / 420.0 * m + rho * moment / (30.0 * h) * g
        G[at, at] += rho * moment / (15.0 * h) * g
    M[-2, -2] += mass
    M[-1, -1] += equator
    G[-1, -1] += polar
    K, M, G = K[2:, 2:], M[2:, 2:], G[2:, 2:]
    zero, one = np.zeros_like(K), np.eye(len(K))
    values = scipy.linalg.eig(np.block([[zero, one], [K, spin * G]]), np.block([[one, zero], [zero, M]]), right=False)
    return np.array(sorted(values.real, key=abs))


@pytest.mark.few(1)
@pytest.mark.parametrize("formulation", ["tree", "absolute"])
def test_a_disc_on_an_exact_shaft_whirls_as_a_finite_element_rotor(formulation):
    polar, equator = 0.02, 0.01
    system = lw.compile_model(exact_shaft(True, (2.0, (polar, equator, equator))), formulation)
    speeds = np.array([35.5, 71.0])
    found = lw.campbell(system, speeds, "speed", modes=5, orders=())
    bending = [k for k, name in enumerate(found.whirls) if name != "planar"]
    for row, spin in zip(2 * np.pi * found.frequencies[:, bending], speeds, strict=True):
        known = rayleigh_rotor(spin, 2.0, polar, equator)[:4]
        assert np.sort(row) == pytest.approx(np.sort(np.abs(known)), rel=0.04)


@pytest.mark.slow
def test_a_rotor_in_mixed_coordinates_is_refused():
    """A disc that a constraint holds has coordinates that do not turn: 17.33 rad/s would be 40.8."""
    system = lw.compile_model(exact_shaft(True, (2.0, (0.02, 0.01, 0.01)), lw.Weld))
    with pytest.raises(
        lw.ModelError, match=r"not constant \(seen at .*a constraint holds a body.*lw\.Fixed in the place"
    ):
        lw.campbell(system, [35.5, 71.0], "speed", modes=5, orders=())


@pytest.mark.slow
def test_a_blade_stiffens_with_its_spin():
    """Flap and lag of a turning beam (reference F2), seen from the rotor; modes that go to and fro are no whirls."""
    length, steel, section = 0.8, lw.STEEL, lw.Rectangle(0.02, 0.02)
    unit = np.sqrt(steel.E * section.Iz / (steel.density * section.area)) / length**2
    m, speed = lw.Model("blade", gravity=(0, 0, 0)), lw.Parameter("speed", 1.0)
    arm = m.body("arm", lw.FlexibleRod(length, section, steel, modes=8, shear=False))
    m.connect("hub", lw.Revolute("z"), m.ground, arm.at("root"), drive={"angle": speed * lw.t})
    spins = (2.0, 6.0)
    found = lw.campbell(lw.compile_model(m), np.array(spins) * unit, "speed", modes=2, orders=(), frame="turning")
    rows = {
        x["spin"]: x for x in case("F2_rotating_modes")["results"] if (x["hub_radius"], x["tip_mass"]) == (0.0, 0.0)
    }
    for k, spin in enumerate(spins):
        known = [float(rows[spin][what][0]) for what in ("lag", "flap")]
        assert np.sort(2 * np.pi * found.frequencies[k]) / unit == pytest.approx(known, rel=1e-3)
    assert set(found.whirls) == {"planar"}


def test_what_is_wrong_is_said():
    system = lw.compile_model(disc_on_bushing())
    with pytest.raises(lw.ModelError, match=r"no speed or Parameter 'spin\.angle'\. Did you mean 'spin\.angle_dot'"):
        lw.campbell(system, (0.0, 1.0), "spin.angle")
    with pytest.raises(lw.ModelError, match="two or more different numbers"):
        lw.campbell(system, (1.0,), "spin.angle_dot")
    with pytest.raises(lw.ModelError, match="frame"):
        lw.campbell(system, (1.0, 2.0), "spin.angle_dot", frame="inertial")


def test_a_speed_without_steady_motion_is_refused():
    """An unbalanced disc under gravity swings about its hinge: no speed of it stays."""
    m = lw.Model("unbalanced", gravity=(0, -9.81, 0))
    disc = m.body("disc", mass=MASS, inertia=(EQUATOR, EQUATOR, POLAR), com=(0.01, 0, 0))
    m.connect("spin", lw.Revolute("z"), m.ground, disc)
    with pytest.raises(lw.ModelError, match=r"campbell: spin\.angle_dot = 100: this is not a steady motion"):
        lw.campbell(lw.compile_model(m), [50.0, 100.0], "spin.angle_dot")


def test_a_crossing_at_the_first_speed_is_found():
    system, own = lw.compile_model(disc_on_bushing()), np.sqrt(K / MASS)
    found = lw.campbell(system, [own, 40.0], "spin.angle_dot")
    assert sum(x.speed == pytest.approx(own, rel=1e-8) for x in found.critical_speeds) == 2


@pytest.mark.parametrize("orders", [1, "1x", (np.nan,)])
def test_orders_are_a_list_of_numbers(orders):
    system = lw.compile_model(disc_on_bushing())
    with pytest.raises(lw.ModelError, match=r"campbell: orders = .*; give a list of numbers, such as \(1, 2\)"):
        lw.campbell(system, [1.0, 2.0], "spin.angle_dot", orders=orders)
