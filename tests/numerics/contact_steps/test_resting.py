"""What rests: stacks, mass ratios, redundant feet, inclines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface
from linkwork.numerics.contact_steps.stepper import ContactStepper
from tests.numerics.contact_steps.scenes import GRAVITY, box_inertia, boxes, rotation, stack, turned

SCHEMES = ["moreau", "leapfrog"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_ten_boxes_rest_for_ten_seconds(scheme: str) -> None:
    stepper = stack(10, scheme=scheme, tolerance=1e-8, dt=2e-2)
    before = stepper.q
    notes = stepper.run(500)
    assert notes.unfinished == 0
    assert abs(stepper.q - before).max() < 1e-9
    floor = [contact for contact in stepper.contacts() if contact.first == 0]
    assert sum(contact.impulse[2] for contact in floor) / 2e-2 == pytest.approx(10.0 * GRAVITY, rel=1e-8)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("masses", [[1.0, 100.0], [100.0, 1.0], [1.0, 100.0, 1.0, 100.0]])
def test_mass_ratios(scheme: str, masses: list[float]) -> None:
    stepper = stack(len(masses), mass=masses, scheme=scheme, tolerance=1e-8)
    before = stepper.q
    assert stepper.run(200).unfinished == 0
    assert abs(stepper.q - before).max() < 1e-9


@pytest.mark.parametrize("scheme", SCHEMES)
def test_boxes_that_are_dropped_come_to_rest_on_each_other(scheme: str) -> None:
    gaps = np.array([(0.0, 0.0, 0.1 + 0.2 * k + 2e-3 * (k + 1)) for k in range(5)])
    stepper = boxes(gaps, scheme=scheme, dt=1e-3, tolerance=1e-7)
    stepper.run(500)
    rest = [0.1 + 0.2 * k for k in range(5)]
    # Moreau's scheme lets bodies in by v dt, the other one by nothing.
    assert abs(stepper.q[:, 6] - rest).max() < (2e-3 if scheme == "moreau" else 1e-7)
    assert abs(stepper.u).max() < 1e-6


def table(feet: list[tuple[float, float]], friction: float, u: list[float]) -> ContactStepper:
    """A table on spheres as feet."""
    half = (0.4, 0.3, 0.05)
    surfaces = [Surface("plane", GROUND_BODY)]
    surfaces += [Surface("sphere", 0, (0.01,), (x, y, -0.4)) for x, y in feet]
    q = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.41]])
    inertia, law = box_inertia(10.0, half), {"restitution": [0.0], "friction": [friction]}
    return ContactStepper([10.0], inertia, q, [u], surfaces, **law, dt=1e-3, tolerance=1e-12)


@pytest.mark.parametrize(
    ("friction", "u"), [(0.0, [0.0, 0.0, 0.3, 0.2, 0.1, 0.0]), (0.4, [0.0, 0.0, 0.0, 0.5, 0.2, 0.0])]
)
def test_a_table_moves_alike_on_redundant_feet(friction: float, u: list[float]) -> None:
    # With friction and spin the moment would depend on loads, which are not unique.
    corners = [(0.4, 0.3), (-0.4, 0.3), (-0.4, -0.3), (0.4, -0.3)]
    one, two = table(corners, friction, u), table([*corners, *corners], friction, u)
    one.run(100)
    two.run(100)
    assert abs(one.q - two.q).max() < 1e-9
    assert abs(one.u - two.u).max() < 1e-9


def on_incline(angle: float, friction: float, half: tuple[float, float, float], **options: Any) -> ContactStepper:
    """A box on a plane that falls along x."""
    e = turned((0.0, 1.0, 0.0), angle)
    R = rotation(e)
    plane = Surface("plane", GROUND_BODY, rotation=R)
    q = np.concatenate([e, R @ [0.0, 0.0, half[2]]])[None]
    surfaces = [plane, Surface("box", 0, half)]
    inertia = box_inertia(2.0, half)
    options = {"dt": 1e-3, "tolerance": 1e-11, **options}
    return ContactStepper(
        [2.0], inertia, q, np.zeros((1, 6)), surfaces, restitution=[0.0], friction=[friction], **options
    )


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_box_sticks_below_the_angle_of_friction_and_slides_above(scheme: str) -> None:
    half, friction = (0.2, 0.2, 0.05), 0.5
    still = on_incline(np.arctan(friction) - 0.01, friction, half, scheme=scheme)
    before = still.q
    still.run(500)
    assert abs(still.q - before).max() < 1e-9
    angle = np.arctan(friction) + 0.1
    sliding = on_incline(angle, friction, half, scheme=scheme)
    sliding.run(500)
    along = rotation(turned((0.0, 1.0, 0.0), angle)) @ [1.0, 0.0, 0.0]
    wanted = GRAVITY * (np.sin(angle) - friction * np.cos(angle)) * 0.5
    assert sliding.u[0, 3:] @ along == pytest.approx(wanted, rel=1e-8)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_box_tips_at_the_ratio_of_its_sides(scheme: str) -> None:
    half = (0.05, 0.05, 0.2)
    limit = np.arctan(half[0] / half[2])
    for angle, tips in ((limit - 0.005, False), (limit + 0.005, True)):
        box = on_incline(angle, 2.0, half, scheme=scheme)
        before = box.q
        box.run(500)
        moved = abs(box.q[0, :4] - before[0, :4]).max()
        assert (moved > 1e-3) if tips else (moved < 1e-9)


def tumbling_boxes(n: int, **options: Any) -> ContactStepper:
    """Boxes that are turned anyhow and fall onto each other."""
    rng = np.random.default_rng(5)
    q = np.zeros((n, 7))
    for k in range(n):
        layer, at = divmod(k, 4)
        q[k, :4] = turned(rng.normal(size=3), rng.uniform(0.0, 3.0))
        q[k, 4:] = np.array([0.4 * (at % 2), 0.4 * (at // 2), 0.2 + 0.36 * layer]) + rng.uniform(-0.02, 0.02, 3)
    return boxes(q[:, 4:], q=q, **options)


def far_from_law(stepper: ContactStepper, friction: float, dt: float) -> float:
    """By how much contacts of the last step of Moreau's scheme miss Coulomb's law, as impulses of a unit mass."""
    worst = 0.0
    q, u = stepper.q, stepper.u
    for contact in stepper.contacts():
        speeds = []
        for surface in (contact.second, contact.first):
            body = surface - 1
            # Half a step was drifted since, with these velocities.
            at = contact.point if body < 0 else contact.point - (q[body, 4:] - 0.5 * dt * u[body, 3:])
            speeds.append(np.zeros(3) if body < 0 else u[body, 3:] + np.cross(u[body, :3], at))
        gamma, n = speeds[0] - speeds[1], contact.normal
        normal, along = contact.impulse @ n, gamma @ n
        rub, slip = contact.impulse - normal * n, gamma - along * n
        worst = max(worst, -normal, -along, min(normal, along))
        worst = max(worst, float(np.linalg.norm(rub)) - friction * normal)
        if friction * normal - np.linalg.norm(rub) > 1e-4 * normal:
            worst = max(worst, min(float(np.linalg.norm(slip)), normal))
    return worst


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_tumbling_heap_is_solved_in_every_step(scheme: str) -> None:
    """Edges on edges, faces on faces, more contacts than the bodies have freedoms, all of them landing and sliding."""
    heap = tumbling_boxes(16, dt=4e-3, tolerance=1e-6, scheme=scheme)
    touched = 0
    for _ in range(20):
        notes = heap.run(10)
        assert notes.unfinished == 0, notes
        touched = max(touched, len(heap.contacts()))
        if scheme == "moreau":
            assert far_from_law(heap, 0.5, 4e-3) < 1e-5
    assert touched > 30
    assert notes.overlap < 0.02


def test_what_is_not_solved_is_told_with_its_place() -> None:
    heap = tumbling_boxes(16, dt=4e-3, tolerance=1e-6, sweeps=3, pause=0)
    notes = heap.run(150)
    assert notes.unfinished > 0
    assert notes.residual > 1e-6
    assert notes.sweeps_at_worst in (3, 4)
    assert notes.worst is not None
    assert notes.worst[0] != notes.worst[1]


@pytest.mark.slow
def test_a_wall_of_a_hundred_bricks_settles() -> None:
    half, bricks = 0.1, []
    for layer in range(8):
        n = 16 - layer
        bricks += [((k - 0.5 * (n - 1)) * 2.04 * half, 0.0, half + 2.0 * half * layer) for k in range(n)]
    rest = np.array(bricks)
    start = rest + np.array([0.0, 0.0, 1.0]) * (1e-3 * (1.0 + rest[:, 2:] // (2.0 * half)))
    stepper = boxes(start, scheme="leapfrog", tolerance=1e-5, closed=1e-6, sweeps=400)
    notes = stepper.run(100)
    assert notes.unfinished == 0
    assert abs(stepper.q[:, 4:] - rest).max() < 1e-4 * 2.0 * half
    assert abs(stepper.u).max() < 1e-5
