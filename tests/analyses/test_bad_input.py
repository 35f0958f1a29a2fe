"""What cannot be solved is said in words: no mass, contradictions, drives that loops cannot follow, fixed values."""

import numpy as np
import pytest

import linkwork as lw
from tests.analyses.mechanisms import four_bar


def tied(*laws: object) -> lw.System:
    """Two slides tied by couplings."""
    m = lw.Model("tied", gravity=(0, 0, 0))
    one, two = (m.body(name, mass=1.0, inertia=(1, 1, 1)) for name in ("one", "two"))
    m.connect("A", lw.Prismatic("x"), m.ground, one)
    m.connect("B", lw.Prismatic("x"), m.ground, two)
    for k, law in enumerate(laws):
        m.connect(f"law{k}", lw.Coupling(law), "A.displacement", "B.displacement")
    return lw.compile_model(m)


def test_contradictory_constraints_are_named() -> None:
    system = tied(lambda a, b: a - b, lambda a, b, t: a - b - 3 * t * t)
    for method in ("auto", "multipliers", "pseudo-inverse", "complement"):
        with pytest.raises(lw.ModelError) as caught:
            lw.accelerations(system, system.rest, method)
        assert str(caught.value) == (
            "model 'tied': constraints contradict each other: no accelerations meet constraint 'law0' and constraint "
            "'law1'; they are off by 3 per second squared. Remove one of them, or drive fewer coordinates; mobility(…) "
            "says which repeat each other."
        )
    with pytest.raises(lw.ModelError, match="cannot be assembled"):
        lw.assemble(tied(lambda a, b: a - b, lambda a, b: a - b - 0.1))


def test_a_drive_that_the_loop_cannot_follow_is_named() -> None:
    m = lw.Model("twice")
    bars = [m.body(n, lw.Rod(length=1.0, mass=1.0)) for n in ("crank", "coupler", "rocker")]
    m.connect("A", lw.Revolute("z"), m.ground, bars[0], drive={"angle": lw.Polynomial((np.pi / 3, 0.0, 1.0))})
    m.connect(
        "B", lw.Revolute("z"), bars[0].at(1, 0, 0), bars[1], drive={"angle": lw.Polynomial((-np.pi / 3, 0.0, 1.0))}
    )
    m.connect("C", lw.Revolute("z"), bars[1].at(1, 0, 0), bars[2])
    m.connect("D", lw.Revolute("z"), bars[2].at(1, 0, 0), m.ground.at(2, 0, 0))
    system = lw.compile_model(m)
    state = system.state({"C.angle": -np.pi / 3})
    with pytest.raises(
        lw.ModelError, match=r"no accelerations meet joint 'D' with A.angle and B.angle given; they are off by"
    ):
        lw.accelerations(system, state)


def test_a_driven_loop_that_ends_where_it_cannot_go_on() -> None:
    system = four_bar((2.0, 1.0, 1.0), 2.0, lw.Polynomial((0.3, 1.0)))
    run = lw.kinematics(system, lw.assemble(system, guess={"B.angle": 1.0, "C.angle": 1.0}), t_end=3.0)
    assert not run.complete and "joint 'D'" in run.message and "cannot be kept closed" in run.message


def test_a_massless_leaf_that_nothing_holds_does_not_compile() -> None:
    m = lw.Model("pointer")
    arm = m.body("arm", lw.Rod(length=1.0, mass=1.0))
    needle, flag = (m.body(name, mass=0.0) for name in ("needle", "flag"))
    m.connect("A", lw.Revolute("y"), m.ground, arm)
    m.connect("B", lw.Universal(), arm.at(1, 0, 0), needle)
    m.connect("C", lw.Fixed(), needle, flag)
    with pytest.raises(lw.ModelError) as caught:
        lw.compile_model(m)
    assert str(caught.value) == (
        "body 'needle' has no mass and no inertia, carries none, and nothing but joint 'B' holds it: B.first_dot, "
        "B.second_dot cannot be determined. Give the body mass and inertia, drive or lock what moves it, or connect it "
        "further."
    )


@pytest.mark.parametrize("held", ["drive", "fixed", "coupling", "mass", "parameter"])
def test_a_massless_leaf_that_something_holds(held: str) -> None:
    m = lw.Model("pointer")
    arm = m.body("arm", lw.Rod(length=1.0, mass=1.0))
    mass = {"mass": 0.1, "parameter": lw.Parameter("m", 0.1)}.get(held, 0.0)
    needle = m.body("needle", mass=mass, com=(0.1, 0, 0))
    m.connect("A", lw.Revolute("y"), m.ground, arm)
    hinge = lw.Fixed() if held == "fixed" else lw.Revolute("y")
    drive = {"angle": lw.Polynomial((0.0, 1.0))} if held == "drive" else {}
    m.connect("B", hinge, arm.at(1, 0, 0), needle, drive=drive)
    if held == "coupling":
        m.connect("gear", lw.Gear(ratio=2.0), "A.angle", "B.angle")
    system = lw.compile_model(m)
    found = lw.accelerations(system, system.rest)
    if held not in ("mass", "parameter"):  # the arm does not feel it: a rod about its end
        assert found["A.angle_dot"] == pytest.approx(9.81 * 0.5 / (1 / 3))


def massless_coupler() -> lw.Model:
    """A rod without mass between two sliders at a right angle: Σ m v² along the motion, the rod only ties them."""
    m = lw.Model("trammel", gravity=(0, 0, 0))
    one, two = (m.body(name, mass=mass, inertia=(1, 1, 1)) for name, mass in (("one", 2.0), ("two", 3.0)))
    rod = m.body("rod", mass=0.0)
    m.connect("x", lw.Prismatic("x"), m.ground, one)
    m.connect("y", lw.Prismatic("y"), m.ground, two)
    m.connect("pin", lw.Revolute("z"), one, rod)
    m.connect("far", lw.Spherical(), rod.at(5, 0, 0), two)
    m.connect("push", lw.AppliedForce((1.0, 0, 0)), one)
    return m


def test_constraints_make_massless_bodies_determinate() -> None:
    system = lw.compile_model(massless_coupler())
    # x = 3, y = 4 on the circle of the rod, at rest: 3 ẍ + 4 ÿ = 0 and 2 ẍ δx + 3 ÿ δy = δx with δy = −¾ δx.
    angle = np.arctan2(4.0, -3.0)
    state = lw.assemble(system, fixed={"x.displacement": 3.0, "y.displacement": 4.0}, guess={"pin.angle": angle})
    found = lw.accelerations(system, state)
    assert found.method == "robust"
    assert found["x.displacement_dot"] == pytest.approx(1.0 / (2.0 + 3.0 * 9 / 16))
    assert found["y.displacement_dot"] == pytest.approx(-0.75 * found["x.displacement_dot"])
    with pytest.raises(lw.ModelError, match="the compiled solution has no sound pivots here: rows repeat each"):
        lw.accelerations(system, state, "compiled")
    for method in ("multipliers", "pseudo-inverse"):
        with pytest.raises(lw.ModelError, match=f"method '{method}' needs a mass matrix that is positive definite"):
            lw.accelerations(system, state, method)


def test_what_has_no_inertia_is_named_where_constraints_leave_it_loose() -> None:
    m = massless_coupler()
    m.remove("pin")
    m.connect("pin", lw.Spherical(), m["one"], m["rod"], tree="branch")  # the rod may now turn about itself
    system = lw.compile_model(m)
    guess = {"x.displacement": 3.0, "y.displacement": 4.0, "pin.e0": 0.45, "pin.e3": 0.89}
    state = lw.assemble(system, guess=guess)
    with pytest.raises(lw.ModelError) as caught:
        lw.accelerations(system, state)
    text = str(caught.value)
    assert "model 'trammel': the accelerations are not determined: pin.w_x of body 'rod' can change without" in text
    assert "Give the body mass and inertia about every axis" in text


def test_a_spring_alone_does_not_determine_accelerations() -> None:
    m = lw.Model("ring")
    ring = m.body("ring", mass=0.0)
    m.connect("slide", lw.Translation(), m.ground, ring)
    m.connect("spring", lw.Spring(10.0, length=0.1), m.ground.at(1, 0, 0), ring)
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match=r"slide.x_dot, slide.y_dot and slide.z_dot of body 'ring' can change"):
        lw.accelerations(system, system.rest)


def test_small_bodies_beside_large_ones_are_not_taken_for_massless() -> None:
    """A gear of 1e-9 kg·m² in a ship of 1e5 kg moves by its own torque, also where rows repeat."""
    m = lw.Model("ship", gravity=(0, 0, 0))
    hull = m.body("hull", mass=1e5, inertia=(1e5, 1e5, 1e5))
    gear = m.body("gear", mass=1e-3, inertia=(1e-9, 1e-9, 1e-9))
    m.connect("sea", lw.Prismatic("x"), m.ground, hull)
    m.connect("axle", lw.Revolute("z"), hull, gear)
    m.connect("twist", lw.AppliedMoment((0, 0, 1e-9)), gear)
    for name in ("rail", "again"):
        m.connect(name, lw.PointInPlane(normal="x"), m.ground, hull)
    system = lw.compile_model(m)
    found = lw.accelerations(system, system.rest)
    assert found.method == "robust" and found.redundant == 1
    assert found["axle.angle_dot"] == pytest.approx(1.0, rel=1e-6)


def test_what_is_given_instead_of_a_system_a_state_or_events_is_named() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("-y"), m.ground, rod)
    system = lw.compile_model(m)
    for analysis in (lw.simulate, lw.loads, lw.accelerations):
        with pytest.raises(lw.ModelError, match=r"system = .*; give a system; compile the model first"):
            analysis(m, None)
        with pytest.raises(lw.ModelError, match=r"1\.0 is not a state; give a state, system\.state"):
            analysis(system, 1.0)
    for analysis in (lw.assemble, lw.equilibrium):
        with pytest.raises(lw.ModelError, match="compile the model first"):
            analysis(m)
    event = lw.Event("level", "A.angle")
    with pytest.raises(lw.ModelError, match=r"events are given in a list: events=\[level\]"):
        lw.simulate(system, None, 1.0, events=event)  # type: ignore[arg-type]
    with pytest.raises(lw.ModelError, match="'level' is not an event"):
        lw.simulate(system, None, 1.0, events=["level"])  # type: ignore[list-item]


def test_values_by_name_and_equilibria_are_states() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", lw.Rod(length=1.0, mass=1.0))
    m.connect("A", lw.Revolute("-y"), m.ground, rod)
    system = lw.compile_model(m)
    values = {"A.angle": 0.5}
    assert lw.simulate(system, values, 0.1)["A.angle"][0] == 0.5
    here = lw.loads(system, system.state(values))["A"].force
    np.testing.assert_array_equal(lw.loads(system, values)["A"].force, here)
    rest = lw.equilibrium(system, {"A.angle": -1.0})
    assert lw.simulate(system, rest, 0.1)["A.angle"][0] == rest["A.angle"]
