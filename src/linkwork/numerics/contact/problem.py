r"""The contact problem: which impulses (or forces) x and velocities (or accelerations) y fit to each other.

$$ y = G x + b $$

Rows go contact by contact, the normal one first, then no, one or two tangential ones. Laws of a contact, with the
preload p of its friction, zero but in the expansion of Poisson's impact:

* normal: 0 ≤ y_N ⊥ x_N ≥ 0;
* stick: y_T = 0 and ‖x_T‖ ≤ μ_stick (x_N + p);
* slip: x_T = −μ_slip (x_N + p) y_T/‖y_T‖;
* bilateral: y = 0, all its rows with free sign, no friction.

G = WᵀM⁻¹W is symmetric and positive semidefinite where rows push against themselves. Contacts that slide already have
their friction folded into the column of the normal row (`fold_slip`): then G loses symmetry, and there may be no
solution, or several.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

CONTACT_SOLVERS = ("auto", "enumeration", "pivoting", "gauss-seidel", "newton")
EXCLUDED_MODES = ("open", "stick", "slip", "slip+", "slip-")
"""What a contact can be kept from: after an event, the mode that it ended. The signs are those of y_T, planar only."""
CANCELLED = 1e-13
"""Below this fraction of what was subtracted, a difference is what rounding left of zero."""
SYMMETRY_TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class ContactProblem:
    """G, b and the laws of n contacts with m rows. Made by `contact_problem`."""

    G: np.ndarray
    """Delassus matrix (m × m)."""
    b: np.ndarray
    """Velocities without impulses (m)."""
    tangents: tuple[int, ...]
    """Rows of each contact behind its first: 0, 1 or 2; any number where it is bilateral."""
    mu_stick: np.ndarray
    mu_slip: np.ndarray
    preload: np.ndarray
    """p ≥ 0 of each contact."""
    bilateral: tuple[bool, ...]
    excluded: tuple[frozenset[str], ...]
    """Modes that each contact is kept from."""
    labels: tuple[str, ...]
    """Names of the contacts for sentences."""

    @property
    def count(self) -> int:
        """The number of contacts."""
        return len(self.tangents)

    @cached_property
    def starts(self) -> np.ndarray:
        """The normal row of each contact."""
        sizes = np.array([0, *(1 + k for k in self.tangents)], dtype=np.int64)
        return np.cumsum(sizes)[:-1]

    def rows(self, contact: int) -> np.ndarray:
        """All rows of a contact, the normal one first."""
        first = int(self.starts[contact])
        return np.arange(first, first + 1 + self.tangents[contact])

    @cached_property
    def step_sizes(self) -> tuple[np.ndarray, np.ndarray]:
        """(r_N, r_T) of each contact, of its own block: what residuals and iterations divide velocities by."""
        normal, tangential = np.zeros(self.count), np.zeros(self.count)
        overall = float(np.abs(self.G).max(initial=0.0)) or 1.0
        for k in range(self.count):
            rows = self.rows(k)
            block = self.G[np.ix_(rows, rows)]
            row = float(np.abs(self.G[rows]).max()) or overall
            normal[k] = 1.0 / (abs(float(block[0, 0])) or row)
            if len(rows) > 1:
                tangential[k] = 1.0 / (float(np.linalg.norm(block[1:, 1:], 2)) or row)
        return normal, tangential

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether no friction is folded into columns."""
        size = float(np.abs(self.G).max(initial=0.0))
        return bool(np.abs(self.G - self.G.T).max(initial=0.0) <= SYMMETRY_TOLERANCE * size)

    @property
    def is_frictionless(self) -> bool:
        """Whether no unilateral contact has tangential rows."""
        return not any(k for k, held in zip(self.tangents, self.bilateral, strict=True) if not held)

    @property
    def is_spatial(self) -> bool:
        """Whether a contact can slide in more than two directions."""
        return any(k == 2 for k, held in zip(self.tangents, self.bilateral, strict=True) if not held)

    def velocities(self, x: np.ndarray) -> np.ndarray:
        """y = G x + b."""
        return self.G @ x + self.b


def contact_problem(
    G: np.ndarray,
    b: np.ndarray,
    tangents: Sequence[int] | int = 0,
    mu: Sequence[float] | np.ndarray | float = 0.0,
    *,
    mu_slip: Sequence[float] | np.ndarray | float | None = None,
    preload: Sequence[float] | np.ndarray | float = 0.0,
    bilateral: Sequence[bool] | None = None,
    excluded: Sequence[Collection[str]] | None = None,
    labels: Sequence[str] | None = None,
) -> ContactProblem:
    """A contact problem from its arrays; one number for all contacts is as good as one for each.

    `mu` is that of stick, and of slip where `mu_slip` is not given.
    """
    matrix, right = np.array(G, dtype=float), np.array(b, dtype=float)
    if right.ndim != 1 or matrix.shape != (len(right), len(right)):
        raise ValueError(f"G is square, with a row for each entry of b: here it is {matrix.shape} and b {right.shape}.")
    counts = _row_counts(tangents, len(right))
    n = len(counts)
    held = tuple(map(bool, bilateral)) if bilateral is not None else (False,) * n
    stick = _for_each(mu, n, "mu")
    problem = ContactProblem(
        matrix,
        right,
        counts,
        stick,
        stick.copy() if mu_slip is None else _for_each(mu_slip, n, "mu_slip"),
        _for_each(preload, n, "preload"),
        held,
        tuple(map(frozenset, excluded)) if excluded is not None else (frozenset(),) * n,
        tuple(labels) if labels is not None else tuple(f"contact {k + 1}" for k in range(n)),
    )
    _check(problem)
    return problem


def _row_counts(tangents: Sequence[int] | int, rows: int) -> tuple[int, ...]:
    counts = tuple(tangents) if not isinstance(tangents, int) else (tangents,) * (rows // (1 + tangents))
    needed = sum(1 + k for k in counts)
    if needed != rows:
        raise ValueError(f"{len(counts)} contacts have {needed} rows by `tangents`, and b has {rows}.")
    return counts


def _for_each(given: Sequence[float] | np.ndarray | float, n: int, name: str) -> np.ndarray:
    values = np.asarray(given, dtype=float)
    if values.ndim and values.shape != (n,):
        raise ValueError(f"{name} is one number, or one for each of the {n} contacts; {len(values)} are given.")
    if not (values >= 0).all():
        raise ValueError(f"{name} is not negative.")
    return np.broadcast_to(values, (n,)).copy()


def _check(problem: ContactProblem) -> None:
    """Sentences about what does not fit together."""
    n = problem.count
    for name, given in (("bilateral", problem.bilateral), ("excluded", problem.excluded), ("labels", problem.labels)):
        if len(given) != n:
            raise ValueError(f"{name} has one entry for each of the {n} contacts; {len(given)} are given.")
    if not (np.isfinite(problem.G).all() and np.isfinite(problem.b).all()):
        raise ValueError("a contact problem needs finite numbers.")
    if (problem.mu_slip > problem.mu_stick).any():
        k = int(np.argmax(problem.mu_slip - problem.mu_stick))
        raise ValueError(f"{problem.labels[k]}: friction of slip is not larger than that of stick.")
    for k, held in enumerate(problem.bilateral):
        if not held and problem.tangents[k] not in (0, 1, 2):
            raise ValueError(f"{problem.labels[k]}: a contact has 0, 1 or 2 tangential rows.")
        unknown = problem.excluded[k] - set(EXCLUDED_MODES)
        if unknown:
            raise ValueError(f"{problem.labels[k]}: {sorted(unknown)[0]!r} is no mode; there are {EXCLUDED_MODES}.")


def fold_slip(problem: ContactProblem, contact: int, direction: Sequence[float] | np.ndarray) -> ContactProblem:
    r"""The problem in which a contact slides along a unit vector s: x_T = −μ_slip x_N s goes into its normal column.

    $$ G_{·N} ← G_{·N} − μ G_{·T} s $$

    Its tangential rows are gone, and so is the question whether it sticks.
    """
    rows, s = problem.rows(contact), np.asarray(direction, dtype=float)
    if len(s) != problem.tangents[contact] or problem.bilateral[contact]:
        raise ValueError(f"{problem.labels[contact]}: a direction of slip has one number for each tangential row.")
    G, mu = problem.G.copy(), float(problem.mu_slip[contact])
    G[:, rows[0]] -= mu * (G[:, rows[1:]] @ s)
    b = problem.b - mu * problem.preload[contact] * (problem.G[:, rows[1:]] @ s)
    kept = np.setdiff1d(np.arange(len(b)), rows[1:])
    tangents = tuple(0 if k == contact else count for k, count in enumerate(problem.tangents))
    excluded = tuple(given & {"open"} if k == contact else given for k, given in enumerate(problem.excluded))
    return replace(problem, G=G[np.ix_(kept, kept)], b=b[kept], tangents=tangents, excluded=excluded)


@dataclass(frozen=True, eq=False)
class CondensedProblem:
    """The unilateral contacts alone, in units in which diagonals are one and the largest entry of b too.

    With S = diag(s), one number a contact so that cones keep their shape, and the size β of S b: x = β S z, and
    y = β S⁻¹ (S G S z + S b/β).
    """

    problem: ContactProblem
    contacts: np.ndarray
    """Which contacts of the given problem these are."""
    rows: np.ndarray
    held: np.ndarray
    """Bilateral rows of the given problem."""
    from_rows: np.ndarray
    """x of the bilateral rows is from_held − from_rows x."""
    from_held: np.ndarray
    factors: np.ndarray
    """β s of each row."""

    def full(self, z: np.ndarray) -> np.ndarray:
        """The x of the given problem."""
        x = np.zeros(len(self.rows) + len(self.held))
        x[self.rows] = self.factors * z
        x[self.held] = self.from_held - self.from_rows @ x[self.rows]
        return x

    def scaled(self, x: np.ndarray) -> np.ndarray:
        """The z of an x of the given problem."""
        return x[self.rows] / self.factors


def condense(problem: ContactProblem) -> CondensedProblem:
    """Bilateral rows eliminated, G ← G − G_uh G_hh⁺ G_hu, and contacts scaled."""
    bilateral = np.array(problem.bilateral, dtype=bool)
    is_held = np.repeat(bilateral, [1 + k for k in problem.tangents]) if problem.count else np.zeros(0, dtype=bool)
    rows, held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    inverse = np.linalg.pinv(problem.G[np.ix_(held, held)], rcond=1e-11)
    across = problem.G[np.ix_(rows, held)]
    from_rows, from_held = inverse @ problem.G[np.ix_(held, rows)], -inverse @ problem.b[held]
    G = _difference(problem.G[np.ix_(rows, rows)], across, from_rows)
    b = _difference(problem.b[rows], across, -from_held)
    contacts = np.flatnonzero(~bilateral)
    tangents = tuple(problem.tangents[k] for k in contacts)
    s = _contact_scales(G, tangents)
    size = float(np.abs(s * b).max(initial=0.0)) or 1.0
    small = ContactProblem(
        s[:, None] * G * s,
        s * b / size,
        tangents,
        problem.mu_stick[contacts],
        problem.mu_slip[contacts],
        problem.preload[contacts] / size,
        (False,) * len(contacts),
        tuple(problem.excluded[k] for k in contacts),
        tuple(problem.labels[k] for k in contacts),
    )
    small.preload[:] /= s[small.starts]
    return CondensedProblem(small, contacts, rows, held, from_rows, from_held, size * s)


def _difference(a: np.ndarray, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """a − left right, zero where nothing but rounding is left."""
    if not left.shape[1]:
        return a
    found = a - left @ right
    found[np.abs(found) < CANCELLED * (np.abs(a) + np.abs(left) @ np.abs(right))] = 0.0
    return found


def _contact_scales(G: np.ndarray, tangents: tuple[int, ...]) -> np.ndarray:
    """s of each row: 1/√ of the largest diagonal of its contact, or of its rows where that vanishes."""
    found, first = np.ones(len(G)), 0
    for count in tangents:
        block = slice(first, first + 1 + count)
        largest = float(np.abs(np.diag(G)[block]).max()) or float(np.abs(G[block]).max())
        found[block] = 1.0 / np.sqrt(largest) if largest > 0 else 1.0
        first += 1 + count
    return found
