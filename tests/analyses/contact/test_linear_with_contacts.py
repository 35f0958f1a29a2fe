"""Linear systems with contacts in their modes: rolling, stuck, sliding and open, and none at the edge of a mode."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from tests.contact_models import EARTH, PointOnPlane, planar_body, planar_values

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])


def bowl(friction: float) -> lw.Model:
    """A ball of 0.1 m in a bowl of 0.6 m."""
    m = lw.Model("bowl")
    ball = m.body("ball", lw.Sphere(0.1, mass=1.0))
    contact = lw.UnilateralContact(friction=friction)
    m.connect("bowl", contact, m.ground.sphere(0.6, hollow=True), ball.surface())
    return m


def pace(values: np.ndarray) -> float:
    """The largest circular frequency."""
    return float(np.abs(np.imag(values)).max())


@pytest.mark.few(3)
@BOTH
@pytest.mark.parametrize(("friction", "inertia"), [(0.5, 7.0 / 5.0), (0.0, 1.0)])
@pytest.mark.seed("S0.16")
def test_a_ball_in_a_bowl(coordinates: str, friction: float, inertia: float) -> None:
    """ω² = g/((1 + J/(m r²)) (R − r)): rolling where it sticks, sliding where there is no friction."""
    system = lw.compile_model(bowl(friction), coordinates)
    name = "ball (free).z" if coordinates == "tree" else "ball.z"
    eq = lw.equilibrium(system, {name: -0.5})
    assert eq.margins["bowl"].normal_force == pytest.approx(EARTH, rel=1e-9)
    values = lw.linearize(system, eq).eigenvalues
    assert pace(values) == pytest.approx(np.sqrt(EARTH / (inertia * 0.5)), rel=1e-8)
    assert np.abs(np.real(values)).max() < 1e-4
    assert sum(abs(np.imag(x)) > 1.0 for x in values) == 4


def leaning_rod(spring: float) -> lw.System:
    """A rod on its tip, which sticks, with a spring that holds its head: an inverted pendulum."""
    m = lw.Model("rod")
    rod = planar_body(m, "rod", 1.0, 1.0 / 12.0, "P")
    m.connect("floor", PointOnPlane(friction=2.0), m.ground, rod.at(0, 0, -0.5))
    m.connect("left", lw.Spring(spring, 1.0), m.ground.at(-1.0, 0, 1.0), rod.at(0, 0, 0.5))
    m.connect("right", lw.Spring(spring, 1.0), m.ground.at(1.0, 0, 1.0), rod.at(0, 0, 0.5))
    return lw.compile_model(m)


@pytest.mark.parametrize("spring", [10.0, 1.0])
def test_a_rod_that_stands_on_its_tip(spring: float) -> None:
    """(m l²/3) θ̈ = (m g l/2 − 2 k l²) θ with l = 1: stable where springs are stiff enough."""
    system = leaning_rod(spring)
    eq = lw.equilibrium(system, planar_values("P", 0.0, 0.5))
    lin = lw.linearize(system, eq)
    squared = (EARTH / 2 - 2.0 * spring) * 3.0
    found = max(lin.eigenvalues, key=lambda x: abs(x))
    assert complex(found) ** 2 == pytest.approx(squared, rel=1e-7)
    assert (eq.stability == "unstable") == (squared > 0.0)


def test_small_motions_are_those_of_a_run() -> None:
    """The stuck rod, pushed a little: what the linear system says against a run, to second order in the push."""
    system = leaning_rod(10.0)
    eq = lw.equilibrium(system, planar_values("P", 0.0, 0.5))
    lin = lw.linearize(system, eq, outputs=["P.angle"])
    errors = []
    for push in (1e-3, 5e-4):
        # Turned about its tip, which stays where it is.
        turned = planar_values("P", -0.5 * np.sin(push), 0.5 * np.cos(push), push)
        run = lw.simulate(system, lw.touch(system, system.state(turned)), 0.5, rtol=1e-11, atol=1e-13)
        assert not run.contacts
        w = np.sqrt(3.0 * (20.0 - EARTH / 2))
        errors.append(abs(run["P.angle"][-1] / -push - np.cos(w * 0.5)))
    assert errors[0] < 1e-5 and errors[1] < 0.3 * errors[0]
    assert max(abs(np.imag(lin.eigenvalues))) == pytest.approx(w, rel=1e-7)


def conveyor(slope: float, speed: float) -> tuple[lw.System, lw.State]:
    """A block on a belt that moves, held by a spring; friction 0.4 + slope · speed."""
    m = lw.Model("conveyor")
    belt = m.body("belt", mass=1.0, inertia=(1, 1, 1))
    b = planar_body(m, "b", 2.0, 0.1, "P")
    m.connect("B", lw.Prismatic("x"), m.ground, belt, drive={"displacement": lw.Formula(f"{speed}*t")})
    m.connect("belt contact", PointOnPlane(friction=lambda v: 0.4 + slope * v / (1.0 + v)), belt, b)
    m.connect("spring", lw.Spring(50.0, 1.0), m.ground.at(-1.0, 0, 0), b)
    system = lw.compile_model(m)
    return system, lw.touch(system, system.state({"P.y": 0.1}))


@pytest.mark.parametrize("slope", [0.3, -0.3])
def test_a_block_that_slides_on_a_belt(slope: float) -> None:
    """m ẍ + μ'(v) N ẋ + k x = 0: a friction that falls with the speed makes it oscillate."""
    speed = 1.0
    system, start = conveyor(slope, speed)
    eq = lw.equilibrium(system, start, drives="moving")
    weight = 2.0 * EARTH
    assert eq.modes["belt contact"] == "slip"
    assert eq["P.y"] == pytest.approx((0.4 + slope * 0.5) * weight / 50.0, rel=1e-8)
    mu_prime = slope / (1.0 + speed) ** 2
    expected = np.roots([2.0, -mu_prime * -weight, 50.0])
    found = lw.linearize(system, eq).eigenvalues
    near = [min(abs(x - y) for y in found) for x in expected]
    assert max(near) < 1e-7
    assert (eq.stability == "unstable") == (slope < 0.0)


def test_open_contacts_have_no_part() -> None:
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    m.connect("hinge", lw.Revolute("y"), m.ground, rod)
    m.connect("wall", PointOnPlane(normal=(1.0, 0.0, 0.0), height=-0.2), m.ground, rod.at(0, 0, -0.8))
    system = lw.compile_model(m)
    eq = lw.equilibrium(system, {"hinge.angle": 0.1})
    assert eq.modes["wall"] == "open"
    assert pace(lw.linearize(system, eq).eigenvalues) == pytest.approx(np.sqrt(EARTH * 0.5 / 0.35), rel=1e-9)


def test_a_pendulum_at_a_wall_does_not_move() -> None:
    """Pressed to it, it has no freedom left; just touching it, there is no linear system."""
    m = lw.Model("pendulum")
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    height = lw.Parameter("wall", 0.1)
    m.connect("hinge", lw.Revolute("y"), m.ground, rod)
    m.connect("wall", PointOnPlane(normal=(1.0, 0.0, 0.0), height=height), m.ground, rod.at(0, 0, -0.8))
    system = lw.compile_model(m)
    eq = lw.equilibrium(system, {"hinge.angle": 0.0})
    angle = float(np.arcsin(0.1 / 0.8))
    assert eq["hinge.angle"] == pytest.approx(-angle, abs=1e-9)
    force = EARTH * 0.5 * np.sin(angle) / (0.8 * np.cos(angle))
    assert eq.margins["wall"].normal_force == pytest.approx(force, rel=1e-8)
    assert lw.linearize(system, eq).A.size == 0 and eq.is_stable
    touching = replace(system.rest, parameters={**system.rest.parameters, "wall": 0.0})
    at = lw.touch(system, touching)
    with pytest.raises(lw.ModelError, match=r"linearize: at t = 0 wall: .* there it is about to go on in another way"):
        lw.linearize(system, at)


def test_a_linear_system_along_a_run_has_the_modes_of_the_run() -> None:
    """A ball that falls and lands: two states before, none behind."""
    m = lw.Model("ball")
    ball = m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.connect("J", lw.Prismatic("z"), m.ground, ball)
    m.connect("floor", PointOnPlane(), m.ground, ball)
    system = lw.compile_model(m)
    run = lw.simulate(system, {"J.displacement": 0.5}, 1.0)
    sizes: list[Any] = [len(lin.A) for lin in lw.linearize(system, run.resample(np.array([0.1, 0.2, 0.6, 0.9])))]
    assert sizes == [2, 2, 0, 0]
