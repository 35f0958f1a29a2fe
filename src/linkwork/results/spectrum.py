r"""Eigenvalues of a linear system, with those that are zero told from those that are small.

Roundings ε of the entries of A move an eigenvalue λ with vectors x and y by at most

$$ |\delta\lambda| \le \varepsilon\,\frac{|y|^T |A|\, |x|}{|y^H x|} $$

(J. Wilkinson, The Algebraic Eigenvalue Problem, section 2.9, entry by entry): what is not larger than that is zero,
and nothing else, however small it is beside the others. Where k vectors x fall together, $y^H x$ vanishes and the bound
with it; what a change E does is then of the size $\|A\|^{1-1/k}\,\|E\|^{1/k}$ (L. Elsner, 1985): two poles of
critical damping are not zeros. Slender beams have frequencies in the ratio 1 : 10⁷ that are good to many digits. A
rigid-body motion gives $\lambda = 0$ twice with one shape, and rounding makes $\pm 10^{-8}$ of it; $y^H x$ is as small
there. Shapes of zeros are found level by level (the staircase form of V. Kublanovskaya, 1966):

$$ Q^T S^{-1} A\,S\,Q = \begin{pmatrix} N & C \\ 0 & F \end{pmatrix}, \qquad N^k = 0, \quad \det F \neq 0, $$

S being comparable changes of the states. The first columns of S Q span the kernel of A: one shape for each chain of
zeros.
"""

from __future__ import annotations

from dataclasses import dataclass

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")

ENTRY_ROUNDINGS = 1e3
"""Roundings of each entry of A, or of a stiffness, that have gathered when it is known."""
ENTRY_ROUNDED = ENTRY_ROUNDINGS * float(np.finfo(float).eps)
RATE_ROUNDINGS = 10.0
RATE_ROUNDED = RATE_ROUNDINGS * float(np.finfo(float).eps)
"""What rounding leaves of rates that are none, relative to the fastest."""
NEGLIGIBLE_ENTRIES = (0.0, 1e-20, 1e-18, 1e-16)
"""Entries below such parts of the largest are left out where eigenvectors are lost with them."""
ZERO_SINGULAR = 1e-13
"""Singular values above this fraction of the largest, times the number of states, belong to no zero."""
LEAST_SINGULAR = 1e-19
ZERO_RATE = 1e-9
"""Rates of displacements below this fraction of the largest are rounding errors."""
SLOW_MODES = 1e-8
"""Squares of frequencies below this fraction of the largest are slow ones."""
SAME_SHAPE = 1e-8
"""Less the cosine between vectors that fall together."""
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
    errors: np.ndarray
    """By how much roundings may have moved each of `values`."""
    way: str = ""
    """How those of a system with delays were found."""

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
    S = comparable_states(A, mass, count)
    sizes = np.linalg.norm(S, axis=1)
    B = np.linalg.solve(S, A @ S)
    values, left, right = _eigenvectors(A * sizes / sizes[:, None])
    errors = _errors(A * sizes / sizes[:, None], left, right, count, RATE_ROUNDED * float(np.abs(B).max(initial=0.0)))
    Q, levels = _staircase(B, int(np.sum(np.abs(values) <= errors)))
    k = sum(levels)
    kept = np.sort(np.argsort(np.abs(values), kind="stable")[k:])
    found = values[kept], sizes[:, None] * right[:, kept], left[:, kept] / sizes[:, None]
    if not k:
        none = np.zeros((n, 0))
        return Spectrum(*found, (), none, none, none, errors)
    inner = Q.T @ B @ Q
    N, C, F = inner[:k, :k], inner[:k, k:], inner[k:, k:]
    dual = scipy.linalg.solve_sylvester(N, -F, C) if len(F) else np.zeros((k, 0))
    duals = np.linalg.solve(S.T, _dual(Q, dual)[:, : levels[0]])
    still, still_left = _readable(S @ Q[:, : levels[0]], duals, sizes)
    return Spectrum(*found, levels, still, still_left, S @ Q[:, levels[0] : k], errors[kept])


def _eigenvectors(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(λ, y, x) of A in comparable units.

    LAPACK balances rows and columns first. Where a row or a column is rounding, that makes it large, and vectors are
    lost (D. Watkins, A case where balancing is harmful, 2006): then such entries are left out.
    """
    if not len(A):
        return np.zeros(0, dtype=complex), A, A
    size = float(np.abs(A).max())
    for least in NEGLIGIBLE_ENTRIES:
        values, left, right = scipy.linalg.eig(np.where(np.abs(A) < least * size, 0.0, A), left=True)
        off = max(
            np.abs(A @ right - values * right).max(), np.abs(left.conj().T @ A - values[:, None] * left.conj().T).max()
        )
        if off <= ENTRY_ROUNDED * len(A) * size:
            break
    return values.astype(complex), left, right


def _errors(A: np.ndarray, left: np.ndarray, right: np.ndarray, count: int, rate: float) -> np.ndarray:
    """By how much roundings of the entries of A may have moved each eigenvalue; those of rates are `rate` at least."""
    y, x = np.abs(left), np.abs(right)
    moved = ENTRY_ROUNDED * (y * (np.abs(A) @ x)).sum(axis=0)
    for part in (slice(0, count), slice(count, len(A))):
        moved += rate * y[part].sum(axis=0) * x[part].max(axis=0, initial=0.0)
    # What rounding leaves of a stiffness that is none has no size of its own either; soft modes are well above it.
    moved += rate / RATE_ROUNDINGS * y[count:].sum(axis=0) * x[:count].max(axis=0, initial=0.0)
    across = np.abs((left.conj() * right).sum(axis=0))
    errors = np.divide(moved, across, out=np.full(len(moved), np.inf), where=across > 0.0)
    together = (np.abs(right.conj().T @ right) > 1.0 - SAME_SHAPE).sum(axis=0)
    size = float(np.abs(A).max(initial=0.0)) or 1.0
    defective = size * (moved / size) ** (1.0 / np.maximum(together, 1))
    return np.where(together > 1, np.minimum(errors, defective), errors)


def stiffness_values(K: np.ndarray, M: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    r"""(ω², φ as columns) of $K\varphi = \omega^2 M\varphi$, in order; K is made symmetric.

    What is below roundings of the entries of K, ε |φ|ᵀ|K||φ|, is zero. Shapes of slow modes are found again in the
    space that they span, where errors of the fast ones enter by their squares.
    """
    n = len(K)
    if not n:
        return np.zeros(0), np.zeros((0, 0))
    K = (K + K.T) / 2.0
    values, vectors = scipy.linalg.eigh(K, M)
    largest = float(np.abs(values).max())
    slow = np.abs(values) <= SLOW_MODES * largest
    inner, turned = np.linalg.eigh(vectors[:, slow].T @ K @ vectors[:, slow])
    values[slow], vectors[:, slow] = inner, vectors[:, slow] @ turned
    errors = ENTRY_ROUNDED * (np.abs(vectors) * (np.abs(K) @ np.abs(vectors))).sum(axis=0)
    errors += (n * np.finfo(float).eps) ** 2 / SLOW_MODES * largest
    values = np.where(np.abs(values) > errors, values, 0.0)
    order = np.argsort(values, kind="stable")
    return values[order], vectors[:, order]


def comparable_states(A: np.ndarray, mass: np.ndarray, count: int) -> np.ndarray:
    """Comparable changes of the states, as columns: speeds of unit energy, and what they reach in the fastest time."""
    n, m = len(A), len(mass)
    S = np.eye(n)
    speeds = slice(count, count + m)
    S[speeds, speeds] = _unit_energy(mass)
    reach = A[:count, speeds] @ S[speeds, speeds]
    if not count or count != m or not np.linalg.cond(reach) < 1.0 / REGULAR:
        longest = np.abs(reach).max(axis=1, initial=0.0)
        most = longest.max(initial=0.0) or 1.0
        reach = np.diag(np.where(longest > ZERO_RATE * most, longest, most))
    S[:count, :count] = reach
    scaled = np.abs(np.linalg.solve(S, A @ S))
    fastest = max(np.sqrt(scaled[speeds, :count].max(initial=0.0)), scaled[speeds, speeds].max(initial=0.0))
    S[:count, :count] /= fastest or 1.0
    return S


def _unit_energy(mass: np.ndarray) -> np.ndarray:
    """Speeds of unit energy, as columns; where a mass is not positive definite, each by its own."""
    try:
        return np.asarray(np.linalg.inv(np.linalg.cholesky(mass)).T)
    except np.linalg.LinAlgError:
        return np.diag(1.0 / np.sqrt(np.where(np.diag(mass) > 0.0, np.diag(mass), 1.0)))


def _staircase(A: np.ndarray, most: int) -> tuple[np.ndarray, tuple[int, ...]]:
    """(Q, how many zeros each level has), of which there are `most` at most."""
    n = len(A)
    size = max(n, 10) * float(np.abs(A).max(initial=0.0))
    limit, levels, Q = ZERO_SINGULAR, (1,) * (most + 1), np.eye(n)
    while sum(levels) > most and limit > LEAST_SINGULAR:
        Q, levels = _levels(A, limit * size)
        limit *= 0.1
    return Q, levels


def _levels(A: np.ndarray, limit: float) -> tuple[np.ndarray, tuple[int, ...]]:
    """The same where singular values below a limit are zero."""
    levels: list[int] = []
    Q, rest = np.eye(len(A)), A
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
    order = scipy.linalg.qr((still / sizes[:, None]).T, mode="r", pivoting=True)[1]
    chosen = sorted(order[: still.shape[1]])
    change = still[chosen]
    clean = still @ np.linalg.inv(change)
    clean[np.abs(clean) < ZERO_RATE * sizes[:, None] / sizes[chosen]] = 0.0
    return clean, np.asarray(left @ change.T)
