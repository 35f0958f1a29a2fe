"""The mechanisms of the reference cases, as models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw

FOLDER = Path(__file__).parent / "reference"
OMEGA = 10 * np.pi


def case(name: str) -> dict[str, Any]:
    """The numbers of a case."""
    return json.loads((FOLDER / f"{name}.json").read_text())


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
    return system.state({"P1.angle": a, "P2.angle": -a, "P3.angle": -a})


def beam_angles(run: lw.Trajectory) -> tuple[np.ndarray, np.ndarray]:
    """(φ, φ̇) of the bars along a run."""
    angles = [np.cumsum([run[f"P{k}.angle{end}"] for k in (1, 2, 3)], axis=0).T for end in ("", "_dot")]
    return angles[0], angles[1]


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


def two_bars(second: lw.Hinge) -> lw.Model:
    """B1 and B2: two bars along their y axes, the first on a ball joint."""
    m = lw.Model("two bars", gravity=(0, 0, -9.81))
    bars = [m.body(f"bar{k}", mass=1.0, inertia=(1 / 12, 0.01, 1 / 12)) for k in (1, 2)]
    m.connect("A", lw.Spherical(), m.ground.at(0, 0, 0), bars[0].at(0, 0.5, 0))
    m.connect("B", second, bars[0].at(0, -0.5, 0), bars[1].at(0, 0.5, 0))
    bars[1].point("tip", (0, -0.5, 0))
    return m


def fifteen_bars(span: float) -> lw.Model:
    """B3: fifteen bars in a row between two fixed points (slug, ft)."""
    p = case("B3_fifteen_bar")["parameters"]
    m = lw.Model("fifteen bars", gravity=(0, -p["g"], 0))
    before = m.ground.at(0, 0, 0)
    for k in range(1, 16):
        inertia = (0.0, p["I_transverse_com"], p["I_transverse_com"])
        bar = m.body(f"bar{k}", mass=p["M"], com=(p["L"] / 2, 0, 0), inertia=inertia)
        m.connect(f"J{k}", lw.Revolute("z"), before, bar.at(0, 0, 0))
        before = bar.at(p["L"], 0, 0)
    m.connect("D", lw.Revolute("z"), m.ground.at(span, 0, 0), before, tree="cut")
    return m


class Servo(lw.Active):
    """A motor with position feedback: l ẋ = −r x + b (i − e) − c ė, torque c x (S0 §3.5.9)."""

    states = ("current",)
    inputs = ("setpoint",)
    measure = lw.RelativeAngle()
    emf = lw.parameter(default=1.0)

    def law(self, z):
        return 0.5 * z.current

    def state_dot(self, z, i, e, e_dot):
        return (-2.0 * z.current + 40.0 * (i.setpoint - e) - 0.5 * self.emf * e_dot) / 0.01


def servo(emf: float = 1.0) -> lw.Model:
    """C3: a servo turns a pendulum."""
    p = case("C3_position_servo")["parameters"]
    m = lw.Model("servo", gravity=(0, -p["g"], 0))
    arm = m.body("arm", mass=p["m"], com=(0, -p["L_com"], 0), inertia=(p["J_com"], 0, p["J_com"]))
    m.connect("shaft", lw.Revolute("z"), m.ground, arm)
    m.connect("motor", Servo(emf=emf), m.ground, arm, inputs={"setpoint": p["setpoint"]})
    return m


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
