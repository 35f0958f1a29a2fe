"""The rows of a run: in memory, or in a file as they come."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...channels import MEANS
from ...results import RunWriter


@dataclass(frozen=True, eq=False)
class Table:
    """All rows: times, states (q, u, z and the integral of the power), mean multipliers."""

    t: np.ndarray
    q: np.ndarray
    u: np.ndarray
    z: np.ndarray
    work: np.ndarray
    means: np.ndarray

    def means_at(self, wanted: np.ndarray) -> np.ndarray:
        """Mean multipliers of the elements that end at times or have them inside; no numbers where none does."""
        if np.array_equal(wanted, self.t):
            return np.asarray(self.means, dtype=float)
        place = np.searchsorted(self.t, wanted - 1e-12 * np.maximum(1.0, np.abs(wanted)))
        return np.asarray(self.means[np.minimum(place, len(self.t) - 1)], dtype=float)


class MemoryRows:
    """Rows in memory; `sizes` are those of q, u and z."""

    def __init__(self, sizes: tuple[int, int, int]) -> None:
        self.sizes = sizes
        self.t: list[float] = []
        self.y: list[np.ndarray] = []
        self.means: list[np.ndarray] = []

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.t)

    def add(self, t: float, y: np.ndarray, means: np.ndarray) -> None:
        """One more: a state (q, u, z, work) and mean multipliers, which are not numbers where no element ended."""
        self.t.append(t)
        self.y.append(y)
        self.means.append(means)

    def table(self) -> Table:
        """All so far."""
        (nq, nu, _), (t, y, means) = self.sizes, self.arrays().values()
        return Table(t, y[:, :nq], y[:, nq : nq + nu], y[:, nq + nu : -1], y[:, -1], means)

    def arrays(self) -> dict[str, np.ndarray]:
        """All so far, for a checkpoint."""
        y = np.array(self.y).reshape(len(self.t), sum(self.sizes) + 1)
        means = np.array(self.means).reshape(len(self.t), len(self.means[0]) if self.means else 0)
        return {"/rows/t": np.array(self.t), "/rows/y": y, "/rows/means": means}

    def restore(self, t: np.ndarray, y: np.ndarray, means: np.ndarray) -> None:
        """Goes on from what a checkpoint holds."""
        self.t, self.y, self.means = t.tolist(), list(y), list(means)


class FileRows:
    """Rows in a file."""

    def __init__(self, writer: RunWriter) -> None:
        self.writer = writer

    @property
    def count(self) -> int:
        """How many there are."""
        return self.writer.rows

    def add(self, t: float, y: np.ndarray, means: np.ndarray) -> None:
        """One more."""
        self.writer.append(np.array([t]), y[None], {MEANS: means[None]} if len(means) else {})

    def table(self) -> Table:
        """All that were flushed, read where they are used."""
        content = self.writer.content()
        means = content.channels.get(MEANS, np.zeros((len(content.rows), 0)))
        t, q, u, z, work = (content.column(name) for name in ("t", "q", "u", "z", "work"))
        return Table(t, q, u, z, work, means)
