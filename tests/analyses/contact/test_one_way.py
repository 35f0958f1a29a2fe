"""Ratchets, freewheels and conditions on velocities that hold on one side: closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
PUSH = lw.Piecewise((1.0, 2.0), (1.0, -1.0, 1.0))


def shafts(*, clutch: bool = True, moment: Any = 0.0) -> lw.Model:
    """A pedal (J = 1) that a moment turns, and a wheel (J = 2)."""
    m = lw.Model("shafts", gravity=(0, 0, 0))
    pedal = m.body("pedal", mass=1.0, inertia=(1.0, 1.0, 1.0))
    wheel = m.body("wheel", mass=1.0, inertia=(2.0, 2.0, 2.0))
    m.connect("P", lw.Revolute("z"), m.ground, pedal)
    m.connect("W", lw.Revolute("z"), m.ground, wheel)
    m.connect("push", lw.AppliedMoment((0.0, 0.0, moment)), pedal)
    if clutch:
        m.connect("freewheel", lw.OneWayClutch(), "P.angle", "W.angle")
    return m


@pytest.mark.seed("S0.16")
@pytest.mark.parametrize("backward", [False, True])
def test_a_ratchet_turns_one_way(backward: bool) -> None:
    """Under cos 2t it turns at sin 2t/2 until that would be negative, holds, and goes on where the moment rises."""
    sign = -1.0 if backward else 1.0
    m = lw.Model("drum", gravity=(0, 0, 0))
    drum = m.body("drum", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("A", lw.Revolute("z"), m.ground, drum)
    m.connect("moment", lw.AppliedMoment((0.0, 0.0, lw.Expression(lambda t: sign * lw.cos(2.0 * t)))), drum)
    m.connect("pawl", lw.Ratchet(backward=backward), "A.angle")
    system = lw.compile_model(m)
    run = lw.simulate(system, None, 5.0, **TIGHT)
    held = [(c.t, c.modes["pawl"]) for c in run.contacts if c.t > 0.1]
    assert [mode for _, mode in held] == ["stick", "open"]
    np.testing.assert_allclose([t for t, _ in held], [np.pi / 2, 3 * np.pi / 4], atol=1e-9)
    assert not any(c.kind == "impact" for c in run.contacts)
    assert sign * run.at(1.0)["A.angle_dot"] == pytest.approx(np.sin(2.0) / 2, abs=1e-10)
    assert sign * run.final["A.angle_dot"] == pytest.approx((np.sin(10.0) + 1.0) / 2, abs=1e-9)
    assert system.channels(run.at(2.0))["pawl.normal_force"] == pytest.approx(-np.cos(4.0), rel=1e-9)
    assert "pawl.gap" not in system.channel_table and "pawl.gap_dot" in system.channel_table


@pytest.mark.parametrize("coordinates", ["tree", pytest.param("absolute", marks=pytest.mark.slow)])
def test_a_freewheel_drives_and_lets_go(coordinates: str) -> None:
    """Together to 1/3; then the pedal is braked and the wheel overruns, until the pedal has caught up."""
    system, near = lw.compile_model(shafts(moment=PUSH), coordinates), 1e-9 if coordinates == "tree" else 1e-6
    run = lw.simulate(system, None, 4.0, **(TIGHT if coordinates == "tree" else {"rtol": 1e-7, "atol": 1e-9}))
    modes = [(c.t, c.modes["freewheel"]) for c in run.contacts if "freewheel" in c.modes and c.t > 0.1]
    assert [mode for _, mode in modes] == ["open", "stick"]
    np.testing.assert_allclose([t for t, _ in modes], [1.0, 3.0], atol=near)
    assert system.channels(run.at(0.5))["freewheel.normal_force"] == pytest.approx(2.0 / 3.0, rel=near)
    assert system.channels(run.at(2.0))["pedal.angular_velocity.z"] == pytest.approx(-2.0 / 3.0, abs=near)
    assert system.channels(run.at(2.5))["wheel.angular_velocity.z"] == pytest.approx(1.0 / 3.0, abs=near)
    for name in ("pedal", "wheel"):
        assert system.channels(run.final)[f"{name}.angular_velocity.z"] == pytest.approx(2.0 / 3.0, abs=near)
    assert run.verdict.is_good


@pytest.mark.parametrize(("on", "speeds"), [("P.angle", (-0.5, 1.0)), ("W.angle", (-0.5, -0.5))])
def test_an_impact_goes_through_a_freewheel_one_way(on: str, speeds: tuple[float, float]) -> None:
    """Both turn together. Where the pedal hits a stop the wheel runs on; where the wheel does, the pedal comes back."""
    m = shafts()
    m.connect("stop", lw.JointStop(upper=1.0, restitution=0.5), on)
    system = lw.compile_model(m)
    run = lw.simulate(system, {"P.angle_dot": 1.0, "W.angle_dot": 1.0}, 1.5, **TIGHT)
    (hit,) = [c for c in run.contacts if c.kind == "impact"]
    assert hit.t == pytest.approx(1.0, abs=1e-11)
    np.testing.assert_allclose(run.final.u, speeds, atol=1e-11)
    turned = 1.5 * (1.0 + 2.0 * (on == "W.angle"))
    assert hit.normal_impulses["stop"] == pytest.approx(turned, rel=1e-11)
    assert hit.normal_impulses.get("freewheel", 0.0) == pytest.approx(1.5 * (on == "W.angle"), rel=1e-11)


def test_an_impact_turns_an_overrunning_freewheel_back() -> None:
    """The wheel overruns, hits a stop and comes back: it meets the pedal, and both go on together."""
    m = shafts()
    m.connect("stop", lw.JointStop(upper=1.0), "W.angle")
    system = lw.compile_model(m)
    run = lw.simulate(system, {"P.angle_dot": 0.3, "W.angle_dot": 1.0}, 1.5, **TIGHT)
    hit = next(c for c in run.contacts if c.kind == "impact")
    np.testing.assert_allclose(run.final.u, 0.0, atol=1e-11)
    assert hit.normal_impulses == pytest.approx({"stop": 2.3, "freewheel": 0.3}, rel=1e-10)


def test_a_condition_on_velocities_may_hold_on_one_side() -> None:
    """A blade that lets go one way: pushed back it holds, across its own direction, which is turned by 0.4."""
    m = lw.Model("blade", gravity=(0, 0, 0))
    sled = m.body("sled", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("plane", lw.Planar("z"), m.ground, sled)
    m.connect("force", lw.AppliedForce((PUSH, 0.0, 0.0), axes="body"), sled)
    m.connect("blade", lw.KnifeEdge("x", one_sided=True), m.ground, sled)
    system = lw.compile_model(m)
    run = lw.simulate(system, {"plane.angle": 0.4}, 4.0, **TIGHT)
    # 1 s forward, 1 s braked to rest, held for no time, then forward again.
    at = system.channels(run.final)["sled.velocity"]
    np.testing.assert_allclose(at, 2.0 * np.array([np.cos(0.4), np.sin(0.4), 0.0]), atol=1e-9)
    back = lw.simulate(system, system.state({"plane.angle": 0.4}, t=1.0), 1.9, **TIGHT)
    np.testing.assert_allclose(back.final.u, 0.0, atol=1e-12)
    assert system.channels(back.final)["blade.normal_force"] == pytest.approx(1.0, rel=1e-9)


def test_teeth_of_a_pitch_are_a_stop_that_an_event_moves() -> None:
    """Turned by an oscillating angle's moment, the wheel falls back to the last tooth it passed, and no further."""
    pitch, tooth = 0.25, lw.Parameter("tooth", 0.0)
    m = lw.Model("wheel", gravity=(0, 0, 0))
    wheel = m.body("wheel", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("A", lw.Revolute("z"), m.ground, wheel)
    m.connect("moment", lw.AppliedMoment((0.0, 0.0, lw.Piecewise((1.0,), (2.0, -2.0)))), wheel)
    m.connect("pawl", lw.JointStop(lower=pitch * tooth), "A.angle")
    click = lw.Event(
        "click",
        lambda x: x["A.angle"] - pitch * (x["tooth"] + 1.0),
        direction="rising",
        action=lambda system, state: {"tooth": state["tooth"] + 1.0},
    )
    system = lw.compile_model(m)
    run = lw.simulate(system, None, 5.0, events=[click], **TIGHT)
    # Up to 2 (at t = 2, at rest), eight teeth; back from there it stops at once at the eighth.
    assert run.final["tooth"] in (7.0, 8.0)
    assert run.final["A.angle"] == pytest.approx(pitch * run.final["tooth"], abs=1e-9)
    assert run.final["A.angle_dot"] == pytest.approx(0.0, abs=1e-9)
