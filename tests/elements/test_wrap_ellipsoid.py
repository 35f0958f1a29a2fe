"""The shortest way over flat and slender ellipsoids: closed forms, tight strings, geodesics that are shot, sides."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize

import linkwork as lw
from linkwork.elements.obstacles.wrap_ellipsoid import NO_SHORTEST

from .surface_paths import ellipsoid, shot_length

START = (-0.6, 0.05, -0.2)
FLAT = (0.3, 0.12, 0.2)


@cache
def roped(over: str | None = None) -> lw.System:
    """A ball in space on a spring from a fixed point over an ellipsoid whose semi-axes are parameters."""
    m = lw.Model("rope", gravity=(0, 0, 0))
    ball = m.body("ball", lw.Sphere(0.01, mass=1.0))
    m.connect("free", lw.Free(), m.ground, ball, initial=dict(zip("xyz", (0.7, 0.12, 0.25), strict=True)))
    radii = [lw.Parameter(name, r, unit="m") for name, r in zip("abc", FLAT, strict=True)]
    rope = lw.Spring(40.0, 0.9, on=lw.WrappingPath(lw.WrapEllipsoid(radii, over=over)))
    m.connect("rope", rope, m.ground.at(*START), m.ground, ball)
    return lw.compile_model(m)


def channel(radii: Any, Q: Any, name: str = "measure", v: Any = (0, 0, 0), over: str | None = None) -> float:
    system = roped(over)
    q, u = system.rest.q.copy(), system.rest.u.copy()
    q[-3:], u[-3:] = Q, v
    state = replace(system.rest, q=q, u=u, parameters=dict(zip("abc", map(float, radii), strict=True)))
    return float(system.channels(state)[f"rope.{name}"])


def ellipse_way(a: float, c: float, p: Any, q: Any) -> float:
    """The length over the top of the ellipse with semi-axes a and c in a plane, from p on the left to q."""
    touched = []
    for (x, z), side in ((p, 1.0), (q, -1.0)):
        x, z = x / a, z / c
        touched.append(np.arctan2(z, x) - side * np.arccos(1.0 / np.hypot(x, z)))
    one, other = touched
    arc = quad(
        lambda t: np.hypot(a * np.sin(t), c * np.cos(t)), other, one % (2.0 * np.pi), epsabs=1e-14, epsrel=1e-14
    )[0]
    tangents = (np.hypot(x - a * np.cos(t), z - c * np.sin(t)) for (x, z), t in zip((p, q), touched, strict=True))
    return float(arc + sum(tangents))


@pytest.mark.parametrize("c", [0.06, 0.1, 0.25])
def test_over_the_flat_side_of_a_spheroid_it_is_a_meridian(c):
    """All in the plane through the axis and both points; the shortest is over the top, which is nearer."""
    azimuth = np.arctan2(START[1], START[0])
    out = np.array([np.cos(azimuth), np.sin(azimuth)])
    end = (0.7, 0.15)
    Q = (*(-out * end[0]), end[1])
    p = (-np.hypot(*START[:2]), START[2])
    # Seen from the other side, top and bottom change places; the shorter counts.
    ways = [ellipse_way(0.3, c, (p[0], s * p[1]), (end[0], s * end[1])) for s in (1.0, -1.0)]
    assert channel((0.3, 0.3, c), Q) == pytest.approx(min(ways), rel=1e-9)


def tight_string(radii: Any, p: Any, q: Any, toward: Any, count: int) -> float:
    """The length of a string of `count` pieces outside of the ellipsoid whose squares add up to the least sum."""
    scale = np.array(radii)

    def pieces(x: np.ndarray) -> np.ndarray:
        return np.diff(np.vstack([p, x.reshape(-1, 3), q]), axis=0)

    def slope(x: np.ndarray) -> np.ndarray:
        d = pieces(x)
        return (2.0 * (d[:-1] - d[1:])).ravel()

    def depths(x: np.ndarray) -> np.ndarray:
        found = np.zeros((count - 1, count - 1, 3))
        found[range(count - 1), range(count - 1)] = 2.0 * x.reshape(-1, 3) / scale**2
        return found.reshape(count - 1, -1)

    part = np.linspace(0.0, 1.0, count + 1)[1:-1, None]
    begun = (np.array(p) + (np.array(q) - p) * part) / scale + np.array(toward) * 1.5 * np.sin(np.pi * part)
    begun *= np.maximum(1.02 / np.linalg.norm(begun, axis=1, keepdims=True), 1.0)
    outside = {"type": "ineq", "fun": lambda x: ((x.reshape(-1, 3) / scale) ** 2).sum(axis=1) - 1.0, "jac": depths}
    options = {"maxiter": 400, "ftol": 1e-14}
    sum_of_squares, x = lambda x: (pieces(x) ** 2).sum(), (begun * scale).ravel()
    found = minimize(sum_of_squares, x, method="SLSQP", jac=slope, constraints=outside, options=options)
    return float(np.linalg.norm(pieces(found.x), axis=1).sum())


TRIED = [
    (FLAT, (0.7, 0.12, 0.25)),
    (FLAT, (0.45, 0.03, 0.1)),
    ((0.5, 0.05, 0.2), (0.7, -0.02, 0.1)),
    ((0.4, 0.04, 0.04), (0.5, 0.05, 0.2)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("radii", "Q"), TRIED)
def test_no_string_on_any_side_is_shorter(radii, Q):
    """Strings of few pieces lie a little inside, with half as many four times as much, or fall to another side."""
    toward = [sign * axis for axis in np.eye(3)[1:] for sign in (1, -1)]
    strings = [(tight_string(radii, START, Q, side, 12), tight_string(radii, START, Q, side, 24)) for side in toward]
    limits = [fine + max(fine - coarse, 0.0) / 3.0 for coarse, fine in strings]
    assert channel(radii, Q) == pytest.approx(min(limits), rel=3e-5)


def test_it_is_the_geodesic_that_is_shot():
    exact = shot_length(ellipsoid(*FLAT), np.array(START), np.array(TRIED[0][1]), np.array((-0.15, 0.1, 0.0)), 0.2)
    assert channel(*TRIED[0]) == pytest.approx(exact, abs=1e-10)


@pytest.mark.parametrize(("radii", "Q"), TRIED)
def test_its_rate_is_the_slope_of_its_length(radii, Q):
    v, h = np.array((0.3, -0.5, 0.8)), 2e-4
    around = [channel(radii, np.array(Q) + k * h * v) for k in (-2, -1, 1, 2)]
    slope = (around[0] - 8 * around[1] + 8 * around[2] - around[3]) / (12 * h)
    assert channel(radii, Q, "measure_dot", v) == pytest.approx(slope, abs=1e-8)


SIDED = np.array((0.7, -0.02, 0.25))


def test_over_says_on_which_side_it_runs_and_that_another_is_shorter():
    """The ways in planes to begin with: the shorter of both is the one without a side."""
    sides = [lw.WrapEllipsoid(FLAT, over=over).passage(np.array(START), SIDED, np.zeros(7)) for over in ("z", "-z")]
    lengths, shorter = zip(*((float(x.length), float(x.losses[1][0]) < 0.0) for x in sides), strict=True)
    assert abs(lengths[0] - lengths[1]) > 1e-3
    assert list(shorter) == [x > min(lengths) for x in lengths]
    assert channel(FLAT, SIDED) <= min(lengths)


@pytest.mark.slow
def test_each_side_has_a_geodesic_of_its_own():
    found = {over: channel(FLAT, SIDED, over=over) for over in ("z", "-z")}
    assert min(found.values()) == pytest.approx(channel(FLAT, SIDED), rel=1e-10)
    plane = lw.WrapEllipsoid(FLAT, over="-z").passage(np.array(START), SIDED, np.zeros(7)).length
    assert 1.01 * found["z"] < found["-z"] < float(plane) < 1.001 * found["-z"]
    coarse, fine = (tight_string(FLAT, START, SIDED, np.array((0.0, 0.0, 1.0)), count) for count in (12, 24))
    assert found["z"] == pytest.approx(fine + (fine - coarse) / 3.0, rel=3e-5)


def test_what_is_no_shortest_way_is_reported():
    """Unknowns that solve nothing make a way that is longer than one in a plane, and a curve that is too rough."""
    obstacle = lw.WrapEllipsoid(FLAT)
    p, q = np.array(START), np.array(TRIED[0][1])
    for s, is_right in ((np.zeros(7), True), (np.array((0.0, 0, 0, 0, 0, 0, 0.5)), False)):
        found = obstacle.passage(p, q, s)
        (least, sentence), *_ = found.faults
        assert sentence == NO_SHORTEST
        assert (float(least) > 0.0) is is_right
        assert (float(found.losses[0][0]) > 0.0) is is_right
    along = lw.WrapEllipsoid(FLAT, over=tuple(q - p)).passage(p, q, np.zeros(7))
    assert [float(value) < 0.0 for value, said in along.faults if "runs along `over`" in said] == [True]
