"""What an implicit Runge–Kutta method consists of: numbers only. The engine is in `integrators.implicit_rk`.

Radau IIA of three stages, order 5: collocation at the zeros of a Radau polynomial, L-stable and stiffly accurate.

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections IV.5 and IV.8. The eigenvalues of A⁻¹ are γ
and α ± iβ; A⁻¹ T = T Λ with Λ = diag(γ, [[α, −β], [β, α]]), so that the stages take one real and one complex system.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from .conditions import (
    COEFFICIENT_TOLERANCE,
    HIGHEST_CHECKED,
    TableOfNumbers,
    check_error,
    check_order,
    check_polynomials,
    check_sums,
    first_unmet,
    name_of,
    row_of,
    square_of,
)
from .stage_basis import (
    StageBasis,
    embedded_weights,
    is_a_stable,
    known_stages,
    limit_at_infinity,
    triangular_basis,
    usual_polynomial,
    usual_shift,
)

SINGULAR_TABLE = 1e-12
"""Ratio of singular values from which on the equations of stages have no solution."""


_COEFFICIENTS = ("a", "b", "c", "error", "dense")


@dataclass(frozen=True, eq=False, repr=False)
class ImplicitTableau(TableOfNumbers):
    """The coefficients of an implicit Runge–Kutta method, k_i = f(t + c_i h, y + h Σ_j a_ij k_j), y₁ = y + h Σ b_i k_i.

    They are given as in textbooks: any table whose `a` is invertible, or is so without a first stage that is explicit:
    diagonally implicit (SDIRK, ESDIRK) or fully (Gauss, Radau, Lobatto IIIA and IIIC). `error` are the weights b − b̂ of
    the embedded method. Where none are given and nodes are distinct, f at the start of the step is one stage more, with
    which there is such a method, as in Hairer and Wanner's RADAU5. Steps are controlled by it unless `h` gives their
    length. Coefficients are checked: sums of rows, order conditions (all up to order 8), ends of the dense output.
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
    """Order of b̂; found where `error` is not given, 0 where there is no estimate and steps need a given length."""
    dense: Any = None
    """Stages × powers: y(θ) = y₀ + h Σ_i k_i Σ_j dense_ij θ^(j+1); the polynomial of collocation unless given."""
    description: str = ""
    """A line about it; made from what the coefficients tell unless given."""
    _numbers = ("order", "error_order", *_COEFFICIENTS)

    def __post_init__(self) -> None:
        who = name_of("ImplicitTableau", self.name)
        c = row_of(who, "c", self.c)
        a, b, error = square_of(who, self.a, len(c)), row_of(who, "b", self.b, len(c)), self.error
        error = row_of(who, "error", error, len(c))
        check_sums(who, a, c)
        check_order(who, self.order, a, b, c)
        check_error(who, self.order, self.error_order, error, a, b, c)
        _check_solvable(who, a)
        dense = usual_polynomial(a, b, c, self.order) if self.dense is None else np.array(self.dense, dtype=float)
        check_polynomials(who, dense, b)
        for name, values in zip(_COEFFICIENTS, (a, b, c, error, dense), strict=True):
            values.flags.writeable = False
            object.__setattr__(self, name, values)
        if not self.error_order:
            object.__setattr__(self, "error_order", self._usual_order)
        if not self.description:
            object.__setattr__(self, "description", self._told)

    @property
    def stages(self) -> int:
        """Stages that are solved for."""
        return len(self.b) - known_stages(self.a)

    @property
    def limit(self) -> float:
        """R(∞): what a step leaves of motion that is infinitely fast."""
        return limit_at_infinity(self.a, self.b)

    @property
    def is_a_stable(self) -> bool:
        """Whether steps of every length stay bounded where the motion does."""
        return is_a_stable(self.a, self.b)

    @property
    def _told(self) -> str:
        stable = ""
        if self.is_a_stable:
            limit = self.limit
            stable = ", L-stable" if abs(limit) < COEFFICIENT_TOLERANCE else f", A-stable with R(∞) = {limit:.3g}"
        orders = f"{self.order}({self.error_order})" if self.error_order else f"{self.order}"
        kind = "diagonally implicit" if not np.triu(self.a, 1).any() else "implicit"
        return f"{kind} Runge–Kutta, {self.stages} stage{'s' * (self.stages > 1)}, order {orders}{stable}"

    @cached_property
    def _usual_error(self) -> tuple[float, np.ndarray] | None:
        """(weight of f at the start, weights of the stages) of an estimate that needs no more than the nodes."""
        c = self.c
        if known_stages(self.a) or len(np.unique(c)) < len(c):
            return None
        first = 1.0 / usual_shift(triangular_basis(_inverse(self.a))[2])
        return first, embedded_weights(self.a, c, first)

    @property
    def _usual_order(self) -> int:
        """The order of that estimate, by the conditions of the table with the first stage; 0 where there is none."""
        if self._usual_error is None:
            return 0
        first, weights = self._usual_error
        a, b = np.pad(self.a, ((1, 0), (1, 0))), np.concatenate([[first], self.b + weights])
        c, most = np.concatenate([[0.0], self.c]), min(len(self.c), self.order)
        checked = min(most, HIGHEST_CHECKED)
        unmet = first_unmet(checked, a, b, c)
        met = checked if unmet is None else unmet[0] - 1
        powers = np.arange(1, len(self.c) + 1)
        collocates = np.allclose(self.a @ self.c[:, None] ** (powers - 1), self.c[:, None] ** powers / powers)
        return most if met == checked and collocates else met

    @cached_property
    def basis(self) -> StageBasis:
        """What steps compute with."""
        first = known_stages(self.a)
        a, b = self.a[first:, first:], self.b[first:]
        inverse = _inverse(a)
        start = self.a[first:, 0] if first else np.zeros(len(a))
        t, t_inverse, shifts = triangular_basis(inverse)
        end, kappa = b @ inverse, usual_shift(shifts)
        if np.abs(self.a[-1] - self.b).max() < COEFFICIENT_TOLERANCE:  # stiffly accurate: it is the last stage
            end = np.eye(len(a))[-1]
        if self.error.any() or self._usual_error is None:
            of_start, weights = float(self.error[0]) if first else 0.0, self.error[first:]
        else:
            of_start, weights = self._usual_error
        error, dense = weights @ inverse, self.dense[first:].T @ inverse
        end_start = float(self.b[0] - end @ start) if first else 0.0
        dense_start = self.dense[0] - dense @ start if first else np.zeros(len(dense))
        if self.order > 1 and len(dense) == 1:
            # A line is of order 1: with f at the start, a parabola. What leaves a floor then does not begin below it.
            dense, dense_start = np.array([np.zeros(len(end)), end]), np.array([1.0, end_start - 1.0])
        return StageBasis(
            c=self.c[first:],
            a=a,
            start=start,
            t=t,
            t_inverse=t_inverse,
            shifts=shifts,
            end=end,
            end_start=end_start,
            dense=dense,
            dense_start=dense_start,
            kappa=kappa,
            error=kappa * error,
            error_start=kappa * float(of_start - error @ start),
        )

    def __repr__(self) -> str:
        return f"ImplicitTableau({self.name!r}, {self.description}, {self.digest})"


def _inverse(a: np.ndarray) -> np.ndarray:
    """A⁻¹, triangular to the last digit where A is."""
    found = np.linalg.inv(a)
    return found if np.triu(a, 1).any() else np.tril(found)


def _check_solvable(who: str, a: np.ndarray) -> None:
    """Raises where stages cannot be solved for by A⁻¹."""
    if not np.triu(a).any():
        raise ValueError(f"{who}: a has no entries on or above its diagonal: it is explicit. Take lw.Tableau.")
    first = known_stages(a)
    sizes = np.linalg.svd(a[first:, first:], compute_uv=False)
    if sizes[-1] < SINGULAR_TABLE * sizes[0]:
        raise ValueError(
            f"{who}: a is singular{' without its first stage' * first}. Only the first stage may be explicit, as in "
            "ESDIRK and Lobatto IIIA; order stages so, or write the method as lw.OneStep."
        )


@dataclass(frozen=True, eq=False)
class Collocation:
    """The coefficients of a collocation method of three stages."""

    name: str
    order: int
    c: Any
    a: Any
    t: Any
    t_inverse: Any
    gamma: float
    alpha: float
    beta: float
    error: Any
    """Weights of the stages in the error estimate (γ/h − J)⁻¹ (f(y₀) + Σ error_i z_i / h), of order 3."""
    dense: Any
    """Powers × stages: y(θ) = y₀ + Σ_j θ^(j+1) Σ_i dense_ji z_i, of order 3."""
    error_order: int = 3

    @cached_property
    def basis(self) -> StageBasis:
        """What steps compute with."""
        nothing, (g, p, q) = np.zeros(3), (self.gamma, self.alpha, self.beta)
        shifts = np.array([[g, 0.0, 0.0], [0.0, p, -q], [0.0, q, p]])
        return StageBasis(
            c=self.c,
            a=self.a,
            start=nothing,
            t=self.t,
            t_inverse=self.t_inverse,
            shifts=shifts,
            end=np.array([0.0, 0.0, 1.0]),
            end_start=0.0,
            dense=self.dense,
            dense_start=nothing,
            kappa=g,
            error=self.error,
            error_start=1.0,
        )


_ROOT = sqrt(6.0)

RADAU = Collocation(
    name="radau",
    order=5,
    c=np.array([(4.0 - _ROOT) / 10.0, (4.0 + _ROOT) / 10.0, 1.0]),
    a=np.array(
        [
            [(88.0 - 7.0 * _ROOT) / 360.0, (296.0 - 169.0 * _ROOT) / 1800.0, (-2.0 + 3.0 * _ROOT) / 225.0],
            [(296.0 + 169.0 * _ROOT) / 1800.0, (88.0 + 7.0 * _ROOT) / 360.0, (-2.0 - 3.0 * _ROOT) / 225.0],
            [(16.0 - _ROOT) / 36.0, (16.0 + _ROOT) / 36.0, 1.0 / 9.0],
        ]
    ),
    t=np.array(
        [
            [0.094438762488975241487, -0.14125529502095420843, -0.030029194105147424492],
            [0.25021312296533331138, 0.204129352293799932, 0.3829421127572619378],
            [1.0, 1.0, 0.0],
        ]
    ),
    t_inverse=np.array(
        [
            [4.1787185915519047273, 0.32768282076106238708, 0.52337644549944954804],
            [-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196],
            [-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497],
        ]
    ),
    gamma=3.6378342527444957322,
    alpha=2.6810828736277521339,
    beta=3.0504301992474105694,
    error=np.array([(-13.0 - 7.0 * _ROOT) / 3.0, (-13.0 + 7.0 * _ROOT) / 3.0, -1.0 / 3.0]),
    dense=np.array(
        [
            [10.048809399827415562, -1.3821427331607488958, 0.33333333333333333333],
            [-25.629591447076639387, 10.296258113743306053, -2.6666666666666666667],
            [15.580782047249223824, -8.9141153805825571577, 3.3333333333333333333],
        ]
    ),
)
