"""Switched and one-sided connections in model files, in included models and in models with other Parameters."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.formats import from_dict, to_dict
from linkwork.model.compare import differences


def latched() -> lw.Model:
    m = lw.Model("latched")
    body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    on = lw.Parameter("on", 1.0)
    m.connect("latch", lw.Weld(), m.ground, body, active=1.0 - on)
    m.connect("rope", lw.Rope(2.0, restitution=0.3), m.ground, body, active=on)
    m.connect("floor", lw.PointInPlane("z", one_sided="longest", friction=0.2), m.ground, body)
    return m


def test_they_are_read_as_they_were_written() -> None:
    m = latched()
    data = to_dict(m)
    assert data["connections"]["latch"]["active"] and "restitution" not in data["connections"]["latch"]["element"]
    assert not differences(m, from_dict(data))
    other = latched()
    other.remove("latch")
    other.connect("latch", lw.Weld(), other.ground, other.bodies["body"])
    assert any("active is" in said for said in differences(m, other))


def test_a_condition_has_no_text() -> None:
    m = lw.Model("timed")
    body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("latch", lw.Weld(), m.ground, body, active=lambda x: x["t"] < 1.0)
    with pytest.raises(lw.ModelError, match=r"active: is a condition in Python, which a file cannot hold; give an exp"):
        to_dict(m)


def test_an_included_model_keeps_its_switches() -> None:
    """Conditions look at the channels of their own part, under its new names."""
    part = lw.Model("part")
    body = part.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    part.connect("slide", lw.Prismatic("z"), part.ground, body)
    floor = lw.PointInPlane("z", -1.0, one_sided=True)
    part.connect("floor", floor, part.ground, body, active=lambda x: x["slide.displacement_dot"] < -3.0)
    whole = lw.Model("whole")
    whole.include(part, "left ")
    system = lw.compile_model(whole)
    run = lw.simulate(system, None, 0.4)
    assert [c.points for c in run.contacts] == [("left floor",)]
    assert run.contacts[0].t == pytest.approx(3.0 / 9.81, abs=1e-8)
