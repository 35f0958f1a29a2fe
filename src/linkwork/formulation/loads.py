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

from ..expr import array, cross, jacobian
from .equations.rows import ConstraintRows
from .interactions import WrenchPair, on_ends
from .recursion import generalised, inertia_loads, joint_loads, motions
from .tree import LinkTree, zero_wrench
from .tree_dynamics import TreeDynamics


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
    p = reaching_rows(d)
    balance = d.M @ u_dot - d.h
    return balance - p.T @ lam if len(p) else balance


def reaching_rows(d: TreeDynamics) -> Any:
    """B with the columns of prescribed speeds as well (rows × speeds): B̂ᵀ λ is what multipliers put on every speed.

    In the rows that are solved those columns are zero, since prescribed speeds are functions of time there; the power
    of a multiplier at a prescribed speed is that of its wrenches.
    """
    p, held = d.rows.reactions, list(d.kinematics.prescribed_rates)
    if not held or not len(p):
        return p
    tree, lam = d.kinematics.tree, d.known[1]
    given = [zero_wrench() for _ in tree.topology.bodies]
    for rows, part in d.rows.parts(lam):
        _add_reactions(given, rows, part)
    given_speeds = generalised(tree.links, joint_loads(tree.links, given), len(tree.symbols.u))
    whole = array(p).copy()
    whole[:, held] = jacobian(given_speeds[held], lam).T
    for rows, places in d.rows.parts(range(len(p))):
        if rows.on_speeds is not None:
            whole[np.ix_(places, held)] = rows.on_speeds[:, held]
    return whole


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
        _add_reactions(needed, rows, part, -1.0)
    return needed


def _add_reactions(sums: list[WrenchPair], rows: ConstraintRows, lam: Any, factor: float = 1.0) -> None:
    """Adds what the multipliers of one constraint do to the bodies at its ends."""
    for ends, directions in rows.pairs or (() if rows.ends is None else ((rows.ends, rows.directions),)):
        if ends[0][0] != ends[0][1]:  # on one body, action and reaction cancel
            wrench = directions.T @ lam if len(lam) else array(np.zeros(6))
            _add(sums, on_ends(*ends, wrench[:3], wrench[3:]), factor)


def _add(sums: list[WrenchPair], given: Mapping[int, WrenchPair], factor: float = 1.0) -> None:
    for number, (moment, force) in given.items():
        n, f = sums[number]
        sums[number] = (n + factor * moment, f + factor * force)


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
