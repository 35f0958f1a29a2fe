"""Actions of events in absolute runs: impacts, Parameters that change, runs that end; the tree is the other route."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.absolute_models import carried, chain, pair


def ball() -> lw.System:
    m = lw.Model("ball")
    m.body("ball", mass=0.5, inertia=(1.0, 1.0, 1.0))
    return lw.compile_model(m, coordinates="absolute")


def bounce(restitution: float) -> lw.Event:
    def action(system: Any, state: lw.State) -> lw.State:
        return lw.impact(system, state, "ball.position.z", restitution)

    return lw.Event("floor", "ball.position.z", direction="falling", action=action)


@pytest.mark.parametrize("method", [pytest.param("generalized_alpha", marks=pytest.mark.slow), "weak2"])
def test_a_ball_bounces_by_newtons_law(method: str) -> None:
    e, system = 0.8, ball()
    run = lw.simulate(system, system.state({"ball.z": 1.0}), 2.5, h=0.03, method=method, events=[bounce(e)])
    flights = np.sqrt(2 / 9.81) * np.cumsum([1.0, *(2 * e**k for k in range(1, 6))])
    times = np.array([event.t for event in run.events])
    assert len(times) == 4
    np.testing.assert_allclose(times, flights[:4], rtol=1e-9)
    # A jump is two rows of one time; what is lost is work.
    assert (np.diff(run.t) == 0).sum() == 4 and run.certificate.energy_error < 1e-9
    # Between rows, too, the run is on its way after the bounce.
    t = times[0] + 0.01
    assert run.at(t)["ball.z"] == pytest.approx(0.01 * e * 9.81 * times[0] - 9.81 / 2 * 0.01**2, abs=1e-10)


def test_a_ball_that_comes_to_rest_is_explained() -> None:
    system = ball()
    run = lw.simulate(system, system.state({"ball.z": 1.0}), 10.0, h=0.05, events=[bounce(0.2)])
    assert not run.success and "without end" in run.status and "terminal" in run.status
    assert run.t[-1] < 2.0


@pytest.mark.parametrize("method", ["generalized_alpha", pytest.param("weak2", marks=pytest.mark.slow)])
def test_an_action_changes_a_parameter(method: str) -> None:
    """At ω = 10 to the middle with speed 1, from there at ω = 20 with amplitude 0.05; then the run ends."""
    m = lw.Model("oscillator", gravity=(0, 0, 0))
    body = m.body("mass", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("slide", lw.Prismatic("x"), m.ground, body, initial={"displacement": 0.1})
    m.connect("spring", lw.Spring(stiffness=lw.Parameter("k", 100.0), length=0.0), m.ground, body.at(0, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    middle = lw.Event("middle", "mass.x", action=lambda system, state: {"k": 400.0}, direction="falling")
    turned = lw.Event("turned", "mass.v_x", direction="rising", terminal=True)
    h = 0.01 if method == "weak2" else 0.001
    run = lw.simulate(system, None, 1.0, h=h, method=method, events=[middle, turned])
    near = 1e-6 if method == "weak2" else 1e-5
    assert [o.event for o in run.events] == ["middle", "turned"]
    assert run.events[0].t == pytest.approx(np.pi / 20, abs=near)
    assert run.t[-1] == pytest.approx(np.pi / 20 + np.pi / 40, abs=near)
    assert run.final["mass.x"] == pytest.approx(-0.05, abs=near)
    assert run["k"][0] == 100.0 and run["k"][-1] == 400.0 and run.final["k"] == 400.0
    assert run.at(0.1)["mass.x"] == pytest.approx(0.1 * np.cos(1.0), abs=near)
    assert run.at(0.2)["mass.x"] == pytest.approx(-0.05 * np.sin(20 * (0.2 - np.pi / 20)), abs=near)


def test_events_at_the_same_time_all_act() -> None:
    m = lw.Model("two balls")
    for name in ("a", "b"):
        m.body(name, mass=1.0, inertia=(1.0, 1.0, 1.0))
    system = lw.compile_model(m, coordinates="absolute")
    hits = [
        lw.Event(n, f"{n}.z", direction="falling", action=lambda s, x, n=n: lw.impact(s, x, f"{n}.z", 1.0))
        for n in ("a", "b")
    ]
    run = lw.simulate(system, system.state({"a.z": 1.0, "b.z": 1.0}), 0.6, h=0.05, method="weak2", events=hits)
    assert [o.event for o in run.events] == ["a", "b"]
    assert run.final["a.v_z"] == pytest.approx(run.final["b.v_z"], abs=1e-9) and run.final["a.v_z"] > 0.0


def test_impacts_and_impulses_go_through_mass_and_rows_as_in_the_tree() -> None:
    """A rod of a pendulum hits a wall; the state after it is that of the tree, which has no rows."""
    tree, absolute = pair(chain(2))
    moving = tree.state({"J0.angle": 0.4, "J1.angle": -0.9, "J0.angle_dot": 2.0, "J1.angle_dot": -0.5})
    here = carried(tree, absolute, moving)

    def gap(x: Any) -> Any:
        return 5.0 + x["b1.position"] @ np.array([-1.0, 0.0, 0.3]) + 0.2 * x["b0.rotation"][0, 2] - 0.1 * x["t"]

    changes = []
    for sign in (1.0, -1.0):
        one = lw.impact(tree, moving, lambda x, s=sign: s * gap(x), 0.4)
        other = lw.impact(absolute, here, lambda x, s=sign: s * gap(x), 0.4)
        np.testing.assert_allclose(other.u, carried(tree, absolute, one).u, atol=1e-9)
        changes.append(float(np.abs(other.u - here.u).max()))
    # It opens one way and closes the other.
    assert min(changes) == 0.0 and max(changes) > 0.1
    # An impulse on one bar, at its frame: the generalised one of the tree is its virtual work.
    push = np.array([0.1, -0.3, 0.2, 0.5, 0.1, -0.4])
    kick = np.zeros(absolute.layout.nu)
    kick[absolute.layout.u_of["b1"]] = push
    J = lw.point_jacobian(tree, tree.model.bodies["b1"], moving).J
    one, other = lw.impulse(tree, moving, J.T @ push), lw.impulse(absolute, here, kick)
    np.testing.assert_allclose(other.u, carried(tree, absolute, one).u, atol=1e-9)


def test_what_an_impact_cannot_do_is_said() -> None:
    system = ball()
    falling = system.state({"ball.v_z": -1.0})
    with pytest.raises(lw.ModelError, match=r"no channel of places 'ball\.velocity'"):
        lw.impact(system, falling, "ball.velocity.z")
    with pytest.raises(lw.ModelError, match="no speed of 'ball' changes the gap"):
        lw.impact(system, falling, "t")
    with pytest.raises(lw.ModelError, match="needs 6 numbers"):
        lw.impulse(system, falling, [1.0])
    m = lw.Model("held")
    m.connect("weld", lw.Weld(), m.ground, m.body("block", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    held = lw.compile_model(m, coordinates="absolute")
    with pytest.raises(lw.ModelError, match="leave the gap no freedom"):
        lw.impact(held, held.state({"block.v_z": -1.0}), "block.z")


def test_an_action_that_breaks_the_constraints_is_refused() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.connect("pin", lw.Revolute("y"), m.ground, rod)
    m.connect("pin2", lw.Revolute("y"), m.ground.at(0, lw.Parameter("off", 0.0), 0), rod.at(0, 0, 0))
    system = lw.compile_model(m, coordinates="absolute")
    event = lw.Event("late", lambda x: x["t"] - 0.1, action=lambda s, x: {"off": 0.3})
    with pytest.raises(lw.ModelError, match="event 'late': its action leads to a state that violates the constraints"):
        lw.simulate(system, None, 0.3, h=0.01, events=[event])
