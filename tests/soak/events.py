"""Throws with closed forms: terminal events, walls that send the ball back, and stops that push, by every method."""

from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from tests.throws import start, throws

G = 9.81
ADAPTIVE = ("auto", "dopri5", "dop853", "radau", "bdf", "generalized_alpha")
FIXED = ("rk4", "symplectic")
TIGHTEST = {"generalized_alpha": 1e-7}
SLACK = {"generalized_alpha": 300.0, "bdf": 3e4}
"""Errors of a whole run in tolerances; others stay below 30."""


@cache
def ball(stopped: bool) -> Any:
    """A ball that flies up and down, below a stop or not."""
    m = lw.Model("throw")
    body = m.body("ball", lw.Sphere(radius=0.05, mass=1.0))
    m.connect("flight", lw.Prismatic("z"), m.ground, body)
    if stopped:
        stop = lw.UnilateralSpring(lw.Parameter("k", 1e4), lw.Parameter("level", 1.0), on=lw.Displacement("z"))
        m.connect("stop", stop, m.ground, body)
    return lw.compile_model(m)


def drawn(rng: np.random.Generator, rate: float = 0.0) -> tuple[float, float, dict[str, Any], float]:
    """(speed, height of what is met, options of the run, error allowed in m); contacts of a rate bound fixed steps."""
    speed = float(rng.uniform(1.0, 30.0))
    level = float((1.0 - 10.0 ** rng.uniform(-3.3, -0.3)) * speed**2 / (2.0 * G))
    method = str(rng.choice([*ADAPTIVE, *FIXED]))
    if method in FIXED:
        h = float(rng.uniform(0.05, 0.2)) / rate if rate else speed / 300.0
        return speed, level, {"method": method, "h": h}, 0.02 * level if rate else 1e-6
    rtol = max(float(10.0 ** rng.uniform(-12.0, -3.0)), TIGHTEST.get(method, 0.0))
    return speed, level, {"method": method, "rtol": rtol}, SLACK.get(method, 30.0) * rtol * (1.0 + speed) + 1e-8


def terminal(rng: np.random.Generator) -> None:
    """The run ends where the height is reached first, however short the ball is above it."""
    speed, level, options, allowed = drawn(rng)
    event = (
        lw.Event("up", "ball.position.z", value=level, terminal=True),
        lw.Event("up", lambda x: x["ball.position.z"] - level, direction="rising", terminal=True),
        lw.Event("up", lambda x: x["ball.position.z"] > level, terminal=True),
    )[int(rng.integers(3))]
    system = ball(False)
    run = lw.simulate(
        system, system.state({"flight.displacement_dot": speed}), 2.0 * speed / G, events=[event], **options
    )
    meets = np.sqrt(speed**2 - 2.0 * G * level)
    assert run.certificate.status == "event", f"missed: {options}, speed {speed}, level {level}"
    off = abs(run.t[-1] - (speed - meets) / G)
    assert off * max(meets, 1e-3) < allowed, f"late by {off:.1e} s: {options}, speed {speed}, level {level}"


def wall(rng: np.random.Generator) -> None:
    """A wall sends the ball back with part of its speed; where it is afterwards is known."""
    speed, level, options, allowed = drawn(rng)
    bounce = float(rng.uniform(0.2, 1.0))
    name = "flight.displacement_dot"
    event = lw.Event(
        "wall",
        "ball.position.z",
        value=level,
        direction="rising",
        action=lambda system, state: {name: -bounce * state[name]},
    )
    system = ball(False)
    end = 2.0 * speed / G
    run = lw.simulate(system, system.state({name: speed}), end, events=[event], **options)
    meets = np.sqrt(speed**2 - 2.0 * G * level)
    past = end - (speed - meets) / G
    height = level - bounce * meets * past - 0.5 * G * past * past
    off = abs(run["ball.position"][-1, 2] - height)
    assert len(run.events) == 1, f"{len(run.events)} walls: {options}, speed {speed}, level {level}"
    # An error in time counts by what the speed changes there.
    assert off < 30.0 * allowed * (1.0 + speed / max(meets, 1e-3)), f"off by {off:.1e} m: {options}"


def absolute(rng: np.random.Generator) -> None:
    """In absolute coordinates: a terminal event, a wall, or a stop."""
    (throw,) = throws(1, int(rng.integers(1 << 30)), hardest=30.0)
    rtol = float(10.0 ** rng.uniform(-6.0, -3.0))
    options = {"method": str(rng.choice(["auto", "radau", "generalized_alpha"])), "rtol": rtol}
    kind = str(rng.choice(["end", "wall", "stop"]))
    system, state = start("absolute", throw, stopped=kind == "stop")
    is_end = kind == "end"
    back = None if is_end else lambda system, state: {"ball.v_z": -state["ball.v_z"]}
    up = lw.Event("up", "ball.position.z", value=throw.level, direction="rising", terminal=is_end, action=back)
    run = lw.simulate(system, state, throw.duration, events=[] if kind == "stop" else [up], **options)
    said = f"{kind}, {options}, {throw}"
    if kind != "stop":
        assert len(run.events) == 1, f"{len(run.events)} events: {said}"
        off = abs(run.events[0].t - throw.met)
        assert off < 1e-3 * throw.met, f"late by {off:.1e} s: {said}"
        return
    off = abs(run["ball.position"][-1, 2] - throw.height(throw.duration))
    assert run.success, str(run.certificate)
    assert off < 0.1 * throw.level, f"off by {off:.1e} m: {said}"


def stop(rng: np.random.Generator) -> None:
    """A spring that only pushes, from soft to hard: parabola, arc of a sine, parabola."""
    rate = float(10.0 ** rng.uniform(1.0, 2.5))
    speed, level, options, allowed = drawn(rng, rate)
    system, end = ball(True), 2.0 * speed / G
    start = system.state({"flight.displacement_dot": speed, "k": rate**2, "level": level})
    run = lw.simulate(system, start, end, **options)
    meets = np.sqrt(speed**2 - 2.0 * G * level)
    past = end - (speed - meets) / G - 2.0 / rate * np.arctan(meets * rate / G)
    height = level - meets * past - 0.5 * G * past * past
    off = abs(run["ball.position"][-1, 2] - height)
    assert run.success, str(run.certificate)
    assert past < 0 or off < 3.0 * allowed + 1e-7, f"off by {off:.1e} m: {options}, rate {rate}, speed {speed}"
