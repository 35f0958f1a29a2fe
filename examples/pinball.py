"""Pinball: a ball finds its way down between pegs, and two flippers, played with the arrow keys, knock it back up.

Pegs and walls are outlines in the plane of the table; every hit has restitution and friction, so that the ball comes
off spinning. A flipper is a body between two stops: a moment lifts it while its key or its button is pressed, and a
smaller one lets it down. Once, the right one plays by itself.
"""

from typing import Any

import numpy as np

import linkwork as lw

SLOPE, WIDTH, RADIUS, PEG = np.radians(6.5), 0.4, 0.0135, 0.03
PEGS = [(-0.1, 0.5), (0.1, 0.5), (0.0, 0.38), (-0.12, 0.26), (0.12, 0.26)]
LOW, HIGH = -0.06, 0.7
WALLS = {
    "left": ("y", (-WIDTH / 2, 0, 0)),
    "right": ("-y", (WIDTH / 2, 0, 0)),
    "top": ("x", (0, HIGH, 0)),
    "drain": ("-x", (0, LOW, 0)),
}
PIVOT, LENGTH, THICKNESS, BAT = (0.108, 0.075), 0.082, 0.008, 0.05
"""Of the flipper on the right; that on the left is its mirror image."""
DOWN, UP = -0.5, 0.6
LIFTS, LOWERS = 0.04, -0.012
"""Moments on a flipper whose key is pressed, or not."""
FLIP, SHORT = 2.62, 0.07
DURATION = 6.0
LOOK = (-84.0, 58.0)
PLOTS = ("ball.position", "left pivot.angle", "right pivot.angle")
KEYS = {"ArrowLeft": ("left", 1.0), "ArrowRight": ("right", 1.0)}
CONTROLS = {"bounce": (0.3, 0.9), "bat": (0.2, 0.9), "gravity": (5.0, 15.0)}
SIDES = {"left": -1, "right": 1}
TRACES = [lw.Trace("ball", "ball")]


class Press(lw.Signal):
    """The moment on a flipper: its key is 1 while it is pressed; the right one plays once by itself."""

    key = lw.parameter(default=0.0, doc="1 while it is pressed")
    side = lw.option(default=-1)

    def value(self, t: Any) -> Any:
        pressed: Any = self.key
        if self.side > 0:
            pressed = pressed + lw.exp(-(((t - FLIP) / SHORT) ** 4))
        return -self.side * (LOWERS + (LIFTS - LOWERS) * pressed)


def lane(side: int) -> tuple[np.ndarray, float, float]:
    """From a wall down to a flipper: (middle, length, angle in the table)."""
    ends = np.array([(side * WIDTH / 2, 0.148), (side * (PIVOT[0] + 0.012), PIVOT[1] + 0.006)])
    along = ends[1] - ends[0]
    return ends.mean(axis=0), float(np.hypot(*along)), float(np.arctan2(along[1], along[0]))


def board_shapes() -> list[lw.Shape]:
    """Felt below the ball, rails around it, and pegs with caps."""
    low, high, thick, deep = LOW, HIGH, 0.018, 0.035
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
    rails += [lw.Box((WIDTH, thick, deep), at=(0, y, 0), **side) for y in (high + thick / 2, low - thick / 2)]
    for middle, length, angle in map(lane, SIDES.values()):
        size, gold = (length, 2 * THICKNESS, 2 * RADIUS), "#e9b949"
        rails.append(lw.Box(size, at=(*middle, 0), rotate={"z": angle}, mass=0.2, color=gold))
    pegs = [lw.Cylinder(PEG, 2 * RADIUS, mass=0.1, at=(x, y, 0), color="#e9b949") for x, y in PEGS]
    caps = [lw.Cylinder(0.6 * PEG, 0.008, mass=0.1, at=(x, y, RADIUS + 0.004), color="#d8402f") for x, y in PEGS]
    return [felt, *rails, *pegs, *caps]


def add_flipper(m: lw.Model, name: str, side: int, knock: lw.Contact, board: lw.Body, ball: lw.Body) -> None:
    """A bat that points to the middle of the table, and is lifted by a positive angle."""
    turned: dict[str, Any] = {} if side < 0 else {"rotate": {"z": np.pi}}
    flipper = m.body(
        f"{name} flipper", lw.Extrusion.link(LENGTH, THICKNESS, 0.018, mass=BAT, color="#d8402f", **turned)
    )
    pivot = lw.Revolute("z" if side < 0 else "-z")
    place = m.ground.at(side * PIVOT[0], PIVOT[1], 0)
    m.connect(f"{name} pivot", pivot, place, flipper, initial={"angle": DOWN})
    tip = flipper.outline(lw.CircleCurve(THICKNESS), at=(-side * LENGTH, 0, 0))
    for end, angle, sign in (("high", UP, -side), ("low", DOWN, side)):
        along = sign * np.array([-side * np.cos(angle), np.sin(angle)])  # the stop is on the left of it
        corner = (side * PIVOT[0] - THICKNESS * along[1], PIVOT[1] + THICKNESS * along[0], 0)
        stop = board.outline(lw.LineCurve((*along, 0.0)), at=corner)
        m.connect(f"{name} {end}", lw.UnilateralContact(), stop, tip)
    m.connect(f"{name} lift", lw.AppliedMoment(Press(lw.Parameter(name, 0.0), side), along="z"), flipper)
    edge = flipper.capsule(THICKNESS, LENGTH, axis="x", at=(-side * LENGTH / 2, 0, 0))
    m.connect(f"{name} bat", knock, edge, ball.sphere(RADIUS))


def model() -> lw.Model:
    """The table's y axis points up its slope."""
    m = lw.Model("pinball", gravity=(0, -9.81 * np.sin(SLOPE), -9.81 * np.cos(SLOPE)))
    ball = m.body("ball", lw.Sphere(radius=RADIUS, mass=0.08, color="#c3c9ce"))
    board = m.body("board", *board_shapes())
    m.connect("legs", lw.Fixed(), m.ground, board)
    m.connect("table", lw.Planar("z"), m.ground, ball)
    rim = ball.outline(lw.CircleCurve(RADIUS))
    hit = lw.UnilateralContact(restitution=0.5, friction=0.2)
    bump = lw.UnilateralContact(restitution=lw.Parameter("bounce", 0.8), friction=0.2)
    knock = lw.UnilateralContact(restitution=lw.Parameter("bat", 0.5), friction=0.2)
    for k, (x, y) in enumerate(PEGS):
        m.connect(f"peg{k + 1}", bump, board.outline(lw.CircleCurve(PEG), at=(x, y, 0)), rim)
    for name, (direction, at) in WALLS.items():
        m.connect(name, hit, board.outline(lw.LineCurve(direction), at=at), rim)
    for name, side in SIDES.items():
        middle, length, angle = lane(side)
        guide = board.capsule(THICKNESS, length, axis="x", at=(*middle, 0), rotate={"z": angle})
        m.connect(f"{name} lane", hit, guide, ball.sphere(RADIUS))
        add_flipper(m, name, side, knock, board, ball)
    return m


def start(system: lw.System) -> lw.State:
    return system.state({"table.x": 0.03, "table.y": 0.6, "table.x_dot": -0.25})


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=2.5, rtol=1e-10, atol=1e-12)
    hits = [event for event in run.events if event.contact and event.contact.kind == "impact"]
    fifth, bat = hits[4].after, next(event for event in hits if "left bat" in event.contact.points)
    lifted = lw.simulate(system, start(system).with_values({"left": 1.0}), t_end=0.2, rtol=1e-10, atol=1e-12)
    return {
        "fifth hit": hits[4].t,
        "x there": fifth["table.x"],
        "y there": fifth["table.y"],
        "spin after it": fifth["table.angle_dot"],
        "flipper hits": bat.t,
        "approach of the flipper": system.channels(bat.before)["left bat.gap_dot"],
        "parting from it": system.channels(bat.after)["left bat.gap_dot"],
        "energy after": bat.contact.energy_after,
        "flipper at its upper stop": float(lifted["left pivot.angle_dot"].max()),
    }
