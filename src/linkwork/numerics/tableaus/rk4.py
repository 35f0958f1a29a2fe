"""The classical method of order 4, with dense output of order 3; it has no error estimate and takes fixed steps.

W. Kutta, Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46 (1901) 435–453.
"""

from __future__ import annotations

from .tableau import Tableau

RK4 = Tableau(
    name="rk4",
    description="classical Runge–Kutta, order 4, fixed steps",
    order=4,
    a=((), (1 / 2,), (0, 1 / 2), (0, 0, 1)),
    b=(1 / 6, 1 / 3, 1 / 3, 1 / 6),
    c=(0, 1 / 2, 1 / 2, 1),
    stability=2.78,
)
