"""Which connections a set of dependent rows loads: self-stress through the tree, in the frames of the connections.

A combination of rows that no motion feels is a state of loads without cause: each connection in it may carry any amount
of it, and nobody can tell how much. So what the combination loads is what repeats itself, and what has no unique
reaction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..contract import HingeForm
from ..numerics.rank import TOLERANCE
from ..results import State
from ..spatial import Pose
from ..topology import Branch
from .closures import Closure, Closures, directions, number_pose, poses_of


@dataclass(frozen=True, eq=False)
class Stress:
    """Wrenches (6 × k) that one connection bears, in its F axes at M's origin; empty where it is a coupling."""

    name: str
    what: str
    wrenches: np.ndarray
    cancels: bool = False
    """Whether its rows act against each other and the connection bears nothing: it repeats itself."""


def on_closures(closures: Closures, combinations: np.ndarray) -> list[Stress]:
    """What combinations of rows (columns, rows × k) put on the connections that the rows belong to."""
    found = []
    for part in closures.parts:
        own = combinations[part.rows]
        if np.abs(own).max(initial=0.0) > TOLERANCE * np.abs(combinations).max(initial=0.0):
            wrenches = part.wrenches.T @ own if len(part.ends) else np.zeros((6, 0))
            cancels = bool(np.abs(wrenches).max(initial=0.0) <= TOLERANCE * _size(part, own)) and wrenches.size > 0
            found.append(Stress(part.name, part.what, wrenches[:, :0] if cancels else wrenches, cancels))
    return found


def _size(part: Closure, own: np.ndarray) -> float:
    """The largest load of single rows."""
    return float((np.abs(part.wrenches).T @ np.abs(own)).max(initial=0.0)) if len(part.ends) else 0.0


def on_branches(closures: Closures, combinations: np.ndarray) -> list[Stress]:
    """What the same combinations put on the hinges of the tree."""
    system, state = closures.system, closures.state
    poses = poses_of(system, state)
    loads = _body_loads(closures, combinations)
    size = max((_size(part, combinations[part.rows]) for part in closures.parts), default=0.0)
    coupled = any(part.is_coupling and np.any(combinations[part.rows]) for part in closures.parts)
    found = []
    for branch in system.topology.branches:
        through = sum(loads[branch.number : system.topology.bodies[branch.number].stop], start=np.zeros_like(loads[0]))
        own = _in_hinge(branch, state, poses, through, coupled)
        if np.abs(own).max(initial=0.0) > TOLERANCE * size:
            found.append(Stress(branch.name, "hinge", own))
    return found


def _body_loads(closures: Closures, combinations: np.ndarray) -> list[np.ndarray]:
    """Wrenches on every body, in world axes at the world's origin (6 × k)."""
    bodies = closures.system.topology.bodies
    loads = [np.zeros((6, combinations.shape[1])) for _ in bodies]
    for part in closures.parts:
        if not part.is_coupling:
            wrench = _in_world(part, part.wrenches.T @ combinations[part.rows])
            loads[part.ends[1]] = loads[part.ends[1]] + wrench
            loads[part.ends[0]] = loads[part.ends[0]] - wrench
    return loads


def _in_world(part: Closure, wrenches: np.ndarray) -> np.ndarray:
    columns = [part.in_world(column) for column in wrenches.T]
    return np.array(columns).T.reshape(6, len(columns))


def _in_hinge(branch: Branch, state: State, poses: list[Pose], wrenches: np.ndarray, coupled: bool) -> np.ndarray:
    """A wrench in the world in the hinge's F axes at M's origin, without what its free directions give way to."""
    inboard = poses[branch.parent] @ number_pose(branch.inboard.X, state)
    outboard = poses[branch.number] @ number_pose(branch.outboard.X, state)
    F, M = (outboard, inboard) if branch.reversed else (inboard, outboard)
    force = F.R.T @ wrenches[3:]
    moment = F.R.T @ (wrenches[:3] - np.cross(M.p, wrenches[3:].T).T)
    own = np.vstack([moment, force])
    if not coupled or not branch.hinge.speed_names:
        return own
    # Couplings act on coordinates: what the free modes take is theirs and not the hinge's.
    form = HingeForm(branch.hinge)
    phi = np.asarray(form.values(state.q[branch.q], state.u[branch.u], state.t, phi=form.phi).phi, dtype=float)
    turn = F.R.T @ M.R
    modes = np.vstack([turn @ phi[:3], turn @ phi[3:]])
    return own - modes @ np.linalg.lstsq(modes, own, rcond=None)[0]


def words(closures: Closures, stress: Stress) -> tuple[str, ...]:
    """The directions of a stress."""
    return directions(stress.wrenches, closures.length) if stress.wrenches.size else ()
