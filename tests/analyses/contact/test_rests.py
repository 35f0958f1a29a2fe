"""Equilibria that contacts and friction hold: closed forms, margins, loads that are not unique, and refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.contact_models import EARTH, Corners, PointOnPlane, planar_body, planar_values

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])


def in_plane(system: lw.System, name: str, hinge: str, x: float, z: float, turn: float = 0.0) -> lw.State:
    """A state with one planar body placed, turned from x to z."""
    if system.coordinates == "tree":
        return system.state(planar_values(hinge, x, z, turn))
    return system.placed({name: (lw.rotation_y(-turn), (x, 0.0, z))})


def block(slope: float, friction: Any, gravity: float = EARTH) -> lw.Model:
    """A block of 2 kg on a slope: gravity is what is inclined."""
    m = lw.Model("block", gravity=(gravity * np.sin(slope), 0, -gravity * np.cos(slope)))
    b = planar_body(m, "b", 2.0, 0.1, "P")
    feet = Corners(corners=((-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)), friction=friction)
    m.connect("floor", feet, m.ground, b)
    return m


class Root(lw.Force):
    """A law that ends at half a second."""

    measure = lw.Distance()

    def law(self, e: Any, t: Any) -> Any:
        return lw.sqrt(0.5 - t) * e


@pytest.mark.few(1)
@BOTH
def test_a_law_without_numbers_is_named_where_contacts_hold_too(coordinates: str) -> None:
    m = block(0.0, 0.5)
    m.connect("law", Root(), m.ground.at(0, 0, 2), m["b"])
    with pytest.raises(lw.ModelError, match=r"its search came to, connection 'law': Root\.law gives nan"):
        lw.equilibrium(lw.compile_model(m, coordinates), t=1.0)


@BOTH
@pytest.mark.seed("S0.16")
def test_a_block_on_a_slope(coordinates: str) -> None:
    """N = m g cos α, T = m g sin α; by moments about the middle the lower corner carries h/b T more."""
    slope, mu = 0.3, 0.5
    system = lw.compile_model(block(slope, mu), coordinates)
    eq = lw.equilibrium(system, in_plane(system, "b", "P", 0.4, 0.2))
    weight = 2.0 * EARTH
    first, second = eq.margins["floor.corner 1"], eq.margins["floor.corner 2"]
    half, more = weight * np.cos(slope) / 2, weight * np.sin(slope) * 0.05 / 0.2
    assert [first.normal_force, second.normal_force] == pytest.approx([half - more, half + more], rel=1e-9)
    assert first.friction + second.friction == pytest.approx(weight * np.sin(slope), rel=1e-9)
    assert (first.grip or 0.0) + (second.grip or 0.0) == pytest.approx(
        mu * weight * np.cos(slope) - weight * np.sin(slope), rel=1e-9
    )
    assert eq.modes == {"floor.corner 1": "stick", "floor.corner 2": "stick"}
    # Normal loads are unique, friction of two points on one line is not.
    assert not eq.loads_are_unique and eq.contacts.notes.codes == ("contact_friction_not_unique",)
    assert "floor.corner 1 and floor.corner 2: friction is not unique (one redund" in eq.contacts.notes[0]
    # Where it is put it stays: rests are a set.
    assert eq.stability == "stable in shape, neutral in position" and eq.residual < 1e-9
    assert eq["b.position"][2] == pytest.approx(0.05, abs=1e-9)


@pytest.mark.few(1)
@BOTH
def test_a_block_on_a_slope_that_is_too_steep(coordinates: str) -> None:
    """At tan α > μ nothing holds it; just below it is held."""
    mu = 0.5
    slope = np.arctan(mu) - 1e-3
    system = lw.compile_model(block(slope, mu), coordinates)
    grips = [m.grip or 0.0 for m in lw.equilibrium(system, in_plane(system, "b", "P", 0.0, 0.05)).margins.values()]
    assert sum(grips) == pytest.approx(2.0 * EARTH * (mu * np.cos(slope) - np.sin(slope)), rel=1e-8)
    system = lw.compile_model(block(np.arctan(mu) + 1e-3, mu), coordinates)
    with pytest.raises(lw.EquilibriumError, match=r"no equilibrium was found.*of friction\) slide on and do not hold"):
        lw.equilibrium(system, in_plane(system, "b", "P", 0.0, 0.05))


def ladder(wall: Any, floor: Any) -> lw.Model:
    """A ladder of 2 m and 10 kg, its middle at the body's point, at a wall x = 0; its head may fall to the floor."""
    m = lw.Model("ladder")
    rod = planar_body(m, "rod", 10.0, 10.0 * 4.0 / 12.0, "P")
    m.connect("floor", PointOnPlane(friction=floor), m.ground, rod.at(1.0, 0, 0))
    m.connect("head", PointOnPlane(friction=floor), m.ground, rod.at(-1.0, 0, 0))
    m.connect("wall", PointOnPlane(normal=(1.0, 0.0, 0.0), friction=wall), m.ground, rod.at(-1.0, 0, 0))
    return m


def leaning(system: lw.System, angle: float) -> lw.State:
    """Its foot on the floor, its head at the wall."""
    return in_plane(system, "rod", "P", np.cos(angle), np.sin(angle), -angle)


@pytest.mark.few(1)
@BOTH
def test_a_ladder_at_a_smooth_wall(coordinates: str) -> None:
    """N_floor = m g, N_wall = (m g/2) cot θ = T_floor."""
    angle, mu = 1.1, 0.4
    system = lw.compile_model(ladder(0.0, mu), coordinates)
    eq = lw.equilibrium(system, leaning(system, angle))
    weight, push = 10.0 * EARTH, 10.0 * EARTH / 2 / np.tan(angle)
    floor, wall = eq.margins["floor"], eq.margins["wall"]
    assert [floor.normal_force, floor.friction, wall.normal_force] == pytest.approx([weight, push, push], rel=1e-9)
    assert floor.grip == pytest.approx(mu * weight - push, rel=1e-9) and wall.grip is None
    assert eq.loads_are_unique and wall.least == wall.normal_force


@pytest.mark.few(1)
@BOTH
def test_a_ladder_that_slips(coordinates: str) -> None:
    """It holds down to tan θ = 1/(2 μ)."""
    mu = 0.4
    limit = np.arctan(1 / (2 * mu))
    system = lw.compile_model(ladder(0.0, mu), coordinates)
    assert lw.equilibrium(system, leaning(system, limit + 1e-3)).margins["floor"].grip == pytest.approx(
        10.0 * EARTH * (mu - 0.5 / np.tan(limit + 1e-3)), rel=1e-6
    )
    fallen = lw.equilibrium(system, leaning(system, limit - 0.05))
    assert fallen["rod.position"][2] == pytest.approx(0.0, abs=1e-9) and fallen.modes["wall"] == "open"


def test_a_ladder_with_friction_at_both_ends_is_a_set() -> None:
    """Where it holds although no loads of the smooth wall would do: one of many loads, with margins that are left."""
    mu_floor, mu_wall = 0.4, 0.6
    limit = np.arctan((1 - mu_floor * mu_wall) / (2 * mu_floor))
    system = lw.compile_model(ladder(mu_wall, mu_floor))
    angle = limit + 0.05
    assert angle < np.arctan(1 / (2 * mu_floor)), "a smooth wall would not do"
    eq = lw.equilibrium(system, leaning(system, angle))
    floor, wall = eq.margins["floor"], eq.margins["wall"]
    assert eq.modes == {"floor": "stick", "head": "open", "wall": "stick"} and not eq.loads_are_unique
    assert (floor.grip or 0.0) > 0.0 and (wall.grip or 0.0) > 0.0
    assert "not unique (one redundancy)" in eq.contacts.notes[0]
    # What is shown is in balance.
    assert floor.normal_force + wall.friction == pytest.approx(10.0 * EARTH, rel=1e-9)
    assert floor.friction == pytest.approx(wall.normal_force, rel=1e-9)
    assert wall.normal_force * np.sin(angle) + wall.friction * np.cos(angle) == pytest.approx(
        10.0 * EARTH * np.cos(angle) / 2, rel=1e-9
    )
    fallen = lw.equilibrium(system, leaning(system, limit - 0.02))
    assert fallen["rod.position"][2] == pytest.approx(0.0, abs=1e-9)


@BOTH
def test_a_ball_in_a_groove(coordinates: str) -> None:
    """Planes at angles α and β from the horizontal: N_α = m g sin β/sin(α + β). It falls in from above."""
    left, right = 0.9, 0.5
    m = lw.Model("groove")
    ball = m.body("ball", lw.Sphere(0.1, mass=3.0))
    m.connect("guide", lw.Planar("y"), m.ground, ball)
    for name, angle in (("left", left), ("right", -right)):
        normal = (np.sin(angle), 0.0, np.cos(angle))
        m.connect(name, lw.UnilateralContact(), m.ground.plane(normal), ball.surface())
    system = lw.compile_model(m, coordinates)
    eq = lw.equilibrium(system, in_plane(system, "ball", "guide", 0.05, 0.4))
    found = [eq.margins[name].normal_force for name in ("left", "right")]
    weight = 3.0 * EARTH
    assert found == pytest.approx([weight * np.sin(x) / np.sin(left + right) for x in (right, left)], rel=1e-8)
    # Its centre is at the radius from both.
    x, _, z = eq["ball.position"]
    assert x * np.sin(left) + z * np.cos(left) == pytest.approx(0.1, abs=1e-9)
    assert -x * np.sin(right) + z * np.cos(right) == pytest.approx(0.1, abs=1e-9)


@BOTH
def test_a_table_on_four_legs(coordinates: str) -> None:
    """The sum of loads is known, and the moments; how legs share them is not: the least norm is shown."""
    m = lw.Model("table")
    table = m.body("table", mass=2.0, com=(0.1, 0.05, 0.0), inertia=(0.1, 0.1, 0.1))
    feet = tuple((x, y, -0.4) for x in (-0.3, 0.3) for y in (-0.2, 0.2))
    m.connect("legs", Corners(corners=feet), m.ground, table)
    system = lw.compile_model(m, coordinates)
    eq = lw.equilibrium(system, {"table (free).z" if coordinates == "tree" else "table.z": 0.45})
    loads = np.array([margin.normal_force for margin in eq.margins.values()])
    weight = 2.0 * EARTH
    # Least norm: linear in the place of a leg, as on an elastic floor.
    expected = [weight / 4 * (1 + 0.1 * x / 0.3**2 + 0.05 * y / 0.2**2) for x, y, _ in feet]
    assert loads == pytest.approx(expected, rel=1e-8)
    (note,) = eq.contacts.notes
    assert "carry a load that is not unique (one redundancy); the sum, 19.62 N, is. Shown: minimum norm." in note
    assert not eq.loads_are_unique


@BOTH
def test_a_lamp_on_two_ropes_and_a_slack_one(coordinates: str) -> None:
    """Ropes of 0.5 m from points 0.6 m apart: cos = 0.8, each carries m g/1.6; that of 1 m hangs down."""
    m = lw.Model("lamp")
    lamp = m.body("lamp", mass=4.0, inertia=(0.1, 0.1, 0.1))
    m.connect("guide", lw.Planar("y"), m.ground, lamp)
    for name, x, length in (("left", -0.3, 0.5), ("right", 0.3, 0.5), ("long", 0.0, 1.0)):
        m.connect(name, lw.Rope(length), m.ground.at(x, 0, 0), lamp)
    system = lw.compile_model(m, coordinates)
    eq = lw.equilibrium(system, in_plane(system, "lamp", "guide", 0.1, -0.2))
    assert eq["lamp.position"] == pytest.approx([0.0, 0.0, -0.4], abs=1e-8)
    pulls = [eq.margins[name].normal_force for name in ("left", "right", "long")]
    assert pulls == pytest.approx([4.0 * EARTH / 1.6] * 2 + [0.0], rel=1e-8, abs=1e-12)
    assert eq.modes["long"] == "open" and eq.margins["long"].gap == pytest.approx((1.0 - 0.4**2) / 2, abs=1e-8)


@pytest.mark.few(1)
@BOTH
def test_a_joint_at_its_stop(coordinates: str) -> None:
    """A rod falls on its stop: the moment there is m g l sin θ."""
    m = lw.Model("flap")
    rod = m.body("rod", mass=1.5, com=(0, 0, 0.4), inertia=(0.1, 0.1, 0.1))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod)
    m.connect("stop", lw.JointStop(-0.5, 0.7), "hinge.angle")
    system = lw.compile_model(m, coordinates)
    guess = (
        system.state({"hinge.angle": 0.1})
        if coordinates == "tree"
        else system.placed({"rod": (lw.rotation_y(0.1), (0, 0, 0))})
    )
    eq = lw.equilibrium(system, guess)
    assert eq["rod.rotation"][0, 2] == pytest.approx(np.sin(0.7), abs=1e-9)
    assert eq.margins["stop.upper"].normal_force == pytest.approx(1.5 * EARTH * 0.4 * np.sin(0.7), rel=1e-8)
    assert eq.modes["stop.lower"] == "open" and eq.is_stable


def gripper(squeeze: float, friction: float) -> lw.Model:
    """Two fingers that a gear closes, and a part of 0.5 kg between them."""
    m = lw.Model("gripper")
    part = planar_body(m, "part", 0.5, 0.01, "P")
    for name, side in (("left", -1.0), ("right", 1.0)):
        finger = m.body(name, mass=0.2, inertia=(0.01, 0.01, 0.01))
        m.connect(f"{name} slide", lw.Prismatic("x"), m.ground, finger)
        pads = Corners(corners=((-0.02, 0, 0), (0.02, 0, 0)), friction=friction)
        # The plane z = 0 of the finger's end looks at the part.
        frame = finger.at(0, 0, 0, rotate=lw.rotation_y(-side * np.pi / 2))
        m.connect(f"{name} pad", pads, frame, part.at(side * 0.05, 0, 0, rotate=lw.rotation_y(-side * np.pi / 2)))
    m.connect("gear", lw.LinearCoupling((1.0, 1.0)), "left slide.displacement", "right slide.displacement")
    m.connect("motor", lw.AppliedForce((squeeze, 0, 0)), m.bodies["left"])
    return m


@pytest.mark.slow
@BOTH
def test_a_gripper_holds_a_part(coordinates: str) -> None:
    """A squeeze F at one finger, shared by the gear: each side presses F/2, and friction carries the weight."""
    squeeze, mu = 30.0, 0.3
    system = lw.compile_model(gripper(squeeze, mu), coordinates)

    def held(system: lw.System) -> lw.State:
        if coordinates == "tree":
            return system.state({"left slide.displacement": -0.05, "right slide.displacement": 0.05})
        return system.placed({"left": (np.eye(3), (-0.05, 0, 0)), "right": (np.eye(3), (0.05, 0, 0))})

    eq = lw.equilibrium(system, held(system))
    sides = [[m for n, m in eq.margins.items() if n.startswith(side)] for side in ("left", "right")]
    pressed = [sum(m.normal_force for m in side) for side in sides]
    assert pressed == pytest.approx([squeeze / 2] * 2, rel=1e-8)
    assert all(mode == "stick" for mode in eq.modes.values())
    assert sum(m.friction for side in sides for m in side) == pytest.approx(0.5 * EARTH, rel=1e-6)
    assert sum(m.grip or 0.0 for side in sides for m in side) == pytest.approx(mu * squeeze - 0.5 * EARTH, rel=1e-6)
    if coordinates == "absolute":
        return
    weak = lw.compile_model(gripper(10.0, mu), coordinates)
    with pytest.raises(lw.EquilibriumError, match=r"slide on and do not hold it\. Take more friction"):
        lw.equilibrium(weak, held(weak))


def four_bar() -> tuple[lw.Model, lw.Body]:
    m = lw.Model("four-bar")
    rods = [m.body(n, lw.Rod(length=x, mass=x)) for n, x in (("crank", 0.2), ("coupler", 0.9), ("rocker", 0.5))]
    m.connect("A", lw.Revolute("y"), m.ground, rods[0])
    m.connect("B", lw.Revolute("y"), rods[0].at(0.2, 0, 0), rods[1])
    m.connect("C", lw.Revolute("y"), rods[1].at(0.9, 0, 0), rods[2])
    m.connect("D", lw.Revolute("y"), rods[2].at(0.5, 0, 0), m.ground.at(0.8, 0, 0))
    return m, rods[0]


def test_a_four_bar_on_its_stop() -> None:
    """The force of the stop by virtual work: λ δg = δV along the one motion that the loop has."""
    m, crank = four_bar()
    m.connect("stop", PointOnPlane(height=-0.1), m.ground, crank.at(0.2, 0, 0))
    system, free = lw.compile_model(m), lw.compile_model(four_bar()[0])
    guess = lw.assemble(system, fixed={"A.angle": -0.3}, guess={"B.angle": -0.4})
    eq = lw.equilibrium(system, guess)
    rest, step = float(np.arcsin(0.5)), 1e-5
    assert eq["A.angle"] == pytest.approx(rest, abs=1e-9)

    def potential(angle: float) -> float:
        near = {"B.angle": eq["B.angle"], "C.angle": eq["C.angle"]}
        state = lw.assemble(free, fixed={"A.angle": angle}, guess=near)
        return float(free.evaluate("energy", state).potential)

    rise = 0.2 * (np.sin(rest + step) - np.sin(rest - step))
    force = (potential(rest - step) - potential(rest + step)) / rise
    assert eq.margins["stop"].normal_force == pytest.approx(force, rel=1e-6)


@pytest.mark.few(1)
@BOTH
def test_a_box_on_four_feet_that_a_spring_drags(coordinates: str) -> None:
    """It slides until the spring pulls with μ m g: k (d − l) = μ m g. Steps that tip it over are no way there."""
    stiffness, mu = 100.0, 0.4
    m = lw.Model("dragged")
    b = m.body("b", lw.Box((0.2, 0.2, 0.2), mass=1.0))
    m.connect("feet", lw.UnilateralContact(friction=mu), m.ground.plane("z"), b.corners((0.2, 0.2, 0.2), face="-z"))
    m.connect("k", lw.Spring(stiffness=stiffness, length=0.5), m.ground.at(1.0, 0, 0.1), b)
    system = lw.compile_model(m, coordinates)
    eq = lw.equilibrium(system, lw.assemble(system, bodies={"b": (np.eye(3), np.array([0.4, 0.0, 0.1]))}))
    assert eq["b.position"] == pytest.approx([0.5 - mu * EARTH / stiffness, 0.0, 0.1], abs=1e-9)
    assert eq["b.rotation"] == pytest.approx(np.eye(3), abs=1e-9)
    # By moments about the middle, friction at the floor loads the front feet more.
    back, front = (sum(x.normal_force for n, x in eq.margins.items() if n.startswith(f"feet.corner {k}")) for k in "-+")
    assert [back, front] == pytest.approx([EARTH / 2 * (1 - mu), EARTH / 2 * (1 + mu)], rel=1e-8)


def test_what_falls_has_no_rest() -> None:
    m = lw.Model("ball")
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("J", lw.Prismatic("z"), m.ground, ball)
    m.connect("ceiling", lw.UnilateralContact(), m.ground.plane("-z", (0, 0, 1.0)), ball.surface())
    system = lw.compile_model(m)
    with pytest.raises(lw.EquilibriumError, match=r"J\.displacement goes on changing, and no contact stops it"):
        lw.equilibrium(system)


def test_all_rests_of_a_set_are_not_counted() -> None:
    system = lw.compile_model(block(0.1, 0.5))
    with pytest.raises(lw.ModelError, match=r"Where bodies stick, rests are sets; ask for lw\.equilibrium from"):
        lw.equilibria(system)


def test_a_body_that_begins_inside_the_floor_is_lifted_out() -> None:
    system = lw.compile_model(block(0.0, 0.3))
    eq = lw.equilibrium(system, in_plane(system, "b", "P", 0.0, -0.2))
    assert eq["b.position"][2] == pytest.approx(0.05, abs=1e-9)


def test_a_rest_on_the_edge_says_so() -> None:
    """A block whose weight is just above its corner stands on it: nothing is left of the other."""
    m = lw.Model("edge")
    b = planar_body(m, "b", 2.0, 0.1, "P")
    m.connect("floor", Corners(corners=((-0.1, 0, -0.05), (0.0, 0, -0.05)), friction=0.5), m.ground, b)
    system = lw.compile_model(m)
    eq = lw.equilibrium(system, in_plane(system, "b", "P", 0.0, 0.05))
    assert eq.stability == "undecided" and [m.point for m in eq.contacts.borders] == ["floor.corner 1"]
    with pytest.raises(lw.ModelError, match=r"linearize: at t = 0 floor\.corner 1: .* about to go on in another way"):
        lw.linearize(system, eq)


def test_rests_and_loads_move_with_parameters() -> None:
    """∂N_wall/∂m = (g/2) cot θ of the ladder, whose place stays; a flap follows its stop, and so does the moment."""
    mass, upper = lw.Parameter("m1", 10.0), lw.Parameter("upper", 0.7)
    m = lw.Model("ladder")
    rod = m.body("rod", mass=mass, inertia=(0.1, 3.33, 3.33))
    m.connect("P", lw.Planar("y"), m.ground, rod)
    m.connect("floor", PointOnPlane(friction=0.4), m.ground, rod.at(1.0, 0, 0))
    m.connect("wall", PointOnPlane(normal=(1.0, 0.0, 0.0)), m.ground, rod.at(-1.0, 0, 0))
    system = lw.compile_model(m)
    start = leaning(system, 1.1)
    found = lw.gradient(lambda at: at.equilibrium(system, start)["wall.normal_force"], [mass])
    assert found["m1"] == pytest.approx(EARTH / 2 / np.tan(1.1), rel=1e-9)
    assert lw.gradient(lambda at: at.equilibrium(system, start)["rod.position.x"], [mass])["m1"] == pytest.approx(0.0)
    flap = lw.Model("flap")
    leaf = flap.body("rod", mass=1.5, com=(0, 0, 0.4), inertia=(0.1, 0.1, 0.1))
    flap.connect("hinge", lw.Revolute("y"), flap.ground, leaf)
    flap.connect("stop", lw.JointStop(-0.5, upper), "hinge.angle")
    fallen = lw.compile_model(flap)
    load = lw.gradient(lambda at: at.equilibrium(fallen, {"hinge.angle": 0.1})["stop.upper.normal_force"], [upper])
    assert load["upper"] == pytest.approx(1.5 * EARTH * 0.4 * np.cos(0.7), rel=1e-8)
