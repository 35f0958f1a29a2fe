r"""Linear differential equations $\dot Y = A(t)\,Y + B(t)$ by collocation at Gauss points.

A step of length h with s points takes Y to $Y + h\sum_i b_i K_i$, where the K solve
$K_i = A_i\,(Y + h\sum_j a_{ij} K_j) + B_i$: of order 2s, and stable however stiff A is.
"""

from __future__ import annotations

from functools import cache

import numpy as np

STAGES = 5


@cache
def gauss_tableau(stages: int = STAGES) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(a, b, c) of the method, on the unit interval."""
    x, w = np.polynomial.legendre.leggauss(stages)
    c, b = (x + 1.0) / 2.0, w / 2.0
    powers = np.vander(c, stages, increasing=True)
    integrals = c[:, None] ** np.arange(1, stages + 1) / np.arange(1, stages + 1)
    return integrals @ np.linalg.inv(powers), b, c


def collocation_step(A: np.ndarray, B: np.ndarray, Y: np.ndarray, h: float) -> np.ndarray:
    """Y at the end of a step; A (stages × n × n) and B (stages × n × m) at its Gauss points."""
    a, b, _ = gauss_tableau(len(A))
    stages, n = len(A), Y.shape[0]
    matrix = np.eye(stages * n) - h * np.einsum("ij,ixy->ixjy", a, A).reshape(stages * n, stages * n)
    right = (A @ Y + B).reshape(stages * n, -1)
    K = np.linalg.solve(matrix, right).reshape(stages, n, -1)
    return np.asarray(Y + h * np.einsum("i,inm->nm", b, K))
