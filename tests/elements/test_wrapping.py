"""Paths over obstacles: lengths against geometry, derivatives against differences, loads against statics, jumps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.formats import from_dict, to_dict
from linkwork.spatial import euler_parameters, rotation
from linkwork.testing import check_element

from .acting import moving
from .surface_paths import cone, cylinder, ellipsoid, shot_length, sphere, torus

CYLINDER, SPHERE, CONE, RING = lw.WrapCylinder(0.3), lw.WrapSphere(0.3), lw.WrapCone(0.4), lw.WrapTorus(0.5, 0.15)
PATHS = {
    "cylinder": lw.WrappingPath(CYLINDER),
    "sphere": lw.WrappingPath(SPHERE),
    "cone": lw.WrappingPath(CONE),
    "ring": lw.WrappingPath(RING),
    "ellipsoid": lw.WrappingPath(lw.WrapEllipsoid((0.3, 0.4, 0.25))),
    "pair": lw.WrappingPath((lw.WrapCylinder(0.3), lw.WrapSphere(0.25))),
    "all": lw.WrappingPath((CYLINDER, "via", SPHERE, RING)),
}


@cache
def floating(name: str) -> lw.System:
    """A spring on a path, every end of which is on a free body of its own."""
    path = PATHS[name]
    m = lw.Model(name, gravity=(0, 0, 0))
    bodies = [m.body(f"b{k}", mass=1.0 + 0.2 * k, inertia=(0.1, 0.12, 0.15)) for k in range(path.ends or 0)]
    for body in bodies:
        m.connect(f"{body.name}_free", lw.Free(), m.ground, body)
    m.connect("rope", lw.Spring(40.0, 0.5, on=path), *bodies)
    return lw.compile_model(m)


def placed(name: str, places: Any, turns: Any = None, u: Any = None) -> lw.State:
    """The state with the ends at given places, turned by given matrices."""
    system = floating(name)
    matrices = turns or [np.eye(3)] * len(places)
    q = np.concatenate([[*euler_parameters(R), *p] for R, p in zip(matrices, places, strict=True)])
    return replace(system.rest, q=q, u=np.zeros(6 * len(places)) if u is None else np.asarray(u, dtype=float))


def length(name: str, *places: Any) -> float:
    return float(floating(name).channels(placed(name, places))["rope.measure"])


CASES = [
    ("cylinder", cylinder(0.3), (-0.6, 0.05, -0.2), (0.7, 0.12, 0.35), (-0.1, 0.28, 0.0), 0.2),
    ("cylinder", cylinder(0.3), (-0.35, -0.3, 0.4), (0.5, 0.1, 0.1), (0.0, -0.3, 0.3), 0.2),
    ("cylinder", cylinder(0.3), (0.1, 0.9, 0.0), (-0.05, -0.6, 0.5), (0.29, 0.05, 0.2), 0.1),
    ("sphere", sphere(0.3), (-0.6, 0.05, -0.2), (0.7, 0.12, 0.25), (-0.1, 0.28, 0.0), 0.2),
    ("sphere", sphere(0.3), (0.1, 0.9, 0.0), (-0.05, -0.6, 0.3), (0.0, 0.1, 0.28), 0.2),
    ("cone", cone(0.4), (-0.6, 0.05, 0.8), (0.7, 0.12, 1.0), (-0.1, 0.35, 0.9), 0.2),
    ("cone", cone(0.4), (-0.6, 0.2, 0.7), (0.4, 0.02, 0.5), (0.0, 0.25, 0.6), 0.2),
    ("ellipsoid", ellipsoid(0.3, 0.4, 0.25), (-0.6, 0.05, -0.2), (0.7, 0.12, 0.25), (-0.2, 0.1, 0.15), 0.3),
    ("ellipsoid", ellipsoid(0.3, 0.4, 0.25), (0.1, 0.9, 0.0), (-0.05, -0.6, 0.3), (0.05, 0.2, 0.2), 0.3),
    ("ring", torus(0.5, 0.15), (0.7, 0.1, 0.6), (0.6, -0.3, -0.5), (0.37, -0.04, 0.08), 0.17),
    ("ring", torus(0.5, 0.15), (0.9, 0.3, 0.3), (0.8, -0.3, -0.4), (0.45, 0.07, 0.14), 0.32),
]


@pytest.mark.parametrize(("name", "surface", "P", "Q", "A", "arc"), CASES)
def test_a_path_over_a_surface_is_a_geodesic(name, surface, P, Q, A, arc):
    P, Q = np.array(P), np.array(Q)
    found = length(name, P, (0, 0, 0), Q)
    assert found > np.linalg.norm(Q - P) + 1e-3
    assert found == pytest.approx(shot_length(surface, P, Q, A, arc), abs=1e-12)
    # The other way it is as long.
    assert length(name, Q, (0, 0, 0), P) == pytest.approx(found, abs=1e-13)


def test_a_path_through_the_plane_of_a_ring_is_one_of_plane_geometry():
    """In a meridian plane it goes round the section of the tube, a circle."""
    flat = lw.WrappingPath(lw.WrapCylinder(0.15, "positive"))
    P, Q = np.array((0.9, 0.0, 0.4)), np.array((0.7, 0.0, -0.5))
    section = [moving(-P + (0.5, 0, 0), rotation("x", np.pi / 2)), moving(Q - P)]
    other = lw.WrappingPath(lw.WrapCylinder(0.15, "negative")).value(section)
    assert length("ring", P, (0, 0, 0), Q) == pytest.approx(max(flat.value(section), other), abs=1e-13)


@pytest.mark.slow
def test_a_ball_is_an_ellipsoid_and_a_slender_one_takes_more_terms():
    """On a sphere every degree is right; elsewhere what is left over falls with the degree."""
    places = [(-0.6, 0.05, -0.2), (0.0, 0.0, 0.0), (0.7, 0.12, 0.25)]
    ends = [moving(np.subtract(p, places[0])) for p in places[1:]]

    def measured(radii, degree):
        found = lw.WrappingPath(lw.WrapEllipsoid(radii, degree=degree))
        m = lw.Model("path", gravity=(0, 0, 0))
        b = m.body("b", mass=1.0, inertia=(1, 1, 1))
        m.connect("rope", lw.Spring(1.0, 1.0, on=found), m.ground.at(*places[0]), m.ground, b.at(*places[2]))
        system = lw.compile_model(m)
        return system.channels(system.rest)["rope.measure"]

    ball = float(lw.WrappingPath(SPHERE).value(ends))
    assert measured((0.3, 0.3, 0.3), 2) == pytest.approx(ball, abs=1e-14)
    exact = shot_length(ellipsoid(0.3, 0.4, 0.25), *map(np.array, (places[0], places[2], (-0.2, 0.1, 0.15))), 0.3)
    assert 1e-12 < measured((0.3, 0.4, 0.25), 3) - exact < 1e-6
    assert abs(measured((0.3, 0.4, 0.25), 6) - exact) < 1e-12


@pytest.mark.parametrize(
    ("ways", "belt"),
    [
        (("positive", "positive"), lambda c, r, R: np.sqrt(c**2 - (R - r) ** 2)),
        (("positive", "negative"), lambda c, r, R: np.sqrt(c**2 - (R + r) ** 2)),
    ],
)
def test_two_pulleys_without_a_point_between_are_joined_by_a_common_tangent(ways, belt):
    """A belt that comes in and goes out square to the line of centres: quarter arcs, less or more the belt's slope."""
    r, R, c, sides = 0.2, 0.35, 1.5, [1.0 if way == "positive" else -1.0 for way in ways]
    path = lw.WrappingPath((lw.WrapCylinder(r, ways[0]), lw.WrapCylinder(R, ways[1])))
    m = lw.Model("belt", gravity=(0, 0, 0))
    b = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("slide", lw.Free(), m.ground, b)
    # It leaves along the circles' own tangents, so that straight parts at both ends are 1 m and 2 m long.
    first, last = np.array((-r, sides[0] * 1.0, 0.0)), np.array((c + R, sides[1] * 2.0, 0.0))
    m.connect("rope", lw.Spring(1.0, 1.0, on=path), m.ground.at(*first), m.ground, m.ground.at(c, 0, 0), b.at(*last))
    system = lw.compile_model(m)
    slope = np.arcsin((sides[1] * R - sides[0] * r) / c)
    arcs = r * (0.5 * np.pi - sides[0] * slope) + R * (0.5 * np.pi + sides[1] * slope)
    assert system.channels(system.rest)["rope.measure"] == pytest.approx(3.0 + belt(c, r, R) + arcs, abs=1e-12)


def test_a_path_lifts_off_where_the_line_is_tangent():
    """Before it touches it is straight; at the kink lengths and rates are the same on both sides."""
    P = np.array((-0.8, 0.0, 0.2))
    turn = np.arccos(0.3 / 0.8) + np.arccos(0.3 / 0.5)
    rates = []
    for d in (-1e-7, 0.0, 1e-7):
        Q = 0.5 * np.array((np.cos(np.pi - turn - d), np.sin(np.pi - turn - d), 0.0))
        u = np.zeros(18)
        u[15:] = -Q[1] * 2.0, Q[0] * 2.0, 0.1
        found = floating("cylinder").channels(placed("cylinder", (P, (0, 0, 0), Q), u=u))
        assert found["rope.measure"] == pytest.approx(np.linalg.norm(Q - P), abs=1e-14)
        rates.append(found["rope.measure_dot"])
    np.testing.assert_allclose(rates, rates[1], atol=1e-6)
    Q = 0.5 * np.array((np.cos(np.pi - turn - 0.1), np.sin(np.pi - turn - 0.1), 0.0))
    assert length("cylinder", P, (0, 0, 0), Q) > np.linalg.norm(Q - P) + 1e-6


EVERY = {
    "cylinder": ((-0.6, 0.05, -0.2), (0.02, 0.01, -0.03), (0.7, 0.12, 0.35)),
    "sphere": ((-0.6, 0.05, -0.2), (0.02, 0.01, -0.03), (0.7, 0.12, 0.35)),
    "ellipsoid": ((-0.6, 0.05, -0.2), (0.02, 0.01, -0.03), (0.7, 0.12, 0.35)),
    "cone": ((-0.6, 0.05, 0.8), (0.02, 0.01, -0.03), (0.7, 0.12, 1.0)),
    "ring": ((0.7, 0.1, 0.6), (0.02, 0.01, -0.03), (0.6, -0.3, -0.5)),
    "pair": ((-0.9, 0.25, 0.1), (0.02, 0.01, -0.03), (0.8, -0.05, 0.1), (1.3, -0.5, 0.1)),
    "all": (
        (-0.6, 0.05, -0.2),
        (0.02, 0.01, -0.03),
        (0.7, 0.12, 0.35),
        (1.3, 0.1, 0.2),
        (2.0, 0.4, -0.3),
        (2.1, 0.3, -0.9),
    ),
}


def turned(name: str) -> list[np.ndarray]:
    """A small turn for every end."""
    axes = np.random.default_rng(4).normal(size=(len(EVERY[name]), 3))
    return [rotation(axis / np.linalg.norm(axis), 0.15) for axis in axes]


def tumbling(name: str, speed: float = 1.0) -> lw.State:
    """A state with touching paths in which every end is turned a little, and moves and turns."""
    places = EVERY[name]
    return placed(name, places, turned(name), speed * np.random.default_rng(5).normal(size=6 * len(places)))


def moved(state: lw.State, q_dot: np.ndarray, h: float) -> lw.State:
    q = (state.q + h * q_dot).reshape(-1, 7)
    q[:, :4] /= np.linalg.norm(q[:, :4], axis=1)[:, None]
    return replace(state, q=q.ravel())


SLOW = [pytest.param("all", marks=pytest.mark.slow), pytest.param("ring", marks=pytest.mark.slow)]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["cylinder", "ellipsoid", "pair", "cone", "sphere", *SLOW])
def test_first_and_second_derivatives_are_those_of_differences(name):
    """∂ε and ∂ε̇ by displacements and turns of all ends, in which the unknowns of the path follow the motion."""
    system, state = floating(name), tumbling(name)
    wanted, n, h = ("rope.measure", "rope.measure_dot"), len(state.u), 1e-5
    rates, found = system.kernel("rates"), lw.linearize(system, state, outputs=wanted, moving=True)
    for j in range(n):
        q_dot = np.asarray(rates(*system.arguments(replace(state, u=np.eye(n)[j]))).q_dot)
        ahead, back = (system.channels(moved(state, q_dot, x)) for x in (h, -h))
        slopes = [(ahead[c] - back[c]) / (2 * h) for c in wanted]
        np.testing.assert_allclose(found.C[:, j], slopes, atol=1e-7)
    # ε̇ is the first derivative in the direction of the motion.
    assert system.channels(state)["rope.measure_dot"] == pytest.approx(found.C[0, :n] @ state.u, rel=1e-12)
    assert np.abs(found.C).max() > 0.5


@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["cylinder", "sphere", "cone", "ellipsoid", "pair", *SLOW])
def test_the_loads_of_a_path_are_in_equilibrium(name):
    """What a path does to one end, the others take: momentum and moment of momentum of bodies at rest stay."""
    system, state = floating(name), tumbling(name, 0.0)
    u_dot = lw.accelerations(system, state).u_dot.reshape(-1, 6)
    force, moment = np.zeros(3), np.zeros(3)
    for k, (p, R, a) in enumerate(zip(EVERY[name], turned(name), u_dot, strict=True)):
        pull = (1.0 + 0.2 * k) * (R @ a[3:])
        force += pull
        moment += np.cross(p, pull) + R @ (np.array((0.1, 0.12, 0.15)) * a[:3])
    assert np.abs(u_dot).max() > 1.0
    np.testing.assert_allclose([*force, *moment], 0.0, atol=1e-12 * np.abs(u_dot).max())


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["cylinder", "ellipsoid", "pair", pytest.param("ring", marks=pytest.mark.slow)])
def test_both_formulations_agree(name):
    """The last end on a free body, the others on the ground."""
    m, path = lw.Model("both", gravity=(0, 0, 0)), PATHS[name]
    *held, last = (np.array(p) for p in EVERY[name])
    b = m.body("b", mass=2.0, inertia=(0.1, 0.2, 0.3))
    m.connect("rope", lw.Spring(40.0, 0.5, on=path), *(m.ground.at(*p) for p in held), b.at(*last))
    tree, absolute = (lw.compile_model(m, coordinates=c) for c in ("tree", "absolute"))
    one, other = (lw.accelerations(s, s.rest).u_dot for s in (tree, absolute))
    assert np.abs(one).max() > 1.0
    np.testing.assert_allclose(other, one, atol=1e-9)
    lengths = [s.channels(s.rest)["rope.measure"] for s in (tree, absolute)]
    assert lengths[0] == pytest.approx(lengths[1], abs=1e-13)


def test_a_cylinder_without_friction_has_no_moment_about_its_axis_and_a_joint_the_radius_as_arm():
    """A muscle round an elbow of radius r: dL/dθ = r, and the cylinder itself could turn freely."""
    m = lw.Model("elbow", gravity=(0, 0, 0))
    fore = m.body("fore", lw.Rod(length=0.3, mass=1.0))
    m.connect("elbow", lw.Revolute("z"), m.ground, fore)
    path = lw.WrappingPath(lw.WrapCylinder(0.03, "negative"))
    m.connect("muscle", lw.Spring(1000.0, 0.1, on=path), m.ground.at(-0.25, 0.02, 0), fore, fore.at(0.06, 0.01, 0))
    system = lw.compile_model(m)
    state = system.state({"elbow.angle": -0.6, "elbow.angle_dot": 1.0})
    assert system.channels(state)["muscle.measure_dot"] == pytest.approx(-0.03, abs=1e-15)
    pull = -system.channels(state)["muscle.force"]
    inertia = 1.0 * 0.3**2 / 3
    assert lw.accelerations(system, system.state({"elbow.angle": -0.6})).u_dot[0] * inertia == pytest.approx(
        0.03 * pull
    )


def swing(obstacle: lw.Obstacle, height: float, reach: float, coordinates: str = "tree") -> lw.Trajectory:
    """An arm that turns about z, held by a weak spring from a fixed point past an obstacle at its axis."""
    m = lw.Model("swing", gravity=(0, 0, 0))
    arm = m.body("arm", lw.Box(size=(0.2, 0.3, 0.1), mass=1.0))
    m.connect("A", lw.Revolute("z"), m.ground, arm, initial={"angle": 0.3, "angle_dot": 8.0})
    ends = m.ground.at(-0.5, 0, 0), m.ground.at(0, 0, height), arm.at(reach, 0, 0)
    m.connect("rope", lw.Spring(0.5, 0.1, on=lw.WrappingPath(obstacle)), *ends)
    system = lw.compile_model(m, coordinates=coordinates)
    return lw.simulate(system, system.rest, t_end=1.0)


@pytest.mark.parametrize(
    ("obstacle", "height", "said"),
    [
        (lw.WrapCylinder(0.1), 0.0, "WrapCylinder at end 2: the path jumps at t = 0.674"),
        (lw.WrapCylinder(0.1, "negative"), 0.0, "WrapCylinder at end 2: the path jumps at t = 0.318"),
        (lw.WrapCylinder(0.1, "positive", lifts=False), 0.0, "WrapCylinder at end 2: the path jumps at t = 0.597"),
        (lw.WrapSphere(0.25), 0.0, "WrapSphere at end 2: the path jumps at t = 0.655"),
        (lw.WrapSphere(0.25), -0.1, None),
        pytest.param(
            lw.WrapEllipsoid((0.25, 0.25, 0.25), degree=3),
            0.0,
            "WrapEllipsoid at end 2: the path jumps at t = 0.655",
            marks=pytest.mark.slow,
        ),
        (lw.WrapCone(0.4), -0.5, "WrapCone at end 2: the path jumps at t = 0.664"),
        (
            lw.WrapCone(0.8, "negative", lifts=False),
            -0.2,
            "WrapCone at end 2: the path slips over the apex of the cone",
        ),
    ],
)
def test_a_path_that_jumps_is_told(obstacle, height, said):
    run = swing(obstacle, height, 0.4)
    told = [note for note in run.certificate.notes if "rope" in note]
    assert any(said in note for note in told) if said else not told, run.certificate


@pytest.mark.slow
def test_in_absolute_coordinates_it_is_told_as_well():
    run = swing(lw.WrapCylinder(0.1, "negative"), 0.0, 0.4, "absolute")
    assert "WrapCylinder at end 2: the path jumps at t = 0.318" in str(run.certificate.notes)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ((0.46, -0.77, 0.25), (-1.19, -0.57, -0.19), "no geodesic through the ring was found"),
        ((-0.54, -1.07, 0.29), (0.31, 1.2, -0.24), "the path touches the ring on both sides"),
    ],
)
def test_a_wrong_length_makes_a_run_bad(first, last, said):
    m = lw.Model("astray", gravity=(0, 0, 0))
    bob = m.body("bob", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("z"), m.ground, bob)
    m.connect("rope", lw.Spring(1.0, 0.1, on=lw.WrappingPath(RING)), m.ground.at(*first), m.ground, bob.at(*last))
    run = lw.simulate(lw.compile_model(m), t_end=1e-3, h=1e-3, method="rk4")
    assert run.verdict.is_bad and f"rope: WrapTorus at end 2: {said}" in str(run.verdict)
    assert any(said in note for note in run.certificate.notes)


def test_energy_is_kept_past_lift_off():
    """A weight on a rail falls on a spring that is straight at first, touches a peg and leaves it again."""
    m = lw.Model("peg", gravity=(0, 0, -9.81))
    bob = m.body("bob", mass=0.5, inertia=(0.001, 0.001, 0.001))
    m.connect("rail", lw.Prismatic("z"), m.ground.at(0.5, 0, 0), bob, initial={"displacement": 0.4})
    spring = lw.Spring(30.0, 1.0, on=lw.WrappingPath(lw.WrapCylinder(0.05, "negative")))
    m.connect("rope", spring, m.ground.at(-0.6, 0, 0.2), m.ground.at(0, 0, 0.1, rotate={"x": np.pi / 2}), bob)
    system = lw.compile_model(m)
    run = lw.simulate(system, system.rest, t_end=2.0, rtol=1e-10, atol=1e-12)
    z = run["rail.displacement"]
    touches = run["rope.measure"] > np.hypot(1.1, z - 0.2) + 1e-9
    assert np.count_nonzero(np.diff(touches)) >= 2
    assert not [note for note in run.certificate.notes if "rope" in note]
    total = 0.25 * run["rail.displacement_dot"] ** 2 + 0.5 * 9.81 * z + 15.0 * (run["rope.measure"] - 1.0) ** 2
    np.testing.assert_allclose(total, total[0], atol=1e-8)


def test_an_atwood_machine_hangs_over_a_pulley():
    """A rope over a cylinder with both ends hanging down is half round it; at rest the longer side changes nothing."""
    r = 0.2
    path = lw.WrappingPath(lw.WrapCylinder(r, "negative"))
    ends = [moving((r, 0, 0.8)), moving((2 * r, 0, -0.5))]
    ends[0] = replace(ends[0], R=rotation("x", np.pi / 2))
    # z of the cylinder points along −y: against it, the path goes over the top.
    other = lw.WrappingPath(lw.WrapCylinder(r, "positive"))
    assert {round(path.value(ends), 12), round(other.value(ends), 12)} >= {round(0.8 + np.pi * r + 1.3, 12)}


@pytest.mark.parametrize("name", ["cone", "ring", "all"])
def test_model_files_hold_paths(name):
    m = lw.Model("kept")
    b = m.body("b", mass=1.0, inertia=(1, 1, 1))
    path = PATHS[name]
    m.connect("rope", lw.Spring(1.0, 1.0, on=path), *[m.ground] * ((path.ends or 0) - 1), b)
    again = from_dict(to_dict(m))
    assert again.connections["rope"].element == m.connections["rope"].element


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: lw.WrapCylinder(-0.1), "radius = -0.1 must be positive"),
        (lambda: lw.WrapCone(1.6), "angle = 1.6 must be between 0 and π/2"),
        (lambda: lw.WrapTorus(0.1, 0.2), "tube = 0.2 must be smaller than radius = 0.1"),
        (lambda: lw.WrapSphere(0.1, way="positive"), "no field 'way'"),
        (lambda: lw.WrapCylinder(0.1, "left"), "choose one of 'shortest', 'positive', 'negative'"),
        (lambda: lw.WrappingPath(lw.WrapSphere), "did you forget the brackets"),
        (lambda: lw.WrappingPath((lw.WrapSphere(0.1), 3)), "neither an obstacle"),
    ],
)
def test_bad_values_are_named(make, said):
    with pytest.raises(ModelError, match=said.replace("?", r"\?")):
        make()


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("obstacle", "first", "last", "said"),
    [
        (CYLINDER, (0.1, 0, 0.5), (1, 0, 0), "the point before it lies 0.2 m inside the cylinder"),
        (SPHERE, (1, 0, 0), (0.0, 0.12, 0.16), "the point behind it lies 0.1 m inside the sphere"),
        (
            lw.WrapEllipsoid((0.1, 0.2, 0.3)),
            (0, 0.15, 0),
            (1, 0, 0),
            "the point before it lies 0.05 m inside the ellipsoid",
        ),
        (CONE, (1, 0, 0), (0.0, 0.0, 0.5), "the point behind it lies 0.1947 m inside the cone"),
        (CONE, (1, 0, 0), (0.0, 0.0, -0.5), "the point behind it stands below the apex"),
        (RING, (0, 0, 1), (0.5, 0.0, -0.05), "the point behind it lies 0.1 m inside the torus"),
        (RING, (0, 0, 1), (0.2, 0.0, 0.4), "lie on one side of the ring"),
    ],
)
def test_points_from_which_no_path_leads_are_named(obstacle, first, last, said):
    m = lw.Model("inside")
    b = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("rope", lw.Spring(1.0, 1.0, on=lw.WrappingPath(obstacle)), m.ground.at(*first), m.ground, b.at(*last))
    with pytest.raises(ModelError, match=f"connection 'rope': WrappingPath: {obstacle.kind} at end 2: .*{said}"):
        system = lw.compile_model(m)
        lw.accelerations(system, system.rest)


@pytest.mark.few(1)
@pytest.mark.parametrize("obstacle", [CYLINDER, SPHERE, CONE], ids=lambda o: o.kind)
def test_laws_on_paths_pass_the_checks_of_the_catalogue(obstacle):
    check_element(lw.Damper(3.0, on=lw.WrappingPath(obstacle)))


def test_a_muscle_runs_over_an_obstacle_whose_size_is_a_parameter():
    m = lw.Model("arm", gravity=(0, 0, 0))
    radius = lw.Parameter("radius", 0.03, unit="m")
    fore = m.body("fore", lw.Rod(length=0.3, mass=1.0))
    m.connect("elbow", lw.Revolute("z"), m.ground, fore)
    over = lw.WrappingPath(lw.WrapCylinder(radius, "negative"))
    muscle = lw.Muscle(force=500, fibre=0.1, slack=0.2, tendon="rigid", control="activation", on=over)
    ends = m.ground.at(-0.25, 0.02, 0), m.ground, fore.at(0.06, 0.01, 0)
    m.connect("triceps", muscle, *ends, inputs={"activation": 0.5})
    system = lw.compile_model(m)
    state = system.state({"elbow.angle": -0.4, "elbow.angle_dot": 1.0})
    for value in (0.03, 0.035):
        found = system.channels(replace(state, parameters={"radius": value}))
        assert found["triceps.measure_dot"] == pytest.approx(-value, abs=1e-15)
        assert found["triceps.tension"] > 10.0
