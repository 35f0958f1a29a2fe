"""Shapes: mass properties against quadrature and tessellation, placement, Parameters, looks, and what is refused."""

from __future__ import annotations

import json
import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.contract import ModelError, Parameter, Shape, registered, value_of
from linkwork.elements import (
    BeamNode,
    Box,
    Composite,
    Cone,
    Cylinder,
    Ellipsoid,
    Extrusion,
    ModalBody,
    Plate,
    PointMass,
    Revolution,
    Rod,
    Sphere,
)
from linkwork.elements.shapes.gear_wheel import GearWheel, tooth_outline
from linkwork.elements.shapes.mesh import Mesh, closed_surface, moments
from linkwork.model import Model
from linkwork.spatial import as_rotation, frame_with_z, rotation_x, rotation_z
from tests.elements import solids

DENSITY = 7.5
AXIS = (1.0, -2.0, 0.5)
X = frame_with_z("x")
HALF = np.array([0.5, 0.0, 0.0])

# Each solid, with the same volume as a cloud of points.
SOLIDS = {
    "rod": (Rod(1.0, radius=0.1, density=DENSITY), solids.moved(solids.tube(0.1, 1.0), X, HALF)),
    "box": (Box((0.3, 0.4, 0.9), density=DENSITY), solids.box(0.3, 0.4, 0.9)),
    "cylinder": (Cylinder(0.3, 0.8, density=DENSITY), solids.tube(0.3, 0.8)),
    "cylinder along y": (
        Cylinder(0.3, 0.8, axis="y", density=DENSITY),
        solids.moved(solids.tube(0.3, 0.8), frame_with_z("y"), np.zeros(3)),
    ),
    "tube, skew": (
        Cylinder(0.3, 0.8, axis=AXIS, inner_radius=0.2, density=DENSITY),
        solids.moved(solids.tube(0.3, 0.8, 0.2), frame_with_z(AXIS), np.zeros(3)),
    ),
    "gear wheel": (
        GearWheel(30, 0.02, 0.8, axis=AXIS, bore=0.2, density=DENSITY),
        solids.moved(solids.tube(0.3, 0.8, 0.2), frame_with_z(AXIS), np.zeros(3)),
    ),
    "ring gear": (GearWheel(20, 0.02, 0.8, rim=0.1, density=DENSITY), solids.tube(0.3, 0.8, 0.2)),
    "sphere": (Sphere(0.7, density=DENSITY), solids.ellipsoid(0.7, 0.7, 0.7)),
    "cone": (Cone(0.3, 0.8, density=DENSITY), solids.cone(0.3, 0.8)),
    "cone along -x": (
        Cone(0.3, 0.8, axis="-x", density=DENSITY),
        solids.moved(solids.cone(0.3, 0.8), frame_with_z("-x"), np.zeros(3)),
    ),
    "ellipsoid": (Ellipsoid((0.3, 0.5, 1.1), density=DENSITY), solids.ellipsoid(0.3, 0.5, 1.1)),
    "plate": (Plate((0.3, 0.5), 0.02, density=DENSITY), solids.box(0.3, 0.5, 0.02)),
    "extrusion": (
        Extrusion([(0, 0), (0.5, 0), (0, 0.9)], 0.8, axis=AXIS, density=DENSITY),
        solids.moved(solids.wedge(0.5, 0.9, 0.8), frame_with_z(AXIS), np.zeros(3)),
    ),
    "revolution": (
        Revolution([(0.1, -0.4), (0.3, -0.4), (0.3, 0.4), (0.1, 0.4)], density=DENSITY),
        solids.tube(0.3, 0.8, 0.1),
    ),
    "part of a revolution": (
        Revolution([(0.1, 0.2), (0.3, 0.2), (0.1, 0.9)], axis="-x", angle=1.3, density=DENSITY),
        solids.moved(solids.turned_triangle(0.1, 0.3, 0.2, 0.9, 1.3), frame_with_z("-x"), np.zeros(3)),
    ),
    "mesh": (Mesh(*solids.box_mesh(0.3, 0.4, 0.9), density=DENSITY), solids.box(0.3, 0.4, 0.9)),
}

# The same with a Parameter for every dimension.
SYMBOLIC = {
    "rod": lambda p: (Rod(p("l", 0.8), p("r", 0.05), mass=p("m", 2.0)), Rod(0.8, 0.05, mass=2.0)),
    "box": lambda p: (Box((p("a", 1.0), 2.0, p("c", 3.0)), density=p("d", 5.0)), Box((1.0, 2.0, 3.0), density=5.0)),
    "cylinder": lambda p: (
        Cylinder(p("r", 0.3), p("l", 0.8), axis=AXIS, inner_radius=p("i", 0.1), density=p("d", 5.0)),
        Cylinder(0.3, 0.8, axis=AXIS, inner_radius=0.1, density=5.0),
    ),
    "sphere": lambda p: (Sphere(p("r", 0.3), density=5.0), Sphere(0.3, density=5.0)),
    "cone": lambda p: (Cone(p("r", 0.3), p("l", 0.8), density=p("d", 5.0)), Cone(0.3, 0.8, density=5.0)),
    "ellipsoid": lambda p: (Ellipsoid((p("a", 1.0), 2.0, 3.0), density=5.0), Ellipsoid((1.0, 2.0, 3.0), density=5.0)),
    "plate": lambda p: (Plate((p("a", 1.0), 2.0), p("h", 0.1), density=5.0), Plate((1.0, 2.0), 0.1, density=5.0)),
    "point": lambda p: (PointMass(p("m", 2.0), at=(p("x", 1.0), 2.0, 0.0)), PointMass(2.0, at=(1.0, 2.0, 0.0))),
    "mesh": lambda p: (
        Mesh(*solids.box_mesh(1.0, 2.0, 3.0), scale=p("s", 0.1), density=5.0),
        Mesh(*solids.box_mesh(1.0, 2.0, 3.0), scale=0.1, density=5.0),
    ),
    "placed": lambda p: (
        Rod(p("l", 0.8), mass=2.0, at=(0, p("y", 0.3), 0), rotate={"z": p("turn", 0.4), "x": 0.2}),
        Rod(0.8, mass=2.0, at=(0, 0.3, 0), rotate={"z": 0.4, "x": 0.2}),
    ),
    "composite": lambda p: (
        Composite([(Sphere(p("r", 0.2), mass=1.0), (p("x", 0.5), 0, 0)), Rod(0.5, mass=p("m", 0.3))]),
        Composite([(Sphere(0.2, mass=1.0), (0.5, 0, 0)), Rod(0.5, mass=0.3)]),
    ),
}


def assert_properties(found, mass, com, inertia, rtol=1e-12):
    scale = np.abs(inertia).max()
    np.testing.assert_allclose(value_of(found.mass), mass, rtol=rtol)
    np.testing.assert_allclose(value_of(found.com), com, rtol=rtol, atol=rtol)
    np.testing.assert_allclose(value_of(found.inertia), inertia, rtol=rtol, atol=rtol * scale)


@pytest.mark.seed("S0.1")
@pytest.mark.parametrize("name", SOLIDS)
def test_solid_against_quadrature(name):
    solid, cloud = SOLIDS[name]
    assert_properties(solid.properties(), *solids.mass_properties(cloud, DENSITY), rtol=1e-10)


@pytest.mark.seed("S0.1")
@pytest.mark.parametrize("name", SOLIDS)
def test_placed_solid_against_quadrature(name):
    solid, cloud = SOLIDS[name]
    at, rotate = (0.3, -1.2, 0.8), {"z": 0.7, "x": -1.1}
    placed = solid.with_values(at=at, rotate=rotate)
    rotation = rotation_z(0.7) @ rotation_x(-1.1)
    expected = solids.mass_properties(solids.moved(cloud, rotation, np.array(at)), DENSITY)
    assert_properties(placed.properties(), *expected, rtol=1e-10)


@pytest.mark.parametrize("name", SOLIDS)
def test_mass_and_density_agree(name):
    solid, _ = SOLIDS[name]
    found = solid.properties()
    given_mass = solid.with_values(mass=found.mass, density=None)
    assert_properties(given_mass.properties(), found.mass, found.com, found.inertia)


def test_closed_forms():
    assert Rod(0.6, mass=2.0).properties().inertia.tolist() == [[0, 0, 0], [0, 0.06, 0], [0, 0, 0.06]]
    assert Rod(0.6, mass=2.0).properties().com.tolist() == [0.3, 0, 0]
    np.testing.assert_allclose(np.diag(Box((1, 2, 3), mass=12).properties().inertia), [13, 10, 5])
    np.testing.assert_allclose(np.diag(Plate((1, 2), mass=12).properties().inertia), [4, 1, 5])
    np.testing.assert_allclose(np.diag(Sphere(0.5, mass=10).properties().inertia), [1, 1, 1])
    np.testing.assert_allclose(np.diag(Cylinder(2, 6, mass=1).properties().inertia), [4, 4, 2])
    assert Sphere(1.0, density=3.0).properties().mass == pytest.approx(4 * np.pi)
    assert PointMass(2.0, at=(1, 2, 3)).properties().com.tolist() == [1, 2, 3]
    assert PointMass(2.0).properties().inertia_about((0, 0, 1)).tolist() == [[2, 0, 0], [0, 2, 0], [0, 0, 0]]


TESSELLATED = {
    "sphere": (Sphere(0.7, density=1.0), lambda n: solids.ball(n, (0.7, 0.7, 0.7))),
    "ellipsoid": (Ellipsoid((0.3, 0.5, 1.1), density=1.0), lambda n: solids.ball(n, (0.3, 0.5, 1.1))),
    "cylinder": (
        Cylinder(0.3, 0.8, density=1.0),
        lambda n: solids.revolved([(0, -0.4), (0.3, -0.4), (0.3, 0.4), (0, 0.4)], n),
    ),
    "cone": (Cone(0.3, 0.8, density=1.0), lambda n: solids.revolved([(0, 0), (0.3, 0), (0, 0.8)], n)),
}


@pytest.mark.parametrize("name", TESSELLATED)
def test_tessellation_converges_with_second_order(name):
    solid, mesh = TESSELLATED[name]
    exact = solid.properties()
    errors = []
    for n in (32, 64, 128):
        found = Mesh(*mesh(n), density=1.0).properties()
        np.testing.assert_allclose(found.com, exact.com, atol=1e-12)
        errors.append([abs(found.mass - exact.mass), np.abs(found.inertia - exact.inertia).max()])
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    np.testing.assert_allclose(orders, 2.0, atol=0.06)


@pytest.mark.parametrize("more", [{"bore": 0.01}, {"rim": 0.03}])
def test_a_gear_wheel_is_drawn_as_heavy_as_it_is(more):
    """Teeth stand out of the pitch circle about as much as gaps go in: by volume and inertia of the drawn mesh."""
    wheel = GearWheel(40, 0.005, 0.02, density=7800.0, **more)
    (look,) = wheel.looks()
    drawn = Mesh(np.array(look["vertices"]), np.array(look["faces"]), density=7800.0).properties()
    stated = wheel.properties()
    assert drawn.mass == pytest.approx(stated.mass, rel=0.035)
    assert drawn.inertia[2, 2] == pytest.approx(stated.inertia[2, 2], rel=0.07)
    radii = np.linalg.norm(np.array(look["vertices"])[:, :2], axis=1)
    ends = (0.1 - 0.005, 0.13) if "rim" in more else (0.01, 0.1 + 0.005)
    assert (radii.min(), radii.max()) == pytest.approx(ends)


def test_teeth_are_as_wide_as_gaps_on_the_pitch_circle():
    outline = tooth_outline(20, 0.005, 1.0, 1.25)
    angle, radius = np.arctan2(outline[:, 1], outline[:, 0]), np.linalg.norm(outline, axis=1)
    side = (angle > 0) & (angle < np.pi / 20)
    order = np.argsort(radius[side])
    half = np.interp(0.05, radius[side][order], angle[side][order])
    assert half == pytest.approx(np.pi / 40, rel=0.01)  # a flank is drawn as three straight lines


def test_box_mesh_is_exact():
    exact = Box((0.3, 0.4, 0.9), density=2.0, at=(5.0, 6.0, 7.0)).properties()
    vertices, faces = solids.box_mesh(0.3, 0.4, 0.9)
    assert_properties(
        Mesh(vertices + np.array([5.0, 6.0, 7.0]), faces, density=2.0).properties(),
        exact.mass,
        exact.com,
        exact.inertia,
    )
    # Inside out, in millimetres, or with corners listed for each triangle as in STL: the same solid.
    soup = vertices[faces].reshape(-1, 3), np.arange(36).reshape(12, 3)
    for mesh in (
        Mesh(vertices, faces[:, ::-1], density=2.0, at=(5.0, 6.0, 7.0)),
        Mesh(1000 * vertices, faces, scale=1e-3, density=2.0, at=(5.0, 6.0, 7.0)),
        Mesh(*soup, density=2.0, at=(5.0, 6.0, 7.0)),
    ):
        assert_properties(mesh.properties(), exact.mass, exact.com, exact.inertia)


def test_solids_that_touch_along_an_edge_are_closed():
    vertices, faces = solids.box_mesh(1.0, 1.0, 1.0)
    two = np.vstack([vertices, vertices + np.array([1.0, 1.0, 0.0])]), np.vstack([faces, faces + 8])
    assert Mesh(*two, density=1.0).properties().mass == pytest.approx(2.0)


def test_mesh_far_from_its_origin_keeps_its_digits():
    vertices, faces = solids.box_mesh(0.3, 0.4, 0.9)
    far = Mesh(vertices + 1000.0, faces, density=1.0).properties()
    np.testing.assert_allclose(far.inertia, Box((0.3, 0.4, 0.9), density=1.0).properties().inertia, atol=1e-11)


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply"])
def test_mesh_file(tmp_path, suffix):
    trimesh = pytest.importorskip("trimesh")
    vertices, faces = solids.ball(20, (0.3, 0.5, 1.1))
    theirs = trimesh.Trimesh(vertices, faces)
    path = tmp_path / f"part.{suffix}"
    theirs.export(str(path))
    mesh = Mesh(file=path, density=3.0)
    path.unlink()  # the element is complete without it
    found = mesh.properties()
    assert_properties(found, 3.0 * theirs.volume, theirs.center_mass, 3.0 * theirs.moment_inertia, rtol=1e-6)
    assert mesh.with_values(density=6.0).properties().mass == pytest.approx(2 * found.mass)


@pytest.mark.seed("S0.1")
def test_composite_against_the_sum_of_all_points():
    turned = {"x": 0.4, "y": 0.9}
    parts = [
        Box((0.3, 0.4, 0.9), density=DENSITY, at=(0.2, 0, 0)),
        (Sphere(0.2, density=DENSITY), (1.0, 0.5, -0.2)),
        (Cone(0.3, 0.8, axis="y", density=DENSITY, at=(0, 0, 1.0)), (0.1, 0.2, 0.3), turned),
        Composite([(Cylinder(0.1, 2.0, density=DENSITY), (0, 0, 3.0))]),
    ]
    turn = as_rotation(turned)
    up = solids.moved(solids.cone(0.3, 0.8), frame_with_z("y"), np.array([0, 0, 1.0]))
    cloud = solids.together(
        solids.moved(solids.box(0.3, 0.4, 0.9), np.eye(3), np.array([0.2, 0, 0])),
        solids.moved(solids.ellipsoid(0.2, 0.2, 0.2), np.eye(3), np.array([1.0, 0.5, -0.2])),
        solids.moved(up, turn, np.array([0.1, 0.2, 0.3])),
        solids.moved(solids.tube(0.1, 2.0), np.eye(3), np.array([0, 0, 3.0])),
    )
    expected = solids.mass_properties(cloud, DENSITY)
    assert_properties(Composite(parts).properties(), *expected, rtol=1e-10)
    model = Model("m")
    one, many = model.body("one", Composite(parts)), model.body("many", Box((1, 1, 1), mass=1.0), Sphere(1.0, mass=2.0))
    assert_properties(one.properties, *expected, rtol=1e-10)
    assert many.mass == 3.0
    with pytest.raises(ModelError, match="values are fixed"):
        one.shapes[0].parts = ()


@pytest.mark.parametrize("name", SYMBOLIC)
def test_parameters_give_the_same_numbers(name):
    made: list[Parameter] = []

    def p(label: str, value: float) -> Parameter:
        made.append(Parameter(label, value))
        return made[-1]

    symbolic, plain = SYMBOLIC[name](p)
    expected = plain.properties()
    assert_properties(symbolic.properties(), expected.mass, expected.com, expected.inertia, rtol=1e-14)
    assert {q.name for q in symbolic.parameters} == {q.name for q in made}
    assert json.dumps(symbolic.looks()) == json.dumps(plain.looks()) or _close(symbolic.looks(), plain.looks())
    body = Model("m").body("b", symbolic)
    assert value_of(body.mass) == pytest.approx(expected.mass)


def _close(a, b) -> bool:
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_close(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(_close(x, y) for x, y in zip(a, b, strict=True))
    return a == b or abs(a - b) < 1e-14


size = st.floats(1e-3, 1e3)


@given(size, size, size, size)
def test_triangle_inequality_holds(a, b, c, d):
    inner = 0.999 * min(a, b)
    shapes = [
        Rod(a, mass=1.0),
        Rod(a, b, mass=1.0),
        Box((a, b, c), mass=d),
        Cylinder(a, b, axis=(c, d, 1.0), inner_radius=min(inner, 0.999 * a), mass=1.0),
        Sphere(a, density=d),
        Cone(a, b, axis=(c, d, 1.0), mass=1.0),
        Ellipsoid((a, b, c), mass=d),
        Plate((a, b), mass=1.0),
        PointMass(a, at=(b, c, d)),
    ]
    model = Model("m")  # its bodies are checked
    for i, shape in enumerate([*shapes, Composite(shapes)]):
        x, y, z = np.linalg.eigvalsh(model.body(f"b{i}", shape).inertia)
        assert x >= -1e-9 * z and x + y >= z * (1 - 1e-9)


def test_looks_stand_where_the_mass_is():
    (look,) = Rod(0.6, mass=1.0, at=(0, 1, 0), rotate={"z": np.pi / 2}).looks()
    assert look["kind"] == "cylinder" and look["length"] == 0.6 and look["radius"] > 0
    np.testing.assert_allclose(look["position"], [0, 1.3, 0], atol=1e-15)
    np.testing.assert_allclose(np.array(look["rotation"])[:, 2], [0, 1, 0], atol=1e-15)
    (look,) = Composite([(Cone(0.1, 0.4, axis="x", mass=1.0), (0, 0, 1), {"y": np.pi / 2})]).looks()
    np.testing.assert_allclose(np.array(look["rotation"])[:, 2], [0, 0, -1], atol=1e-15)


@pytest.mark.parametrize(
    "shape", [*(s for s, _ in SOLIDS.values()), PointMass(1.0), Rod(1.0, mass=1.0), Plate((1, 1), mass=1.0)], ids=repr
)
def test_looks_are_plain_data(shape):
    looks = json.loads(json.dumps(shape.looks()))
    assert looks and all({"kind", "position", "rotation"} <= look.keys() for look in looks)


def test_all_registered_shapes_are_tested():
    shipped = {c for c in registered().values() if issubclass(c, Shape) and c.__module__.startswith("linkwork.")}
    tested = {type(s) for s, _ in SOLIDS.values()} | {PointMass, Composite}
    elsewhere = {ModalBody, BeamNode}  # test_flexible_shapes, test_exact_beams
    assert shipped == tested | elsewhere


def test_equality_and_copies():
    assert Box((1, 2, 3), mass=1.0) == Box((1.0, 2.0, 3.0), mass=1.0) != Box((1, 2, 4), mass=1.0)
    assert Composite([Rod(1.0, mass=1.0)]) == Composite([(Rod(1.0, mass=1.0), (0, 0, 0))])
    k = Parameter("k", 1.0)
    assert Rod(k, mass=1.0).with_values(mass=2.0) == Rod(k, mass=2.0)
    assert Rod(1.0, mass=1.0, rotate={"z": k}).with_values(mass=2.0).parameters == [k]


VERTICES, FACES = solids.box_mesh(1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Rod(0.2), "Rod: give mass or density, one of them; neither was given"),
        (lambda: Box((1, 1, 1), mass=1.0, density=1.0), "Box: give mass or density, one of them; both was given"),
        (lambda: Rod(-0.2, mass=1.0), "Rod: length = -0.2 must be positive"),
        (lambda: Sphere(0.0, mass=1.0), "Sphere: radius = 0 must be positive"),
        (lambda: Sphere(-1.0, mass=1.0), "Sphere: radius = -1 must be positive"),
        (lambda: Sphere(Parameter("r", -1.0), mass=1.0), "Sphere: radius = -1 must be positive"),
        (lambda: Sphere(1.0, mass=-1.0), "Sphere: mass = -1 must not be negative"),
        (lambda: Sphere(float("nan"), mass=1.0), "Sphere: radius = nan: must be finite"),
        (lambda: Box((1, 2), mass=1.0), "Box: size = (1, 2): needs shape (3), has shape (2,)"),
        (lambda: Box((1, 2, 0), mass=1.0), "Box: size = [1. 2. 0.] must be positive"),
        (lambda: Box((1, "2 m", 3), mass=1.0), "Box: size = (1, '2 m', 3): could not convert"),
        (lambda: GearWheel(2.5, 0.005, 0.02, mass=1.0), "2.5 is not a number of teeth; give a whole number"),
        (lambda: GearWheel(20, 0.005, 0.02, bore=0.05, mass=1.0), "bore must be less than the root radius, 0.04375 m"),
        (lambda: GearWheel(20, 0.005, 0.02, rim=0.006, mass=1.0), "rim must be more than 0.00625 m"),
        (lambda: GearWheel(20, 0.005, 0.02, bore=0.01, rim=0.02, mass=1.0), "give bore or rim, one of them"),
        (lambda: Cylinder(0.1, 0.2, inner_radius=0.1, mass=1.0), "inner_radius must be less than radius = 0.1 m"),
        (lambda: Cylinder(0.1, 0.2, axis=(0, 0, 0), mass=1.0), "an axis of zero length has no direction"),
        (lambda: Cone(0.1, 0.2, axis="w", mass=1.0), "'w' is not an axis"),
        (lambda: Rod(1.0, density=1.0), "a thin rod has no volume; give its mass, or a radius"),
        (lambda: Plate((1, 1), density=1.0), "a thin plate has no volume; give its mass, or a thickness"),
        (lambda: PointMass(), "PointMass: mass (kg) is missing"),
        (lambda: Rod(1.0, mass=1.0, rotate={"w": 1.0}), "turns are about 'x', 'y' or 'z', not 'w'"),
        (lambda: Rod(1.0, mass=1.0, rotate=np.ones((3, 3))), "a rotation is a proper orthogonal 3 × 3 matrix"),
        (lambda: Rod(1.0, mass=1.0, at=(0, 0)), "Rod: at = (0, 0): needs shape (3), has shape (2,)"),
        (lambda: Composite([]), "Composite: parts is empty"),
        (lambda: Composite(Rod(1.0, mass=1.0)), "give a list of shapes"),
        (lambda: Composite([Rod(1.0, mass=1.0), 3.0]), "part 1 is 3.0; give a shape, or (shape, at)"),
        (lambda: Composite([(Rod(1.0, mass=1.0), (1, 2))]), "part 0: its position needs three numbers"),
        (lambda: Composite([(Rod(1.0, mass=1.0), (1, 2, np.nan))]), "part 0: its position must be finite"),
        (lambda: Composite([PointMass(0.0)]), "no part has a mass"),
        (lambda: Mesh(density=1.0), "Mesh: give vertices and faces, or a file"),
        (
            lambda: Mesh(VERTICES, FACES[:-1], density=1.0),
            "the mesh is not closed: 3 edges have a triangle on one side",
        ),
        (lambda: Mesh(VERTICES, FACES[:3], density=1.0), "a closed mesh has at least 4 triangles; this has 3"),
        (
            lambda: Mesh(VERTICES, np.vstack([FACES[:-1], FACES[-1:, ::-1]]), density=1.0),
            "some triangles are inside out: 3 edges",
        ),
        (lambda: Mesh(VERTICES, FACES + 1, density=1.0), "but vertices go from 0 to 7"),
        (lambda: Mesh(VERTICES * [1, 1, 0], FACES, density=1.0), "encloses no volume"),
        (lambda: Mesh(VERTICES[:, :2], FACES, density=1.0), "needs rows of three numbers, has shape (8, 2)"),
        (lambda: Mesh(VERTICES, FACES + 0.5, density=1.0), "needs rows of three whole numbers"),
        (lambda: Mesh(np.where(VERTICES > 0, np.nan, 0), FACES, density=1.0), "vertex 1 is [nan, 0.0, 0.0]"),
        (lambda: Mesh(VERTICES, FACES, file="a.stl", density=1.0), "vertices and faces, or a file, not both"),
        (lambda: Mesh(file="nowhere.stl", density=1.0), "nowhere.stl: there is no such file"),
    ],
)
def test_bad_input_is_explained(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_mesh_file_that_is_none(tmp_path):
    pytest.importorskip("trimesh")
    path = tmp_path / "part.stl"
    path.write_text("this is not a mesh")
    with pytest.raises(ModelError, match=r"Mesh: .*part\.stl: cannot be read as a triangle mesh"):
        Mesh(file=path, density=1.0)


def test_mesh_file_without_trimesh(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "trimesh", None)
    (tmp_path / "part.stl").write_text("")
    with pytest.raises(ModelError, match=r"needs trimesh; install it with `pip install linkwork\[mesh\]`"):
        Mesh(file=tmp_path / "part.stl", density=1.0)


FLOWER = [(r * np.cos(a), r * np.sin(a)) for a, r in zip(2 * np.pi * np.arange(24) / 24, [1.0, 0.6] * 12, strict=True)]


def ring(x, y, radius):
    return [(x + radius * np.cos(a), y + radius * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 13)[:-1]]


def enclosed(solid):
    """What the triangles that are drawn enclose, by the divergence theorem: volume, centre, gyration."""
    look = solid.primitives()[0]
    found = moments(closed_surface(look["vertices"], look["faces"]))
    R = look["rotation"]
    return found.volume, R @ found.centre, R @ found.gyration @ R.T


@pytest.mark.parametrize(
    "holes", [(), [ring(0, 0, 0.2)], [ring(-0.3, 0.1, 0.1), ring(0.3, 0, 0.1), ring(0, -0.3, 0.1)]]
)
def test_an_extrusion_is_what_its_triangles_enclose(holes):
    for outline in (FLOWER, FLOWER[::-1]):
        solid = Extrusion(outline, 0.5, axis=AXIS, mass=1.0, holes=holes)
        volume, centre, gyration = enclosed(solid)
        assert volume == pytest.approx(float(value_of(solid.volume())), rel=1e-12)
        np.testing.assert_allclose(centre, value_of(solid.centre()), atol=1e-14)
        np.testing.assert_allclose(gyration, value_of(solid.gyration()), atol=1e-14)


def test_a_link_is_a_bar_with_round_ends_and_eyes():
    """Against the closed forms of a rectangle with two half discs, less two discs; arcs of 8 pieces are 2.6 % short."""
    length, r, bore = 0.5, 0.04, 0.02
    solid, plain = (Extrusion.link(length, r, 0.01, b, density=1.0) for b in (bore, 0.0))
    assert plain.section[0] == pytest.approx(2 * r * length + np.pi * r**2, rel=5e-3)
    assert plain.section[0] - solid.section[0] == pytest.approx(2 * np.pi * bore**2, rel=0.03)
    np.testing.assert_allclose(solid.section[1], (length / 2, 0), atol=1e-15)
    assert enclosed(solid)[0] == pytest.approx(float(value_of(solid.volume())), rel=1e-12)


@pytest.mark.parametrize("angle", [1.0, np.pi, 4.0, 2 * np.pi])
def test_a_revolution_is_nearly_what_its_triangles_enclose(angle):
    """They are flat: their corners stand on the surface, so they enclose too little by some 0.3 %."""
    solid = Revolution([(0, 0), (1, 0), (0.5, 1), (0.7, 1.4), (0, 2)], axis="y", angle=angle, mass=1.0)
    volume, centre, gyration = enclosed(solid)
    assert 0.995 < volume / float(value_of(solid.volume())) < 0.9985
    np.testing.assert_allclose(centre, value_of(solid.centre()), atol=2e-3)
    np.testing.assert_allclose(gyration, value_of(solid.gyration()), atol=2e-3)


@pytest.mark.parametrize(
    "make, said",
    [
        (lambda: Extrusion([(0, 0), (1, 0)], 1.0, mass=1.0), "at least three rows of two finite numbers"),
        (lambda: Extrusion([(0, 0), (1, 0), (2, 0)], 1.0, mass=1.0), "encloses no area"),
        (lambda: Extrusion(ring(0, 0, 1), 1.0, mass=1.0, holes=[ring(0, 0, 2)]), "the holes leave nothing"),
        (lambda: Revolution([(-0.1, 0), (1, 0), (0, 1)], mass=1.0), "crosses the axis: a radius is -0.1"),
        (lambda: Revolution([(0, 0), (1, 0), (0, 1)], angle=7.0, mass=1.0), "a whole turn is 2π"),
        (lambda: Box((1, 1, 1), mass=1.0, color="red"), "'red' is not a colour"),
    ],
)
def test_what_outlines_and_colours_cannot_be(make, said):
    with pytest.raises(ModelError, match=re.escape(said)):
        make()


def test_a_colour_is_one_of_each_primitive():
    assert [look["color"] for look in Box((1, 1, 1), mass=1.0, color="#a0b0c0").looks()] == ["#a0b0c0"]
    assert "color" not in Box((1, 1, 1), mass=1.0).looks()[0]


def test_shapes_without_mass_are_looks_where_numbers_are_given():
    m = Model("looks")
    shapes = [Box((1, 1, 1), mass=0.0, at=(1, 0, 0)), Sphere(0.5, mass=0.0)]
    body = m.body("wheel", *shapes, mass=2.0, inertia=(0.1, 0.2, 0.3))
    assert_properties(body.properties, 2.0, (0, 0, 0), np.diag([0.1, 0.2, 0.3]))
