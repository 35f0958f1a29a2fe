"""Derivatives of motions past impacts, changes of parameters and kinks: against closed forms and differences."""

import numpy as np
import pytest

import linkwork as lw
from examples import rimless_wheel
from linkwork.analyses.constraints.row_wrenches import loop_closures
from linkwork.analyses.sensitivity.event_passage import Crossing, Passing, event_slopes
from tests.analyses.differences import check

G, E, HEIGHT = 9.81, 0.8, 1.0
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def ball() -> lw.System:
    m = lw.Model("ball", gravity=(0, 0, -lw.Parameter("g", G)))
    m.connect("fall", lw.Prismatic("z"), m.ground, m.body("ball", mass=0.5), initial={"displacement": HEIGHT})
    return lw.compile_model(m)


def bounce(restitution):
    return lambda system, state: lw.impact(system, state, "ball.position.z", restitution)


def test_a_bouncing_ball_has_the_derivatives_of_its_closed_form():
    """z = e v (t − τ) − g (t − τ)²/2 after the first bounce, τ = √(2h/g), v = √(2gh)."""
    system = ball()
    t = 0.8

    def height(at):
        hit = lw.Event("floor", "ball.position.z", direction="falling", action=bounce(at["e"]))
        return at.simulate(system, None, t, times=[t], events=[hit], **TIGHT)["ball.position.z"][0]

    found = lw.gradient(height, {"g": G, "e": E})
    tau, v = np.sqrt(2 * HEIGHT / G), np.sqrt(2 * G * HEIGHT)
    tau_g, v_g = -tau / (2 * G), v / (2 * G)
    by_g = E * v_g * (t - tau) - E * v * tau_g - (t - tau) ** 2 / 2 + G * (t - tau) * tau_g
    assert found["e"] == pytest.approx(v * (t - tau), rel=1e-9)
    assert found["g"] == pytest.approx(by_g, rel=1e-9)


def test_times_of_events_vary_and_states_move_with_them():
    """A throw: the range is 2 u w/g, the time of flight 2 w/g; half-way up is only recorded."""
    m = lw.Model("throw", gravity=(0, 0, -lw.Parameter("g", G)))
    m.connect("fly", lw.Translation(), m.ground, m.body("ball", mass=1.0))
    system = lw.compile_model(m)
    start = system.state({"fly.x_dot": 3.0, "fly.z_dot": 4.0})
    events = [
        lw.Event("up", "ball.velocity.z", value=2.0),
        lw.Event("floor", "ball.position.z", direction="falling", terminal=True),
    ]
    found = lw.sensitivities(system, start, 10.0, parameters=["g"], initial=["fly.x_dot", "fly.z_dot"], events=events)
    up, floor = found.events
    assert up.t.gradient == pytest.approx([-2.0 / G**2, 0.0, 1.0 / G], rel=1e-9, abs=1e-12)
    assert floor.t.gradient == pytest.approx([-8.0 / G**2, 0.0, 2.0 / G], rel=1e-9, abs=1e-12)
    assert floor["ball.position.x"].value == pytest.approx(24.0 / G, rel=1e-10)
    assert floor["ball.position.x"].gradient == pytest.approx([-24.0 / G**2, 8.0 / G, 6.0 / G], rel=1e-9)
    # At a fixed time nothing moves along.
    assert found["ball.position.x"].gradient[-1] == pytest.approx([0.0, 8.0 / G, 0.0], rel=1e-9, abs=1e-10)


def stopped_loop() -> lw.Model:
    """A four-bar that falls; Parameters `L` and the place of a stop, `h`."""
    L = lw.Parameter("L", 0.9)
    m = lw.Model("loop", gravity=(0, 0, -9.81))
    crank, coupler = m.body("crank", lw.Rod(length=0.2, mass=1.0)), m.body("coupler", lw.Rod(length=0.9, mass=2.0))
    rocker = m.body("rocker", lw.Rod(length=0.5, mass=1.5))
    m.connect("A", lw.Revolute("y"), m.ground, crank)
    m.connect("B", lw.Revolute("y"), crank.at(0.2, 0, 0), coupler)
    m.connect("C", lw.Revolute("y"), coupler.at(L, 0, 0), rocker)
    m.connect("D", lw.Revolute("y"), rocker.at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    m.ground.point("stop", (0, 0, lw.Parameter("h", -0.1)))
    return m


def test_an_impact_inside_a_loop():
    """Masses, constraint rows and the gap change with the configuration at the impact, and it with the lengths."""
    system = lw.compile_model(stopped_loop())

    def gap(x):
        return x["coupler.position.z"] - x["h"]

    hit = lw.Event("stop", gap, direction="falling", action=lambda s, x: lw.impact(s, x, gap, 0.6))

    def end(at):
        start = at.assemble(system, {"A.angle": -0.3}, {"B.angle": -0.4})
        run = at.simulate(system, start, 0.3, times=[0.3], events=[hit], **TIGHT)
        assert len(run.events) == 1 and run.constraint_error < 1e-7
        return lw.stacked([run["A.angle"], run["C.angle_dot"], run.events[0].t])

    def plain(values):
        start = lw.assemble(system, {"A.angle": -0.3}, {"B.angle": -0.4, **values})
        run = lw.simulate(system, start, 0.3, events=[hit], **TIGHT)
        return [run.final["A.angle"], run.final["C.angle_dot"], run.events[0].t]

    check(end, {"L": 0.9, "h": -0.1}, plain=plain)


def test_an_action_that_changes_parameters():
    """The gallery's rimless wheel: each landing moves the foot to where it is, and takes speed away."""
    system = lw.compile_model(rimless_wheel.model())

    def end(speed: float) -> np.ndarray:
        start = rimless_wheel.start(system).with_values({"foot hinge.angle_dot": speed})
        run = lw.simulate(system, start, 1.0, events=rimless_wheel.EVENTS, **TIGHT)
        return np.array([run.final["foot hinge.angle"], run.final["foot hinge.angle_dot"]])

    start = rimless_wheel.start(system)
    found = lw.sensitivities(
        system, start, 1.0, initial=["foot hinge.angle_dot"], events=rimless_wheel.EVENTS, times=[1.0]
    )
    assert len(found.events) >= 2
    h = 1e-4
    by = (8 * (end(3 + h) - end(3 - h)) - (end(3 + 2 * h) - end(3 - 2 * h))) / (12 * h)
    assert found.y[-1][:, 0] == pytest.approx(by, rel=1e-6)


def test_a_parameter_set_from_the_state_carries_its_derivative_on():
    """A spring takes its stiffness from the speed at which the middle is passed."""
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    mass = m.body("mass", mass=1.0)
    m.connect("x", lw.Prismatic("x"), m.ground, mass, initial={"displacement": 0.1})
    m.connect("spring", lw.Spring(lw.Parameter("k", 100.0), length=0.0), m.ground, mass)
    system = lw.compile_model(m)

    def stiffen(system, state):
        return {"k": 400.0 * state["x.displacement_dot"] ** 2}

    middle = lw.Event("middle", "x.displacement", direction="falling", action=stiffen)

    def place(at):
        return at.simulate(system, None, 0.4, times=[0.1, 0.4], events=[middle], **TIGHT)["x.displacement"]

    # x = −(v/w) sin w(t − τ) with v = a√k, w = 20 v, τ = π/(2√k).
    k, a, t = 100.0, 0.1, 0.4
    v, tau = a * np.sqrt(k), np.pi / 2 / np.sqrt(k)
    w, w_k, tau_k = 20 * v, 20 * a / 2 / np.sqrt(k), -tau / 2 / k
    expected = -np.cos(w * (t - tau)) * (w_k * (t - tau) - w * tau_k) / 20
    found = lw.gradient(place, {"k": k})
    assert found["k"][1] == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("damping", [0.0, 4.0])
def test_a_law_that_changes_its_branch(damping):
    """A mass runs onto a one-sided spring; with a damper its force jumps there, which the derivatives must pass."""

    class Stop(lw.Force):
        """Pushes only, and damps while it does."""

        measure = lw.Displacement("x")
        stiffness = lw.parameter()
        damping = lw.parameter()
        gap = lw.parameter()

        def law(self, e, e_dot):
            return lw.where(e > self.gap, -self.stiffness * (e - self.gap) - self.damping * e_dot, 0.0)

        def kinks(self, e):
            return [e - self.gap]

    m = lw.Model("stop", gravity=(0, 0, 0))
    mass = m.body("mass", mass=1.0)
    m.connect("x", lw.Prismatic("x"), m.ground, mass, initial={"displacement_dot": 1.0})
    m.connect("stop", Stop(lw.Parameter("k", 100.0), damping, lw.Parameter("gap", 0.1)), m.ground, mass)
    system = lw.compile_model(m)

    def end(at):
        run = at.simulate(system, None, 0.6, times=[0.2, 0.6], **TIGHT)
        return lw.stacked([run["x.displacement"], run["x.displacement_dot"]])

    def plain(values):
        run = lw.simulate(system, system.state(values), 0.6, times=[0.2, 0.6], **TIGHT)
        return np.concatenate([run["x.displacement"], run["x.displacement_dot"]])

    check(end, {"k": 100.0, "gap": 0.1}, plain=plain)


def refused(action, match: str) -> None:
    event = lw.Event("floor", "ball.position.z", direction="falling", action=action)
    with pytest.raises(lw.ModelError, match=match):
        lw.sensitivities(ball(), None, 0.6, parameters=["g"], events=[event])


def test_what_cannot_be_passed_is_refused():
    refused(
        lambda s, x: {"fall.displacement_dot": -0.5 * float(x["fall.displacement_dot"])},
        r"the action of event 'floor' cannot be differentiated .*by arithmetic and NumPy's functions, or use lw\.imp",
    )
    count = iter(range(100))
    refused(
        lambda s, x: {"fall.displacement_dot": 1.0 + next(count)},
        "the action of event 'floor' gives another state than in the run",
    )


def test_an_event_that_is_only_touched_is_refused():
    """At the top of its flight a ball touches its greatest height; whether it does depends on everything."""
    system = ball()
    run = lw.simulate(system, system.state({"fall.displacement_dot": 2.0}), 2.0 / G)
    touched = lw.Event("top", "ball.position.z", value=HEIGHT + 2.0 / G)
    crossing = Crossing(2.0 / G, "top", event_slopes(system, touched), run.final)
    passing = Passing(system, run, loop_closures(system, run.final))
    with pytest.raises(lw.ModelError, match=r"event 'top' at t = .* is met tangentially: its time has no derivative"):
        passing.time_slopes(crossing, np.zeros((2, 1)), np.array([[0.0], [1.0]]), np.array([0.0, -G]))


def test_an_action_that_leaves_the_constraints_is_refused():
    system = lw.compile_model(stopped_loop())
    event = lw.Event(
        "stop", "coupler.position.z", value=-0.1, direction="falling", action=lambda s, x: {"A.angle_dot": 0.0}
    )
    start = lw.assemble(system, {"A.angle": -0.3}, {"B.angle": -0.4})
    with pytest.raises(lw.ModelError, match=r"the action of event 'stop' (gives another state|leads to states)"):
        lw.sensitivities(system, start, 0.3, parameters=["L"], events=[event])
