"""What a user should know about the solution of a contact problem, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...diagnosis import Note, note
from .problem import ContactProblem
from .solution import ContactResidual

NOTABLE_MASS_RATIO = 100.0
NO_CHANGE = 1e-9
"""Parts of a unit vector below this are rounding."""


def unsolved_sentence(
    problem: ContactProblem, residual: ContactResidual, solver: str, iterations: int, unit: str = "N s"
) -> Note:
    """That a solver stopped before the laws held: how far off, after how much work, where, and what to try."""
    k = residual.worst
    amount, ratio = float(max(residual.normal[k], residual.tangential[k])), mass_ratio(problem, k)
    work = {"gauss-seidel": "sweeps", "pivoting": "pivots", "enumeration": "modes"}.get(solver, "steps")
    advice = "smaller time steps, or less friction" if solver == "newton" else 'solver="newton"'
    beside = f" (mass ratio 1:{ratio:.0f})" if ratio >= NOTABLE_MASS_RATIO else ""
    said = f"the contact solver stopped at residual {amount:.1g} {unit} after {iterations} {work}"
    return note("contact_unsolved", f"{said}; worst: {problem.labels[k]}{beside}. Try {advice}.")


def mass_ratio(problem: ContactProblem, contact: int) -> float:
    """The largest ratio of effective masses 1/G_NN between a contact and those it shares a body with."""
    starts = problem.starts
    own = problem.G[starts[contact], starts]
    felt = np.abs(np.diag(problem.G)[starts][np.abs(own) > 0.0])
    return float(felt.max() / felt.min()) if len(felt) and felt.min() > 0 else 1.0


def several_sentence(problem: ContactProblem, count: int, difference: float, kept: str, what: str = "impact") -> Note:
    """That there are several solutions, how far apart they are, and which was kept."""
    n = problem.count
    mu = float(problem.mu_stick.max(initial=0.0))
    contacts = "1 contact" if n == 1 else f"{n} contacts"
    said = f"{contacts}, mu = {mu:.3g}: the {what} has at least {count} solutions (speeds differ by {difference:.2g})"
    return note("contact_several_solutions", f"{said}. Kept the one {kept}.", about=what)


def redundant_sentence(problem: ContactProblem, x: np.ndarray, directions: np.ndarray, unit: str = "N s") -> Note:
    """That loads are not unique, what is, and which are shown; `directions` (columns) are those x may change in."""
    normal = directions[problem.starts]
    ways = int(np.linalg.matrix_rank(normal, tol=NO_CHANGE))
    if not ways:
        moved = [k for k in range(problem.count) if np.abs(directions[problem.rows(k)]).max() > NO_CHANGE]
        names = span_of_names([problem.labels[k] for k in moved])
        said = f"{names}: friction is not unique ({redundancies(directions.shape[1])})"
        return note("contact_friction_not_unique", f"{said}. Shown: minimum norm.")
    moved = np.flatnonzero(np.abs(normal).max(axis=1) > NO_CHANGE).tolist()
    is_sum_unique = np.abs(normal.sum(axis=0)).max() <= NO_CHANGE
    total = float(x[problem.starts[moved]].sum())
    said = f"; the sum, {total:.3g} {unit}, is" if is_sum_unique else ""
    verb = "carries" if len(moved) == 1 else "carry"
    names = span_of_names([problem.labels[k] for k in moved])
    said = f"{names} {verb} a load that is not unique ({redundancies(ways)}){said}"
    return note("contact_load_not_unique", f"{said}. Shown: minimum norm.")


def redundancies(count: int) -> str:
    """How many, in words."""
    return "one redundancy" if count == 1 else f"{count} redundancies"


def span_of_names(names: Sequence[str]) -> str:
    """Names in short: "leg 1–4" where numbers follow one another, "left and right", "a … z" of many."""
    if len(names) < 3:
        return " and ".join(names)
    stems = {name.rstrip("0123456789") for name in names}
    if len(stems) == 1:
        numbers = [name.removeprefix(*stems) for name in names]
        if all(numbers) and [int(k) for k in numbers] == list(range(int(numbers[0]), int(numbers[0]) + len(names))):
            return f"{names[0]}–{numbers[-1]}"
    return f"{names[0]} … {names[-1]}"


def no_solution_sentence(problem: ContactProblem) -> Note:
    """That no modes of the contacts fit together."""
    names = ", ".join(problem.labels[:3]) + (", …" if problem.count > 3 else "")
    said = f"{names}: no forces keep the bodies from entering each other"
    remedy = "." if problem.is_frictionless else " (Painlevé). Continue with an impact, or lower mu."
    return note("contact_impossible", f"{said}{remedy}")


def energy_gained_sentence(labels: Sequence[str], gain: float) -> Note:
    """That an impact creates energy, as Newton's law can with friction."""
    names = ", ".join(labels[:3]) + (", …" if len(labels) > 3 else "")
    said = f"impact of {names}: the law creates {gain:.2g} J"
    return note("impact_energy_created", f'{said}. Take law="poisson", or less restitution.')


def endless_pairs_sentence(pairs: int, left: float) -> Note:
    """That pair impacts follow one another without end."""
    said = f"impacts of pairs do not end: after {pairs} the fastest approach is {left:.1g} of the first"
    return note("impact_endless", f'{said}. Take law="newton", or a larger restitution.')
