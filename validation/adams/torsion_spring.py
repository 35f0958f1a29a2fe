"""A pendulum on a revolute joint with a torsion spring and a damper, linear or stiffening."""

from collections.abc import Iterator

import numpy as np

import linkwork as lw
from validation.adams.tables import GRAVITY, LONG_BAR, felt_by_ground, figures
from validation.case import Case

SPRINGS = [
    lw.TorsionSpring(stiffness=200.0, damping=10.0),
    lw.NonlinearSpring("(50 + 10*abs(x))*x", damping=10.0, on=lw.RelativeAngle()),
]


def model(spring: lw.Force) -> lw.Model:
    m = lw.Model("torsion spring", gravity=GRAVITY)
    bar = m.body("bar", **LONG_BAR)
    axle = m.ground.at(0, 0, 0, rotate={"x": -np.pi / 2})
    m.connect("joint", lw.Revolute("z"), axle, bar.at(-2, 0, 0))
    m.connect("spring", spring, axle, bar.at(-2, 0, 0))
    return m


def cases() -> Iterator[Case]:
    joint = felt_by_ground("joint")
    # The table adds the spring's moment to the joint's; its axis is y of the world.
    loads = {
        "Rforce": joint["Rforce"],
        "Rtorque": lambda run: joint["Rtorque"](run) - np.outer(run["spring.force"], (0, 1, 0)),
    }
    for k, spring in enumerate(SPRINGS, start=1):
        yield Case(
            f"torsion_spring_{k}",
            "pendulum on a torsion spring",
            lambda k=k, spring=spring: figures(model(spring), f"RotSpring_Case{k:02}", loads),
            (model,),
        )
