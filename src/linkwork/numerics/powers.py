r"""Powers that have the same bits on every machine: sums, products and quotients of plain numbers, nothing else.

The length of the next step is a power of an error. C libraries and browsers differ in the last bit of `pow`, and steps
that differ in the last bit end elsewhere: with powers of our own a run takes the same steps here, in a page and on a
controller. $x^p = e^{p \ln x}$ with $x = 2^k m$, $\ln m = 2 \operatorname{artanh} \frac{m - 1}{m + 1}$ and
$e^r$ for $|r| \le \frac{1}{2} \ln 2$ by their series. The error is some units of the last place, times |p ln x|.
"""

from __future__ import annotations

import numpy as np

from ..kernels.loops import loop

ROOT_TWO = 1.4142135623730951
LN_TWO = 0.6931471805599453
LN_TWO_HIGH, LN_TWO_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""ln 2 in two parts; the first has so few digits that products with powers of two's exponents are exact."""
STRIDE, STRIDE_SIZE = 16, 65536.0
"""Powers of two that are taken at once, and their product."""


@loop
def portable_power(x: float, p: float) -> float:
    """x to the power p, for x that is not negative."""
    if p == 0.0 or x == 1.0:
        return 1.0
    if not x > 0.0 or x == np.inf:
        return x if p > 0.0 or not x >= 0.0 else np.inf if x == 0.0 else 0.0
    return portable_exponential(p * portable_logarithm(x))


@loop
def portable_logarithm(x: float) -> float:
    """ln x, for x that is positive and finite."""
    k, m = 0, x
    while m >= STRIDE_SIZE:
        m, k = m / STRIDE_SIZE, k + STRIDE
    while m * STRIDE_SIZE < ROOT_TWO:
        m, k = m * STRIDE_SIZE, k - STRIDE
    while m > ROOT_TWO:
        m, k = 0.5 * m, k + 1
    while m * ROOT_TWO < 1.0:
        m, k = 2.0 * m, k - 1
    return k * LN_TWO_HIGH + (k * LN_TWO_LOW + log_near_one(m))


@loop
def log_near_one(m: float) -> float:
    """ln m for m between √½ and √2: 2 (s + s³/3 + s⁵/5 + …), as two short sums side by side."""
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    w = z * z
    first = w * (1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21)))))
    second = z * (1.0 / 3 + w * (1.0 / 7 + w * (1.0 / 11 + w * (1.0 / 15 + w * (1.0 / 19)))))
    return 2.0 * s * (1.0 + (first + second))


@loop
def portable_exponential(x: float) -> float:
    """e to the power x."""
    if not x < 710.0:
        return np.inf if x > 0.0 else x
    if x < -746.0:
        return 0.0
    n = int(np.floor(x / LN_TWO + 0.5))
    r = (x - n * LN_TWO_HIGH) - n * LN_TWO_LOW
    w = r * r
    even = w * (0.5 + w * (1.0 / 24 + w * (1.0 / 720 + w * (1.0 / 40320 + w * (1.0 / 3628800 + w / 479001600)))))
    odd = w * (
        1.0 / 6 + w * (1.0 / 120 + w * (1.0 / 5040 + w * (1.0 / 362880 + w * (1.0 / 39916800 + w / 6227020800))))
    )
    value = 1.0 + (even + (r + r * odd))
    while n >= STRIDE:
        value, n = value * STRIDE_SIZE, n - STRIDE
    while n <= -STRIDE:
        value, n = value / STRIDE_SIZE, n + STRIDE
    while n > 0:
        value, n = 2.0 * value, n - 1
    while n < 0:
        value, n = 0.5 * value, n + 1
    return value
