"""Sets of contacts pair by pair, with names that stay, and surfaces in the numbers that detect collisions."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.topology.contacts import check_event_driven, detected_surfaces, drawn_contacts, with_contact_rows


def heap() -> lw.Model:
    m = lw.Model("heap")
    stone, log = m.body("stone", lw.Sphere(0.2, mass=1.0)), m.body("log", mass=2.0, inertia=(1, 1, 1))
    ends = m.ground.plane(), stone.surface(), log.capsule(0.1, 0.5, "x"), log.sphere(0.15, (0.4, 0.0, 0.0))
    m.connect("pile", lw.ContactGroup(0.3, 0.5), *ends)
    return m


def test_pairs_of_a_set_have_names_that_stay() -> None:
    m = heap()
    names = [contact.name for contact in drawn_contacts(m)]
    assert names == [
        "pile: ground–stone",
        "pile: ground–log/1",
        "pile: stone–log/1",
        "pile: ground–log/2",
        "pile: stone–log/2",
    ]
    check_event_driven(m)
    outer = lw.Model("outer")
    outer.include(m, "left ")
    assert next(c.name for c in drawn_contacts(outer)) == "left pile: ground–left stone"
    acting = with_contact_rows(m)
    assert "pile" not in acting.connections
    assert "pile: ground–stone" in acting.connections and "pile: ground–stone.grip" in acting.connections
    assert "pile" in m.connections


def test_points_of_a_pair_are_channels() -> None:
    system = lw.compile_model(heap())
    found = system.channels(system.state({"stone (free).z": 1.0, "log (free).z": 2.0}))
    assert found["pile: ground–stone.gap"] == pytest.approx(0.8)
    assert found["pile: ground–log/1.end +.gap"] == pytest.approx(1.9)
    assert found["pile: stone–log/2.gap"] == pytest.approx(np.hypot(1.0, 0.4) - 0.35)
    assert system.channel_table["pile: ground–log/1.end -.normal_force"].unit == "N"
    assert "pile: ground–log/1.end -.gap" in list(system.channel_table)


def test_a_set_acts_as_the_contacts_of_its_pairs() -> None:
    runs = []
    for is_set in (True, False):
        m = lw.Model("row", gravity=(0, 0, 0))
        ends = []
        for k in range(3):
            ball = m.body(f"ball{k}", lw.Sphere(0.1, mass=1.0 + k))
            m.connect(f"J{k}", lw.Prismatic("x"), m.ground.at(0.25 * k, 0, 0), ball)
            ends.append(ball.surface())
        if is_set:
            m.connect("row", lw.ContactGroup(0.8), *ends)
        else:
            for i, j in ((0, 1), (1, 2)):
                m.connect(f"c{i}", lw.UnilateralContact(0.8), ends[i], ends[j])
        system = lw.compile_model(m)
        run = lw.simulate(system, system.state({"J0.displacement_dot": 1.0}), t_end=0.3)
        runs.append([run[f"J{k}.displacement_dot"][-1] for k in range(3)])
    np.testing.assert_allclose(runs[0], runs[1], atol=1e-12)
    # m₁ = 1, m₂ = 2, e = 0.8: v₁ = (1 − 2e)/3, v₂ = (1 + e)/3; then m₂ = 2 on m₃ = 3.
    v1, v2 = (1.0 - 1.6) / 3.0, 1.8 / 3.0
    np.testing.assert_allclose(runs[0], [v1, v2 * (2.0 - 2.4) / 5.0, v2 * 2.0 * 1.8 / 5.0], atol=1e-9)


def test_surfaces_are_handed_on_in_numbers() -> None:
    m = heap()
    radius = lw.Parameter("radius", 0.3)
    ball, log = m.body("ball", mass=1.0, com=(0, radius, 0)), m.bodies["log"]
    egg = m.ground.ellipsoid((1.0, 2.0, 3.0), (0, 0, 1))
    m.connect("eggs", lw.ContactGroup(0.3), m.ground.plane("x"), egg, log.capsule(0.1, 0.5, "x"))
    m.connect("floor", lw.UnilateralContact(0.1), egg, ball.sphere(radius, (0, radius, 0)))
    m.connect("plain", lw.UnilateralContact(), m.ground.plane(), ball.sphere(0.1))  # its gap has a formula
    eggs, floor = detected_surfaces(m)
    assert (eggs.name, floor.name) == ("eggs", "floor")
    assert [s.shape.kind for s in eggs.surfaces] == ["plane", "ellipsoid", "capsule"]
    assert eggs.surfaces[2].shape.size == (0.1, 0.25)
    for surface in (eggs.surfaces[0], eggs.surfaces[2]):
        np.testing.assert_allclose(surface.R[:, 2], [1.0, 0.0, 0.0])
    assert eggs.law.restitution == 0.3 and floor.law.restitution == 0.1
    sphere = floor.surfaces[1]
    assert sphere.body is ball and sphere.shape.size == (0.3,)
    system = lw.compile_model(m)
    other = detected_surfaces(system.model, worth=system.state({"radius": 0.5}).worth)[1].surfaces[1]
    assert other.shape.size == (0.5,)
    np.testing.assert_allclose(other.p, [0.0, 0.5, 0.0])
