"""A1–A3: three bars with torsion springs on a shaken support; the end free, on a unilateral spring, or held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compare, compiled, started
from validation.reference.numbers import TIGHT, case, column, times

OMEGA = 10 * np.pi


class UnilateralSupport(lw.Force):
    """A vertical spring that only pushes, under a point."""

    stiffness = lw.parameter(unit="N/m")
    measure = lw.Vector()

    def law(self, e):
        return [0.0, lw.where(e[1] < 0, -self.stiffness * e[1], 0.0), 0.0]

    def kinks(self, e):
        return e[1]


class OnTheFloor(lw.Constraint):
    """A point stays at height zero."""

    def position(self, rel, t):
        return rel.p[1]


def beam(u0: float = 0.1, end: str = "free") -> lw.Model:
    """A1–A3: three bars with torsional springs on a shaken support; the end free, on a unilateral spring, or held."""
    m = lw.Model("beam", gravity=(0, -9.81, 0))
    base = m.body("base", mass=0.0)
    m.connect("shaker", lw.Prismatic("y"), m.ground, base, drive={"displacement": lw.Sine(u0, omega=OMEGA)})
    before = base.at(0, 0, 0)
    for k in (1, 2, 3):
        bar = m.body(f"bar{k}", mass=1.0, com=(0.5, 0, 0), inertia=(0, 1 / 12, 1 / 12))
        m.connect(f"P{k}", lw.Revolute("z"), before, bar.at(0, 0, 0))
        m.connect(f"spring{k}", lw.TorsionSpring(stiffness=100.0, damping=3.0), before, bar.at(0, 0, 0))
        before = bar.at(1, 0, 0)
    if end == "contact":
        m.connect("support", UnilateralSupport(stiffness=1e5), m.ground.at(0, 0, 0), before)
    if end == "loop":
        m.connect("support", OnTheFloor(), m.ground.at(0, 0, 0), before)
    return m


def beam_start(system: Any) -> lw.State:
    """φ = (10°, 0, −10°), at rest; hinges measure relative angles."""
    a = np.radians(10)
    return started(system, {"P1.angle": a, "P2.angle": -a, "P3.angle": -a})


def beam_angles(run: lw.Trajectory) -> tuple[np.ndarray, np.ndarray]:
    """(φ, φ̇) of the bars along a run."""
    angles = [np.cumsum([run[f"P{k}.angle{end}"] for k in (1, 2, 3)], axis=0).T for end in ("", "_dot")]
    return angles[0], angles[1]


def free() -> Iterator[Figure]:
    samples = case("A1_elastic_beam")["trajectory"]
    system = compiled(beam())
    run = lw.simulate(system, beam_start(system), times=times(samples), **TIGHT)
    phi, rates = beam_angles(run)
    yield compare("angles", phi, column(samples, "phi"), 1e-12, allowed=1e-10)
    yield compare("rates", rates, column(samples, "phidot"), 1e-12, allowed=1e-9)


def contact() -> Iterator[Figure]:
    found = case("A2_beam_contact")
    samples = found["trajectory"]
    system = compiled(beam(end="contact"))
    touching = lw.Event("touch", lambda x: x["support.measure"][1])
    run = lw.simulate(system, beam_start(system), times=times(samples), events=[touching], **TIGHT)
    phi, _ = beam_angles(run)
    yield compare("angles", phi, column(samples, "phi"), 1e-10, allowed=1e-8)
    touched = column(found["contact_events"], "t")
    yield compare("36 times of contact", [event.t for event in run.events], touched, 1e-10, allowed=1e-9)


def loop() -> Iterator[Figure]:
    found = case("A3_beam_loop")["run_a"]
    samples = found["samples"]
    system = compiled(beam(u0=found["u0"], end="loop"))
    run = lw.simulate(system, beam_start(system), times=times(samples), **TIGHT)
    phi, rates = beam_angles(run)
    yield compare("angles", phi, column(samples, "phi"), 1e-12, allowed=2e-11)
    yield compare("rates", rates, column(samples, "phidot"), 1e-12, allowed=1e-9)
    held = np.ravel(run["support.multipliers"])
    yield compare("force of the support", held, np.ravel(column(samples, "lambda_")), 1e-10, allowed=1e-9)


def cases() -> Iterator[Case]:
    yield Case("A1_elastic_beam", "elastic beam of three bars on a shaken support", free, (beam,))
    yield Case("A2_beam_contact", "the same beam on a stop", contact, (UnilateralSupport, beam))
    yield Case("A3_beam_loop", "the same beam, held at its end", loop, (OnTheFloor, beam))
