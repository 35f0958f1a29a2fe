"""D1: a joint that slides along two directions that are not at right angles, one of them excited."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled
from validation.reference.numbers import TIGHT, case, column, times


class PlanarJoint(lw.Hinge):
    """D1: translation s along x and η along a direction 30° from y."""

    coordinates = ("s", "eta")

    def pose(self, q, t):
        a = np.radians(30)
        return lw.Pose(np.eye(3), (q.s + q.eta * np.sin(a), q.eta * np.cos(a), 0.2))


def planar_joint(free_length: bool) -> lw.Model:
    """D1: a mass on an excited planar joint, held by a spring."""
    m = lw.Model("planar joint", gravity=(0, 0, 0))
    body = m.body("mass", lw.PointMass(mass=2.0))
    m.connect("J", PlanarJoint(), m.ground, body, drive={"eta": lw.Sine(0.1, omega=5.0)}, initial={"s": 0.2})
    if free_length:
        m.connect("spring", lw.Spring(100.0, length=0.3), m.ground.at(-0.5, 0.1, 0), body)
    else:
        m.connect("spring", lw.Spring(72.0, length=0.0), m.ground.at(0, 0, 0.2), body)
    return m


def run_of(free_length: bool, which: str) -> Iterator[Figure]:
    samples = case("D1_planar_joint")[which]["samples"]
    run = lw.simulate(compiled(planar_joint(free_length)), times=times(samples), **TIGHT)
    yield compare("s", run["J.s"], column(samples, "s"), 1e-13, allowed=1e-8)
    along = run["mass.acceleration"] @ [1.0, -np.tan(np.radians(30)), 0.0]
    yield compare("acceleration", along, column(samples, "sddot"), 1e-13, allowed=1e-7)
    held = column(samples, "F_z2") * np.cos(np.radians(30))
    load = run.load("J", axes="world").force @ [np.sin(np.radians(30)), np.cos(np.radians(30)), 0.0]
    yield compare("force of the excitation", load, held, 1e-13, allowed=1e-7)


def cases() -> Iterator[Case]:
    shows = (PlanarJoint, planar_joint)
    yield Case("D1_planar_joint", "excited skew joint", lambda: run_of(False, "run_a_zero_length_spring"), shows)
    yield Case("D1_planar_joint_free", "the same", lambda: run_of(True, "run_b_spring_with_free_length"), shows)
