r"""How the matrices between body frames and centres of mass change with the motion of the frames.

With B, E and b of `frames.py`, at fixed velocities u and accelerations u̇ of frames,

$$ C = \frac{\partial u_c}{\partial\delta} = \begin{pmatrix} 0 & 0 \\ -\tilde\omega\tilde a & 0 \end{pmatrix}, \quad
   D = \frac{\partial\dot u_c}{\partial\delta} =
   \begin{pmatrix} 0 & 0 \\ -(\tilde{\dot\omega} + \tilde\omega\tilde\omega)\tilde a & 0 \end{pmatrix}, \quad
   b_u = \begin{pmatrix} 0 & 0 \\ -\widetilde{\omega\times a} - \tilde\omega\tilde a & 0 \end{pmatrix}. $$

All are square in velocities and states of elements, which are the same on both sides, with a block for every body.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..absolute.configuration import cross_products
from .block_diagonal import BlockDiagonal
from .frames import Frames, frame_cross_matrices


@dataclass(frozen=True, eq=False)
class FrameSlopes:
    """The derivatives at a state, with accelerations of frames."""

    frames: Frames
    u_dot: np.ndarray

    @cached_property
    def _arm(self) -> np.ndarray:
        """ã (bodies × 3 × 3)."""
        return frame_cross_matrices(self.frames.arms)

    @cached_property
    def w(self) -> np.ndarray:
        """Angular velocities (bodies × 3)."""
        return np.asarray(self.frames.state.u[: 6 * self.frames.bodies].reshape(-1, 6)[:, :3])

    @property
    def is_still(self) -> bool:
        """Whether no body turns or begins to: C, D and b_u are zero."""
        return not (self.w.any() or self.u_dot[: 6 * self.frames.bodies].any())

    @cached_property
    def _turning(self) -> np.ndarray:
        """ω̃ (bodies × 3 × 3)."""
        return frame_cross_matrices(self.w)

    @cached_property
    def _across(self) -> np.ndarray:
        """ω̇~ + ω̃ω̃: the acceleration of a centre of mass by its arm (bodies × 3 × 3)."""
        alpha = frame_cross_matrices(self.u_dot[: 6 * self.frames.bodies].reshape(-1, 6)[:, :3])
        return np.asarray(alpha + self._turning @ self._turning)

    @cached_property
    def B(self) -> BlockDiagonal:
        """∂u_c/∂u, ones for states."""
        return BlockDiagonal(self.frames.B.blocks, self.frames.own + self._states)

    @cached_property
    def E(self) -> BlockDiagonal:
        """∂δ/∂q, zero for states."""
        return self.frames.E.padded(self._states, 0)

    @cached_property
    def C(self) -> BlockDiagonal:
        """∂u_c/∂δ."""
        return self._lower(-self._turning @ self._arm)

    @cached_property
    def D(self) -> BlockDiagonal:
        """∂u̇_c/∂δ."""
        return self._lower(-self._across @ self._arm)

    @cached_property
    def b_u(self) -> BlockDiagonal:
        """∂u̇_c/∂u."""
        return self._lower(-frame_cross_matrices(cross_products(self.w, self.frames.arms)) - self._turning @ self._arm)

    @cached_property
    def q_dot_u(self) -> BlockDiagonal:
        """∂q̇/∂u: ė = ½ (−ε·ω, e₀ω + ω × ε)."""
        e = self.frames.state.q[: 7 * self.frames.bodies].reshape(-1, 7)[:, :4]
        blocks = np.zeros((self.frames.bodies, 7, 6))
        blocks[:, 0, :3], blocks[:, 4:, 3:] = -0.5 * e[:, 1:], np.eye(3)
        blocks[:, 1:4, :3] = 0.5 * (e[:, :1, None] * np.eye(3) - frame_cross_matrices(e[:, 1:]))
        return BlockDiagonal(blocks, self.frames.own)

    @cached_property
    def turns_q(self) -> BlockDiagonal:
        """Spatial rotations and displacements of frames by q: B⁻¹E, and B⁻¹ = 2 − B."""
        f = self.frames
        return BlockDiagonal((2.0 * np.eye(6) - f.B.blocks) @ f.E.blocks, f.own)

    @cached_property
    def turns_q_dot(self) -> BlockDiagonal:
        """The rate of the same along the motion: 2G is linear in e."""
        f = self.frames
        e = f.state.q[: 7 * f.bodies].reshape(-1, 7)[:, :4]
        e_dot = 0.5 * np.concatenate(
            [-(e[:, 1:] * self.w).sum(axis=1, keepdims=True), e[:, :1] * self.w + cross_products(self.w, e[:, 1:])],
            axis=1,
        )
        blocks = np.zeros((f.bodies, 6, 7))
        blocks[:, :3, 0], blocks[:, :3, 1:4] = -2.0 * e_dot[:, 1:], 2.0 * frame_cross_matrices(e_dot[:, 1:])
        blocks[:, :3, 1:4] += 2.0 * e_dot[:, :1, None] * np.eye(3)
        return BlockDiagonal(blocks, 0, (f.own, f.own))

    @cached_property
    def q_dot_q(self) -> BlockDiagonal:
        """∂q̇/∂q."""
        blocks = np.zeros((self.frames.bodies, 7, 7))
        blocks[:, 0, 1:4], blocks[:, 1:4, 0], blocks[:, 1:4, 1:4] = -0.5 * self.w, 0.5 * self.w, 0.5 * self._turning
        return BlockDiagonal(blocks, 0, (self.frames.own, self.frames.own))

    def moments(self, r: np.ndarray) -> BlockDiagonal:
        """∂(Bᵀr)/∂δ at fixed forces r at centres of mass: the arm turns, (δθ × a) × f."""
        blocks = np.zeros((self.frames.bodies, 6, 6))
        blocks[:, :3, :3] = self._force(r) @ self._arm
        return self._square(blocks)

    def by_arms(self, r: np.ndarray, change: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(displacements, velocities, accelerations of centres of mass; moments) where arms change (bodies × 3 × k)."""
        size = self.frames.system.size
        moved = [_placed(x @ change, 3, size) for x in (np.eye(3), self._turning, self._across)]
        return moved[0], moved[1], moved[2], _placed(-self._force(r) @ change, 0, size)

    def _force(self, r: np.ndarray) -> np.ndarray:
        return frame_cross_matrices(r[: 6 * self.frames.bodies].reshape(-1, 6)[:, 3:])

    @property
    def _states(self) -> int:
        return int(self.frames.system.layout.nz)

    def _lower(self, part: np.ndarray) -> BlockDiagonal:
        """Linear motion by turns."""
        blocks = np.zeros((self.frames.bodies, 6, 6))
        blocks[:, 3:, :3] = part
        return self._square(blocks)

    def _square(self, blocks: np.ndarray) -> BlockDiagonal:
        left = self.frames.own + self._states
        return BlockDiagonal(blocks, 0, (left, left))


def _placed(part: np.ndarray, first: int, size: int) -> np.ndarray:
    """Vectors of all bodies (bodies × 3 × k) among velocities (size × k)."""
    bodies, _, count = part.shape
    found = np.zeros((size, count))
    found[: 6 * bodies].reshape(bodies, 6, count)[:, first : first + 3] = part
    return found
