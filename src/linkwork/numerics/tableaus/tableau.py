"""What an explicit Runge–Kutta method consists of: numbers only. The engine is in `integrators.explicit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial


@dataclass(frozen=True, eq=False)
class Tableau:
    """The coefficients of one method.

    The first `stages` make the step; the next is f at its end, which is the first stage of the step after it; any
    further ones serve dense output only.
    """

    name: str
    order: int
    error_order: int
    """Order of the error estimate; 0 for a method without one, which has fixed steps."""
    stages: int
    a: Any
    """Stages × stages."""
    b: Any
    c: Any
    error: Any
    """Weights of the error estimate."""
    second_error: Any
    """Weights of a second estimate, which damps the first where it is too large (DOP853); zero otherwise."""
    dense: Any
    """Stages × powers: y(θ) = y₀ + h Σ_i k_i Σ_j dense_ij θ^(j+1)."""
    stability: float
    """|hλ| on the border of the stability region along the negative real axis, as the stiffness test sees it."""
    damping: float = 0.0
    """How much the last error slows the growth of the step (β of Hairer's controller)."""

    def __post_init__(self) -> None:
        for name in ("a", "b", "c", "error", "second_error", "dense"):
            values = np.array(getattr(self, name), dtype=float)
            values.flags.writeable = False
            object.__setattr__(self, name, values)


def rows(size: int, *entries: Mapping[int, float]) -> np.ndarray:
    """A matrix with `size` columns from the entries of its rows that are not zero."""
    found = np.zeros((len(entries), size))
    for row, values in zip(found, entries, strict=True):
        for column, value in values.items():
            row[column] = value
    return found


def nested(b: Mapping[int, float], extra: np.ndarray) -> np.ndarray:
    """The powers of a dense output in Hairer's nested form, whose first three terms are y₁ − y₀, f₀ and f₁.

    y = y₀ + θ(F₀ + (1−θ)(F₁ + θ(F₂ + (1−θ)(F₃ + θ(F₄ + …))))), with F₃, … = h Σ extra k.
    """
    size = extra.shape[1]
    weights = rows(size, b)[0]
    first, last = np.eye(size)[0], np.eye(size)[len(b_range(b))]
    terms: Sequence[np.ndarray] = [weights, first - weights, 2.0 * weights - first - last, *extra]
    theta, rest = Polynomial([0.0, 1.0]), Polynomial([1.0, -1.0])
    result = np.zeros((size, len(terms)))
    factor = Polynomial([1.0])
    for k, term in enumerate(terms):
        factor = factor * (rest if k % 2 else theta)
        powers = factor.coef[1:]
        result[:, : len(powers)] += np.outer(term, powers)
    return result


def b_range(b: Mapping[int, float]) -> range:
    """The stages of the step itself."""
    return range(max(b) + 1)
