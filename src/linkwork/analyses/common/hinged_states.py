"""States of a tree for the same model in absolute coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...contract import ModelError
from ...results import State
from ...spatial import Pose
from ...system import System
from ..constraints.velocities import consistent_speeds

DRIVE_RATE = 1e-9
"""Of the rate of a drive, or of 1: differences of speeds below it are rounding."""


def carried_state(system: Any, tree: Any, state: State) -> State:
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
            f"model {system.model.name!r}: the state of its joints does not meet the constraints in absolute "
            f"coordinates: {violated[0]}. Take coordinates of a tree, lw.compile_model(model)."
        )
    return found


def with_drives_moving(system: System, state: State) -> State:
    """The state with drives as they move at its time, and the speeds of other joints as they are.

    In a tree they are speeds of their own. Bodies in absolute coordinates that were at rest, as those of an equilibrium
    are, move with the joints they hang on; where loops do not let them, speeds are the nearest in the mass metric.
    """
    drives = {
        f"{name}.{coordinate}": signal
        for name, connection in system.model.connections.items()
        for coordinate, signal in connection.drive.items()
    }
    at = system.channels(state)
    rates = {f"{name}_dot": float(x.derivative(state.t, 1, state.parameters)) for name, x in drives.items()}
    if all(name not in at or abs(float(at[name]) - x) <= DRIVE_RATE * max(1.0, abs(x)) for name, x in rates.items()):
        return state
    tree = system.hinged
    if not all(name in at for name in (*tree.layout.q, *tree.layout.u)):
        return state
    held = {entry.name for entry in (*tree.layout.driven, *tree.layout.locked)}
    known = {
        name: float(at[name]) for name in (*tree.layout.q, *tree.layout.u) if name.removesuffix("_dot") not in held
    }
    known |= {name: state[name] for name in tree.layout.z if name in state.layout.z}
    hinged = tree.prescribed(tree.state(dict(state.parameters) | known, state.t))
    return carried_state(system, tree, consistent_speeds(tree, hinged))
