"""Models with surfaces that touch: K1, K2 and K3 of the reference cases."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.spatial import Pose, rotation_euler_parameters
from tests.reference_models import case

K1 = case("K1_surface_contact")


def egg(rolls: bool = False, ellipsoid: Any = None) -> lw.Model:
    """K1: an ellipsoid on a polynomial."""
    p = K1["parameters"]
    m = lw.Model("egg", gravity=(0, 0, -p["g"]))
    body = m.body("egg", lw.Ellipsoid(p["semi_axes"], mass=p["m"]))
    kind = lw.RollingSurfaces if rolls else lw.SurfaceOnSurface
    ground = lw.PolynomialSurface(p["surface"])
    m.connect("touch", kind(ground, ellipsoid or lw.EllipsoidSurface(p["semi_axes"])), m.ground, body)
    return m


def egg_start(system: Any, rolls: bool) -> lw.State:
    """The first sample of K1: where they touch is looked for."""
    first = K1["rolling" if rolls else "sliding"]["samples"][0]
    R, r, v, w = (np.array(first[name]) for name in ("quaternion", "r", "v", "w_body"))
    R = np.array(rotation_euler_parameters(R), dtype=float)
    placed = lw.assemble(system, bodies={"egg": Pose(R, r)})
    own, twist = ("egg (free)", (w, R.T @ v)) if system.coordinates == "tree" else ("egg", (R @ w, v))
    names = [f"{own}.{what}_{axis}" for what in "wv" for axis in "xyz"]
    known = dict(zip(names, np.concatenate(twist), strict=True))
    return lw.assemble(system, guess={name: placed[name] for name in system.layout.q}, velocities=known)


def spatial_cam(angle: Any) -> lw.Model:
    """K1: a cam with a polynomial face turns about z and lifts a ball that slides along z."""
    p = K1["cam"]["parameters"]
    m = lw.Model("spatial cam")
    cam, follower = (
        m.body("cam", mass=1.0, inertia=(1, 1, 1)),
        m.body("follower", lw.Sphere(p["head_radius"], mass=0.2)),
    )
    turning = lw.Polynomial((angle, p["w"], 0.5 * p["alpha"]))
    m.connect("shaft", lw.Revolute("z"), m.ground, cam, drive={"angle": turning})
    m.connect("guide", lw.Prismatic("z"), m.ground.at(p["axis_distance"], 0, 0), follower)
    face = lw.PolynomialSurface(p["surface"], over=((-0.08, 0.08), (-0.08, 0.08)))
    m.connect("head", lw.SurfaceOnSurface(face, lw.SphereSurface(p["head_radius"])), cam, follower)
    return m
