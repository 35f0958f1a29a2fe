r"""Impacts of several contacts at once: the laws of Newton (Moreau), of Poisson, and pair by pair.

With Delassus matrix G (bilateral rows eliminated) and velocities γ⁻ before, γ⁺ = γ⁻ + G Λ:

* newton: 0 ≤ γ_N⁺ + e_N γ_N⁻ ⊥ Λ_N ≥ 0 and Λ_T ∈ −μ Λ_N Sgn(γ_T⁺ + e_T γ_T⁻);
* poisson: compression 0 ≤ γ_N^C ⊥ Λ_N^C ≥ 0, then expansion 0 ≤ γ_N⁺ ⊥ Λ_N^E − e Λ_N^C ≥ 0, the same friction in each;
* sequential: one contact after the other by Newton's law, the one that approaches fastest first.

Contacts that separate already are open; where the impact closes them again, it is followed by another. Energy changes
by T⁺ − T⁻ = ½ Λᵀ(γ⁺ + γ⁻).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...diagnosis import Note
from .closed_form import solve_one
from .problem import ContactProblem, contact_problem
from .sentences import endless_pairs_sentence, energy_gained_sentence, several_sentence
from .solution import ContactSolution
from .solve import solve_contact

APPROACH_TOLERANCE = 1e-12
"""Normal velocities below this part of the largest velocity are zero."""
PAIR_TOLERANCE = 1e-11
"""Approaches below this part of the largest velocity are rounding: as impacts they would go to and fro for ever."""
FADED = 1e-6
"""Pair impacts whose approach has fallen to this part of the first do not end: they go on for ever, ever weaker."""
GAINED = 1e-11
MOST_REPEATS = 20
MOST_PAIR_IMPACTS = 60


@dataclass(frozen=True, eq=False)
class ImpactPhase:
    """A contact problem that was solved on the way through an impact."""

    rows: np.ndarray
    """Its rows among those of the impact."""
    contacts: np.ndarray
    """Its contacts among those of the impact."""
    kind: str
    """"newton", or "compression" and "expansion" of Poisson's law."""
    problem: ContactProblem
    solution: ContactSolution


@dataclass(frozen=True, eq=False)
class ImpactResult:
    """Impulses of an impact, velocities behind it, and what to know about it."""

    impulses: np.ndarray
    gamma_plus: np.ndarray
    solutions: str
    """"one", "several", "none" or "unknown" different velocities."""
    energy_change: float
    """T⁺ − T⁻."""
    gains_energy: bool
    is_converged: bool
    impacts: int
    """How many followed one another; of pairs where the law is sequential."""
    has_ended: bool
    """Whether no contact approaches any more."""
    notes: tuple[Note, ...]
    problem_solutions: tuple[ContactSolution, ...] = ()
    """Those of the contact problems that were solved on the way."""
    phases: tuple[ImpactPhase, ...] = ()
    """The same problems with what belongs to them, for derivatives."""


@dataclass(frozen=True, eq=False)
class _Contacts:
    """Laws of the contacts, as a problem whose b is γ⁻, and their restitution by rows."""

    problem: ContactProblem
    e: np.ndarray
    solver: str
    most_pairs: int


def solve_impact(
    G: np.ndarray,
    gamma: np.ndarray,
    tangents: Sequence[int] | int = 0,
    restitution: Sequence[float] | np.ndarray | float = 0.0,
    mu: Sequence[float] | np.ndarray | float = 0.0,
    *,
    mu_slip: Sequence[float] | np.ndarray | float | None = None,
    tangential_restitution: Sequence[float] | np.ndarray | float = 0.0,
    law: str = "newton",
    solver: str = "auto",
    excluded: Sequence[Collection[str]] | None = None,
    labels: Sequence[str] | None = None,
    most_pairs: int = MOST_PAIR_IMPACTS,
) -> ImpactResult:
    """The impact of contacts with velocities γ⁻; rows as those of `contact_problem`.

    Of several solutions the one that loses most energy is kept. `excluded` keeps contacts from modes in the first
    impact: an impact without collision, γ_N⁻ = 0, is one in which the contact may be neither open nor slide on.
    """
    if law not in IMPACT_LAWS:
        raise ValueError(f"there is no impact law {law!r}; there are {', '.join(IMPACT_LAWS)}.")
    problem = contact_problem(G, gamma, tangents, mu, mu_slip=mu_slip, excluded=excluded, labels=labels)
    e_n, e_t = np.asarray(restitution, dtype=float), np.asarray(tangential_restitution, dtype=float)
    if law == "poisson" and e_t.any():
        raise ValueError('Poisson\'s law has no tangential restitution here; take law="newton".')
    e = np.repeat(np.broadcast_to(e_t, problem.count), [1 + k for k in problem.tangents])
    e[problem.starts] = e_n
    given = _Contacts(problem, e, solver, most_pairs)
    alone = _alone(given) if law != "poisson" and solver == "auto" else None
    return IMPACT_LAWS[law](given) if alone is None else alone


def _alone(given: _Contacts) -> ImpactResult | None:
    """The impact of one contact that approaches, by Newton's law; None where the problem is another one."""
    problem = given.problem
    if problem.count != 1 or problem.excluded[0] or not problem.b[0] < 0.0:
        return None
    with_e = replace(problem, b=(1.0 + given.e) * problem.b)
    found = solve_one(with_e)
    if found is None or len(found) != 1:
        return None
    x = found[0].x
    after = problem.b + problem.G @ x
    work = 0.5 * float(x @ (after + problem.b))
    phase = ImpactPhase(np.arange(len(x)), np.array([0]), "newton", with_e, replace(found[0], solutions="one"))
    return _result(given, x, after, work, [phase], 1, True, ())


def _newton(given: _Contacts) -> ImpactResult:
    def law(problem: ContactProblem, e: np.ndarray) -> tuple[np.ndarray, list[SolvedProblem]]:
        with_e = replace(problem, b=(1.0 + e) * problem.b)
        solution = most_dissipative(with_e, problem.b, solve_contact(with_e, given.solver))
        return solution.x, [("newton", with_e, solution)]

    return _repeated(given, law)


def _poisson(given: _Contacts) -> ImpactResult:
    def law(problem: ContactProblem, e: np.ndarray) -> tuple[np.ndarray, list[SolvedProblem]]:
        compressed = most_dissipative(problem, problem.b, solve_contact(problem, given.solver))
        kept = np.zeros(len(e))
        kept[problem.starts] = (e * compressed.x)[problem.starts]
        middle = problem.velocities(compressed.x)
        expansion = replace(
            problem, b=middle + problem.G @ kept, preload=kept[problem.starts], excluded=(frozenset(),) * problem.count
        )
        if not kept.any():
            return compressed.x, [("compression", problem, compressed)]
        expanded = solve_contact(expansion, given.solver)
        if expanded.others:
            both = (expanded, *expanded.others)
            expanded = min(both, key=lambda one: float((one.x + kept) @ (one.y + middle)))
        solved = [("compression", problem, compressed), ("expansion", expansion, expanded)]
        return compressed.x + expanded.x + kept, solved

    return _repeated(given, law)


def most_dissipative(problem: ContactProblem, gamma: np.ndarray, found: ContactSolution) -> ContactSolution:
    """Of all solutions that are known, the one with the least ½ xᵀ(γ⁺ + γ⁻)."""
    if not found.others:
        return found
    every = (found, *found.others)
    least = min(every, key=lambda one: float(one.x @ (2.0 * gamma + problem.G @ one.x)))
    others = tuple(one for one in every if one is not least)
    difference = max(float(np.abs(one.y - least.y).max()) for one in others)
    said = several_sentence(problem, len(every), difference, "that loses most energy")
    kept = tuple(one for one in least.notes if one not in found.notes[-1:])
    return replace(least, others=tuple(replace(one, others=()) for one in others), notes=(*kept, said))


SolvedProblem = tuple[str, ContactProblem, ContactSolution]
ImpactLaw = Callable[[ContactProblem, np.ndarray], tuple[np.ndarray, list[SolvedProblem]]]


def _repeated(given: _Contacts, law: ImpactLaw) -> ImpactResult:
    """A law applied to the contacts that do not separate, and again where others close."""
    problem = given.problem
    size = float(np.abs(problem.b).max(initial=0.0))
    gamma, total, work = problem.b.copy(), np.zeros(len(problem.b)), 0.0
    found: list[ImpactPhase] = []
    repeats = 0
    forced = np.array([bool(modes) for modes in problem.excluded], dtype=bool)
    while repeats < MOST_REPEATS:
        normal = gamma[problem.starts]
        if not ((normal < -APPROACH_TOLERANCE * size).any() or (forced.any() and repeats == 0)):
            break
        taking_part = (normal <= APPROACH_TOLERANCE * size) | (forced & (repeats == 0))
        contacts = np.flatnonzero(taking_part)
        some, rows = part_of(problem, contacts, gamma, keeps_excluded=repeats == 0)
        x, solved = law(some, given.e[rows])
        found += [ImpactPhase(rows, contacts, *one) for one in solved]
        step = np.zeros(len(gamma))
        step[rows] = x
        after = gamma + problem.G @ step
        work += 0.5 * float(step @ (after + gamma))
        gamma, total, repeats = after, total + step, repeats + 1
        if not all(solution.is_converged for _, _, solution in solved):
            break
    has_ended = not (gamma[problem.starts] < -APPROACH_TOLERANCE * size * 10).any()
    return _result(given, total, gamma, work, found, repeats, has_ended, ())


def part_of(
    problem: ContactProblem, contacts: np.ndarray, b: np.ndarray, keeps_excluded: bool = True
) -> tuple[ContactProblem, np.ndarray]:
    """(the problem of some contacts with another b, their rows)."""
    rows = np.concatenate([problem.rows(int(k)) for k in contacts]) if len(contacts) else np.zeros(0, dtype=np.int64)
    some = replace(
        problem,
        G=problem.G[np.ix_(rows, rows)],
        b=b[rows],
        tangents=tuple(problem.tangents[k] for k in contacts),
        mu_stick=problem.mu_stick[contacts],
        mu_slip=problem.mu_slip[contacts],
        preload=problem.preload[contacts],
        bilateral=tuple(problem.bilateral[k] for k in contacts),
        excluded=tuple(problem.excluded[k] if keeps_excluded else frozenset() for k in contacts),
        labels=tuple(problem.labels[k] for k in contacts),
    )
    return some, rows


def _sequential(given: _Contacts) -> ImpactResult:
    problem = given.problem
    gamma, total, work = problem.b.copy(), np.zeros(len(problem.b)), 0.0
    size = float(np.abs(gamma).max(initial=0.0))
    found: list[ImpactPhase] = []
    first = last = 0.0
    pairs = 0
    while pairs < given.most_pairs:
        normal = gamma[problem.starts]
        fastest = float(normal.min(initial=0.0))
        if fastest >= -PAIR_TOLERANCE * size:
            break
        # Of equally fast ones the first: rounding must not choose.
        k = int(np.argmax(normal <= fastest + APPROACH_TOLERANCE * size))
        some, rows = part_of(problem, np.array([k]), gamma, keeps_excluded=False)
        with_e = replace(some, b=(1.0 + given.e[rows]) * some.b)
        solution = solve_contact(with_e, given.solver, looks_for_others=False)
        step = np.zeros(len(gamma))
        step[rows] = solution.x
        after = gamma + problem.G @ step
        work += 0.5 * float(step @ (after + gamma))
        last = -float(normal[k])
        first = first or last
        gamma, total, pairs = after, total + step, pairs + 1
        found.append(ImpactPhase(rows, np.array([k]), "newton", with_e, solution))
    still = -float(gamma[problem.starts].min(initial=0.0))
    has_ended = still <= PAIR_TOLERANCE * size and not last < FADED * first
    said = () if has_ended else (endless_pairs_sentence(pairs, max(still, 0.0) / first if first else 0.0),)
    return _result(given, total, gamma, work, found, pairs, has_ended, said)


def _result(
    given: _Contacts,
    total: np.ndarray,
    gamma: np.ndarray,
    work: float,
    phases: list[ImpactPhase],
    impacts: int,
    has_ended: bool,
    said: tuple[Note, ...],
) -> ImpactResult:
    """Everything about an impact, with the notes on the problems that were solved."""
    found = [phase.solution for phase in phases]
    verdicts = [one.solutions for one in found]
    solutions = next((word for word in ("none", "several", "unknown") if word in verdicts), "one")
    size = float(np.abs(total) @ np.abs(given.problem.b))
    gains = work > GAINED * size
    notes = [*dict.fromkeys(own for one in found for own in one.notes), *said]
    if gains:
        notes.append(energy_gained_sentence(given.problem.labels, work))
    is_converged = all(one.is_converged for one in found)
    return ImpactResult(
        total,
        gamma,
        solutions,
        work,
        gains,
        is_converged,
        impacts,
        has_ended,
        tuple(notes),
        tuple(found),
        tuple(phases),
    )


IMPACT_LAWS: dict[str, Callable[[_Contacts], ImpactResult]] = {
    "newton": _newton,
    "poisson": _poisson,
    "sequential": _sequential,
}
"""Laws by name."""
