"""Constraints on one side, stops and clearances in runs: closed forms, other models of the same, programs by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from examples import slider_crank_clearance
from linkwork.analyses.contact.event_driver import EventDriver

TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
G = 9.81


def ball_on(element: lw.Element, coordinates: str = "tree") -> lw.System:
    """A ball in the xz plane, tied to the origin; the axes of its joint are z and x."""
    m = lw.Model("ball")
    ball = m.body("ball", mass=0.7, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    m.connect("tie", element, m.ground, ball)
    return lw.compile_model(m, coordinates)


def changes(run: lw.Trajectory, kind: str) -> list[Any]:
    return [c for c in run.contacts if c.kind == kind]


@pytest.mark.few(2)
@pytest.mark.seed("S0.16")
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
@pytest.mark.parametrize("element", [lw.Rope(2.0), lw.FixedDistance(2.0, "longest"), lw.BumpStop(longest=2.0)])
def test_a_rope_that_goes_taut_takes_the_speed_along_it(element: lw.Element, coordinates: str) -> None:
    """Free fall from the height of its other end, 1.2 beside it: taut at a depth of 1.6."""
    system = ball_on(element, coordinates)
    start = system.state({"plane.y" if coordinates == "tree" else "ball.x": 1.2})
    run = lw.simulate(system, start, 1.0, **(TIGHT if coordinates == "tree" else {"rtol": 1e-8, "atol": 1e-10}))
    (hit,) = changes(run, "impact")
    t = np.sqrt(2 * 1.6 / G)
    assert hit.t == pytest.approx(t, abs=1e-11)
    assert hit.normal_impulses["tie"] == pytest.approx(0.7 * G * t * 0.8, rel=1e-11)
    assert hit.energy_before - hit.energy_after == pytest.approx(0.35 * (G * t * 0.8) ** 2, rel=1e-10)
    # From now on it is a pendulum: its energy is that of the moment, and tension is m v²/l + m g cos.
    state = run.at(0.8)
    at = system.channels(state)
    p, v = at["ball.position"], at["ball.velocity"]
    # Between rows of an absolute run there are cubics: places are as good as the tolerance, 1e-8, speeds to 1e-7.
    assert np.linalg.norm(p) == pytest.approx(2.0, abs=1e-10 if coordinates == "tree" else 1e-8)
    near = 1e-10 if coordinates == "tree" else 1e-6
    assert 0.35 * v @ v + 0.7 * G * p[2] == pytest.approx(hit.energy_after - 0.7 * G * 1.6, rel=near)
    force = at["tie.normal_force"]
    force = float(force) if np.ndim(force) == 0 else float(force[0])
    assert force == pytest.approx(0.7 * (v @ v / 2.0 - G * p[2] / 2.0), rel=10 * near)
    assert run.verdict.is_good


def test_a_rope_goes_slack_where_gravity_pulls_harder_than_the_circle_needs() -> None:
    """cos φ = (v² − 2gl)/3gl from the upward vertical; the parabola from there meets the circle 4 v sin φ/g later."""
    length, v0 = 2.0, np.sqrt(3.5 * G * 2.0)
    system = ball_on(lw.Rope(length, restitution=0.25))
    start = system.state({"plane.x": -length, "plane.y_dot": v0})
    run = lw.simulate(system, start, 3.0, **TIGHT)
    slack = next(c for c in run.contacts if c.modes.get("tie") == "open")
    hit = changes(run, "impact")[0]
    p = system.channels(run.at(slack.t))["ball.position"]
    cosine = (v0**2 - 2 * G * length) / (3 * G * length)
    assert p[2] / length == pytest.approx(cosine, abs=1e-9)
    v = np.sqrt(G * length * cosine)
    assert hit.t - slack.t == pytest.approx(4 * v * np.sqrt(1 - cosine**2) / G, abs=1e-9)
    before, after = (system.channels(o)["tie.gap_dot"] for o in _around(run, hit))
    assert after == pytest.approx(-0.25 * before, rel=1e-9)


def _around(run: lw.Trajectory, change: Any) -> tuple[lw.State, lw.State]:
    event = next(o for o in run.events if o.contact is change)
    return event.before, event.after


def test_a_disc_slides_on_its_rim_and_then_rolls() -> None:
    """In space, leaning on nothing: from t = v/3μg on the rim rolls at 2v/3; before it fell from a height of 0.1."""
    mu, v, radius = 0.2, 1.5, 0.25
    m = lw.Model("disc")
    disc = m.body("disc", mass=1.2, inertia=(0.3 * radius**2, 0.6 * radius**2, 0.3 * radius**2))
    m.connect("floor", lw.DiscOnPlane(radius, one_sided=True, friction=mu), m.ground, disc)
    system = lw.compile_model(m)
    start = {"disc (free).z": radius + 0.1, "disc (free).v_x": v}
    run = lw.simulate(system, start, 1.2, **TIGHT)
    (hit,) = changes(run, "impact")
    fall = np.sqrt(0.2 / G)
    assert hit.t == pytest.approx(fall, abs=1e-10)
    # The impulse of friction is μ times that of the floor.
    assert hit.tangential_impulses["floor"] == pytest.approx((-mu * 1.2 * G * fall, 0.0), abs=1e-9)
    # So the floor has braked it as long as if it had lain there all the time.
    rolls = next(c for c in run.contacts if c.modes.get("floor") == "stick")
    assert rolls.t == pytest.approx(v / (3 * mu * G), abs=1e-9)
    assert system.channels(run.final)["disc.velocity.x"] == pytest.approx(2 * v / 3, abs=1e-9)


def test_a_bump_stop_has_both_ends() -> None:
    """Along a line without gravity it goes to and fro, and loses its speed by e at each end."""
    m = lw.Model("strut", gravity=(0, 0, 0))
    rod = m.body("rod", mass=2.0, inertia=(1.0, 1.0, 1.0))
    m.connect("guide", lw.Prismatic("x"), m.ground, rod)
    m.connect("stroke", lw.BumpStop(0.5, 1.5, restitution=0.5), m.ground, rod)
    system = lw.compile_model(m)
    run = lw.simulate(system, {"guide.displacement": 1.0, "guide.displacement_dot": 1.0}, 6.0, **TIGHT)
    hits = changes(run, "impact")
    assert [c.points for c in hits] == [("stroke.longest",), ("stroke.shortest",)]
    np.testing.assert_allclose([c.t for c in hits], [0.5, 2.5], atol=1e-12)
    np.testing.assert_allclose([next(iter(c.normal_impulses.values())) for c in hits], [3.0, 1.5], rtol=1e-11)
    assert run.final["guide.displacement"] == pytest.approx(0.5 + 0.25 * 3.5, abs=1e-11)


def pendulum(*stops: tuple[str, lw.Element], coordinates: str = "tree") -> lw.System:
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.01))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    for name, stop in stops:
        m.connect(name, stop, "A.angle")
    return lw.compile_model(m, coordinates)


def test_a_joint_stop_does_what_events_with_impacts_do() -> None:
    system, plain = pendulum(("stop", lw.JointStop(-0.4, 0.7, restitution=0.6))), pendulum()
    start = {"A.angle": 0.6, "A.angle_dot": 2.0}
    run = lw.simulate(system, start, 3.0, **TIGHT)

    def bounce(gap: Any) -> Any:
        return lambda system, state: lw.impact(system, state, gap, 0.6)

    lower, upper = lambda x: x["A.angle"] + 0.4, lambda x: 0.7 - x["A.angle"]
    events = [
        lw.Event("lower", lower, direction="falling", action=bounce(lower)),
        lw.Event("upper", upper, direction="falling", action=bounce(upper)),
    ]
    other = lw.simulate(plain, start, 3.0, events=events, **TIGHT)
    np.testing.assert_allclose([c.t for c in run.contacts], [o.t for o in other.events], atol=1e-10)
    assert [c.points[0] for c in run.contacts] == [f"stop.{o.event}" for o in other.events]
    np.testing.assert_allclose(run.final.q, other.final.q, atol=1e-9)
    np.testing.assert_allclose(run.final.u, other.final.u, atol=1e-9)


def test_a_joint_stop_holds_what_leans_on_it() -> None:
    """Without restitution the pendulum stays at its stop, which bears m g l/2 sin φ."""
    system = pendulum(("stop", lw.JointStop(lower=0.3)))
    run = lw.simulate(system, {"A.angle": 0.8}, 2.0, **TIGHT)
    assert run.final["A.angle"] == pytest.approx(0.3, abs=1e-12)
    assert system.channels(run.final)["stop.normal_force"] == pytest.approx(G * 0.5 * np.sin(0.3), rel=1e-10)


def test_any_coupling_may_hold_on_one_side() -> None:
    """A stop written as a coupling, on the other side of its residual, does what the stop does."""
    stop = pendulum(("stop", lw.JointStop(upper=0.5, restitution=0.3)))
    coupled = pendulum(("stop", lw.Coupling(lambda angle: angle - 0.5, one_sided="longest", restitution=0.3)))
    mirrored = pendulum(("stop", lw.LinearCoupling((-1.0,), -0.5, one_sided=True, restitution=0.3)))
    runs = [lw.simulate(s, {"A.angle_dot": 3.0}, 2.0, **TIGHT) for s in (stop, coupled, mirrored)]
    for run in runs[1:]:
        np.testing.assert_allclose([c.t for c in run.contacts], [c.t for c in runs[0].contacts], atol=1e-12)
        np.testing.assert_allclose(run.final.q, runs[0].final.q, atol=1e-11)


def cam(element: lw.Element, *ends: str, coordinates: str = "tree") -> lw.System:
    """A follower on an eccentric cam that turns at 45 rad/s, under gravity and a spring."""
    m = lw.Model("cam", gravity=(0, -G, 0))
    disc = m.body("disc", mass=1.0, inertia=(0.1, 0.1, 0.1))
    follower = m.body("follower", mass=0.5, inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("z"), m.ground, disc, drive={"angle": 45.0 * lw.t})
    m.connect("P", lw.Prismatic("y"), m.ground, follower)
    m.connect("spring", lw.Spring(stiffness=100.0, length=0.5), m.ground.at(0, 0.6, 0), follower)
    m.connect("pair", element, *(ends or (disc.at(0.02, 0, 0), follower)))
    return lw.compile_model(m, coordinates)


@pytest.mark.seed("S0.15")
@pytest.mark.parametrize(("e", "t_end"), [(0.3, 0.0975), (0.0, 0.6)])
def test_a_roller_leaves_its_cam_and_meets_it_again(e: float, t_end: float) -> None:
    """Outlines with unknowns of their own, which stay known in flight; against a formula for the gap of two circles."""
    outlines = lw.CurveOnCurve(lw.CircleCurve(0.1), lw.CircleCurve(0.03), one_sided=True, restitution=e)
    curves = cam(outlines)

    def distance(angle: Any, lift: Any) -> Any:
        return lw.sqrt((0.02 * lw.cos(angle)) ** 2 + (lift - 0.02 * lw.sin(angle)) ** 2) - 0.13

    formula = cam(lw.Coupling(distance, one_sided=True, restitution=e), "A.angle", "P.displacement")
    touch = {"pair.s1": 0.1 * 1.7, "pair.s2": 0.03 * (1.7 - np.pi)}
    start = lw.assemble(curves, fixed={"P.displacement": 0.2}, guess=touch)
    assert curves.channels(start)["pair.gap"] == pytest.approx(np.hypot(0.02, 0.2) - 0.13, abs=1e-12)
    one = lw.simulate(curves, start, t_end, **TIGHT)
    other = lw.simulate(formula, {"P.displacement": 0.2}, t_end, **TIGHT)
    first, second = ([c for c in changes(run, "impact") if c.normal_impulses["pair"] > 1e-3] for run in (one, other))
    assert len(first) > 1
    for a, b in zip(first, second, strict=True):
        assert a.t == pytest.approx(b.t, abs=1e-8)
        assert a.normal_impulses["pair"] == pytest.approx(b.normal_impulses["pair"], rel=1e-6)
    lost = [[c.t for c in run.contacts if c.modes.get("pair") == "open"] for run in (one, other)]
    np.testing.assert_allclose(*lost, atol=1e-7)
    assert lost[0] or e
    assert one.final["P.displacement"] == pytest.approx(other.final["P.displacement"], abs=1e-8)


def journal(**law: Any) -> lw.System:
    """A journal that only its bearing holds, in the vertical plane xy."""
    m = lw.Model("journal", gravity=(0, -G, 0))
    shaft = m.body("shaft", mass=2.0, inertia=(0.01, 0.01, 0.012))
    m.connect("plane", lw.Planar("z"), m.ground, shaft)
    m.connect("bearing", lw.ClearanceRevolute(0.004, 0.05, **law), m.ground, shaft)
    return lw.compile_model(m)


def journal_by_hand(v: np.ndarray, spin: float, e: float, mu: float, count: int) -> list[tuple[float, float, float]]:
    """(time, normal, tangential impulse) of the first impacts from the centre: parabolas and Coulomb's law."""
    mass, inertia, radius, clearance = 2.0, 0.012, 0.05, 0.004
    p, t, found = np.zeros(2), 0.0, []
    for _ in range(count):
        # |p + v τ + g τ²/2|² = c², the first time after a start inside or on the circle.
        quartic = [G**2 / 4, -G * v[1], v @ v - G * p[1], 2 * p @ v, p @ p - clearance**2]
        roots = np.roots(quartic)
        tau = min(x.real for x in roots if abs(x.imag) < 1e-9 * abs(x) and x.real > 1e-7)
        p, v, t = p + v * tau - np.array([0, G * tau**2 / 2]), v - np.array([0, G * tau]), t + tau
        n = p / np.linalg.norm(p)
        around = np.array([-n[1], n[0]])
        normal = mass * (1 + e) * (v @ n)
        slip = v @ around + radius * spin
        sticking = -slip / (1 / mass + radius**2 / inertia)
        tangential = float(np.clip(sticking, -mu * normal, mu * normal))
        v, spin = v + (-normal * n + tangential * around) / mass, spin + radius * tangential / inertia
        found.append((t, normal, tangential))
    return found


@pytest.mark.parametrize("mu", [0.0, 0.15])
def test_a_journal_rattles_in_its_bearing_and_comes_to_rest(mu: float) -> None:
    system = journal(restitution=0.8, friction=mu)
    start = {"plane.x_dot": 0.11, "plane.y_dot": 0.07, "plane.angle_dot": 3.0}
    run = lw.simulate(system, start, 0.25, **TIGHT)
    hits = changes(run, "impact")[:5]
    expected = journal_by_hand(np.array([0.11, 0.07]), 3.0, 0.8, mu, 5)
    for hit, (t, normal, tangential) in zip(hits, expected, strict=True):
        assert hit.t == pytest.approx(t, abs=1e-9)
        assert hit.normal_impulses["bearing"] == pytest.approx(normal, rel=1e-7)
        if mu:
            along = hit.tangential_impulses["bearing"]
            assert along[0] == pytest.approx(tangential, rel=1e-6, abs=1e-10) and along[1] == 0.0
    if mu:
        # It came to rest on the bearing, where the last flights were not higher than rounding.
        (closed,) = [note for note in run.certificate.notes if "bouncing ends" in note]
        assert 40 < int(closed.text.partition("after ")[2].split()[0]) <= len(changes(run, "impact"))
        assert system.channels(run.final)["bearing.gap"] == pytest.approx(0.0, abs=1e-14)
        assert run.verdict.is_good


@pytest.mark.parametrize("e", [1e-3, 1e-5, 1e-7, 1e-8, 1e-9])
def test_a_flight_that_is_not_higher_than_rounding_ends(e: float) -> None:
    """A ball that gives back next to nothing: two impacts or three, and then it slides until it rolls."""
    mu, height, v = 0.1, 0.1, 1.0
    m = lw.Model("ball")
    ball = m.body("ball", mass=1.0, inertia=(0.004, 0.004, 0.004))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    law = lw.UnilateralContact(friction=mu, restitution=e)
    m.connect("floor", law, m.ground.plane("z"), ball.sphere(0.1))
    system = lw.compile_model(m)
    run = lw.simulate(system, {"plane.x": 0.1 + height, "plane.y_dot": v}, 0.6, **TIGHT)
    assert len(changes(run, "impact")) <= 3 and run.certificate.steps < 200
    # J = 2/5 m r²: it rolls at 5v/7 however it has fallen.
    assert run.final["plane.y_dot"] == pytest.approx(5 * v / 7, abs=1e-9)
    assert run.final["plane.x"] == pytest.approx(0.1, abs=1e-13)


def test_bounces_lower_than_rounding_end_however_often_a_shaft_has_turned() -> None:
    """At 80 rad an angle is known to 1e-14: the last bounces are lower than what that moves the journal by."""
    clearance, speed = 0.0005, slider_crank_clearance.SPEED
    system = lw.compile_model(slider_crank_clearance.model(clearance))
    run = lw.simulate(system, slider_crank_clearance.start(system, clearance), 0.47)
    assert run.verdict.is_good
    assert run["bearing.gap"].min() > -1e-9
    assert run["A.angle"][-1] == pytest.approx(0.47 * speed)
    assert any("bouncing ends" in note for note in run.certificate.notes)
    assert run.certificate.steps < 5000


def test_a_run_that_ends_inside_a_body_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an event were missed, the run would say so; here none is looked for."""
    monkeypatch.setattr(EventDriver, "events", lambda _: [])
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(radius=0.1, mass=1.0))
    m.connect("fall", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", lw.UnilateralContact(), m.ground.plane("z"), ball.sphere(0.1))
    run = lw.simulate(lw.compile_model(m), {"fall.displacement": 0.2}, 1.0)
    assert run.certificate.status == "failed"
    assert "contact floor overlaps by 4.81 m at the end: where bodies met was missed" in run.status


def test_a_journal_that_stays_on_its_bearing_is_a_pendulum_of_the_clearance() -> None:
    system = journal()
    run = lw.simulate(system, {"plane.x": 0.004 * np.sin(1.0), "plane.y": -0.004 * np.cos(1.0)}, 0.1, **TIGHT)
    swing = solve_ivp(lambda t, y: [y[1], -G / 0.004 * np.sin(y[0])], (0, 0.1), [1.0, 0.0], rtol=1e-11, atol=1e-12)
    angle, rate = swing.y[:, -1]
    assert run.final["plane.x"] == pytest.approx(0.004 * np.sin(angle), abs=1e-9)
    force = system.channels(run.final)["bearing.normal_force"]
    assert force == pytest.approx(2.0 * (G * np.cos(angle) + 0.004 * rate**2), rel=1e-6)


def test_a_wide_journal_touches_at_both_ends() -> None:
    """It lies in the bearing with its weight in the middle: half of that at each end; tilted, one end touches."""
    m = lw.Model("wide")
    shaft = m.body("shaft", mass=2.0, inertia=(0.02, 0.01, 0.02))
    m.connect("bearing", lw.ClearanceRevolute(0.004, 0.05, "y", width=0.2), m.ground, shaft)
    system = lw.compile_model(m)
    z = next(name for name in system.layout.q if name.endswith("z"))
    lying = system.state({z: -0.004})
    run = lw.simulate(system, lying, 0.1)
    at = system.channels(run.final)
    assert at["bearing.back.normal_force"] == pytest.approx(G, rel=1e-9)
    assert at["bearing.front.normal_force"] == pytest.approx(G, rel=1e-9)


def test_a_pin_slides_in_its_slot_then_rolls_and_hits_the_end() -> None:
    """A disc (J = m r²/2) pressed on a wall by gravity rolls from t = v/3μg on, at 2v/3."""
    mu, v, radius = 0.1, 1.2, 0.05
    m = lw.Model("slot", gravity=(0, -G, 0))
    pin = m.body("pin", mass=1.0, inertia=(radius**2 / 4, radius**2 / 4, radius**2 / 2))
    m.connect("plane", lw.Planar("z"), m.ground, pin)
    m.connect("slot", lw.PinInSlot(1.6, 0.002, radius, friction=mu, restitution=0.5), m.ground, pin)
    system = lw.compile_model(m)
    run = lw.simulate(system, {"plane.y": -0.002, "plane.x_dot": v}, 1.0, **TIGHT)
    rolls = next(c for c in run.contacts if c.modes.get("slot.right") == "stick")
    t = v / (3 * mu * G)
    assert rolls.t == pytest.approx(t, abs=1e-9)
    x = v * t - mu * G * t**2 / 2
    (hit,) = [c for c in changes(run, "impact") if "slot.front" in c.points]
    assert hit.t == pytest.approx(t + (0.8 - x) / (2 * v / 3), abs=1e-9)
    assert hit.normal_impulses["slot.front"] == pytest.approx(1.5 * 2 * v / 3, rel=1e-6)
