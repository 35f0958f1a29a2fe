r"""Human fall: a man of seventeen segments stands, is hit on the chest, and falls on his back.

His segments have the masses, lengths and inertia of de Leva's table for 1.80 m and 80 kg. His muscles hold him a tenth
as firmly as standing takes; ball joints, knees and elbows stiffen at the ends of published ranges; feet, pelvis,
chest, head, elbows and hands meet the ground.
"""

from typing import Any

import numpy as np

import linkwork as lw

HEIGHT, MASS = 1.80, 80.0
BLOW, WHEN, WIDTH = -1500.0, 0.1, 0.02
"""A push of 1.5 kN to the back that rises and falls within some 70 ms."""
IMPULSE = BLOW * WIDTH * np.sqrt(np.pi)
OPTIONS: dict[str, Any] = {"method": "dopri5"}
DURATION = 1.5
SHOWS = ("S2.8",)
LOOK = (-65.0, 12.0)
TRACES = [lw.Trace("head", "head", (0, 0, 0.1))]


def model(tone: float = 0.1, ground: bool = True) -> lw.Model:
    m = lw.human_body(HEIGHT, MASS, "male", tone=tone, ground=ground)
    m.name = "human fall"
    push = lw.Formula(f"{BLOW}*exp(-((t - {WHEN})/{WIDTH})**2)")
    m.connect("blow", lw.AppliedForce((push, 0.0, 0.0)), m.bodies["upper_torso"].at(0.1, 0.0, 0.1))
    return m


def start(system: lw.System) -> lw.State:
    return system.rest


def numbers() -> dict[str, float]:
    """What the ground carries under a man who stands; how fast a man who floats is after the blow; a fall."""
    standing = lw.human_body(HEIGHT, MASS, tone=1.0)
    system = lw.compile_model(standing)
    stood = lw.simulate(system, t_end=1.0, rtol=1e-4, atol=1e-4, **OPTIONS)
    soles = [name for name in standing.connections if "foot" in name or "heel" in name or "ball" in name]
    fallen = lw.simulate(lw.compile_model(model()), t_end=DURATION, rtol=1e-4, atol=1e-4, **OPTIONS)
    return {
        "weight": sum(float(np.mean(stood[f"{name}.force.z"][-200:])) for name in soles),
        "head, standing": float(stood["head.position.z"][-1]),
        "momentum": floating_momentum(),
        "head, fallen": float(fallen["head.position.z"][-1]),
    }


def floating_momentum() -> float:
    """Along x, of a limp man without ground and weight."""
    m = model(tone=0.0, ground=False)
    m.gravity = (0.0, 0.0, 0.0)
    run = lw.simulate(lw.compile_model(m), t_end=0.3, rtol=1e-8, atol=1e-8, **OPTIONS)
    total = np.zeros(3)
    for name, body in m.bodies.items():
        arm = run[f"{name}.rotation"][-1] @ body.com
        total += body.mass * (run[f"{name}.velocity"][-1] + np.cross(run[f"{name}.angular_velocity"][-1], arm))
    return float(total[0])
