"""Gradients on models of the gallery: exact ones against differences of plain runs, to 1e-6.

The models are taken as they are; the mass of a body, the strength of gravity and the place of a joint are made
Parameters. Trees and loops, driven and free, holonomic and not, Euler parameters, wheels inside bodies, impacts.
"""

import importlib
from dataclasses import dataclass, replace

import numpy as np
import pytest

import linkwork as lw
from linkwork.model.body import Point
from linkwork.spatial import MassProperties, Pose
from tests.analyses.differences import check

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


@dataclass(frozen=True)
class Case:
    channels: tuple[str, ...]
    body: str
    """Whose mass is varied."""
    joint: str = ""
    """Whose first end is moved away from its body's origin."""
    t: float = 0.2

    def parameters(self, model: lw.Model) -> dict[str, float]:
        found = {"mass": 1.0}
        if np.any(model.gravity):
            found["gravity"] = 1.0
        return found | ({"place": 1.0} if self.joint else {})

    def varied(self, model: lw.Model) -> lw.System:
        p = {name: lw.Parameter(name, value) for name, value in self.parameters(model).items()}
        body = model.bodies[self.body]
        # Past the guard: bodies of the gallery have no Parameters of their own.
        heavier = MassProperties(body.mass * p["mass"], body.com, body.inertia)
        object.__setattr__(body, "properties", heavier)
        if "gravity" in p:
            model.gravity = [x * p["gravity"] for x in model.gravity]
        if self.joint:
            c = model.connections[self.joint]
            first = c.ends[0]
            moved = Point(first.body, Pose(first.X.R, [x * p["place"] for x in first.X.p]))
            model.connections[self.joint] = replace(c, ends=(moved, *c.ends[1:]))
        return lw.compile_model(model)


CASES = {
    "double_pendulum": Case(("upper hinge.angle", "lower.velocity.x"), "lower", "lower hinge"),
    "furuta_pendulum": Case(("motor.angle", "pivot.angle_dot"), "rod", "pivot"),
    "heavy_top": Case(("top.angular_velocity", "tip.force"), "top", t=0.1),
    "four_bar": Case(("D.force", "A.angle.load"), "coupler", t=0.05),
    "slider_crank": Case(("C.force.x", "C.force.z", "A.angle.load"), "piston", t=0.01),
    "governor": Case(("right hinge.angle", "slide.displacement_dot"), "sleeve", t=0.1),
    "planetary_gear": Case(("sun shaft.angle", "planet pin.force"), "planet"),
    "rolling_coin": Case(("rolling.heading", "coin.position"), "coin"),
    "chaplygin_sleigh": Case(("ice.x", "blade.force"), "sleigh"),
    "bicycle": Case(("rear.lean", "steer.angle_dot"), "frame", t=0.1),
    "satellite": Case(("satellite.angular_velocity", "wheel x.spin"), "satellite", t=1.0),
    "rimless_wheel": Case(("foot hinge.angle_dot", "wheel.position"), "wheel", t=1.0),
}


QUICK = ("furuta_pendulum", "rolling_coin", "slider_crank")
"""Those that are looked at every time: a tree, a nonholonomic hinge, a driven loop."""


@pytest.mark.seed("S0.16")
@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in CASES])
def test_gradients_of_a_motion(name):
    example, case = importlib.import_module(f"examples.{name}"), CASES[name]
    values = case.parameters(example.model())
    system = case.varied(example.model())
    start, events = example.start(system), getattr(example, "EVENTS", ())
    options = {"times": [start.t + case.t], "events": events, **TIGHT}

    def end(at):
        run = at.simulate(system, at.start(system, start, start.t), start.t + case.t, **options)
        return lw.stacked([run[channel] for channel in case.channels])

    def plain(given):
        run = lw.simulate(system, start.with_values(given), start.t + case.t, **options)
        return np.concatenate([np.ravel(run[channel]) for channel in case.channels])

    check(end, values, plain=plain)
