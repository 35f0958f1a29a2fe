"""Planetary gear: sun, planet and carrier in a ring that is held; teeth couple the angles."""

import numpy as np

import linkwork as lw

SUN, PLANET = 20, 16
RING = SUN + 2 * PLANET
MODULE = 0.005
TORQUE = 0.5
DURATION = 2.0


def radius(teeth: int) -> float:
    return MODULE * teeth / 2


def model() -> lw.Model:
    m = lw.Model("planetary gear", gravity=(0, 0, 0))
    wheel = {"module": MODULE, "width": 0.02}
    sun = m.body("sun", lw.GearWheel(SUN, **wheel, mass=0.4))
    # A tooth of the sun points at a gap of the planet, and that away from it at a tooth of the ring.
    planet = m.body("planet", lw.GearWheel(PLANET, **wheel, mass=0.3, rotate={"z": np.pi / PLANET}))
    carrier = m.body("carrier", lw.Rod(length=radius(SUN + PLANET), radius=0.008, mass=0.5, at=(0, 0, 0.02)))
    teeth = lw.GearWheel(RING, MODULE, width=0.02, rim=0.012, mass=1.0, rotate={"z": np.pi / RING})
    m.connect("housing", lw.Fixed(), m.ground, m.body("ring", teeth))
    m.connect("sun shaft", lw.Revolute("z"), m.ground, sun)
    m.connect("carrier shaft", lw.Revolute("z"), m.ground, carrier)
    m.connect("planet pin", lw.Revolute("z"), carrier.at(radius(SUN + PLANET), 0, 0), planet)
    # As seen from the carrier, teeth roll off at equal speed: sun on planet outside, planet in the ring inside.
    m.connect(
        "outer mesh",
        lw.LinearCoupling((SUN, -SUN, PLANET)),
        "sun shaft.angle",
        "carrier shaft.angle",
        "planet pin.angle",
    )
    m.connect("inner mesh", lw.LinearCoupling((RING, PLANET)), "carrier shaft.angle", "planet pin.angle")
    m.connect("motor", lw.AppliedMoment(TORQUE, along="z"), sun)
    return m


def start(system: lw.System) -> lw.State:
    return system.rest


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=1.0)
    return {
        "ratio": run["sun shaft.angle_dot"][-1] / run["carrier shaft.angle_dot"][-1],
        "acceleration": run["sun shaft.angle_ddot"][-1],
    }
