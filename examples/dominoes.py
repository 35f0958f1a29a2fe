"""Domino row: one is tipped over, and a wave of falling stones runs along the row at a speed of its own.

Each stone turns about its toe. Its upper corner meets the face of the next one, without restitution, and goes on to
push and to slide down there with friction, so that several stones fall together. After the first few the wave has
forgotten how it began.
"""

import numpy as np

import linkwork as lw

STONES, WIDTH, THICKNESS, HEIGHT, PITCH = 10, 0.024, 0.0075, 0.048, 0.025
FRICTION, PUSH = 0.2, 5.0
DURATION = 0.52
LOOK = (-75.0, 14.0)
TRACES = [lw.Trace("first", "stone1", (0, 0, HEIGHT)), lw.Trace("last", f"stone{STONES}", (0, 0, HEIGHT))]


def model(stones: int = STONES, friction: float = FRICTION) -> lw.Model:
    m = lw.Model("domino row")
    size, middle = (THICKNESS, WIDTH, HEIGHT), (-THICKNESS / 2, 0, HEIGHT / 2)
    touch, before = lw.UnilateralContact(friction=friction), None
    for k in range(1, stones + 1):
        stone = m.body(f"stone{k}", lw.Box(size=size, mass=0.01, at=middle))
        m.connect(f"toe{k}", lw.Revolute("y"), m.ground.at(k * PITCH, 0, 0), stone)
        m.connect(f"stand{k}", lw.JointStop(lower=0.0, upper=np.pi / 2), f"toe{k}.angle")
        if before is not None:
            m.connect(f"hit{k}", touch, before.tip((0, 0, HEIGHT)), stone.box(size, at=middle, face="-x"))
        before = stone
    return m


def start(system: lw.System) -> lw.State:
    return system.state({"toe1.angle_dot": PUSH})


def hits(run: lw.Trajectory, stones: int = STONES) -> list[float]:
    """When each stone but the first is hit."""
    first = {}
    for change in run.contacts:
        for point in change.points if change.kind == "impact" else ():
            first.setdefault(point, change.t)
    return [first[f"hit{k}"] for k in range(2, stones + 1)]


def numbers() -> dict[str, float]:
    system = lw.compile_model(model())
    run = lw.simulate(system, start(system), t_end=DURATION)
    waits = np.diff(hits(run))
    lying = sum(change.loss for change in run.contacts if change.kind == "impact")
    return {
        "first wait": waits[0],
        "wave speed": PITCH / waits[-1],
        "change of the last wait": waits[-1] / waits[-2] - 1.0,
        "lost in impacts": lying,
        "energy that went": run["energy"][0] - run["energy"][-1],
        "angle of the first stone": run.final["toe1.angle"],
        "angle of the last stone": run.final[f"toe{STONES}.angle"],
    }
