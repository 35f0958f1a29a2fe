"""Joints in the same steps as contacts: a pendulum, a hinge of two pins, a table that hangs and stands."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwork.numerics.collision.surfaces import GROUND_BODY, Surface
from linkwork.numerics.contact_steps.stepper import ContactStepper
from tests.numerics.contact_steps.scenes import GRAVITY, box_inertia, rotation, turned

HALF = (0.05, 0.1, 0.5)
INERTIA = box_inertia(2.0, HALF)


def pendulum(scheme: str, dt: float, pins: int) -> float:
    """How far a rod that hangs by its upper end is from where it should be after a second."""
    start = 1.0
    e = turned((0.0, 1.0, 0.0), start)
    upper = np.array([0.0, 0.0, 0.5])
    q = np.concatenate([e, -rotation(e) @ upper])[None]
    aside = np.array([0.0, 0.1, 0.0])
    points = [upper] if pins == 1 else [upper + aside, upper - aside]
    held = [(GROUND_BODY, rotation(e) @ r + q[0, 4:], 0, r) for r in points]
    rod = ContactStepper(
        [2.0], INERTIA, q, np.zeros((1, 6)), [], restitution=[], friction=[], pins=held, dt=dt, scheme=scheme,
        tolerance=1e-12,
    )  # fmt: skip
    rod.run(round(1.0 / dt))
    about = INERTIA[1, 1] + 2.0 * 0.25
    angle = solve_ivp(
        lambda t, x: [x[1], -2.0 * GRAVITY * 0.5 / about * np.sin(x[0])],
        (0.0, 1.0),
        [start, 0.0],
        rtol=1e-11,
        atol=1e-12,
    ).y[0, -1]
    return float(np.linalg.norm(rod.q[0, 4:] - [-0.5 * np.sin(angle), 0.0, -0.5 * np.cos(angle)]))


@pytest.mark.parametrize("pins", [1, 2])
@pytest.mark.parametrize(("scheme", "order"), [("moreau", 1.0), ("leapfrog", 2.0)])
def test_a_pendulum(scheme: str, order: float, pins: int) -> None:
    steps = 1.0 / np.array([100, 200, 400])
    errors = [pendulum(scheme, dt, pins) for dt in steps]
    assert errors[-1] < 1e-2
    assert float(np.polyfit(np.log(steps), np.log(errors), 1)[0]) > order - 0.3


def test_a_row_that_is_given_holds_what_it_says() -> None:
    # A ball on the floor that may not move along x, pushed that way.
    surfaces = [Surface("plane", GROUND_BODY), Surface("sphere", 0, (0.1,))]
    nothing = np.zeros(3)
    ball = ContactStepper(
        [1.0], 4e-3 * np.eye(3), [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1]], np.zeros((1, 6)), surfaces, restitution=[0.0],
        friction=[0.0], dt=1e-3, rows=[(GROUND_BODY, 0, np.array([1.0, 0.0, 0.0]), nothing, nothing, 0.0)],
    )  # fmt: skip
    ball.force[0, 3:] = 5.0, 2.0, 0.0
    ball.run(100)
    assert ball.u[0, 3] == pytest.approx(0.0, abs=1e-9)
    assert ball.u[0, 4] == pytest.approx(0.2, abs=1e-9)
    assert ball.u[0, 5] == pytest.approx(0.0, abs=1e-9)


def test_velocities_that_are_no_numbers_are_told() -> None:
    ball = ContactStepper(
        [1.0],
        np.eye(3),
        [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]],
        np.zeros((1, 6)),
        [],
        restitution=[],
        friction=[],
        dt=1.0,
    )
    ball.force[0, 3] = np.nan
    with pytest.raises(ArithmeticError, match="after 0 steps velocities are not numbers any more"):
        ball.run(3)
