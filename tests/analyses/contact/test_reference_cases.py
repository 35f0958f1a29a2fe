"""Contacts against the reference cases G1 to G5, from models."""

from fractions import Fraction

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from tests.contact_models import (
    bouncing_disc,
    planar_values,
    rocking_block,
    row_of_balls,
    sliding_rod,
    sliding_rod_values,
    woodpecker,
    woodpecker_coordinates,
    woodpecker_values,
)
from tests.reference_models import case

TIGHT = {"rtol": 1e-12, "atol": 1e-13}
DISCS = case("G1_spinning_disc")["cases"]
BLOCK = case("G2_rocking_block")
CHAINS = case("G3_ball_chains")["cases"]
RODS = case("G4_painleve_rod")["cases"]
CYCLE = case("G5_woodpecker")


def impacts_of(run: lw.Trajectory) -> list:
    return [change for change in run.contacts if change.kind == "impact"]


def run_disc(name: str, t_end: float) -> lw.Trajectory:
    p = DISCS[name]["parameters"]
    x, y, vx, vy, spin = p["start"]
    system = lw.compile_model(bouncing_disc(p))
    return lw.simulate(system, system.rest.with_values(planar_values("J", x, y, 0.0, vx, vy, spin)), t_end, **TIGHT)


@pytest.mark.parametrize("name", DISCS)
def test_every_impact_of_the_bouncing_disc(name):
    expected = DISCS[name]["impacts"]
    found = [o for o in run_disc(name, 3.0).events if o.contact is not None and o.contact.kind == "impact"]
    assert len(found) >= len(expected)
    for occurrence, data in zip(found, expected, strict=False):
        impact, after = occurrence.contact, occurrence.after
        assert impact.t == pytest.approx(float(data["t"]), abs=1e-10)
        assert impact.normal_impulses["floor"] == pytest.approx(float(data["normal_impulse"]), abs=1e-10)
        assert impact.tangential_impulses["floor"][0] == pytest.approx(float(data["tangential_impulse"]), abs=1e-10)
        assert after["J.y"] == pytest.approx(float(data["x"]), abs=1e-10)
        assert after["J.y_dot"] == pytest.approx(float(data["vx_after"]), abs=1e-10)
        assert -after["J.angle_dot"] == pytest.approx(float(data["spin_after"]), abs=1e-9)
        slips = abs(after["J.y_dot"] - 0.1 * after["J.angle_dot"]) > 1e-9
        assert slips == (data["mode"] != "stick")


@pytest.mark.parametrize("name", DISCS)
def test_the_disc_comes_to_rest_and_rolls(name):
    data, run = DISCS[name], run_disc(name, 3.0)
    zeno = float(data["zeno_time"])
    at = run.at(zeno)
    assert at["J.y"] == pytest.approx(float(data["x_at_zeno"]), abs=1e-10)
    assert at["J.y_dot"] == pytest.approx(float(data["vx_at_zeno"]), abs=1e-7)
    said = next(text for change in run.contacts for text in change.notes if "bouncing ends" in text)
    assert float(said.text.partition("t = ")[2].partition(" ")[0]) == pytest.approx(zeno, abs=1e-9)
    assert str(said) in str(run.certificate)
    after = data["rolling_from"]
    end = run.state(-1)
    assert end["J.y_dot"] == pytest.approx(float(after["vx"]), abs=1e-10)
    assert -end["J.angle_dot"] == pytest.approx(float(after["spin"]), abs=1e-9)
    if "x" in after:
        sticks = next(o for o in run.events if o.contact.kind == "mode" and o.contact.modes["floor"] == "stick")
        assert sticks.t == pytest.approx(float(after["t"]), abs=1e-10)
        assert sticks.after["J.y"] == pytest.approx(float(after["x"]), abs=1e-10)
    check = data["moreau_check"]
    x, z, vx, _, spin = check["exact"]
    later = run.at(check["t"])
    found = [later["J.y"], later["J.x"], later["J.y_dot"], -later["J.angle_dot"]]
    assert found == pytest.approx([x, z, vx, spin], abs=1e-9)


def test_eight_impacts_of_the_rocking_block():
    p, system = BLOCK["parameters"], lw.compile_model(rocking_block(1.0))
    turn, b, h = p["start_angle"], p["half_width"], p["half_height"]
    # It stands on its left corner, turned to the left.
    x, z = b * np.cos(turn) - h * np.sin(turn), h * np.cos(turn) + b * np.sin(turn)
    start = system.rest.with_values(planar_values("J", x, z, turn))
    run = lw.simulate(system, start, 3.0, **TIGHT)
    found = [o for o in run.events if o.contact.kind == "impact"]
    assert len(found) == len(BLOCK["impacts"])
    for k, (occurrence, data) in enumerate(zip(found, BLOCK["impacts"], strict=True)):
        assert occurrence.t == pytest.approx(float(data["t"]), abs=1e-10)
        assert abs(occurrence.before["J.angle_dot"]) == pytest.approx(float(data["rate_before"]), abs=1e-10)
        assert abs(occurrence.after["J.angle_dot"]) == pytest.approx(float(data["rate_after"]), abs=1e-10)
        landing, leaving = ("floor.corner 2", "floor.corner 1")[:: 1 if k % 2 == 0 else -1]
        assert occurrence.contact.modes == {landing: "stick", leaving: "open"}
        assert occurrence.contact.normal_impulses[leaving] == pytest.approx(0.0, abs=1e-14)


@pytest.mark.parametrize("mu", [1.0, 0.5, 0.2])
def test_two_corners_in_one_impact(mu):
    p, (data,) = BLOCK["parameters"], BLOCK["two_corner_impact"]["cases"][f"mu={mu}"]
    b, h = p["half_width"], p["half_height"]
    system = lw.compile_model(rocking_block(mu))
    # It turns about the corner A = (−b, −h) with −1 rad/s and lands on B = (b, −h).
    start = system.rest.with_values(planar_values("J", 0.0, h, 0.0, h, -b, -1.0))
    run = lw.simulate(system, start, 1e-3, **TIGHT)
    impact, after = run.contacts[0], run.events[0].after
    names = ("floor.corner 1", "floor.corner 2")
    assert [impact.normal_impulses[n] for n in names] == pytest.approx(data["normal_impulse"], abs=1e-12)
    assert [impact.tangential_impulses[n][0] for n in names] == pytest.approx(data["tangential_impulse"], abs=1e-12)
    assert [after["J.y_dot"], after["J.x_dot"], -after["J.angle_dot"]] == pytest.approx(data["u_after"], abs=1e-12)
    assert impact.modes == {"floor.corner 2": "stick" if data["modes"] == "os" else "slip"}


def chain_start(system: lw.System, speeds: list[str]) -> lw.State:
    return system.rest.with_values({f"J{k}.displacement_dot": float(Fraction(v)) for k, v in enumerate(speeds)})


def _restitution(data) -> float | list[float]:
    e = data["e"]
    return [float(Fraction(x)) for x in e] if isinstance(e, list) else float(Fraction(e))


@pytest.mark.few(13)
@pytest.mark.parametrize("law", ["newton", "poisson", "sequential"])
@pytest.mark.parametrize("number", range(len(CHAINS)))
def test_chains_of_balls(number, law):
    data = CHAINS[number]
    model = row_of_balls([float(m) for m in data["masses"]], _restitution(data), law, data["floor"])
    system = lw.compile_model(model)
    start = chain_start(system, data["v_before"])
    if isinstance(data[law], str):
        with pytest.raises(ModelError, match="impacts of pairs do not end"):
            lw.simulate(system, start, 1e-3)
        return
    run = lw.simulate(system, start, 1e-3)
    after, impact = run.events[0].after, run.contacts[0]
    found = [after[f"J{k}.displacement_dot"] for k in range(len(data["masses"]))]
    expected = [float(Fraction(v)) for v in data[law]["v_after"]]
    assert found == pytest.approx(expected, rel=1e-13, abs=1e-13)
    if "impulses" in data[law]:
        impulses = [impact.normal_impulses[f"c{k}"] for k in range(len(data[law]["impulses"]))]
        assert impulses == pytest.approx([float(Fraction(x)) for x in data[law]["impulses"]], rel=1e-13, abs=1e-13)
        ratio = impact.energy_after / impact.energy_before
        assert ratio == pytest.approx(float(Fraction(data[law]["energy_ratio"])), rel=1e-13, abs=1e-13)


def test_newtons_cradle_of_five():
    system = lw.compile_model(row_of_balls([1.0] * 5, 1.0, "sequential"))
    run = lw.simulate(system, chain_start(system, ["1", "0", "0", "0", "0"]), 0.1)
    speeds = [run.state(-1)[f"J{k}.displacement_dot"] for k in range(5)]
    assert speeds == pytest.approx([0.0, 0.0, 0.0, 0.0, 1.0], abs=1e-14)


@pytest.mark.few(7)
@pytest.mark.parametrize("number", range(len(RODS)))
def test_the_sliding_rod(number):
    data = RODS[number]
    system = lw.compile_model(sliding_rod(data["mu"]))
    start = system.rest.with_values(sliding_rod_values(data["phi"], data["phi_dot"], data["tip_speed"]))
    run = lw.simulate(system, start, 1e-3, **TIGHT)
    verdict = data["verdict"].split()[0]
    if verdict == "none":
        assert run.contacts[0].kind == "impact"
        assert run.contacts[0].solutions == "none"
        (note,) = run.contacts[0].notes
        assert "no force keeps it from entering (Painlevé)" in note
        assert str(note) in str(run.certificate)
        critical = (1 + 3 * np.cos(data["phi"]) ** 2) / (3 * np.sin(data["phi"]) * np.cos(data["phi"]))
        assert f"mu < {critical:.3g} would avoid it" in note
        return
    if verdict == "two":
        assert "both fit (Painlevé)" in str(run.certificate)
    force = float(run["floor.normal_force"][0])
    allowed = [solution["normal_force"] for solution in data["solutions"]]
    assert min(abs(force - x) for x in allowed) < 1e-9
    if len(allowed) == 1:
        assert [note for note in run.certificate.notes if "from event to event" not in note] == []


def test_the_woodpecker_goes_through_its_cycle():
    data, system = CYCLE["cycle"], lw.compile_model(woodpecker())
    start = system.rest.with_values(woodpecker_values(data[0]["q"], data[0]["u_before"]))
    run = lw.simulate(system, start, 1.001 * CYCLE["period"], rtol=1e-11, atol=1e-14)
    happened = [o for o in run.events if o.contact.kind in ("impact", "mode")]
    assert len(happened) == len(data)
    names = ("beak", "lower", "upper")
    for occurrence, expected in zip(happened, data, strict=True):
        change = occurrence.contact
        assert change.t == pytest.approx(expected["t"], abs=1e-9)
        assert change.kind == expected["kind"]
        if expected["kind"] == "impact":
            hit = [names[k - 1] for k in expected["contacts"]]
            assert list(change.points) == hit
            normal, across = expected["normal_impulses"], expected["tangential_impulses"]
            assert [change.normal_impulses[n] for n in hit] == pytest.approx(normal, rel=1e-8)
            assert [change.tangential_impulses[n][0] for n in hit] == pytest.approx(across, rel=1e-8)
        modes = {names[int(k) - 1]: "stick" if mode == "s" else "slip" for k, mode in expected["modes_after"].items()}
        assert {k: v for k, v in change.modes.items() if v != "open"} == modes
        q, u = woodpecker_coordinates(occurrence.after)
        assert q == pytest.approx(expected["q"], abs=1e-9)
        assert u == pytest.approx(expected["u_after"], abs=1e-7)
    beaks = [change.t for change in run.contacts if change.points == ("beak",)]
    assert beaks[-1] - beaks[0] == pytest.approx(CYCLE["period"], abs=1e-9)
    fallen = woodpecker_coordinates(happened[-1].after)[0][0]
    assert -fallen == pytest.approx(CYCLE["descent_per_period"], abs=1e-9)
