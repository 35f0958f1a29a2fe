"""K1: an egg slides and rolls on a hilly ground, a spatial cam lifts a ball: surfaces that stay in contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.spatial import Pose, rotation_euler_parameters
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column, times

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


def slides_or_rolls(rolls: bool) -> Iterator[Figure]:
    samples = K1["rolling" if rolls else "sliding"]["samples"]
    system = compiled(egg(rolls))
    run = lw.simulate(system, egg_start(system, rolls), times=times(samples), t_end=1.0, rtol=1e-12, atol=1e-13)
    yield compare("centre", run["egg.position"], column(samples, "r"), 1e-11, allowed=1e-10)
    yield compare("velocity", run["egg.velocity"], column(samples, "v"), 1e-11, allowed=1e-10)
    yield compare("point of contact", run["touch.point"], column(samples, "contact_ground"), 1e-11, allowed=1e-10)
    yield compare("force of contact", run["touch.force"], column(samples, "contact_force"), 1e-10, allowed=1e-9)


def cam() -> Iterator[Figure]:
    system, found, wanted = compiled(spatial_cam(lw.Parameter("angle", 0.0))), [], []
    names = ("centre_height", "height_rate", "height_acceleration")
    for sample in K1["cam"]["samples"]:
        guess = {"angle": np.radians(sample["theta_deg"]), "guide.displacement": 0.05}
        at = system.channels(lw.assemble(system, guess=guess))
        found.append([float(at[f"follower.{what}.z"]) for what in ("position", "velocity", "acceleration")])
        wanted.append([float(sample[name]) for name in names])
    for k, title in enumerate(("lift", "its rate", "its acceleration")):
        yield compare(title, np.array(found)[:, k], np.array(wanted)[:, k], 1e-16, allowed=1e-11)


def cases() -> Iterator[Case]:
    yield Case("K1_egg_slides", "ellipsoid slides on a hilly ground", lambda: slides_or_rolls(False), (egg,))
    yield Case("K1_egg_rolls", "the same, rolling", lambda: slides_or_rolls(True), (egg,))
    yield Case("K1_spatial_cam", "spatial cam and a ball", cam, (spatial_cam,))
