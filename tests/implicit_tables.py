"""Implicit Runge–Kutta methods as a user writes them: tables of textbooks, with public names only.

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II: Alexander's method is (IV.6.16) with γ a root of
x³ − 3x² + 3x/2 − 1/6, the collocation methods are tables IV.5.1 to IV.5.9. ESDIRK of two stages, trapezoid and BDF 2:
R. E. Bank and others, IEEE Trans. Electron Devices 32 (1985) 1992–2007, with the error estimate of M. E. Hosea, L. F.
Shampine, Appl. Numer. Math. 20 (1996) 21–37.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

import linkwork as lw

_G = 0.43586652150845899942
_B = (-1.5 * _G**2 + 4 * _G - 0.25, 1.5 * _G**2 - 5 * _G + 1.25, _G)
SDIRK3 = lw.ImplicitTableau("sdirk3", 3, a=[[_G], [(1 - _G) / 2, _G], _B], b=_B, c=[_G, (1 + _G) / 2, 1])
MIDPOINT = lw.ImplicitTableau("implicit midpoint", 2, a=[[1 / 2]], b=[1], c=[1 / 2])
_R = sqrt(3) / 6
GAUSS4 = lw.ImplicitTableau(
    "gauss4", 4, a=[[1 / 4, 1 / 4 - _R], [1 / 4 + _R, 1 / 4]], b=[1 / 2, 1 / 2], c=[1 / 2 - _R, 1 / 2 + _R]
)
_Q = sqrt(15)
GAUSS6 = lw.ImplicitTableau(
    "gauss6",
    6,
    a=[
        [5 / 36, 2 / 9 - _Q / 15, 5 / 36 - _Q / 30],
        [5 / 36 + _Q / 24, 2 / 9, 5 / 36 - _Q / 24],
        [5 / 36 + _Q / 30, 2 / 9 + _Q / 15, 5 / 36],
    ],
    b=[5 / 18, 4 / 9, 5 / 18],
    c=[1 / 2 - _Q / 10, 1 / 2, 1 / 2 + _Q / 10],
)
RADAU3 = lw.ImplicitTableau("radau3", 3, a=[[5 / 12, -1 / 12], [3 / 4, 1 / 4]], b=[3 / 4, 1 / 4], c=[1 / 3, 1])
LOBATTO_C = lw.ImplicitTableau(
    "lobatto IIIC",
    4,
    a=[[1 / 6, -1 / 3, 1 / 6], [1 / 6, 5 / 12, -1 / 12], [1 / 6, 2 / 3, 1 / 6]],
    b=[1 / 6, 2 / 3, 1 / 6],
    c=[0, 1 / 2, 1],
)
LOBATTO_A = lw.ImplicitTableau(
    "lobatto IIIA", 4, a=[[], [5 / 24, 1 / 3, -1 / 24], [1 / 6, 2 / 3, 1 / 6]], b=[1 / 6, 2 / 3, 1 / 6], c=[0, 1 / 2, 1]
)
_D, _W = 1 - sqrt(2) / 2, sqrt(2) / 4
TR_BDF2 = lw.ImplicitTableau(
    "tr-bdf2",
    2,
    a=[[], [_D, _D], [_W, _W, _D]],
    b=[_W, _W, _D],
    c=[0, 2 * _D, 1],
    error=np.array([_W, _W, _D]) - np.array([(1 - _W) / 3, (3 * _W + 1) / 3, _D / 3]),
    error_order=2,
)
TWO_DIAGONALS = lw.ImplicitTableau("two diagonals", 2, a=[[1 / 4], [5 / 12, 1 / 3]], b=[1 / 2, 1 / 2], c=[1 / 4, 3 / 4])
"""Diagonally implicit with two different entries on the diagonal."""
IMPLICIT = (SDIRK3, MIDPOINT, GAUSS4, GAUSS6, RADAU3, LOBATTO_C, LOBATTO_A, TR_BDF2, TWO_DIAGONALS)
