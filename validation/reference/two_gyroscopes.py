"""A4: two rods with fast wheels, one on the other, on a point that slides in a plane, held by springs."""

from __future__ import annotations

from collections.abc import Iterator

from scipy.spatial.transform import Rotation

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import TIGHT, case, column, times


def gyroscopes(gravity: float = -9.81) -> lw.Model:
    """A4: two rods with fast wheels, one on the other, on a point that slides in a plane, held by springs."""
    p = case("A4_two_gyroscopes")["parameters"]
    m = lw.Model("gyroscopes", gravity=(0, 0, gravity))
    slider = m.body("slider", mass=0.0)
    m.connect("slide_x", lw.Prismatic("x"), m.ground, m.body("carriage", mass=0.0))
    m.connect("slide_y", lw.Prismatic("y"), m["carriage"], slider)
    m.connect("springs", lw.Spring(stiffness=p["c"], length=0.0), m.ground.at(0, 0, 0), slider.at(0, 0, 0))
    half = p["l"] / 2
    rods = [m.body(f"rod{k}", mass=p["m"], com=(0, 0, half), inertia=(p["I_xx"], p["I_xx"], p["I_zz"])) for k in (1, 2)]
    m.connect("A", lw.Universal("x", "y"), slider, rods[0])
    m.connect("B", lw.Spherical(), rods[0].at(0, 0, p["l"]), rods[1])
    # R = Rx Ry: the rod's y axis stays across the world's x axis.
    m.connect("upright", lw.PerpendicularAxes("x", "y"), m.ground, rods[1])
    for k, rod in enumerate(rods, start=1):
        m.connect(f"wheel{k}", lw.Wheel(p["I_zz"], spin=p[f"omega_{k}"]), rod.at(0, 0, half))
        rod.point("com", (0, 0, half))
    return m


def start(system: lw.System) -> lw.State:
    """The rods lean by two angles each; B has the Euler parameters of the turn between them."""
    _, _, a1, b1, a2, b2 = case("A4_two_gyroscopes")["initial"]["q"]
    first, second = (Rotation.from_euler("XY", angles).as_matrix() for angles in ((a1, b1), (a2, b2)))
    x, y, z, w = Rotation.from_matrix(first.T @ second).as_quat()
    names = [n for n in system.hinged.layout.q if n.startswith(("A.", "B."))]
    return started(system, dict(zip(names, (a1, b1, w, x, y, z), strict=True)))


def check() -> Iterator[Figure]:
    samples = case("A4_two_gyroscopes")["variants"]["gravity_down"]["samples"]
    system = compiled(gyroscopes())
    run = lw.simulate(system, start(system), times=times(samples), **TIGHT)
    for k in (1, 2):
        yield compare(
            f"centre of rod {k}", run[f"rod{k}.com.position"], column(samples, f"com{k}"), 1e-11, allowed=1e-8
        )


def cases() -> Iterator[Case]:
    yield Case("A4_two_gyroscopes", "two rods with fast wheels", check, (gyroscopes,))
