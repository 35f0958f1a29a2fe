"""Moreau's step in native code against the same rule in plain NumPy, which solves contact problems by other means."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analyses.contact.contact_table import contact_table
from linkwork.analyses.contact.time_step import MoreauStep
from linkwork.analyses.methods.tree_step import TreeStep

SIZE = (0.4, 0.3, 0.2)
CORNERS = [(x * SIZE[0] / 2, y * SIZE[1] / 2, -SIZE[2] / 2) for x in (-1, 1) for y in (-1, 1)]


def crate(**law: Any) -> tuple[lw.System, lw.State]:
    """A crate that falls on three corners of its base, turning: a contact in space each."""
    m = lw.Model("crate")
    body = m.body("crate", lw.Box(size=SIZE, mass=2.0))
    m.connect("flight", lw.Free(), m.ground, body)
    m.connect("floor", lw.UnilateralContact(**law), m.ground.plane("z"), body.tips(CORNERS[:3]))
    system = lw.compile_model(m)
    speeds = {"flight.v_x": 1.0, "flight.v_y": 0.4, "flight.w_z": 2.0, "flight.w_x": 0.3}
    return system, system.state({"flight.z": 0.1015, **speeds})


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[lw.System, lw.State]:
    monkeypatch.syspath_prepend(Path(__file__).parents[3])
    module = importlib.import_module(f"examples.{name}")
    system = lw.compile_model(module.model())
    return system, module.start(system)


def largest_difference(system: lw.System, start: lw.State, h: float, steps: int, since: int = 0) -> tuple[float, int]:
    """(largest difference of a step by both from the same state, how many points took part at most)."""
    table = contact_table(system)
    state = table.with_switches(start, [{} for _ in table.points])
    native, plain = TreeStep(table), MoreauStep(table)
    guess: dict[int, np.ndarray] = {}
    largest, most = 0.0, 0
    for k in range(steps):
        found = native(state, h, guess)
        if k >= since:
            wanted = plain(state, h, guess)
            pairs = [(found.state.q, wanted.state.q), (found.state.u, wanted.state.u), (found.depth, wanted.depth)]
            largest = max(largest, *(float(np.abs(np.subtract(*pair)).max()) for pair in pairs))
            assert found.impacts == wanted.impacts
            most = max(most, len(found.impulses))
        state, guess = found.state, dict(found.impulses)
    return largest, most


@pytest.mark.parametrize(
    ("name", "h", "steps", "since", "points"),
    [
        ("rocking_block", 4e-3, 150, 100, 2),  # lands on its other corner
        ("walking_wheel", 4e-3, 80, 0, 2),  # the old foot lifts where the next one lands
        ("woodpecker", 4e-4, 100, 0, 1),
        ("ratchet", 4e-3, 100, 0, 1),  # goes one way, and has no gap
        ("gripper", 4e-3, 12, 0, 4),  # loops, a drive, four points that share their load
    ],
)
def test_a_step_is_that_of_plain_arrays(
    name: str, h: float, steps: int, since: int, points: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    largest, most = largest_difference(*example(name, monkeypatch), h, steps, since)
    assert largest < 1e-9 and most >= points


@pytest.mark.parametrize(
    "law", [{"friction": 0.3, "restitution": 0.4}, {"friction": 0.2, "static_friction": 0.5}, {"restitution": 0.7}]
)
def test_points_in_space_hit_slide_and_stick_as_by_plain_arrays(law: dict[str, float]) -> None:
    largest, most = largest_difference(*crate(**law), 2e-3, 60)
    assert largest < 1e-9 and most >= 2


def test_friction_that_falls_with_speed_is_that_of_the_speed() -> None:
    system, start = crate(friction=lambda speed: 0.2 + 0.3 / (1.0 + speed))
    assert largest_difference(system, start, 2e-3, 40)[0] < 1e-9


def test_a_parameter_of_the_law_is_read_at_every_run() -> None:
    e = lw.Parameter("e", 0.2)
    system, start = crate(restitution=e)
    assert largest_difference(system, start.with_values({"e": 0.9}), 2e-3, 30)[0] < 1e-9


def juggled() -> tuple[lw.System, lw.State]:
    """A ball above a plate that is driven up and down."""
    m = lw.Model("juggler")
    plate = m.body("plate", lw.Box(size=(0.2, 0.2, 0.02), mass=1.0))
    ball = m.body("ball", lw.Sphere(radius=0.05, mass=0.5))
    shaking = lw.Sine(amplitude=0.05, omega=30.0)
    m.connect("lift", lw.Prismatic("z"), m.ground, plate, drive={"displacement": shaking})
    m.connect("flight", lw.Prismatic("z"), m.ground, ball)
    m.connect("hit", lw.UnilateralContact(restitution=0.6), plate.plane("z"), ball.sphere(0.05))
    system = lw.compile_model(m)
    return system, system.state({"flight.displacement": 0.2})


def test_what_impulses_take_from_a_drive_is_part_of_the_balance() -> None:
    """The plate gives the ball more energy than a fall has: the drive's work stands against it."""
    system, start = juggled()
    assert largest_difference(system, start, 2e-3, 200)[0] < 1e-9
    for method in ("moreau", "nonsmooth_alpha"):
        run = lw.simulate(system, start, 0.5, method=method, h=1e-3)
        assert run["ball.position.z"].max() > 0.4 and len(run.contacts) > 0
        assert run.certificate.energy_error < 0.01 * run.certificate.energy_scale


def test_a_table_on_four_legs_stands_still() -> None:
    """Loads of the legs are not unique; that nothing moves is."""
    m = lw.Model("table")
    body = m.body("table", lw.Box(size=SIZE, mass=2.0))
    m.connect("flight", lw.Free(), m.ground, body)
    m.connect("floor", lw.UnilateralContact(friction=0.5), m.ground.plane("z"), body.tips(CORNERS))
    system = lw.compile_model(m)
    run = lw.simulate(system, system.state({"flight.z": 0.1}), 0.2, method="moreau", h=1e-3)
    assert np.abs(run.q - run.q[0]).max() < 1e-12
    total = sum(run[f"floor.point {k + 1}.normal_force"][1:] for k in range(4))
    np.testing.assert_allclose(total, 2.0 * 9.81, rtol=1e-9)


def test_a_motion_without_mass_is_refused() -> None:
    m = lw.Model("massless")
    body = m.body("ball", mass=1.0)  # no inertia to turn
    m.connect("plane", lw.Planar("y"), m.ground, body)
    m.connect("floor", lw.UnilateralContact(friction=0.5), m.ground.plane("z"), body.sphere(0.1))
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match="some motion that constraints allow moves nothing that has mass"):
        lw.simulate(system, system.state({"plane.x": 0.1}), 0.1, method="moreau", h=1e-3)
