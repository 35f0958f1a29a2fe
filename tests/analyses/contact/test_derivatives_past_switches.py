"""Derivatives of runs in which connections are switched: by events, by conditions, beside loops and contacts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.contact.five_bars import FIVE, five_bar, parameter, placed
from tests.analyses.contact.varied_runs import compared
from tests.contact_models import PointOnPlane


def discs(element: Any, active: Any) -> lw.System:
    """Two discs on one axis, J = 2 and 3, and what may hold them together; B stands ahead."""
    m = lw.Model("discs", gravity=(0, 0, 0))
    a = m.body("a", mass=1.0, inertia=(1.5, 1.5, 2.0))
    b = m.body("b", mass=1.0, inertia=(2.0, 2.0, 3.0))
    m.connect("A", lw.Revolute("z"), m.ground, a)
    m.connect("B", lw.Revolute("z"), m.ground, b)
    ends = ("A.angle", "B.angle") if isinstance(element, lw.Clutch) else (a, b)
    m.connect("latch", element, *ends, active=active)
    return lw.compile_model(m)


START = {"B.angle": 1.0, "A.angle_dot": 4.0, "B.angle_dot": -1.0}


def meets(x: Any) -> Any:
    return (x["B.angle"] < x["A.angle"]) & (x["latched"] < 0.5)


@pytest.mark.seed("S0.16")
def test_a_latch_that_an_event_closes() -> None:
    """They meet at τ = 1/(ω₁ − ω₂); behind it both turn at (2 ω₁ + 3 ω₂)/5."""
    latched, t_end = lw.Parameter("latched", 0.0), 0.5
    system = discs(lw.Weld(), latched)
    meet = lw.Event("meet", meets, action=lambda s, x: {"latched": 1.0})
    names = ["A.angle_dot", "B.angle_dot"]
    found = lw.sensitivities(system, system.state(START), t_end, initial=names, events=[meet], times=[t_end])
    assert found["A.angle_dot"].gradient[-1] == pytest.approx([0.4, 0.6], abs=1e-9)
    # A.angle = ω₁ τ + ω (t − τ), ∂τ = (−τ², τ²), τ = 0.2, ω = 1.
    tau = 0.2
    by_first = tau + 0.4 * (t_end - tau) - (4.0 - 1.0) * tau**2
    by_second = 0.6 * (t_end - tau) + (4.0 - 1.0) * tau**2
    assert found["A.angle"].gradient[-1] == pytest.approx([by_first, by_second], abs=1e-9)
    with pytest.raises(lw.ModelError, match="Parameter 'latched' switches connection 'latch', which holds or does not"):
        lw.sensitivities(system, system.state(START), t_end, parameters=[latched], events=[meet])


def test_a_latch_whose_ends_meet_in_one_run_only_is_told() -> None:
    system = discs(lw.Weld(), lw.Parameter("latched", 0.0))
    at = lw.Event("at", lambda x: x["t"] - 0.2, direction="rising", action=lambda s, x: {"latched": 1.0})
    with pytest.raises(lw.ModelError, match=r"'latch' begins to hold at t = 0\.2 in this run; in runs beside it"):
        lw.sensitivities(system, system.state(START), 0.5, initial=["A.angle_dot"], events=[at])


def test_a_clutch_that_a_condition_closes() -> None:
    """Once A has turned by 0.2: at τ = 0.2/ω₁, whatever B does."""
    system = discs(lw.Clutch(), lambda x: x["A.angle"] > 0.2)
    names = ["A.angle_dot", "B.angle_dot"]
    found = lw.sensitivities(system, system.state(START), 0.5, initial=names, times=[0.5])
    tau = 0.2 / 4.0
    by_first = 0.4 * (0.5 - tau) + 1.0 * tau / 4.0
    assert found["A.angle"].gradient[-1] == pytest.approx([by_first, 0.6 * (0.5 - tau)], abs=1e-8)


@pytest.mark.slow
def test_a_hinge_that_lets_go() -> None:
    mass = parameter("m1", 1.0)
    m = lw.Model("release")
    rod = m.body("rod", mass=mass, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.01))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod, active=lw.Parameter("held", 1.0))
    system = lw.compile_model(m)
    start = system.state({"rod (free).e0": np.cos(0.45), "rod (free).e2": np.sin(0.45)})
    cut = lw.Event("cut", lambda x: x["rod.rotation"][0, 2], value=0.3, action=lambda s, x: {"held": 0.0})
    compared(system, start, 1.0, ["rod.position", "rod.velocity"], parameters=[mass], events=[cut])


@pytest.mark.slow
def test_a_brake_beside_a_loop_and_a_contact() -> None:
    """The joint in the middle slides on the floor when the brake takes hold: all of them meet in one impact."""
    given = [parameter(*pair) for pair in (("mu", 0.3), ("z", -0.5), ("l", 0.3), ("m1", 0.3))]
    m = five_bar(given[0], 0.0, *given[1:])
    m.connect("brake", lw.Clutch(), "A.angle", "D.angle", active=lw.Parameter("on", 0.0))
    system = lw.compile_model(m)
    lock = lw.Event("lock", lambda x: x["t"] - 0.1, direction="rising", action=lambda s, x: {"on": 1.0})
    start = placed(system, (2.0, -3.0))
    run = compared(system, start, 0.15, FIVE, parameters=given, initial=["A.angle_dot"], events=[lock])
    assert [c.kind for c in run.contacts] == ["impact", "switch"]


def test_an_action_that_lifts_a_body_off() -> None:
    mu = parameter("mu", 0.2)
    m = lw.Model("block")
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("P", lw.Planar("y"), m.ground, b)
    m.connect("floor", PointOnPlane(friction=mu), m.ground, b)
    system = lw.compile_model(m)

    def kick(system: lw.System, state: Any) -> Any:
        return {"P.y_dot": 2.0 * state["P.y_dot"], "P.x_dot": 0.5 * state["P.y_dot"]}

    at = lw.Event("kick", lambda x: x["b.position"][0] - 0.1, direction="rising", action=kick)
    start = lw.touch(system, system.state({"P.y_dot": 1.0}))
    names = ["b.position", "b.velocity"]
    wall = lw.Event(
        "wall",
        lambda x: 0.1 - x["b.position"][0],
        direction="falling",
        action=lambda s, x: lw.impact(s, x, lambda c: 0.1 - c["b.position"][0], 0.5),
    )
    with pytest.raises(lw.ModelError, match=r"closed \(floor\) are not known; make the gap a contact of the model"):
        lw.sensitivities(system, start, 0.5, parameters=[mu], events=[wall])
    run = compared(system, start, 0.5, names, parameters=[mu], initial=["P.y_dot"], events=[at])
    assert [c.modes["floor"] for c in run.contacts] == ["open", "slip"]
