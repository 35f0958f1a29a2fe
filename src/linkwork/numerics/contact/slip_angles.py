r"""Directions of several contacts that slide in space at once: Newton's method on their angles.

With angles θ_k, slip x_T = −μ (x_N + p) d(θ) makes the laws linear, A(θ) x = r(θ); y_T is along d where
f_k = d_k^⊥·y_Tk vanishes. Its slopes follow from A ∂x/∂θ_k = −μ (x_N + p) d^⊥ in the rows of contact k.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from .problem import ContactProblem

SLIP_STARTS = {2: 6, 3: 4}
"""Directions of each contact that the search starts from, by the number of contacts that slide."""
FEWEST_STARTS = 3
ANGLE_STEPS = 30
LONGEST_TURN = 0.7
"""Angles change by no more in one step."""
ANGLES_SETTLED = 1e-9


def found_angles(problem: ContactProblem, A: np.ndarray, r: np.ndarray, turning: list[int]) -> Iterator[np.ndarray]:
    """The x of each set of angles to which the search led; A and r are those with x_T = 0 for contacts that turn."""
    per_contact = SLIP_STARTS.get(len(turning), FEWEST_STARTS)
    grid = 2.0 * np.pi * (np.arange(per_contact) + 0.3) / per_contact
    angles = np.array(list(product(grid, repeat=len(turning))))
    search = _Search(problem, A, r, turning)
    for _ in range(ANGLE_STEPS):
        x, f, slopes = search.at(angles)
        steps = _solved(slopes, f)
        angles = angles - np.clip(steps, -LONGEST_TURN, LONGEST_TURN)
        if np.abs(steps).max() < 1e-13:
            break
    x, f, slopes = search.at(angles)
    steps = _solved(slopes, f)
    seen: list[np.ndarray] = []
    for k in np.flatnonzero(np.abs(steps).max(axis=1) < ANGLES_SETTLED):
        if np.isfinite(x[k]).all() and not any(np.abs(x[k] - other).max() < ANGLES_SETTLED for other in seen):
            seen.append(x[k])
            yield x[k]


class _Search:
    """x, f and the slopes of f at many sets of angles."""

    def __init__(self, problem: ContactProblem, A: np.ndarray, r: np.ndarray, turning: list[int]) -> None:
        self.problem, self.A, self.r = problem, A, r
        self.rows = np.array([problem.rows(k) for k in turning])
        self.mu, self.preload = problem.mu_slip[turning], problem.preload[turning]

    def at(self, angles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        count, turning = angles.shape
        d = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        across = np.stack([-d[..., 1], d[..., 0]], axis=-1)
        A, r = np.repeat(self.A[None], count, axis=0), np.repeat(self.r[None], count, axis=0)
        for k, (n, *t) in enumerate(self.rows):
            A[:, t, n], r[:, t] = self.mu[k] * d[:, k], -self.mu[k] * self.preload[k] * d[:, k]
        x = _solved(A, r)
        y = x @ self.problem.G.T + self.problem.b
        f, slopes = np.zeros((count, turning)), np.zeros((count, turning, turning))
        rights = np.zeros((count, len(self.r), turning))
        for k, (n, *t) in enumerate(self.rows):
            f[:, k] = (across[:, k] * y[:, t]).sum(axis=1)
            rights[:, t, k] = -(self.mu[k] * (x[:, n] + self.preload[k]))[:, None] * across[:, k]
        changes = self.problem.G @ np.linalg.solve(_regular(A), rights)
        for k, (_, *t) in enumerate(self.rows):
            slopes[:, k, :] = np.einsum("ca,cat->ct", across[:, k], changes[:, t, :])
            slopes[:, k, k] -= (d[:, k] * y[:, t]).sum(axis=1)
        return x, f, slopes


def _regular(A: np.ndarray) -> np.ndarray:
    """Matrices that can be solved with: those that are singular are replaced, and what they give is thrown away."""
    bad = ~(np.abs(np.linalg.det(A)) > 1e-14) | ~np.isfinite(A).all(axis=(1, 2))
    return np.where(bad[:, None, None], 1e30 * np.eye(A.shape[1]), A)


def _solved(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    return np.linalg.solve(_regular(A), r[..., None])[..., 0]
