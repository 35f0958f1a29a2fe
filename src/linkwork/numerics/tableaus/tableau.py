"""What an explicit Runge–Kutta method consists of: numbers only. The engine is in `integrators.explicit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from .conditions import (
    HIGHEST_CHECKED,
    TableOfNumbers,
    check_error,
    check_order,
    check_polynomials,
    check_sums,
    name_of,
    row_of,
    square_of,
    stability_border,
)

_ARRAYS = ("a", "b", "c", "error", "second_error", "dense")


@dataclass(frozen=True, eq=False, repr=False)
class Tableau(TableOfNumbers):
    """The coefficients of an explicit Runge–Kutta method, k_i = f(t + c_i h, y + h Σ_j a_ij k_j), y₁ = y + h Σ b_i k_i.

    They are given as in textbooks: `a` by rows, of which each may end with its last entry below the diagonal. Where the
    last stage is f at the end of the step (its row of `a` is `b`), it is the first stage of the next one; elsewhere
    such a stage is added. `error` are the weights b − b̂ of the embedded method; without them steps are fixed.
    Coefficients are checked: sums of rows, order conditions (all up to order 8), ends of the dense output.
    """

    name: str
    order: int
    a: Any
    """Stages × stages."""
    b: Any
    c: Any
    error: Any = ()
    """Weights of the error estimate, b − b̂."""
    error_order: int = 0
    """Order of the error estimate, that of b̂; 0 for a method without one, which has fixed steps."""
    dense: Any = None
    """Stages × powers: y(θ) = y₀ + h Σ_i k_i Σ_j dense_ij θ^(j+1); cubic Hermite interpolation unless given."""
    stages: int = 0
    """Stages of the step itself, which it evaluates; found where none follow that serve dense output only.

    A last stage that is the first one of the next step is not among them.
    """
    second_error: Any = ()
    """Weights of a second estimate, which damps the first where it is too large (DOP853)."""
    stability: float = 0.0
    """|hλ| on the border of the stability region along the negative real axis, as the stiffness test sees it."""
    damping: float = 0.0
    """How much the last error slows the growth of the step (β of Hairer's controller)."""
    description: str = ""
    _numbers = ("order", "error_order", "stages", "stability", "damping", *_ARRAYS)

    def __post_init__(self) -> None:
        who = name_of("Tableau", self.name)
        c = row_of(who, "c", self.c)
        n = len(c)
        a = _explicit(who, square_of(who, self.a, n))
        b, error, second_error = (row_of(who, name, getattr(self, name), n) for name in ("b", "error", "second_error"))
        dense = None if self.dense is None else np.array(self.dense, dtype=float)
        stages = self.stages or (n - 1 if n > 1 and c[-1] == 1.0 and b[-1] == 0.0 and (a[-1] == b).all() else n)
        if stages == n:  # f at the end of the step is one stage more
            a, c = np.vstack([np.pad(a, ((0, 0), (0, 1))), [*b, 0.0]]), np.append(c, 1.0)
            b, error, second_error = (np.append(weights, 0.0) for weights in (b, error, second_error))
            dense = None if dense is None else np.pad(dense, ((0, 1), (0, 0)))
        if dense is None:
            dense = nested(b, stages, np.zeros((0, len(b))))
        for name, values in zip(_ARRAYS, (a, b, c, error, second_error, dense), strict=True):
            values.flags.writeable = False
            object.__setattr__(self, name, values)
        object.__setattr__(self, "stages", stages)
        object.__setattr__(self, "stability", self.stability or stability_border(a, b, c, stages))
        check_sums(who, a, c, stages)
        check_order(who, self.order, a, b, c)
        # With a second estimate, the order is that of both together.
        checked = int(not second_error.any()) * HIGHEST_CHECKED
        check_error(who, self.order, self.error_order, error, a, b, c, checked)
        check_polynomials(who, dense, b)

    def __repr__(self) -> str:
        embedded = f"({self.error_order})" if self.error_order else ""
        return f"Tableau({self.name!r}, order {self.order}{embedded}, {self.stages} evaluations a step, {self.digest})"


def _explicit(who: str, a: np.ndarray) -> np.ndarray:
    """The same coefficients, where stages use those before them only."""
    for i, row in enumerate(a):
        if row[i:].any():
            raise ValueError(
                f"{who}: row {i} of a may use the stages before it only: an explicit method has a[i][j] = 0 for j ≥ i. "
                "Implicit methods are written as lw.ImplicitTableau."
            )
    return a


def rows(size: int, *entries: Mapping[int, float]) -> np.ndarray:
    """A matrix with `size` columns from the entries of its rows that are not zero."""
    found = np.zeros((len(entries), size))
    for row, values in zip(found, entries, strict=True):
        for column, value in values.items():
            row[column] = value
    return found


def nested(b: np.ndarray, last: int, extra: np.ndarray) -> np.ndarray:
    """The powers of a dense output in Hairer's nested form, whose first three terms are y₁ − y₀, f₀ and f₁.

    y = y₀ + θ(F₀ + (1−θ)(F₁ + θ(F₂ + (1−θ)(F₃ + θ(F₄ + …))))), with F₃, … = h Σ extra k; `last` is the stage at the end
    of the step. Without `extra` this is cubic Hermite interpolation.
    """
    size = len(b)
    first, end = np.eye(size)[0], np.eye(size)[last]
    terms: Sequence[np.ndarray] = [b, first - b, 2.0 * b - first - end, *extra]
    theta, rest = Polynomial([0.0, 1.0]), Polynomial([1.0, -1.0])
    result = np.zeros((size, len(terms)))
    factor = Polynomial([1.0])
    for k, term in enumerate(terms):
        factor = factor * (rest if k % 2 else theta)
        powers = factor.coef[1:]
        result[:, : len(powers)] += np.outer(term, powers)
    return result
