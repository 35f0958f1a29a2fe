r"""All solutions of a small contact problem: every combination of modes is tried.

With the modes given, the laws are linear equations A x = r, one for each row: open x = 0, closed y_N = 0, stick
y_T = 0, slip x_T = −μ (x_N + p) d; a combination is a solution where the inequalities hold too. In the plane d = ±1 is
part of the combination, and 4ⁿ systems are solved at once. In space the directions are unknowns: of one contact, all
are found (`slip_direction`); of several, Newton's method on their angles starts from several sets of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from .least_norm import ConeBounds, least_norm_point
from .problem import ContactProblem
from .slip_angles import found_angles
from .slip_direction import slip_directions

_FEASIBLE = 1e-9
"""How far inequalities may be violated, in scaled units: solutions at the border of modes are found from both sides."""
SINGULAR = 1e-11
"""Singular values below this fraction of the largest are zero."""
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
    limits = _FEASIBLE * (1.0 + np.abs(x).max(axis=1, initial=0.0))
    least = np.minimum(x, x @ problem.G.T + problem.b)[:, problem.starts].min(axis=1, initial=0.0)
    for k in np.flatnonzero((least >= -limits) | (ranks < len(problem.b))):
        rank, modes = int(ranks[k]), straight[k]
        if rank == len(problem.b) or is_solution(problem, x[k]):
            yield x[k]
        elif np.abs(A[k] @ x[k] - r[k]).max() < _FEASIBLE:
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
    if np.abs(A @ fixed - r).max() > _FEASIBLE or np.abs(A @ by - np.eye(len(r))[:, rows[1:]]).max() > _FEASIBLE:
        return
    mu, preload = float(problem.mu_slip[contact]), float(problem.preload[contact])
    alpha, beta = float(fixed[rows[0]]) + preload, by[rows[0]]
    c, H = problem.velocities(fixed)[rows[1:]], problem.G[rows[1:]] @ by
    for d in slip_directions(alpha, beta, c, H, mu):
        pressed = 1.0 + mu * float(beta @ d)
        if abs(pressed) > SINGULAR:
            yield fixed + by @ (-mu * alpha / pressed * d)


def is_solution(problem: ContactProblem, x: np.ndarray, tolerance: float = _FEASIBLE) -> bool:
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
