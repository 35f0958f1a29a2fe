"""Checks of tables: shapes, order conditions of Runge–Kutta methods up to order 4, and where their steps stay bounded.

E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, section II.2, table 2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

COEFFICIENT_TOLERANCE = 1e-10
"""Coefficients agree to this; tables printed with 16 digits do."""
HIGHEST_CHECKED = 4
"""The order up to which conditions are known here."""
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


def check_sums(who: str, a: np.ndarray, c: np.ndarray, end: int = -1) -> None:
    """Raises where a row of a, but for that of the `end` of the step, does not sum to its node."""
    sums = a.sum(axis=1)
    wrong = np.flatnonzero(np.abs(sums - c) > COEFFICIENT_TOLERANCE)
    wrong = wrong[wrong != end]  # there Σ b = 1 is the first condition of order
    if len(wrong):
        i = int(wrong[0])
        raise ValueError(f"{who}: row {i} of a sums to {sums[i]:.6g}, but c[{i}] = {c[i]:.6g}.")


def check_error(
    who: str, order: int, error_order: int, error: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray
) -> None:
    """Raises where b − error has not the order that is stated, or none is stated."""
    if not error_order:
        if error.any():
            raise ValueError(f"{who}: it has error weights; give error_order, the order of the embedded method.")
        return
    if not (isinstance(error_order, int) and 1 <= error_order <= order):
        raise ValueError(f"{who}: error_order = {error_order!r} must lie between 1 and the order {order}.")
    if not error.any():
        raise ValueError(f"{who}: error_order is {error_order}, but all error weights are zero; give b − b̂.")
    unmet = first_unmet(error_order, a, b - error, c)
    if unmet is not None:
        raise ValueError(
            f"{who}: b − error is not of order {error_order}: {unmet}. Give error = b − b̂, and as error_order "
            "the order of b̂."
        )


def check_polynomials(who: str, dense: np.ndarray, b: np.ndarray) -> None:
    """Raises where the polynomials of a step do not lead to its end."""
    ends = dense.sum(axis=1) if dense.ndim == 2 and len(dense) == len(b) else None
    if ends is None or np.abs(ends - b).max() > COEFFICIENT_TOLERANCE:
        raise ValueError(
            f"{who}: dense has a row for each of {len(b)} stages, whose sum is b: y(1) is the end of the step."
        )


def row_of(who: str, name: str, given: Any, n: int | None = None) -> np.ndarray:
    """A row of n numbers; zeros where weights of errors are not given."""
    try:
        found = np.array(given, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros((0, 0))
    if found.ndim != 1 or not np.isfinite(found).all():
        raise ValueError(f"{who}: {name} must be a row of finite numbers.")
    if n is not None and not len(found) and name != "b":
        return np.zeros(n)
    if n is not None and len(found) != n:
        raise ValueError(f"{who}: {name} has {len(found)} entries for {n} stages; give {n}.")
    return found


def square_of(who: str, a: Any, n: int) -> np.ndarray:
    """The rows of a, each filled with zeros behind its last entry."""
    found = np.zeros((n, n))
    if not isinstance(a, (Sequence, np.ndarray)) or isinstance(a, str):
        raise ValueError(f"{who}: a must be rows of numbers, one for every stage.")
    if len(a) != n:
        raise ValueError(f"{who}: a has {len(a)} rows, but c {n} entries; give one of each for every stage.")
    for i, row in enumerate(a):
        values = np.array(row, dtype=float)
        if values.ndim != 1 or len(values) > n or not np.isfinite(values).all():
            raise ValueError(f"{who}: row {i} of a must have at most {n} finite numbers, one for every stage.")
        found[i, : len(values)] = values
    return found


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
