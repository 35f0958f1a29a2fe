"""What an explicit Runge–Kutta method consists of: numbers only. The engine is in `integrators.explicit`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

from .conditions import COEFFICIENT_TOLERANCE, check_order, first_unmet, stability_border


@dataclass(frozen=True, eq=False, repr=False)
class Tableau:
    """The coefficients of an explicit Runge–Kutta method, k_i = f(t + c_i h, y + h Σ_j a_ij k_j), y₁ = y + h Σ b_i k_i.

    They are given as in textbooks: `a` by rows, of which each may end with its last entry below the diagonal. Where the
    last stage is f at the end of the step (its row of `a` is `b`), it is the first stage of the next one; elsewhere
    such a stage is added. `error` are the weights b − b̂ of the embedded method; without them steps are fixed.
    Coefficients are checked: sums of rows, order conditions up to order 4, ends of the dense output.
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

    def __post_init__(self) -> None:
        c = _row(self, "c")
        n = len(c)
        a = _square(self.name, self.a, n)
        b, error, second_error = (_row(self, name, n) for name in ("b", "error", "second_error"))
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
        self._check()

    def _check(self) -> None:
        """Raises where the coefficients are not those of an explicit method of the stated orders."""
        who, sums = f"Tableau {self.name!r}", self.a.sum(axis=1)
        wrong = np.flatnonzero(np.abs(sums - self.c) > COEFFICIENT_TOLERANCE)
        wrong = wrong[wrong != self.stages]  # the end of the step: Σ b = 1 is the first condition of order
        if len(wrong):
            i = int(wrong[0])
            raise ValueError(f"{who}: row {i} of a sums to {sums[i]:.6g}, but c[{i}] = {self.c[i]:.6g}.")
        check_order(who, self.order, self.a, self.b, self.c)
        if not self.error_order:
            if self.error.any():
                raise ValueError(f"{who}: it has error weights; give error_order, the order of the embedded method.")
        else:
            self._check_error(who)
        ends = self.dense.sum(axis=1) if self.dense.shape[:1] == self.b.shape else None
        if ends is None or np.abs(ends - self.b).max() > COEFFICIENT_TOLERANCE:
            raise ValueError(
                f"{who}: dense has a row for each of {len(self.b)} stages, whose sum is b: y(1) is the end of the step."
            )

    def _check_error(self, who: str) -> None:
        if not (isinstance(self.error_order, int) and 1 <= self.error_order <= self.order):
            raise ValueError(
                f"{who}: error_order = {self.error_order!r} must lie between 1 and the order {self.order}."
            )
        if not self.error.any():
            raise ValueError(f"{who}: error_order is {self.error_order}, but all error weights are zero; give b − b̂.")
        unmet = first_unmet(self.error_order, self.a, self.b - self.error, self.c)
        if unmet is not None:
            raise ValueError(
                f"{who}: b − error is not of order {self.error_order}: {unmet}. Give error = b − b̂, and as error_order "
                "the order of b̂."
            )

    @cached_property
    def digest(self) -> str:
        """A check sum of all coefficients."""
        parts = [np.asarray(getattr(self, name), dtype=float).tobytes() for name in _NUMBERS]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:12]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tableau) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        embedded = f"({self.error_order})" if self.error_order else ""
        return f"Tableau({self.name!r}, order {self.order}{embedded}, {self.stages} evaluations a step, {self.digest})"


_ARRAYS = ("a", "b", "c", "error", "second_error", "dense")
_NUMBERS = ("order", "error_order", "stages", "stability", "damping", *_ARRAYS)


def _row(tableau: Tableau, name: str, n: int | None = None) -> np.ndarray:
    """A row of n numbers; zeros where weights of errors are not given."""
    try:
        found = np.array(getattr(tableau, name), dtype=float)
    except (TypeError, ValueError):
        found = np.zeros((0, 0))
    if found.ndim != 1 or not np.isfinite(found).all():
        raise ValueError(f"Tableau {tableau.name!r}: {name} must be a row of finite numbers.")
    if n is not None and not len(found) and name != "b":
        return np.zeros(n)
    if n is not None and len(found) != n:
        raise ValueError(f"Tableau {tableau.name!r}: {name} has {len(found)} entries for {n} stages; give {n}.")
    return found


def _square(owner: str, a: Any, n: int) -> np.ndarray:
    """The rows of a below the diagonal, filled with zeros."""
    found = np.zeros((n, n))
    if not isinstance(a, (Sequence, np.ndarray)) or isinstance(a, str):
        raise ValueError(f"Tableau {owner!r}: a must be rows of numbers, one for every stage.")
    if len(a) != n:
        raise ValueError(
            f"Tableau {owner!r}: a has {len(a)} rows, but c {n} entries; give one of each for every stage."
        )
    for i, row in enumerate(a):
        values = np.array(row, dtype=float)
        if values.ndim != 1 or len(values) > n or values[i:].any():
            raise ValueError(
                f"Tableau {owner!r}: row {i} of a has {len(values)} entries and may use the stages before it only: an "
                f"explicit method has a[i][j] = 0 for j ≥ i. Implicit methods are written as lw.OneStep."
            )
        found[i, : len(values)] = values
    return found


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
