"""The constraint rows of a system at a state, with sizes that make them comparable, their ranks, and words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...consistency import DIRECTION_WORDS, typical_length
from ...contract.errors import joined
from ...mechanics.port import dense
from ...mechanics.row_table import Closure, RowTable
from ...numerics.rank import RANK_TOLERANCE, Ranked, rank_of
from ...results import State
from ...system import System


@dataclass(frozen=True, eq=False)
class LoopClosures:
    """All rows of a system at a state, with sizes that make them comparable."""

    system: System
    state: State
    table: RowTable
    length: float
    """Typical lever arm of the model."""
    speed_scale: np.ndarray
    """Size of a unit of each speed: `length` for displacements."""
    q_scale: np.ndarray
    """The same for coordinates."""
    free_u: tuple[int, ...]
    """Speeds that are not prescribed."""
    free_q: tuple[int, ...]

    @property
    def parts(self) -> tuple[Closure, ...]:
        """The rows connection by connection."""
        return self.table.parts

    @cached_property
    def row_scale(self) -> np.ndarray:
        """One over the size of each row."""
        return 1.0 / self.table.sizes

    @property
    def holonomic(self) -> np.ndarray:
        """The holonomic rows among all rows."""
        return self.table.holonomic

    def velocity_rank(self, P: Any, rows: Sequence[int] | None = None) -> Ranked:
        """The rank of velocity rows on the free speeds."""
        chosen = list(range(P.shape[0])) if rows is None else list(rows)
        free = list(self.free_u)
        return rank_of(dense(P)[np.ix_(chosen, free)], self.row_scale[chosen], self.speed_scale[free])

    def position_rank(self, g_q: Any, invariants_q: Any, columns: Sequence[int] | None = None) -> Ranked:
        """The rank of holonomic rows and invariants on coordinates, the free ones unless others are named."""
        free = list(self.free_q if columns is None else columns)
        scale = np.concatenate([self.row_scale[self.holonomic], np.full(invariants_q.shape[0], 0.5)])
        return rank_of(np.vstack([dense(g_q), dense(invariants_q)])[:, free], scale, self.q_scale[free])


def loop_closures(system: System, state: State) -> LoopClosures:
    """The rows of a system at a state."""
    length = typical_length(system, state)
    speed_scale, q_scale = system.chart.scales(length)
    free = system.chart.free_u, system.chart.free_q
    return LoopClosures(system, state, system.rows.table(state), length, speed_scale, q_scale, *free)


def directions(wrenches: Sequence[np.ndarray], length: float) -> list[tuple[str, ...]]:
    """The directions, in words, that spaces of wrenches (columns, 6 × k each) hold."""
    widest = max((w.shape[1] for w in wrenches), default=0)
    scaled = np.zeros((len(wrenches), 6, widest))
    for k, w in enumerate(wrenches):
        size = w * np.array([1.0, 1.0, 1.0, length, length, length])[:, None]
        scaled[k, :, : w.shape[1]] = size / max(np.abs(size).max(initial=0.0), 1e-300)
    if not scaled.size:
        return [()] * len(wrenches)
    u, values, _ = np.linalg.svd(scaled, full_matrices=False)
    ranks = (values > RANK_TOLERANCE * np.maximum(values[:, :1], RANK_TOLERANCE)).sum(axis=1)
    return [_in_words(basis[:, :rank]) for basis, rank in zip(u, ranks, strict=True)]


def _in_words(basis: np.ndarray) -> tuple[str, ...]:
    """The directions that an orthonormal basis of wrenches (6 × k) holds."""
    inside = np.linalg.norm(basis, axis=1)
    pure = [k for k in range(6) if inside[k] > 1.0 - RANK_TOLERANCE]
    mixed = [k for k in range(6) if RANK_TOLERANCE < inside[k] <= 1.0 - RANK_TOLERANCE]
    order = (3, 4, 5, 0, 1, 2)
    words = [DIRECTION_WORDS[k] for k in order if k in pure]
    left = basis.shape[1] - len(pure)
    if left > 0:
        number = {1: "one combination", 2: "two combinations", 3: "three combinations"}.get(
            left, f"{left} combinations"
        )
        words.append(f"{number} of {joined([DIRECTION_WORDS[k] for k in order if k in mixed])}")
    return tuple(words)


def phrase(words: Sequence[str], loads: bool = False) -> str:
    """Directions as one phrase: "translation along x, y and rotation about z"; with `loads`, forces and moments."""
    kinds = {"translation along": "force along", "rotation about": "moment about"}
    parts = []
    for kind, load in kinds.items():
        axes = [word.rpartition(" ")[2] for word in words if word.startswith(kind)]
        if axes:
            parts.append(f"{load if loads else kind} {', '.join(axes)}")
    rest = [word for word in words if not word.startswith(tuple(kinds))]
    return joined([*parts, *(_as_loads(word) if loads else word for word in rest)])


def _as_loads(word: str) -> str:
    return word.replace("translation along", "force along").replace("rotation about", "moment about")
