"""Radau IIA of three stages, order 5: collocation at the zeros of a Radau polynomial, L-stable and stiffly accurate.

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, sections IV.5 and IV.8. The eigenvalues of A⁻¹ are γ
and α ± iβ; A⁻¹ T = T Λ with Λ = diag(γ, [[α, −β], [β, α]]), so that the stages take one real and one complex system.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from .stage_basis import StageBasis


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
