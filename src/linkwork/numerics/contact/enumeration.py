r"""All solutions of a small contact problem: every combination of modes is tried.

With the modes given, the laws are linear equations A x = r, one for each row: open x = 0, closed y_N = 0, stick
y_T = 0, slip x_T = −μ (x_N + p) d; a combination is a solution where the inequalities hold too. In the plane d = ±1 is
part of the combination, and 4ⁿ systems are solved at once. In space the directions are unknowns: of one contact, all
are found (`slip_direction`); of several, Newton's method on their angles starts from several sets of them.

The directions in which one contact can slide in its plane: all roots of one scalar equation.

With x_T as a parameter, everything else that is linear gives x_N + p = α + βᵀx_T and y_T = c + H x_T. Slip along the
unit vector d, x_T = −μ (x_N + p) d, has x_N + p = α/(1 + μ βᵀd), and y_T is parallel to d where

$$ d^⊥ · [c (1 + μ βᵀd) − μ α H d] = 0, \qquad d = (\cos θ, \sin θ). $$

This is a trigonometric polynomial of degree two: its roots are those of a polynomial of degree four in e^{iθ} on the
unit circle, so that none is missed, whatever G.

Directions of several contacts that slide in space at once: Newton's method on their angles.

With angles θ_k, slip x_T = −μ (x_N + p) d(θ) makes the laws linear, A(θ) x = r(θ); y_T is along d where
f_k = d_k^⊥·y_Tk vanishes. Its slopes follow from A ∂x/∂θ_k = −μ (x_N + p) d^⊥ in the rows of contact k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from .least_norm import ConeBounds, least_norm_point
from .problem import ContactProblem
from .solution import FEASIBLE, SINGULAR

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


SLIP_STARTS = {2: 6, 3: 4}
"""Directions of each contact that the search starts from, by the number of contacts that slide."""
FEWEST_STARTS = 3
ANGLE_STEPS = 30
LONGEST_TURN = 0.7
"""Angles change by no more in one step."""
ANGLES_SETTLED = 1e-9


def found_angles(problem: ContactProblem, A: np.ndarray, r: np.ndarray, turning: list[int]) -> Iterator[np.ndarray]:
    """The x of each set of angles to which the search led; A and r are those with x_T = 0 for contacts that turn."""
    per_contact = SLIP_STARTS.get(len(turning), FEWEST_STARTS)
    grid = 2.0 * np.pi * (np.arange(per_contact) + 0.3) / per_contact
    angles = np.array(list(product(grid, repeat=len(turning))))
    search = _Search(problem, A, r, turning)
    for _ in range(ANGLE_STEPS):
        x, f, slopes = search.at(angles)
        steps = _solved(slopes, f)
        angles = angles - np.clip(steps, -LONGEST_TURN, LONGEST_TURN)
        if np.abs(steps).max() < 1e-13:
            break
    x, f, slopes = search.at(angles)
    steps = _solved(slopes, f)
    seen: list[np.ndarray] = []
    for k in np.flatnonzero(np.abs(steps).max(axis=1) < ANGLES_SETTLED):
        if np.isfinite(x[k]).all() and not any(np.abs(x[k] - other).max() < ANGLES_SETTLED for other in seen):
            seen.append(x[k])
            yield x[k]


class _Search:
    """x, f and the slopes of f at many sets of angles."""

    def __init__(self, problem: ContactProblem, A: np.ndarray, r: np.ndarray, turning: list[int]) -> None:
        self.problem, self.A, self.r = problem, A, r
        self.rows = np.array([problem.rows(k) for k in turning])
        self.mu, self.preload = problem.mu_slip[turning], problem.preload[turning]

    def at(self, angles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        count, turning = angles.shape
        d = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        across = np.stack([-d[..., 1], d[..., 0]], axis=-1)
        A, r = np.repeat(self.A[None], count, axis=0), np.repeat(self.r[None], count, axis=0)
        for k, (n, *t) in enumerate(self.rows):
            A[:, t, n], r[:, t] = self.mu[k] * d[:, k], -self.mu[k] * self.preload[k] * d[:, k]
        x = _solved(A, r)
        y = x @ self.problem.G.T + self.problem.b
        f, slopes = np.zeros((count, turning)), np.zeros((count, turning, turning))
        rights = np.zeros((count, len(self.r), turning))
        for k, (n, *t) in enumerate(self.rows):
            f[:, k] = (across[:, k] * y[:, t]).sum(axis=1)
            rights[:, t, k] = -(self.mu[k] * (x[:, n] + self.preload[k]))[:, None] * across[:, k]
        changes = self.problem.G @ np.linalg.solve(_regular(A), rights)
        for k, (_, *t) in enumerate(self.rows):
            slopes[:, k, :] = np.einsum("ca,cat->ct", across[:, k], changes[:, t, :])
            slopes[:, k, k] -= (d[:, k] * y[:, t]).sum(axis=1)
        return x, f, slopes


def _regular(A: np.ndarray) -> np.ndarray:
    """Matrices that can be solved with: those that are singular are replaced, and what they give is thrown away."""
    bad = ~(np.abs(np.linalg.det(A)) > 1e-14) | ~np.isfinite(A).all(axis=(1, 2))
    return np.where(bad[:, None, None], 1e30 * np.eye(A.shape[1]), A)


def _solved(A: np.ndarray, r: np.ndarray) -> np.ndarray:
    return np.linalg.solve(_regular(A), r[..., None])[..., 0]


MOST_MODES = 20_000
"""Combinations that are tried at most."""


@dataclass(frozen=True)
class ContactMode:
    """One way a contact can behave: normal row closed or not, and what its tangential rows do."""

    is_closed: bool
    slides: bool
    direction: int = 0
    """The sign of y_T; 0 in space, where it is a vector."""


def mode_choices(problem: ContactProblem, contact: int) -> list[ContactMode]:
    """The modes that a contact may have."""
    excluded, tangents = problem.excluded[contact], problem.tangents[contact]
    found = [] if "open" in excluded else [ContactMode(False, False)]
    if not tangents:
        return found + ([] if "stick" in excluded else [ContactMode(True, False)])
    directions = () if "slip" in excluded else (0,) if tangents == 2 else _signs(excluded)
    # A preload rubs on though the contact separates: then open contacts stick or slide too.
    levels = (True,) if problem.preload[contact] == 0.0 else (True, False)
    if problem.preload[contact] > 0.0:
        found = []
    for is_closed in levels:
        if not is_closed and "open" in excluded:
            continue
        found += [] if "stick" in excluded else [ContactMode(is_closed, False)]
        found += [ContactMode(is_closed, True, sign) for sign in directions]
    return found


def _signs(excluded: frozenset[str]) -> tuple[int, ...]:
    return tuple(sign for sign, name in ((1, "slip+"), (-1, "slip-")) if name not in excluded)


@dataclass(frozen=True, eq=False)
class Enumeration:
    """All x that were found, and whether none can have been missed."""

    found: list[np.ndarray]
    is_complete: bool
    tried: int


def enumerate_modes(problem: ContactProblem) -> Enumeration:
    """All solutions of a problem without bilateral rows, in scaled units."""
    choices = [mode_choices(problem, k) for k in range(problem.count)]
    size = int(np.prod([float(len(c)) for c in choices])) if choices else 1
    if size > MOST_MODES:
        raise ValueError(
            f"{problem.count} contacts have {size} combinations of modes, too many to try them all; take "
            'solver="newton".'
        )
    found: list[np.ndarray] = []
    is_complete, straight = True, []
    for modes in product(*choices):
        turning = [k for k, mode in enumerate(modes) if mode.slides and mode.direction == 0]
        if not turning:
            straight.append(modes)
        elif len(turning) == 1:
            found += _turned(problem, modes, turning[0])
        else:
            is_complete = False
            found += list(found_angles(problem, *mode_system(problem, modes), turning))
    found += _straight_solutions(problem, straight)
    return Enumeration([x for x in found if is_solution(problem, x)], is_complete, size)


def mode_system(problem: ContactProblem, modes: tuple[ContactMode, ...]) -> tuple[np.ndarray, np.ndarray]:
    """(A, r) of A x = r; tangential rows of contacts that slide in space say x_T = 0 until their direction is known."""
    parts = [_mode_rows(problem, k, mode) for k, mode in enumerate(modes)]
    return np.concatenate([left for left, _ in parts]), np.concatenate([right for _, right in parts])


def _mode_rows(problem: ContactProblem, k: int, mode: ContactMode) -> tuple[np.ndarray, np.ndarray]:
    """The rows of one contact in (A, r)."""
    rows = problem.rows(k)
    A, r = problem.G[rows], -problem.b[rows]
    loose = [] if mode.is_closed else [0]
    # Without a preload, friction of an open contact vanishes.
    if mode.slides or (not mode.is_closed and problem.preload[k] == 0.0):
        loose += list(range(1, len(rows)))
    A[loose], r[loose] = 0.0, 0.0
    A[loose, rows[loose]] = 1.0
    if mode.slides and mode.direction:
        mu = problem.mu_slip[k] * mode.direction
        A[1, rows[0]], r[1] = mu, -mu * problem.preload[k]
    return A, r


def _mode_systems(problem: ContactProblem, every: list[tuple[ContactMode, ...]]) -> tuple[np.ndarray, np.ndarray]:
    """A and r of many combinations: rows of each mode of a contact are made once, and put together."""
    m = len(problem.b)
    A, r = np.empty((len(every), m, m)), np.empty((len(every), m))
    for k in range(problem.count):
        rows = problem.rows(k)
        kinds = {mode: place for place, mode in enumerate(dict.fromkeys(modes[k] for modes in every))}
        made = [_mode_rows(problem, k, mode) for mode in kinds]
        which = np.array([kinds[modes[k]] for modes in every])
        A[:, rows] = np.array([left for left, _ in made])[which]
        r[:, rows] = np.array([right for _, right in made])[which]
    return A, r


def _straight_solutions(problem: ContactProblem, straight: list[tuple[ContactMode, ...]]) -> Iterator[np.ndarray]:
    """Solutions, by linear equations, of combinations without unknown directions."""
    if not straight:
        return
    A, r = _mode_systems(problem, straight)
    u, values, vt = np.linalg.svd(A)
    limit = SINGULAR * values[:, :1] if values.shape[1] else values
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=values > limit)

    def solved(right: np.ndarray) -> np.ndarray:
        return np.einsum("kji,kj,klj,kl->ki", vt, inverse, u, right, optimize=True)

    x = solved(r)
    x += solved(r - np.einsum("kij,kj->ki", A, x))
    ranks = (inverse > 0).sum(axis=1)
    # Most combinations pull or enter somewhere: they are sorted out all at once.
    limits = FEASIBLE * (1.0 + np.abs(x).max(axis=1, initial=0.0))
    least = np.minimum(x, x @ problem.G.T + problem.b)[:, problem.starts].min(axis=1, initial=0.0)
    for k in np.flatnonzero((least >= -limits) | (ranks < len(problem.b))):
        rank, modes = int(ranks[k]), straight[k]
        if rank == len(problem.b) or is_solution(problem, x[k]):
            yield x[k]
        elif np.abs(A[k] @ x[k] - r[k]).max() < FEASIBLE:
            point = least_norm_point(x[k], vt[k, rank:].T, _mode_bounds(problem, modes))
            if point is not None:
                yield point


def _mode_bounds(problem: ContactProblem, modes: tuple[ContactMode, ...]) -> ConeBounds:
    """The inequalities of a combination of modes."""
    rows, right, discs = [], [], []
    unit = np.eye(len(problem.b))
    for k, mode in enumerate(modes):
        n, *t = problem.rows(k)
        mu, preload = float(problem.mu_stick[k]), float(problem.preload[k])
        rows.append(unit[n] if mode.is_closed else problem.G[n])
        right.append(0.0 if mode.is_closed else -problem.b[n])
        if mode.slides:
            rows.append(mode.direction * problem.G[t[0]])
            right.append(-mode.direction * problem.b[t[0]])
        elif len(t) == 1:
            rows += [mu * unit[n] + unit[t[0]], mu * unit[n] - unit[t[0]]]
            right += [-mu * preload] * 2
        elif t:
            discs.append((n, np.array(t), mu, preload))
    return ConeBounds(np.array(rows), np.array(right), tuple(discs))


def _turned(problem: ContactProblem, modes: tuple[ContactMode, ...], contact: int) -> Iterator[np.ndarray]:
    """Solutions of combinations in which one contact slides in space."""
    A, r = mode_system(problem, modes)
    rows = problem.rows(contact)
    inverse = np.linalg.pinv(A, rcond=SINGULAR)
    # Columns of x for both tangential impulses, and x without them.
    by, fixed = inverse[:, rows[1:]], inverse @ r
    if np.abs(A @ fixed - r).max() > FEASIBLE or np.abs(A @ by - np.eye(len(r))[:, rows[1:]]).max() > FEASIBLE:
        return
    mu, preload = float(problem.mu_slip[contact]), float(problem.preload[contact])
    alpha, beta = float(fixed[rows[0]]) + preload, by[rows[0]]
    c, H = problem.velocities(fixed)[rows[1:]], problem.G[rows[1:]] @ by
    for d in slip_directions(alpha, beta, c, H, mu):
        pressed = 1.0 + mu * float(beta @ d)
        if abs(pressed) > SINGULAR:
            yield fixed + by @ (-mu * alpha / pressed * d)


def is_solution(problem: ContactProblem, x: np.ndarray, tolerance: float = FEASIBLE) -> bool:
    """Whether x meets all laws, in scaled units, and no mode that is excluded is needed for it."""
    y = problem.velocities(x)
    limit = tolerance * (1.0 + float(np.abs(x).max(initial=0.0)))
    for k in range(problem.count):
        rows = problem.rows(k)
        x_n, y_n = float(x[rows[0]]), float(y[rows[0]])
        if min(x_n, y_n) < -limit or (x_n > limit and y_n > limit):
            return False
        if len(rows) > 1 and not _rubs(problem, k, max(x_n, 0.0), x[rows[1:]], y[rows[1:]], limit):
            return False
    return True


def _rubs(problem: ContactProblem, k: int, x_n: float, x_t: np.ndarray, y_t: np.ndarray, limit: float) -> bool:
    """Whether the law of friction holds."""
    pressed, speed, force = x_n + problem.preload[k], float(np.linalg.norm(y_t)), float(np.linalg.norm(x_t))
    if speed <= limit:
        return bool(force <= problem.mu_stick[k] * pressed + limit)
    return bool(np.linalg.norm(x_t + problem.mu_slip[k] * pressed * y_t / speed) <= limit)
