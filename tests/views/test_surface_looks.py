"""What surfaces that touch look like: nets of triangles on the surfaces themselves."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.model import Model
from linkwork.views.body_shapes import ends_on_bodies, looks_of, model_room


def looks(model: Model) -> dict[str, list[dict[str, object]]]:
    """Primitives by body, bodies standing at the origin."""
    room = model_room(model, np.zeros((1, len(model.bodies), 3)))
    return {body.name: looks_of(body, ends, room) for body, ends in ends_on_bodies(model).items()}


def bowl(ball: lw.Shape | None = None) -> Model:
    """A ball in a bowl that has no end, and a torus on it."""
    m = lw.Model("bowl")
    own = m.body("ball", ball) if ball is not None else m.body("ball", mass=1.0, inertia=(1, 1, 1))
    ring = m.body("ring", mass=1.0, inertia=(1, 1, 1))
    ground = lw.PolynomialSurface(((2, 0, 0.8), (0, 2, 0.5)))
    m.connect("touch", lw.SurfaceOnSurface(ground, lw.SphereSurface(0.1)), m.ground, own)
    m.connect("ride", lw.RollingSurfaces(lw.TorusSurface(0.4, 0.1), lw.SphereSurface(0.1)), ring, own)
    return m


def test_nets_lie_on_their_surfaces() -> None:
    found = looks(bowl())
    [ground], [ring] = found["ground"], found["ring"]
    x, y, z = np.asarray(ground["vertices"]).T
    np.testing.assert_allclose(z, 0.8 * x**2 + 0.5 * y**2, atol=1e-14)
    assert x.min() < -0.5 < 0.5 < x.max()
    x, y, z = np.asarray(ring["vertices"]).T
    np.testing.assert_allclose((np.hypot(x, y) - 0.4) ** 2 + z**2, 0.01, atol=1e-14)
    assert [look["kind"] for look in found["ball"]] == ["sphere"]  # each once


def test_a_shape_hides_the_surface_of_its_body() -> None:
    [ball] = looks(bowl(lw.Sphere(0.1, mass=1.0)))["ball"]
    assert ball["kind"] == "sphere"
