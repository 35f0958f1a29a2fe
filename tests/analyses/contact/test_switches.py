"""Connections that are switched in runs: momentum through the change, impulses, positions that must fit, messages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.contact.rubbing_discs import discs, turning

TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
G = 9.81
BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])


def at(t: float, **values: float) -> lw.Event:
    """At a time some Parameters get other values."""
    name = f"at {t:g}"
    return lw.Event(name, lambda x: x["t"] - t, direction="rising", action=lambda system, state: values)


def switched(run: lw.Trajectory) -> list[Any]:
    return [c for c in run.contacts if c.kind == "switch"]


def ahead(x: Any) -> Any:
    """The sine of the angle by which B is ahead of A."""
    return x["b.rotation"][1, 0] * x["a.rotation"][0, 0] - x["b.rotation"][0, 0] * x["a.rotation"][1, 0]


@pytest.mark.few(1)
@BOTH
@pytest.mark.seed("S0.16")
def test_a_latch_conserves_angular_momentum_and_tells_its_impulse(coordinates: str) -> None:
    system = lw.compile_model(discs(lw.Parameter("latched", 0.0)), coordinates)
    meet = lw.Event(
        "meet", lambda x: (ahead(x) < 0.0) & (x["latched"] < 0.5) & (x["t"] < 0.4), action=lambda s, x: {"latched": 1.0}
    )
    run = lw.simulate(system, turning(system, 1.0, 4.0, -1.0), 1.0, events=[meet, at(0.5, latched=0.0)], **TIGHT)
    on, off = switched(run)
    assert on.t == pytest.approx(0.2, abs=1e-9) and off.t == pytest.approx(0.5, abs=1e-9)
    w = (2.0 * 4.0 + 3.0 * -1.0) / 5.0
    final = system.channels(run.final)
    for name in ("a", "b"):
        assert final[f"{name}.angular_velocity.z"] == pytest.approx(w, abs=1e-9)
    np.testing.assert_allclose(on.impulses["latch"], [0, 0, 3.0 * (w + 1.0), 0, 0, 0], atol=1e-9)
    assert on.energy_before == pytest.approx(17.5, rel=1e-9) and on.energy_after == pytest.approx(2.5, rel=1e-9)
    assert not off.impulses and off.energy_after == pytest.approx(off.energy_before, rel=1e-12)
    assert "latch begins to hold" in on.sentence and "latch ceases to hold" in off.sentence
    assert run["latched"][0] == 0.0 and run.at(0.3)["latched"] == 1.0 and run.final["latched"] == 0.0
    assert run.verdict.is_good


@pytest.mark.few(1)
@BOTH
def test_a_latch_whose_ends_are_apart_cannot_close(coordinates: str) -> None:
    system = lw.compile_model(discs(lw.Parameter("latched", 0.0)), coordinates)
    with pytest.raises(
        lw.ModelError, match=r"t = 0\.1: connection 'latch' cannot close: it is open by 0\.4948 rad in r"
    ):
        lw.simulate(system, turning(system, 1.0, 4.0, -1.0), 1.0, events=[at(0.1, latched=1.0)])


@BOTH
def test_a_condition_on_channels_switches(coordinates: str) -> None:
    """It closes at the time at which they meet, and opens later."""
    system = lw.compile_model(discs(lambda x: (x["t"] > 0.2) & (x["t"] < 0.6)), coordinates)
    run = lw.simulate(system, turning(system, 1.0, 4.0, -1.0), 1.0, **TIGHT)
    on, off = switched(run)
    np.testing.assert_allclose([on.t, off.t], [0.2, 0.6], atol=1e-9)
    assert on.impulses["latch"][2] == pytest.approx(6.0, rel=1e-8)
    assert run.final["latch.active"] == 0.0 and run.at(0.4)["latch.active"] == 1.0
    # Other analyses take the condition as it is at their state.
    assert [lw.mobility(system, run.at(t)).degrees_of_freedom for t in (0.1, 0.4, 0.8)] == [2, 1, 2]
    assert lw.mobility(system, system.state(t=0.4)).degrees_of_freedom == 1


def test_what_undoes_its_own_condition_is_told() -> None:
    m = discs(None)
    m.connect("brake", lw.Clutch(), "A.angle", "B.angle", active=lambda x: x["A.angle_dot"] - x["B.angle_dot"] > 1.0)
    m.remove("latch")
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match=r"t = 0\.1: what 'brake' does undoes its own condition"):
        lw.simulate(system, turning(system, 0.0, 0.9, 0.0), 1.0, events=[_kick("A.angle_dot", 2.0)])
    m = discs(lambda x: x["latch.force"][0] < 1.0)
    with pytest.raises(lw.ModelError, match=r"looks at 'latch\.force', which a switch itself changes"):
        lw.simulate(lw.compile_model(m), None, 1.0)
    m = discs(lambda x: x["t"])
    with pytest.raises(lw.ModelError, match="which is not a condition"):
        lw.simulate(lw.compile_model(m), None, 1.0)


def _kick(name: str, value: float) -> lw.Event:
    return lw.Event("kick", lambda x: x["t"] - 0.1, direction="rising", action=lambda system, state: {name: value})


@pytest.mark.few(1)
@BOTH
def test_a_clutch_brings_shafts_to_one_speed_wherever_they_stand(coordinates: str) -> None:
    """ω₁ = ratio ω₂ behind it: the impulse Λ at the first shaft is −ratio Λ at the second."""
    ratio, (j1, j2), (w1, w2) = -2.0, (2.0, 3.0), (5.0, 1.0)
    m = discs(None)
    m.remove("latch")
    m.connect("clutch", lw.Clutch(ratio), "A.angle", "B.angle", active=lw.Parameter("engaged", 0.0))
    system = lw.compile_model(m, coordinates)
    names = {"A.angle": 0.3, "B.angle": 2.0, "A.angle_dot": w1, "B.angle_dot": w2}
    start = system.state(names if coordinates == "tree" else {"a.w_z": w1, "b.w_z": w2})
    run = lw.simulate(system, start, 1.0, events=[at(0.5, engaged=1.0)], **TIGHT)
    (on,) = switched(run)
    impulse = -(w1 - ratio * w2) / (1 / j1 + ratio**2 / j2)
    assert on.multiplier_impulses["clutch"] == pytest.approx((impulse,), rel=1e-11)
    found = [system.channels(run.final)[f"{name}.angular_velocity.z"] for name in ("a", "b")]
    np.testing.assert_allclose(found, [w1 + impulse / j1, w2 - ratio * impulse / j2], rtol=1e-10)


@pytest.mark.few(1)
@BOTH
def test_a_clamp_joins_two_bodies_in_flight(coordinates: str) -> None:
    """Momentum and angular momentum about the origin stay; behind it there is one motion."""
    m = lw.Model("docking", gravity=(0, 0, 0))
    a = m.body("a", mass=2.0, inertia=(0.4, 0.5, 0.6))
    b = m.body("b", mass=3.0, inertia=(0.9, 0.7, 0.8))
    m.connect("dock", lw.Clamp(), a, b, active=lw.Parameter("docked", 0.0))
    system = lw.compile_model(m, coordinates)
    first = system.rest
    names = {
        n: f"{n}."
        if coordinates == "absolute"
        else next(q for q in first.layout.u if q.startswith(n)).rpartition(".")[0] + "."
        for n in "ab"
    }
    values = {f"{names['b']}x": 1.0, f"{names['b']}y": 0.3}
    speeds = {"a": (0.3, -0.2, 0.5, 1.0, 0.2, 0.0), "b": (0.0, 0.4, 0.1, -0.5, 0.0, 0.3)}
    for n, numbers in speeds.items():
        for axis, x in zip(("w_x", "w_y", "w_z", "v_x", "v_y", "v_z"), numbers, strict=True):
            values[f"{names[n]}{axis}"] = x
    run = lw.simulate(system, system.state(values), 0.4, events=[at(0.2, docked=1.0)], **TIGHT)
    (event,) = [o for o in run.events if o.contact is not None]
    before, after = (_momentum(system, state) for state in (event.before, event.after))
    np.testing.assert_allclose(after, before, atol=1e-9)
    found = system.channels(event.after)
    np.testing.assert_allclose(found["a.angular_velocity"], found["b.angular_velocity"], atol=1e-9)
    arm = found["b.position"] - found["a.position"]
    np.testing.assert_allclose(
        found["b.velocity"], found["a.velocity"] + np.cross(found["a.angular_velocity"], arm), atol=1e-9
    )
    # The impulse on b is its change of momentum.
    force = found["a.rotation"] @ np.array(event.contact.impulses["dock"][3:])
    np.testing.assert_allclose(
        force, 3.0 * (found["b.velocity"] - system.channels(event.before)["b.velocity"]), atol=1e-9
    )


def _momentum(system: lw.System, state: lw.State) -> np.ndarray:
    x, total = system.channels(state), np.zeros(6)
    for name, mass, inertia in (("a", 2.0, (0.4, 0.5, 0.6)), ("b", 3.0, (0.9, 0.7, 0.8))):
        p = mass * x[f"{name}.velocity"]
        R = x[f"{name}.rotation"]
        spin = R @ np.diag(inertia) @ R.T @ x[f"{name}.angular_velocity"]
        total += np.concatenate([p, np.cross(x[f"{name}.position"], p) + spin])
    return total


@pytest.mark.few(1)
@BOTH
def test_a_hinge_lets_go(coordinates: str) -> None:
    """A pendulum released at its lowest point flies on as a thrown body, turning at the rate that it had."""
    m = lw.Model("release")
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.01))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod, active=lw.Parameter("held", 1.0))
    plain = lw.Model("pendulum")
    other = plain.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.01))
    plain.connect("hinge", lw.Revolute("y"), plain.ground, other)
    system, pendulum = lw.compile_model(m, coordinates), lw.compile_model(plain)
    pose = (lw.rotation_y(0.9), (0, 0, 0))
    turned = {"rod (free).e0": np.cos(0.45), "rod (free).e2": np.sin(0.45)}
    start = system.state(turned) if coordinates == "tree" else system.placed({"rod": pose})
    near, asked = (1e-7, TIGHT) if coordinates == "tree" else (1e-5, {"rtol": 1e-8, "atol": 1e-10})
    run = lw.simulate(system, start, 1.0, events=[at(0.5, held=0.0)], **asked)
    swing = pendulum.channels(lw.simulate(pendulum, {"hinge.angle": 0.9}, 0.5, **TIGHT).final)
    com = swing["rod.rotation"] @ np.array([0, 0, -0.5])
    v = np.cross(swing["rod.angular_velocity"], com)
    final = system.channels(run.final)
    expected = com + 0.5 * v - np.array([0, 0, G * 0.5**2 / 2])
    np.testing.assert_allclose(final["rod.position"] + final["rod.rotation"] @ [0, 0, -0.5], expected, atol=near)
    np.testing.assert_allclose(final["rod.angular_velocity"], swing["rod.angular_velocity"], atol=near)
    assert system.channels(run.at(0.7))["hinge.force"] == pytest.approx(np.zeros(3), abs=1e-12)


def test_unknowns_of_a_constraint_stay_known_where_it_lets_go() -> None:
    """A bead leaves its circular wire: from there its unknown is that of the nearest point of the wire."""
    m = lw.Model("wire")
    bead = m.body("bead", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("y"), m.ground, bead)
    ring = lw.CircleCurve(1.0, axis="y")
    m.connect("wire", lw.PointOnCurve(ring), m.ground, bead, active=lw.Parameter("on", 1.0))
    system = lw.compile_model(m)
    start = lw.assemble(system, guess={"plane.y": 0.9, "plane.x": -0.5, "wire.s": 0.1})
    run = lw.simulate(system, start, 0.6, events=[at(0.3, on=0.0)], **TIGHT)
    leaving = system.channels(run.at(0.3))
    final = system.channels(run.final)
    expected = leaving["bead.position"] + 0.3 * leaving["bead.velocity"] - np.array([0, 0, G * 0.3**2 / 2])
    np.testing.assert_allclose(final["bead.position"], expected, atol=1e-9)
    there = np.array([float(x) for x in ring.point(run.final["wire.s"])])
    np.testing.assert_allclose(there, expected / np.linalg.norm(expected), atol=1e-8)


def test_a_rope_is_cut_and_a_floor_switched_on() -> None:
    m = lw.Model("cut")
    ball = m.body("ball", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    m.connect("rope", lw.Rope(1.0), m.ground, ball, active=lw.Parameter("tied", 1.0))
    floor = lw.PointInPlane("z", -3.0, one_sided=True, restitution=0.5)
    m.connect("floor", floor, m.ground, ball, active=lw.Parameter("solid", 0.0))
    system = lw.compile_model(m)
    start = system.state({"plane.x": -1.0})
    cut = at(0.5, tied=0.0)
    run = lw.simulate(system, start, 1.5, events=[cut, at(0.7, solid=1.0)], **TIGHT)
    fall = np.sqrt(2 * 2.0 / G)
    hit = next(c for c in run.contacts if c.kind == "impact")
    assert hit.t == pytest.approx(0.5 + fall, abs=1e-9)
    assert hit.normal_impulses["floor"] == pytest.approx(1.5 * G * fall, rel=1e-9)
    assert [c.points for c in switched(run)] == [("rope",), ("floor",)]
    # While it is off, a floor is nothing: the ball passes, and then it cannot be switched on.
    with pytest.raises(lw.ModelError, match="contact 'floor' cannot be switched on: it overlaps by"):
        lw.simulate(system, start, 2.0, events=[cut, at(1.4, solid=1.0)], **TIGHT)


@pytest.mark.parametrize(("speed", "impulse", "after"), [(-1.0, 2.0, 0.0), (3.0, 0.0, 2.0)])
def test_contacts_take_part_in_what_a_switch_does(speed: float, impulse: float, after: float) -> None:
    """A block rests on a floor without weight; what latches on to it presses it down, or lifts it off."""
    m = lw.Model("blocks", gravity=(0, 0, 0))
    low = m.body("low", mass=1.0, inertia=(1.0, 1.0, 1.0))
    top = m.body("top", mass=2.0, inertia=(1.0, 1.0, 1.0))
    for name, body in (("L", low), ("T", top)):
        m.connect(name, lw.Prismatic("z"), m.ground, body)
    m.connect("floor", lw.JointStop(lower=0.0, restitution=0.9), "L.displacement")
    m.connect("latch", lw.Clutch(), "L.displacement", "T.displacement", active=lw.Parameter("latched", 0.0))
    system = lw.compile_model(m)
    run = lw.simulate(system, {"T.displacement": 2.0, "T.displacement_dot": speed}, 1.0, events=[at(0.5, latched=1.0)])
    (on,) = switched(run)
    assert on.normal_impulses.get("floor", 0.0) == pytest.approx(impulse, abs=1e-12)
    np.testing.assert_allclose(run.final.u, after, atol=1e-12)


def test_an_action_that_changes_speeds_meets_contacts() -> None:
    """Thrown down on the floor it rests on, a ball comes back with e; thrown up it leaves."""
    m = lw.Model("ball")
    ball = m.body("ball", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("Z", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", lw.JointStop(lower=0.0, restitution=0.5), "Z.displacement")
    system = lw.compile_model(m)
    for thrown in (-2.0, 1.0):
        run = lw.simulate(system, None, 0.15, events=[_kick("Z.displacement_dot", thrown)], **TIGHT)
        assert run.final["Z.displacement"] == pytest.approx(0.05 - G * 0.05**2 / 2, abs=1e-10)


def test_what_cannot_be_switched_is_told() -> None:
    m = lw.Model("wrong")
    body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    on = lw.Parameter("on", 1.0)
    with pytest.raises(lw.ModelError, match="active= switches joints, constraints and contacts; Spring is none"):
        m.connect("spring", lw.Spring(stiffness=1.0, length=1.0), m.ground, body.at(1, 0, 0), active=on)
    with pytest.raises(lw.ModelError, match=r"active = 1\.0; give a Parameter that a run may change"):
        m.connect("weld", lw.Weld(), m.ground, body, active=1.0)
    with pytest.raises(lw.ModelError, match=r"active is 0\.5; it is 1 where the connection holds"):
        m.connect("weld", lw.Weld(), m.ground, body, active=lw.Parameter("half", 0.5))
    with pytest.raises(
        lw.ModelError, match="a joint that is switched is a constraint and has no coordinates, so initial"
    ):
        m.connect("hinge", lw.Revolute("y"), m.ground, body, initial={"angle": 1.0}, active=on)
    with pytest.raises(
        lw.ModelError, match="LeaningWheel cannot be switched: what it forbids is not written on the pose"
    ):
        m.connect("wheel", lw.LeaningWheel(0.3), m.ground, body, active=on)
    m.connect("latch", lw.Weld(), m.ground, body, active=lambda x: x["t"] < 1.0)
    m.connect("floor", lw.PointInPlane(one_sided=True), m.ground, body)
    with pytest.raises(lw.ModelError, match="looks for no events, and connection 'latch' is switched by a condition"):
        lw.simulate(lw.compile_model(m), None, 1.0, contact="stepping", h=1e-3)


def test_an_event_that_its_own_latch_holds_at_zero_is_explained() -> None:
    system = lw.compile_model(discs(lw.Parameter("latched", 0.0)))
    meet = lw.Event("meet", ahead, direction="falling", action=lambda s, x: {"latched": 1.0})
    run = lw.simulate(system, turning(system, 1.0, 4.0, -1.0), 1.0, events=[meet], **TIGHT)
    assert not run.success and "holds the event" in run.status
