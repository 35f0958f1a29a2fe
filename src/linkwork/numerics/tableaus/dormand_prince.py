"""Dormand and Prince, order 5 with an error estimate of order 4 and dense output of order 4.

J. R. Dormand, P. J. Prince, A family of embedded Runge–Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19–26; dense
output of L. F. Shampine, Some practical Runge–Kutta formulas, Math. Comp. 46 (1986) 135–150.
"""

from __future__ import annotations

from .tableau import Tableau, rows

_B = {0: 35 / 384, 2: 500 / 1113, 3: 125 / 192, 4: -2187 / 6784, 5: 11 / 84}

DORMAND_PRINCE = Tableau(
    name="dopri5",
    description="explicit Runge–Kutta of Dormand and Prince, order 5(4), for loose tolerances",
    order=5,
    error_order=4,
    a=rows(
        7,
        {},
        {0: 1 / 5},
        {0: 3 / 40, 1: 9 / 40},
        {0: 44 / 45, 1: -56 / 15, 2: 32 / 9},
        {0: 19372 / 6561, 1: -25360 / 2187, 2: 64448 / 6561, 3: -212 / 729},
        {0: 9017 / 3168, 1: -355 / 33, 2: 46732 / 5247, 3: 49 / 176, 4: -5103 / 18656},
        _B,
    ),
    b=rows(7, _B)[0],
    c=(0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1),
    error=rows(
        7,
        {0: 71 / 57600, 2: -71 / 16695, 3: 71 / 1920, 4: -17253 / 339200, 5: 22 / 525, 6: -1 / 40},
    )[0],
    dense=(
        (1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
        (0, 0, 0, 0),
        (0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
        (0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
        (0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
        (0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
        (0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
    ),
    stability=3.25,
    damping=0.04,
)
