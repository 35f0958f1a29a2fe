r"""What a contact solver found: impulses, velocities, modes, and how well the laws are met.

The natural residual of a contact is zero exactly where its laws hold, and has the unit of x:

$$ ε_N = |x_N − \max(0, x_N − r_N y_N)|, \qquad ε_T = \|x_T − \operatorname{proj}_{μ(x_N + p)}(x_T − r_T y_T)\| $$

with r = 1/G_NN and 1/‖G_TT‖. Normal and tangential parts are kept apart: small sliding velocities alone have hidden
normal oscillations elsewhere. The size of a contact, which residuals are compared with, is r (|b| + |G| |x|): the
terms that y is the sum of.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...diagnosis import Note
from .problem import ContactProblem

MODE_TOLERANCE = 1e-9
"""A velocity below this fraction of its terms is zero when modes are named."""
FEASIBLE = 1e-9
"""How far inequalities may be violated, relative to the terms compared: at borders of modes both sides count."""
SINGULAR = 1e-11
"""Determinants, relative to their products, and singular values, relative to the largest, below this are zero."""
SAME_VELOCITIES = 1e-7
"""Solutions whose velocities differ by less, relative to their terms, are one."""
SMALLEST_CONTACT = 1e-3
"""A contact is not smaller than this fraction of the largest: the rest of it may be rounding."""


@dataclass(frozen=True, eq=False)
class ContactResidual:
    """Natural residuals (n each) in the unit of x, and the sizes that they are compared with."""

    normal: np.ndarray
    tangential: np.ndarray
    sizes: np.ndarray

    @property
    def relative(self) -> np.ndarray:
        """The larger of both, relative to the size of the contact."""
        return np.maximum(self.normal, self.tangential) / self.sizes

    @property
    def worst(self) -> int:
        """The contact with the largest relative residual; −1 where there is none."""
        return int(np.argmax(self.relative)) if len(self.sizes) else -1

    @property
    def largest(self) -> float:
        """The largest relative residual."""
        return float(self.relative.max(initial=0.0))


@dataclass(frozen=True, eq=False)
class ContactSolution:
    """Impulses x and velocities y of a contact problem."""

    x: np.ndarray
    y: np.ndarray
    modes: tuple[str, ...]
    """"open", "stick" or "slip" of each contact; closed ones without tangential rows stick."""
    residual: ContactResidual
    is_converged: bool
    solver: str
    iterations: int
    """Sweeps, pivots, Newton steps or modes tried."""
    solutions: str = "unknown"
    """"one", "several" or "none" different y; "unknown" where it was not found out."""
    others: tuple[ContactSolution, ...] = ()
    """Solutions with other y, where they are known."""
    is_unique: bool = True
    """Whether x is the only one that gives y. If not, it is that of least norm."""
    redundancy: int = 0
    """In how many ways x could change without changing y."""
    notes: tuple[Note, ...] = field(default=())
    """What a user should know."""


def natural_residual(problem: ContactProblem, x: np.ndarray) -> ContactResidual:
    """How far x is from meeting the laws, contact by contact."""
    y, n = problem.velocities(x), problem.count
    r_n, r_t = problem.step_sizes
    terms = np.abs(problem.b) + np.abs(problem.G) @ np.abs(x)
    normal, tangential, sizes = np.zeros(n), np.zeros(n), np.zeros(n)
    for k in range(n):
        rows = problem.rows(k)
        i, t = rows[0], rows[1:]
        sizes[k] = r_n[k] * terms[i] + (r_t[k] * float(np.linalg.norm(terms[t])) if len(t) else 0.0)
        if problem.bilateral[k]:
            normal[k] = r_n[k] * abs(y[i])
            tangential[k] = r_t[k] * float(np.linalg.norm(y[t])) if len(t) else 0.0
            continue
        normal[k] = abs(x[i] - max(0.0, x[i] - r_n[k] * y[i]))
        if len(t):
            tangential[k] = _tangential_residual(problem, k, float(x[i]), x[t], r_t[k] * y[t])
    floor = max(SMALLEST_CONTACT * float(sizes.max(initial=0.0)), 1e-300)
    return ContactResidual(normal, tangential, np.maximum(sizes, floor))


def _tangential_residual(problem: ContactProblem, k: int, x_n: float, x_t: np.ndarray, ry_t: np.ndarray) -> float:
    """The smaller of the residuals of slip and of stick, whose coefficients may differ."""
    pressed = max(x_n, 0.0) + problem.preload[k]
    target, radius = x_t - ry_t, problem.mu_slip[k] * pressed
    length = float(np.linalg.norm(target))
    slip = x_t - (target if length <= radius else target * (radius / length))
    beyond = max(0.0, float(np.linalg.norm(x_t)) - problem.mu_stick[k] * pressed)
    return min(float(np.linalg.norm(slip)), float(np.linalg.norm(ry_t)) + beyond)


def name_modes(problem: ContactProblem, x: np.ndarray) -> tuple[str, ...]:
    """The mode of each contact: open where it separates, else slip where it slides, else stick.

    A contact that neither separates nor presses is closed. Where that mode is excluded, the neighbouring one that fits
    as well is named: at the border of two modes both hold.
    """
    y = problem.velocities(x)
    terms = np.abs(problem.b) + np.abs(problem.G) @ np.abs(x)
    floor = SMALLEST_CONTACT * float(terms.max(initial=0.0))
    found = []
    for k in range(problem.count):
        rows = problem.rows(k)
        limit = MODE_TOLERANCE * max(float(terms[rows].max()), floor)
        is_open = not problem.bilateral[k] and y[rows[0]] > limit
        slides = len(rows) > 1 and not problem.bilateral[k] and float(np.linalg.norm(y[rows[1:]])) > limit
        mode = "open" if is_open else "slip" if slides else "stick"
        found.append(allowed_mode(mode, problem.excluded[k], len(rows) > 1, float(x[rows[0]]) <= 0))
    return tuple(found)


def allowed_mode(mode: str, excluded: frozenset[str], has_friction: bool, is_loose: bool) -> str:
    """The mode, or the one beside it that is not excluded."""
    if mode == "stick" and "stick" in excluded:
        if has_friction and "slip" not in excluded and not {"slip+", "slip-"} <= excluded:
            return "slip"
        return "open" if is_loose else "stick"
    if mode == "slip" and "slip" in excluded and is_loose:
        return "open"
    return mode
