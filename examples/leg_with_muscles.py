"""Leg with muscles: a hip and a knee moved by four muscles, one of them over both joints and one over the kneecap."""

import numpy as np

import linkwork as lw

THIGH, SHANK = 0.43, 0.42
BONE = "#e8dfc8"
LOOK = (-76.0, 8.0)
PLOTS = ("knee.angle", "hip.angle", "vasti.activation", "hamstrings.activation")
CONTROLS = {"hip.angle": (0.2, 0.8), "knee.angle": (0.4, 1.2), "vasti.force": (2000.0, 4000.0), "gravity": (4.0, 14.0)}
DURATION = 1.0
TRACES = [lw.Trace("ankle", "shank", (0, 0, -SHANK))]


def bone(places: list[tuple[float, float]], at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> lw.Revolution:
    """A round bone along z: radii and heights from below to above."""
    profile = [(0.0, places[0][1]), *places, (0.0, places[-1][1])]
    return lw.Revolution(profile, mass=0.0, at=at, color=BONE)


def femur() -> list[lw.Shape]:
    """Head and neck, trochanter, shaft, and two condyles."""
    shaft = bone(
        [
            (0.024, -THIGH + 0.02),
            (0.03, -THIGH + 0.04),
            (0.016, -THIGH + 0.11),
            (0.013, -0.2),
            (0.016, -0.07),
            (0.02, -0.03),
        ]
    )
    knuckles = [
        lw.Ellipsoid((0.03, 0.016, 0.026), mass=0.0, at=(-0.006, y, -THIGH + 0.012), color=BONE) for y in (-0.02, 0.02)
    ]
    head = [
        lw.Sphere(0.024, mass=0.0, color=BONE),
        lw.Ellipsoid((0.022, 0.03, 0.03), mass=0.0, at=(0, 0.02, -0.025), color=BONE),
    ]
    return [shaft, *knuckles, *head]


def tibia() -> list[lw.Shape]:
    """Plateau, shaft and ankle, the fibula beside it, and a foot."""
    shin = bone(
        [(0.02, -SHANK), (0.022, -SHANK + 0.03), (0.012, -SHANK + 0.1), (0.014, -0.15), (0.034, -0.035), (0.03, -0.022)]
    )
    calf = bone([(0.011, -SHANK - 0.01), (0.006, -SHANK + 0.05), (0.006, -0.1), (0.011, -0.06)], at=(-0.02, 0.028, 0.0))
    heel = lw.Ellipsoid((0.035, 0.024, 0.024), mass=0.0, at=(-0.03, 0, -SHANK - 0.03), color=BONE)
    toes = [
        lw.Ellipsoid(
            (0.085, 0.01, 0.012),
            mass=0.0,
            at=(0.075, 0.016 * k, -SHANK - 0.042),
            rotate=[("z", 0.1 * k), ("y", 0.16)],
            color=BONE,
        )
        for k in (-1.5, -0.5, 0.5, 1.5)
    ]
    return [shin, calf, heel, *toes]


def model() -> lw.Model:
    m = lw.Model("leg with muscles")
    flesh = [
        lw.Rod(length=length, radius=radius, mass=mass, rotate={"y": np.pi / 2}).properties()
        for length, radius, mass in ((THIGH, 0.05, 8.0), (SHANK, 0.04, 4.0))
    ]
    # Bones are what is seen; masses are those of thigh and shank as rods.
    thigh, shank = (
        m.body(name, *bones, mass=x.mass, com=x.com, inertia=x.inertia)
        for name, bones, x in (("thigh", femur(), flesh[0]), ("shank", tibia(), flesh[1]))
    )
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
