r"""Rightmost roots of a linear system with delays.

What delayed laws depend on is measured, y = C x + D w, and comes back a time later, $w_k(t) = y_k(t - \tau_k)$:

$$ \dot x = A x + B w, \quad M(\lambda) = \lambda - A - B\,(1 - E D)^{-1} E\, C, \quad
   E = \mathrm{diag}(e^{-\lambda\tau_k}). $$

There are infinitely many λ with det M(λ) = 0, of which finitely many lie to the right of any line where D = 0. First
guesses are eigenvalues of the infinitesimal generator, with each $y_k$ on $[-\tau_k, 0]$ as a polynomial through
Chebyshev's points (D. Breda, S. Maset, R. Vermiglio, SIAM J. Sci. Comput. 27, 2005); Newton's method on the bordered
M(λ) makes them exact. Enough points are those with which no guess to the right moves any more. The argument principle
then counts all roots to the right of a line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import lazy_loader
import numpy as np

from ..contract import ModelError
from .spectrum import ENTRY_ROUNDED, Spectrum

scipy = lazy_loader.load("scipy")

_POINTS = 12
"""Of the first polynomials."""
POINTS_BESIDE = 10
"""So many points more than |λ| τ resolve a root."""
_LARGEST = 900
"""Rows of the largest generator."""
RESOLVED = 1e-5
"""How far a guess may be from its root, in parts of its size and of the pace of the system, to count as found."""
PLENTY = 90
"""Points from which on more do not help where they do not help at once: rounding hides roots far to the left."""
_FADED = 300.0
"""Roots decay by no more than exp(-this) in a delay: what is farther left is none."""
_NEWTON_STEPS = 12
LAST_STEP = 1e-13
_NO_STIFFNESS = 1e-12
"""Singular values of M(0) below this part of the largest are zero."""
NEAR_ZERO = 1e-6
"""Guesses below this part of the pace belong to zeros, where there are such."""
TURN = 0.5
"""Radians that det M may turn between two points of a contour."""
MOST_POINTS = 200_000
SAME_ROOT = 1e-9
"""Roots closer than this, in parts of their size, fall together."""
MOST_LINES = 8
"""At so many lines roots are counted, until as many are found as there are."""
MISSED = "MISSED"
MORE_ROOTS = 22
"""How many roots are looked for beside as many as there are states."""


@dataclass(frozen=True, eq=False)
class LinearPast:
    """What a linear system remembers: $\\dot x = A x + B w + …$ with $w_k(t) = y_k(t - \\tau_k)$, y = C x + D w + …."""

    names: tuple[str, ...]
    """What is remembered."""
    delays: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    by_input: np.ndarray
    """What y is per unit of each input of the linear system."""
    to_output: np.ndarray
    """What outputs are per unit of w."""
    is_changing: bool = False
    """Whether some delay is a function of time."""

    def inner(self, s: complex) -> np.ndarray:
        """(1 − E D)⁻¹ E at λ: w is this times what y is without it."""
        E = np.exp(-s * self.delays)
        return np.asarray(np.linalg.solve(np.eye(len(E)) - E[:, None] * self.D, np.diag(E)))

    def at(self, A: np.ndarray, s: complex) -> tuple[np.ndarray, np.ndarray]:
        """M(λ) and its derivative."""
        inner, one = self.inner(s), np.eye(len(A))
        # d/dλ (E⁻¹ − D)⁻¹ = −(E⁻¹ − D)⁻¹ diag(τ e^{λτ}) (E⁻¹ − D)⁻¹
        slope = inner @ ((self.delays * np.exp(s * self.delays))[:, None] * inner)
        return s * one - A - self.B @ inner @ self.C, one + self.B @ slope @ self.C

    def still(self, A: np.ndarray) -> np.ndarray:
        """The matrix of changes so slow that delayed values are the present ones."""
        return A + np.real(self.B @ self.inner(0.0) @ self.C)

    @property
    def effective(self) -> LinearPast | None:
        """Only what acts, of what changes; None where nothing does, so that the roots are those of A."""
        acts = np.any(self.B, axis=0) | np.any(self.D, axis=0)
        acts &= np.any(self.C, axis=1) | np.any(self.D, axis=1)
        k = np.flatnonzero(acts)
        if len(k) == len(acts):
            return self if len(k) else None
        names = tuple(self.names[i] for i in k)
        B, C, D = self.B[:, k], self.C[k], self.D[np.ix_(k, k)]
        by_input, to_output = self.by_input[k], self.to_output[:, k]
        return LinearPast(names, self.delays[k], B, C, D, by_input, to_output, self.is_changing).effective

    @property
    def echo(self) -> float:
        """What a law on its own past force keeps of it: the spectral radius of |D|, zero where none is on its own."""
        return float(np.abs(np.linalg.eigvals(np.abs(self.D))).max(initial=0.0)) if np.any(self.D) else 0.0

    def bound(self, A: np.ndarray, line: float) -> float:
        """What no root to the right of a line exceeds; infinite where there are roots without end."""
        E = np.exp(-line * self.delays)
        kept = np.abs(self.D) * E[:, None]
        if np.abs(np.linalg.eigvals(kept)).max(initial=0.0) >= 1.0:
            return np.inf
        late = np.abs(self.B) @ np.linalg.solve(np.eye(len(E)) - kept, E[:, None] * np.abs(self.C))
        return float(np.linalg.norm(A, 2) + np.linalg.norm(late, 2))

    def scaled(self, S: np.ndarray) -> LinearPast:
        """In other states, x = S x'."""
        return replace(self, B=np.linalg.solve(S, self.B), C=self.C @ S)

    def generator(self, A: np.ndarray, points: int) -> np.ndarray:
        """The infinitesimal generator with polynomials of a degree."""
        n, p = len(A), len(self.delays)
        slope = chebyshev_slope(points)
        G = np.zeros((n + p * points, n + p * points))
        last = n + points * (np.arange(p) + 1) - 1
        G[:n, :n], G[:n, last] = A, self.B
        for k, tau in enumerate(self.delays):
            own = slice(n + k * points, n + (k + 1) * points)
            G[own, own] = slope[1:, 1:] * (2.0 / tau)
            first = slope[1:, :1] * (2.0 / tau)
            G[own, :n] += first * self.C[k]
            G[own, last] += first * self.D[k]
        return G


def chebyshev_slope(points: int) -> np.ndarray:
    """The matrix that differentiates a polynomial given at Chebyshev's points from 1 to −1."""
    x = np.cos(np.pi * np.arange(points + 1) / points)
    c = np.where((np.arange(points + 1) % points) == 0, 2.0, 1.0) * (-1.0) ** np.arange(points + 1)
    found = np.outer(c, 1.0 / c) / (x[:, None] - x + np.eye(points + 1))
    return np.asarray(found - np.diag(found.sum(axis=1)))


def delayed_spectrum(A: np.ndarray, past: LinearPast, S: np.ndarray, wanted: int | None = None) -> Spectrum:
    """The rightmost roots, in order from the right, with their vectors; S are comparable changes of the states.

    `wanted` says how many at least, and that they need not be counted.
    """
    B, inner = np.linalg.solve(S, A @ S), past.scaled(S)
    _refuse_echoes(past)
    still = inner.still(B)
    _, singular, turned = np.linalg.svd(still)
    pace = float(np.abs(still).max(initial=0.0)) + 1.0 / float(past.delays.min())
    loose = int(np.sum(singular <= _NO_STIFFNESS * max(singular[0], 1e-300))) if len(B) else 0
    values, points = _resolved(B, inner, wanted or len(B) + MORE_ROOTS, pace, loose > 0)
    zeros = int(np.sum(np.abs(values) <= NEAR_ZERO * pace)) if loose else 0
    told = ""
    if wanted is None:
        values, told = _counted(B, inner, values)
    right, left, errors = _vectors(B, inner, values)
    kept = np.abs(values) > NEAR_ZERO * pace if zeros else np.ones(len(values), dtype=bool)
    none = S @ turned[len(B) - loose :].T
    way = f"{len(values)} rightmost roots of infinitely many, by polynomials of degree {points} and Newton's method"
    levels = (loose, *([zeros - loose] if zeros > loose else [])) if loose else ()
    return Spectrum(
        values[kept],
        (S @ right)[:, kept],
        np.linalg.solve(S.T, left)[:, kept],
        levels,
        none,
        np.linalg.pinv(none).T,
        none[:, :0],
        errors[kept],
        way + told,
    )


def _refuse_echoes(past: LinearPast) -> None:
    """Raises where a law gives its own past force back undiminished: then roots without end grow, or do not decay."""
    if past.echo >= 1.0:
        worst = past.names[int(np.argmax(np.abs(np.diag(past.D))))]
        raise ModelError(
            f"{worst}: the law gives {past.echo:.4g} times its own past force, and with one or more there are roots "
            "without end that do not decay, however short their waves; a factor below one is needed.",
            "linearize",
        )


def _resolved(A: np.ndarray, past: LinearPast, wanted: int, pace: float, has_zeros: bool) -> tuple[np.ndarray, int]:
    """(roots from the right, the degree of the polynomials)."""
    points, most = _POINTS, max(_POINTS, (_LARGEST - len(A)) // max(len(past.delays), 1))
    before = 0
    while True:
        guesses = scipy.linalg.eigvals(past.generator(A, points))
        guesses = guesses[np.argsort(-guesses.real, kind="stable")]
        guesses = np.where(np.abs(guesses.imag) <= 1e-14 * np.abs(guesses), guesses.real + 0j, guesses)
        found: list[complex] = []
        for guess in guesses:
            if len(found) >= wanted:
                break
            # A double root of zero splits by rounding: Newton's method makes it no better.
            root = guess if has_zeros and abs(guess) < NEAR_ZERO * pace else _refined(A, past, guess)
            if abs(root - guess) > RESOLVED * (abs(root) + NEAR_ZERO * pace):
                break
            found.append(root)
        if points >= most:
            break
        # A root of high frequency to the right of all that are resolved would be one that the polynomials miss.
        height = past.bound(A, found[0].real) * past.delays.max() if found else np.inf
        enough = int(min(POINTS_BESIDE + height, most))
        is_all = len(found) >= wanted or (points >= PLENTY and 0 < len(found) <= before)
        if is_all and points >= enough:
            break
        before = len(found)
        points = min(most, max(2 * points, enough if found else 0))
    if not found:
        raise ModelError(
            f"the rightmost root is not met by polynomials of degree {points}: a delay of {past.delays.max():g} s is "
            "too long beside the pace of the motion.",
            "linearize",
        )
    if found[-1].imag > 0.0 or (found[-1].imag and found[-1].conjugate() not in _near(found)):
        found = found[:-1]  # its conjugate was beyond the number that was asked for
    values = np.array(found, dtype=complex)
    return values[np.lexsort((values.imag, -np.round(values.real, 12)))], points


def _near(found: list[complex]) -> list[complex]:
    """The partner of the last, where it is there."""
    last = found[-1].conjugate()
    return [last] if any(abs(x - last) <= 1e-9 * abs(last) for x in found[:-1]) else []


def _refined(A: np.ndarray, past: LinearPast, guess: complex) -> complex:
    """The root near a guess: Newton's method on M(λ) v = 0 with a vector of length one."""
    s, far = complex(guess), _FADED / past.delays.max()
    if s.real < -far:
        return complex(np.inf)
    M, slope = past.at(A, s)
    _, _, vh = np.linalg.svd(M)
    v = vh[-1].conj()
    for _ in range(_NEWTON_STEPS):
        bordered = np.block([[M, (slope @ v)[:, None]], [v.conj()[None], np.zeros((1, 1))]])
        step = np.linalg.lstsq(bordered, np.append(-M @ v, 0.0), rcond=None)[0]
        s, v = s + step[-1], v + step[:-1]
        v = v / np.linalg.norm(v)
        if abs(step[-1]) <= LAST_STEP * abs(s) or s.real < -far:
            break
        M, slope = past.at(A, s)
    # A real root stays one.
    return complex(s.real, 0.0) if guess.imag == 0.0 else s


def _vectors(A: np.ndarray, past: LinearPast, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(right vectors, left vectors, by how much roundings may have moved each) of roots."""
    right, left = np.zeros((len(A), len(values)), complex), np.zeros((len(A), len(values)), complex)
    errors = np.zeros(len(values))
    for k, s in enumerate(values):
        # Of roots that fall together each has its own vector, out of one decomposition.
        same = np.flatnonzero(np.abs(values[:k] - s) <= SAME_ROOT * max(abs(s), 1e-300))
        M, slope = past.at(A, values[same[0]] if len(same) else s)
        u, _, vh = np.linalg.svd(M)
        place = len(A) - 1 - min(len(same), len(A) - 1)
        right[:, k], left[:, k] = vh[place].conj(), u[:, place]
        size = np.abs(A) + abs(s) * np.eye(len(A)) + np.abs(past.B) @ np.abs(past.inner(s)) @ np.abs(past.C)
        across = abs(left[:, k].conj() @ slope @ right[:, k])
        errors[k] = ENTRY_ROUNDED * (np.abs(left[:, k]) @ size @ np.abs(right[:, k])) / max(across, 1e-300)
    return right, left, errors


def _counted(A: np.ndarray, past: LinearPast, values: np.ndarray) -> tuple[np.ndarray, str]:
    """The roots to the right of a line where the argument principle counts as many, and what it says."""
    reals = np.unique(np.round(values.real, 9))
    gaps = np.diff(reals) if len(reals) > 1 else np.array([1.0 / past.delays.max()])
    lines = [reals[0] - 0.3 * gaps[0], *(reals[:-1] + 0.5 * np.diff(reals)), reals[-1] - 0.3 * gaps[-1]]
    said = "; too many to be counted"
    for line in [lines[k] for k in np.unique(np.linspace(0, len(lines) - 1, MOST_LINES).astype(int))]:
        there, count = int(np.sum(values.real > line)), root_count(A, past, float(line))
        if count == there and there:
            told = f"; the argument principle counts {count} to the right of {line:.4g} 1/s, which are all found"
            return values[values.real > line], told
        if count is not None:
            said = f"; {MISSED}: the argument principle counts {count} to the right of {line:.4g} 1/s, not {there}"
    return values, said


def root_count(A: np.ndarray, past: LinearPast, line: float) -> int | None:
    """How many roots lie to the right of a line, by the argument principle; None where that takes too long."""
    radius = 1.01 * past.bound(A, line) + 1.0
    height = 2.0 * radius
    corners = [complex(max(height, line + radius), 0.0), complex(max(height, line + radius), height)]
    corners += [complex(line, height), complex(line, 0.0)]
    turned = 0.0
    for a, b in pairwise(corners):
        if not np.isfinite(radius) or abs(b - a) * past.delays.max() > MOST_POINTS / 8:
            return None
        x = np.linspace(0.0, 1.0, 64 + int(4.0 * abs(b - a) * past.delays.max()))
        phase = _phases(A, past, a + (b - a) * x)
        while True:
            step = np.angle(phase[1:] / phase[:-1])
            wide = np.flatnonzero(np.abs(step) > TURN)
            if not len(wide):
                break
            if len(x) > MOST_POINTS:
                return None
            between = 0.5 * (x[wide] + x[wide + 1])
            x = np.insert(x, wide + 1, between)
            phase = np.insert(phase, wide + 1, _phases(A, past, a + (b - a) * between))
        turned += float(step.sum())
    return round(turned / np.pi)


def _phases(A: np.ndarray, past: LinearPast, s: np.ndarray) -> np.ndarray:
    """The sign of det M (1 − E D) at many λ: that of an entire function with the same roots."""
    E = np.exp(-s[:, None] * past.delays)
    loop = np.eye(len(past.delays)) - E[:, :, None] * past.D
    inner = np.linalg.solve(loop, E[:, :, None] * past.C.astype(complex))
    M = s[:, None, None] * np.eye(len(A)) - A - past.B @ inner
    return np.asarray(np.linalg.slogdet(M)[0] * np.linalg.slogdet(loop)[0])
