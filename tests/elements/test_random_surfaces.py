"""Ten random pairs of surfaces, ten seconds each: points, gap and normals, worked out again from the surfaces alone."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw

Draw = Callable[..., float]


def bowl(draw: Draw) -> lw.SmoothSurface:
    """A polynomial of degree four that opens upwards."""
    a, b, c = draw(0.6, 1.0), draw(0.6, 1.0), draw(-0.2, 0.2)
    return lw.PolynomialSurface(((2, 0, a), (0, 2, b), (1, 1, c), (4, 0, 0.5), (0, 4, 0.5)))


def valley(draw: Draw) -> lw.SmoothSurface:
    a, b, c = draw(0.6, 1.0), draw(0.6, 1.0), draw(-0.1, 0.1)
    return lw.HeightSurface(lambda x, y: a * (lw.cosh(x) - 1.0) + b * (lw.cosh(y + c * x) - 1.0))


def paraboloid(draw: Draw) -> lw.SmoothSurface:
    """By polar coordinates that are none: sheared ones."""
    a, b = draw(0.5, 1.0), draw(-0.3, 0.3)
    return lw.FunctionSurface(lambda u, v: (u + b * v, v, a * ((u + b * v) ** 2 + v * v)))


def swept(draw: Draw) -> lw.SmoothSurface:
    """A parabola along a parabola."""
    a, b = draw(0.5, 1.0), draw(0.5, 1.0)
    profile = lw.FunctionCurve(lambda u: (u, 0.0 * u, a * u * u))
    path = lw.FunctionCurve(lambda v: (0.0 * v, v, b * v * v))
    return lw.SweptSurface(profile, path)


def ball(draw: Draw) -> lw.SmoothSurface:
    return lw.SphereSurface(draw(0.05, 0.15))


def egg(draw: Draw) -> lw.SmoothSurface:
    return lw.EllipsoidSurface(tuple(draw(0.08, 0.14) for _ in range(3)))


def tyre(draw: Draw) -> lw.SmoothSurface:
    return lw.TorusSurface(draw(0.3, 0.5), draw(0.05, 0.1))


def hollow(draw: Draw) -> lw.SmoothSurface:
    return lw.EllipsoidSurface(tuple(draw(0.6, 0.9) for _ in range(3)), hollow=True)


def ring(draw: Draw) -> lw.SmoothSurface:
    """An ellipse turned about an axis outside of it."""
    R, a, b = draw(0.3, 0.5), draw(0.06, 0.1), draw(0.06, 0.1)
    return lw.RevolvedSurface(lambda u: (R + a * lw.cos(u), 0.0 * u, b * lw.sin(u)))


PAIRS = (
    (bowl, egg),
    (valley, ball),
    (paraboloid, egg),
    (swept, egg),
    (hollow, egg),
    (hollow, ball),
    (egg, egg),
    (tyre, ball),
    (ring, ball),
    (egg, tyre),
)


KINDS = (lw.SurfaceOnSurface, lw.RollingSurfaces)
LONG = [(n, kind, form) for n in range(len(PAIRS)) for kind in KINDS for form in ("tree", "absolute")]


def began(number: int, kind: Any, coordinates: str) -> tuple[lw.System, lw.State, Any]:
    """A body that touches the ground, thrown at random: in bowls under its weight, else without."""
    rng = np.random.default_rng(number)
    first, second = (make(lambda low, high: float(rng.uniform(low, high))) for make in PAIRS[number])
    m = lw.Model("pair", gravity=(0.0, 0.0, -9.81 if number < 4 else 0.0))
    body, pair = m.body("body", mass=1.0, inertia=(0.006, 0.007, 0.008)), kind(first, second)
    m.connect("touch", pair, m.ground, body)
    system = lw.compile_model(m, coordinates=coordinates)
    owner = "body (free)." if coordinates == "tree" else "body."
    rates = [name for name in system.layout.u if name.startswith(owner)]
    push = dict(zip(rates, rng.uniform(-1.0, 1.0, 6), strict=True))
    place = (0.02, -0.03, 0.15) if number < 6 else (0.4, 0.05, 0.05)
    return system, lw.assemble(system, guess=push, bodies={"body": place}), pair


@pytest.mark.slow
@pytest.mark.seed("S0.2", passage="§1.1, joints that are surfaces")
@pytest.mark.parametrize(("number", "kind", "coordinates"), LONG)
def test_a_pair_stays_together(number: int, kind: Any, coordinates: str) -> None:
    """Points coincide and normals are opposed along ten seconds; where it is pulled, and only there, that is said."""
    system, start, pair = began(number, kind, coordinates)
    run = lw.simulate(system, start, 10.0, times=101, rtol=1e-9, atol=1e-11)
    count = len(pair.first.unknowns)
    assert run.t[-1] == 10.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.VerdictWarning)
        push = run["touch.normal_force"]
    assert ("is pulled" in str(run.certificate.verdict)) == bool((push < -1e-9).any())
    assert np.abs(run["touch.gap"]).max() < 1e-12
    for k, (R, p) in enumerate(zip(run["body.rotation"], run["body.position"], strict=True)):
        s = [float(run[f"touch.{name}"][k]) for name in pair.auxiliary]
        one, other = s[:count], s[count:]
        here, there = (np.array(x, dtype=float) for x in (pair.first.point(*one), pair.second.point(*other)))
        n, n_2 = (np.array(x, dtype=float) for x in (pair.first.normal(*one), pair.second.normal(*other)))
        np.testing.assert_allclose(p + R @ there, here, atol=1e-10)
        np.testing.assert_allclose(R @ n_2, -n, atol=1e-10)
