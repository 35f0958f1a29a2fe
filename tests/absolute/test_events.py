"""Actions of events in absolute runs: impacts, Parameters that change, runs that end; the tree is the other route."""

from __future__ import annotations

import pytest

import linkwork as lw


def ball() -> lw.System:
    m = lw.Model("ball")
    m.body("ball", mass=0.5, inertia=(1.0, 1.0, 1.0))
    return lw.compile_model(m, coordinates="absolute")


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
