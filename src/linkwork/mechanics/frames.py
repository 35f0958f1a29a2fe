r"""A state of bodies in absolute coordinates beside its arrays at centres of mass, and the matrices between the two.

With the arm a = R c from a body's frame to its centre of mass, in world axes,

$$ u_c = B u, \quad B = \begin{pmatrix} 1 & 0 \\ -\tilde a & 1 \end{pmatrix}, \qquad
   \dot u_c = B\dot u + b, \quad b = (0,\ \omega\times(\omega\times a)), \qquad
   \delta = E\,dq, \quad E = \begin{pmatrix} 2G(e) & 0 \\ -\tilde a\,2G(e) & 1 \end{pmatrix} $$

where u = (ω, v of the frame), δ = (rotation, displacement of the centre of mass), both in world axes, and
$2G(e)\,de = 2(-\varepsilon\,de_0 + e_0\,d\varepsilon + \varepsilon\times d\varepsilon)$ is the spatial rotation of a
change of Euler parameters $e = (e_0, \varepsilon)$. Unknowns and states of elements are the same on both sides.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ..absolute.assembly import AssembledElements, Rates
from ..absolute.configuration import Configuration
from ..absolute.motion import PLAIN
from ..absolute.tables import Tables
from ..results import State

scipy = lazy_loader.load("scipy")

DENSE = 300
"""Speeds up to which matrices are dense."""


def frame_cross_matrices(vectors: np.ndarray) -> np.ndarray:
    """The matrices of cross products (n × 3 × 3) of vectors (n × 3)."""
    x, y, z = vectors.T
    zero = np.zeros_like(x)
    return np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]]).transpose(2, 0, 1)


class Frames:
    """Everything that is known of an absolute system at one state; each part is computed when first asked for."""

    def __init__(self, system: Any, state: State) -> None:
        self.system, self.state = system, state
        self.at: Configuration = system.configuration(state)
        self.tables: Tables = system.tables(state.parameters)
        self.bodies = self.at.bodies
        self.nu, self.nq = system.layout.nu, system.layout.nq

    @property
    def is_dense(self) -> bool:
        """Whether matrices are NumPy arrays."""
        return self.nu <= DENSE

    def matrix(self, found: Any) -> Any:
        """A sparse matrix as analyses get it: dense where the system is small."""
        return found.toarray() if self.is_dense else found.tocsr()

    @cached_property
    def rotations(self) -> np.ndarray:
        """R of all bodies (bodies × 3 × 3)."""
        return np.asarray(self.at.rotations())

    @cached_property
    def number(self) -> dict[str, int]:
        """The numbers of bodies by name."""
        return {name: k for k, name in enumerate(self.system.bodies.names)}

    @cached_property
    def arms(self) -> np.ndarray:
        """a (bodies × 3)."""
        return np.asarray(self.system.arms(self.at, self.state.parameters))

    @cached_property
    def B(self) -> Any:
        """∂u_c/∂u, sparse."""
        blocks = np.tile(np.eye(6), (self.bodies, 1, 1))
        blocks[:, 3:, :3] = -frame_cross_matrices(self.arms)
        return self._with_own(blocks)

    @cached_property
    def E(self) -> Any:
        """∂(rotations, displacements of centres of mass, own unknowns)/∂q, sparse."""
        e = self.state.q[: 7 * self.bodies].reshape(-1, 7)[:, :4]
        # Of Euler parameters of another length, those of unit length in their direction count.
        size = np.linalg.norm(e, axis=1)[:, None, None]
        unit = self.at.pose[:4].T
        turn = np.zeros((self.bodies, 3, 4))
        turn[:, :, 0] = -2.0 * unit[:, 1:]
        turn[:, :, 1:] = 2.0 * (unit[:, :1, None] * np.eye(3) + frame_cross_matrices(unit[:, 1:]))
        turn /= size
        blocks = np.zeros((self.bodies, 6, 7))
        blocks[:, :3, :4] = turn
        blocks[:, 3:, :4] = -frame_cross_matrices(self.arms) @ turn
        blocks[:, 3:, 4:] = np.eye(3)
        return self._with_own(blocks)

    def _with_own(self, blocks: np.ndarray) -> Any:
        """Blocks on the diagonal, and ones for unknowns of elements."""
        n, rows, columns = blocks.shape
        indices = np.arange(n)
        bodies = scipy.sparse.bsr_matrix((blocks, indices, np.arange(n + 1)), shape=(rows * n, columns * n))
        own = self.nu - 6 * self.bodies
        parts = [bodies, scipy.sparse.identity(own)] if own else [bodies]
        return scipy.sparse.block_diag(parts, format="csr")

    @cached_property
    def bias(self) -> np.ndarray:
        """b, the accelerations of centres of mass where those of frames are zero, also of states (zero)."""
        found = np.zeros(self.system.size)
        body, w = found[: 6 * self.bodies].reshape(-1, 6), self.state.u[: 6 * self.bodies].reshape(-1, 6)[:, :3]
        body[:, 3:] = np.cross(w, np.cross(w, self.arms))
        return found

    def at_centres(self, u_dot: np.ndarray) -> np.ndarray:
        """Accelerations of centres of mass, and zero rates of states, at those of frames."""
        found = self.bias.copy()
        found[: self.nu] += self.B @ u_dot
        return found

    def of_frames(self, a: np.ndarray) -> np.ndarray:
        """u̇ of frames at accelerations of centres of mass: B⁻¹(a − b)."""
        found = (a - self.bias)[: self.nu]
        body = found[: 6 * self.bodies].reshape(-1, 6)
        body[:, 3:] -= np.cross(body[:, :3], self.arms)
        return found

    @cached_property
    def elements(self) -> AssembledElements:
        """All elements with their memory."""
        return self.system.assembly.at_work(self.tables)

    @cached_property
    def rates(self) -> Rates:
        """Q, g, ψ and P_00 at centres of mass; copies, since memory of elements is used again."""
        return self.elements.rates(self.at, np.zeros(self.system.rows))

    @cached_property
    def _assembled(self) -> tuple[np.ndarray, Any]:
        """(r at accelerations b, matrix of inertia and rows) at centres of mass."""
        system = self.system
        r, _, triplets = self.elements.tangent(self.at, self.bias, np.zeros(system.rows), PLAIN)
        return r, system.assembly.pattern.matrix(triplets).tocsr()

    @property
    def A(self) -> Any:
        """Rows at centres of mass, sparse (rows × nu)."""
        n = self.system.size
        return self._assembled[1][n:, : self.nu]

    @property
    def M(self) -> Any:
        """Inertia of frames BᵀM_cB, sparse."""
        return self.B.T @ self._assembled[1][: self.nu, : self.nu] @ self.B

    @property
    def h(self) -> np.ndarray:
        """Forces on frames less what velocities ask for: −Bᵀ r_c(b)."""
        return np.asarray(-(self.B.T @ self._assembled[0][: self.nu]))

    @property
    def z_dot(self) -> np.ndarray:
        """Rates of states of elements: they are momenta, and their rates forces."""
        return np.asarray(-self._assembled[0][self.nu :])

    @property
    def holonomic(self) -> np.ndarray:
        """Places of rows of positions."""
        return np.flatnonzero(self.system.assembly.is_holonomic)


def invariants(f: Frames) -> np.ndarray:
    """|e|² − 1 of every body."""
    e = f.state.q[: 7 * f.bodies].reshape(-1, 7)[:, :4]
    return np.asarray((e * e).sum(axis=1) - 1.0)


def invariants_q(f: Frames) -> Any:
    """Their derivatives, sparse."""
    rows = np.repeat(np.arange(f.bodies), 4)
    columns = (7 * np.arange(f.bodies)[:, None] + np.arange(4)).ravel()
    return scipy.sparse.csr_matrix((2.0 * f.state.q[columns], (rows, columns)), shape=(f.bodies, f.nq))
