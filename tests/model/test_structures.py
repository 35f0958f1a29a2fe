"""Structures in a model: what they bring, under which names, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.model import check

TUBE = lw.Tube(0.02, 0.001)


def rotor() -> lw.Model:
    m = lw.Model("rotor", gravity=(0.0, 0.0, 0.0))
    hub, disc = (m.body(name, mass=1.0, inertia=(0.02, 0.01, 0.01)) for name in ("hub", "disc"))
    m.connect("bearing", lw.Revolute("x"), m.ground, hub)
    m.connect("place", lw.Free(), m.ground, disc, initial={"x": 0.3, "y": 0.4})
    return m


def shaft(m: lw.Model, **more) -> object:
    return m.connect("shaft", lw.ExactBeam(TUBE, lw.STEEL, elements=4, **more), m["hub"], m["disc"])


def test_a_beam_is_straight_between_its_ends() -> None:
    m = rotor()
    beam = shaft(m)
    assert [body.name for body in beam.nodes] == [f"shaft/node{k}" for k in range(5)]
    assert beam.elements == tuple(f"shaft/element{k}" for k in range(1, 5))
    assert beam["node3"] is m["shaft/node3"] is m.bodies["shaft/node3"] and m["shaft"] is beam
    element = m.connections["shaft/element2"].element
    assert element.length == pytest.approx(0.125) and element.free is None
    for coordinates in ("tree", "absolute"):
        system = lw.compile_model(m, coordinates)
        channels = system.channels(system.rest)
        np.testing.assert_allclose(channels["shaft/node3.position"], [0.225, 0.3, 0.0], atol=1e-15)
        assert abs(channels["shaft/element3.moment_z"]) < 1e-9 and abs(channels["shaft/element1.normal_force"]) < 1e-6


def test_mass_is_all_of_the_beam() -> None:
    m = rotor()
    shaft(m, order=3)
    mass = sum(m.bodies[name].mass for name in m.bodies if name.startswith("shaft/"))
    assert mass == pytest.approx(7850.0 * TUBE.area * 0.5)


def test_it_leaves_the_model_with_all_it_brought() -> None:
    m = rotor()
    beam = shaft(m)
    m.connect("tie", lw.Spring(10.0, 0.5), m.ground, beam["node2"])
    with pytest.raises(lw.ModelError, match="'shaft/node2' is part of 'shaft'; remove that"):
        m.remove("shaft/node2")
    m.remove("shaft")
    assert set(m.bodies) == {"hub", "disc"} and set(m.connections) == {"bearing", "place"} and not m.structures
    shaft(m)
    m.remove("disc")
    assert set(m.bodies) == {"hub"} and set(m.connections) == {"bearing"} and not m.structures


def test_it_is_copied_and_included() -> None:
    m = rotor()
    shaft(m)
    other = lw.Model("two")
    other.include(m, prefix="left_", on=other.ground.at(0.0, 0.0, 1.0))
    assert other["left_shaft"].tip is other.bodies["left_shaft/node4"]
    assert lw.differences(m, m.copy()) == []
    other.remove("left_shaft")
    assert not [name for name in (*other.bodies, *other.connections) if "/" in name]


@pytest.mark.parametrize("length", [None, 0.5])
def test_files_hold_the_one_connection(tmp_path: Path, length: float | None) -> None:
    m = rotor()
    beam = shaft(m, length=length)
    m.connect("tie", lw.Spring(10.0, 0.5), m.ground, beam["node2"].at(0.0, 0.01, 0.0))
    file = tmp_path / "rotor.toml"
    lw.save_model(m, file)
    text = file.read_text()
    assert "shaft/node2" in text and "BeamNode" not in text and "ExactBeamElement" not in text
    again = lw.load_model(file)
    assert lw.differences(m, again) == [] and again.structures["shaft"].element == beam.element


def test_an_end_that_nothing_holds_is_placed_by_the_beam() -> None:
    m = lw.Model("m", gravity=(0.0, 0.0, 0.0))
    tip = m.body("tip", mass=1.0, inertia=(0.01, 0.01, 0.01))
    m.connect("arm", lw.ExactBeam(TUBE, lw.STEEL, 2, 0.4), m.ground.at(0.0, 0.0, 1.0), tip.at(0.1, 0.0, 0.0))
    system = lw.compile_model(m)
    np.testing.assert_allclose(system.channels(system.rest)["tip.position"], [0.3, 0.0, 1.0], atol=1e-15)


@pytest.mark.parametrize(
    ("element", "ends", "message"),
    [
        (lw.ExactBeam(TUBE, lw.STEEL), ("hub", "loose"), "body 'loose' is not held by a joint yet"),
        (lw.ExactBeam(TUBE, lw.STEEL), ("hub",), "with a free end needs its length"),
        (lw.ExactBeam(TUBE, lw.STEEL), ("hub", "here"), "its ends stand in the same place"),
        (lw.ExactBeam(TUBE, lw.STEEL), (), "joins one or 2 points"),
        (
            lw.ExactBeam(TUBE, lw.STEEL, 2, 3.0, curvature=(0.0, 0.0, 3.0)),
            ("hub",),
            r"use more elements \(now 2, try 18\)",
        ),
        (lw.ExactBeam(TUBE, lw.Material(2e11)), ("hub", "disc"), "give the material a density"),
        (lw.Cable(TUBE, lw.STEEL, 1.0), ("hub", "loose"), "nobody knows where the cable hangs"),
        (lw.Cable(TUBE, lw.STEEL, 1.0, bending=1e-9), ("hub", "disc"), "is nothing beside EA h²"),
    ],
)
def test_what_cannot_be_built_is_refused_and_leaves_nothing(element, ends, message: str) -> None:
    m = rotor()
    for name in ("loose", "here"):
        m.body(name, mass=1.0)
    m.connect("glue", lw.Fixed(), m["hub"], m["here"])
    before = [*m.bodies], [*m.connections]
    with pytest.raises(lw.ModelError, match=message):
        m.connect("shaft", element, *(m[name] for name in ends))
    assert ([*m.bodies], [*m.connections]) == before and not m.structures


def test_a_structure_takes_ends_alone() -> None:
    m = rotor()
    with pytest.raises(lw.ModelError, match="ExactBeam takes ends alone"):
        m.connect("shaft", lw.ExactBeam(TUBE, lw.STEEL), m["hub"], m["disc"], initial={"x": 1.0})
    beam = shaft(m)
    with pytest.raises(lw.ModelError, match="node9"):
        _ = beam["node9"]
    with pytest.raises(lw.ModelError, match="the name 'shaft' is taken"):
        m.body("shaft", mass=1.0)


def test_a_plane_is_refused_where_a_beam_leaves_it() -> None:
    rod = lw.StiffnessSection(1e6, 4e5, 4e5, 80.0, 100.0, 100.0, 1.0, (0.01, 0.005, 0.005))
    with pytest.raises(lw.ModelError, match="plane = 'x'; give the axis about which it bends, 'y' or 'z'"):
        lw.ExactBeam(rod, None, 2, 1.0, plane="x")
    with pytest.raises(lw.ModelError, match=r"curvature = .* leaves the plane across 'z'; leave `plane` out"):
        lw.ExactBeam(rod, None, 2, 1.0, curvature=(0.0, 0.5, 0.0), plane="z")
    with pytest.raises(lw.ModelError, match=r"prestrain = .* leaves the plane across 'z'; .* or the strain along z"):
        lw.ExactBeam(rod, None, 2, 1.0, prestrain=(0.0, 0.0, 0.001), plane="z")
    assert lw.ExactBeam(rod, None, 2, 1.0, prestrain=(0.001, 0.001, 0.0), plane="z").plane == "z"
    m = lw.Model("arc")
    beam = m.connect("arc", lw.ExactBeam(rod, None, 2, 1.0, curvature=(0.0, 0.0, 0.5), plane="z"), m.ground)
    start, spatial = lw.compile_model(m).rest, lw.Model("arc")
    spatial.connect("arc", lw.ExactBeam(rod, None, 2, 1.0, curvature=(0.0, 0.0, 0.5)), spatial.ground)
    for name in (beam.tip.name, "arc/node1"):
        one, other = (x.channels(x.rest)[f"{name}.position"] for x in map(lw.compile_model, (m, spatial)))
        np.testing.assert_allclose(one, other, atol=1e-12)
    assert start["arc/hinge2.angle"] == pytest.approx(0.5)


def test_remarks_try_the_law_of_a_beam_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of its elements are one object: what is said of a model takes no longer for many of them."""
    tried: list[object] = []
    monkeypatch.setattr(check, "_fed", lambda force: tried.append(force))
    m = lw.Model("beam")
    m.connect("rod", lw.ExactBeam(lw.Circle(0.01), lw.STEEL, 5, 1.0), m.ground)
    assert not m.remarks() and len(tried) == 1


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("tip", r"connection 'beam': at = 'tip'; give how far along it in m, a number \(`\.tip` is its last body\)"),
        (None, "connection 'beam': at = None; give how far along it"),
        (1.1, "connection 'beam': 1.1 m is not along it; give a length from 0 to 1"),
        (-0.1, "connection 'beam': -0.1 m is not along it"),
    ],
)
def test_places_along_a_beam_are_lengths_of_it(place: object, said: str) -> None:
    m = lw.Model("places")
    beam = m.connect("beam", lw.ExactBeam(TUBE, lw.STEEL, elements=2, length=1.0), m.ground)
    with pytest.raises(lw.ModelError, match=said):
        beam.at(place)
