"""What collides: momentum, energy, rebounds, and the order of both schemes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface
from linkwork.numerics.contact_steps.stepper import ContactStepper
from tests.numerics.contact_steps.scenes import GRAVITY, box_inertia, kinetic, rotation, turned

SCHEMES = ["moreau", "leapfrog"]


def cluster(
    seed: int, scheme: str, restitution: float, friction: float
) -> tuple[ContactStepper, np.ndarray, np.ndarray]:
    """Boxes, balls and capsules that fly at each other in space."""
    rng = np.random.default_rng(seed)
    places = np.array([(x, y, z) for x in range(2) for y in range(2) for z in range(2)]) * 0.5
    n = len(places)
    surfaces, inertia, mass = [], np.zeros((n, 3, 3)), rng.uniform(0.5, 5.0, n)
    for k in range(n):
        half = tuple(rng.uniform(0.08, 0.2, 3))
        inertia[k] = box_inertia(mass[k], half)
        kind = ("box", "sphere", "capsule", "cylinder")[k % 4]
        size = {"box": half, "sphere": half[:1], "capsule": half[:2], "cylinder": half[:2]}[kind]
        surfaces.append(Surface(kind, k, size))
    q = np.array([np.concatenate([turned(rng.normal(size=3), rng.uniform(0.0, 3.0)), place]) for place in places])
    u = np.concatenate([rng.normal(size=(n, 3)), 1.5 * (places.mean(axis=0) - places)], axis=1)
    stepper = ContactStepper(
        mass, inertia, q, u, surfaces, restitution=[restitution], friction=[friction], dt=2e-3, scheme=scheme,
        gravity=(0.0, 0.0, 0.0), tolerance=1e-11,
    )  # fmt: skip
    return stepper, mass, inertia


def momentum(mass: np.ndarray, inertia: np.ndarray, stepper: ContactStepper) -> np.ndarray:
    """Linear and angular momentum about the origin."""
    q, u = stepper.q, stepper.u
    linear = (mass[:, None] * u[:, 3:]).sum(axis=0)
    turning = [rotation(p[:4]) @ i @ rotation(p[:4]).T @ v[:3] for p, i, v in zip(q, inertia, u, strict=True)]
    about = np.cross(q[:, 4:], mass[:, None] * u[:, 3:]).sum(axis=0) + np.sum(turning, axis=0)
    return np.concatenate([linear, about])


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("law", [(0.0, 0.0), (0.5, 0.3), (1.0, 0.0)])
def test_free_bodies_keep_momentum_and_gain_no_energy(scheme: str, law: tuple[float, float]) -> None:
    touched, gained = 0, []
    for seed in range(4):
        stepper, mass, inertia = cluster(seed, scheme, *law)
        start, energy = momentum(mass, inertia, stepper), kinetic(mass, inertia, stepper.q, stepper.u)
        for _ in range(20):
            stepper.run(20)
            touched += len(stepper.contacts())
            now = kinetic(mass, inertia, stepper.q, stepper.u)
            gained.append(now / energy - 1.0)
            energy = now
        # Angular momentum of a body is kept up to the order of its free turning, and exactly in impacts.
        assert abs(momentum(mass, inertia, stepper) - start)[:3].max() < 1e-10
        assert abs(momentum(mass, inertia, stepper) - start)[3:].max() < 2e-2
    assert touched > 5
    # Euler's equations in a kick and impulses beside them share a step: what is left is of the order of that.
    assert max(gained) < (1e-4 if law[0] < 1.0 else 1e-3)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_elastic_impacts_keep_the_energy(scheme: str) -> None:
    """Moreau's law of all contacts together reflects velocities at a cone: |2 proj u − u| = |u|."""
    for seed in range(3):
        stepper, mass, inertia = cluster(seed, scheme, 1.0, 0.0)
        start = kinetic(mass, inertia, stepper.q, stepper.u)
        assert stepper.run(400).gained < 1e-9 * start
        assert kinetic(mass, inertia, stepper.q, stepper.u) == pytest.approx(start, rel=1e-3)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_energy_that_friction_and_restitution_gain_is_told(scheme: str) -> None:
    """Newton's law with friction may gain (Kane and Levinson): the notes have what the energy shows, step by step."""
    told = seen = 0.0
    for seed in range(4):
        stepper, mass, inertia = cluster(seed, scheme, 1.0, 0.5)
        energy = kinetic(mass, inertia, stepper.q, stepper.u)
        for _ in range(200):
            told += stepper.run(1).gained / energy
            now = kinetic(mass, inertia, stepper.q, stepper.u)
            seen, energy = seen + max(0.0, now / energy - 1.0), now
    assert told > 1e-3
    assert told == pytest.approx(seen, rel=0.3)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("e", [0.0, 0.5, 0.9])
def test_a_ball_rebounds_with_its_restitution(scheme: str, e: float) -> None:
    surfaces = [Surface("plane", GROUND_BODY), Surface("sphere", 0, (0.05,))]
    height, dt = 0.5, 1e-4
    q = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05 + height]])
    ball = ContactStepper(
        [1.0], np.eye(3) * 1e-3, q, np.zeros((1, 6)), surfaces, restitution=[e], friction=[0.0], dt=dt, scheme=scheme
    )
    impact = np.sqrt(2.0 * height / GRAVITY)
    ball.run(round((impact + 0.01) / dt))
    wanted = e * GRAVITY * impact - (0.01 * GRAVITY if e else 0.0)
    assert ball.u[0, 5] == pytest.approx(wanted, abs=5e-3)


def bouncing(scheme: str, dt: float) -> float:
    """Where a ball that bounces once is, less where it should be."""
    surfaces = [Surface("plane", GROUND_BODY), Surface("sphere", 0, (0.05,))]
    height, e, until = 0.5, 0.7, 0.6
    q = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05 + height]])
    ball = ContactStepper(
        [1.0], np.eye(3) * 1e-3, q, np.zeros((1, 6)), surfaces, restitution=[e], friction=[0.0], dt=dt, scheme=scheme
    )
    ball.run(round(until / dt))
    impact = np.sqrt(2.0 * height / GRAVITY)
    left = until - impact
    return float(ball.q[0, 6] - 0.05 - (e * GRAVITY * impact * left - 0.5 * GRAVITY * left * left))


def slope(steps: np.ndarray, errors: np.ndarray) -> float:
    """The order, by regression."""
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_order_across_an_impact_is_one(scheme: str) -> None:
    # The phase of the impact within its step is arbitrary, so the largest error of neighbouring steps counts.
    steps = 0.6 / np.array([100, 200, 400, 800, 1600])
    errors = [max(abs(bouncing(scheme, 0.6 / (round(0.6 / dt) + k))) for k in range(7)) for dt in steps]
    assert slope(steps, np.array(errors)) == pytest.approx(1.0, abs=0.2)


def tumbling(scheme: str, dt: float) -> np.ndarray:
    """A free body that tumbles about its middle axis."""
    inertia = np.diag([1.0, 2.0, 3.0])
    q, u = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]), np.array([[0.1, 2.0, 0.2, 0.0, 0.0, 0.0]])
    body = ContactStepper(
        [1.0], inertia, q, u, [], restitution=[], friction=[], dt=dt, scheme=scheme, gravity=(0.0, 0.0, 0.0)
    )
    body.run(round(2.0 / dt))
    return np.concatenate([body.q[0, :4], body.u[0, :3]])


def euler_reference() -> np.ndarray:
    """The same by Euler's equations in body axes and a Runge–Kutta method."""
    inertia = np.array([1.0, 2.0, 3.0])

    def rate(t: float, x: np.ndarray) -> np.ndarray:
        e, w = x[:4], x[4:]
        turn = 0.5 * np.concatenate([[-e[1:] @ w], e[0] * w + np.cross(e[1:], w)])
        return np.concatenate([turn, np.cross(inertia * w, w) / inertia])

    end = solve_ivp(rate, (0.0, 2.0), [1.0, 0.0, 0.0, 0.0, 0.1, 2.0, 0.2], method="DOP853", rtol=1e-12, atol=1e-13).y[
        :, -1
    ]
    return np.concatenate([end[:4], rotation(end[:4]) @ end[4:]])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_free_turning_is_of_second_order_and_keeps_its_energy(scheme: str) -> None:
    steps, wanted = 2.0 / np.array([50, 100, 200, 400]), euler_reference()
    errors = np.array([abs(tumbling(scheme, dt) - wanted).max() for dt in steps])
    assert slope(steps, errors) == pytest.approx(2.0, abs=0.15)


def down_a_ball(scheme: str, dt: float) -> float:
    """The angle from the top that a sphere has slid down a fixed one without friction, after a time, less exact."""
    radius, small, start, until = 1.0, 0.1, 0.3, 0.5
    reach = radius + small
    surfaces = [Surface("sphere", GROUND_BODY, (radius,)), Surface("sphere", 0, (small,))]
    q = np.array([[1.0, 0.0, 0.0, 0.0, reach * np.sin(start), 0.0, reach * np.cos(start)]])
    body = ContactStepper(
        [1.0], np.eye(3) * 4e-3, q, np.zeros((1, 6)), surfaces, restitution=[0.0], friction=[0.0], dt=dt,
        scheme=scheme, tolerance=1e-12, closed=1e-13, recovery=10.0,
    )  # fmt: skip
    body.run(round(until / dt))
    exact = solve_ivp(
        lambda t, x: [x[1], GRAVITY / reach * np.sin(x[0])], (0.0, until), [start, 0.0], rtol=1e-12, atol=1e-13
    ).y[0, -1]  # fmt: skip
    return float(np.hypot(body.q[0, 4] - reach * np.sin(exact), body.q[0, 6] - reach * np.cos(exact)))


def test_a_closed_contact_is_followed_with_second_order_by_the_leapfrog() -> None:
    steps = 0.5 / np.array([25, 50, 100, 200])
    errors = np.array([down_a_ball("leapfrog", dt) for dt in steps])
    assert slope(steps, errors) == pytest.approx(2.0, abs=0.2)
