"""One interface to the solvers of contact problems.

Modes that contacts are kept from, for solvers that do not try modes one by one.

Each contact with an excluded mode is given one of the others: open contacts leave the problem, those that stick become
bilateral, those that slide in a known direction are folded. What is left is solved as it is, and a solution counts
where the inequalities of the given modes hold too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from .closed_form import solve_one
from .enumeration import ContactMode, enumerate_modes, is_solution, mode_choices
from .gauss_seidel import affordable_sweeps, sweep_problem
from .least_norm import impulse_freedom
from .lemke import solve_by_pivots
from .problem import CONTACT_SOLVERS, CondensedProblem, ContactProblem, condense
from .sentences import no_solution_sentence, redundant_sentence, several_sentence, unsolved_sentence
from .solution import SAME_VELOCITIES, ContactSolution, name_modes, natural_residual
from .step_solver import solve_by_newton, solve_with_slip, stuck_impulses

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


CONTACT_TOLERANCE = 1e-10
"""Natural residuals below this, relative to the size of their contact, are zero."""
SHARPER = 1e-3
"""Iterations go on to this part of the tolerance: what they stop at is measured in other units."""
PLANAR_ENUMERATION, SPATIAL_ENUMERATION, MOST_PIVOTED = 4, 2, 30
"""Up to how many contacts `auto` enumerates and pivots."""


@dataclass(frozen=True, eq=False)
class _Found:
    """Scaled solutions with different velocities, the one to keep first."""

    solutions: list[np.ndarray]
    verdict: str
    iterations: int
    solver: str


def solve_contact(
    problem: ContactProblem,
    solver: str = "auto",
    start: np.ndarray | None = None,
    tolerance: float = CONTACT_TOLERANCE,
    *,
    looks_for_others: bool = True,
    unit: str = "N s",
) -> ContactSolution:
    """The solution of a contact problem: y = G x + b and the laws of all contacts.

    Where several are known, the one that sticks most is kept if friction of stick and slip differ, and else that of the
    least ½xᵀ(y + b), the energy of an impact without restitution. `start` is an x to begin iterations with;
    `looks_for_others` spends time on whether it is the only one; `unit` is that of x in sentences.
    """
    if solver not in CONTACT_SOLVERS:
        raise ValueError(f"there is no contact solver {solver!r}; there are {', '.join(CONTACT_SOLVERS)}.")
    if solver == "auto" and (alone := solve_one(problem)):
        every = [replace(one, solutions="several" if len(alone) > 1 else "one") for one in alone]
        return _told(problem, every, unit)
    small = condense(problem)
    begin = np.zeros(len(small.rows)) if start is None else small.scaled(np.asarray(start, dtype=float))
    found = _found(small.problem, solver, begin, tolerance)
    if looks_for_others and found.solver != "enumeration" and found.solutions:
        found = _with_others(small.problem, found, tolerance)
    if not found.solutions:
        return _none(problem, found, unit)
    solutions = [_finished(problem, small, z, found, tolerance, unit) for z in found.solutions]
    return _told(problem, solutions, unit)


def _found(core: ContactProblem, solver: str, begin: np.ndarray, tolerance: float) -> _Found:
    """Solutions by one solver, or by those that `auto` tries one after the other."""
    names = _automatic(core) if solver == "auto" else (solver,)
    best: _Found | None = None
    for name in names:
        found = _enumerated(core) if name == "enumeration" else _single(core, name, begin, tolerance)
        if found.verdict == "none" or (found.solutions and _rest(core, found.solutions[0]) <= tolerance):
            return found
        if best is None or (found.solutions and _is_nearer(core, found, best)):
            best = found
    assert best is not None
    return best


def _is_nearer(core: ContactProblem, found: _Found, best: _Found) -> bool:
    return not best.solutions or _rest(core, found.solutions[0]) < _rest(core, best.solutions[0])


def _rest(core: ContactProblem, z: np.ndarray) -> float:
    return natural_residual(core, z).largest


def _automatic(core: ContactProblem) -> tuple[str, ...]:
    """Solvers in the order in which they are tried."""
    n = core.count
    if n <= (SPATIAL_ENUMERATION if core.is_spatial else PLANAR_ENUMERATION):
        return ("enumeration", "newton", "gauss-seidel")
    if core.is_frictionless and core.is_symmetric:
        return ("newton", "pivoting", "gauss-seidel")
    if not core.is_spatial and n <= MOST_PIVOTED:
        return ("pivoting", "newton", "gauss-seidel")
    return ("newton", "gauss-seidel")


def _enumerated(core: ContactProblem) -> _Found:
    every = enumerate_modes(core)
    different = _different(core, every.found)
    verdict = ("none", "one", "several")[min(len(different), 2)]
    if verdict == "none" and not every.is_complete:
        verdict = "unknown"
    return _Found(_preferred(core, different), verdict, every.tried, "enumeration")


def _single(core: ContactProblem, name: str, begin: np.ndarray, tolerance: float) -> _Found:
    """One solution by a solver that finds no more."""
    x, iterations = solve_around(core, lambda given: _by_name(given, name, begin, tolerance))
    is_certain = x is not None and core.is_frictionless and core.is_symmetric and _rest(core, x) <= tolerance
    return _Found([] if x is None else [x], "one" if is_certain else "unknown", iterations, name)


def _by_name(core: ContactProblem, name: str, x: np.ndarray, tolerance: float) -> tuple[np.ndarray | None, int]:
    limit = SHARPER * tolerance
    begin = x if len(x) == len(core.b) else np.zeros(len(core.b))
    if name == "newton":
        return solve_by_newton(core, begin, limit)
    if name == "gauss-seidel":
        return solve_with_slip(core, begin, lambda p, z: sweep_problem(p, z, affordable_sweeps(p), limit))
    if core.is_spatial:
        label = core.labels[core.tangents.index(2)]
        raise ValueError(
            f'{label} slides in a plane, and solver="pivoting" is for contacts that slide along a line; take "newton".'
        )
    return solve_with_slip(core, begin, lambda p, _: solve_by_pivots(p))


def _with_others(core: ContactProblem, found: _Found, tolerance: float) -> _Found:
    """Whether the solution is the only one: by enumeration where that is cheap, else by iterations from elsewhere."""
    if found.verdict != "unknown" or _rest(core, found.solutions[0]) > tolerance:
        return found
    first = found.solutions[0]
    if core.count <= (SPATIAL_ENUMERATION if core.is_spatial else PLANAR_ENUMERATION):
        every = _enumerated(core)
        others = [z for z in every.solutions if not _are_same(core, z, first)]
        return replace(found, solutions=[first, *others], verdict="several" if others else every.verdict)
    begins = np.zeros(len(core.b)), stuck_impulses(core)
    tries = [_single(core, "newton", begin, tolerance) for begin in begins]
    candidates = [first, *(z for one in tries for z in one.solutions if _rest(core, z) <= tolerance)]
    different = _different(core, candidates)
    return replace(found, solutions=different, verdict="several") if len(different) > 1 else found


def _are_same(core: ContactProblem, one: np.ndarray, other: np.ndarray) -> bool:
    size = 1.0 + float(np.abs(core.velocities(one)).max(initial=0.0))
    return float(np.abs(core.G @ (one - other)).max(initial=0.0)) <= SAME_VELOCITIES * size


def _different(core: ContactProblem, found: Sequence[np.ndarray]) -> list[np.ndarray]:
    """One solution for each set of velocities, the most exact one."""
    groups: list[list[np.ndarray]] = []
    for z in found:
        for group in groups:
            if _are_same(core, group[0], z):
                group.append(z)
                break
        else:
            groups.append([z])
    return [min(group, key=lambda z: _rest(core, z)) if len(group) > 1 else group[0] for group in groups]


def _preferred(core: ContactProblem, found: list[np.ndarray]) -> list[np.ndarray]:
    """Solutions, the one to keep first."""
    has_two = bool((core.mu_stick > core.mu_slip).any())

    def order(z: np.ndarray) -> tuple[int, float]:
        sticking = name_modes(core, z).count("stick") if has_two else 0
        return -sticking, 0.5 * float(z @ (core.velocities(z) + core.b))

    return sorted(found, key=order)


def _finished(
    problem: ContactProblem, small: CondensedProblem, z: np.ndarray, found: _Found, tolerance: float, unit: str
) -> ContactSolution:
    """A scaled solution in the units of the problem, of least norm where its impulses are not unique."""
    x = small.full(z)
    modes = name_modes(problem, x)
    freedom = impulse_freedom(problem, x, modes)
    residual = natural_residual(problem, freedom.x)
    if residual.largest > max(tolerance, natural_residual(problem, x).largest):
        freedom = replace(freedom, x=x)
        residual = natural_residual(problem, x)
    x, notes = freedom.x, []
    is_converged = residual.largest <= tolerance
    if not is_converged:
        notes.append(unsolved_sentence(problem, residual, found.solver, found.iterations, unit))
    if freedom.redundancy:
        notes.append(redundant_sentence(problem, x, freedom.directions, unit))
    return ContactSolution(
        x,
        problem.velocities(x),
        modes,
        residual,
        is_converged,
        found.solver,
        found.iterations,
        found.verdict,
        (),
        freedom.redundancy == 0,
        freedom.redundancy,
        tuple(notes),
    )


def _told(problem: ContactProblem, solutions: list[ContactSolution], unit: str) -> ContactSolution:
    """The first solution, with the others and a sentence about them."""
    first, others = solutions[0], tuple(solutions[1:])
    if not others:
        return first
    difference = max(float(np.abs(other.y - first.y).max()) for other in others)
    said = several_sentence(
        problem, len(solutions), difference, f'that solver="{first.solver}" prefers', "contact problem"
    )
    return replace(first, others=others, notes=(*first.notes, said))


def _none(problem: ContactProblem, found: _Found, unit: str) -> ContactSolution:
    """What is said where there is no solution, or none was found: no impulses at all."""
    x = np.zeros(len(problem.b))
    residual = natural_residual(problem, x)
    is_none = found.verdict == "none"
    said = (
        no_solution_sentence(problem)
        if is_none
        else unsolved_sentence(problem, residual, found.solver, found.iterations)
    )
    modes = ("open",) * problem.count
    return ContactSolution(
        x, problem.b.copy(), modes, residual, False, found.solver, found.iterations, found.verdict, notes=(said,)
    )
