"""Knee: a spatial cam of two condyles on two plateaus, held by eight bundles of ligaments (Sol §1.1, after Wismans)."""

from typing import Any

import numpy as np

import linkwork as lw

CONDYLES = {  # of the femur: centre and semi-axes of an ellipsoid
    "medial": ((0.0, 0.0, -0.022), (0.031, 0.026, 0.02)),
    "lateral": ((0.001, 0.0005, 0.022), (0.029, 0.025, 0.019)),
}
PLATEAUS = {  # of the tibia: height y as a polynomial of x and z from here, rows (i, j, c)
    "medial": (-0.022, ((0, 0, 0.0), (1, 0, 0.05), (2, 0, 6.0), (0, 2, 7.0), (3, 0, 40.0), (1, 1, 0.8))),
    "lateral": (0.022, ((0, 0, 0.0005), (1, 0, 0.05), (2, 0, -2.0), (0, 2, 6.0), (2, 1, 30.0), (4, 0, 900.0))),
}
LIGAMENTS = {  # on the femur, on the tibia, stiffness, length
    "ACL_a": ((-0.007, 0.004, 0.006), (0.012, 0.002, -0.003), 5000.0, 0.033937),
    "ACL_p": ((-0.011, 0.001, 0.007), (0.006, 0.001, 0.0), 5000.0, 0.029939),
    "PCL_a": ((0.002, -0.002, -0.005), (-0.024, -0.01, 0.001), 9000.0, 0.046552),
    "PCL_p": ((-0.003, -0.002, -0.006), (-0.025, -0.012, -0.002), 9000.0, 0.042379),
    "MCL_a": ((0.0, 0.001, -0.042), (0.008, -0.07, -0.03), 2750.0, 0.096606),
    "MCL_p": ((-0.004, 0.001, -0.042), (-0.006, -0.055, -0.032), 2750.0, 0.080525),
    "LCL_a": ((0.001, 0.002, 0.04), (-0.01, -0.045, 0.044), 2000.0, 0.069942),
    "LCL_p": ((-0.003, 0.001, 0.04), (-0.016, -0.045, 0.043), 2000.0, 0.068617),
}
AXIAL = 300.0
UPWARDS = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""Axes of a plateau: z along y of the tibia, x along its z, y along its x."""
DURATION = 0.5
POSE = (
    -0.014757753211663723,
    -0.02262027885203879,
    -0.0007448589194260826,
    0.6981317007977318,
    -0.060858381196887044,
    0.24920957828959855,
)
RATES = (
    -0.06897348825071212,
    0.029053531174692622,
    -0.00909565487428014,
    3.0,
    -0.14371679326193942,
    0.3108336460309095,
)
"""Rest at a flexion of 40° without weight, and rates along such rests at 3 rad/s."""
TRACES = [lw.Trace("ankle", "shank", (0, -0.4, 0))]


class KneeCoordinates(lw.Hinge):
    """p = (x, y, z), R = Rz(−flexion) Rx(adduction) Ry(rotation): the angles of a knee (Grood and Suntay, 1983)."""

    coordinates = ("x", "y", "z", "flexion", "adduction", "rotation")
    units = ("m", "m", "m", "rad", "rad", "rad")

    def pose(self, q: Any, t: Any) -> lw.Pose:
        turn = lw.rotation_z(-q.flexion) @ lw.rotation_x(q.adduction) @ lw.rotation_y(q.rotation)
        return lw.Pose(turn, (q.x, q.y, q.z))


def knee(flexion: Any = None, moment: Any = None, shank: bool = False, **contact: Any) -> lw.Model:
    """The femur is the ground: x forwards, y upwards, z to the side. `flexion` and `moment` (varus) may be Parameters.

    Without `flexion` the tibia is free; `shank` gives it a leg with mass, which swings under an inclined thigh.
    `contact` goes to both contacts, such as one_sided=True.
    """
    m = lw.Model("knee", gravity=(-6.3, -7.52, 0.0) if shank else (0.0, 0.0, 0.0))
    if shank:
        tibia = m.body("shank", mass=4.0, com=(0, -0.2, 0), inertia=(0.055, 0.006, 0.055))
    else:
        tibia = m.body("shank", mass=1.0, inertia=(1, 1, 1))
    drive = {} if flexion is None else {"flexion": lw.Constant(flexion)}
    m.connect("knee", KneeCoordinates(), m.ground, tibia, drive=drive)
    for side, (centre, radii) in CONDYLES.items():
        z0, terms = PLATEAUS[side]
        plateau = lw.PolynomialSurface([(j, i, c) for i, j, c in terms], over=((-0.02, 0.02), (-0.03, 0.03)))
        at = tibia.at(0, 0, z0, rotate=UPWARDS)
        m.connect(side, lw.SurfaceOnSurface(lw.EllipsoidSurface(radii), plateau, **contact), m.ground.at(*centre), at)
    for name, (femur, tibial, stiffness, length) in LIGAMENTS.items():
        bundle = lw.Ligament(stiffness, length, damping=0.05 if shank else 0.0)
        m.connect(name, bundle, m.ground.at(*femur), tibia.at(*tibial))
    m.connect("axial force", lw.AppliedForce((0, AXIAL, 0), axes="body"), tibia)
    if moment is not None:
        m.connect("varus", lw.AppliedMoment((moment, 0, 0), axes="body"), tibia)
    return m


def model() -> lw.Model:
    return knee(shank=True)


def start(system: lw.System) -> lw.State:
    names = [f"knee.{name}" for name in KneeCoordinates.coordinates]
    guess, rates = (dict(zip(names, x, strict=True)) for x in (POSE, RATES))
    element = KneeCoordinates()
    bodies = {} if system.coordinates == "tree" else {"shank": element.pose(element.q(POSE), 0.0)}
    return lw.assemble(system, guess=guess, velocities={f"{name}_dot": x for name, x in rates.items()}, bodies=bodies)


def rests(one_sided: bool = False) -> dict[float, lw.Equilibrium]:
    """The knee at rest from 0° to 90°, each from the one before."""
    flexion = lw.Parameter("flexion", 0.0, unit="rad")
    system = lw.compile_model(knee(flexion, one_sided=one_sided))
    state = lw.assemble(system, guess={"knee.y": -0.0255}, contact="touch" if one_sided else None)
    found = {}
    for angle in range(0, 91, 10):
        found[float(angle)] = lw.equilibrium(system, state.with_values({"flexion": np.radians(angle)}))
        state = found[float(angle)].state
    return found


def numbers() -> dict[str, float]:
    """Contact forces at full extension and at 90°, and of the swinging shank after a tenth of a second."""
    found = rests()
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), times=[0.0, 0.1])
    return {
        "medial, 0°": found[0.0].channels["medial.normal_force"],
        "lateral, 0°": found[0.0].channels["lateral.normal_force"],
        "medial, 90°": found[90.0].channels["medial.normal_force"],
        "lateral, 90°": found[90.0].channels["lateral.normal_force"],
        "medial, swinging": run["medial.normal_force"][-1],
        "flexion, swinging": run["knee.flexion"][-1],
    }
