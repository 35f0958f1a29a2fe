"""Moreau's step on trees against the same rule in absolute coordinates, and against what must hold."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

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


def test_a_parameter_of_the_law_is_read_at_every_run() -> None:
    """Falling from 1.5 mm, the crate leaves the floor with e times the speed of its corners."""
    system, start = crate(restitution=lw.Parameter("e", 0.2))
    rises = [lw.simulate(system, start.with_values({"e": e}), 0.03, method="moreau", h=1e-4) for e in (0.0, 0.9)]
    lows, highs = (run["crate.velocity"][:, 2].max() for run in rises)
    assert highs > 0.05 and lows < 0.5 * highs


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


@pytest.mark.slow
def test_what_impulses_take_from_a_drive_is_part_of_the_balance() -> None:
    """The plate gives the ball more energy than a fall has: the drive's work stands against it."""
    system, start = juggled()
    for method in ("moreau", "nonsmooth_alpha"):
        run = lw.simulate(system, start, 0.5, method=method, h=1e-3)
        assert run["ball.position.z"].max() > 0.4 and len(run.contacts) > 0
        assert run.certificate.energy_error < 0.01 * run.certificate.energy_scale


def test_a_motion_without_mass_is_refused() -> None:
    m = lw.Model("massless")
    body = m.body("ball", mass=1.0)  # no inertia to turn
    m.connect("plane", lw.Planar("y"), m.ground, body)
    m.connect("floor", lw.UnilateralContact(friction=0.5), m.ground.plane("z"), body.sphere(0.1))
    system = lw.compile_model(m)
    with pytest.raises(lw.ModelError, match="some motion that constraints allow moves nothing that has mass"):
        lw.simulate(system, system.state({"plane.x": 0.1}), 0.1, method="moreau", h=1e-3)
