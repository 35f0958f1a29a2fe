r"""Loads that constraints which repeat each other leave open, and which of them are shown.

Multipliers are determined up to combinations N of rows that no motion feels, $N^T P = 0$: with $\lambda$ also
$\lambda + N c$ satisfies all equations. Of these the ones of least norm are shown,

$$ \sum_k \frac{1}{\omega_k}\left(|F_k|^2 + \frac{|M_k|^2}{L^2}\right) \to \min, $$

over all connections k, hinges of the tree and closed loops alike: $F_k$ and $M_k$ are force and moment at the second
end, L is the typical length (the longest arm of a connection on a body), $\omega_k$ are weights that the user may give,
else one. A coupling counts with the generalised forces that it puts on its coordinates. So shares depend neither on the
coordinates that were chosen, nor on where loops were cut, nor on the order of connections. Loads of contacts are left
as they are: they can only push.

A load is not unique exactly where N changes it; rigid bodies cannot tell more (S0 §8.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..channels import component_names
from ..consistency import typical_length
from ..numerics.rank import RANK_TOLERANCE, RANKED_ROWS, rank_of
from ..results import State, Trajectory
from ..results.load import may_repeat
from ..results.stored_states import state_of_row
from .row_table import Closure
from .self_stress import Stresses

LOOKED_AT_PIECES = 8
"""Pieces of a run between changes of Parameters that are looked at."""
LOAD_CHANNELS = (("moment", "force"), ("mean_moment", "mean_force"))
"""Channels of (moment, force): at a state, and in the mean of an element in time."""
TIE_BREAK = 1e-7
"""Weight of single multipliers beside loads: decides where rows of one connection cancel each other."""


@dataclass(frozen=True, eq=False)
class OpenLoads:
    """What combinations of rows (columns) may add to the loads at a state without changing the motion."""

    system: Any
    state: State
    parts: tuple[Closure, ...]
    sizes: np.ndarray
    """Of rows, in radians or lengths of the model."""
    length: float
    combinations: np.ndarray
    """N (rows × k)."""
    independent_rows: tuple[int, ...]
    """Rows that determine all others."""

    @cached_property
    def wrenches(self) -> dict[str, np.ndarray]:
        """(moment, force), 6 × k, that they add to each connection."""
        several = any(len(part.ends) > 2 and np.any(self.combinations[part.rows]) for part in self.parts)
        if not several or not self.system.chart.branches:
            return Stresses(self.system, self.state, self.parts, self.combinations).wrenches()
        rest = np.zeros(self.system.layout.nu)
        columns = [self._loads(rest, n) for n in (np.zeros(len(self.combinations)), *self.combinations.T)]
        return {name: np.array([own[name] - columns[0][name] for own in columns[1:]]).T for name in columns[0]}

    def _loads(self, u_dot: np.ndarray, lam: np.ndarray) -> dict[str, np.ndarray]:
        found = self.system.functions.at_motion("loads", self.state, u_dot, lam).wrenches
        return dict(zip(self.system.rows.load_names, np.asarray(found), strict=True))

    def shared(self, u_dot: np.ndarray, lam: np.ndarray, weights: Mapping[str, float] | None = None) -> np.ndarray:
        """The multipliers of least loads."""
        ways = self._ways
        if not ways.shape[1]:
            return lam
        given = weights or {}
        drawn = self.system.channels.provider.model.connections
        names = [name for name, own in self.wrenches.items() if name in drawn and own.any()]
        present = self._loads(u_dot, lam) if names else {}
        units = np.array([1.0 / self.length] * 3 + [1.0] * 3)
        change, there = [self._single * TIE_BREAK], [self._single_of(lam) * TIE_BREAK]
        for name in names:
            factor = units / np.sqrt(given.get(name, 1.0))
            change.append(factor[:, None] * self.wrenches[name])
            there.append(factor * present[name])
        for part in self.parts:
            if part.is_coupling:
                factor = 1.0 / np.sqrt(given.get(part.name, 1.0))
                change.append(factor * self._single[part.rows])
                there.append(factor * self._single_of(lam)[part.rows])
        c = np.linalg.lstsq(np.vstack(change) @ ways, np.concatenate(there), rcond=None)[0]
        return np.asarray(lam - self.combinations @ (ways @ c))

    @property
    def _single(self) -> np.ndarray:
        """The combinations, as forces of single rows."""
        return self.combinations * (self.sizes / self.length)[:, None]

    def _single_of(self, lam: np.ndarray) -> np.ndarray:
        return np.asarray(lam * self.sizes / self.length)

    @property
    def _ways(self) -> np.ndarray:
        """Which of them may be added (columns): those that put nothing on contacts."""
        rows = [k for part in self.parts if part.what == "contact" for k in range(part.rows.start, part.rows.stop)]
        return rank_of(self.combinations[rows] * self.sizes[rows, None]).null_space

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Channels, number by number ("top.force.x"), whose values are not unique."""
        scale = np.array([1.0] * 3 + [self.length] * 3)
        largest = max(
            [float(np.abs(self.combinations * self.sizes[:, None]).max(initial=0.0))]
            + [float(np.abs(scale[:, None] * own).max(initial=0.0)) for own in self.wrenches.values()]
        )
        limit, found, table = RANK_TOLERANCE * largest, [], self.system.channel_table
        for name in sorted(self.wrenches, key=[*self.system.channels.provider.model.connections, *self.wrenches].index):
            sizes = scale * np.abs(self.wrenches[name]).max(axis=1, initial=0.0)
            for moment, force in LOAD_CHANNELS:
                labels = [*component_names(f"{name}.{moment}", (3,)), *component_names(f"{name}.{force}", (3,))]
                found += [label for label, size in zip(labels, sizes, strict=True) if size > limit and label in table]
        found += [label for label in self._multipliers(limit) if label.partition("[")[0] in table]
        return (*found, *self._drives(limit))

    def _multipliers(self, limit: float) -> list[str]:
        found = []
        for part in self.parts:
            own = np.abs(self.combinations[part.rows]).max(axis=1, initial=0.0) * self.sizes[part.rows]
            labels = component_names(f"{part.name}.multipliers", () if len(own) == 1 else (len(own),))
            found += [label for label, size in zip(labels, own, strict=True) if size > limit]
        return found

    def _drives(self, limit: float) -> list[str]:
        """What enforces prescribed coordinates of a tree."""
        layout = self.system.layout
        held = (*layout.driven, *layout.locked)
        if not held:
            return []
        on_speeds = np.asarray(self.system.evaluate("reaching_rows", self.state).P).T @ self.combinations
        scale = self.system.chart.scales(self.length)[0]
        return [f"{e.name}.load" for e in held if scale[e.u] * np.abs(on_speeds[e.u]).max(initial=0.0) > limit]


def open_loads(system: Any, state: State) -> OpenLoads | None:
    """What loads at a state leave open; None where all are unique, or there are too many rows to tell."""
    if not 0 < system.rows.count <= RANKED_ROWS:
        return None
    table, length, free = system.rows.table(state), typical_length(system, state), list(system.chart.free_u)
    acting = [_dense(system.constraint_rows(state)[0])[:, free]]
    if system.rows.have_friction:  # what rows that pull friction along put on each other moves bodies
        acting.append(_dense(system.evaluate("reaching_rows", state).P)[:, free])
    scale = np.tile(system.chart.scales(length)[0][free], len(acting))
    ranked = rank_of(np.hstack(acting), 1.0 / table.sizes, scale)
    combinations, off = ranked.left_null_space, system.rows.switched_off(state)
    if len(off):
        used = np.linalg.svd(np.delete(ranked.scaled_left_null_space, off, axis=0), full_matrices=False)
        combinations = combinations @ used[2][used[1] > RANK_TOLERANCE].T
        combinations[off] = 0.0
    if not combinations.shape[1]:
        return None
    return OpenLoads(system, state, table.parts, table.sizes, length, combinations, ranked.independent_rows)


def not_unique_along(system: Any, run: Trajectory) -> tuple[str, ...]:
    """Channels, number by number, that are not unique along a run; at isolated singular instants more may be.

    Between changes of Parameters, which open and close contacts and switches, two states are looked at.
    """
    if not may_repeat(run):
        return ()
    starts = sorted({0, *(k for k, _ in run.parameter_changes if k < len(run))})
    pieces = [*zip(starts, [*starts[1:], len(run)], strict=True)]
    found: dict[str, None] = {}
    for number in sorted({int(k) for k in np.linspace(0, len(pieces) - 1, LOOKED_AT_PIECES)}):
        start, stop = pieces[number]
        looked_at = [open_loads(system, state_of_row(run, k)) for k in {(start + stop) // 2, stop - 1}]
        names = [() if left is None else left.names for left in looked_at]
        found |= dict.fromkeys(name for name in names[0] if all(name in others for others in names))
    return tuple(found)


def _dense(matrix: Any) -> np.ndarray:
    return matrix if isinstance(matrix, np.ndarray) else np.asarray(matrix.toarray())
