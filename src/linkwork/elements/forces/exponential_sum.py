r"""Sums of decaying exponentials, some of which oscillate, through kernels of one or several entries.

$$ G(t) \approx G_\infty + \sum_i A_i\, e^{-r_i t} + \sum_j e^{-a_j t}\,(B_j\cos\omega_j t + C_j\sin\omega_j t) $$

All entries have the same exponents. These come from the shift invariance of samples at equal distances (ESPRIT, Roy and
Kailath 1989), which finds those of an exact sum to rounding; the weights by least squares on instants that crowd at
zero. Where samples at equal distances are too coarse for what happens at first, exponents spread over the decades are
tried beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import lazy_loader
import numpy as np

from ...contract import ModelError

scipy = lazy_loader.load("scipy")

KernelSamples = Callable[[np.ndarray], np.ndarray]
"""Times → times × entries."""
EQUAL_SAMPLES = 320
EXPONENT_COUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)
"""How many exponents are tried."""
LOG_SAMPLES, SUM_DECADES = 40, 9
SPREADS = (1.0, 1.5, 2.0, 3.0)
"""Exponents a decade that are tried beside those found."""
CONSTANT_BELOW = 1e-3
"""What decays or turns by less over the horizon is a constant."""


@dataclass(frozen=True, eq=False)
class ExponentialSum:
    """Weights of a constant, of decaying exponents r, and of pairs (a, ω); all with one row of entries each."""

    constant: np.ndarray
    rates: np.ndarray
    weights: np.ndarray
    pairs: np.ndarray
    """(a, ω), one row each."""
    cosines: np.ndarray
    sines: np.ndarray
    error: float = 0.0
    """The largest distance from the kernel up to the horizon, relative to its largest entry at once."""

    def __call__(self, t: np.ndarray) -> np.ndarray:
        """The sum at times: times × entries."""
        weights = np.vstack([self.constant[None], self.weights, self.cosines, self.sines])
        return np.asarray(_columns(np.asarray(t, dtype=float), self.rates, self.pairs) @ weights)

    def spectrum(self) -> tuple[np.ndarray, np.ndarray]:
        """(frequencies v, ∫ (G − G∞) exp(−i v t) dt, a row of entries for each)."""
        s = 1j * self.frequencies[:, None]
        a, w = self.pairs[:, 0], self.pairs[:, 1]
        below = (s + a) ** 2 + w**2
        found = (1.0 / (s + self.rates)) @ self.weights
        return self.frequencies, found + ((s + a) / below) @ self.cosines + (w / below) @ self.sines

    @property
    def frequencies(self) -> np.ndarray:
        """Where the loss of a motion to and fro may be least: over all decades, densely about each oscillation."""
        sizes = np.concatenate([self.rates, np.hypot(self.pairs[:, 0], self.pairs[:, 1])])
        if not len(sizes):
            return np.zeros(0)
        around = self.pairs[:, 1:] + self.pairs[:, :1] * np.linspace(-10.0, 10.0, 81)
        decades = np.geomspace(1e-3 * sizes.min(), 1e3 * sizes.max(), 400)
        return np.unique(np.concatenate([decades, np.abs(around).ravel()]))


def _columns(t: np.ndarray, rates: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    decay, turn = np.exp(-t[:, None] * pairs[:, 0]), t[:, None] * pairs[:, 1]
    parts = [np.ones((len(t), 1)), np.exp(-t[:, None] * rates), decay * np.cos(turn), decay * np.sin(turn)]
    return np.hstack(parts)


def exponential_sum(kernel: KernelSamples, horizon: float, tolerance: float) -> ExponentialSum:
    """A sum of few exponentials that meets all entries of a kernel; raises where none does."""
    decades = np.geomspace(10.0**-SUM_DECADES * horizon, horizon, LOG_SAMPLES * SUM_DECADES)
    grid = np.concatenate([[0.0], decades, np.linspace(0.0, horizon, 3 * EQUAL_SAMPLES + 1)[1:]])
    wanted = kernel(grid)
    if not np.isfinite(wanted).all():
        at = grid[int(np.argmin(np.isfinite(wanted).all(axis=1)))]
        raise ModelError(f"G({at:.3g} s) is not a number; a kernel must be finite from 0 s to the horizon")
    scale = float(np.abs(wanted[0]).max())
    if scale == 0.0:
        raise ModelError("G(0) is zero; a kernel must resist at once")
    best: ExponentialSum | None = None
    for rates, pairs in _exponents(kernel, horizon):
        found = _weighted(rates, pairs, grid, wanted, scale)
        if best is None or found.error < best.error:
            best = found
        if found.error <= tolerance:
            return found
    assert best is not None
    raise ModelError(
        f"no sum of up to {EXPONENT_COUNTS[-1]} exponentials meets the relaxation kernel within {tolerance:.2g} of "
        f"G(0); the nearest is off by {best.error:.2g}. Give a larger tolerance, a shorter horizon, or a smoother "
        "kernel"
    )


def _exponents(kernel: KernelSamples, horizon: float) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(rates, pairs) to try: more and more from equal samples, then with others beside them."""
    t, step = np.linspace(0.0, horizon, EQUAL_SAMPLES, retstep=True)
    samples = kernel(t)
    rows = EQUAL_SAMPLES // 3
    # Entries that are sums of others have no exponents of their own.
    own, weights, _ = np.linalg.svd(samples, full_matrices=False)
    samples = (own * weights)[:, weights > 1e-15 * weights[0]]
    shifted = np.hstack([scipy.linalg.hankel(y[: rows + 1], y[rows:]) for y in samples.T])
    left, sizes, _ = np.linalg.svd(np.asarray(np.linalg.qr(shifted.T, mode="r")).T)
    most = int((sizes > 1e-14 * sizes[0]).sum())
    pairs = np.zeros((0, 2))
    for count in sorted({min(count, most) for count in EXPONENT_COUNTS}):
        found = left[:, :count]
        shifts = np.linalg.eigvals(np.linalg.lstsq(found[:-1], found[1:], rcond=None)[0])
        rates, pairs = _sorted(shifts, float(step), horizon)
        yield rates, pairs
    for spread in SPREADS:
        count = 2 + int(np.ceil(spread * (SUM_DECADES + 1)))
        yield np.geomspace(0.1 / horizon, 10.0**SUM_DECADES / horizon, count), pairs


def _sorted(shifts: np.ndarray, step: float, horizon: float) -> tuple[np.ndarray, np.ndarray]:
    """Decaying exponents of shifts by one sample: (rates, pairs); those that grow or stay are left out."""
    with np.errstate(divide="ignore"):
        s = np.log(shifts[np.abs(shifts) > 0.0].astype(complex)) / step
    kept = s[(s.real * horizon < -CONSTANT_BELOW) | ((np.abs(s.imag) * horizon > CONSTANT_BELOW) & (s.real <= 0.0))]
    is_real = np.abs(kept.imag) * horizon <= CONSTANT_BELOW
    turning = kept[(kept.imag > 0) & ~is_real & (kept.imag * step < 0.99 * np.pi)]
    return -kept[is_real].real, np.column_stack([-turning.real, turning.imag])


def _weighted(
    rates: np.ndarray, pairs: np.ndarray, grid: np.ndarray, wanted: np.ndarray, scale: float
) -> ExponentialSum:
    columns = _columns(grid, rates, pairs)
    weights = np.linalg.lstsq(columns, wanted, rcond=1e-13)[0]
    error = float(np.abs(columns @ weights - wanted).max()) / scale
    n, m = len(rates), len(pairs)
    constant, real, cosines, sines = weights[0], weights[1 : 1 + n], weights[1 + n : 1 + n + m], weights[1 + n + m :]
    return ExponentialSum(constant, rates, real, pairs, cosines, sines, error)
