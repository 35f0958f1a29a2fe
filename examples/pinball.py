"""Pinball: a ball finds its way down between pegs and walls, and a flipper knocks it back up the table.

Pegs and walls are outlines in the plane of the table; every hit has restitution and friction, so that the ball comes
off spinning. The flipper is driven: what it gives to the ball is part of the balance of energy.
"""

from typing import Any

import numpy as np

import linkwork as lw

SLOPE, WIDTH, RADIUS, PEG = np.radians(6.5), 0.4, 0.0135, 0.03
PEGS = [(-0.1, 0.5), (0.1, 0.5), (0.0, 0.38), (-0.12, 0.26), (0.12, 0.26)]
WALLS = {"left": ("y", (-WIDTH / 2, 0, 0)), "right": ("-y", (WIDTH / 2, 0, 0)), "top": ("x", (0, 0.7, 0))}
PIVOT, LENGTH, THICKNESS = (-0.13, 0.08), 0.16, 0.008
FLIP, LIFT, SHORT = 2.45, 1.0, 0.03
DURATION = 4.5
LOOK = (-84.0, 58.0)
PLOTS = ("ball.position", "table.angle_dot", "pivot.angle")
CONTROLS = {
    "bounce": (0.3, 0.9),
    "bat.restitution": (0.2, 0.9),
    "gravity": (5.0, 15.0),
}
TRACES = [lw.Trace("ball", "ball")]


class Flip(lw.Signal):
    """Down, and up for a moment."""

    def value(self, t: Any) -> Any:
        return -0.45 + LIFT * lw.exp(-(((t - FLIP) / SHORT) ** 2))


def board_shapes() -> list[lw.Shape]:
    """Felt below the ball, rails around it, and pegs with caps."""
    low, high, thick, deep = -0.06, 0.7, 0.018, 0.035
    felt = lw.Box(
        (WIDTH + 2 * thick, high - low + thick, 0.012),
        mass=5.0,
        at=(0, (high + low + thick) / 2, -RADIUS - 0.006),
        color="#1f4e5f",
    )
    side = {"mass": 1.0, "color": "#8a5a33"}
    rails = [
        lw.Box((thick, high - low + thick, deep), at=(x * (WIDTH + thick) / 2, (high + low + thick) / 2, 0), **side)
        for x in (-1, 1)
    ]
    rails.append(lw.Box((WIDTH, thick, deep), at=(0, high + thick / 2, 0), **side))
    pegs = [lw.Cylinder(PEG, 2 * RADIUS, mass=0.1, at=(x, y, 0), color="#e9b949") for x, y in PEGS]
    caps = [lw.Cylinder(0.6 * PEG, 0.008, mass=0.1, at=(x, y, RADIUS + 0.004), color="#d8402f") for x, y in PEGS]
    return [felt, *rails, *pegs, *caps]


def model() -> lw.Model:
    """The table's y axis points up its slope."""
    m = lw.Model("pinball", gravity=(0, -9.81 * np.sin(SLOPE), -9.81 * np.cos(SLOPE)))
    ball = m.body("ball", lw.Sphere(radius=RADIUS, mass=0.08, color="#c3c9ce"))
    bat = lw.Extrusion.link(LENGTH, THICKNESS, 0.018, mass=0.05, color="#d8402f")
    board = m.body("board", *board_shapes())
    m.connect("legs", lw.Fixed(), m.ground, board)
    flipper = m.body("flipper", bat)
    m.connect("table", lw.Planar("z"), m.ground, ball)
    m.connect("pivot", lw.Revolute("z"), m.ground.at(*PIVOT, 0), flipper, drive={"angle": Flip()})
    rim = ball.outline(lw.CircleCurve(RADIUS))
    hit = lw.UnilateralContact(restitution=0.5, friction=0.2)
    bump = lw.UnilateralContact(restitution=lw.Parameter("bounce", 0.8), friction=0.2)
    for k, (x, y) in enumerate(PEGS):
        m.connect(f"peg{k + 1}", bump, board.outline(lw.CircleCurve(PEG), at=(x, y, 0)), rim)
    for name, (direction, at) in WALLS.items():
        m.connect(name, hit, board.outline(lw.LineCurve(direction), at=at), rim)
    edge = flipper.capsule(THICKNESS, LENGTH, axis="x", at=(LENGTH / 2, 0, 0))
    m.connect("bat", hit, edge, ball.sphere(RADIUS))
    return m


def start(system: lw.System) -> lw.State:
    return system.state({"table.x": 0.03, "table.y": 0.6, "table.x_dot": -0.25})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.5, rtol=1e-10, atol=1e-12)
    hits = [event for event in run.events if event.contact and event.contact.kind == "impact"]
    fifth, bat = hits[4].after, next(event for event in hits if "bat" in event.contact.points)
    return {
        "fifth hit": hits[4].t,
        "x there": fifth["table.x"],
        "y there": fifth["table.y"],
        "spin after it": fifth["table.angle_dot"],
        "flipper hits": bat.t,
        "approach of the flipper": system.channels(bat.before)["bat.gap_dot"],
        "parting from it": system.channels(bat.after)["bat.gap_dot"],
        "energy of the ball after": bat.contact.energy_after,
    }
