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

import numpy as np

from ..absolute.assembly import Rates
from ..absolute.configuration import Configuration, cross_products
from ..absolute.motion import PLAIN
from ..absolute.tables import Tables
from ..results import State
from .block_diagonal import BlockDiagonal

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
        """A matrix as analyses get it: dense where the system is small."""
        if isinstance(found, BlockDiagonal):
            return found.toarray() if self.is_dense else found.sparse
        return found if self.is_dense else found.tocsr()

    @cached_property
    def rotations(self) -> np.ndarray:
        """R of all bodies (bodies × 3 × 3)."""
        return np.asarray(self.at.rotations())

    @cached_property
    def arms(self) -> np.ndarray:
        """a (bodies × 3)."""
        return np.einsum("nij,nj->ni", self.rotations, self.tables.com)

    @property
    def own(self) -> int:
        """How many unknowns of elements there are."""
        return self.nu - 6 * self.bodies

    @cached_property
    def B(self) -> BlockDiagonal:
        """∂u_c/∂u."""
        blocks = np.tile(np.eye(6), (self.bodies, 1, 1))
        blocks[:, 3:, :3] = -frame_cross_matrices(self.arms)
        return BlockDiagonal(blocks, self.own)

    @cached_property
    def E(self) -> BlockDiagonal:
        """∂(rotations, displacements of centres of mass, own unknowns)/∂q."""
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
        return BlockDiagonal(blocks, self.own)

    @cached_property
    def bias(self) -> np.ndarray:
        """b, the accelerations of centres of mass where those of frames are zero, also of states (zero)."""
        found = np.zeros(self.system.size)
        body, w = found[: 6 * self.bodies].reshape(-1, 6), self.state.u[: 6 * self.bodies].reshape(-1, 6)[:, :3]
        body[:, 3:] = cross_products(w, cross_products(w, self.arms))
        return found

    @cached_property
    def rates(self) -> Rates:
        """Q, g, ψ and P_00 at centres of mass."""
        return self.system.assembly.rates(self.at, self.tables, np.zeros(self.system.rows))

    @cached_property
    def _assembled(self) -> tuple[np.ndarray, Any, Any, np.ndarray]:
        """(r at accelerations b, inertia, rows, triplets of all) at centres of mass."""
        system = self.system
        r, _, triplets = system.assembly.tangent(self.at, self.tables, self.bias, np.zeros(system.rows), PLAIN)
        return r, *system.assembly.matrix.inertia_and_rows(triplets, self.is_dense), triplets

    @property
    def A(self) -> Any:
        """Rows at centres of mass (rows × nu)."""
        return self._assembled[2][:, : self.nu]

    @cached_property
    def reactions(self) -> Any:
        """How multipliers act at centres of mass (rows × nu): A but for contacts that slide."""
        if not self.system.has_friction:
            return self.A
        return self.system.assembly.matrix.reactions(self._assembled[3], self.is_dense)[:, : self.nu]

    @property
    def M(self) -> Any:
        """Inertia of frames BᵀM_cB."""
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
        return np.asarray(self.system.assembly.holonomic)


def frames_at(system: Any, state: State) -> Frames:
    """Everything at a state. Of small systems it is kept for the next questions, which often are about the same state.

    Two are kept: contacts are looked at as they are and with all points on in turn.
    """
    kept = system.assembly.kept
    known: tuple[Frames, ...] = kept.get("frames", ())
    found = next((frames for frames in known if frames.state is state), None)
    if found is None:
        found = Frames(system, state)
        if found.is_dense:
            kept["frames"] = (found, *known[:1])
    return found


def invariants(f: Frames) -> np.ndarray:
    """|e|² − 1 of every body."""
    e = f.state.q[: 7 * f.bodies].reshape(-1, 7)[:, :4]
    return np.asarray((e * e).sum(axis=1) - 1.0)


def invariants_q(f: Frames) -> Any:
    """Their derivatives."""
    blocks = np.zeros((f.bodies, 1, 7))
    blocks[:, 0, :4] = 2.0 * f.state.q[: 7 * f.bodies].reshape(-1, 7)[:, :4]
    return f.matrix(BlockDiagonal(blocks, 0, (0, f.own)))
