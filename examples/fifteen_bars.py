"""Fifteen bars fall: a linkage between two fixed points, let go from rest, is lowest at 0.47 s, next turn 0.70 s.

S3's largest case (slugs and feet). Its figure is lost: five bars slope down, five are level, five slope up.
"""

import numpy as np

import linkwork as lw

COUNT, LENGTH, MASS, INERTIA, GRAVITY, SPAN = 15, 1.0, 0.4565, 0.0308, 32.2, 10.0
SLOPES = np.radians([-60.0] * 5 + [0.0] * 5 + [60.0] * 5)
DURATION = 1.0
LOOK = (-90.0, 90.0)
TRACES = [lw.Trace("middle", "bar8", (LENGTH / 2, 0, 0))]


def model() -> lw.Model:
    m = lw.Model("fifteen bars", gravity=(0, -GRAVITY, 0))
    before = m.ground.at(0, 0, 0)
    for k in range(1, COUNT + 1):
        looks = lw.Rod(length=LENGTH, radius=0.03, mass=MASS)
        bar = m.body(f"bar{k}", looks, mass=MASS, com=(LENGTH / 2, 0, 0), inertia=(0.001, INERTIA, INERTIA))
        m.connect(f"J{k}", lw.Revolute("z"), before, bar)
        before = bar.at(LENGTH, 0, 0)
    m.connect("D", lw.Revolute("z"), m.ground.at(SPAN, 0, 0), before, tree="cut")
    m["bar8"].point("middle", (LENGTH / 2, 0, 0))
    return m


def start(system: lw.System) -> lw.State:
    turns = np.diff(SLOPES, prepend=0.0)
    return system.state({f"J{k}.angle": turn for k, turn in enumerate(turns, start=1)})


def placed(system: lw.AbsoluteSystem) -> lw.State:
    """The same in absolute coordinates."""
    poses, p = {}, np.zeros(3)
    for k, a in enumerate(SLOPES, start=1):
        R = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
        poses[f"bar{k}"] = (R, p)
        p = p + R @ [LENGTH, 0, 0]
    return system.placed(poses)


def numbers() -> dict[str, float]:
    tree = lw.compile_model(model())
    turns = lw.Event("turn", "bar8.middle.velocity.y")
    run = lw.simulate(tree, start(tree), times=[0.0, 0.1, 0.75], events=[turns])
    times = [event.t for event in run.events if event.t > 0.1]
    absolute = lw.compile_model(model(), formulation="absolute")
    short = lw.time_elements(absolute, placed(absolute), 0.1, h=0.01, times=[0.1])
    names = [f"bar{k}.position" for k in range(1, COUNT + 1)]
    apart = max(float(np.abs(short[name][-1] - run[name][1]).max()) for name in names)
    return {"low point": times[0], "next turn": times[1], "formulations differ by": apart}
