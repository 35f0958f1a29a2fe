"""Equations written by hand with their Jacobian, integrated by a Radau IIA of order 5 written by hand, all in numba.

After E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8, as in `hand`: nothing but y at the
end comes out.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from scipy.integrate._ivp import radau as table

C, ERROR = table.C.copy(), table.E.copy()
T, DENSE = table.T.copy(), table.P.copy()
TO_REAL, TO_COMPLEX = table.TI_REAL.copy(), table.TI_COMPLEX.copy()
REAL, COMPLEX = float(table.MU_REAL), complex(table.MU_COMPLEX)
TURNS = 6


@numba.njit
def factor(a, order):  # type: ignore[no-untyped-def]
    """LU factors in place with row exchanges, of real or complex numbers."""
    n = len(a)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[best, k]):
                best = i
        order[k] = best
        if best != k:
            for j in range(n):
                a[k, j], a[best, j] = a[best, j], a[k, j]
        for i in range(k + 1, n):
            if a[i, k] != 0.0:
                a[i, k] /= a[k, k]
                for j in range(k + 1, n):
                    a[i, j] -= a[i, k] * a[k, j]


@numba.njit
def solve(a, order, b):  # type: ignore[no-untyped-def]
    """Solves in place with the factors."""
    n = len(a)
    for k in range(n):
        b[k], b[order[k]] = b[order[k]], b[k]
    for i in range(n):
        for j in range(i):
            b[i] -= a[i, j] * b[j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            b[i] -= a[i, j] * b[j]
        b[i] /= a[i, i]


def make_newton(rates: Any) -> Any:
    """Simplified Newton for the stages z = T w: (whether it converged, turns, rate of convergence)."""

    @numba.njit
    def newton(t, h, y, z, w, f, right, both, real, full, orders, scale, kappa):  # type: ignore[no-untyped-def]
        n = len(y)
        last, rate, trial = 0.0, 1.0, f[3]
        for turn in range(TURNS):
            for s in range(3):
                for i in range(n):
                    trial[i] = y[i] + z[s, i]
                rates(t + C[s] * h, trial, f[s])
            for i in range(n):
                mixed = TO_REAL[0] * f[0, i] + TO_REAL[1] * f[1, i] + TO_REAL[2] * f[2, i]
                right[i] = mixed - REAL / h * w[0, i]
                twofold = TO_COMPLEX[0] * f[0, i] + TO_COMPLEX[1] * f[1, i] + TO_COMPLEX[2] * f[2, i]
                both[i] = twofold - COMPLEX / h * complex(w[1, i], w[2, i])
            solve(real, orders[0], right)
            solve(full, orders[1], both)
            size = 0.0
            for i in range(n):
                w[0, i] += right[i]
                w[1, i] += both[i].real
                w[2, i] += both[i].imag
                size += (right[i] ** 2 + both[i].real ** 2 + both[i].imag ** 2) / scale[i] ** 2
                for s in range(3):
                    z[s, i] = T[s, 0] * w[0, i] + T[s, 1] * w[1, i] + T[s, 2] * w[2, i]
            size = np.sqrt(size / (3 * n))
            if turn > 0:
                rate = size / last
                if rate >= 1.0 or rate ** (TURNS - 1 - turn) / (1.0 - rate) * size > kappa:
                    return False, turn + 1, rate
            if size == 0.0 or (turn > 0 and rate / (1.0 - rate) * size < kappa):
                return True, turn + 1, rate
            last = size
        return False, TURNS, rate

    return newton


@numba.njit
def norm(error, scale):  # type: ignore[no-untyped-def]
    """Root mean square in units of the tolerance."""
    total = 0.0
    for i in range(len(error)):
        total += (error[i] / scale[i]) ** 2
    return np.sqrt(total / len(error))


@numba.njit
def continue_stages(z, w, past, ratio):  # type: ignore[no-untyped-def]
    """The stages that the polynomial of the step before has in this one, which is `ratio` times as long."""
    for i in range(z.shape[1]):
        for s in range(3):
            x = 1.0 + C[s] * ratio
            ends = past[0, i] + past[1, i] + past[2, i]
            z[s, i] = x * (past[0, i] + x * (past[1, i] + x * past[2, i])) - ends
        w[0, i] = TO_REAL[0] * z[0, i] + TO_REAL[1] * z[1, i] + TO_REAL[2] * z[2, i]
        twofold = TO_COMPLEX[0] * z[0, i] + TO_COMPLEX[1] * z[1, i] + TO_COMPLEX[2] * z[2, i]
        w[1, i], w[2, i] = twofold.real, twofold.imag


@numba.njit
def factor_both(J, h, real, full, orders):  # type: ignore[no-untyped-def]
    """Factors of REAL/h − J and COMPLEX/h − J."""
    n = len(J)
    for i in range(n):
        for j in range(n):
            real[i, j] = full[i, j] = -J[i, j]
        real[i, i] += REAL / h
        full[i, i] += COMPLEX / h
    factor(real, orders[0])
    factor(full, orders[1])


@numba.njit
def paced(h, error, turns, before_h, before_error):  # type: ignore[no-untyped-def]
    """The factor for the next step, with Gustafsson's prediction from the last two errors."""
    safety = 0.9 * (2 * TURNS + 1) / (2 * TURNS + turns)
    factor = error**-0.25
    if before_h > 0.0:
        factor = min(factor, h / before_h * (before_error / error) ** 0.25 * error**-0.25)
    return min(10.0, max(0.2, safety * factor))


def make_radau(rates: Any, jacobian: Any) -> Any:
    """`integrate(y, t_end, tolerance)` for compiled rates and Jacobian; gives y at the end, steps and attempts."""
    newton = make_newton(rates)

    @numba.njit
    def integrate(start, t_end, tolerance):  # type: ignore[no-untyped-def]
        n = len(start)
        y, y_new, error, trial, scale, right, f_0, f_1 = np.zeros((8, n))
        z, w, past, f = np.zeros((3, n)), np.zeros((3, n)), np.zeros((3, n)), np.zeros((4, n))
        both, orders = np.zeros(n, dtype=np.complex128), np.zeros((2, n), dtype=np.int64)
        J, real, full = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n), dtype=np.complex128)
        kappa = max(1e-15 / tolerance, min(0.03, np.sqrt(tolerance)))
        y[:] = start
        rates(0.0, y, f_0)
        jacobian(0.0, y, J)
        t, h, steps, attempts, fresh, rejected = 0.0, 1e-6, 0, 0, True, False
        factored = before_h = before_error = past_h = 0.0
        while t < t_end:
            # As in RADAU5, a last step that is hardly shorter than the usual one is the usual one, stretched.
            h = t_end - t if h * 1.01 >= t_end - t else h
            attempts += 1
            if h != factored:
                factor_both(J, h, real, full, orders)
                factored = h
            for i in range(n):
                scale[i] = tolerance * (1.0 + abs(y[i]))
            if past_h > 0.0:
                continue_stages(z, w, past, h / past_h)
            else:
                z[:], w[:] = 0.0, 0.0
            converged, turns, rate = newton(t, h, y, z, w, f, right, both, real, full, orders, scale, kappa)
            if not converged:
                if not fresh:
                    jacobian(t, y, J)
                    fresh = True
                else:
                    h *= 0.5
                factored = 0.0
                continue
            for i in range(n):
                y_new[i] = y[i] + z[2, i]
                scale[i] = tolerance * (1.0 + max(abs(y[i]), abs(y_new[i])))
                past_i = (ERROR[0] * z[0, i] + ERROR[1] * z[1, i] + ERROR[2] * z[2, i]) / h
                error[i] = f_0[i] + past_i
                right[i] = past_i
            solve(real, orders[0], error)
            size = max(norm(error, scale), 1e-10)
            if size > 1.0 and (rejected or past_h == 0.0):
                for i in range(n):
                    trial[i] = y[i] + error[i]
                rates(t, trial, f_1)
                for i in range(n):
                    error[i] = f_1[i] + right[i]
                solve(real, orders[0], error)
                size = max(norm(error, scale), 1e-10)
            if size > 1.0:
                h *= paced(h, size, turns, 0.0, 0.0)
                rejected = True
                continue
            steps += 1
            growth = paced(h, size, turns, before_h, before_error)
            growth = min(1.0, growth) if rejected else growth
            for p in range(3):
                for i in range(n):
                    past[p, i] = DENSE[0, p] * z[0, i] + DENSE[1, p] * z[1, i] + DENSE[2, p] * z[2, i]
            t = t_end if h == t_end - t else t + h
            before_h, before_error, past_h, rejected = h, max(1e-2, size), h, False
            y, y_new = y_new, y
            rates(t, y, f_0)
            fresh = False
            if turns > 2 and rate > 1e-3:
                jacobian(t, y, J)
                fresh, factored = True, 0.0
            elif growth < 1.2:
                growth = 1.0
            h *= growth
        return y, steps, attempts

    return integrate
