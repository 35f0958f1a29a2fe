"""Spinning bodies in free flight by steps over impacts: closed forms and momentum, in both coordinates."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw

MASS, INERTIA = 1.3, (0.02, 0.02, 0.035)
ASYMMETRIC = (0.02, 0.03, 0.045)
BOTH = pytest.mark.parametrize("coordinates", ["tree", "absolute"])
METHODS = pytest.mark.parametrize("method", ["moreau", "nonsmooth_alpha"])


@cache
def flyer(coordinates: str, inertia: tuple[float, ...] = INERTIA, com: tuple[float, ...] = (0, 0, 0), g: float = 0.0):
    """A body far above a floor that it never meets."""
    m = lw.Model("flyer", gravity=(0, 0, -g))
    body = m.body("body", mass=MASS, com=com, inertia=inertia)
    law = lw.UnilateralContact(restitution=0.5, friction=0.3)
    m.connect("floor", law, m.ground.plane("z"), body.tips([(0.0, 0.0, 0.0)]))
    return lw.compile_model(m, coordinates)


def flown(system: lw.System, v: Any, w: Any, end: float, **given: Any) -> lw.Trajectory:
    """A flight from an attitude of zero, in which axes of the body and of the world agree."""
    first = "body (free)." if system.coordinates == "tree" else "body."
    speeds = {
        f"{first}{kind}_{axis}": x for kind, xs in (("v", v), ("w", w)) for axis, x in zip("xyz", xs, strict=True)
    }
    return lw.simulate(system, system.state({f"{first}z": 10.0, **speeds}), end, contact="stepping", **given)


@pytest.mark.few(3)
@BOTH
@METHODS
@pytest.mark.parametrize("spin", [50.0, 200.0, 3000.0])
def test_a_spinning_ball_flies_on_a_parabola(coordinates: str, method: str, spin: float) -> None:
    system = flyer(coordinates, (0.01, 0.01, 0.01), g=9.81)
    run = flown(system, (1.0, 0.2, 3.0), (0.3 * spin, spin, 0.0), 0.1, method=method, h=1e-3, times=5)
    t = run.t[:, None]
    np.testing.assert_allclose(run["body.velocity"], [1.0, 0.2, 3.0] + t * [0, 0, -9.81], atol=1e-11)
    place = [0, 0, 10.0] + t * [1.0, 0.2, 3.0] + t * t * [0, 0, -9.81 / 2]
    np.testing.assert_allclose(run["body.position"], place, atol=1e-11)
    np.testing.assert_allclose(run["body.angular_velocity"], [[0.3 * spin, spin, 0.0]] * 5, atol=1e-11 * spin)
    assert run.verdict.level == "good"


@pytest.mark.few(3)
@BOTH
@METHODS
@pytest.mark.parametrize("com", [(0.0, 0.0, 0.0), (0.05, -0.02, 0.1)])
def test_momentum_of_a_free_body_is_constant_to_rounding_in_every_step(
    coordinates: str, method: str, com: tuple[float, ...]
) -> None:
    run = flown(flyer(coordinates, ASYMMETRIC, com), (1.0, 0.5, 0.2), (30.0, 1.0, 50.0), 0.05, method=method, h=1e-3)
    assert len(run.t) == 51
    R, w = run["body.rotation"], run["body.angular_velocity"]
    arm = np.einsum("nij,j->ni", R, com)
    P = MASS * (run["body.velocity"] + np.cross(w, arm))
    spin = np.einsum("nij,j,nkj,nk->ni", R, ASYMMETRIC, R, w)
    L = spin + np.cross(run["body.position"] + arm, P)
    for momentum in (P, L):
        assert np.abs(np.diff(momentum, axis=0)).max() < 1e-12 * np.abs(momentum).max()


@pytest.mark.few(1)
@pytest.mark.parametrize("h", [2e-3, 1e-3])
@METHODS
def test_bodies_on_a_joint_fly_on_in_both_coordinates_alike(method: str, h: float) -> None:
    """Rows of a joint in absolute coordinates against a hinge of the tree; momentum of both together is constant."""
    ends, drifts = [], []
    for coordinates in ("tree", "absolute"):
        system = pair(coordinates)
        run = lw.simulate(system, tumbling(coordinates), 0.1, contact="stepping", method=method, h=h, times=3)
        ends.append(np.concatenate([run[f"{name}.position"][-1] for name in ("one", "two")]))
        p = run["one.velocity"] + 2.0 * run["two.velocity"]
        drifts.append(np.abs(p - p[0]).max())
    assert max(drifts) < 1e-10
    np.testing.assert_allclose(ends[0], ends[1], atol=6e-6 * (h / 1e-3) ** 2)


@cache
def pair(coordinates: str) -> lw.System:
    """Two bodies on a ball joint, above a floor."""
    m = lw.Model("pair", gravity=(0, 0, 0))
    one, two = (m.body(name, mass=mass, inertia=ASYMMETRIC) for name, mass in (("one", 1.0), ("two", 2.0)))
    m.connect("joint", lw.Spherical(), one.at(0.1, 0, 0), two.at(-0.1, 0, 0))
    m.connect("floor", lw.UnilateralContact(), m.ground.plane("z"), one.tips([(0.0, 0.0, 0.0)]))
    return lw.compile_model(m, coordinates)


def tumbling(coordinates: str) -> lw.State:
    """The same start of both."""
    system = pair(coordinates)
    if coordinates == "absolute":
        # v of the second is that of the joint less ω × arm.
        w1, w2, v1 = np.array([2.0, 3.0, 10.0]), np.array([-4.0, 5.0, 10.0]), np.array([1.0, 0.0, 0.5])
        v2 = v1 + np.cross(w1, [0.1, 0, 0]) - np.cross(w2, [-0.1, 0, 0])
        values = {"one.z": 10.0, "two.z": 10.0, "two.x": 0.2}
        for name, v, w in (("one", v1, w1), ("two", v2, w2)):
            values |= {f"{name}.v_{axis}": x for axis, x in zip("xyz", v, strict=True)}
            values |= {f"{name}.w_{axis}": x for axis, x in zip("xyz", w, strict=True)}
        return system.state(values)
    tree = {"one (free).z": 10.0, "one (free).v_x": 1.0, "one (free).v_z": 0.5}
    tree |= {"one (free).w_x": 2.0, "one (free).w_y": 3.0, "one (free).w_z": 10.0}
    return system.state({**tree, "joint.w_x": -6.0, "joint.w_y": 2.0, "joint.w_z": 0.0})


@pytest.mark.few(1)
@BOTH
@METHODS
@pytest.mark.parametrize("h", [2e-3, 1e-3])
def test_impacts_of_spinning_bodies_keep_momentum(coordinates: str, method: str, h: float) -> None:
    """Nothing acts on two balls but each other: the momentum of both stays to rounding over an impact with friction."""
    m, radius = lw.Model("meeting", gravity=(0, 0, 0)), 0.1
    one, two = (m.body(name, lw.Sphere(radius, mass=mass)) for name, mass in (("one", 1.0), ("two", 2.5)))
    m.connect("touch", lw.UnilateralContact(restitution=0.6, friction=0.3), one.surface(), two.surface())
    system = lw.compile_model(m, coordinates)
    speeds = {"one": ((3.0, 0.3, -0.2), (15.0, -40.0, 25.0)), "two": ((-1.0, 0.1, 0.4), (-30.0, 10.0, 35.0))}
    values = {}
    for name, (v, w) in speeds.items():
        first = f"{name} (free)." if coordinates == "tree" else f"{name}."
        values |= {f"{first}v_{axis}": x for axis, x in zip("xyz", v, strict=True)}
        values |= {f"{first}w_{axis}": x for axis, x in zip("xyz", w, strict=True)}
    values["two (free).x" if coordinates == "tree" else "two.x"] = 0.4
    run = lw.simulate(system, system.state(values), 0.12, contact="stepping", method=method, h=h)
    assert len(run.contacts) > 0
    momentum = run["one.velocity"] + 2.5 * run["two.velocity"]
    np.testing.assert_allclose(momentum, np.broadcast_to([0.5, 0.55, 0.8], momentum.shape), atol=1e-12)
