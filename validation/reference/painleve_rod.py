"""G4: a rod whose tip slides on a rough floor: one force, two, or none (Painlevé)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.contacts import PointOnPlane, planar_body, planar_values
from validation.reference.numbers import TIGHT, case

EARTH = 9.81


def sliding_rod(mu: float, mass: float = 1.0, half_length: float = 1.0) -> lw.Model:
    """G4: a rod whose tip slides on the floor."""
    model = lw.Model("rod", gravity=(0, 0, -EARTH))
    rod = planar_body(model, "rod", mass, mass * half_length**2 / 3, "J")
    model.connect("floor", PointOnPlane(friction=mu), model.ground.at(0, 0, 0), rod.at(-half_length, 0, 0))
    return model


def sliding_rod_values(phi: float, phi_dot: float, tip_speed: float, half_length: float = 1.0) -> dict[str, float]:
    """The state in which its tip is on the floor at x = 0 and slides."""
    c, s = half_length * np.cos(phi), half_length * np.sin(phi)
    return planar_values("J", c, s, phi, tip_speed - s * phi_dot, c * phi_dot, phi_dot)


def check() -> Iterator[Figure]:
    found, wanted, impacts = [], [], []
    for data in case("G4_painleve_rod")["cases"]:
        system = compiled(sliding_rod(data["mu"]))
        values = sliding_rod_values(data["phi"], data["phi_dot"], data["tip_speed"])
        run = lw.simulate(system, started(system, values), 1e-3, **TIGHT)
        if data["verdict"].split()[0] == "none":
            impacts.append(run.contacts[0].kind == "impact" and run.contacts[0].solutions == "none")
            continue
        force = float(run["floor.normal_force"][0])
        allowed = [one["normal_force"] for one in data["solutions"]]
        found.append(force)
        wanted.append(min(allowed, key=lambda x: abs(x - force)))
    yield compare("normal force, one of those that are possible", found, wanted, 1e-15, allowed=1e-9)
    yield compare("an impact where there is none", impacts, np.ones(len(impacts)), 1e-15)


def cases() -> Iterator[Case]:
    yield Case("G4_painleve_rod", "rod that slides, ten states", check, (sliding_rod,))
