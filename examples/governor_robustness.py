"""Flyball governor, robust or not: whether its sleeve keeps to its height when masses, arms and speed are not as drawn.

The balls stand at cos φ = (m + M) g/(m Ω² l), and the sleeve 2 l cos φ below the top. A study draws governors as they
are made and driven. `lw.sensitivity_indices` says that the speed makes half of what the height varies and each mass a
quarter; the length of the arms does nothing at all. Half of the governors keep the sleeve within 2 mm.
"""

import governor
import numpy as np
from governor import BALL, LENGTH, SLEEVE, SPEED

import linkwork as lw

GRAVITY = 9.81
SPREADS = {
    "ball": lw.normal(BALL, 0.006),
    "sleeve_mass": lw.normal(SLEEVE, 0.015),
    "arm": lw.normal(LENGTH, 0.0005),
    "speed": lw.normal(SPEED, 0.09),
}
"""kg, kg, m, rad/s: one part in a hundred of masses, half a millimetre, half a part in a hundred of the speed."""
ALLOWED, DURATION = 2e-3, 4.0


def model() -> lw.Model:
    values = {"ball": ("kg", BALL), "sleeve_mass": ("kg", SLEEVE), "arm": ("m", LENGTH), "speed": ("rad/s", SPEED)}
    return governor.model(*(lw.Parameter(name, value, unit=unit) for name, (unit, value) in values.items()))


def start(system: lw.System) -> lw.State:
    return lw.assemble(system)


def robustness(members: int = 32) -> lw.Study:
    """Governors as they are made and driven: where the sleeve comes to rest, in the order that indices take."""
    measure = {"height": ("slide.displacement", "final")}
    ways = {"members": members, "sampling": "saltelli", "times": 3, "rtol": 1e-7, "progress": False}
    return lw.study(model(), SPREADS, measure, DURATION, **ways)


def height(ball: float, sleeve_mass: float, arm: float, speed: float) -> float:
    """Where the sleeve rests, by the balance of the balls."""
    return -2 * (ball + sleeve_mass) * GRAVITY / (ball * speed**2)


def figure() -> object:
    return lw.plot_indices(lw.sensitivity_indices(robustness(128), "height"))


def numbers() -> dict[str, float]:
    study = robustness()
    found = lw.sensitivity_indices(study, "height")
    kept = np.abs(study["height"] - height(BALL, SLEEVE, LENGTH, SPEED)) < ALLOWED
    return {"kept": float(kept.mean()), **{f"total of {name}": found[name]["total"] for name in found.names}}
