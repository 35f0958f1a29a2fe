"""Events: found where they are, acted on, and ended when they never end."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.system import System, compile_model
from tests.analyses.pushes import Push


def ball(height: float = 1.0) -> System:
    m = lw.Model("ball")
    body = m.body("ball", lw.PointMass(mass=0.5))
    m.connect("fall", lw.Prismatic("z"), m.ground, body, initial={"displacement": height})
    return compile_model(m)


def bounce(restitution: float):
    return lambda system, state: lw.impact(system, state, "ball.position.z", restitution)


def test_the_time_of_a_fall() -> None:
    landing = lw.Event("floor", "ball.position.z", direction="falling", terminal=True)
    run = lw.simulate(ball(), t_end=10.0, events=[landing])
    assert run.certificate.status == "event" and run.success
    assert "'floor'" in run.certificate.sentence
    assert run.t[-1] == pytest.approx(np.sqrt(2 / 9.81), rel=1e-12)
    assert run.events[0].t == run.t[-1]


def test_a_ball_bounces_by_newtons_law() -> None:
    e, first = 0.8, np.sqrt(2 / 9.81)
    hit = lw.Event("floor", "ball.position.z", direction="falling", action=bounce(e))
    run = lw.simulate(ball(), t_end=2.5, events=[hit])
    # Each flight is e times as long as the one before.
    flights = first * np.cumsum([1.0, *(2 * e**k for k in range(1, 6))])
    times = np.array([event.t for event in run.events])
    np.testing.assert_allclose(times, flights[: len(times)], rtol=1e-9)
    # A jump is two rows of one time; the loss is work, so that the balance stays closed.
    assert (np.diff(run.t) == 0).sum() == len(times)
    assert run.certificate.energy_error < 1e-9
    assert run.work[-1] == pytest.approx(run.energy[-1] - run.energy[0], abs=1e-9)


def test_events_that_are_only_recorded_do_not_change_the_run() -> None:
    system = ball()
    passing = [
        lw.Event("half", "ball.position.z", value=0.5),
        lw.Event("rising", "ball.position.z", value=0.5, direction="rising"),
    ]
    plain, watched = (lw.simulate(system, t_end=0.4, events=events) for events in ((), passing))
    assert np.array_equal(plain.q, watched.q)
    assert [event.event for event in watched.events] == ["half"]
    assert watched.events[0].t == pytest.approx(np.sqrt(1 / 9.81), abs=1e-10)


def test_events_on_loads_end_a_contact() -> None:
    """A pendulum bob on a rope leaves its circle where the rope goes slack: the load of the hinge passes zero."""
    m = lw.Model("rope")
    bob = m.body("bob", lw.PointMass(mass=1.0, at=(0, 0, -1)))
    m.connect("pin", lw.Revolute("y"), m.ground, bob)
    system = compile_model(m)
    speed = np.sqrt(3.5 * 9.81)
    pull = lw.Event("slack", lambda x: x["bob.acceleration.z"] * 0 + rope(x), direction="falling", terminal=True)
    run = lw.simulate(system, system.state({"pin.angle_dot": speed}), t_end=2.0, events=[pull])
    # m (g cos φ + v²/l) = 0 with v² = v₀² − 2 g l (1 − cos φ): cos φ = (2 − v₀²/gl) / 3.
    assert np.cos(run["pin.angle"][-1]) == pytest.approx((2 - 3.5) / 3, abs=1e-9)


def rope(x):
    """The pull of the rope: the load of the pin along it."""
    turn = x["bob.rotation"]
    return x["pin.force"] @ turn[:, 2]


@pytest.mark.filterwarnings("ignore:.*without end:linkwork.VerdictWarning")  # it bounces to rest
def test_an_impact_on_a_linkage_keeps_it_closed() -> None:
    m = lw.Model("loop")
    bars = [m.body(n, lw.Rod(length=x, mass=1.0)) for n, x in (("a", 0.2), ("b", 0.9), ("c", 0.5))]
    m.connect("A", lw.Revolute("y"), m.ground, bars[0])
    m.connect("B", lw.Revolute("y"), bars[0].at(0.2, 0, 0), bars[1])
    m.connect("C", lw.Revolute("y"), bars[1].at(0.9, 0, 0), bars[2])
    m.connect("D", lw.Revolute("y"), bars[2].at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    system = compile_model(m)
    start = lw.assemble(system, fixed={"A.angle": 0.3, "A.angle_dot": 3.0}, guess={"B.angle": -0.4})
    stop = lw.Event(
        "stop", "A.angle", value=1.0, action=lambda s, x: lw.impact(s, x, lambda c: 1.0 - c["A.angle"], 0.5)
    )
    run = lw.simulate(system, start, t_end=1.0, events=[stop])
    k = int(np.flatnonzero(np.diff(run.t) == 0)[0])
    assert run["A.angle_dot"][k + 1] == pytest.approx(-0.5 * run["A.angle_dot"][k], rel=1e-9)
    P, P_0, _ = system.constraint_rows(run.state(k + 1))
    assert np.abs(P @ run.u[k + 1] + P_0).max() < 1e-12
    kicked = lw.impulse(system, start, [0.1, 0.0, 0.0])
    P, P_0, _ = system.constraint_rows(kicked)
    assert np.abs(P @ kicked.u + P_0).max() < 1e-12 and kicked.u[0] > start.u[0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.Event("e", "ball.position", terminal=True), "event 'e' has shape (3,); give one number"),
        (lambda: lw.Event("e", "ball.positon.z"), "event 'e': there is no channel 'ball.positon.z'"),
        (lambda: lw.Event("e", "ball.position.z", direction="up"), "direction='up'; choose 'rising'"),
        (lambda: lw.Event("e", 3.0), "3.0 is neither a channel nor a function of channels"),
        (lambda: lw.Event("e", "t", count=0), "count=0"),
    ],
)
def test_wrong_events_are_explained(make, message: str) -> None:
    with pytest.raises(lw.ModelError) as caught:
        lw.simulate(ball(), t_end=0.1, events=[make()])
    assert message in str(caught.value)


def test_names_of_events_are_unique_and_restitution_is_a_fraction() -> None:
    twice = [lw.Event("e", "t", value=v) for v in (0.1, 0.2)]
    with pytest.raises(lw.ModelError, match="two events are called 'e'"):
        lw.simulate(ball(), t_end=0.1, events=twice)
    system = ball()
    with pytest.raises(lw.ModelError, match=r"restitution = 1.5"):
        lw.impact(system, system.rest, "ball.position.z", 1.5)
    with pytest.raises(lw.ModelError, match="needs 1 numbers"):
        lw.impulse(system, system.rest, [1.0, 2.0])


def test_the_third_time_ends_the_run() -> None:
    m = lw.Model("swing")
    bob = m.body("bob", lw.PointMass(mass=1.0, at=(0, 0, -1)))
    m.connect("pin", lw.Revolute("y"), m.ground, bob, initial={"angle": 0.3})
    through = lw.Event("through", "pin.angle", terminal=True, count=3)
    run = lw.simulate(compile_model(m), t_end=10.0, events=[through])
    assert len(run.events) == 3 and run.certificate.status == "event"
    gaps = np.diff([event.t for event in run.events])
    assert gaps[0] == pytest.approx(gaps[1], rel=1e-8)


@pytest.mark.parametrize(("method", "most"), [("dop853", 45), ("dopri5", 55)])
def test_explicit_steps_that_fail_across_a_jump_end_there(method: str, most: int) -> None:
    """In at 1 m/s, 1000 m/s² for 2 ms, out at 1 m/s; crossing the jumps blindly takes twice the attempts."""
    m = lw.Model("push", gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    start = {"displacement": 1.0, "displacement_dot": -1.0}
    m.connect("rail", lw.Prismatic("x"), m.ground, slider, initial=start)
    m.connect("push", Push(0.5, 1e3), m.ground, slider)
    run = lw.simulate(lw.compile_model(m), t_end=2.0, method=method, rtol=1e-10, atol=1e-12)
    assert run["rail.displacement"][-1] == pytest.approx(0.5 + 1.498, abs=1e-11)
    assert run.certificate.rejected <= most


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_drive_that_an_action_makes_faster_gives_an_impulse(coordinates: str) -> None:
    m = lw.Model("pendulum on a driven cart")
    cart, bob = m.body("cart", mass=1.0), m.body("bob", mass=2.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    drive = {"displacement": 0.5 * lw.Parameter("p", 1.0) * (lw.t - 0.1)}
    m.connect("rail", lw.Prismatic("x"), m.ground, cart, drive=drive)
    m.connect("pin", lw.Revolute("y"), cart, bob)
    system = lw.compile_model(m, coordinates)
    faster = lw.Event("faster", "t", 0.1, action=lambda *_: {"p": 2.0})
    run = lw.simulate(system, lw.assemble(system, fixed={"pin.angle": 0.5}), 0.2, events=[faster])
    before, after = (system.channels(state) for state in (run.events[0].before, run.events[0].after))
    # The impulse acts at the pin: angular momentum about it stays, I Δω = m l cos(angle) Δv.
    jump = 2.0 * 0.5 * np.cos(before["pin.angle"]) * 0.5 / (0.1 + 2.0 * 0.5**2)
    assert after["pin.angle_dot"] - before["pin.angle_dot"] == pytest.approx(jump, rel=1e-9)
    assert run.verdict.is_good, run.verdict


def test_speeds_that_an_action_gives_beside_a_faster_drive_stay() -> None:
    m = lw.Model("driven cart")
    cart, bob = m.body("cart", mass=1.0), m.body("bob", mass=2.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    m.connect("rail", lw.Prismatic("x"), m.ground, cart, drive={"displacement": lw.Parameter("p", 1.0) * (lw.t - 0.1)})
    m.connect("pin", lw.Revolute("y"), cart, bob)
    given = lw.Event("faster", "t", 0.1, action=lambda *_: {"p": 2.0, "pin.angle_dot": 0.25})
    run = lw.simulate(lw.compile_model(m), {"pin.angle": 0.5}, 0.2, events=[given])
    assert run.events[0].after["pin.angle_dot"] == 0.25
