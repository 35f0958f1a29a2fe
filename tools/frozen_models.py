"""Models whose numbers `tools.frozen_numbers` freezes: from the gallery, and small ones of their own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as lw


@dataclass(frozen=True)
class FrozenModel:
    """A model, where its runs begin on a tree, and how long they take."""

    model: Callable[[], lw.Model]
    start: Callable[[Any], lw.State]
    span: float = 0.02
    has_contacts: bool = False
    is_light: bool = False
    """Whether it runs by every method, and as C."""


def of_gallery(name: str, **options: Any) -> FrozenModel:
    """An example."""

    def module() -> Any:
        return importlib.import_module(f"examples.{name}")

    return FrozenModel(lambda: module().model(), lambda system: module().start(system), **options)


def ball() -> lw.Model:
    """A ball that spins, flies, and strikes the floor."""
    m = lw.Model("ball")
    body = m.body("ball", lw.Sphere(0.1, mass=1.0))
    law = lw.UnilateralContact(restitution=0.5, friction=0.3)
    m.connect("floor", law, m.ground.plane("z"), body.surface())
    return m


def ball_start(system: Any) -> lw.State:
    """Just above the floor, so that it strikes it soon."""
    fall = {"z": 0.102, "v_x": 1.0, "v_z": -0.5, "w_y": 7.0}
    return system.state({f"ball (free).{name}": value for name, value in fall.items()})


def delay_oscillator() -> lw.Model:
    """A mass on a rail whose spring looks back."""
    m = lw.Model("delay oscillator", gravity=(0, 0, 0))
    slider = m.body("slider", mass=1.0, inertia=(1, 1, 1))
    m.connect("rail", lw.Prismatic("x"), m.ground, slider)
    law = lw.DelayedFormula("-30*e_delayed - 2*e_dot", delay=0.006, history="start", on=lw.Displacement("x"))
    m.connect("spring", law, m.ground, slider)
    return m


def modal_rod() -> lw.Model:
    """A rod with two modes on a pin."""
    m = lw.Model("modal rod")
    steel = lw.Material(2.1e11, 0.3, 7850.0)
    rod = m.body("rod", lw.FlexibleRod(1.0, lw.Circle(0.02), steel, modes=2))
    m.connect("pin", lw.Revolute("y"), m.ground, rod.at("root"))
    return m


def redundant_stewart() -> lw.Model:
    """The platform of the gallery with a leg that stands at the place of another."""
    example = importlib.import_module("examples.stewart_platform")
    m = example.model()
    frame = example.along(example.LEGS[0])
    rod = m.body("twin", lw.Rod(length=0.4, radius=0.018, mass=0.8))
    m.connect("twin foot", lw.Universal("y", "z"), m.ground.at(*example.FEET[0], rotate=frame), rod)
    piston = m.body("twin piston", lw.Rod(length=0.4, radius=0.01, mass=0.4, at=(-0.4, 0, 0)))
    m.connect("twin leg", lw.Prismatic("x"), rod, piston, drive={"displacement": example.stroke(0)})
    m.connect("twin top", lw.Spherical(), m.bodies["plate"].at(*example.TOPS[0], rotate=frame), piston)
    return m


def pump_start(system: Any) -> lw.State:
    """On the base circle of the cam."""
    return importlib.import_module("examples.fuel_injection_pump").at_start(system)


MODELS: dict[str, FrozenModel] = {
    "double_pendulum": of_gallery("double_pendulum", is_light=True),
    "four_bar": of_gallery("four_bar", is_light=True),
    "slider_crank": of_gallery("slider_crank"),
    "governor": of_gallery("governor"),
    "bennett_linkage": of_gallery("bennett_linkage"),
    "stewart_platform": of_gallery("stewart_platform"),
    "rolling_coin": of_gallery("rolling_coin", is_light=True),
    "heavy_top": of_gallery("heavy_top", is_light=True),
    "planetary_gear": of_gallery("planetary_gear"),
    "hanging_chain": of_gallery("hanging_chain"),
    "furuta_pendulum": of_gallery("furuta_pendulum"),
    "elastic_beam": of_gallery("elastic_beam"),
    "ball": FrozenModel(ball, ball_start, has_contacts=True, is_light=True),
    "woodpecker": of_gallery("woodpecker", has_contacts=True),
    "box_stack": of_gallery("box_stack", has_contacts=True),
    "ratchet": of_gallery("ratchet", has_contacts=True),
    "gripper": of_gallery("gripper", has_contacts=True),
    "delay_oscillator": FrozenModel(delay_oscillator, lambda s: s.state({"rail.displacement": 0.2}), is_light=True),
    "modal_rod": FrozenModel(modal_rod, lambda s: s.state({"pin.angle": 0.3}), span=2e-3),
    "exact_beam": of_gallery("flying_beam"),
    "fuel_pump": FrozenModel(
        lambda: importlib.import_module("examples.fuel_injection_pump").model(), pump_start, 2e-4, has_contacts=True
    ),
    "redundant_stewart": FrozenModel(redundant_stewart, lambda s: lw.assemble(s, bodies={"plate": (0, 0, 0.6)})),
}
"""Twelve of mechanisms without contact, then contacts, a law that looks back, elastic bodies, and redundant rows."""


def carried(tree: Any, absolute: Any, state: lw.State) -> lw.State:
    """The state of a tree, whole, for the same model in absolute coordinates.

    Poses and velocities of bodies; by name, unknowns of hinges with their rates, unknowns and states of elements.
    """
    poses, velocities = {}, {}
    at = tree.evaluate("body_poses", state)
    for name, body in tree.model.bodies.items():
        number = tree.topology.body(name).number
        found = lw.point_jacobian(tree, body, state)
        twist = found.J @ state.u + found.V_0
        poses[name], velocities[name] = (at.R[number], at.p[number]), (twist[:3], twist[3:])
    q_dot = np.atleast_1d(tree.evaluate("kinematics", state).q_dot)
    known = {f"{name}_dot": float(x) for name, x in zip(tree.layout.q, q_dot, strict=True)}
    known |= {name: state[name] for name in (*tree.layout.q, *tree.layout.u, *tree.layout.z)}
    own = (*absolute.layout.q, *absolute.layout.u, *absolute.layout.z)
    begin = absolute.state({name: known[name] for name in own if name in known}, state.t)
    return absolute.placed(poses, velocities, state.t, begin)
