r"""Relaxation kernels of any form: whether they are passive, and the sum of exponentials that meets one.

A kernel G is passive over a horizon where no motion gets energy out of it: the work of $F = \int G(t-s)\,\dot x\,ds$ is
$\tfrac12\int\!\int G(|t-s|)\,\dot x(t)\,\dot x(s)\,dt\,ds$, so that G(|t|) must be positive definite (Bochner).

Kernels that relax are sums of decaying exponentials with positive weights, if need be of very many (Bernstein). A few
of them, found by least squares without negative weights (Lawson and Hanson), meet such a kernel within a tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import lazy_loader
import numpy as np

from ...contract import ModelError
from .exponential_sum import exponential_sum

scipy = lazy_loader.load("scipy")

DECADES = 9
"""How far below the horizon the kernel is looked at."""
SPACINGS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
"""Exponentials a decade, tried in this order."""
INSTANTS = 120
"""Instants on which a motion is tried that could get energy out."""
MOVED_EXPONENTIALS = 5
"""Up to so many exponentials have their times moved."""
NEGATIVE = 1e-9
"""Eigenvalues above this, negative and relative to the largest, are rounding."""

RelaxationFunction = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class RelaxationFit:
    """G(t) ≈ g∞ + Σ g_i exp(−t/τ_i) + Σ exp(−a_j t) (b_j cos ω_j t + c_j sin ω_j t), up to the horizon.

    It is off by at most `error` (of G(0) = 1). `oscillations` are rows (b, c, a, ω).
    """

    moduli: tuple[float, ...]
    times: tuple[float, ...]
    equilibrium: float
    error: float
    oscillations: tuple[tuple[float, float, float, float], ...] = ()

    def __call__(self, t: np.ndarray) -> np.ndarray:
        """The sum at times t."""
        t = np.asarray(t)
        parts = [g * np.exp(-t / tau) for g, tau in zip(self.moduli, self.times, strict=True)]
        parts += [np.exp(-a * t) * (b * np.cos(w * t) + c * np.sin(w * t)) for b, c, a, w in self.oscillations]
        return np.asarray(self.equilibrium + sum(parts, np.zeros(np.shape(t))))


def check_passive(kernel: RelaxationFunction, horizon: float) -> None:
    """Raises where some motion within the horizon would get energy out of a kernel with G(0) = 1."""
    grid = np.concatenate([[0.0], np.geomspace(10.0**-DECADES * horizon, horizon, 40 * DECADES)])
    values = kernel(grid)
    if not np.isfinite(values).all():
        at = grid[int(np.argmin(np.isfinite(values)))]
        raise ModelError(f"G({at:.3g} s) is not a number; a kernel must be finite from 0 s to the horizon")
    largest = int(np.argmax(np.abs(values)))
    if abs(values[largest]) > 1.0 + NEGATIVE:
        raise ModelError(
            f"the relaxation kernel is not passive: at {grid[largest]:.3g} s it is {values[largest]:.4g} of what it is "
            "at once. A force that grows while nothing moves would give out energy"
        )
    for span in horizon * np.array([1.0, 1e-2, 1e-4]):
        instants = np.linspace(0.0, span, INSTANTS)
        matrix = scipy.linalg.toeplitz(kernel(instants))
        sizes = np.linalg.eigvalsh(matrix)
        if sizes[0] < -NEGATIVE * sizes[-1]:
            raise ModelError(
                f"the relaxation kernel is not passive: steps of length at intervals of {span / (INSTANTS - 1):.3g} s "
                f"get energy out of it, {-sizes[0]:.3g} of what they put in each. A kernel that relaxes falls more "
                "and more slowly"
            )


def _merged(
    found: np.ndarray, times: np.ndarray, grid: np.ndarray, wanted: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """Weights on neighbouring times as one each, then weights and times moved together (least squares).

    That is for kernels that are sums of a few exponentials themselves, whose times lie between those tried; of many,
    the times do not matter.
    """
    moduli: list[float] = []
    logs: list[float] = []
    last = -2
    for k in np.flatnonzero(found[:-1] > 0.0):
        weight = float(found[k])
        if k == last + 1:
            total = moduli[-1] + weight
            logs[-1] = (moduli[-1] * logs[-1] + weight * float(np.log(times[k]))) / total
            moduli[-1] = total
            last = -2
        else:
            moduli.append(weight)
            logs.append(float(np.log(times[k])))
            last = int(k)
    n = len(moduli)
    if n > MOVED_EXPONENTIALS:
        return found[:-1], times, float(found[-1])

    def parts(x: np.ndarray) -> np.ndarray:
        return np.asarray(np.exp(-grid[:, None] * np.exp(-x[n : 2 * n])))

    def slopes(x: np.ndarray) -> np.ndarray:
        decaying = parts(x)
        return np.column_stack([decaying, x[:n] * decaying * grid[:, None] * np.exp(-x[n : 2 * n]), np.ones(len(grid))])

    start = np.array([*moduli, *logs, max(float(found[-1]), 0.0)])
    low = np.array([0.0] * n + [-np.inf] * n + [0.0])
    moved = scipy.optimize.least_squares(
        lambda x: parts(x) @ x[:n] + x[-1] - wanted,
        start + 1e-300,
        slopes,
        bounds=(low, np.inf),
        xtol=1e-15,
        ftol=1e-15,
        gtol=1e-15,
        max_nfev=60,
    ).x
    return moved[:n], np.exp(moved[n : 2 * n]), float(moved[-1])


def fitted_kernel(kernel: RelaxationFunction, horizon: float, tolerance: float) -> RelaxationFit:
    """Few exponentials that meet a kernel with G(0) = 1, some of them oscillating where others do not do."""
    try:
        return exponentials(kernel, horizon, tolerance)
    except ModelError as error:
        try:
            found = exponential_sum(lambda t: kernel(t)[:, None], horizon, tolerance)
        except ModelError:
            raise error from None
    oscillations = zip(found.cosines[:, 0], found.sines[:, 0], found.pairs[:, 0], found.pairs[:, 1], strict=True)
    return RelaxationFit(
        tuple(found.weights[:, 0].tolist()),
        tuple((1.0 / found.rates).tolist()),
        float(found.constant[0]),
        found.error,
        tuple((float(b), float(c), float(a), float(w)) for b, c, a, w in oscillations),
    )


def exponentials(kernel: RelaxationFunction, horizon: float, tolerance: float) -> RelaxationFit:
    """Few exponentials, spread over the decades, that meet a kernel with G(0) = 1; raises where none do."""
    decades = np.geomspace(10.0**-DECADES * horizon, horizon, 60 * DECADES)
    grid = np.concatenate([[0.0], decades, np.linspace(0.0, horizon, 400)[1:]])
    wanted = kernel(grid)
    # What happens before the kernel has changed by the tolerance need not be followed: it would only be stiff.
    changed = decades[np.abs(kernel(decades) - 1.0) > tolerance]
    shortest = 0.1 * float(changed[0]) if len(changed) else horizon
    best: RelaxationFit | None = None
    for spacing in SPACINGS:
        count = 2 + int(np.ceil(spacing * np.log10(10.0 * horizon / shortest)))
        times = np.geomspace(shortest, 10.0 * horizon, count)
        columns = np.column_stack([np.exp(-grid[:, None] / times), np.ones(len(grid))])
        found, _ = scipy.optimize.nnls(columns, wanted, maxiter=100 * count)
        for moduli, tau, rest in ((found[:-1], times, found[-1]), _merged(found, times, grid, wanted)):
            kept = moduli > 0.0
            fit = RelaxationFit(tuple(map(float, moduli[kept])), tuple(map(float, tau[kept])), float(rest), 0.0)
            error = float(np.abs(fit(grid) - wanted).max())
            if best is None or error < best.error:
                best = RelaxationFit(fit.moduli, fit.times, fit.equilibrium, error)
            if error <= tolerance:
                return best
    assert best is not None
    raise ModelError(
        f"no sum of decaying exponentials meets the relaxation kernel within {tolerance:.2g} of G(0), nor one with "
        f"oscillations; the nearest, of {len(best.moduli)}, is off by {best.error:.2g}. Give a larger tolerance, a "
        "shorter horizon, or a kernel that falls more and more slowly"
    )
