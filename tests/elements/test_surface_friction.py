"""Surfaces on one side with dry friction: as pairs that have formulas, in both formulations, by events and steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

FRICTION = {"restitution": 0.3, "friction": 0.3}
BY_EVENTS: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-11}
BY_STEPS: dict[str, Any] = {"contact": "stepping", "h": 1e-3}


def ball(is_special: bool) -> lw.Model:
    """A ball on a ball."""
    m = lw.Model("ball")
    own = m.body("body", lw.Sphere(0.1, mass=1.0))
    below = m.ground.at(0, 0, -0.5)
    if is_special:
        m.connect("touch", lw.UnilateralContact(**FRICTION), below.sphere(0.5), own.sphere(0.1))
    else:
        pair = lw.SurfaceOnSurface(lw.SphereSurface(0.5), lw.SphereSurface(0.1), one_sided=True, **FRICTION)
        m.connect("touch", pair, below, own)
    return m


def egg(is_special: bool) -> lw.Model:
    """An ellipsoid on a plane."""
    m = lw.Model("egg")
    own = m.body("body", lw.Ellipsoid((0.1, 0.15, 0.2), mass=1.0))
    if is_special:
        m.connect("touch", lw.UnilateralContact(**FRICTION), m.ground.plane("z"), own.surface())
    else:
        oval = lw.EllipsoidSurface((0.1, 0.15, 0.2))
        m.connect("touch", lw.SurfaceOnSurface(lw.PlaneSurface(), oval, one_sided=True, **FRICTION), m.ground, own)
    return m


MODELS = {
    "ball": (ball, (0.05, 0.03, 0.3), (1.0, 2.0, 3.0, 0.1, -0.05, 0.0)),
    "egg": (egg, (0.0, 0.0, 0.4), (3.0, -4.0, 2.0, 1.0, 0.3, 0.0)),
}


def run_of(name: str, is_special: bool, coordinates: str, t_end: float, how: dict[str, Any]) -> lw.Trajectory:
    """A throw with spin, down to the ground."""
    model, place, rates = MODELS[name]
    system = lw.compile_model(model(is_special), coordinates=coordinates)
    start = lw.assemble(system, bodies={"body": place})
    owner = "body (free)" if coordinates == "tree" else "body"
    own = [name for name in system.layout.u if name.startswith(f"{owner}.")]
    start = start.with_values(dict(zip(own, rates, strict=True)))
    return lw.simulate(system, start, t_end, times=21, **how)


@pytest.mark.slow
@pytest.mark.parametrize("name", ("ball", "egg"))
def test_events_are_those_of_the_special_pair(name: str) -> None:
    """Bounces, sliding, sticking: in time, impulse and motion."""
    known, found = (run_of(name, is_special, "tree", 0.6, BY_EVENTS) for is_special in (True, False))
    assert found.certificate.verdict.is_good
    assert len(found.contacts) == len(known.contacts) > 3
    np.testing.assert_allclose([x.t for x in found.contacts], [x.t for x in known.contacts], atol=1e-9)
    for channel, off in (("body.position", 1e-8), ("touch.gap", 1e-9), ("touch.normal_force", 1e-5)):
        np.testing.assert_allclose(found[channel], known[channel], atol=off)
    np.testing.assert_allclose(
        np.linalg.norm(found["touch.friction_force"], axis=1),
        np.linalg.norm(known["touch.friction_force"], axis=1),
        atol=1e-5,
    )


@pytest.mark.parametrize("coordinates", ("tree", pytest.param("absolute", marks=pytest.mark.slow)))
def test_steps_are_those_of_the_special_pair(coordinates: str) -> None:
    """Speeds without inertia of their own leave momenta alone: both differ by the square of the step."""
    known, found = (run_of("egg", is_special, coordinates, 0.4, BY_STEPS) for is_special in (True, False))
    assert found.certificate.verdict.is_good
    np.testing.assert_allclose(found["body.position"], known["body.position"], atol=1e-5)
    np.testing.assert_allclose(found["body.angular_velocity"], known["body.angular_velocity"], atol=2e-3)


def test_a_spinning_ball_slides_straight_by_steps() -> None:
    """Without friction nothing turns it: momentum in closed form, to rounding, whatever the spin."""
    m = lw.Model("slide")
    own = m.body("body", lw.Sphere(0.1, mass=1.0))
    m.connect("touch", lw.SurfaceOnSurface(lw.PlaneSurface(), lw.SphereSurface(0.1), one_sided=True), m.ground, own)
    system = lw.compile_model(m)
    start = lw.assemble(system, bodies={"body": (0, 0, 0.1)})
    rates = dict(zip(system.layout.u[:6], (3.0, -4.0, 2.0, 1.0, 0.3, 0.0), strict=True))
    run = lw.simulate(system, start.with_values(rates), 0.2, **BY_STEPS)
    np.testing.assert_allclose(run["body.position"][-1], (0.2, 0.06, 0.1), atol=1e-12)
    np.testing.assert_allclose(run["body.angular_velocity"][-1], (3.0, -4.0, 2.0), atol=1e-12)


def test_a_ball_falls_off_the_edge_of_its_ground() -> None:
    """Beyond the edge nothing holds it, which is told: 9.81/2 t² below after it has left at 1 m/s, 0.2 s from there."""
    m = lw.Model("shelf")
    own = m.body("body", lw.Sphere(0.1, mass=1.0))
    shelf = lw.PolynomialSurface(((0, 0, 0.0), (2, 0, 0.0)), over=((-0.2, 0.2), (-0.2, 0.2)))
    m.connect("touch", lw.SurfaceOnSurface(shelf, lw.SphereSurface(0.1), one_sided=True), m.ground, own)
    system = lw.compile_model(m)
    start = lw.assemble(system, bodies={"body": (0, 0, 0.1)}).with_values({"body (free).v_x": 1.0})
    run = lw.simulate(system, start, 0.4)
    with pytest.warns(lw.VerdictWarning, match="left the edge of the PolynomialSurface at ground"):
        assert run["body.position.z"][-1] == pytest.approx(0.1 - 0.5 * 9.81 * 0.2**2, abs=1e-8)


def test_a_disc_on_an_incline_of_curves() -> None:
    """Curves know friction as well: a disc that rolls down by its own friction gains 2/3 g sin α."""
    m = lw.Model("incline", gravity=(9.81 * np.sin(0.2), -9.81 * np.cos(0.2), 0.0))
    disc = m.body("disc", mass=2.0, inertia=(0.01, 0.01, 0.5 * 2.0 * 0.01))
    m.connect("plane", lw.Planar(), m.ground, disc)
    ground, rim = lw.LineCurve((-1.0, 0.0, 0.0)), lw.CircleCurve(0.1)
    m.connect("touch", lw.CurveOnCurve(ground, rim, one_sided=True, friction=0.5), m.ground, disc)
    system = lw.compile_model(m)
    start = lw.assemble(system, guess={"plane.y": 0.1, "touch.s2": -0.05 * np.pi}, contact="touch")
    run = lw.simulate(system, start, 0.5, rtol=1e-10, atol=1e-12)
    assert run.certificate.verdict.is_good
    assert run["disc.velocity.x"][-1] == pytest.approx(2.0 / 3.0 * 9.81 * np.sin(0.2) * 0.5, abs=1e-9)
