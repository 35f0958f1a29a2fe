r"""Speeds carried between places of one step with the momenta of bodies, whatever the coordinates.

The equations are those of `numerics.contact.momentum_transport`, of which this is the form for any system: with J and M
in the middle of the step and momenta $\pi = G u + \pi_0$ of rigid bodies about where their mass centres are there,

$$ A\,(u - u') = J_m^T(\pi' - \pi), \qquad A = M_m + J_m^T(G - G_m), $$

leads from speeds u' at one place to u at another, π' and π being taken at u'. Accelerations by
forces go the same way without π_0, each about the mass centre where it is: forces move with the bodies.

A direction n with M n = 0 is that of the spin of a thin rod about its axis, or of a body about a point mass. Rows of
joints determine the speed along it. Where these are not asked, x has no part along such directions N, and loads along
them, which rows would carry, count for nothing:

$$ A x = f + N\mu, \qquad N^T x = 0. $$
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import lazy_loader
import numpy as np

from ...mechanics.block_diagonal import BlockDiagonal
from ...mechanics.frames import frame_cross_matrices
from ...results import State
from ...system import System

scipy = lazy_loader.load("scipy")

MASSLESS_PART = 1e-13
"""Inertia along a direction, relative to that along others of its bodies, that is rounding."""


class Inertia:
    """M of the `free` speeds; `momenta` are those of bodies where it was taken."""

    def __init__(self, M: Any, momenta: Any, free: Any) -> None:
        self.M, self.momenta, self.free = M, momenta, free

    def solve(self, load: np.ndarray, A: Any = None) -> np.ndarray:
        """x of the free speeds at loads f on them; A is M of all speeds, or that of another place nearby."""
        A, N = (self.M if A is None else A)[self.free][:, self.free], self.massless
        right = np.concatenate([load, np.zeros(N.shape[1])])
        if not isinstance(A, np.ndarray):
            whole = scipy.sparse.bmat([[A, N], [N.T, None]]) if N.shape[1] else A
            return np.asarray(scipy.sparse.linalg.spsolve(whole.tocsc(), right))[: len(load)]
        whole = np.block([[A, N], [N.T, np.zeros((N.shape[1], N.shape[1]))]]) if N.shape[1] else A
        return np.asarray(np.linalg.solve(whole, right))[: len(load)]

    @cached_property
    def massless(self) -> Any:
        """N (free speeds × directions), dense or sparse as M is."""
        M = self.M[self.free][:, self.free]
        size = np.sqrt(self._sizes()[self.free])
        scale = 1.0 / np.where(size > 0.0, size, 1.0)
        if isinstance(M, np.ndarray):
            return _null_space(M[None], scale[None])[1].T
        count, labels = scipy.sparse.csgraph.connected_components(M, directed=False)
        members = np.split(np.argsort(labels, kind="stable"), np.cumsum(np.bincount(labels, minlength=count))[:-1])
        rows, columns, values, found = [], [], [], 0
        for n in {len(one) for one in members}:
            places = np.array([one for one in members if len(one) == n])
            across = np.broadcast_to(places[:, None, :], (len(places), n, n))
            blocks = np.asarray(M[across.transpose(0, 2, 1).ravel(), across.ravel()]).reshape(-1, n, n)
            which, directions = _null_space(blocks, scale[places])
            rows.append(places[which].ravel())
            columns.append(np.repeat(found + np.arange(len(which)), n))
            values.append(directions.ravel())
            found += len(which)
        entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
        return scipy.sparse.csr_matrix(entries, shape=(M.shape[0], found))

    def _sizes(self) -> np.ndarray:
        """Inertia along each speed as if every body had that about one axis about all of them.

        Rounding of zero inertia about an axis is small beside that about others, not beside itself.
        """
        turned, moments = (
            x * x if isinstance(x, np.ndarray) else x.multiply(x).tocsr() for x in (self.momenta.J, self.momenta.G)
        )
        by_body = [np.asarray(x.sum(axis=1)).reshape(-1, 6)[:, :3].sum(axis=1) for x in (turned, moments)]
        weights = np.zeros((len(by_body[0]), 6))
        weights[:, :3] = np.sqrt(by_body[1] / np.where(by_body[0] > 0.0, by_body[0], 1.0))[:, None]
        return np.maximum(np.asarray(self.M.diagonal()), np.asarray(turned.T @ weights.ravel()))


def _null_space(blocks: np.ndarray, scale: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(which block, unit vector) of all directions along which scaled blocks (count × n × n) have no inertia."""
    scaled = scale[:, :, None] * blocks * scale[:, None, :]
    values, vectors = np.linalg.eigh(scaled)
    which, place = np.nonzero(values <= MASSLESS_PART * np.maximum(values[:, -1:], MASSLESS_PART))
    found = scale[which] * vectors[which, :, place]
    return which, found / np.linalg.norm(found, axis=1, keepdims=True)


class CarriedMomenta(NamedTuple):
    """G and π_0 at a place, about mass centres in the middle of a step, and G about those of the place."""

    G: Any
    given: np.ndarray
    own: Any


class SpeedTransport:
    """Ways from and to the middle of one step, at which inertia is given."""

    def __init__(self, system: System, middle: State, inertia: Inertia) -> None:
        self._system, self._inertia = system, inertia
        found = inertia.momenta
        self._p, self._J = np.asarray(found.p), found.J
        self.middle = CarriedMomenta(found.G, np.asarray(found.pi - found.G @ middle.u), found.G)

    def at(self, state: State) -> CarriedMomenta:
        """Momenta at a state."""
        found = self._system.functions.at("body_momenta", state)
        shift = np.tile(np.eye(6), (len(self._p), 1, 1))
        shift[:, :3, 3:] = frame_cross_matrices(np.asarray(found.p) - self._p)
        about = BlockDiagonal(shift)
        return CarriedMomenta(about @ found.G, about @ np.asarray(found.pi - found.G @ state.u), found.G)

    def load(self, first: CarriedMomenta, last: CarriedMomenta, u: np.ndarray) -> np.ndarray:
        """J_mᵀ(π' − π) at speeds u."""
        return np.asarray(self._J.T @ ((first.G - last.G) @ u + first.given - last.given))

    def speeds(self, first: CarriedMomenta, last: CarriedMomenta, u: np.ndarray) -> np.ndarray:
        """Speeds u of one place at another."""
        return self._moved(last.G, u, self.load(first, last, u))

    def rates(self, first: CarriedMomenta, last: CarriedMomenta, a: np.ndarray) -> np.ndarray:
        """Accelerations by forces at one place, at another."""
        return self._moved(last.own, a, np.asarray(self._J.T @ ((first.own - last.own) @ a)))

    def _moved(self, G: Any, u: np.ndarray, load: np.ndarray) -> np.ndarray:
        found, free, M = u.copy(), self._inertia.free, self._inertia.M
        A = None if G is self.middle.G else M + self._J.T @ (G - self.middle.G)
        found[free] += self._inertia.solve(load[free], A)
        return found
