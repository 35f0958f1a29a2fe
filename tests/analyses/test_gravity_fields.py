"""Gravity as a function of place and time: motions that are known in closed form, in both formulations."""

from typing import Any

import numpy as np
import pytest

import linkwork as lw

BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
STIFFNESS = lw.Parameter("kappa", 2.0, unit="1/s**2")


def attraction(p: Any, t: Any) -> Any:
    """Towards the origin in proportion to the distance: every component is a harmonic motion."""
    return [-STIFFNESS * x for x in p]


def ball(gravity: Any, coordinates: str, **start: float) -> tuple[lw.System, lw.State]:
    """A ball that nothing holds, and how it starts."""
    m = lw.Model("ball", gravity=gravity, silence="unheld")
    m.body("ball", lw.Sphere(0.01, mass=2.0))
    system = lw.compile_model(m, coordinates)
    joint = "ball (free)" if coordinates == "tree" else "ball"
    return system, system.state({f"{joint}.{name}": value for name, value in start.items()})


@BOTH
def test_a_field_that_has_a_parameter_is_followed_and_judged(coordinates: str) -> None:
    """x = cos(√κ t) for κ of the state; the certificate's work is that of the field."""
    system, start = ball(attraction, coordinates, x=1.0)
    run = lw.simulate(system, start.with_values({"kappa": 3.0}), 2.0, method="radau", rtol=1e-9, atol=1e-11)
    assert run.verdict.is_good
    np.testing.assert_allclose(run["ball.position"][:, 0], np.cos(np.sqrt(3.0) * run.t), atol=1e-7)
    assert run.certificate.energy_scale == pytest.approx(3.0, rel=0.01), "½ m κ x² becomes motion"


@BOTH
def test_a_field_that_is_infinite_at_the_origin(coordinates: str) -> None:
    """A circular orbit about a planet."""
    system, start = ball(
        lambda p, t: [-x / lw.sqrt(p[0] ** 2 + p[1] ** 2 + p[2] ** 2) ** 3 for x in p], coordinates, x=1.0, v_y=1.0
    )
    run = lw.simulate(system, start, 3.0, method="radau")
    assert run.verdict.is_good
    np.testing.assert_allclose(run["ball.position"][-1], [np.cos(3.0), np.sin(3.0), 0.0], atol=1e-7)


@BOTH
@pytest.mark.parametrize("method", ["auto", "radau"])
def test_a_field_of_time(coordinates: str, method: str) -> None:
    """ẍ = a sin ωt: x = a/ω (t − sin ωt / ω)."""
    system, start = ball(lambda p, t: (3.0 * lw.sin(5.0 * t), 0.0, 0.0), coordinates)
    run = lw.simulate(system, start, 1.0, method=method, rtol=1e-8, atol=1e-10)
    assert run.verdict.is_good
    np.testing.assert_allclose(run["ball.position"][:, 0], 0.6 * (run.t - np.sin(5.0 * run.t) / 5.0), atol=2e-5)


@BOTH
def test_a_field_that_is_uniform_is_gravity(coordinates: str) -> None:
    """A pendulum in a field that is the same everywhere moves as under three numbers, and is judged alike."""
    runs = []
    for gravity in ((0.0, 0.0, -9.81), lambda p, t: (0.0, 0.0, -9.81)):
        m = lw.Model("pendulum", gravity=gravity)
        rod = m.body("rod", lw.Rod(length=1.0, mass=2.0))
        m.connect("A", lw.Revolute("y"), m.ground, rod)
        system = lw.compile_model(m, coordinates)
        runs.append(lw.simulate(system, system.rest, 1.0, times=11, rtol=1e-9, atol=1e-11, method="radau"))
    uniform, field = runs
    np.testing.assert_allclose(field["A.angle"], uniform["A.angle"], atol=1e-7)
    assert field.verdict.is_good and uniform.verdict.is_good


def test_members_of_a_batch_fall_in_a_field() -> None:
    system, start = ball(attraction, "tree", x=1.0)
    members = lw.simulate_many(system, [start.with_values({"kappa": kappa}) for kappa in (1.0, 4.0)], 1.0)
    for run, kappa in zip(members, (1.0, 4.0), strict=True):
        assert run.verdict.is_good
        assert run["ball.position"][-1, 0] == pytest.approx(np.cos(np.sqrt(kappa)), abs=1e-7)


@pytest.mark.few(1)
@BOTH
def test_derivatives_by_a_parameter_of_a_field(coordinates: str) -> None:
    """∂x/∂κ = −t sin(√κ t) / (2 √κ)."""
    system, start = ball(attraction, coordinates, x=1.0)
    name = "ball.x" if coordinates == "absolute" else "ball (free).x"
    found = lw.sensitivities(system, start, 1.0, parameters=["kappa"], method="radau")[name]
    t, root = 1.0, np.sqrt(2.0)
    assert found.gradient[-1, 0] == pytest.approx(-t * np.sin(root * t) / (2.0 * root), rel=1e-6)


def dropped(gravity: Any, **how: Any) -> lw.Trajectory:
    """A ball that falls by 0.8 m and bounces with half its speed."""
    m = lw.Model("ball", gravity=gravity)
    body = m.body("ball", lw.Sphere(0.1, mass=1.0))
    m.connect("floor", lw.UnilateralContact(restitution=0.5), m.ground.plane("z"), body.surface())
    return lw.simulate(lw.compile_model(m), {"ball (free).z": 0.9}, 0.6, **how)


@pytest.mark.few(1)
@pytest.mark.parametrize("coordinates", ["tree", "absolute"])
def test_branches_of_a_field_are_landed_on_and_passed(coordinates: str) -> None:
    """Free fall by 9.81 m/s² above a level and by 3 m/s² below it, both known: the centre of mass meets it, not the
    origin of the body."""
    level = lw.Parameter("level", -0.5)
    m = lw.Model("fall", gravity=lambda p, t: (0, 0, lw.where(p[2] > level, -9.81, -3.0)), silence="unheld")
    m.body("ball", mass=1.0, com=(0, 0, 0.1), inertia=(1, 1, 1))
    system = lw.compile_model(m, coordinates)
    start = {"ball (free).z" if coordinates == "tree" else "ball.z": -0.1}

    def height(z: float) -> float:
        met = np.sqrt(-2.0 * z / 9.81)
        return float(z - 9.81 * met * (1.0 - met) - 1.5 * (1.0 - met) ** 2 - 0.1)

    run = lw.simulate(system, start, 1.0)
    assert run["ball.position"][-1, 2] == pytest.approx(height(-0.5), abs=1e-8) and run.verdict.is_good
    found = lw.sensitivities(system, start, 1.0, parameters=["level"], times=[1.0])
    wanted = (height(-0.5 + 1e-6) - height(-0.5 - 1e-6)) / 2e-6
    assert found["ball.position"].gradient[-1].ravel() == pytest.approx([0.0, 0.0, wanted], abs=1e-6)
    assert found.verdict.is_good


def test_branches_of_a_field_that_are_not_followed_are_doubtful() -> None:
    gust = lw.opaque(lambda x: -9.81 if x > -0.5 else -3.0, inputs=1, jacobian=lambda x: [[0.0]], name="gust")
    k = lw.Parameter("k", 1.0)
    m = lw.Model("fall", gravity=lambda p, t: (0, 0, k * gust(p[2])), silence="unheld")
    m.body("ball", mass=1.0, inertia=(1, 1, 1))
    found = lw.sensitivities(lw.compile_model(m), None, 1.0, parameters=["k"], times=[1.0])
    assert not found.verdict.is_good and "gravity field" in str(found.verdict)


def test_a_ball_falls_on_a_floor_in_a_field() -> None:
    """It meets the floor at √(2 h / g) = 0.4 s with 4 m/s, and is 0.2 s later at 2·0.2 − 5·0.2² above it."""
    run = dropped(lambda p, t: (0.0, 0.0, -10.0 + 0.0 * p[0]))
    assert run.verdict.is_good
    assert run["ball.position"][-1, 2] == pytest.approx(0.1 + 0.4 - 0.2, abs=1e-9)


@pytest.mark.few(1)
@pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])
def test_steps_over_impacts_are_those_of_uniform_gravity(method: str) -> None:
    field = dropped(lambda p, t: (0.0, 0.0, -10.0 + 0.0 * p[0]), method=method, h=1e-3)
    uniform = dropped((0.0, 0.0, -10.0), method=method, h=1e-3)
    np.testing.assert_allclose(field["ball.position"], uniform["ball.position"], atol=1e-12)


def test_a_cable_hangs_in_a_field() -> None:
    """Its lowest node is below its ends along the field."""
    m = lw.Model("cable", gravity=lambda p, t: (0.0, -9.81 + 0.0 * t, 0.0))
    rope = lw.Cable(section=lw.Circle(0.01), material=lw.STEEL, elements=6, length=2.0)
    m.connect("rope", rope, m.ground, m.ground.at(1.5, 0, 0))
    system = lw.compile_model(m)
    middle = system.channels(system.rest)["rope/node3.position"]
    assert middle[1] < -0.5 and abs(middle[2]) < 1e-9


def test_a_heap_in_a_field_is_refused() -> None:
    m = lw.Model("heap", gravity=lambda p, t: (0.0, 0.0, -9.81 - 0.0 * p[0]))
    boxes = [m.body(name, lw.Box(size=(0.1, 0.1, 0.1), mass=1.0)) for name in ("low", "high")]
    m.connect("touch", lw.ContactGroup(), m.ground.plane("z"), *(box.surface() for box in boxes))
    system = lw.compile_model(m, "absolute")
    with pytest.raises(lw.ModelError, match=r"model 'heap': heaps of bodies fall by a uniform gravity"):
        lw.simulate(system, {"low.z": 0.06, "high.z": 0.2}, 0.1, method="moreau", h=1e-3)
