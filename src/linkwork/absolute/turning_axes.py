"""Axes that turn with bodies, in which factors of a matrix stay good while the bodies turn.

Forces between bodies look the same from axes that turn with these. Residuals are taken into axes that have turned since
the factors were made, and corrections back: a rope that swings then has the same stiff directions all the time. Bodies
with rows stay in the axes of the world, in which their rows are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .configuration import Configuration


class TurningAxes:
    """The bodies of a system that no row holds, and how they stood where factors were made."""

    def __init__(self, system: Any) -> None:
        with_rows = [group.bodies.ravel() for group in system.groups if len(group.rows)]
        self._stays = np.zeros(len(system.bodies.names), dtype=bool)
        self._stays[np.concatenate([np.zeros(0, dtype=np.int64), *with_rows])] = True
        self._made: np.ndarray | None = None
        self.serve = not bool(self._stays.all())
        """Whether any body is in such axes."""

    def made_at(self, at: Configuration) -> None:
        """Remembers where factors are made."""
        self._made = at.rotations() if self.serve else None

    def turned(self, at: Configuration) -> np.ndarray | None:
        """How bodies have turned since then (bodies × 3 × 3); None where all stay."""
        if self._made is None:
            return None
        found: np.ndarray = at.rotations() @ self._made.transpose(0, 2, 1)
        found[self._stays] = np.eye(3)
        return found


def seen_from(vectors: np.ndarray, turned: np.ndarray | None) -> np.ndarray:
    """Both vectors of every body (… × size) in axes that have turned (… × bodies × 3 × 3)."""
    return vectors if turned is None else _times(vectors, turned)


def brought_back(vectors: np.ndarray, turned: np.ndarray | None) -> np.ndarray:
    """The same the other way round."""
    return vectors if turned is None else _times(vectors, np.swapaxes(turned, -1, -2))


def _times(vectors: np.ndarray, matrices: np.ndarray) -> np.ndarray:
    """Every vector, as a row, times the matrix of its body."""
    found, count, ahead = vectors.copy(), 6 * matrices.shape[-3], vectors.shape[:-1]
    found[..., :count] = (vectors[..., :count].reshape(*ahead, -1, 2, 3) @ matrices).reshape(*ahead, -1)
    return found
