"""Throws of a ball in a room, and swings of a mass on a spring against a stop: impacts that are known in closed form,
and what runs by any method that finds events have to find of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from tests.contact_models import EARTH, PointOnPlane, Stop

WIDTH, HEIGHT = 2.0, 3.0
MANY = 20
"""Impacts that nobody asks for more of."""
WALLS = {"left": (1.0, 0.0, 0.0), "right": (-1.0, 0.0, 0.0), "floor": (0.0, 0.0, 1.0), "ceiling": (0.0, 0.0, -1.0)}
EVENT_METHODS = ("auto", "dopri5", "dop853", "radau", "bdf", "generalized_alpha", "rk4", "generalized_alpha steps")
ABSOLUTE_METHODS = ("auto", "radau", "generalized_alpha")
ERRORS = {"bdf": 300.0, "generalized_alpha": 3000.0, "generalized_alpha steps": 3000.0}
"""Errors of methods of low order, or of several steps, in tolerances; those of the others stay below one."""
STEPPED = 1e-6
"""The tolerance that steps of a hundredth to a twentieth of the time of a motion stand for, by methods of order 4."""
LOOSE, TIGHT = -3.0, -11.0
"""Powers of ten between which tolerances are drawn."""


@dataclass(frozen=True)
class Throw:
    """A ball of 1 kg in a room 2 m wide and 3 m high."""

    x: float
    z: float
    vx: float
    vz: float
    restitution: float
    duration: float

    def impacts(self) -> list[tuple[float, str, float]]:
        """(time, wall, speed of approach) of all impacts, in order; both directions are independent of each other."""
        across = _bounces(self.x, self.vx, 0.0, WIDTH, self.restitution, self.duration, ("left", "right"))
        along = _bounces(self.z, self.vz, -EARTH, HEIGHT, self.restitution, self.duration, ("floor", "ceiling"))
        return sorted([*across, *along])


def _bounces(
    x: float, v: float, a: float, size: float, e: float, end: float, walls: tuple[str, str]
) -> Iterator[tuple[float, str, float]]:
    """Impacts of a mass between 0 and `size` under the acceleration a ≤ 0; the first ones where they do not end."""
    t = 0.0
    for _ in range(MANY):
        meeting, wall = _meeting(x, v, a, size)
        t += meeting
        if not t < end:
            return
        v = v + a * meeting
        yield t, walls[wall], abs(v)
        x, v = wall * size, -e * v


def _meeting(x: float, v: float, a: float, size: float) -> tuple[float, int]:
    """(how long until a wall is met, which)."""
    if v > 0.0 and v * v + 2.0 * a * (size - x) > 0.0:
        return 2.0 * (size - x) / (v + np.sqrt(v * v + 2.0 * a * (size - x))), 1
    if a == 0.0:
        return (x / -v if v < 0.0 else np.inf), 0
    # It falls: the larger root of x + v t + a t²/2, without a difference of equal numbers.
    root = np.sqrt(v * v - 2.0 * a * x)
    return ((v + root) / -a if v > 0.0 else 2.0 * x / (root - v)), 0


def throws(count: int, seed: int, most: int = 12) -> Iterator[Throw]:
    """Random ones with 1 to `most` impacts, none of which is doubtful."""
    rng = np.random.default_rng(seed)
    while count:
        speed, angle = 10.0 ** rng.uniform(-1.0, 1.5), rng.uniform(0.0, 2.0 * np.pi)
        throw = Throw(
            float(rng.uniform(0.1, WIDTH - 0.1)),
            float(rng.uniform(0.1, HEIGHT - 0.1)),
            float(speed * np.cos(angle)),
            float(speed * np.sin(angle)),
            float(rng.choice([0.3, 0.5, 0.9, 1.0])),
            float(rng.uniform(0.5, 5.0) * (WIDTH / speed + 0.3)),
        )
        apex = throw.z + max(throw.vz, 0.0) ** 2 / (2.0 * EARTH)
        found = throw.impacts()
        is_clear = all(speed > 1e-2 for _, _, speed in found) and abs(apex - HEIGHT) > 1e-4
        times = [0.0, *(t for t, _, _ in found), throw.duration]
        if 1 <= len(found) <= most and is_clear and np.diff(times).min() > 1e-4:
            yield throw
            count -= 1


@cache
def room(coordinates: str = "tree") -> lw.System:
    """The ball in its room, without friction, as one system for all throws; in absolute coordinates nothing guides
    it."""
    model = lw.Model("room", gravity=(0, 0, -EARTH))
    restitution = lw.Parameter("restitution", 0.5)
    ball = model.body("ball", mass=1.0, inertia=(1.0, 1.0, 1.0))
    if coordinates == "tree":
        slide = model.body("slide", mass=0.0)
        model.connect("across", lw.Prismatic("x"), model.ground, slide)
        model.connect("along", lw.Prismatic("z"), slide, ball)
    for name, normal in WALLS.items():
        height = -WIDTH if name == "right" else -HEIGHT if name == "ceiling" else 0.0
        wall = PointOnPlane(normal=normal, height=height, restitution=restitution)
        model.connect(name, wall, model.ground.at(0, 0, 0), ball.at(0, 0, 0))
    return lw.compile_model(model, coordinates)


def thrown(throw: Throw, coordinates: str = "tree") -> lw.State:
    """Where a throw begins."""
    names: tuple[str, ...] = ("ball.x", "ball.z", "ball.v_x", "ball.v_z")
    if coordinates == "tree":
        names = ("across.displacement", "along.displacement", "across.displacement_dot", "along.displacement_dot")
    values = dict(zip(names, (throw.x, throw.z, throw.vx, throw.vz), strict=True))
    return room(coordinates).rest.with_values({**values, "restitution": throw.restitution})


@dataclass(frozen=True)
class Swing:
    """A mass on a spring that swings with amplitude 1 m before it meets a stop at a part of that, from its middle
    on."""

    rate: float
    level: float
    restitution: float
    duration: float

    def impacts(self) -> list[tuple[float, float]]:
        """(time, speed of approach) of all impacts."""
        found, t, phase, amplitude = [], 0.0, 0.0, 1.0
        while True:
            met = np.arcsin(self.level / amplitude)
            t += (met - phase) % (2.0 * np.pi) / self.rate
            if not t < self.duration:
                return found
            speed = amplitude * self.rate * np.cos(met)
            found.append((t, speed))
            back = -self.restitution * speed / self.rate
            amplitude = float(np.hypot(self.level, back))
            if amplitude <= self.level * (1.0 + 1e-12):
                return found
            phase = np.pi - np.arcsin(self.level / amplitude)


def swings(count: int, seed: int, most: int = 10) -> Iterator[Swing]:
    """Random ones with 1 to `most` impacts, that only graze the stop among them."""
    rng = np.random.default_rng(seed)
    while count:
        rate = 10.0 ** rng.uniform(-1.0, 3.0)
        level = float(rng.choice([rng.uniform(0.1, 0.9), 1.0 - 10.0 ** rng.uniform(-6.0, -1.0)]))
        swing = Swing(float(rate), level, float(rng.choice([0.3, 0.8, 1.0])), float(rng.uniform(1.0, 30.0) / rate))
        found = swing.impacts()
        times = [0.0, *(t for t, _ in found), swing.duration]
        if 1 <= len(found) <= most and np.diff(times).min() > 1e-3 / rate:
            yield swing
            count -= 1


class _Spring(lw.Force):
    """Pulls towards the middle."""

    stiffness = lw.parameter(unit="N/m")
    measure = lw.Vector()

    def law(self, e: Any) -> Any:
        return [-self.stiffness * e[0], 0.0, 0.0]


@cache
def oscillator() -> lw.System:
    """The mass, its spring and the stop, as one system for all swings."""
    model = lw.Model("oscillator", gravity=(0, 0, 0))
    stiffness, level, restitution = (lw.Parameter(name, 0.5) for name in ("stiffness", "level", "restitution"))
    mass = model.body("mass", mass=1.0, inertia=(1.0, 1.0, 1.0))
    model.connect("guide", lw.Prismatic("x"), model.ground, mass)
    model.connect("spring", _Spring(stiffness=stiffness), model.ground.at(0, 0, 0), mass.at(0, 0, 0))
    model.connect("stop", Stop(limit=level, side=-1.0, restitution=restitution), "guide.displacement")
    return lw.compile_model(model)


def swung(swing: Swing) -> lw.State:
    """Where a swing begins."""
    values = {"guide.displacement_dot": swing.rate, "stiffness": swing.rate**2}
    return oscillator().rest.with_values({**values, "level": swing.level, "restitution": swing.restitution})


@dataclass(frozen=True)
class Drawn:
    """A method and its tolerance, or its step."""

    method: str
    given: dict[str, Any]

    @property
    def error(self) -> float:
        """What the method may be off by, in sizes of the motion."""
        return ERRORS.get(self.method, 1.0) * self.given.get("rtol", STEPPED)


def draw(method: str, time: float, rng: np.random.Generator) -> Drawn:
    """A tolerance, or a step."""
    name, _, steps = method.partition(" ")
    if steps or name == "rk4":
        return Drawn(method, {"method": name, "h": float(rng.uniform(0.01, 0.05) * time)})
    rtol = float(10.0 ** rng.uniform(TIGHT, LOOSE))
    return Drawn(method, {"method": name, "rtol": rtol, "atol": rtol})


def throw_missed(throw: Throw, drawn: Drawn, coordinates: str = "tree") -> tuple[str, int]:
    """(what is wrong with the impacts of a throw, how many were compared)."""
    run = lw.simulate(room(coordinates), thrown(throw, coordinates), throw.duration, **drawn.given)
    found = [(change.t, change.points[0]) for change in run.contacts if change.kind == "impact"]
    # Flights are parabolas, which all methods but those of several steps know exactly.
    error = drawn.error * (1.0 + throw.duration) if drawn.method == "bdf" else 0.0
    for k, (t, wall, speed) in enumerate(throw.impacts()):
        if speed < 10.0 * error:
            return "", k
        if k >= len(found) or found[k][1] != wall or abs(found[k][0] - t) > 1e-9 + error:
            return f"number {k}: {found[k : k + 1]} for {t, wall}, {run.status}", k
    extra = found[len(throw.impacts()) :] if not error else []
    return (f"{len(extra)} too many, {run.status}" if extra or not run.success else ""), len(throw.impacts())


def swing_missed(swing: Swing, drawn: Drawn) -> tuple[str, int]:
    """The same of a swing, of which impacts count that errors of the method cannot take away."""
    run = lw.simulate(oscillator(), swung(swing), swing.duration, **drawn.given)
    found = [change.t for change in run.contacts if change.kind == "impact"]
    exact = swing.impacts()
    error = drawn.error * (1.0 + swing.rate * swing.duration)
    for k, (t, speed) in enumerate(exact):
        slope = speed / swing.rate
        # What is approached slower than by errors may be met late, early or not at all, and all after it differs.
        if slope**2 < 10.0 * error:
            return "", k
        if k >= len(found):
            return f"{len(found)} of {len(exact)}", k
        if abs(found[k] - t) * swing.rate > error / slope:
            return f"number {k}: {found[k]} for {t}", k
    return ("" if len(found) == len(exact) else f"{len(found)} for {len(exact)}"), len(exact)
