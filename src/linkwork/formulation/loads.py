r"""Loads in the connections (S0 §8.5): what each hinge and constraint does to the bodies it joins, at a known motion.

With accelerations and multipliers known, the balance of each body, summed from the tips inwards, gives what its inboard
hinge passes on. A constraint's multipliers act in the directions of its rows. Each load is reported as (moment,
force) on the body at the connection's second end, at that end's origin, in the axes of its first end; the first end
gets the reaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..expr import array, cross
from .interactions import WrenchPair
from .recursion import inertia_loads, joint_loads, motions
from .tree import LinkTree
from .tree_dynamics import TreeDynamics, add_reactions


def connection_loads(d: TreeDynamics, u_dot: Any, lam: Any) -> dict[str, WrenchPair]:
    """Moment and force in every hinge and constraint, by name, for given accelerations and multipliers."""
    tree = d.kinematics.tree
    joints = joint_loads(tree.links, needed_loads(d, u_dot, lam))
    found = {branch.name: _in_hinge(tree, branch.number, joints) for branch in d.kinematics.topology.branches}
    # The hinge of a weld cut is a branch; its closure carries the same load and has no name of its own.
    return {**constraint_wrenches(d, lam), **found}


def wrench_table(found: Mapping[str, WrenchPair]) -> Any:
    """Loads as rows of six, (moment, force), in the order of their names."""
    return array([[*moment, *force] for moment, force in found.values()]) if found else np.zeros((0, 6))


def load_names(d: TreeDynamics) -> list[str]:
    """The connections that carry a load, in the order in which `connection_loads` gives them."""
    points = [rows.name for rows in d.rows.by_connection if rows.directions is not None]
    return list(dict.fromkeys([*points, *(branch.name for branch in d.kinematics.topology.branches)]))


def prescribing_loads(d: TreeDynamics, u_dot: Any, lam: Any) -> Any:
    """Generalised forces that the motion asks for beyond what elements and multipliers give, one for each speed.

    They are zero at free speeds when u̇ and λ satisfy the equations of motion; at driven and locked ones they are what
    enforces the prescribed motion (S0 (6.3.8)). For any u̇ and λ = 0 this is inverse dynamics.
    """
    p = d.reaching_rows
    balance = d.M @ u_dot - d.h
    return balance - p.T @ lam if len(p) else balance


def constraint_wrenches(d: TreeDynamics, lam: Any) -> dict[str, WrenchPair]:
    """(moment, force) on the second end of every constraint that joins points, from its multipliers; of one that joins
    more than two, on all but the first, at the origin of the first."""
    found = {}
    for rows, part in d.rows.parts(lam):
        if rows.directions is not None:
            wrench = rows.directions.T @ part if len(part) else array(np.zeros(6))
            found[rows.name] = (wrench[:3], wrench[3:])
    return found


def needed_loads(d: TreeDynamics, u_dot: Any, lam: Any) -> list[WrenchPair]:
    """What each body needs from its joints: its inertia loads, less elements, less constraints, wheels included."""
    tree = d.kinematics.tree
    motion = motions(tree.links, tree.u, u_dot, d.loads.base)
    needed = d.loads.on_joints([inertia_loads(link, motion, u_dot) for link in tree.links])
    for wheel in d.loads.wheels:
        if wheel.place is not None:
            moment, force = needed[wheel.number]
            needed[wheel.number] = (moment + wheel.inertia * u_dot[wheel.place] * wheel.axis, force)
    for rows, part in d.rows.parts(lam):
        add_reactions(needed, rows, part, -1.0)
    return needed


def _in_hinge(tree: LinkTree, number: int, joints: list[WrenchPair]) -> WrenchPair:
    """The load of an inboard hinge on the body at its second end, at its origin, in the axes of its first end."""
    link = tree.links[number - 1]
    branch = link.branch
    moment, force = joints[number]
    outboard = tree.internal(number, branch.outboard)
    inboard = tree.internal(branch.parent, branch.inboard)
    across = inboard.inverse @ tree.between(branch.parent, number) @ outboard
    # At the outboard frame's origin, in its axes.
    own_force = outboard.R.T @ force
    own_moment = outboard.R.T @ (moment - cross(outboard.p, force))
    if not branch.reversed:
        return across.R @ own_moment, across.R @ own_force
    # The second end is on the parent: it gets the reaction, about its own origin; axes are those of the outboard frame.
    arm = across.inverse.p
    return -(own_moment - cross(arm, own_force)), -own_force
