"""V1: the spin of a body about its own axis is driven, which is the rate of no coordinate (S1 (3.15)–(3.17))."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from linkwork.spatial import rotation_euler_parameters
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import case, column, times

V1 = case("V1_driven_rate")


def driven_top() -> lw.Model:
    """V1: a body on a ball joint, w_z in its own axes as a signal says."""
    p = V1["parameters"]
    m = lw.Model("driven top", gravity=(0, 0, -p["g"]))
    com, mass = np.array(p["com"]), p["m"]
    about_com = np.array(p["I_about_joint"]) - mass * (com @ com * np.eye(3) - np.outer(com, com))
    top = m.body("top", mass=mass, com=com, inertia=about_com)
    m.connect("ball", lw.Spherical(), m.ground, top)
    constant, part, nu = p["kappa"]
    m.connect("motor", lw.PrescribedRate("z", constant + part * lw.sin(nu * lw.t)), m.ground, top)
    return m


def top_start(system: lw.System) -> lw.State:
    """The first sample of V1."""
    first = V1["samples"][0]
    w = np.array(first["w_body"])
    R = np.array(rotation_euler_parameters(np.array(first["quaternion"])), dtype=float)
    placed = lw.assemble(system, bodies={"top": lw.Pose(R, np.zeros(3))})
    own, rates = ("ball", w) if system.coordinates == "tree" else ("top", R @ w)
    known = dict(zip([f"{own}.w_{axis}" for axis in "xyz"], rates, strict=True))
    return lw.assemble(system, guess={name: placed[name] for name in system.layout.q}, velocities=known)


def spins() -> Iterator[Figure]:
    samples = V1["samples"]
    system = compiled(driven_top())
    run = lw.simulate(system, top_start(system), times=times(samples), rtol=1e-12, atol=1e-13)
    rotations = [np.array(rotation_euler_parameters(np.array(x["quaternion"])), dtype=float) for x in samples]
    yield compare("rotation", run["top.rotation"], rotations, 1e-11, allowed=1e-10)
    body = np.einsum("nji,nj->ni", run["top.rotation"], run["top.angular_velocity"])
    yield compare("angular velocity", body, column(samples, "w_body"), 1e-11, allowed=1e-10)
    yield compare("torque", run["motor.multipliers"], column(samples, "torque_z"), 1e-11, allowed=1e-9)
    gained = np.array(column(samples, "kinetic")) + column(samples, "potential")
    yield compare("work of the torque", gained - gained[0], column(samples, "work_of_torque"), 1e-13, allowed=1e-12)


def cases() -> Iterator[Case]:
    yield Case("V1_driven_rate", "driven spin of a body on a ball joint", spins, (driven_top,))
