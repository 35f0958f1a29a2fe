"""A system of bodies in absolute coordinates, seen in coordinates of its hinges.

A steady motion is one in which the speeds of hinges stay as they are: velocities of bodies in world axes do not. It is
therefore looked for in the tree of the same model, whose equations say the same, and carried back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ...contract import ModelError
from ...results import State
from ...spatial import Pose
from ...system import System, compile_model
from ..assemble import AssemblyError, assemble

_TREES: WeakKeyDictionary[System, System] = WeakKeyDictionary()


def hinged_system(system: System) -> System:
    """The same model in coordinates of its hinges, compiled once."""
    found = _TREES.get(system)
    if found is None:
        found = _TREES[system] = compile_model(system.model, "tree")
    return found


def hinged_guess(system: System, guess: State | Mapping[str, float] | None, t: float) -> State:
    """A guess, by names of hinges or of bodies, as a state of the tree; of bodies, the tree that fits them best."""
    tree = hinged_system(system)
    layout = tree.layout
    if not isinstance(guess, State):
        names = {*layout.q, *layout.u, *layout.z, *layout.cut, *tree.rest.parameters}
        if names.issuperset(guess or {}):
            return tree.state(guess, t)
        guess = system.state(guess, t)
    return hinged_state(system, guess, t)


def hinged_state(system: System, state: State, t: float) -> State:
    """The state of the tree in which bodies are where a state in absolute coordinates has them, at rest."""
    tree = hinged_system(system)
    at = system.functions.at("body_poses", state)
    number = system.chart.body_number
    poses = {name: Pose(at.R[number(name)], at.p[number(name)]) for name in system.model.bodies}
    held = {entry.name for entry in (*tree.layout.driven, *tree.layout.locked)}
    known = dict(state.parameters) | _shared(state, tree, held)
    try:
        return assemble(tree, guess=known, t=t, bodies=poses)
    except AssemblyError as error:
        return error.state


def _shared(state: State, tree: System, held: set[str]) -> dict[str, float]:
    """Coordinates and states of elements that both kinds of coordinates have."""
    own = state.layout
    names = [name for name in (*own.q, *own.z) if name in (*tree.layout.q, *tree.layout.z) and name not in held]
    return {name: state[name] for name in names}


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
            f"model {system.model.name!r}: the steady motion does not meet its constraints in absolute coordinates: "
            f"{violated[0]}. Take coordinates of a tree, lw.compile_model(model)."
        )
    return found
