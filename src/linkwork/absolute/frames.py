r"""From body frames to centres of mass: the block-diagonal matrices by which functions of one become those of the other.

With the arm a = R c from the frame to the centre of mass in world axes, changes δ = (rotation, displacement) of centres
of mass and velocities (ω, v) of frames,

$$ u_c = B u, \quad \delta = E\,dq, \quad \dot u_c = B\dot u + b, \qquad
   B = \begin{pmatrix} I & 0 \\ -\tilde a & I \end{pmatrix}, \quad
   E = \begin{pmatrix} 2G(e) & 0 \\ -\tilde a\,2G(e) & I \end{pmatrix}, \quad
   b = \begin{pmatrix} 0 \\ \omega\times(\omega\times a) \end{pmatrix}. $$

Unknowns of elements and states are the same in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from .configuration import Configuration
from .weak import tilde

scipy = lazy_loader.load("scipy")


@dataclass(frozen=True, eq=False)
class Frames:
    """The matrices at a configuration, sparse; (velocities and states) square, E by coordinates."""

    at: Configuration
    arms: np.ndarray
    """a of every body (bodies × 3)."""
    norms: np.ndarray
    """Of the Euler parameters of the state, which those of `at` were divided by."""
    coordinates: int
    """How many coordinates a state has."""

    @property
    def bodies(self) -> int:
        """How many."""
        return self.at.bodies

    @cached_property
    def w(self) -> np.ndarray:
        """Angular velocities (bodies × 3)."""
        return np.asarray(self.at.u[: 6 * self.bodies].reshape(-1, 6)[:, :3])

    @cached_property
    def arm(self) -> np.ndarray:
        """ã (bodies × 3 × 3)."""
        return tilde(self.arms)

    @cached_property
    def turning(self) -> np.ndarray:
        """ω̃ (bodies × 3 × 3)."""
        return tilde(self.w)

    @cached_property
    def B(self) -> Any:
        """Velocities of centres of mass by those of frames."""
        return self._square(_blocks(self.bodies, under=-self.arm, unit=True), rest=1.0)

    @cached_property
    def E(self) -> Any:
        """Displacements of centres of mass by coordinates; Euler parameters count by their direction alone."""
        half = 2.0 * _rates(self.at.pose[:4]) / self.norms[:, None, None]
        blocks = np.zeros((self.bodies, 6, 7))
        blocks[:, :3, :4], blocks[:, 3:, :4], blocks[:, 3:, 4:] = half, -self.arm @ half, np.eye(3)
        return self._padded(blocks)

    @cached_property
    def q_dot_u(self) -> Any:
        """Rates of coordinates by velocities of frames: ė = ½ Gᵀω."""
        blocks = np.zeros((self.bodies, 7, 6))
        e = self.at.pose[:4] * self.norms
        blocks[:, :4, :3], blocks[:, 4:, 3:] = 0.5 * _rates(e).transpose(0, 2, 1), np.eye(3)
        own = self.coordinates - 7 * self.bodies
        return scipy.sparse.block_diag([_sparse(blocks), scipy.sparse.identity(own)], format="csr")

    @cached_property
    def q_dot_q(self) -> Any:
        """∂ė/∂e at fixed ω."""
        blocks = np.zeros((self.bodies, 7, 7))
        w = self.w
        blocks[:, 0, 1:4], blocks[:, 1:4, 0], blocks[:, 1:4, 1:4] = -0.5 * w, 0.5 * w, 0.5 * self.turning
        own = self.coordinates - 7 * self.bodies
        return scipy.sparse.block_diag([_sparse(blocks), scipy.sparse.csr_matrix((own, own))], format="csr")

    @cached_property
    def u_q(self) -> Any:
        """∂u_c/∂δ at fixed velocities of frames."""
        return self._square(_blocks(self.bodies, under=-self.turning @ self.arm))

    def a_q(self, u_dot: np.ndarray) -> Any:
        """∂u̇_c/∂δ at fixed velocities and accelerations of frames."""
        return self._square(_blocks(self.bodies, under=-self._across(u_dot) @ self.arm))

    def _across(self, u_dot: np.ndarray) -> np.ndarray:
        """ω̇~ + ω̃ω̃: the acceleration of a centre of mass by its arm (bodies × 3 × 3)."""
        alpha = tilde(u_dot[: 6 * self.bodies].reshape(-1, 6)[:, :3])
        return np.asarray(alpha + self.turning @ self.turning)

    @cached_property
    def a_u(self) -> Any:
        """∂b/∂u."""
        across = tilde(np.cross(self.w, self.arms))
        return self._square(_blocks(self.bodies, under=-across - self.turning @ self.arm))

    def accelerations(self, u_dot: np.ndarray) -> np.ndarray:
        """u̇_c of those of frames; states have none."""
        found = self.B @ np.concatenate([u_dot, np.zeros(len(self.at.u) - len(u_dot))])
        bias = np.cross(self.w, np.cross(self.w, self.arms))
        found[: 6 * self.bodies].reshape(-1, 6)[:, 3:] += bias
        return np.asarray(found)

    def moments_by_turn(self, r: np.ndarray) -> Any:
        """∂(Bᵀ r)/∂δ at fixed forces r at centres of mass: the arm turns."""
        force = tilde(r[: 6 * self.bodies].reshape(-1, 6)[:, 3:])
        blocks = np.zeros((self.bodies, 6, 6))
        blocks[:, :3, :3] = force @ self.arm
        return self._square(blocks)

    def by_arms(self, u_dot: np.ndarray, r: np.ndarray, change: np.ndarray) -> tuple[np.ndarray, ...]:
        """(displacements, velocities, accelerations of centres of mass; moments) where arms change (bodies × 3 × k)."""
        size, count, n = len(self.at.u), change.shape[2], 6 * self.bodies
        force = tilde(r[:n].reshape(-1, 6)[:, 3:])
        found = []
        for part, first in ((change, 3), (self.turning @ change, 3), (self._across(u_dot) @ change, 3)):
            found.append(_placed(part, first, size, count))
        return *found, _placed(-force @ change, 0, size, count)

    def _square(self, blocks: np.ndarray, rest: float = 0.0) -> Any:
        left = len(self.at.u) - 6 * self.bodies
        tail = scipy.sparse.identity(left) if rest else scipy.sparse.csr_matrix((left, left))
        return scipy.sparse.block_diag([_sparse(blocks), tail], format="csr")

    def _padded(self, blocks: np.ndarray) -> Any:
        """E: own unknowns are displaced by themselves, states by nothing."""
        own = self.coordinates - 7 * self.bodies
        found = scipy.sparse.block_diag([_sparse(blocks), scipy.sparse.identity(own)], format="csr")
        found.resize((len(self.at.u), self.coordinates))
        return found


def frames_of(system: Any, state: Any) -> Frames:
    """The matrices at a state of an absolute system."""
    at = system.configuration(state)
    e = state.q[: 7 * at.bodies].reshape(-1, 7)[:, :4]
    return Frames(at, system.arms(at, state.parameters), np.sqrt((e * e).sum(axis=1)), system.layout.nq)


def _rates(e: np.ndarray) -> np.ndarray:
    """G(e) with δθ = 2 G de, of the axes of the world (bodies × 3 × 4)."""
    a, v = e[0], e[1:].T
    return np.concatenate([-v[:, :, None], a[:, None, None] * np.eye(3) + tilde(v)], axis=2)


def _blocks(count: int, under: np.ndarray, unit: bool = False) -> np.ndarray:
    found = np.zeros((count, 6, 6))
    found[:, 3:, :3] = under
    return found + np.eye(6) if unit else found


def _sparse(blocks: np.ndarray) -> Any:
    count, rows, columns = blocks.shape
    places = np.arange(count), np.arange(count + 1)
    return scipy.sparse.bsr_matrix((blocks, *places), shape=(count * rows, count * columns))


def _placed(part: np.ndarray, first: int, size: int, count: int) -> np.ndarray:
    """Vectors of all bodies (bodies × 3 × k) among velocities (size × k)."""
    found = np.zeros((size, count))
    found[: 6 * len(part)].reshape(len(part), 6, count)[:, first : first + 3] = part
    return found
