"""The finite-segment cable: its catenary, its place in a current, its tension over a pulley, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from examples import cable_over_pulley
from linkwork.elements.structures.catenary import catenary_directions, catenary_parameter

DOWN = np.array([0.0, 0.0, -1.0])
ROPE = {"length": 10.0, "mass": 5.0, "diameter": 0.02}
WEIGHT = ROPE["mass"] * 9.81 / ROPE["length"]


def hanging(segments: int, joint: str = "cross") -> lw.Equilibrium:
    """A cable between two points 6 m apart, one 2 m higher, at rest."""
    m = lw.Model("catenary")
    lw.finite_segment_cable(m, "rope", m.ground, m.ground.at(6.0, 0.0, 2.0), segments=segments, joint=joint, **ROPE)
    system = lw.compile_model(m, coordinates="absolute")
    return lw.equilibrium(system, lw.assemble(system))


def test_catenary_meets_its_equation() -> None:
    """√(L² − v²) = 2 c sinh(d/2c), and the directions lead to the end as segments get short."""
    c = catenary_parameter(6.0, 2.0, 10.0)
    assert 2 * c * np.sinh(3.0 / c) == pytest.approx(np.sqrt(96.0), rel=1e-13)
    gaps = []
    for n in (20, 40):
        directions = catenary_directions(np.array([0.0, 6.0, 2.0]), 10.0, n, DOWN)
        np.testing.assert_allclose(np.linalg.norm(directions, axis=1), 1.0, rtol=1e-14)
        gaps.append(np.linalg.norm(directions.sum(axis=0) * 10.0 / n - [0.0, 6.0, 2.0]))
    assert gaps[0] / gaps[1] == pytest.approx(4.0, rel=0.05)
    loose = catenary_directions(np.array([0.0, 0.0, -2.0]), 6.0, 6, DOWN)
    np.testing.assert_array_equal(loose[:, 2], [-1, -1, -1, -1, 1, 1])


@pytest.mark.parametrize(
    ("gravity", "down"),
    [((0, 9.81, 0), (0, 1, 0)), ((0, 0, 0), (0, 0, -1)), ((lw.Parameter("g", 3.0), 0, 0), (1, 0, 0))],
)
def test_a_cable_hangs_along_gravity(gravity: tuple[object, ...], down: tuple[float, ...]) -> None:
    m = lw.Model("elsewhere", gravity=gravity)
    lw.finite_segment_cable(m, "rope", m.ground, segments=2, **ROPE)
    system = lw.compile_model(m)
    np.testing.assert_allclose(system.channels(system.rest)["rope2.position"], 5.0 * np.array(down), atol=1e-12)
    turned = catenary_directions(np.array([0.0, 2.0, 6.0]), 10.0, 4, np.array([0.0, -1.0, 0.0]))
    np.testing.assert_allclose(turned[:, [0, 2, 1]], catenary_directions(np.array([0.0, 6.0, 2.0]), 10.0, 4, DOWN))


def test_nodes_touch_in_any_order() -> None:
    m = lw.Model("twice")
    rope = lw.finite_segment_cable(m, "rope", m.ground, segments=6, **ROPE)
    contact = lw.SpherePlaneContact(0.005, stiffness=1e5)
    for nodes in ([5], [4], [6, 2]):
        rope.touch(m.ground, contact, nodes)
    assert [name for name in m.connections if "touch" in name] == [f"rope_touch{k}" for k in range(4)]
    assert m.connections["rope_touch1"].ends[1].body is rope.nodes[4].body


@pytest.mark.slow
@pytest.mark.seed("S2.8")
def test_tension_of_a_hanging_cable_converges_to_the_catenary() -> None:
    """H = w c and the vertical load at the start, w times the length to the lowest point: errors fall as 1/n²."""
    c = catenary_parameter(6.0, 2.0, 10.0)
    low = c * np.sinh(3.0 / c - np.arcsinh(2.0 / (2.0 * c * np.sinh(3.0 / c))))
    errors = []
    for n in (8, 16):
        force = np.asarray(hanging(n)["rope_joint1.force"])
        errors.append([abs(abs(force[0]) / (WEIGHT * c) - 1.0), abs(abs(force[2]) / (WEIGHT * low) - 1.0)])
    coarse, fine = np.array(errors)
    assert (fine < 0.001).all()
    assert coarse[0] / fine[0] == pytest.approx(4.0, rel=0.1)


@pytest.mark.slow
@pytest.mark.seed("S2.8")
@pytest.mark.parametrize("joint", ["ball", "cross"])
def test_cable_hangs_in_a_current_at_the_angle_of_drag_and_weight(joint: str) -> None:
    """Tangential drag aside, a free cable in a steady current is straight: w cos φ = ½ ρ d c_n (U sin φ)² across it."""
    m = lw.Model("towed")
    water = lw.Water(current=(0.8, 0.0, 0.0), tangential=0.0)
    cable = lw.finite_segment_cable(
        m, "rope", m.ground, segments=5, water=water, joint=joint, torsion=1.0, shape=(1, 0, -1), **ROPE
    )
    found = lw.equilibrium(lw.compile_model(m, coordinates="absolute"))
    wet = WEIGHT - 9.81 * 1025.0 * np.pi / 4 * 0.02**2
    drag = 0.5 * 1025.0 * 0.02 * 1.2 * 0.8**2
    sine = found["rope5.rotation"][:, 0][2]
    # φ is measured from the current: sin φ = −sine; w cos φ = D sin² φ gives D s² + w √(1 − s²)… solved for cos φ.
    cosine = (-wet + np.sqrt(wet**2 + 4 * drag**2)) / (2 * drag)
    assert sine == pytest.approx(-np.sqrt(1 - cosine**2), rel=1e-8)
    tension = np.linalg.norm(found["rope_joint1.force"])
    assert tension == pytest.approx(wet * np.sqrt(1 - cosine**2) * ROPE["length"], rel=1e-8)
    assert len(cable.nodes) == 6


@pytest.mark.slow
@pytest.mark.seed("S2.8")
def test_weights_on_a_cable_over_a_wheel_move_as_atwood_says() -> None:
    """Without friction the wheel stands still and Atwood's law is met closely; by friction it turns with the cable."""
    found = cable_over_pulley.numbers()
    assert found["gain"] == pytest.approx(found["atwood"], rel=0.02)
    assert found["rim"] == pytest.approx(found["speed"], rel=0.01)


def sliding(segments: int) -> tuple[float, float]:
    """Tensions of a cable that is pulled over a wheel held fast: just before the wheel, and just behind it."""
    m = cable_over_pulley.model(segments, friction=0.2, loads=(20.0, 60.0))
    m.remove("axle")
    m.connect("held", lw.Fixed(), m.ground, m["wheel"])
    system = lw.compile_model(m, coordinates="absolute")
    start = cable_over_pulley.settled(system)
    run = lw.simulate(system, start, 0.31, h=0.0025)
    late = slice(-60, None)
    along = run["load2.acceleration.z"][late].mean()
    lift, fall = run["load1.acceleration.z"][late].mean(), -along
    piece = cable_over_pulley.MASS / cable_over_pulley.LENGTH
    ends = [-run[f"load{k}.position.z"][late].mean() for k in (1, 2)]
    return (20.0 + piece * ends[0]) * (9.81 + lift), (60.0 + piece * ends[1]) * (9.81 - fall)


@pytest.mark.slow
@pytest.mark.seed("S2.8")
def test_tension_grows_over_a_held_wheel_as_the_capstan_equation_says() -> None:
    """(T₂ − λ v²)/(T₁ − λ v²) = e^{μπ} for a cable that slides; λ v² and the weight on the wheel are small."""
    slack, tight = sliding(60)
    assert np.log(tight / slack) / np.pi == pytest.approx(0.2, rel=0.05)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"segments": 0}, "segments = 0: must be a whole number, 1 or more"),
        ({"segments": 2.5}, "segments = 2.5"),
        ({"length": -1.0}, "length = -1.0: must be positive"),
        ({"mass": 0.0}, "mass = 0.0: must be positive"),
        ({"diameter": float("inf")}, "diameter = inf"),
        ({"water": "sea"}, r"water = 'sea'; give lw.Water"),
        ({"mass": "1"}, "mass = '1'; give a number"),
        ({"joint": "hinge"}, "joint = 'hinge': choose one of 'ball', 'cross'"),
        ({"shape": (0.0, 0.0, 0.0)}, "give one direction"),
        ({"shape": np.ones((3, 3))}, "one for each of the 4 segments"),
    ],
)
def test_impossible_cables_are_refused(given: dict, sentence: str) -> None:
    m = lw.Model("refused")
    with pytest.raises(lw.ModelError, match=sentence):
        lw.finite_segment_cable(m, "rope", m.ground, **{"segments": 4, **ROPE, **given})
    assert not m.bodies


def test_ends_that_a_cable_cannot_reach_are_refused() -> None:
    m = lw.Model("refused")
    with pytest.raises(lw.ModelError, match="a cable of 10 m does not reach over 12 m"):
        lw.finite_segment_cable(m, "rope", m.ground, m.ground.at(12.0, 0, 0), segments=4, **ROPE)
    block = m.body("block", lw.Sphere(radius=0.1, mass=1.0))
    with pytest.raises(lw.ModelError, match="its ends are on bodies"):
        lw.finite_segment_cable(m, "rope", m.ground, block, segments=4, **ROPE)
