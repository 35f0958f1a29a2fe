"""Equations written by hand, integrated by a Dormand–Prince 8(5,3) written by hand: all of it one function in numba.

The practical limit of what is measured: no events, no samples, no certificate, no projection, no failure explained.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from scipy.integrate._ivp import dop853_coefficients as table

A, B, E_3, E_5 = table.A[:12, :12].copy(), table.B.copy(), table.E3[:12].copy(), table.E5[:12].copy()
C = table.C[:12].copy()
STAGES = 12


def make_dop853(rates: Any) -> Any:
    """`integrate(y, t_end, tolerance)` for compiled `rates(t, y, f)`; gives y at the end, steps and attempts."""

    @numba.njit
    def first_step(y, f, tolerance, trial, f_new):  # type: ignore[no-untyped-def]
        n = len(y)
        d_0 = d_1 = d_2 = 0.0
        for i in range(n):
            scale = tolerance * (1.0 + abs(y[i]))
            d_0 += (y[i] / scale) ** 2
            d_1 += (f[i] / scale) ** 2
        h = 1e-6 if d_0 < 1e-10 * n or d_1 < 1e-10 * n else 0.01 * np.sqrt(d_0 / d_1)
        for i in range(n):
            trial[i] = y[i] + h * f[i]
        rates(h, trial, f_new)
        for i in range(n):
            d_2 += ((f_new[i] - f[i]) / (tolerance * (1.0 + abs(y[i])))) ** 2
        most = max(np.sqrt(d_1 / n), np.sqrt(d_2 / n) / h)
        return min(100.0 * h, max(1e-6, 1e-3 * h) if most <= 1e-15 else (0.01 / most) ** 0.125)

    @numba.njit
    def integrate(start, t_end, tolerance):  # type: ignore[no-untyped-def]
        n = len(start)
        y, y_new, k = start.copy(), np.empty(n), np.empty((STAGES + 1, n))
        rates(0.0, y, k[0])
        h = first_step(y, k[0], tolerance, y_new, k[1])
        t, steps, attempts, rejected = 0.0, 0, 0, False
        while t < t_end:
            h = min(h, t_end - t)
            attempts += 1
            for s in range(1, STAGES):
                for i in range(n):
                    total = 0.0
                    for j in range(s):
                        total += A[s, j] * k[j, i]
                    y_new[i] = y[i] + h * total
                rates(t + C[s] * h, y_new, k[s])
            e_5 = e_3 = 0.0
            for i in range(n):
                total = one = other = 0.0
                for j in range(STAGES):
                    total += B[j] * k[j, i]
                    one += E_5[j] * k[j, i]
                    other += E_3[j] * k[j, i]
                y_new[i] = y[i] + h * total
                scale = tolerance * (1.0 + max(abs(y[i]), abs(y_new[i])))
                e_5 += (one / scale) ** 2
                e_3 += (other / scale) ** 2
            error = 0.0 if e_5 == 0.0 else h * e_5 / np.sqrt((e_5 + 0.01 * e_3) * n)
            growth = 6.0 if error == 0.0 else min(6.0, max(1.0 / 3.0, 0.9 * error**-0.125))
            if error > 1.0:
                h, rejected = h * min(1.0, growth), True
                continue
            t = t_end if h == t_end - t else t + h
            steps += 1
            rates(t, y_new, k[0])
            y, y_new = y_new, y
            h, rejected = h * (min(1.0, growth) if rejected else growth), False
        return y, steps, attempts

    return integrate
