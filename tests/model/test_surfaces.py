"""Ends that carry surfaces: where they stand, and that copies, hashes and comparisons see them."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import value_of
from linkwork.model.content import content_hash
from linkwork.model.rewrite import revalued


def sliding() -> lw.Model:
    m = lw.Model("sliding")
    box = m.body("box", lw.Box((0.4, 0.3, 0.2), mass=2.0, at=(0.0, 0.0, 0.05)))
    ball = m.body("ball", lw.Sphere(lw.Parameter("r", 0.1), mass=1.0))
    slope = m.ground.plane(rotate={"y": lw.Parameter("slope", 0.3)})
    m.connect("slope", lw.UnilateralContact(0.2, lw.Parameter("mu", 0.3)), slope, box.surface())
    m.connect("group", lw.ContactGroup(0.5), slope, ball.surface(), box.sphere(0.05, (0.2, 0.0, 0.0)))
    return m


def test_surfaces_stand_where_they_are_put() -> None:
    m = lw.Model("m")
    body = m.body("b", mass=1.0)
    wall = m.ground.plane("x", (1.0, 0.0, 0.0))
    np.testing.assert_array_equal(wall.X.R[:, 2], [1.0, 0.0, 0.0])
    np.testing.assert_array_equal(wall.X.p, [1.0, 0.0, 0.0])
    shaft = body.cylinder(0.1, 0.3, axis="y", at=(0.0, 0.2, 0.0), rotate={"z": np.pi / 2})
    np.testing.assert_allclose(shaft.X.R[:, 2], [-1.0, 0.0, 0.0], atol=1e-15)
    inner = body.at(0.0, 0.0, 1.0, rotate={"x": np.pi / 2}).sphere(0.1, (0.0, 0.5, 0.0))
    np.testing.assert_allclose(inner.X.p, [0.0, 0.0, 1.5], atol=1e-15)
    assert repr(inner) == "b.SphereSurface(radius=0.1, hollow=False)"


def test_a_surface_of_a_shape_stands_where_the_shape_does() -> None:
    m = lw.Model("m")
    for shape, kind in (
        (lw.Box((0.1, 0.2, 0.3), mass=1.0, at=(1.0, 0.0, 0.0), rotate={"z": 0.3}), "BoxSurface"),
        (lw.Sphere(0.1, mass=1.0, at=(1.0, 0.0, 0.0), rotate={"z": 0.3}), "SphereSurface"),
        (lw.Ellipsoid((0.1, 0.2, 0.3), mass=1.0, at=(1.0, 0.0, 0.0), rotate={"z": 0.3}), "EllipsoidSurface"),
        (lw.Plate((0.1, 0.2), 0.01, mass=1.0, at=(1.0, 0.0, 0.0), rotate={"z": 0.3}), "BoxSurface"),
    ):
        end = m.body(f"b{len(m.bodies)}", shape).surface()
        assert end.surface is not None and end.surface.kind == kind
        np.testing.assert_allclose(end.X.p, [1.0, 0.0, 0.0])
        np.testing.assert_allclose(end.X.R, lw.rotation_z(0.3))
    rod = m.body("rod", lw.Rod(0.4, 0.02, mass=1.0)).surface()
    np.testing.assert_allclose(rod.X.R[:, 2], [1.0, 0.0, 0.0])
    np.testing.assert_allclose(rod.X.p, [0.2, 0.0, 0.0])
    tube = m.body("tube", lw.Cylinder(0.1, 0.3, "x", mass=1.0)).surface()
    np.testing.assert_allclose(tube.X.R[:, 2], [1.0, 0.0, 0.0])
    wedge = lw.Mesh(
        ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)), mass=1.0
    )
    assert m.body("wedge", wedge).surface().surface.kind == "HullSurface"  # type: ignore[union-attr]


def test_copies_and_includes_keep_surfaces() -> None:
    m = sliding()
    assert lw.differences(m, m.copy()) == []
    outer = lw.Model("outer")
    tilted = outer.ground.at(0, 0, 1, rotate={"x": 0.2})
    made = outer.include(m, "left ", on=tilted)
    slope = made["slope"]
    assert slope.ends[0].surface == m.connections["slope"].ends[0].surface
    np.testing.assert_allclose(value_of(slope.ends[0].X.p), [0.0, 0.0, 1.0])
    np.testing.assert_allclose(
        value_of(slope.ends[0].X.R), lw.rotation_x(0.2) @ value_of(m.connections["slope"].ends[0].X.R)
    )
    assert slope.element.surfaces == m.connections["slope"].element.surfaces


def test_hashes_see_surfaces() -> None:
    found = {}
    for radius in (0.1, 0.2):
        for hollow in (False, True):
            m = lw.Model("m")
            ball = m.body("ball", mass=1.0)
            ends = m.ground.sphere(1.0, hollow=True), ball.sphere(radius)
            m.connect("c", lw.UnilateralContact(), *(ends if hollow else (m.ground.plane(), ends[1])))
            found[radius, hollow] = content_hash(m)
    assert None not in found.values()
    assert len(set(found.values())) == 4
    assert content_hash(sliding()) == content_hash(sliding())
    own = lw.Model("own")
    own.connect("c", lw.UnilateralContact(friction=lambda v: 0.3), own.ground.plane(), own.body("b", mass=1.0).tip())
    assert content_hash(own) is None


def test_differences_are_told() -> None:
    one, other = sliding(), sliding()
    other.remove("group")
    other.connect("group", lw.ContactGroup(0.5), *one_with(other, 0.06))
    assert any("ends are" in sentence for sentence in lw.differences(one, other))


def one_with(m: lw.Model, radius: float) -> tuple[lw.Point, ...]:
    slope = m.connections["slope"].ends[0]
    return slope, m.bodies["ball"].surface(), m.bodies["box"].sphere(radius, (0.2, 0.0, 0.0))  # type: ignore[return-value]


def test_parameters_in_sizes_and_places() -> None:
    m = sliding()
    assert set(m.parameters) == {"r", "slope", "mu"}
    other = revalued(m, {"r": 0.2, "slope": 0.5})
    ends = other.connections["group"].ends
    assert value_of(ends[1].surface.radius) == 0.2
    np.testing.assert_allclose(value_of(ends[0].X.R), lw.rotation_y(0.5))
    contact = other.connections["slope"].element
    assert contact.surfaces[0] == ends[0].surface
    system = lw.compile_model(m)
    state = system.state({"r": 0.25, "slope": 0.0, "ball (free).z": 1.0})
    assert system.channels(state)["group: ground–ball.gap"] == pytest.approx(0.75)


def test_an_author_may_read_the_surfaces_of_its_ends() -> None:
    class Near(lw.Contact):
        def gap(self, rel, t):
            return rel.p[2] - self.surfaces[1].radius

    m = lw.Model("m")
    ball = m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.connect("near", Near(), m.ground, ball.sphere(0.25))
    system = lw.compile_model(m)
    assert system.channels(system.state({"ball (free).z": 1.0}))["near.gap"] == pytest.approx(0.75)
