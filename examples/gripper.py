"""Gripper: two jaws hold a part by friction alone, and the arm shakes it harder and harder until it slips.

A rod that is pulled up closes the jaws through two links, loops of their own. The equilibrium says what of each cone
of friction is left: the part needs μ = m g/2N. Accelerated upwards it is heavier, and so are rod and links, which
loosen the grip: it slips where m (g + a) = 2 μ N(a).
"""

from typing import Any

import numpy as np

import linkwork as lw

PART, ROD, LINK, JAW = 0.5, 0.1, 0.05, 0.1
SIZE, REACH, RISE = (0.06, 0.05, 0.09), 0.05, 0.06
PULL, FRICTION = 30.0, 0.4
GROWTH, OMEGA = 0.004, 25.0
DURATION = 2.0
LOOK = (-80.0, 8.0)
TRACES = [lw.Trace("part", "part")]
SIDES = {"left": -1.0, "right": 1.0}


class Shaking(lw.Signal):
    """A motion to and fro that grows: c t² sin ωt."""

    def value(self, t: Any) -> Any:
        return GROWTH * t * t * lw.sin(OMEGA * t)


def model() -> lw.Model:
    """A link goes `REACH` out and `RISE` down, from the rod to its jaw."""
    m = lw.Model("gripper")
    head = lw.Cylinder(radius=0.02, length=0.05, mass=0.5, at=(0, 0, 0.1))
    arm = m.body("arm", lw.Box(size=(0.18, 0.03, 0.012), mass=1.0), head)
    rod = m.body("rod", lw.Cylinder(radius=0.004, length=0.06, mass=ROD, at=(0, 0, 0.02)))
    part = m.body("part", lw.Box(size=SIZE, mass=PART))
    m.connect("lift", lw.Prismatic("z"), m.ground, arm, drive={"displacement": Shaking()})
    m.connect("bore", lw.Prismatic("z"), arm.at(0, 0, RISE), rod)
    m.connect("pull", lw.AppliedForce((0.0, 0.0, PULL)), rod)
    m.connect("plane", lw.Planar("y"), m.ground, part, initial={"x": -0.06})
    half, length = SIZE[0] / 2, float(np.hypot(REACH, RISE))
    for name, side in SIDES.items():
        jaw = m.body(f"{name} jaw", lw.Box(size=(0.012, 0.03, 0.09), mass=JAW, at=(side * 0.006, 0, -0.045)))
        link = m.body(f"{name} link", lw.Rod(length=length, radius=0.003, mass=LINK))
        m.connect(f"{name} rail", lw.Prismatic("x"), arm.at(side * half, 0, 0), jaw)
        m.connect(f"{name} upper", lw.Revolute("y"), rod, link)
        m.connect(f"{name} lower", lw.Revolute("y"), link.at(length, 0, 0), jaw.at(side * (REACH - half), 0, 0))
        pads = jaw.tips([(0, 0, -0.04), (0, 0, -0.08)], ("upper", "lower"))
        face = part.box(SIZE, face="-x" if side < 0 else "x")
        m.connect(f"{name} pad", lw.UnilateralContact(friction=FRICTION), face, pads)
    return m


def start(system: lw.System) -> lw.State:
    down = float(np.arctan2(RISE, REACH))
    return lw.assemble(system, guess={"left upper.angle": np.pi - down, "right upper.angle": down})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    begin = start(system)
    held = lw.equilibrium(system, begin).margins.values()
    run = lw.simulate(system, begin, t_end=DURATION, rtol=1e-10, atol=1e-12)
    slips = next(change.t for change in run.contacts if "slip" in change.modes.values())
    return {
        "grip of a jaw": sum(margin.normal_force for margin in held) / 2,
        "friction that is needed": sum(m.friction for m in held) / sum(m.normal_force for m in held),
        "friction that is left": sum(margin.grip for margin in held),
        "slips at": slips,
        "lost height": run["lift.displacement"][-1] - run["plane.x"][-1] + begin["plane.x"],
    }
