"""L1: pressure of the body and of its surroundings on a curved patch of a free body (S0 (2.3.7))."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.spatial import rotation_euler_parameters
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column, times

L1 = case("L1_surface_load")


def polynomial(terms: Any, x: Any, y: Any) -> Any:
    """Σ c xⁱ yʲ."""
    return sum(c * x**i * y**j for i, j, c in terms)


def sail() -> lw.Model:
    """L1: one pressure that the body carries, with a pulse, and one of the surroundings."""
    p = L1["parameters"]
    m = lw.Model("sail", gravity=(0, 0, -p["g"]))
    body = m.body("sail", mass=p["m"], inertia=p["I"])
    part, nu = p["pulse"]
    patch = lw.PolynomialSurface(p["patch"], over=p["rectangle"])

    def carried(b: Any, t: Any) -> Any:
        return polynomial(p["pressure_body"], b[0], b[1]) * (1.0 + part * lw.sin(nu * t))

    def around(place: Any, t: Any) -> Any:
        given = p["pressure_ground"]
        return given["p0"] + sum(g * x for g, x in zip(given["gradient"], place, strict=True))

    m.connect("jets", lw.PressureLoad(patch, carried), body)
    m.connect("wind", lw.PressureLoad(patch, around, fixed_in="world"), body)
    return m


def sail_start(system: lw.System) -> lw.State:
    """The first sample of L1."""
    first = L1["samples"][0]
    R = np.array(rotation_euler_parameters(np.array(first["quaternion"])), dtype=float)
    placed = lw.assemble(system, bodies={"sail": lw.Pose(R, np.array(first["r"]))})
    v, w = (np.array(first[name]) for name in ("v", "w_body"))
    own, twist = ("sail (free)", (w, R.T @ v)) if system.coordinates == "tree" else ("sail", (R @ w, v))
    names = [f"{own}.{what}_{axis}" for what in "wv" for axis in "xyz"]
    return placed.with_values(dict(zip(names, np.concatenate(twist), strict=True)))


def flies() -> Iterator[Figure]:
    samples = L1["samples"]
    system = compiled(sail())
    run = lw.simulate(system, sail_start(system), times=times(samples), rtol=1e-12, atol=1e-13)
    yield compare("place", run["sail.position"], column(samples, "r"), 1e-11, allowed=1e-10)
    yield compare("velocity", run["sail.velocity"], column(samples, "v"), 1e-11, allowed=1e-10)
    body = np.einsum("nji,nj->ni", run["sail.rotation"], run["sail.angular_velocity"])
    yield compare("angular velocity", body, column(samples, "w_body"), 1e-11, allowed=1e-10)
    force = L1["parameters"]["m"] * (run["sail.acceleration"] + [0.0, 0.0, L1["parameters"]["g"]])
    yield compare("force of both", force, column(samples, "force_ground"), 1e-11, allowed=1e-9)


def cases() -> Iterator[Case]:
    yield Case("L1_surface_load", "pressures on a curved patch of a free body", flies, (sail,))
