"""Remarks about values that are allowed and seldom meant, at their limits and in both formulations."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw

SECTION = lw.Rectangle(0.02, 0.01)


def kinds(model: lw.Model) -> list[str]:
    return [remark.name for remark in model.remarks()]


def resting(friction: Any, **how: Any) -> lw.Model:
    m = lw.Model("ball", **how)
    body = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(friction=friction), m.ground.plane("z"), body.surface())
    return m


@pytest.mark.parametrize(("friction", "is_told"), [(0.3, False), (4.0, False), (30.0, True), (lambda v: 30.0, False)])
def test_friction(friction: Any, is_told: bool) -> None:
    assert ("friction" in kinds(resting(friction))) == is_told
    assert "friction" not in kinds(resting(friction, silence="friction"))


@pytest.mark.parametrize(("g", "is_told"), [(9.81, False), (25.0, False), (981.0, True), (9810.0, True), (0.0, False)])
def test_gravity(g: float, is_told: bool) -> None:
    assert ("gravity" in kinds(lw.Model("m", gravity=(0, 0, -g)))) == is_told


def cantilever(material: lw.Material, **options: Any) -> lw.Model:
    m = lw.Model("cantilever")
    arm = m.body("arm", lw.FlexibleRod(1.0, SECTION, material, modes=2, **options))
    m.connect("clamp", lw.Fixed(), m.ground, arm.at("root"))
    return m


@pytest.mark.parametrize(("E", "is_told"), [(210e9, False), (1e9, False), (210.0, True)])
def test_modulus_of_a_modal_body(E: float, is_told: bool) -> None:
    """By the sag g/ω²; ω of the body is that of the built-in beam, 1.8751² √(EI/ρA) / L², within its reduction."""
    m = cantilever(lw.Material(E, 0.3, 7850.0))
    assert ("modulus" in kinds(m)) == is_told
    if is_told:
        said = next(str(x) for x in m.remarks() if x.name == "modulus")
        exact = 1.8751041**2 * np.sqrt(E * SECTION.Iy / (7850.0 * SECTION.area))
        assert float(said.split("frequency is ")[1].split(" rad/s")[0]) == pytest.approx(exact, rel=0.6)


@pytest.mark.parametrize(("E", "is_told"), [(210e9, False), (1e4, False), (210.0, True)])
def test_modulus_of_an_exact_beam(E: float, is_told: bool) -> None:
    m = lw.Model("beam")
    m.connect("beam", lw.ExactBeam(SECTION, lw.Material(E, 0.3, 7850.0), elements=2, length=1.0), m.ground)
    assert ("modulus" in kinds(m)) == is_told


@pytest.mark.parametrize(("ratio", "is_told"), [(0.02, False), (1.0, False), (2.0, True), (5.0, True)])
def test_damping_ratio(ratio: float, is_told: bool) -> None:
    m = cantilever(lw.STEEL, damping=ratio)
    assert ("damping" in kinds(m)) == is_told
    if is_told:
        said = next(str(x) for x in m.remarks() if x.name == "damping")
        assert float(said.split("mode is ")[1].split(",")[0]) == pytest.approx(ratio, rel=1e-2)


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_notes_of_runs_have_them_in_both_formulations(coordinates: str) -> None:
    m = resting(30.0, gravity=(0, 0, -9810))
    system = lw.compile_model(m, coordinates)
    name = "ball (free).z" if coordinates == "tree" else "ball.z"
    run = lw.simulate(system, {name: 0.6}, 1e-3)
    said = str(run.certificate.notes)
    assert "friction = 30" in said and "gravity is 9810" in said


@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_a_model_that_was_changed_after_compiling_is_told(coordinates: str) -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    m.connect("A", lw.Revolute("y"), m.ground, rod)
    system = lw.compile_model(m, coordinates)
    run = lw.simulate(system, system.rest, 0.01)
    assert not any("compile it again" in note for note in run.certificate.notes)
    m.connect("damper", lw.TorsionSpring(0.0, damping=1.0, axis="y"), m.ground, rod)
    run = lw.simulate(system, system.rest, 0.01)
    assert any("connection 'damper' was added" in note for note in run.certificate.notes)
    m.remove("damper")
    run = lw.simulate(system, system.rest, 0.01)
    assert not any("compile it again" in note for note in run.certificate.notes)


def driven(**initial: float) -> lw.System:
    m = lw.Model("crank")
    rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
    drive = {"angle": lw.Polynomial((0.2, 10.0))}
    m.connect("A", lw.Revolute("y"), m.ground, rod, drive=drive, initial=initial)
    return lw.compile_model(m)


def test_initial_values_of_a_driven_coordinate_must_be_those_of_its_drive() -> None:
    driven(angle=0.2, angle_dot=10.0)
    for given, message in (
        ({"angle": 1.0}, "'angle' is driven and starts at 0.2"),
        ({"angle_dot": 0.0}, "starts at 10"),
    ):
        with pytest.raises(lw.ModelError, match=f"connection 'A': initial: .*{message}. Leave it out"):
            driven(**given)


@pytest.mark.parametrize(("normal", "z", "is_told"), [("z", 0.08, False), ("z", -0.05, False), ("-z", 0.6, True)])
def test_a_body_behind_a_plane_is_told_of_the_normal(normal: str, z: float, is_told: bool) -> None:
    """A ball of 0.2 m that sank by less than that is lifted; one that is wholly behind asks for the other normal."""
    m = lw.Model("ball")
    body = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(), m.ground.plane(normal), body.surface())
    with pytest.raises(lw.ModelError, match=r"contact floor overlaps by") as found:
        lw.simulate(lw.compile_model(m), {"ball (free).z": z}, 0.1)
    assert ("turn the normal" in str(found.value)) == is_told


def test_a_delay_that_is_shorter_than_the_run_is_not_told() -> None:
    for delay, is_told in ((0.05, False), (3.0, True)):
        m = lw.Model("regulator", gravity=(0, 0, 0))
        cart = m.body("cart", mass=1.0, inertia=(1, 1, 1))
        m.connect("rail", lw.Prismatic("x"), m.ground, cart, initial={"displacement": 0.1})
        law = lw.DelayedFormula("-e_delayed", delay=delay, history="start", on=lw.Displacement("x"))
        m.connect("reg", law, m.ground, cart)
        run = lw.simulate(lw.compile_model(m), t_end=0.5)
        assert any("longer than the run of 0.5 s" in note for note in run.certificate.notes) == is_told


@pytest.mark.parametrize(
    ("turn", "is_told"),
    [
        ({"z": 90}, True),
        ({"x": -45}, True),
        ([("y", 180.0)], True),
        ({"z": np.radians(90)}, False),
        ({"z": 3.0}, False),
        (None, False),
        ({"z": 90.5}, False),
    ],
)
def test_frames_turned_by_degrees(turn: Any, is_told: bool) -> None:
    """Their rotation is kept, not their angle: 90 rad are 117°, which nobody writes."""
    m = lw.Model("door")
    m.connect("hinge", lw.Revolute("z"), m.ground.at(0, 0, 0, rotate=turn), m.body("leaf", lw.Rod(1.0, mass=1.0)))
    assert ("degrees" in kinds(m)) == is_told
    m = lw.Model("door", silence="degrees")
    m.connect("hinge", lw.Revolute("z"), m.ground.at(0, 0, 0, rotate=turn), m.body("leaf", lw.Rod(1.0, mass=1.0)))
    assert "degrees" not in kinds(m)


@pytest.mark.parametrize(("density", "is_told"), [(7.85, True), (0.7, True), (25.0, False), (7850.0, False)])
def test_density(density: float, is_told: bool) -> None:
    m = lw.Model("block")
    m.body("block", lw.Box(size=(0.1, 0.1, 0.1), density=density))
    assert ("density" in kinds(m)) == is_told
    beam = lw.Model("beam")
    beam.connect("beam", lw.ExactBeam(SECTION, lw.Material(210e9, 0.3, density), elements=2, length=1.0), beam.ground)
    assert ("density" in kinds(beam)) == is_told
