"""Contacts against the reference cases G1 to G5, from models."""

import pytest

import linkwork as lw
from tests.contact_models import (
    bouncing_disc,
    planar_values,
    rocking_block,
)
from tests.reference_models import case

TIGHT = {"rtol": 1e-12, "atol": 1e-13}
DISCS = case("G1_spinning_disc")["cases"]
BLOCK = case("G2_rocking_block")


def run_disc(name: str, t_end: float) -> lw.Trajectory:
    p = DISCS[name]["parameters"]
    x, y, vx, vy, spin = p["start"]
    system = lw.compile_model(bouncing_disc(p))
    return lw.simulate(system, system.rest.with_values(planar_values("J", x, y, 0.0, vx, vy, spin)), t_end, **TIGHT)


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
