"""Surfaces that touch for good: K1 of the reference cases, closed forms, what is said where they do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from validation.reference.surface_contact import K1, egg, egg_start, spatial_cam

COORDINATES = ("tree", "absolute")


@pytest.mark.few(1)
@pytest.mark.seed("S0.2")
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("rolls", (False, True))
def test_an_ellipsoid_on_a_polynomial(rolls: bool, coordinates: str) -> None:
    """Sliding and rolling to eleven digits; forces too, and places and normals of the contact."""
    samples = K1["rolling" if rolls else "sliding"]["samples"]
    system = lw.compile_model(egg(rolls), coordinates=coordinates)
    start = egg_start(system, rolls)
    run = lw.simulate(system, start, times=[x["t"] for x in samples], t_end=1.0, rtol=1e-12, atol=1e-13)
    assert run.certificate.verdict.is_good

    def off(channel: str, name: str) -> float:
        return float(np.abs(run[channel] - [x[name] for x in samples]).max())

    assert off("egg.position", "r") < 1e-11
    assert off("egg.velocity", "v") < 2e-11
    assert off("touch.force", "contact_force") < 5e-10
    assert off("touch.normal_force", "normal_force") < 5e-10
    assert off("touch.point", "contact_ground") < 1e-11
    assert off("touch.point_on_second", "contact_body") < 1e-11
    assert np.abs(run["touch.gap"]).max() < 1e-14
    others = run["touch.multipliers"][:, 1:5]
    assert np.abs(others).max() < 1e-10  # contact pushes along the normal alone


@pytest.mark.few(1)
@pytest.mark.seed("S0.15")
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_spatial_cam_with_a_spherical_follower(coordinates: str) -> None:
    """Lift, its rate and acceleration at twelve angles, and where the ball touches: seventeen digits are known."""
    case = K1["cam"]
    system = lw.compile_model(spatial_cam(lw.Parameter("angle", 0.0)), coordinates=coordinates)
    for sample in case["samples"]:
        guess = {"angle": np.radians(sample["theta_deg"])}
        if coordinates == "tree":
            guess["guide.displacement"] = 0.05
        start = lw.assemble(
            system, guess=guess, **({} if coordinates == "tree" else {"bodies": {"follower": (0.05, 0, 0.05)}})
        )
        found = system.channels(start)
        height, rate = (float(sample[name]) for name in ("centre_height", "height_rate"))
        np.testing.assert_allclose(found["follower.position.z"], height, atol=1e-14)
        np.testing.assert_allclose(found["follower.velocity.z"], rate, atol=1e-13)
        np.testing.assert_allclose(found["follower.acceleration.z"], float(sample["height_acceleration"]), atol=1e-11)
        np.testing.assert_allclose(found["head.point"][:2], [float(x) for x in sample["contact_cam_xy"]], atol=1e-14)
        np.testing.assert_allclose(found["head.normal"], [float(x) for x in sample["normal_cam"]], atol=1e-14)
        rates = [start["head.u1_dot"], start["head.v1_dot"]]
        np.testing.assert_allclose(rates, [float(x) for x in sample["contact_cam_rate"]], atol=1e-12)


@pytest.mark.slow
def test_no_parameter_enters_the_results() -> None:
    """The same ellipsoid by longitude and latitude, away from its poles, moves and pushes alike."""
    a, b, c = K1["parameters"]["semi_axes"]

    def by_angles(u: Any, v: Any) -> list[Any]:
        return [a * lw.cos(v) * lw.cos(u), b * lw.cos(v) * lw.sin(u), c * lw.sin(v)]

    over = ((-np.pi, np.pi), (-1.5, 1.5))
    own = lw.compile_model(egg(ellipsoid=lw.FunctionSurface(by_angles, over=over, closed=(True, False))))
    known = lw.compile_model(egg())
    runs = [lw.simulate(s, egg_start(s, False), 0.1, times=5, rtol=1e-11, atol=1e-12) for s in (own, known)]
    for name in ("egg.position", "touch.point", "touch.normal", "touch.force", "touch.relative_curvatures"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], atol=1e-8, rtol=1e-9)
