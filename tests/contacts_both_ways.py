"""Models with contacts and switches, gone through from event to event in tree and in absolute coordinates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import linkwork as lw
from tests.absolute_models import carried, four_bar, pair
from tests.contact_models import BallOnFloor, Corners, PointOnPlane, planar_body, planar_values

TREE: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13}
ABSOLUTE: dict[str, Any] = {"method": "radau", "rtol": 1e-9, "atol": 1e-11}
Start = tuple[lw.Model, dict[str, float], float]
"""A model, its start by names, and how long it runs."""


def loop_on_floor() -> Start:
    """A four-bar whose coupler comes down on a rough floor, bounces and slides; a loop beside contacts."""
    m = four_bar()
    floor = PointOnPlane(height=0.6, restitution=0.4, friction=0.3)
    m.connect("floor", floor, m.ground, m.bodies["bar1"].at(0.9, 0, 0.1))
    system = lw.compile_model(m)
    start = lw.assemble(system, fixed={"J0.angle": -1.2}, guess={"J1.angle": 0.2, "J2.angle": 1.0})
    values = {name: start[name] for name in ("J0.angle", "J1.angle", "J2.angle")}
    return m, values, 0.8


def cam_and_follower() -> Start:
    """A driven eccentric disc throws a follower off and meets it again."""
    m = lw.Model("cam", gravity=(0, -9.81, 0))
    disc = m.body("disc", mass=1.0, inertia=(0.1, 0.1, 0.1))
    follower = m.body("follower", mass=0.5, inertia=(0.1, 0.1, 0.1))
    m.connect("A", lw.Revolute("z"), m.ground, disc, drive={"angle": 45.0 * lw.t})
    m.connect("P", lw.Prismatic("y"), m.ground, follower)
    m.connect("spring", lw.Spring(stiffness=100.0, length=0.5), m.ground.at(0, 0.6, 0), follower)
    m.connect("pair", lw.FixedDistance(0.13, "shortest"), disc.at(0.02, 0, 0), follower)
    return m, {"P.displacement": 0.2}, 0.45


def gears_with_a_stop() -> Start:
    """Two geared shafts: a stop of the one is felt by the other."""
    m = lw.Model("gears", gravity=(0, 0, 0))
    for name, inertia in (("a", 2.0), ("b", 0.5)):
        body = m.body(name, mass=1.0, inertia=(inertia, inertia, inertia))
        m.connect(name.upper(), lw.Revolute("z"), m.ground, body)
    m.connect("gears", lw.Gear(-2.0), "A.angle", "B.angle")
    m.connect("moment", lw.AppliedMoment((0, 0, lw.Expression(lambda t: 3.0 * lw.cos(2.0 * t)))), m.bodies["a"])
    m.connect("stop", lw.JointStop(-0.5, 0.2, restitution=0.5), "B.angle")
    return m, {"A.angle_dot": 0.5, "B.angle_dot": -0.25}, 3.0


def spinning_ball() -> Start:
    """A ball that spins, bounces on a rough floor in space, slides and rolls on."""
    m = lw.Model("ball")
    ball = m.body("ball", mass=1.0, inertia=(0.004, 0.004, 0.004))
    m.connect("free", lw.Free(), m.ground, ball)
    m.connect("floor", BallOnFloor(radius=0.1, restitution=0.5, friction=0.2), m.ground, ball)
    moves = {"v_x": 1.0, "v_y": -0.4, "w_x": 5.0, "w_y": -12.0, "w_z": 3.0}
    return m, {"free.z": 0.4, **{f"free.{name}": value for name, value in moves.items()}}, 2.0


def rope_pendulum() -> Start:
    """A ball on a rope that goes slack above and taut again."""
    m = lw.Model("rope")
    ball = m.body("ball", mass=0.7, inertia=(0.1, 0.1, 0.1))
    m.connect("plane", lw.Planar("y"), m.ground, ball)
    m.connect("tie", lw.Rope(2.0, restitution=0.25), m.ground, ball)
    return m, {"plane.x": -2.0, "plane.y_dot": float(np.sqrt(3.5 * 9.81 * 2.0))}, 2.2


def ratchet() -> Start:
    """A drum that a moment turns forward, and a pawl holds."""
    m = lw.Model("drum", gravity=(0, 0, 0))
    drum = m.body("drum", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.connect("A", lw.Revolute("z"), m.ground, drum)
    m.connect("moment", lw.AppliedMoment((0.0, 0.0, lw.Expression(lambda t: lw.cos(2.0 * t)))), drum)
    m.connect("pawl", lw.Ratchet(), "A.angle")
    return m, {}, 5.0


def skate_at_a_wall() -> Start:
    """A skate, whose edge is a condition on velocities, slides into a wall and turns."""
    m = lw.Model("skate", gravity=(0, 0, 0))
    skate = m.body("skate", mass=2.0, inertia=(0.3, 0.3, 0.3))
    m.connect("ice", lw.Planar("z"), m.ground, skate)
    m.connect("edge", lw.KnifeEdge(), m.ground, skate)
    wall = PointOnPlane(normal=(-1.0, 0.0, 0.0), height=-1.0, restitution=0.6)
    m.connect("wall", wall, m.ground, skate.at(0.3, 0.1, 0))
    return m, {"ice.x_dot": 1.0, "ice.angle": 0.0, "ice.angle_dot": 0.8}, 2.5


def clutch_and_clamp() -> Start:
    """A condition on time joins two shafts, and lets them go."""
    m = lw.Model("clutch", gravity=(0, 0, 0))
    for name, inertia in (("a", 2.0), ("b", 3.0)):
        body = m.body(name, mass=1.0, inertia=(inertia, inertia, inertia))
        m.connect(name.upper(), lw.Revolute("z"), m.ground, body)
    m.connect("moment", lw.AppliedMoment((0, 0, 1.0)), m.bodies["a"])
    m.connect("clutch", lw.Clutch(), "A.angle", "B.angle", active=lambda x: (x["t"] > 0.3) & (x["t"] < 0.8))
    m.connect("stop", lw.JointStop(upper=1.0, restitution=0.3), "B.angle")
    return m, {"A.angle_dot": 2.0}, 1.5


MODELS: dict[str, Callable[[], Start]] = {
    made.__name__: made
    for made in (
        loop_on_floor,
        cam_and_follower,
        gears_with_a_stop,
        spinning_ball,
        rope_pendulum,
        ratchet,
        skate_at_a_wall,
        clutch_and_clamp,
    )
}


def random_contacts(seed: int) -> Start:
    """One to three bodies in a row, in the plane, that fall on a floor with two corners each; of three, a loop."""
    rng = np.random.default_rng(seed)
    m = lw.Model(f"chain {seed}")
    count = int(rng.integers(1, 4))
    before = planar_body(m, "b0", float(rng.uniform(0.5, 2.0)), float(rng.uniform(0.05, 0.2)), "J0")
    values = planar_values("J0", 0.0, 0.0, *(float(x) for x in rng.uniform(-0.6, 0.6, 4)))
    for k in range(1, count):
        body = m.body(f"b{k}", mass=float(rng.uniform(0.5, 2.0)), inertia=(0.1, float(rng.uniform(0.05, 0.2)), 0.1))
        m.connect(f"J{k}", lw.Revolute("y"), before.at(0.3, 0, 0), body.at(-0.2, 0, 0))
        m.connect(f"S{k}", lw.Spring(20.0, 0.2, damping=0.5), before.at(0.1, 0, 0.2), body.at(0, 0, 0.2))
        values |= {f"J{k}.angle": float(rng.uniform(-0.5, 0.5))}
        before = body
    for k in range(count):
        corners = ((-0.25, 0.0, -0.2), (0.25, 0.0, -0.2))
        e, mu = float(rng.choice([0.0, 0.4, 0.7])), float(rng.choice([0.0, 0.2, 0.6]))
        m.connect(f"floor{k}", Corners(corners=corners, restitution=e, friction=mu), m.ground, m.bodies[f"b{k}"])
    tree = lw.compile_model(m)
    at = tree.channels(tree.rest.with_values(values))
    if count == 3:
        reach = float(np.linalg.norm(at["b2.position"] - at["b0.position"]))
        m.connect("rod", lw.FixedDistance(reach), m.bodies["b0"], before)
    lowest = min(float(at[f"floor{k}.corner {j}.gap"]) for k in range(count) for j in (1, 2))
    return m, {**values, "J0.x": float(rng.uniform(0.02, 0.1)) - lowest}, 0.5


def gone_through(start: Start, **options: Any) -> tuple[lw.Trajectory, lw.Trajectory]:
    """The runs of a model in tree coordinates and in absolute ones."""
    model, values, t_end = start
    tree, absolute = pair(model)
    state = tree.rest.with_values(values)
    return (
        lw.simulate(tree, state, t_end, **TREE),
        lw.simulate(absolute, carried(tree, absolute, state), t_end, **(ABSOLUTE | options)),
    )


def apart(one: lw.Trajectory, other: lw.Trajectory) -> dict[str, float]:
    """Largest differences of times, impulses, places and velocities of two runs with the same events."""
    found = {"t": 0.0, "impulse": 0.0}
    for a, b in zip(one.contacts, other.contacts, strict=True):
        assert (a.kind, a.points, dict(a.modes)) == (b.kind, b.points, dict(b.modes)), (a.sentence, b.sentence)
        found["t"] = max(found["t"], abs(a.t - b.t))
        for name, value in a.normal_impulses.items():
            found["impulse"] = max(found["impulse"], abs(value - b.normal_impulses[name]))
    for what in ("position", "velocity"):
        found[what] = max(
            float(np.abs(one[f"{name}.{what}"][-1] - other[f"{name}.{what}"][-1]).max()) for name in one.model.bodies
        )
    return found
