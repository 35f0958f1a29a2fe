"""What contacts and surfaces refuse, each with a sentence that names the place and says what to do."""

import re
from typing import Any

import pytest

import linkwork as lw


def refused(sentence: str) -> Any:
    return pytest.raises(lw.ModelError, match=re.escape(sentence))


def drawn() -> tuple[lw.Model, lw.Body]:
    m = lw.Model("m")
    return m, m.body("ball", lw.Sphere(0.1, mass=1.0))


@pytest.mark.parametrize("kind", [lw.UnilateralContact, lw.ContactGroup])
def test_numbers_of_the_law(kind: type[lw.Element]) -> None:
    for value in (-0.1, 1.2):
        with refused(f"restitution = {value:g} is outside [0, 1]"):
            kind(restitution=value)
    with refused("friction = -0.1 is negative: friction opposes sliding; give 0 or more."):
        kind(friction=-0.1)
    with refused("friction = nan: is neither a finite number nor a function of the sliding speed"):
        kind(friction=float("nan"))
    with refused("friction = 'much': is neither a finite number nor a function of the sliding speed"):
        kind(friction="much")
    with refused("static_friction = 0.2 is less than friction = 0.3; friction falls when sliding begins."):
        kind(friction=0.3, static_friction=0.2)
    with refused("law = 'hertz': choose one of 'newton', 'poisson', 'sequential'."):
        kind(law="hertz")


def test_friction_that_becomes_negative() -> None:
    with refused("UnilateralContact: friction is -0.0162278 at a sliding speed of 3.16228 m/s; friction opposes"):
        lw.UnilateralContact(friction=lambda v: 0.3 - 0.1 * v)
    with refused("UnilateralContact: friction, a function of the sliding speed, does not give one number"):
        lw.UnilateralContact(friction=lambda v: (0.3, v))


def test_an_end_without_a_surface() -> None:
    m, ball = drawn()
    with refused(
        "connection 'floor': UnilateralContact: its second end has no surface; give one such as body.sphere(0.05)"
    ):
        m.connect("floor", lw.UnilateralContact(), m.ground.plane(), ball.at(0, 0, 0))
    with refused("connection 'floor': UnilateralContact: its first end has no surface"):
        m.connect("floor", lw.UnilateralContact(), m.ground, ball.surface())
    with refused("connection 'pile': ContactGroup: end 2, ball.at(0, 0, 0), has no surface"):
        m.connect("pile", lw.ContactGroup(), m.ground.plane(), ball)
    with refused("connection 'pile': ContactGroup: has 1 end; give two or more."):
        m.connect("pile", lw.ContactGroup(), ball.surface())
    assert not m.connections


def test_both_ends_on_one_body() -> None:
    m, ball = drawn()
    with refused("connection 'floor': both ends are on 'ground'; a connection joins two bodies."):
        m.connect("floor", lw.UnilateralContact(), m.ground.plane(), m.ground.sphere(0.1))
    with refused("connection 'pile': all ends are on 'ball'; a connection joins two bodies."):
        m.connect("pile", lw.ContactGroup(), ball.sphere(0.1), ball.sphere(0.2), ball.sphere(0.3))


def test_surfaces_that_cannot_touch() -> None:
    m, ball = drawn()
    g, b = m.ground, ball
    cases = (
        (g.plane(), b.plane(), "two planes that have no end meet everywhere"),
        (g.outline(lw.CircleCurve(0.1)), b.sphere(0.1), "an outline touches outlines and points in its plane"),
        (g.sphere(0.3, hollow=True), b.box((0.1, 0.1, 0.1)), "in a hollow sphere others move that have room in it"),
        (g.sphere(0.1, hollow=True), b.sphere(0.2), "in a hollow sphere others move that have room in it"),
        (g.outline(lw.CircleCurve(0.1), hollow=True), b.outline(lw.CircleCurve(0.2)), "holes with room for them"),
        (
            g.outline(lw.SplineCurve(((0.5, 0.0), (0.0, 0.3), (-0.5, 0.0)), closed=True)),
            b.outline(lw.CircleCurve(0.1)),
            "for other curves connect lw.CurveOnCurve(first, second, one_sided=True)",
        ),
    )
    for first, second, sentence in cases:
        with refused(sentence):
            m.connect("c", lw.UnilateralContact(), first, second)
        with refused("connection 'pile': UnilateralContact: "):
            m.connect("pile", lw.ContactGroup(), first, second)


def test_sizes_of_surfaces() -> None:
    _, ball = drawn()
    for make, sentence in (
        (lambda: ball.sphere(0.0), "body 'ball': SphereSurface: radius = 0 must be positive."),
        (lambda: ball.box((0.1, -0.2, 0.1)), "body 'ball': BoxSurface: size = [ 0.1 -0.2  0.1] must be positive."),
        (lambda: ball.capsule(0.1, 0.0), "body 'ball': CapsuleSurface: length = 0 must be positive."),
        (lambda: ball.corners((0.1, 0.1)), "body 'ball': corners: BoxSurface: size = (0.1, 0.1): needs shape (3)"),
        (lambda: ball.corners((0.1, 0.1, 0.1), face="up"), "body 'ball': corners: 'up' is not a face of a box"),
        (lambda: ball.box((1, 1, 1), face=(0, 0, 1)), "(0, 0, 1) is not a face of a box; give 'x', '-x'"),
        (lambda: ball.hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))), "its points enclose no volume"),
        (lambda: ball.tips(()), "PointsSurface: points = (): needs shape (any, 3)"),
        (lambda: ball.tips(((0, 0, 0), (1, 0, 0)), ("a",)), "PointsSurface: has 1 names for 2 points."),
        (lambda: ball.tips(((0, 0, 0), (1, 0, 0)), ("a", "a")), "PointsSurface: two of its points have one name."),
        (lambda: ball.tips(((0, 0, 0), (1, 0, 0)), ("a", "b.c")), "'b.c' cannot be a name"),
        (lambda: ball.outline((0.1, 0.2)), "(0.1, 0.2) is not a curve; give one such as lw.CircleCurve(0.1)."),
        (lambda: ball.plane("up"), "body 'ball': "),
        (lambda: ball.cylinder(0.1, 0.2, axis=(0, 0, 0)), "body 'ball': "),
    ):
        with refused(sentence):
            make()


def test_shapes_without_a_surface() -> None:
    m = lw.Model("m")
    bare = m.body("bare", mass=1.0)
    with refused("body 'bare': has no shape; say what it touches with, such as body.sphere(0.05)."):
        bare.surface()
    two = m.body("two", lw.Sphere(0.1, mass=1.0), lw.Rod(0.3, mass=0.1))
    with refused("body 'two': has 2 shapes; say which touches: surface(0) … surface(1)."):
        two.surface()
    with refused("body 'two': has no shape 2; they are numbered from 0 to 1."):
        two.surface(2)
    with refused("body 'two': Rod has no surface that contacts know; say what it touches with"):
        two.surface(1)


def test_one_law_for_one_place() -> None:
    m, ball = drawn()
    m.connect("floor", lw.UnilateralContact(restitution=0.9), m.ground.plane(), ball.surface())
    m.connect("pad", lw.SpherePlaneContact(0.1, stiffness=1e5), m.ground, ball)
    with refused(
        "connection 'floor': restitution 0.9 on a contact that also carries a spring law, SpherePlaneContact of "
        "connection 'pad' between the same places: choose one."
    ):
        lw.compile_model(m)
    m.remove("pad")
    # Beside it a spring to the same places may hang, and a pad elsewhere.
    m.connect("string", lw.Spring(10.0, 0.5), m.ground, ball)
    m.connect("heel", lw.PointPlaneContact(stiffness=1e5), m.ground, ball.at(0.05, 0, 0))
    lw.compile_model(m)


def test_contacts_that_are_not_smooth_are_for_stepping() -> None:
    m, _ = drawn()
    one, other = (m.body(name, lw.Box((0.1, 0.1, 0.1), mass=1.0)) for name in ("one", "other"))
    connection = m.connect("solids", lw.UnilateralContact(), one.surface(), other.cylinder(0.05, 0.1))
    assert not connection.element.is_smooth
    system = lw.compile_model(m)
    with refused(
        "connection 'solids': there is no smooth gap between BoxSurface and CylinderSurface, so that it is not "
        "followed from event to event. Simulate with contact='stepping'"
    ):
        lw.simulate(system, t_end=0.1, contact="events")


def test_a_group_of_many_is_for_stepping() -> None:
    m = lw.Model("m")
    balls = [m.body(f"ball{k}", lw.Sphere(0.1, mass=1.0)).surface() for k in range(12)]
    m.connect("heap", lw.ContactGroup(), m.ground.plane(), *balls)
    with refused("connection 'heap': its 13 ends may touch in 78 pairs; up to 60 points are followed from event to"):
        lw.simulate(lw.compile_model(m), t_end=0.1, contact="events")
    few = lw.Model("few")
    boxes = [few.body(f"box{k}", lw.Box((0.1, 0.1, 0.1), mass=1.0)).surface() for k in range(2)]
    few.connect("heap", lw.ContactGroup(), few.ground.plane(), *boxes)
    with refused("connection 'heap': its ends may touch in 68 points; up to 60 are followed from event to event"):
        lw.simulate(lw.compile_model(few), t_end=0.1, contact="events")
    dice = lw.Model("dice")
    corners = [dice.body(f"box{k}", lw.Box((0.1, 0.1, 0.1), mass=1.0)).surface() for k in range(4)]
    walls = [dice.ground.plane("z"), dice.ground.plane("x", (-1, 0, 0))]
    dice.connect("cup", lw.ContactGroup(), *walls, corners[0], *corners[1:2])
    with refused("connection 'cup': its ends may touch in 84 points; up to 60 are followed"):
        lw.simulate(lw.compile_model(dice), t_end=0.1, contact="events")


def test_a_contact_of_its_own_has_a_gap_only_where_it_is_connected() -> None:
    with refused("UnilateralContact: has no gap before it is connected to two ends with surfaces."):
        lw.UnilateralContact().gap(None, 0.0)


def thrown(m: lw.Model, t_end: float = 1.0, **values: float) -> lw.Trajectory:
    system = lw.compile_model(m)
    return lw.simulate(system, system.state(values), t_end)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_overlap_at_the_start(coordinates: str) -> None:
    m, ball = drawn()
    m.connect("floor", lw.UnilateralContact(), m.ground.plane(), ball.surface())
    system = lw.compile_model(m, coordinates)
    name = {"tree": "ball (free).z", "absolute": "ball.z"}[coordinates]
    sentence = "contact floor overlaps by 3 mm at t = 0. Lift the body, or assemble with contact='touch'."
    with refused(f"start: {sentence}"):
        lw.simulate(system, system.state({name: 0.097}), 0.1)
    with refused(f"start: {sentence}"):
        lw.simulate(system, system.state({name: 0.097}), 0.1, contact="stepping", h=1e-3)
    with refused(f"linearize: {sentence}"):
        lw.linearize(system, system.state({name: 0.097}))
    with refused(f"accelerations: {sentence}"):
        lw.accelerations(system, system.state({name: 0.097}))
    with refused("start: contact floor overlaps by 1.1 m at t = 0."):
        lw.touch(system, system.state({name: -1.0}))


def test_functions_of_friction() -> None:
    for friction, sentence in (
        (lambda v: 1 / 0, "does not give one number: division by zero"),
        (lambda v: None, "does not give one number"),
        # A dip that is narrow is found too.
        (lambda v: 0.3 - 0.9 * lw.exp(-(((v - 0.37) * 40) ** 2)), "friction is -0.3"),
        (lambda v: 0.3 + 0 * lw.log(v), "friction is nan at a sliding speed of 0 m/s"),
    ):
        with refused(sentence):
            lw.UnilateralContact(friction=friction)


def point(contact: lw.Contact) -> lw.Model:
    m = lw.Model("point")
    b = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.connect("J", lw.Translation(), m.ground, b)
    m.connect("c", contact, m.ground, b)
    return m


def test_gaps_that_are_none() -> None:
    class Nowhere(lw.Contact):
        def gap(self, rel: Any, t: Any) -> Any:
            return lw.sqrt(rel.p[2] - 5.0)

    class Clock(lw.Contact):
        def gap(self, rel: Any, t: Any) -> Any:
            return t - 1.0

    class Words(lw.Contact):
        def gap(self, rel: Any, t: Any) -> Any:
            return "far"

    with refused("start: the gap of contact c is not a number at t = 0: its function is not defined there."):
        thrown(point(Nowhere()), **{"J.z": 1.0})
    with refused("connection 'c': Clock.gap: does not depend on the place of the second end, rel.p."):
        point(Clock())
    with refused("connection 'c': Words: "):
        point(Words())


def test_directions_of_sliding() -> None:
    class Tilted(lw.Contact):
        def gap(self, rel: Any, t: Any) -> Any:
            return rel.p[2]

        def tangents(self, rel: Any, t: Any) -> Any:
            return ((0, 0, 1), (0, 1, 0))

    class Long(Tilted):
        def tangents(self, rel: Any, t: Any) -> Any:
            return ((2, 0, 0), (0, 3, 0))

    for kind in (Tilted, Long):
        with refused(f"connection 'c': {kind.__name__}.tangents: at point 1 they are not unit vectors across"):
            point(kind(friction=0.3))


def test_a_contact_with_a_law_of_force() -> None:
    with refused("Springy: writes a law of force, law(…); a contact has a gap and no law of its own: choose one."):

        class Springy(lw.Contact):
            def gap(self, rel: Any, t: Any) -> Any:
                return rel.p[2]

            def law(self, rel: Any, t: Any) -> Any:
                return 100.0
