"""Models in both formulations, and states carried from one to the other."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.absolute.motion import project_configuration


def carried(tree: Any, absolute: lw.System, state: lw.State) -> lw.State:
    """The state of a tree system for the same model in absolute coordinates."""
    at = tree.evaluate("body_poses", state)
    poses, velocities = {}, {}
    for name, body in tree.model.bodies.items():
        number = tree.topology.body(name).number
        found = lw.point_jacobian(tree, body, state)
        twist = found.J @ state.u + found.V_0
        poses[name], velocities[name] = (at.R[number], at.p[number]), (twist[:3], twist[3:])
    placed = absolute.placed(poses, velocities, state.t)
    n = len(absolute.elements.bodies.names)
    own = (*absolute.layout.q[7 * n :], *absolute.layout.u[6 * n :], *absolute.layout.z)
    placed = placed.with_values({name: state[name] for name in own if name in state.values})
    if absolute.elements.size == 6 * len(absolute.elements.bodies.names):
        return placed
    # Unknowns of hinges without a residual are found from the places of bodies.
    at, _ = project_configuration(
        absolute.elements, absolute.elements.configuration(placed), absolute.elements.tables(placed.parameters)
    )
    return absolute.elements.state_of(at, placed.parameters)


def pair(model: lw.Model) -> tuple[Any, lw.System]:
    """A model in both formulations."""
    return lw.compile_model(model), lw.compile_model(model, coordinates="absolute")


def chain(links: int = 3, hinge: Any = None) -> lw.Model:
    """Rods in a row with a spring and a damper, a load, and generic inertias."""
    m = lw.Model("chain", gravity=(0.3, -0.2, -9.81))
    before = m.ground.at(0, 0, 0)
    for k in range(links):
        body = m.body(f"b{k}", mass=1.0 + 0.3 * k, com=(0.4, 0.05, -0.02), inertia=(0.02, 0.11, 0.1 + 0.01 * k))
        m.connect(f"J{k}", hinge or lw.Revolute("y"), before, body.at(-0.1, 0, 0, rotate={"x": 0.2 * k}))
        before = body.at(0.9, 0, 0)
    m.connect("spring", lw.Spring(stiffness=30.0, length=0.5, damping=0.7), m.ground.at(1, 0.3, 1), body.at(0.2, 0, 0))
    m.connect("push", lw.AppliedForce((0.0, 1.0, 2.0)), body.at(0.5, 0, 0))
    return m


def four_bar() -> lw.Model:
    """A planar loop of revolutes, redundant in space."""
    m = lw.Model("four bar", gravity=(0, 0, -9.81))
    lengths = (0.3, 0.9, 0.6)
    before = m.ground.at(0, 0, 0)
    for k, length in enumerate(lengths):
        bar = m.body(f"bar{k}", mass=1.0 + k, com=(length / 2, 0, 0), inertia=(0.01, 0.05, 0.05))
        m.connect(f"J{k}", lw.Revolute("y"), before, bar.at(0, 0, 0))
        before = bar.at(length, 0, 0)
    m.connect("D", lw.Revolute("y"), m.ground.at(0.8, 0, 0), before)
    return m


def positions(run: lw.Trajectory, model: lw.Model) -> np.ndarray:
    """Of all bodies at the end of a run."""
    return np.array([run[f"{name}.position"][-1] for name in model.bodies])
