"""States of a tree for the same model in absolute coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError
from ...mechanics.asked_once import asked_once
from ...results import State
from ...spatial import Pose
from ...system import System, compile_model


@asked_once
def hinged_system(system: System) -> System:
    """The same model in coordinates of its hinges, compiled once; the system itself where it has these."""
    return compile_model(system.model, "tree") if system.chart.are_poses else system


def carried_state(system: System, tree: System, state: State) -> State:
    """A state of the tree in absolute coordinates: poses and velocities of bodies, unknowns and states of elements."""
    at, moving = tree.functions.at("body_poses", state), tree.functions.at("body_velocities", state)
    number = tree.chart.body_number
    rows = [body.name for body in tree.topology.bodies[1:] if body.is_drawn]
    poses: dict[str, Any] = {}
    twists: dict[str, Any] = {}
    for name in system.model.bodies:
        k, row = number(name), rows.index(name)
        poses[name] = Pose(np.asarray(at.R)[k], np.asarray(at.p)[k])
        twists[name] = (np.asarray(moving.w)[row], np.asarray(moving.v)[row])
    own, there = system.layout, state.layout
    # Unknowns of hinges that restrict velocities have rates in the place of their speeds.
    q_dot = np.atleast_1d(tree.functions.at("kinematics", state).q_dot)
    known = {f"{name}_dot": float(x) for name, x in zip(there.q, q_dot, strict=True)}
    known |= {name: state[name] for name in (*there.q, *there.u, *there.z)}
    values = {name: known[name] for name in (*own.q, *own.u, *own.z) if name in known}
    found = system.placed(poses, twists, state.t, system.state(dict(state.parameters) | values, state.t))
    violated = system.violations(found)
    if violated:
        raise ModelError(
            f"model {system.model.name!r}: the state of its hinges does not meet the constraints in absolute "
            f"coordinates: {violated[0]}. Take coordinates of a tree, lw.compile_model(model)."
        )
    return found
