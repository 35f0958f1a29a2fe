"""States between two others of an absolute system, by the cubic with the places and velocities of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .configuration import (
    conjugate,
    exponential,
    quaternion_product,
    rate_of,
    rotation_vectors,
    spin_of,
)

ROUNDED = 32.0 * float(np.finfo(float).eps)
"""What changes of places are known to, relative to places."""


def hermite(
    part: Any, change: np.ndarray, start: np.ndarray, end: np.ndarray, size: Any
) -> tuple[np.ndarray, np.ndarray]:
    """(way, its derivative by the part of the step that has passed), from rates by that part at both ends.

    `size` is that of what changes. Rates deviate from the straight line between those at the ends by as much as the
    change does from their mean; in a step so short that this is rounding, they would be off by it over the step's
    length, and stay on the line.
    """
    left = 1.0 - part
    way = part**2 * (3.0 - 2.0 * part) * change + part * left**2 * start - part**2 * left * end
    bend = change - 0.5 * (start + end)
    bend = np.where(np.abs(bend) > ROUNDED * size, bend, 0.0)
    return way, 6.0 * part * left * bend + left * start + part * end


def _place_sizes(positions: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Sizes of rotation vectors and positions (… × bodies × 3) of bodies, and of other coordinates (… × m)."""
    lengths = np.abs(positions).max(axis=(-1, -2), keepdims=True, initial=0.0)
    bodies = np.concatenate([np.ones_like(positions), np.broadcast_to(lengths, positions.shape)], axis=-1)
    return np.concatenate([bodies.reshape(*positions.shape[:-2], -1), np.abs(own)], axis=-1)


@dataclass(frozen=True, eq=False)
class Nodes:
    """States at rising times (n), between which there are polynomials: q (n × nq), u (n × nu), others (n × m).

    `bodies` says how many of q and u are poses and velocities of bodies; what comes after are coordinates with their
    rates. Others (states of elements, work) have slopes from their neighbours.
    """

    t: np.ndarray
    q: np.ndarray
    u: np.ndarray
    others: np.ndarray
    bodies: int

    def __call__(self, wanted: np.ndarray) -> np.ndarray:
        """Rows (q, u, others) at times."""
        if len(self.t) == 1:
            return np.repeat(np.hstack([self.q, self.u, self.others]), len(wanted), axis=0)
        k = np.clip(np.searchsorted(self.t, wanted, side="right") - 1, 0, len(self.t) - 2)
        h = (self.t[k + 1] - self.t[k])[:, None]
        part = np.clip((wanted - self.t[k])[:, None] / h, 0.0, 1.0)
        q, u = self._moved(k, part, h)
        slopes = np.gradient(self.others, self.t, axis=0) if self.others.size else self.others
        others, _ = hermite(part, self.others[k + 1] - self.others[k], h * slopes[k], h * slopes[k + 1], 0.0)
        return np.hstack([q, u, self.others[k] + others])

    def _moved(self, k: np.ndarray, part: np.ndarray, h: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(q, u) after a part of the way from the k-th state to the next."""
        n, m = self.bodies, len(k)
        before, after = (self.q[j, : 7 * n].reshape(-1, 7).T for j in (k, k + 1))
        turn = rotation_vectors(quaternion_product(after[:4], conjugate(before[:4])))
        shift = np.concatenate([turn, after[4:] - before[4:]]).T.reshape(m, 6 * n)
        change = np.hstack([shift, self.q[k + 1, 7 * n :] - self.q[k, 7 * n :]])
        end = h * self.u[k + 1]
        _turns(end, n)[...] = rate_of(turn, _turns(end, n).reshape(-1, 3).T).T.reshape(m, n, 3)
        sizes = _place_sizes(before[4:].T.reshape(m, n, 3), self.q[k, 7 * n :])
        way, rate = hermite(part, change, h * self.u[k], end, sizes)
        turned = _turns(way, n).reshape(-1, 3).T
        _turns(rate, n)[...] = spin_of(turned, _turns(rate, n).reshape(-1, 3).T).T.reshape(m, n, 3)
        pose = np.concatenate([quaternion_product(exponential(turned), before[:4]), before[4:]])
        pose[4:] += way[:, : 6 * n].reshape(-1, 6).T[3:]
        return np.hstack([pose.T.reshape(m, 7 * n), self.q[k, 7 * n :] + way[:, 6 * n :]]), rate / h


def row_nodes(t: np.ndarray, y: np.ndarray, sizes: tuple[int, int], bodies: int) -> Nodes:
    """Rows (q, u, z, work) of a run as nodes; `sizes` are those of q and u."""
    nq, nu = sizes
    return Nodes(t, y[:, :nq], y[:, nq : nq + nu], y[:, nq + nu :], bodies)


def _turns(rows: np.ndarray, bodies: int) -> np.ndarray:
    """The rotational entries of velocities (rows × nu): rows × bodies × 3, as a view."""
    return rows[:, : 6 * bodies].reshape(len(rows), bodies, 6)[:, :, :3]
