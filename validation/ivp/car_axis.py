"""The car axis: two masses on stiff springs over a bumpy road, one wheel lifted periodically."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from validation.case import Case, Figure, compiled, started
from validation.ivp.reference import at_the_end, problem


class Upright(lw.Constraint):
    """The left spring stays at right angles to the line between the wheels."""

    ends = 3

    def position(self, rel: Any, t: Any) -> Any:
        wheel, mass = rel
        return wheel.p[0] * mass.p[0] + wheel.p[1] * mass.p[1]


def model() -> lw.Model:
    p = problem("caraxis")["parameters"]
    m = lw.Model("car axis", gravity=(0, -p["g"], 0))
    wheel = m.body("wheel", mass=0.0)
    left, right = (m.body(name, lw.PointMass(p["M"] / 2)) for name in ("left", "right"))
    bump = lw.Expression(lambda t: p["r"] * lw.sin(p["w"] * t))
    along = lw.Expression(lambda t: lw.sqrt(p["L"] ** 2 - (p["r"] * lw.sin(p["w"] * t)) ** 2))
    m.connect("road", lw.Translation(), m.ground, wheel, drive={"x": along, "y": bump, "z": 0.0})
    m.connect("A", lw.Translation(), m.ground, left, drive={"z": 0.0})
    m.connect("B", lw.Translation(), m.ground, right, drive={"z": 0.0})
    spring = lw.Spring(stiffness=1 / p["eps"] ** 2, length=p["L0"])
    m.connect("left spring", spring, m.ground, left)
    m.connect("right spring", spring, wheel, right)
    m.connect("upright", Upright(), m.ground, wheel, left)
    m.connect("axis", lw.FixedDistance(p["L"]), left, right)
    return m


def check() -> Iterator[Figure]:
    p = problem("caraxis")["parameters"]
    system = compiled(model())
    start = {"A.y": p["L0"], "B.x": p["L"], "B.y": p["L0"], "A.x_dot": -p["L0"] / p["L"], "B.x_dot": -p["L0"] / p["L"]}
    run = lw.simulate(system, started(system, start), 3.0, rtol=1e-12, atol=1e-13)
    end = {name: run[name][-1] for name in ("A.x", "A.y", "B.x", "B.y", "A.x_dot", "A.y_dot", "B.x_dot", "B.y_dot")}
    # The reference scales forces by ε², and its second row is twice L as steep.
    upright, axis = run["upright.multipliers"][-1], run["axis.multipliers"][-1]
    found = {
        "position": list(end.values())[:4],
        "velocity": list(end.values())[4:],
        "multiplier": p["eps"] ** 2 * np.array([np.ravel(upright)[0], np.ravel(axis)[0] / (2 * p["L"])]),
    }
    yield from at_the_end("caraxis", found, 1e-13, {"": 1e-8})


def cases() -> Iterator[Case]:
    yield Case("car_axis", "car axis on stiff springs, 3 s", check, (Upright, model))
