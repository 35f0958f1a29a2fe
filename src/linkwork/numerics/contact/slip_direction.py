r"""The directions in which one contact can slide in its plane: all roots of one scalar equation.

With x_T as a parameter, everything else that is linear gives x_N + p = α + βᵀx_T and y_T = c + H x_T. Slip along the
unit vector d, x_T = −μ (x_N + p) d, has x_N + p = α/(1 + μ βᵀd), and y_T is parallel to d where

$$ d^⊥ · [c (1 + μ βᵀd) − μ α H d] = 0, \qquad d = (\cos θ, \sin θ). $$

This is a trigonometric polynomial of degree two: its roots are those of a polynomial of degree four in e^{iθ} on the
unit circle, so that none is missed, whatever G.
"""

from __future__ import annotations

import numpy as np

ON_CIRCLE = 1e-5
"""How far from the unit circle a root may lie before it is polished: double roots are known to half of the digits."""
SAMPLES = np.exp(2j * np.pi * np.arange(5) / 5)
"""Five directions determine the five coefficients."""
POLISH_STEPS = 4


def slip_directions(alpha: float, beta: np.ndarray, c: np.ndarray, H: np.ndarray, mu: float) -> np.ndarray:
    """Unit vectors d, as rows, along which y_T and the slip that caused it are parallel; both signs are among them."""

    def cross(z: np.ndarray) -> np.ndarray:
        d = np.stack([z.real, z.imag])
        v = c[:, None] * (1.0 + mu * (beta @ d)) - mu * alpha * (H @ d)
        return d[0] * v[1] - d[1] * v[0]

    coefficients = np.fft.fft(cross(SAMPLES)) / 5.0
    # From e^{-2iθ} up to e^{2iθ}; the highest first for the polynomial.
    polynomial = coefficients[[2, 1, 0, 4, 3]]
    size = float(np.abs(polynomial).max())
    if size == 0.0:
        return np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    polynomial = np.where(np.abs(polynomial) < 1e-15 * size, 0.0, polynomial)
    roots = np.roots(polynomial)
    roots = roots[np.abs(np.abs(roots) - 1.0) < ON_CIRCLE]
    angles = _polished(np.angle(roots), coefficients[[0, 1, 2]])
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _polished(angles: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Roots of the real trigonometric polynomial a_0 + 2 Re(a_1 e^{iθ} + a_2 e^{2iθ}), by Newton's method."""
    for _ in range(POLISH_STEPS):
        one, two = half[1] * np.exp(1j * angles), half[2] * np.exp(2j * angles)
        value, slope = half[0].real + 2.0 * (one + two).real, -2.0 * (one + 2.0 * two).imag
        safe = np.abs(slope) > 1e-8 * float(np.abs(half).max())
        angles = angles - np.where(safe, value / np.where(safe, slope, 1.0), 0.0)
    return angles
