"""A system of bodies in absolute coordinates, seen in coordinates of its joints.

A steady motion is one in which the speeds of joints stay as they are: velocities of bodies in world axes do not. It is
therefore looked for in the tree of the same model, whose equations say the same, and carried back.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..results import State
from ..results.state import check_owner
from ..spatial import Pose
from ..system import System
from .assemble import posed_state


def hinged_guess(system: System, guess: State | Mapping[str, float] | None, at: float | None) -> State:
    """A guess, by names of joints or of bodies, as a state of the tree; of bodies, the tree that fits them best.

    Without `at` the time is that of the guess.
    """
    if isinstance(guess, State):
        check_owner(system.layout, guess, "equilibrium")
    t = (guess.t if isinstance(guess, State) else 0.0) if at is None else float(at)
    tree = system.hinged
    layout = tree.layout
    if not isinstance(guess, State):
        names = {*layout.q, *layout.u, *layout.z, *layout.cut, *tree.rest.parameters}
        if names.issuperset(guess or {}):
            return tree.state(guess, t)
        guess = system.state(guess, t)
    return hinged_state(system, guess, t)


def hinged_state(system: System, state: State, t: float) -> State:
    """The state of the tree in which bodies are where a state in absolute coordinates has them, at rest."""
    tree = system.hinged
    at = system.functions.at("body_poses", state)
    number = system.chart.body_number
    poses = {name: Pose(at.R[number(name)], at.p[number(name)]) for name in system.model.bodies}
    held = {entry.name for entry in (*tree.layout.driven, *tree.layout.locked)}
    known = dict(state.parameters) | _shared(state, tree, held)
    return posed_state(tree, known, t, poses)


def _shared(state: State, tree: System, held: set[str]) -> dict[str, float]:
    """Coordinates and states of elements that both kinds of coordinates have."""
    own = state.layout
    names = [name for name in (*own.q, *own.z) if name in (*tree.layout.q, *tree.layout.z) and name not in held]
    return {name: state[name] for name in names}
