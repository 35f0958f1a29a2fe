"""Order conditions of Runge–Kutta methods up to order 4, and where their steps stay bounded.

E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, section II.2, table 2.2.
"""

from __future__ import annotations

import numpy as np

COEFFICIENT_TOLERANCE = 1e-10
"""Coefficients agree to this; tables printed with 16 digits do."""
FARTHEST_BORDER = 100.0
"""How far along the negative real axis the border of stability is looked for."""


def first_unmet(order: int, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> str | None:
    """The first condition, up to order 4, that weights do not meet; None where they meet all up to `order`."""
    ac = a @ c
    conditions = (
        (1, "Σ b_i", b.sum(), "1", 1.0),
        (2, "Σ b_i c_i", b @ c, "1/2", 1 / 2),
        (3, "Σ b_i c_i²", b @ c**2, "1/3", 1 / 3),
        (3, "Σ b_i a_ij c_j", b @ ac, "1/6", 1 / 6),
        (4, "Σ b_i c_i³", b @ c**3, "1/4", 1 / 4),
        (4, "Σ b_i c_i a_ij c_j", (b * c) @ ac, "1/8", 1 / 8),
        (4, "Σ b_i a_ij c_j²", b @ (a @ c**2), "1/12", 1 / 12),
        (4, "Σ b_i a_ij a_jk c_k", b @ (a @ ac), "1/24", 1 / 24),
    )
    for least, text, value, wanted, number in conditions:
        if least <= order and abs(value - number) > COEFFICIENT_TOLERANCE:
            return f"{text} = {value:.6g} instead of {wanted} (order {least})"
    return None


def check_order(who: str, order: int, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> None:
    """Raises where weights do not have the order that is stated, as far as conditions up to order 4 tell."""
    if type(order) is not int or order < 1:
        raise ValueError(f"{who}: order = {order!r} must be a whole number, 1 or more.")
    unmet = first_unmet(order, a, b, c)
    if unmet is not None:
        raise ValueError(f"{who}: it is said to be of order {order}, but {unmet}.")


def stability_border(a: np.ndarray, b: np.ndarray, c: np.ndarray, stages: int) -> float:
    """|z| where |R(z)| = |1 + Σ_k z^k b A^(k−1) 1| leaves 1 on the negative real axis.

    Infinite where the last stage of the step is not at its end, since stages at two times tell nothing about stiffness.
    """
    if c[stages - 1] != 1.0:
        return float("inf")
    powers, column = [1.0], np.ones(stages)
    for _ in range(stages):
        powers.append(float(b[:stages] @ column))
        column = a[:stages, :stages] @ column
    z = np.arange(0.01, FARTHEST_BORDER, 0.01)
    outside = np.flatnonzero(np.abs(np.polynomial.polynomial.polyval(-z, powers)) > 1.0 + COEFFICIENT_TOLERANCE)
    return float(z[outside[0]]) if len(outside) else FARTHEST_BORDER
