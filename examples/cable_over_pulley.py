r"""Cable over a pulley: two weights on a cable of finite segments, Atwood's machine with a rope that bends.

Segments are rigid rods on ball joints with the bending stiffness of the rope between them; each node meets the wheel,
which turns by friction alone. `model(200)` is the same cable in two hundred segments.
"""

import numpy as np

import linkwork as lw

RADIUS, WHEEL = 0.4, 5.0
LENGTH, DIAMETER, MASS = 4.0, 0.02, 2.0
LOADS = (20.0, 24.0)
STIFFNESS = 4e5
"""Of the contact, per length of the cable and depth, N/m²."""
FRICTION = 0.4
DURATION = 0.6
SHOWS = ("S2.8",)
LOOK = (-90.0, 0.0)
OPTIONS = {"method": "dop853"}


def model(segments: int = 40, friction: float = FRICTION, loads: tuple[float, float] = LOADS) -> lw.Model:
    m = lw.Model("cable over a pulley")
    wheel = m.body("wheel", lw.Cylinder(radius=RADIUS, length=0.06, axis="y", mass=WHEEL))
    m.connect("axle", lw.Revolute("y"), m.ground, wheel)
    piece = LENGTH / segments
    stiffness = STIFFNESS * piece
    # The cable starts where its load presses it: on chords of a circle somewhat smaller than wheel and cable.
    radius = RADIUS + DIAMETER / 2 - sum(loads) / 2 * 9.81 * piece / (RADIUS * stiffness)
    turn = 2 * np.arcsin(piece / 2 / radius)
    before = (segments - round(np.pi / turn)) // 2
    angles = np.clip((np.arange(segments) - before + 0.5) * turn, 0.0, np.pi)
    directions = np.stack([np.sin(angles), np.zeros(segments), np.cos(angles)], axis=1)
    first, second = (m.body(f"load{k}", lw.Sphere(radius=0.1, mass=mass)) for k, mass in enumerate(loads, start=1))
    m.connect("lift", lw.Free(), m.ground, first, initial={"x": -radius, "z": -before * piece})
    rope = lw.finite_segment_cable(
        m,
        "rope",
        first,
        length=LENGTH,
        segments=segments,
        mass=MASS,
        diameter=DIAMETER,
        bending=0.1,
        torsion=0.1,
        damping=0.002,
        shape=directions,
    )
    m.connect("hook", lw.Spherical(), rope.nodes[-1], second)
    contact = lw.SphereCylinderContact(
        RADIUS,
        DIAMETER / 2,
        stiffness=stiffness,
        exponent=1.0,
        dissipation=1.0,
        friction=friction,
        smoothing=0.02,
        rounding=1e-3,
    )
    rope.touch(wheel, contact)
    return m


def start(system: lw.System) -> lw.State:
    return system.rest


def settled(system: lw.System) -> lw.State:
    """After ten milliseconds, in which the cable finds its place on the wheel."""
    return lw.simulate(system, t_end=0.01, rtol=1e-5, atol=1e-7).final


def numbers(segments: int = 40) -> dict[str, float]:
    """How much speed the loads gain, and how much Atwood's law gives: what hangs, over all that moves with it."""
    system = lw.compile_model(model(segments), coordinates="absolute")
    run = lw.simulate(system, settled(system), 0.51, h=0.0025)
    late = run.t > 0.1
    hanging = LOADS[1] - LOADS[0] + MASS / LENGTH * (run["load1.position.z"] - run["load2.position.z"])
    centre = RADIUS + DIAMETER / 2  # of the cable on the wheel
    moving = sum(LOADS) + MASS + WHEEL / 2 * (RADIUS / centre) ** 2
    speed = 0.5 * (run["load1.velocity.z"] - run["load2.velocity.z"])[late]  # without what bounces up and down together
    return {
        "gain": float(speed[-1] - speed[0]),
        "atwood": float(np.trapezoid(hanging[late] * 9.81 / moving, run.t[late])),
        "rim": float(centre * run["axle.angle_dot"][-1]),
        "speed": float(speed[-1]),
    }
