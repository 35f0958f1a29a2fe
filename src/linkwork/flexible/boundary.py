r"""A model in the coordinates of its interfaces: q = (unknowns inside, y of rigid interfaces), and G q = y of averaging
ones.

Statics and vibration with some interfaces held are all a Craig–Bampton reduction asks for. Averaging interfaces are
rows of constraints; with the factors of K they take one small dense system,

$$ \begin{bmatrix} G A G^T & -G R \\ R^T G^T & 0 \end{bmatrix} \begin{bmatrix} \lambda \\ a \end{bmatrix} =
   \begin{bmatrix} G A f - y \\ R^T f \end{bmatrix},\qquad u = A (f - G^T\lambda) + R a, $$

where A is the inverse of K without six unknowns that would hold the body, and R are its rigid motions; both R and a are
empty where a rigid interface is held.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import lazy_loader
import numpy as np

from ..contract.errors import ModelError
from .finite_elements import FiniteElementModel, Matrix
from .interfaces import InterfaceFrame, boundary_motions

scipy = lazy_loader.load("scipy")

DENSE_UNKNOWNS = 100
"""Unknowns up to which all modes are computed at once."""
LEAST_PIVOT = 1e-13
"""A pivot below this part of its diagonal entry is round-off."""


@dataclass(frozen=True, eq=False)
class Boundary:
    """Mass and stiffness with the nodes of rigid interfaces moved by their frames."""

    name: str
    frames: tuple[InterfaceFrame, ...]
    expansion: Matrix
    """The unknowns of the model, from q."""
    mass: Matrix
    stiffness: Matrix
    columns: dict[str, np.ndarray]
    """Where the six coordinates of each rigid interface stand in q."""
    rows: dict[str, np.ndarray]
    """G of each averaging interface (6 × len(q))."""
    rigid_motions: np.ndarray
    """Those of the whole body about the origin of the file, in q."""

    def load(self, frame: InterfaceFrame) -> np.ndarray:
        """Generalised forces in q of unit forces and moments on a frame (len(q) × 6)."""
        if not frame.is_rigid:
            return self.rows[frame.name].T
        unit = np.zeros((self.mass.shape[0], 6))
        unit[self.columns[frame.name], np.arange(6)] = 1.0
        return unit


def boundary(model: FiniteElementModel, frames: tuple[InterfaceFrame, ...]) -> Boundary:
    """The model in the coordinates of its interfaces."""
    rigid = [frame for frame in frames if frame.is_rigid]
    on = {frame.name: np.nonzero(np.isin(model.dof_nodes, frame.nodes))[0] for frame in rigid}
    taken = np.concatenate([np.array([], int), *on.values()])
    inside = np.setdiff1d(np.arange(model.unknowns), taken)
    blocks = [
        scipy.sparse.csr_array(
            (np.ones(len(inside)), (inside, np.arange(len(inside)))), shape=(model.unknowns, len(inside))
        )
    ]
    columns, motions, start = {}, [model.rigid_motions()[inside]], len(inside)
    for frame in rigid:
        T = boundary_motions(model, frame)
        place = (np.repeat(on[frame.name], 6), np.tile(np.arange(6), len(T)))
        blocks.append(scipy.sparse.csr_array((T.ravel(), place), shape=(model.unknowns, 6)))
        columns[frame.name] = np.arange(start, start + 6)
        motions.append(_frame_motion(frame.p))
        start += 6
    Z = scipy.sparse.csr_array(scipy.sparse.hstack(blocks))
    rows = {frame.name: _averages(model, frame, Z) for frame in frames if not frame.is_rigid}
    mass, stiffness = Z.T @ model.mass @ Z, Z.T @ model.stiffness @ Z
    return Boundary(model.name, frames, Z, mass.tocsr(), stiffness.tocsr(), columns, rows, np.vstack(motions))


def _frame_motion(p: np.ndarray) -> np.ndarray:
    """y of a frame at p for the six rigid motions about the origin: translation plus rotation × p, and rotation."""
    cross = np.array([[0, p[2], -p[1]], [-p[2], 0, p[0]], [p[1], -p[0], 0]])
    return np.block([[np.eye(3), cross], [np.zeros((3, 3)), np.eye(3)]])


def _averages(model: FiniteElementModel, frame: InterfaceFrame, Z: Matrix) -> np.ndarray:
    """G of an averaging interface, equal weights."""
    picked = model.displacement[(3 * frame.nodes[:, None] + np.arange(3)).ravel()]
    T = boundary_motions(model, frame)
    return np.linalg.solve(T.T @ T, T.T @ (picked @ Z).toarray())


class HeldBody:
    """A body with some interfaces held: statics and modes."""

    def __init__(self, space: Boundary, held: Collection[str]) -> None:
        self.space = space
        self.held = tuple(held)
        size = space.mass.shape[0]
        fixed = [space.columns[name] for name in held if name in space.columns]
        self.free = np.setdiff1d(np.arange(size), np.concatenate([np.array([], int), *fixed]))
        self.rows = np.vstack([np.zeros((0, size)), *(space.rows[name] for name in held if name in space.rows)])
        self.is_supported = bool(fixed)

    @cached_property
    def stiffness(self) -> Matrix:
        """K of the free unknowns."""
        return self.space.stiffness[self.free][:, self.free].tocsr()

    @cached_property
    def mass(self) -> Matrix:
        """M of the free unknowns."""
        return self.space.mass[self.free][:, self.free].tocsr()

    @cached_property
    def _support(self) -> np.ndarray:
        """Which free unknowns are factored: all but six that hold a body that nothing else holds."""
        every = np.arange(len(self.free))
        if self.is_supported:
            return every
        motions = self.space.rigid_motions[self.free]
        scaled = motions / np.maximum(np.abs(motions).max(axis=0), np.finfo(float).tiny)
        pivots = scipy.linalg.qr(scaled.T, mode="r", pivoting=True)[1]
        return np.setdiff1d(every, pivots[:6])

    @cached_property
    def _factors(self) -> Any:
        kept = self._support
        matrix = self.stiffness[kept][:, kept]
        factors = factored(self.space.name, matrix)
        pivots, diagonal = np.abs(factors.U.diagonal()), matrix.diagonal()[np.argsort(factors.perm_c)]
        if np.any(pivots <= LEAST_PIVOT * diagonal):
            raise ModelError(_loose(self.space.name))
        return factors

    @cached_property
    def _small(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A Gᵀ, G R, the small matrix)."""
        G = self.rows[:, self.free]
        motions = self.space.rigid_motions[self.free] if not self.is_supported else np.zeros((len(self.free), 0))
        AG, GR = self._inverse(G.T), G @ motions
        empty = np.zeros((GR.shape[1], GR.shape[1]))
        return AG, GR, np.block([[G @ AG, -GR], [GR.T, empty]])

    def _inverse(self, f: np.ndarray) -> np.ndarray:
        found = np.zeros_like(f)
        if f.size:
            found[self._support] = self._factors.solve(np.ascontiguousarray(f[self._support]))
        return found

    def solve(self, f: np.ndarray, y: np.ndarray | None = None) -> np.ndarray:
        """Displacements in q under forces f, with held averaging interfaces at y, zero if not given."""
        force = f[self.free]
        found = np.zeros_like(f)
        particular = self._inverse(force)
        if len(self.rows):
            AG, _, matrix = self._small
            motions = self.space.rigid_motions[self.free] if not self.is_supported else np.zeros((len(self.free), 0))
            first = self.rows[:, self.free] @ particular - (0 if y is None else y)
            unknowns = np.linalg.solve(matrix, np.concatenate([first, motions.T @ force]))
            count = len(self.rows)
            particular = particular - AG @ unknowns[:count] + motions @ unknowns[count:]
        found[self.free] = particular
        return found

    def modes(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """The lowest frequencies, rad/s, and their shapes in q, of unit modal mass."""
        size = len(self.free) - len(self.rows)
        if not count:
            return np.zeros(0), np.zeros((self.space.mass.shape[0], 0))
        if len(self.free) <= DENSE_UNKNOWNS or count >= size - 1:
            squares, shapes = self._all_modes(min(count, size))
        else:
            squares, shapes = self._lowest_modes(count)
        found = np.zeros((self.space.mass.shape[0], shapes.shape[1]))
        found[self.free] = shapes
        return np.sqrt(squares), found

    def _all_modes(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """M phi = phi / w² K: K is positive, M need not be."""
        K, M = self.stiffness.toarray(), self.mass.toarray()
        basis = None
        if len(self.rows):
            basis = scipy.linalg.null_space(self.rows[:, self.free])
            K, M = basis.T @ K @ basis, basis.T @ M @ basis
        inverse, vectors = scipy.linalg.eigh(0.5 * (M + M.T), 0.5 * (K + K.T))
        inverse, vectors = inverse[::-1], vectors[:, ::-1]
        massive = int(np.sum(inverse > 1e-14 * inverse[0]))
        kept = slice(0, min(count, massive))
        shapes = vectors[:, kept] / np.sqrt(inverse[kept])
        return 1 / inverse[kept], shapes if basis is None else basis @ shapes

    def _lowest_modes(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        size = len(self.free)
        whole = np.zeros(self.space.mass.shape[0])

        def inverse(f: np.ndarray) -> np.ndarray:
            whole[self.free] = f
            return self.solve(whole)[self.free]

        start = inverse(self.mass @ np.random.default_rng(0).standard_normal(size))
        operator = scipy.sparse.linalg.LinearOperator((size, size), matvec=inverse, dtype=float)
        return _sorted(
            *scipy.sparse.linalg.eigsh(self.stiffness, count, M=self.mass, sigma=0.0, OPinv=operator, v0=start)
        )


def free_frequencies(space: Boundary, count: int, scale: float) -> np.ndarray:
    """The lowest elastic frequencies of the free body, rad/s; `scale` is about the first of them."""
    size = space.mass.shape[0]
    if size <= DENSE_UNKNOWNS or count + 6 >= size - 1:
        shift = scale**2
        inverse = scipy.linalg.eigh(
            space.mass.toarray(), (space.stiffness + shift * space.mass).toarray(), eigvals_only=True
        )[::-1]
        inverse = inverse[inverse > 1e-13 * inverse[0]][: count + 6]
        squares = 1 / inverse - shift
    else:
        shift = 0.1 * scale**2
        factors = factored(space.name, space.stiffness + shift * space.mass)
        start = factors.solve(space.mass @ np.random.default_rng(0).standard_normal(size))
        operator = scipy.sparse.linalg.LinearOperator((size, size), matvec=factors.solve, dtype=float)
        squares = np.sort(
            scipy.sparse.linalg.eigsh(
                space.stiffness,
                count + 6,
                M=space.mass,
                sigma=-shift,
                OPinv=operator,
                v0=start,
                return_eigenvectors=False,
            )
        )
    return np.sqrt(np.maximum(squares[6:], 0.0))


def _sorted(squares: np.ndarray, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    order = np.argsort(squares)
    return squares[order], shapes[:, order]


def factored(name: str, matrix: Matrix) -> Any:
    """Factors of a symmetric positive matrix."""
    options = {"SymmetricMode": True}
    try:
        return scipy.sparse.linalg.splu(
            scipy.sparse.csc_array(matrix), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options
        )
    except RuntimeError:
        raise ModelError(_loose(name)) from None


def _loose(name: str) -> str:
    return (
        f"{name}: the stiffness is singular with its interfaces held: a part of the model is loose, or an unknown has "
        "no stiffness."
    )
