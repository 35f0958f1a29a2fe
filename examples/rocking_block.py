"""Rocking block: a column tilts from edge to edge, and every time it lands the floor takes a part of its speed.

Two corners touch the floor, without restitution. Nobody says which of them is the next pivot: the impact with both
gives Housner's ratio of the rates, 1 − ³⁄₂ sin²α, and leaves the old one free to lift. A column that was pushed too far
would fall over.
"""

import numpy as np

import linkwork as lw

WIDTH, HEIGHT, TILT = 0.4, 1.2, 0.2
DURATION = 3.0
LOOK = (-80.0, 8.0)
TRACES = [lw.Trace("corner", "block", (WIDTH / 2, 0, HEIGHT / 2))]
UPRIGHT = {"x": np.pi / 2}


def model() -> lw.Model:
    m = lw.Model("rocking block")
    block = m.body("block", lw.Box(size=(WIDTH, WIDTH, HEIGHT), mass=1.0))
    m.connect("plane", lw.Planar("y"), m.ground, block)
    floor = m.ground.outline(lw.LineCurve("-x"), rotate=UPRIGHT)
    feet = block.tips([(-WIDTH / 2, 0, -HEIGHT / 2), (WIDTH / 2, 0, -HEIGHT / 2)], ("left", "right"))
    m.connect("floor", lw.UnilateralContact(friction=0.5), floor, feet)
    return m


def start(system: lw.System) -> lw.State:
    """Tilted on its right corner, at rest."""
    c, s = np.cos(TILT), np.sin(TILT)
    x, z = WIDTH / 2 * (1 - c) + HEIGHT / 2 * s, WIDTH / 2 * s + HEIGHT / 2 * c
    return system.state({"plane.x": z, "plane.y": x, "plane.angle": TILT})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.0, rtol=1e-11, atol=1e-13)
    landings = [event for event in run.events if event.contact and event.contact.kind == "impact"]
    first = landings[0]
    return {
        "first landing": first.t,
        "fourth landing": landings[3].t,
        "ratio of rates": first.after["plane.angle_dot"] / first.before["plane.angle_dot"],
        "lost energy": first.contact.energy_before - first.contact.energy_after,
    }
