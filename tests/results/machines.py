"""Small systems for runs that are saved, streamed, stopped and resumed."""

from functools import cache

import linkwork as lw


@cache
def pendulum() -> lw.System:
    return lw.compile_model(pendulum_model())


def pendulum_model() -> lw.Model:
    model = lw.Model("pendulum")
    rod = model.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    rod.point("tip", (1.0, 0, 0))
    model.connect("A", lw.Revolute("y"), model.ground, rod)
    return model


@cache
def four_bar() -> lw.System:
    """A crank, a coupler and a rocker, drawn in a plane: three rows of five repeat others."""
    model = lw.Model("four-bar")
    crank = model.body("crank", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    coupler = model.body("coupler", mass=1.0, com=(1.0, 0, 0), inertia=(0.01, 0.3, 0.3))
    rocker = model.body("rocker", mass=1.0, com=(0.75, 0, 0), inertia=(0.01, 0.2, 0.2))
    model.connect("A", lw.Revolute("y"), model.ground, crank)
    model.connect("B", lw.Revolute("y"), crank.at(1.0, 0, 0), coupler)
    model.connect("C", lw.Revolute("y"), coupler.at(2.0, 0, 0), rocker.at(1.5, 0, 0))
    model.connect("D", lw.Revolute("y"), model.ground.at(2.0, 0, 0), rocker)
    return lw.compile_model(model)


SCRIPT = """
import sys
import linkwork as lw
model = lw.Model("pendulum")
rod = model.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
model.connect("A", lw.Revolute("y"), model.ground, rod)
system = lw.compile_model(model)
state = system.state({"A.angle": 1.0})
print("ready", flush=True)
"""
"""A process with a system of its own."""
