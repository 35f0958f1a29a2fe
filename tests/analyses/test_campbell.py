"""Campbell diagrams against closed forms: a disc with gyroscopic moments, and one in turning axes."""

import numpy as np
import pytest

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
    with pytest.raises(lw.ModelError, match=r"campbell: spin\.angle_dot = 100: this is no steady motion"):
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
