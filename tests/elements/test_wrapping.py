"""Paths over obstacles: lengths against geometry, derivatives against differences, loads against statics, jumps told."""

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

from ..absolute_models import carried
from .acting import moving
from .surface_paths import cone, cylinder, shot_length, sphere, torus

CYLINDER, SPHERE, CONE, RING = lw.WrapCylinder(0.3), lw.WrapSphere(0.3), lw.WrapCone(0.4), lw.WrapTorus(0.5, 0.15)
PATHS = {
    "cylinder": lw.WrappingPath(CYLINDER),
    "sphere": lw.WrappingPath(SPHERE),
    "cone": lw.WrappingPath(CONE),
    "ring": lw.WrappingPath(RING),
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


@pytest.mark.parametrize("name", ["cylinder", "sphere", "cone", "pair", *SLOW])
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


@pytest.mark.parametrize("name", ["cylinder", "sphere", "cone", "pair", *SLOW])
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


@pytest.mark.parametrize("name", ["cylinder", "pair", *SLOW])
def test_both_formulations_agree(name):
    tree, state = floating(name), tumbling(name, 0.0)
    absolute = lw.compile_model(tree.model, coordinates="absolute")
    same = carried(tree, absolute, state)
    one, other = (lw.accelerations(s, at).u_dot.reshape(-1, 6) for s, at in ((tree, state), (absolute, same)))
    in_world = [[*(R @ a[:3]), *(R @ a[3:])] for R, a in zip(turned(name), one, strict=True)]
    np.testing.assert_allclose(other, in_world, atol=1e-9 * np.abs(one).max())
    values = [s.channels(at)["rope.measure"] for s, at in ((tree, state), (absolute, same))]
    assert values[0] == pytest.approx(values[1], abs=1e-13)


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


def swing(
    path: lw.WrappingPath, start: tuple[float, float, float], reach: float, coordinates: str = "tree", **more
) -> Any:
    """An arm that turns about z, held by a weak spring from a fixed point past an obstacle at its axis."""
    m = lw.Model("swing", gravity=(0, 0, 0))
    arm = m.body("arm", lw.Box(size=(0.2, 0.3, 0.1), mass=1.0))
    m.connect("A", lw.Revolute("z"), m.ground, arm, initial={"angle": 0.3, "angle_dot": 2.0})
    m.connect(
        "rope", lw.Spring(0.5, 0.1, on=path), m.ground.at(*start), m.ground.at(0, 0, -0.2, **more), arm.at(reach, 0, 0)
    )
    system = lw.compile_model(m, coordinates=coordinates)
    return lw.simulate(system, system.rest, t_end=2.5)


@pytest.mark.parametrize(
    ("obstacle", "reach", "said"),
    [
        (lw.WrapCylinder(0.1), 0.4, "WrapCylinder at end 2: the path jumps at t = 1.613"),
        (lw.WrapCylinder(0.1, "negative"), 0.4, None),
        (lw.WrapCylinder(0.1, "positive", lifts=False), 0.4, "WrapCylinder at end 2: the path jumps at t = 0.7"),
        (lw.WrapSphere(0.25), 0.4, "WrapSphere at end 2: the path jumps at t = 1.6"),
        (lw.WrapCone(0.4), 0.4, "WrapCone at end 2: the path jumps at t = 1.6"),
        (lw.WrapCone(1.2, "negative", lifts=False), 0.9, "WrapCone at end 2: the path slips over the apex of the cone"),
    ],
)
def test_a_path_that_jumps_is_told(obstacle, reach, said):
    run = swing(lw.WrappingPath(obstacle), (-0.5, 0.0, 0.0), reach)
    told = [note for note in run.certificate.notes if "rope" in note]
    print(run.certificate)
    assert [said in note for note in told[:1]] == [True] if said else not told
