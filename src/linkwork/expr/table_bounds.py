"""Bounds of piecewise polynomials on intervals of their variable."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from .tables import PiecewisePolynomial


def bounds_of_lookup(polynomial: PiecewisePolynomial, low: Any, high: Any) -> tuple[Any, Any, tuple[Any, Any]]:
    """(least, largest, bounds of the slope) for x from low to high.

    They are those of the polynomial itself within one segment, of all segments that are touched elsewhere; across a
    jump the slope has none.
    """
    a, b = (np.atleast_1d(np.asarray(x, dtype=float)) for x in np.broadcast_arrays(low, high))
    if polynomial.periodic:
        first, period = polynomial.breaks[0], polynomial.breaks[-1] - polynomial.breaks[0]
        turns = period * np.floor((a - first) / period)
        a, b = a - turns, np.minimum(b - turns, first + 2.0 * period)
        b = np.where(b - a >= period, a + period, b)
    elif polynomial.holds:
        a, b = (np.clip(x, polynomial.breaks[0], polynomial.breaks[-1]) for x in (a, b))
    least, largest, spans = _Table.of(polynomial).bounds(a, b)
    slopes = _Table.of(polynomial.derivative).bounds(a, b)[:2]
    if polynomial.smoothness < 0:
        slopes = np.where(spans, -np.inf, slopes[0]), np.where(spans, np.inf, slopes[1])
    if np.ndim(low) or np.ndim(high):
        return least, largest, slopes
    return least[0], largest[0], (slopes[0][0], slopes[1][0])


class _Table:
    """A polynomial's segments, two periods of them where it is periodic, with bounds of each."""

    def __init__(self, polynomial: PiecewisePolynomial) -> None:
        breaks, coefficients = polynomial.breaks, polynomial.coefficients
        if polynomial.periodic:
            period = breaks[-1] - breaks[0]
            breaks = np.concatenate([breaks, breaks[1:] + period])
            coefficients = np.vstack([coefficients, coefficients])
        self.breaks, self.coefficients = breaks, coefficients
        least, largest = self._within(np.arange(len(coefficients)), np.zeros(len(coefficients)), np.diff(breaks))
        self.least, self.largest = (np.append(x, y) for x, y in ((least, np.inf), (largest, -np.inf)))

    @staticmethod
    @lru_cache(maxsize=64)
    def of(polynomial: PiecewisePolynomial) -> _Table:
        """The segments of a polynomial."""
        return _Table(polynomial)

    def bounds(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bounds on intervals, and whether each spans several segments."""
        last = len(self.coefficients) - 1
        first = np.clip(np.searchsorted(self.breaks, a, side="right") - 1, 0, last)
        # An interval that ends at a break does not touch what is behind it.
        final = np.maximum(np.clip(np.searchsorted(self.breaks, b, side="left") - 1, 0, last), first)
        least, largest = self._within(first, a - self.breaks[first], b - self.breaks[first])
        many = np.flatnonzero(final > first)
        if len(many):
            ranges = np.stack([first[many], final[many] + 1], axis=1).ravel()
            least[many] = np.minimum.reduceat(self.least, ranges)[::2]
            largest[many] = np.maximum.reduceat(self.largest, ranges)[::2]
            # Outer polynomials go on beyond the outer breaks.
            for out, place in ((many[a[many] < self.breaks[0]], 0), (many[b[many] > self.breaks[-1]], last)):
                first_break, next_break = self.breaks[place], self.breaks[place + 1]
                start = np.minimum(a[out], first_break) if place == 0 else np.full(len(out), first_break)
                end = np.maximum(b[out], next_break) if place == last else np.full(len(out), next_break)
                beyond = self._within(np.full(len(out), place), start - first_break, end - first_break)
                least[out], largest[out] = np.fmin(least[out], beyond[0]), np.fmax(largest[out], beyond[1])
        return least, largest, final > first

    def _within(self, segment: np.ndarray, start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Bounds of the polynomials of segments from start to end, counted from their breaks: Bernstein's coefficients
        enclose a polynomial (G. Farin, Curves and Surfaces for CAGD, chapter 5)."""
        powers = self._shifted(self.coefficients[segment][:, ::-1], start) * _powers(end - start, self.degree)
        weights = powers @ _bernstein(self.degree).T
        return weights.min(axis=1), weights.max(axis=1)

    @property
    def degree(self) -> int:
        """Of the polynomials."""
        return self.coefficients.shape[1] - 1

    def _shifted(self, powers: np.ndarray, start: np.ndarray) -> np.ndarray:
        """Coefficients (lowest first) of polynomials about other points, by repeated Horner's rule."""
        found = powers.copy()
        for i in range(self.degree):
            for j in range(self.degree - 1, i - 1, -1):
                found[:, j] += start * found[:, j + 1]
        return found


def _powers(width: np.ndarray, degree: int) -> np.ndarray:
    return np.asarray(width)[:, None] ** np.arange(degree + 1)


@lru_cache(maxsize=16)
def _bernstein(n: int) -> np.ndarray:
    """From coefficients of powers on [0, 1] to those of Bernstein's polynomials."""
    return np.array([[comb(i, j) / comb(n, j) if j <= i else 0.0 for j in range(n + 1)] for i in range(n + 1)])


__all__ = ["bounds_of_lookup"]
