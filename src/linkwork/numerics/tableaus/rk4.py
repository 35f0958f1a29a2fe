"""The classical method of order 4, with dense output of order 3; it has no error estimate and takes fixed steps.

W. Kutta, Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46 (1901) 435–453.
"""

from __future__ import annotations

from .tableau import Tableau, nested, rows

_B = {0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6}

RK4 = Tableau(
    name="rk4",
    order=4,
    error_order=0,
    stages=4,
    a=rows(5, {}, {0: 1 / 2}, {1: 1 / 2}, {2: 1.0}, _B),
    b=rows(5, _B)[0],
    c=(0, 1 / 2, 1 / 2, 1, 1),
    error=(0,) * 5,
    second_error=(0,) * 5,
    dense=nested(_B, rows(5)),
    stability=2.78,
)
