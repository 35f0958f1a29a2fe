"""Which connections a set of dependent rows loads: self-stress through the tree, in the frames of the connections.

A combination of rows that no motion feels is a state of loads without cause: each connection in it may carry any amount
of it, and nobody can tell how much. So what the combination loads is what repeats itself, and what has no unique
reaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..consistency import number_pose
from ..contract import HingeForm
from ..contract.derived.hinge_numbers import hinge_values
from ..numerics.rank import RANK_TOLERANCE
from ..results import State
from ..spatial import Pose
from ..topology import Branch
from .row_table import Closure
from .tree_rows import poses_of


@dataclass(frozen=True, eq=False)
class Stress:
    """Wrenches (6 × k) that one connection bears, in its F axes at M's origin; empty where it is a coupling."""

    name: str
    what: str
    wrenches: np.ndarray
    cancels: bool = False
    """Whether its rows act against each other and the connection bears nothing: it repeats itself."""


class Stresses:
    """What combinations of rows (columns, rows × k) put on all connections; of some of the columns when asked."""

    def __init__(self, system: Any, state: State, parts: Sequence[Closure], combinations: np.ndarray) -> None:
        self.system, self.state, self.parts, self.combinations = system, state, parts, combinations
        self._loads = _body_loads(system.chart.frame_count, parts, combinations)
        self._branches = system.chart.branches
        self._through = self._in_hinges()

    def on_closures(self, columns: slice) -> list[Stress]:
        """On the connections that the rows belong to."""
        some = self.combinations[:, columns]
        rows = np.abs(some).max(axis=1, initial=0.0)
        limit = RANK_TOLERANCE * rows.max(initial=0.0)
        parts = [part for part in self.parts if rows[part.rows].max(initial=0.0) > limit]
        return [_on_closure(part, some[part.rows]) for part in parts]

    def on_branches(self, columns: slice) -> list[Stress]:
        """On the hinges of the tree."""
        own, some = self._through[:, :, columns], self.combinations[:, columns]
        limit = RANK_TOLERANCE * max((_size(part, some[part.rows]) for part in self.parts), default=0.0)
        if any(part.is_coupling and np.any(some[part.rows]) for part in self.parts):
            own = np.array([self._held(branch, own[k]) for k, branch in enumerate(self._branches)]).reshape(own.shape)
        felt = np.flatnonzero(np.abs(own).max(axis=(1, 2), initial=0.0) > limit)
        return [Stress(self._branches[k].name, "joint", own[k]) for k in felt]

    def wrenches(self) -> dict[str, np.ndarray]:
        """(moment, force), 6 × k, that all combinations put on each connection, as its load is given: by name."""
        found = {part.name: part.wrenches.T @ self.combinations[part.rows] for part in self.parts if part.ends}
        # What rows put on all that is outboard of a hinge, the hinge takes back.
        through = zip(self._branches, self._through, strict=True)
        return found | {branch.name: own if branch.reversed else -own for branch, own in through}

    def on_all(self, columns: slice) -> list[Stress]:
        """On hinges of the tree, then on connections with rows; each connection once."""
        found = (*self.on_branches(columns), *self.on_closures(columns))
        return list({stress.name: stress for stress in found}.values())

    @cached_property
    def _frames(self) -> tuple[list[Pose], list[Pose]]:
        """Frames F and M of the hinges of the tree, in the world."""
        state = self.state
        poses = poses_of(self.system, state)
        F, M = [], []
        for branch in self._branches:
            inboard = poses[branch.parent] @ number_pose(branch.inboard.X, state)
            outboard = poses[branch.number] @ number_pose(branch.outboard.X, state)
            F.append(outboard if branch.reversed else inboard)
            M.append(inboard if branch.reversed else outboard)
        return F, M

    def _in_hinges(self) -> np.ndarray:
        """What goes through the hinges of the tree, in their F axes at M's origin (hinges × 6 × k)."""
        if not self._branches:
            return np.zeros((0, 6, self.combinations.shape[1]))
        bodies = self.system.topology.bodies
        sums = np.concatenate([np.zeros_like(self._loads[:1]), np.cumsum(self._loads, axis=0)])
        numbers = [branch.number for branch in self._branches]
        wrench = sums[[bodies[k].stop for k in numbers]] - sums[numbers]
        F, M = self._frames
        turn, at = np.array([X.R.T for X in F], dtype=float), np.array([X.p for X in M], dtype=float)
        moment = wrench[:, :3] - np.cross(at[:, :, None], wrench[:, 3:], axis=1)
        return np.concatenate([turn @ moment, turn @ wrench[:, 3:]], axis=1)

    def _held(self, branch: Branch, own: np.ndarray) -> np.ndarray:
        """Without what free directions give way to: couplings act on coordinates, and that is theirs."""
        if not branch.hinge.speed_names:
            return own
        state, k = self.state, self._branches.index(branch)
        form = HingeForm(branch.hinge)
        phi = np.asarray(
            hinge_values(form, state.q[branch.q], state.u[branch.u], state.t, phi=form.phi).phi, dtype=float
        )
        turn = self._frames[0][k].R.T @ self._frames[1][k].R
        modes = np.vstack([turn @ phi[:3], turn @ phi[3:]])
        return np.asarray(own - modes @ np.linalg.lstsq(modes, own, rcond=None)[0])


def _on_closure(part: Closure, own: np.ndarray) -> Stress:
    """What combinations of the rows of a connection put on it."""
    wrenches = part.wrenches.T @ own if len(part.ends) else np.zeros((6, 0))
    cancels = wrenches.size > 0 and bool(np.abs(wrenches).max() <= RANK_TOLERANCE * _size(part, own))
    return Stress(part.name, part.what, wrenches[:, :0] if cancels else wrenches, cancels)


def _size(part: Closure, own: np.ndarray) -> float:
    """The largest load of single rows."""
    return float((np.abs(part.wrenches).T @ np.abs(own)).max(initial=0.0)) if len(part.ends) else 0.0


def _body_loads(frames: int, parts: Sequence[Closure], combinations: np.ndarray) -> np.ndarray:
    """Wrenches on every body, in world axes at the world's origin (bodies × 6 × k)."""
    loads = np.zeros((frames, 6, combinations.shape[1]))
    for part in parts:
        if not part.is_coupling:
            wrench = part.in_world(part.wrenches.T @ combinations[part.rows])
            loads[part.ends[1]] += wrench
            loads[part.ends[0]] -= wrench
    return loads
