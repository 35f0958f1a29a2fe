"""Leg with muscles: a hip and a knee moved by four muscles, one of them over both joints and one over the kneecap."""

import numpy as np

import linkwork as lw

THIGH, SHANK = 0.43, 0.42
DURATION = 1.0
TRACES = [lw.Trace("ankle", "shank", (0, 0, -SHANK))]


def model() -> lw.Model:
    m = lw.Model("leg with muscles")
    thigh = m.body("thigh", lw.Rod(length=THIGH, radius=0.05, mass=8.0, rotate={"y": np.pi / 2}))
    shank = m.body("shank", lw.Rod(length=SHANK, radius=0.04, mass=4.0, rotate={"y": np.pi / 2}))
    pelvis = m.ground
    m.connect("hip", lw.Revolute("-y"), pelvis, thigh, initial={"angle": 0.4})
    m.connect("knee", lw.Revolute("y"), thigh.at(0, 0, -THIGH), shank, initial={"angle": 0.7})
    # Ligaments and capsule: a knee does not bend forwards, and a hip hardly backwards.
    for joint, lower, upper in (("knee", 0.18, 2.4), ("hip", -0.3, 2.1)):
        ligaments = lw.JointLimit(lower=[lower], upper=[upper], moment=[10.0], width=0.04, damping=[0.6])
        m.connect(f"{joint} ligaments", ligaments, f"{joint}.angle")
    lines = {
        # name: (force, fibre, tendon slack, excitation, points)
        "iliopsoas": (1500.0, 0.11, 0.115, 0.25, (pelvis.at(0.05, 0, 0.1), thigh.at(0.02, 0, -0.11))),
        "gluteus": (1800.0, 0.16, 0.09, 0.05, (pelvis.at(-0.09, 0, 0.1), thigh.at(-0.02, 0, -0.13))),
        "vasti": (
            3000.0,
            0.09,
            0.24,
            0.3,
            (thigh.at(0.03, 0, -0.15), thigh.at(0.06, 0, -THIGH), shank.at(0.03, 0, -0.07)),
        ),
        "hamstrings": (1600.0, 0.11, 0.35, 0.1, (pelvis.at(-0.06, 0, -0.03), shank.at(-0.04, 0, -0.05))),
    }
    for name, (force, fibre, slack, excitation, points) in lines.items():
        muscle = lw.Muscle(force=force, fibre=fibre, slack=slack, pennation=0.1)
        beat = lw.Sine(amplitude=0.7 * excitation, frequency=1.0, offset=excitation)
        m.connect(
            name,
            muscle,
            *points,
            inputs={"excitation": beat},
            initial={"activation": excitation, "fibre_length": fibre},
        )
    return m


def start(system: lw.System) -> lw.State:
    return system.rest


def numbers() -> dict[str, float]:
    """Moment arms: how fast a muscle shortens as its joint turns at one radian a second."""
    system = lw.compile_model(model())
    turning = system.state({"knee.angle_dot": 1.0})
    run = lw.simulate(system, turning, times=[0.0, 0.02])
    return {
        "knee, vasti": run["vasti.measure_dot"][0],
        "knee, hamstrings": run["hamstrings.measure_dot"][0],
        "tension": run["vasti.tension"][-1],
        "fibre": run["vasti.fibre_length"][-1],
        "length": run["vasti.measure"][-1],
    }
