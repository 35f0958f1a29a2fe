"""Springs with a delay, and their motion in closed form."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from numpy.polynomial import Polynomial

import linkwork as lw

STIFFNESS, DELAY, START, END = 20.0, 0.3, 0.1, 1.4
SHORT, LONG = 0.13, 0.31


def on_a_rail(element: lw.Force, name: str = "delayed", place: float = 0.0) -> lw.Model:
    m = lw.Model(name, gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider, initial={"displacement": place})
    m.connect("spring", element, m.ground, slider)
    return m


@cache
def spring() -> lw.Model:
    text = f"-{STIFFNESS}*e_delayed"
    return on_a_rail(lw.DelayedFormula(text, delay=DELAY, history=START, on=lw.Displacement("x")))


@cache
def spring_system() -> Any:
    return lw.compile_model(spring())


@cache
def absolute_system() -> Any:
    return lw.compile_model(spring(), "absolute")


@cache
def spring_pieces(place: float) -> list[Polynomial]:
    """ẍ(t) = −k x(t − τ), x = x₀ before: on each interval of length τ the motion is a polynomial."""
    found, before, speed = [], Polynomial([START]), 0.0
    for _ in range(int(END / DELAY) + 1):
        velocity = (-STIFFNESS * before).integ() + speed
        before = velocity.integ() + place
        found.append(before)
        place, speed = float(before(DELAY)), float(velocity(DELAY))
    return found


def exact(t: float, place: float = START) -> float:
    if t < 0.0:
        return START
    pieces = spring_pieces(place)
    k = min(int(t / DELAY + 1e-12), len(pieces) - 1)
    return float(pieces[k](t - k * DELAY))


def two_delays(e: Any, e_delayed: Any, e_dot_delayed: Any, t: Any) -> Any:
    return -30.0 * e - 4.0 * e_delayed[0] - 0.8 * e_dot_delayed[0] - 3.0 * e_delayed[1] ** 3 + 0.3 * lw.sin(3 * t)


def gone(t: Any) -> Any:
    return 0.2 * lw.cos(2.0 * t)


@cache
def two_delays_system() -> Any:
    law = lw.DelayedForce(two_delays, delay=(SHORT, LONG), history=gone, on=lw.Displacement("x"))
    return lw.compile_model(on_a_rail(law, "two"))


@cache
def regulator_system(coordinates: str) -> Any:
    """ẍ = −20 x(t − τ) − 4 ẋ(t − τ)."""
    law = lw.DelayedFormula("-20*e_delayed - 4*e_dot_delayed", delay=0.05, history="start", on=lw.Displacement("x"))
    return lw.compile_model(on_a_rail(law, "regulator", START), coordinates)


def regulated(t_end: float) -> float:
    """x at a whole number of delays: on each of them the motion is a polynomial."""
    x = Polynomial([START])
    for k in range(round(t_end / 0.05)):
        speed = (-20.0 * x - 4.0 * x.deriv()).integ() + (float(x.deriv()(0.05)) if k else 0.0)
        x = speed.integ() + float(x(0.05))
    return float(x(0.05))


class Series(lw.Assembly):
    """A spring to a node, and behind it a spring beside one that looks back."""

    nodes = ("mid",)
    straight = True
    late: ClassVar[str] = "-8*(e_delayed - 0.5)"

    def parts(self) -> Any:
        late = lw.DelayedFormula(self.late, delay=0.3, history="start")
        return {
            "a": (lw.Spring(stiffness=50.0, length=0.5), 0, "mid"),
            "b": (lw.Spring(stiffness=30.0, length=0.5), "mid", 1),
            "late": (late, "mid", 1),
        }


def series_model(element: lw.Assembly) -> lw.Model:
    m = lw.Model("series", gravity=(0, 0, 0))
    body = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, body, initial={"displacement": 1.2})
    m.connect("series", element, m.ground.at(0, 0, 0), body.at(0, 0, 0))
    return m


@cache
def case(name: str) -> dict[str, Any]:
    path = Path(__file__).parents[1] / "reference/D2_history_laws.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))[name]
    return found


def changing(which: str) -> lw.Model:
    p = case("changing_delay")[which]["parameters"]
    text = f"-{p['k']}*e - {p['c']}*e_dot - {p['gain']}*e_delayed"
    delay = {"time": "{tau0} + {tau1}*sin({nu}*t)", "state": "{tau0} + {tau1}*e**2"}[which].format(**p)
    return on_a_rail(lw.DelayedFormula(text, delay=delay, history="start", on=lw.Displacement("x")), which, p["x0"])


@cache
def changing_system(which: str, coordinates: str) -> Any:
    return lw.compile_model(changing(which), coordinates)


def by_steps(t: float, place: float, speed: float, gain: float, tau: float, rate_gain: float = 4.0) -> float:
    """ẍ = −k x(t − τ) − c ẋ(t − τ), at rest at x₀ before: a polynomial on each interval of length τ."""
    x, u = Polynomial([place]), speed
    for k in range(int(t / tau) + 1):
        late = gain * x + (rate_gain * x.deriv() if k else 0.0)
        v = u - late.integ()
        x = v.integ() + place
        place, u = float(x(tau)), float(v(tau))
    return float(x(t - k * tau))
