r"""What steps of implicit Runge–Kutta methods compute with: tables in terms of z_i = Y_i − y₀, and bases of stages.

With the stages that are implicit, $z = h A F + h\,a_0 f_0$, where a_0 are the weights of an explicit first stage, and

$$ y_1 = y_0 + d^T z + h (b_0 - d^T a_0) f_0, \qquad d^T = b^T A^{-1}, $$

so that no rates at stiff states are needed (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section
IV.8); polynomials and error estimates likewise. The basis is T of $A^{-1} T = T \Lambda$ with Λ block triangular: T = 1
of diagonally implicit methods, elsewhere the real Schur form, whose blocks of two by two are made (α, −β; β, α).
"""

from __future__ import annotations

from typing import NamedTuple

import lazy_loader
import numpy as np

scipy = lazy_loader.load("scipy")


class StageBasis(NamedTuple):
    """A table in terms of z. s stages are implicit; weights of h f₀ are those of an explicit first stage."""

    c: np.ndarray
    a: np.ndarray
    start: np.ndarray
    """a_0, the weights of f₀ in stages."""
    t: np.ndarray
    t_inverse: np.ndarray
    shifts: np.ndarray
    """Λ."""
    end: np.ndarray
    """d."""
    end_start: float
    dense: np.ndarray
    """Powers × stages."""
    dense_start: np.ndarray
    kappa: float
    """κ of the error estimate (κ/h − J)⁻¹ (error_start f₀ + Σ error_i z_i / h)."""
    error: np.ndarray
    error_start: float


def known_stages(a: np.ndarray) -> int:
    """1 where the first stage is f at the start of the step, 0 elsewhere."""
    return int(not a[0].any())


def triangular_basis(inverse: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(T, T⁻¹, Λ) with A⁻¹ T = T Λ, Λ block lower triangular."""
    n = len(inverse)
    if not np.triu(inverse, 1).any():
        return np.eye(n), np.eye(n), inverse
    upper, q = scipy.linalg.schur(inverse, output="real")
    lower, t = upper[::-1, ::-1].copy(), q[:, ::-1].copy()
    t_inverse = t.T.copy()
    for i in range(n - 1):
        if lower[i, i + 1] != 0.0:
            right, below = lower[i, i + 1], lower[i + 1, i]
            by = -np.sign(right) * np.sqrt(-below / right)
            t[:, i + 1] *= by
            t_inverse[i + 1] /= by
            lower[:, i + 1] *= by
            lower[i + 1] /= by
    return t, t_inverse, lower


def rates_polynomial(c: np.ndarray) -> np.ndarray:
    """Stages × powers: ∫₀^θ of the polynomials that are 1 at one of the nodes c and 0 at the others."""
    n = len(c)
    return np.linalg.inv(c[:, None] ** np.arange(n)).T / np.arange(1, n + 1)


def least_polynomial(a: np.ndarray, b: np.ndarray, c: np.ndarray, order: int) -> np.ndarray:
    """Stages × powers of the least polynomials b_i(θ) that end in b and meet the conditions of the highest order, 3 at
    most, all along the step."""
    trees = (c**0, c, c**2, a @ c)
    wanted = np.array([[1.0, 0, 0], [0, 1 / 2, 0], [0, 0, 1 / 3], [0, 0, 1 / 6]])
    for rows in (4, 2, 1)[max(3 - order, 0) :]:
        powers = min(rows, 3)
        conditions = np.kron(np.array(trees[:rows]), np.eye(powers))
        ends = np.kron(np.eye(len(b)), np.ones(powers))
        matrix, right = np.vstack([conditions, ends]), np.concatenate([wanted[:rows, :powers].ravel(), b])
        found = np.linalg.lstsq(matrix, right, rcond=None)[0]
        if np.abs(matrix @ found - right).max() < 1e-9:
            return found.reshape(len(b), powers)
    return b[:, None].copy()


def usual_polynomial(a: np.ndarray, b: np.ndarray, c: np.ndarray, order: int) -> np.ndarray:
    """The polynomial whose rates are those of the stages, where it ends at the end of the step: that of collocation.

    Elsewhere, the least ones that have an order.
    """
    if len(np.unique(c)) == len(c):
        found = rates_polynomial(c)
        if np.abs(found.sum(axis=1) - b).max() < 1e-9:
            return found
    return least_polynomial(a, b, c, order)


def embedded_weights(a: np.ndarray, c: np.ndarray, first: float) -> np.ndarray:
    """Weights e of h Σ e_i k_i + first · h f₀, which vanishes to the highest order that so many stages allow.

    In terms of z it is ê z + first · h f₀ with e = ê A. Where motion is not stiff, ê A 1 = −first, ê A c = 0, …; where
    stages lie on what stiff motion follows, z_i = y(c_i h) − y₀ asks for ê c² = 0, … as well. Conditions are taken in
    this order as long as they are new. Those of collocation methods are the same: Hairer and Wanner, (IV.8.17).
    """
    stiff, plain, taken = c, [c], [c]
    while len(taken) < len(c) and len(plain) <= 2 ** len(c):
        plain = [a @ x for x in plain] + [a @ stiff]
        stiff = stiff * c
        for row in (*plain, stiff):
            if len(taken) < len(c) and np.linalg.matrix_rank([*taken, row], tol=1e-8) > len(taken):
                taken.append(row)
    rows = np.array(taken)
    return np.asarray(np.linalg.lstsq(rows, -first * (np.arange(len(rows)) == 0), rcond=None)[0] @ a)


def usual_shift(shifts: np.ndarray) -> float:
    """κ of what is filtered: a real one that factors are there for, or the size of a complex one."""
    paired = [*(np.diag(shifts, 1) != 0.0), False]
    real = [shifts[i, i] for i in range(len(shifts)) if not paired[i] and not (i and paired[i - 1])]
    return float(max(real)) if real else float(np.hypot(shifts[0, 0], shifts[1, 0]))


def limit_at_infinity(a: np.ndarray, b: np.ndarray) -> float:
    """R(∞) of R(z) = 1 + z bᵀ(1 − zA)⁻¹ 1."""
    first = known_stages(a)
    inverse = np.linalg.inv(a[first:, first:])
    d, start = b[first:] @ inverse, a[first:, :first].sum(axis=1)
    if abs(b[:first].sum() - d @ start) > 1e-9:
        return np.inf
    return float(1.0 - d.sum() - d @ (inverse @ start))


def is_a_stable(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether |R| ≤ 1 on the imaginary axis, as far as a grid tells, and its poles lie right of it."""
    first, n = known_stages(a), len(b)
    if (np.linalg.eigvals(a[first:, first:]).real <= 0.0).any():
        return False
    z = 1j * np.logspace(-3, 6, 2000)
    stages = np.linalg.solve(np.eye(n) - z[:, None, None] * a, np.ones((len(z), n, 1)))[:, :, 0]
    return bool((np.abs(1.0 + z * (stages @ b)) <= 1.0 + 1e-8).all())
