r"""Eigenvalues of a linear system, with those that are zero told from those that are small.

A rigid-body motion gives $\lambda = 0$ twice with one shape, and rounding makes $\pm 10^{-8}$ of it. So the zero part
is split off first, level by level (the staircase form of V. Kublanovskaya, 1966):

$$ Q^T A\,Q = \begin{pmatrix} N & C \\ 0 & F \end{pmatrix}, \qquad N^k = 0, \quad \det F \neq 0, $$

Q orthonormal in comparable units. The first columns of Q span the kernel of A: one shape for each chain of zeros.
"""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

ZERO_SINGULAR = 1e-13
"""Singular values below this fraction of the largest, times the number of states, are zero."""
ZERO_RATE = 1e-9
"""Rates of displacements below this fraction of the largest are rounding errors."""
REGULAR = 1e-8
"""A reciprocal condition above this needs no look at singular values."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Eigenvalues of A with their vectors; `levels` says how many zeros there are, and how they hang together."""

    values: np.ndarray
    """Those that are not zero."""
    right: np.ndarray
    """Their right vectors, as columns."""
    left: np.ndarray
    """Their left vectors, as columns."""
    levels: tuple[int, ...]
    """How many chains of zeros have at least 1, 2, … members: (1, 1) is a free mass, (1,) one in thick oil."""
    still: np.ndarray
    """A basis of what A annihilates, as columns."""
    still_left: np.ndarray
    """Its dual on the motions whose eigenvalues are zero, as columns."""
    drifting: np.ndarray
    """What moves along `still` without end: with it a basis of all that belongs to zeros, as columns."""

    @property
    def zeros(self) -> int:
        """How many eigenvalues are zero."""
        return sum(self.levels)

    @property
    def all(self) -> np.ndarray:
        """All eigenvalues."""
        return np.concatenate([np.zeros(self.zeros, dtype=complex), self.values])


def spectrum_of(A: np.ndarray, mass: np.ndarray, count: int) -> Spectrum:
    """The eigenvalues of A, whose first `count` states are displacements and the next ones speeds with this mass."""
    n = len(A)
    if not n:
        none = np.zeros((0, 0))
        return Spectrum(np.zeros(0, dtype=complex), none, none, (), none, none, none)
    sizes = state_sizes(A, mass, count)
    Q, levels = _staircase(A * sizes / sizes[:, None])
    k = sum(levels)
    if not k:
        values, left, right = scipy.linalg.eig(A, left=True)
        none = np.zeros((n, 0))
        return Spectrum(values.astype(complex), right, left, (), none, none, none)
    inner = Q.T @ (A * sizes / sizes[:, None]) @ Q
    N, C, F = inner[:k, :k], inner[:k, k:], inner[k:, k:]
    values, left, right = scipy.linalg.eig(F, left=True) if len(F) else (np.zeros(0, dtype=complex), F, F)
    lifted = [np.linalg.solve(value * np.eye(k) - N, C @ y) for value, y in zip(values, right.T, strict=True)]
    above = np.array(lifted).T.reshape(k, n - k)
    dual = scipy.linalg.solve_sylvester(N, -F, C) if len(F) else np.zeros((k, 0))
    still, still_left = _readable(Q[:, : levels[0]], _dual(Q, dual)[:, : levels[0]], sizes)
    return Spectrum(
        values.astype(complex),
        sizes[:, None] * (Q[:, :k] @ above + Q[:, k:] @ right),
        (Q[:, k:] @ left) / sizes[:, None],
        levels,
        still,
        still_left,
        Q[:, levels[0] : k] * sizes[:, None],
    )


def state_sizes(A: np.ndarray, mass: np.ndarray, count: int) -> np.ndarray:
    """Comparable changes of the states: speeds of like energy, and what they reach while the fastest mode swings."""
    speeds = slice(count, count + len(mass))
    sizes = np.ones(len(A))
    sizes[speeds] = 1.0 / np.sqrt(np.where(np.diag(mass) > 0.0, np.diag(mass), 1.0))
    reach = np.abs(A[:count, speeds] * sizes[speeds]).max(axis=1, initial=0.0)
    longest = reach.max(initial=0.0) or 1.0
    sizes[:count] = np.where(reach > ZERO_RATE * longest, reach, longest)
    scaled = np.abs(A * sizes / sizes[:, None])
    fastest = max(np.sqrt(scaled[speeds, :count].max(initial=0.0)), scaled[speeds, speeds].max(initial=0.0))
    sizes[:count] /= fastest or 1.0
    return sizes


def _staircase(A: np.ndarray) -> tuple[np.ndarray, tuple[int, ...]]:
    """(Q, how many zeros each level has)."""
    n = len(A)
    limit = ZERO_SINGULAR * max(n, 10) * float(np.abs(A).max())
    levels: list[int] = []
    Q, rest = np.eye(n), A
    while len(rest) and not _is_regular(rest):
        _, values, vt = np.linalg.svd(rest)
        found = int(np.sum(values <= limit))
        if not found:
            break
        turned = np.vstack([vt[len(rest) - found :], vt[: len(rest) - found]]).T
        done = sum(levels)
        Q[:, done:] = Q[:, done:] @ turned
        levels.append(found)
        rest = turned[:, found:].T @ rest @ turned[:, found:]
    return Q, tuple(levels)


def _is_regular(A: np.ndarray) -> bool:
    """Whether an estimate of the condition is enough to say that no eigenvalue is zero."""
    factors, _, info = scipy.linalg.lapack.dgetrf(A)
    return bool(info == 0 and scipy.linalg.lapack.dgecon(factors, np.abs(A).sum(axis=0).max())[0] > REGULAR)


def _dual(Q: np.ndarray, dual: np.ndarray) -> np.ndarray:
    """Left vectors of the zero part, one to each of its columns of Q."""
    k = len(dual)
    return np.asarray(Q[:, :k] + Q[:, k:] @ dual.T)


def _readable(still: np.ndarray, left: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The kernel in a basis that is the unit matrix on chosen states, in their order; its dual along with it."""
    order = scipy.linalg.qr(still.T, mode="r", pivoting=True)[1]
    chosen = sorted(order[: still.shape[1]])
    change = still[chosen]
    clean = still @ np.linalg.inv(change)
    clean[np.abs(clean) < ZERO_RATE] = 0.0
    return sizes[:, None] * clean / sizes[chosen], np.asarray(left @ change.T / sizes[:, None] * sizes[chosen])
