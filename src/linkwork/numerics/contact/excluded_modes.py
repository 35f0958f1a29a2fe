"""Modes that contacts are kept from, for solvers that do not try modes one by one.

Each contact with an excluded mode is given one of the others: open contacts leave the problem, those that stick become
bilateral, those that slide in a known direction are folded. What is left is solved as it is, and a solution counts
where the inequalities of the given modes hold too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np

from .enumeration import ContactMode, is_solution, mode_choices
from .problem import ContactProblem, condense

ContactSolver = Callable[[ContactProblem], tuple[np.ndarray | None, int]]
"""From a problem without bilateral rows, in scaled units, to (x, iterations)."""
DIRECTION_TOLERANCE = 1e-9


def solve_around(problem: ContactProblem, solve: ContactSolver) -> tuple[np.ndarray | None, int]:
    """(x, iterations) of a problem whose contacts may not have some of the modes; None where no choice fits."""
    held = [k for k in range(problem.count) if problem.excluded[k]]
    if not held:
        return solve(problem)
    total = 0
    for modes in product(*(mode_choices(problem, k) for k in held)):
        x, iterations = _with_modes(problem, dict(zip(held, modes, strict=True)), solve)
        total += iterations
        if x is not None:
            return x, total
    return None, total


def _with_modes(
    problem: ContactProblem, modes: dict[int, ContactMode], solve: ContactSolver
) -> tuple[np.ndarray | None, int]:
    """The solution with given modes of some contacts; None where it breaks their inequalities."""
    small, back = fix_modes(problem, modes)
    condensed = condense(small)
    z, iterations = solve(condensed.problem) if condensed.problem.count else (np.zeros(0), 0)
    if z is None:
        return None, iterations
    x = back @ condensed.full(z)
    return (x if is_solution(problem, x) and _fits(problem, x, modes) else None), iterations


def fix_modes(problem: ContactProblem, modes: dict[int, ContactMode]) -> tuple[ContactProblem, np.ndarray]:
    """The problem in which some contacts have given modes, and the matrix from its x to that of the given one."""
    m, contacts, columns = len(problem.b), [], []
    kept, tangents, bilateral = [], [], []
    for k in range(problem.count):
        mode, rows = modes.get(k), list(problem.rows(k))
        if mode is not None and not mode.is_closed:
            continue
        is_folded = mode is not None and mode.slides and mode.direction != 0
        contacts.append(k)
        bilateral.append(mode is not None and (is_folded or not mode.slides))
        used = rows[:1] if is_folded else rows
        tangents.append(len(used) - 1)
        for row in used:
            column = np.zeros(m)
            column[row] = 1.0
            if mode is not None and is_folded:
                column[rows[1]] = -problem.mu_slip[k] * mode.direction
            columns.append(column)
        kept += used
    back = np.array(columns).T.reshape(m, len(kept))
    some = replace(
        problem,
        G=problem.G[kept] @ back,
        b=problem.b[kept],
        tangents=tuple(tangents),
        mu_stick=problem.mu_stick[contacts],
        mu_slip=problem.mu_slip[contacts],
        preload=problem.preload[contacts],
        bilateral=tuple(bilateral),
        excluded=(frozenset(),) * len(contacts),
        labels=tuple(problem.labels[k] for k in contacts),
    )
    return some, back


def _fits(problem: ContactProblem, x: np.ndarray, modes: dict[int, ContactMode]) -> bool:
    """Whether contacts slide the way they should: at the border to stick, friction is at its limit."""
    return all(_slides(problem, k, mode, x) for k, mode in modes.items() if mode.slides)


def _slides(problem: ContactProblem, k: int, mode: ContactMode, x: np.ndarray) -> bool:
    rows, y = problem.rows(k), problem.velocities(x)
    limit = DIRECTION_TOLERANCE * (1.0 + float(np.abs(x).max()))
    if mode.direction:
        return bool(mode.direction * y[rows[1]] >= -limit)
    return float(np.linalg.norm(x[rows[1:]])) >= problem.mu_slip[k] * x[rows[0]] - limit
