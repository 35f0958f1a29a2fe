"""Samples of many members as rows of one table: their channels and their errors, each by one batch call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...mechanics.tree import TreeSystem
from ...mechanics.tree_batches import StateRows, batch_arguments, residual_sizes
from ...run.certificate import least_energy_size


@dataclass(frozen=True, eq=False)
class MemberRows:
    """What members of an ensemble on a tree reached, member by member."""

    system: TreeSystem
    t: np.ndarray
    samples: np.ndarray
    """Members × times × (q, u, z, work); NaN where a member did not get."""
    counts: np.ndarray
    """How many samples each member reached."""
    parameters: np.ndarray
    """Members × Parameters, in the order of the equations."""

    @cached_property
    def reached(self) -> np.ndarray:
        """Members × times: which samples there are."""
        return np.arange(len(self.t)) < self.counts[:, None]

    @cached_property
    def states(self) -> StateRows:
        """All states that were reached."""
        layout, which = self.system.layout, self.reached
        ends = np.cumsum([layout.nq, layout.nu, layout.nz])
        # Picking rows takes longer than the kernels that read them: all of them are there as a rule.
        is_whole = bool(which.all())
        rows = self.samples.reshape(-1, self.samples.shape[-1]) if is_whole else self.samples[which]
        q, u, z = (np.ascontiguousarray(x) for x in np.split(rows[:, :-1], ends[:-1], axis=1))
        t = np.tile(self.t, len(which)) if is_whole else np.broadcast_to(self.t, which.shape)[which]
        return StateRows(self.system, q, u, z, t, np.repeat(self.parameters, self.counts, axis=0))

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values at the states that were reached as members × times × …, NaN elsewhere."""
        if len(values) == self.reached.size:
            return values.reshape(*self.reached.shape, *values.shape[1:])
        found = np.full((*self.reached.shape, *values.shape[1:]), np.nan)
        found[self.reached] = values
        return found

    def channel(self, reader: Any, name: str) -> np.ndarray:
        """A channel of the model of all members: members × times × entries."""
        return self.spread(reader.values.at_rows((name,), self.states)[name])

    @cached_property
    def errors(self) -> dict[str, np.ndarray]:
        """The energy balance and the residuals of constraints of each member, at its samples."""
        energies = [self.system.kernel("energy").batch(*batch_arguments(piece)) for piece in self.states.pieces()]
        kinetic = self.spread(np.concatenate([e.kinetic for e in energies]))
        potential = self.spread(np.concatenate([e.potential for e in energies]))
        residuals = self.spread(residual_sizes(self.states))
        change = kinetic + potential
        change = change - change[:, :1]
        work = self.samples[..., -1]
        imbalance = change - (work - work[:, :1])
        jumps = np.where(self.reached[:, 1:], np.abs(np.diff(imbalance, axis=1)), -1.0)
        return {
            "energy_error": self._largest(np.abs(imbalance)),
            "energy_scale": self._largest(np.maximum(kinetic, np.abs(change))),
            "energy_size": np.maximum(least_energy_size(self.system), self._largest(kinetic + np.abs(potential))),
            "energy_grew": self.t[1 + np.argmax(jumps, axis=1)] if jumps.shape[1] else np.full(len(work), self.t[0]),
            "position_error": self._largest(residuals[..., 0]),
            "velocity_error": self._largest(residuals[..., 1]),
        }

    def _largest(self, values: np.ndarray) -> np.ndarray:
        """The largest value that each member reached; not a number where one of them is none."""
        return np.where(self.reached, values, 0.0).max(axis=1, initial=0.0)
