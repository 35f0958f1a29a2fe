"""Muscle parameters from motion: the force and the tendon of an arm's muscle, from noisy angles of its elbow.

A forearm hangs from the elbow and is moved by one muscle. Its angle is measured 51 times in a second, with 0.3 degrees
of noise. `lw.fit` finds the muscle's greatest force and the slack length of its tendon, and says how well the motion
determines them; a search without derivatives finds the same.
"""

import numpy as np

import linkwork as lw

FOREARM, FORCE, SLACK, NOISE = 0.28, 600.0, 0.22, np.radians(0.3)
DURATION = 1.0


def model() -> lw.Model:
    force, slack = lw.Parameter("force", FORCE, unit="N"), lw.Parameter("slack", SLACK, unit="m")
    m = lw.Model("elbow with one muscle")
    forearm = m.body("forearm", lw.Rod(length=FOREARM, radius=0.03, mass=1.6, rotate={"y": np.pi / 2}))
    m.connect("elbow", lw.Revolute("-y"), m.ground, forearm, initial={"angle": 0.3})
    m.connect("damping", lw.TorsionSpring(stiffness=0.0, damping=0.3, axis="y"), m.ground, forearm)
    muscle = lw.Muscle(force=force, fibre=0.11, slack=slack, pennation=0.0)
    pulse = lw.Sine(amplitude=0.15, frequency=1.0, offset=0.2)
    points = (m.ground.at(0.02, 0, 0.28), forearm.at(0.02, 0, -0.045))
    begin = {"activation": 0.2, "fibre_length": 0.096}
    m.connect("biceps", muscle, *points, inputs={"excitation": pulse}, initial=begin)
    return m


def start(system: lw.System) -> lw.State:
    return system.rest


def measured(seed: int = 0) -> dict[str, np.ndarray]:
    """Angles of the elbow as a camera sees them."""
    system, t = lw.compile_model(model()), np.linspace(0.0, DURATION, 51)
    angle = lw.simulate(system, start(system), times=t)["elbow.angle"]
    return {"t": t, "elbow.angle": angle + np.random.default_rng(seed).normal(0.0, NOISE, len(t))}


def fitted() -> lw.Fit:
    """The muscle that moves as was measured, from a force that is off by a sixth."""
    guess = {"force": 500.0, "slack": 0.225}
    return lw.fit(model(), measured(), guess, deviations=NOISE, tolerance=1e-7, rtol=1e-6, atol=1e-8)


def figure() -> object:
    return lw.plot_residuals(fitted())


def numbers() -> dict[str, float]:
    found = fitted()
    errors = {f"error of {name}": x for name, x in found.standard_errors.items()}
    return {**found.values, **errors, "noise": found.noise}
