"""The states of a run in absolute coordinates, one behind the other: what is read along it, read at once."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..channels import Channel
from ..results import Trajectory
from .assembly import AssembledElements
from .channels import state_channel, watchers_of, wrenches
from .configuration import Configuration
from .groups import Group
from .motion import accelerate


class RunStates:
    """All rows of a run as configurations; multipliers are found once, for whatever is read."""

    def __init__(self, system: Any, run: Trajectory) -> None:
        self.system, self.count = system, len(run)
        self.rows = run.q, np.hstack([run.u, run.z]), run.t
        self.parameters = [run.parameters_at(k) for k in range(len(run))]
        ends = [k for k in range(1, len(run)) if self.parameters[k] != self.parameters[k - 1]]
        self.pieces = [slice(a, b) for a, b in zip([0, *ends], [*ends, len(run)], strict=True) if b > a]
        """Stretches of rows with the same values of Parameters."""
        self._state = run.state

    @cached_property
    def placed(self) -> list[Configuration]:
        """The bodies of every row."""
        system, found = self.system, []
        q, u, t = self.rows
        for piece in self.pieces:
            at, count = system.configurations(q[piece], u[piece], self.parameters[piece.start]), len(t[piece])
            pose, own, speeds = at.pose.reshape(7, count, -1), at.own.reshape(count, -1), at.u.reshape(count, -1)
            found += [Configuration(pose[:, k].copy(), own[k], speeds[k], float(t[piece][k])) for k in range(count)]
        return found

    @cached_property
    def multipliers(self) -> np.ndarray:
        """Of every row."""
        tables, pairs = self.system.tables, zip(self.placed, self.parameters, strict=True)
        found = [accelerate(self.system, at, tables(parameters)).lam for at, parameters in pairs]
        return np.array(found).reshape(self.count, self.system.rows)

    @cached_property
    def loads(self) -> list[dict[str, np.ndarray]]:
        """(moment, force) of every hinge and constraint, by name, row by row."""
        return [wrenches(self.system, self._state(k), lam) for k, lam in enumerate(self.multipliers)]

    @cached_property
    def energies(self) -> list[dict[str, float]]:
        """All channels of energy, row by row; elements are set to work once for each stretch."""
        found = []
        for piece in self.pieces:
            elements = AssembledElements(self.system.assembly, self.system.tables(self.parameters[piece.start]))
            found += [elements.energies(at) for at in self.placed[piece]]
        return found

    def watched(self, channel: Channel) -> np.ndarray:
        """A channel that watchers show; row by row where some number is not finite, which says why."""
        groups = watchers_of(self.system, channel)
        shown = np.column_stack(
            [np.concatenate([self._shown(group, piece) for piece in self.pieces]) for group in groups]
        )
        if not np.isfinite(shown).all():
            return np.array([state_channel(self.system, channel.name, self._state(k)) for k in range(self.count)])
        return shown.reshape(self.count, *channel.shape)

    def _shown(self, group: Group, piece: slice) -> np.ndarray:
        """The numbers of a watcher along a stretch."""
        system, (q, u, t), parameters = self.system, self.rows, self.parameters[piece.start]
        at, count = system.configurations(q[piece], u[piece], parameters), len(t[piece])
        lam = self.multipliers[piece].ravel() if len(group.seen) else np.zeros(count * system.rows)
        sizes = len(system.bodies.names), len(at.own) // count, system.size, system.rows
        data = np.repeat(system.worth(list(group.kind.data), parameters).reshape(-1, 1), count, axis=1)
        times: Any = t[piece]
        whole = Configuration(at.pose, at.own, at.u, times)
        return np.asarray(group.repeated(count, sizes).evaluate("shown", whole, data, 1, lam=lam)["shown"]).reshape(
            count
        )
